"""LemmaRank: an unsupervised extractor for inflected languages, on a CPU. Ours, not the paper's.

Candidates are noun phrases, counted by the metric's lemma keys so that all inflections of a phrase
add up (`candidates`). Each gets a score that is a sum of a few features (`features`) with the
weights below: how rare its words are, how often it and they stand in the text, how early, how long
it is, whether the title holds it. What was tried and measured stands in docs/lemmarank.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from slovke.extract.background import commonness
from slovke.extract.candidates import Candidate, Key, find_candidates
from slovke.extract.citation import citation_forms
from slovke.extract.document_frequencies import DocumentFrequencies
from slovke.extract.features import NAMES, Features, features
from slovke.extract.protocol import Document
from slovke.extract.tagging import TaggedWord, Tagger, load_tagger


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each feature: about what it adds to the log-odds of being a keyphrase."""

    commonest: float = -0.45
    common: float = -0.45
    word_count: float = 0.6
    phrase_count: float = 0.5
    place: float = -0.25
    two: float = 0.4
    three: float = -0.5
    adjective: float = 0.8
    preposition: float = -1.6
    conjunction: float = -2.0
    acronym: float = 2.0
    thesis_head: float = -1.0
    participle: float = -1.8
    degree: float = -1.5
    letters: float = 0.5
    in_title: float = 0.5

    def score(self, of: Features) -> float:
        """The weighted sum, rounded so that the order of a sum's terms can't change a rank."""
        total = 0.0
        for name in NAMES:
            total += getattr(self, name) * getattr(of, name)
        return round(total, 9)


class LemmaRank:
    """Ranked noun phrases of a document.

    Args:
        tagger: "rules" or "stanza", or a `Tagger`.
        stanza_dir: the folder of Stanza's models, for "stanza".
        frequencies: a file of `slovke fit lemmarank`, or what it holds; None for general Slovak.
        use_title: whether a document's title counts: as the first sentence of its text.
        canonical: whether phrases are given in their citation form, as an author would write them
            (`citation`); else as they stand in the text.
        top: how many keyphrases to give at most.
        weights: of the features.
    """

    name = "lemmarank"

    def __init__(
        self,
        *,
        tagger: str | Tagger = "rules",
        stanza_dir: str | Path | None = None,
        frequencies: str | Path | DocumentFrequencies | None = None,
        use_title: bool = True,
        canonical: bool = True,
        top: int = 20,
        weights: Weights | None = None,
    ) -> None:
        """Load the tagger and the word frequencies.

        Raises:
            MissingExtraError: wordfreq, or the tagger's package, is not installed.
            InputError: an unknown tagger, or a file that can't be read.
        """
        from slovke_metric import get_lemmatizer

        if isinstance(frequencies, str | Path):
            frequencies = DocumentFrequencies.read(Path(frequencies))
        self._commonness = commonness(frequencies)
        self._tagger = load_tagger(tagger, stanza_dir=stanza_dir)
        self._lemmatizer = get_lemmatizer()
        self._use_title = use_title
        self._canonical = canonical
        self._top = top
        self._weights = weights or Weights()

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield the keyphrases of each document, highest score first."""
        texts = self._tagger.tag([document.abstract for document in documents])
        titles = self._tagger.tag(
            [document.title or "" if self._use_title else "" for document in documents]
        )
        for document, text, title in zip(documents, texts, titles, strict=True):
            phrases = [surface(candidate) for candidate in self._rank(text, title)]
            yield citation_forms(phrases, text=document.abstract) if self._canonical else phrases

    def _rank(
        self, text: list[list[TaggedWord]], title_text: list[list[TaggedWord]]
    ) -> list[Candidate]:
        # The title is read as the text's first sentence: its phrases are candidates too.
        candidates, counts = find_candidates([*title_text, *text], self._lemmatizer)
        title = {one.key for one in find_candidates(title_text, self._lemmatizer)[0]}
        scores = [
            self._weights.score(of) for of in features(candidates, counts, self._commonness, title)
        ]
        # A stable sort: of equals the one that stands first in the text.
        order = sorted(range(len(candidates)), key=lambda i: -scores[i])
        return choose([candidates[i] for i in order], self._top)


def choose(ranked: Sequence[Candidate], top: int) -> list[Candidate]:
    """The first `top` candidates of which none holds another that occurs only inside it."""
    chosen: list[Candidate] = []
    for candidate in ranked:
        if len(chosen) == top:
            break
        if not any(
            len(candidate.occurrences) == len(other.occurrences)
            and (_holds(candidate.key, other.key) or _holds(other.key, candidate.key))
            for other in chosen
        ):
            chosen.append(candidate)
    return chosen


def _holds(long: Key, short: Key) -> bool:
    size = len(short)
    return any(long[i : i + size] == short for i in range(len(long) - size + 1))


def surface(candidate: Candidate) -> str:
    """The phrase as it stands in the text: in the nominative, inside a sentence, if anywhere.

    A capital that only the sentence's beginning gave it is taken away where another occurrence, or
    the word's lemma, shows none.
    """
    best = max(candidate.occurrences, key=lambda one: (one.nominative, not one.initial))
    if not best.initial or len(best.text) < 2 or not best.text[1].islower():
        return best.text
    inside = [one for one in candidate.occurrences if not one.initial]
    named = any(one.text[0].isupper() for one in inside) if inside else candidate.named
    return best.text if named else best.text[0].lower() + best.text[1:]
