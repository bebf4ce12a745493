"""From documents to candidates with features: what LemmaRank and the ranker have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from slovke.extract.background import commonness
from slovke.extract.candidates import Candidate, Key, Keys, find_candidates
from slovke.extract.document_frequencies import DocumentFrequencies
from slovke.extract.features import Features, features
from slovke.extract.protocol import Document
from slovke.extract.tagging import Tagger


@dataclass(frozen=True, slots=True)
class Analysis:
    """One document's candidates.

    Attributes:
        document: what was analysed.
        candidates: in the order of the text.
        features: of each candidate.
        counts: how often each lemma of a noun or adjective stands in the document.
    """

    document: Document
    candidates: list[Candidate]
    features: list[Features]
    counts: Counter[str]


@dataclass(frozen=True, slots=True)
class Found:
    """A document's candidates, the counts of its lemmas, and the keys of its title's candidates."""

    candidates: list[Candidate]
    counts: Counter[str]
    title: set[Key]


class Analyzer:
    """Finds the candidates of documents and their features.

    Args:
        tagger: of parts of speech.
        frequencies: document frequencies of a corpus, or None for general Slovak alone.
        use_title: whether a title is read as the first sentence of its text, so that its phrases
            are candidates too.
    """

    def __init__(
        self, tagger: Tagger, frequencies: DocumentFrequencies | None = None, *, use_title: bool
    ) -> None:
        """Load the word frequencies; raises MissingExtraError where wordfreq is missing."""
        self._tagger = tagger
        self._commonness = commonness(frequencies)
        self._keys = Keys()
        self._use_title = use_title
        self._frequencies = frequencies

    @property
    def signature(self) -> str:
        """Everything that the candidates and features depend on."""
        corpus = self._frequencies
        seen = f"+df:{corpus.documents}:{corpus.dataset}" if corpus else ""
        title = "title" if self._use_title else "notitle"
        words = f"{self._keys.signature}|{background_signature()}"
        return f"{self._tagger.signature}|{words}{seen}|{title}"

    def analyze(self, documents: Sequence[Document]) -> Iterator[Analysis]:
        """Yield the analysis of each document, in order."""
        for document, found in zip(documents, self.find(documents), strict=True):
            of = features(found.candidates, found.counts, self._commonness, found.title)
            yield Analysis(document, found.candidates, of, found.counts)

    def find(self, documents: Sequence[Document]) -> Iterator[Found]:
        """Yield the candidates of each document without their features, for counting."""
        texts = self._tagger.tag([document.abstract for document in documents])
        titles = self._tagger.tag(
            [document.title or "" if self._use_title else "" for document in documents]
        )
        for text, title_text in zip(texts, titles, strict=True):
            candidates, counts = find_candidates([*title_text, *text], self._keys)
            end = sum(map(len, title_text))
            title = {one.key for one in candidates if one.first_place < end}
            yield Found(candidates, counts, title)


def background_signature() -> str:
    """The version of the word list."""
    from importlib.metadata import version

    return f"wordfreq/{version('wordfreq')}"
