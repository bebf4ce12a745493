"""LemmaRank: an unsupervised extractor for inflected languages, on a CPU. Ours, not the paper's.

Candidates are noun phrases, counted by the metric's lemma keys so that all inflections of a phrase
add up (`candidates`). Each gets a score that is a sum of a few features (`features`) with the
weights below: how rare its words are, how often it and they stand in the text, how early, how long
it is, whether the title holds it. What was tried and measured stands in docs/lemmarank.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import mul
from pathlib import Path
from typing import NamedTuple

from slovke.extract.analysis import Analyzer
from slovke.extract.candidates import Candidate
from slovke.extract.citation import citation_forms
from slovke.extract.document_frequencies import DocumentFrequencies
from slovke.extract.features import Features
from slovke.extract.protocol import Document
from slovke.extract.tagging import Tagger, load_tagger


class Weights(NamedTuple):
    """The weight of each of `Features`: about what it adds to the log-odds of being a keyphrase."""

    commonest: float = -0.45
    common: float = -0.05
    word_count: float = 0.6
    phrase_count: float = 0.5
    place: float = -0.25
    two: float = 0.4
    three: float = 0.0
    adjective: float = 0.8
    preposition: float = -1.3
    conjunction: float = -2.0
    acronym: float = 1.6
    thesis: float = -3.0
    thesis_head: float = -0.6
    participle: float = -1.3
    degree: float = -1.5
    letters: float = 0.1
    in_title: float = 0.5

    def score(self, of: Features) -> float:
        """The weighted sum, rounded so that the order of a sum's terms can't change a rank."""
        total: float = sum(map(mul, self, of))
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
        if isinstance(frequencies, str | Path):
            frequencies = DocumentFrequencies.read(Path(frequencies))
        self.name = "lemmarank" + ("-df" if frequencies else "") + ("" if use_title else "-notitle")
        self._analyzer = Analyzer(
            load_tagger(tagger, stanza_dir=stanza_dir), frequencies, use_title=use_title
        )
        self._canonical = canonical
        self._top = top
        self._weights = weights or Weights()

    @property
    def signature(self) -> str:
        """Everything that the result depends on beside the documents."""
        return self._analyzer.signature

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield the keyphrases of each document, highest score first."""
        for analysis in self._analyzer.analyze(documents):
            scores = [self._weights.score(of) for of in analysis.features]
            # A stable sort: of equals the one that stands first in the text.
            order = sorted(range(len(scores)), key=lambda i: -scores[i])
            chosen = choose((analysis.candidates[i] for i in order), self._top)
            phrases = [surface(candidate) for candidate in chosen]
            if self._canonical:
                phrases = citation_forms(
                    phrases,
                    text=analysis.document.abstract,
                    occurrences=[[one.text for one in each.occurrences] for each in chosen],
                )
            yield phrases


def choose(ranked: Iterable[Candidate], top: int) -> list[Candidate]:
    """The first `top` candidates of which none holds another that occurs only inside it."""
    chosen = Chosen()
    return list(islice(filter(chosen.add, ranked), top))


class Chosen:
    """The candidates that were chosen so far, of which none covers another."""

    def __init__(self) -> None:
        """Start with none."""
        self._phrases: dict[int, list[str]] = {}

    def add(self, candidate: Candidate) -> bool:
        """Take a candidate, unless one that was taken holds it, or it holds one that was, with as
        many occurrences; whether it was taken.
        """
        alike = self._phrases.setdefault(len(candidate.places), [])
        phrase = f" {' '.join(candidate.key)} "
        if any(phrase in other or other in phrase for other in alike):
            return False
        alike.append(phrase)
        return True


def surface(candidate: Candidate) -> str:
    """The phrase as it stands in the text: in the nominative, inside a sentence, if anywhere.

    A capital that only the sentence's beginning gave it is taken away where another occurrence, or
    the word's lemma, shows none.
    """
    occurrences = candidate.occurrences
    best = max(occurrences, key=lambda one: (one.nominative, not one.initial))
    if not best.initial or len(best.text) < 2 or not best.text[1].islower():
        return best.text
    inside = [one for one in occurrences if not one.initial]
    named = any(one.text[0].isupper() for one in inside) if inside else candidate.named
    return best.text if named else best.text[0].lower() + best.text[1:]
