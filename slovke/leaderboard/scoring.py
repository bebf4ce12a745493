"""Scores of many submissions on one split: what they have in common is computed once.

Each number is that of `slovke_metric.score` and `slovke_metric.explain`. Only the way there is
shared: a phrase that several systems give, or that is gold, goes through the lemmatizer once; a
system's predictions are matched once, for its scores, its breakdown and its tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from slovke.errors import InputError
from slovke.leaderboard.differences import Samples, draw_samples
from slovke.leaderboard.options import ScoringOptions
from slovke.leaderboard.target import Document

if TYPE_CHECKING:
    from slovke_metric.matching import Key, Matches
    from slovke_metric.options import Options

Predictions = Sequence[Sequence[str]]

_AT_ONCE = 50_000
KEPT_PHRASES = 300_000
"""Phrases whose lemmas are remembered from system to system, some 200 bytes each."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What came of one system's predictions.

    Attributes:
        scores: what `slovke_metric.score` gives for all cutoffs, with intervals (fractions).
        exact, partial: each document's F1 at the headline cutoff; None for one without gold.
        matches: of predictions and gold.
    """

    scores: Mapping[str, Any]
    exact: Sequence[float | None]
    partial: Sequence[float | None]
    matches: Matches


class Scorer:
    """Scores predictions for the documents of one split, all with the same options."""

    def __init__(self, documents: Sequence[Document], options: ScoringOptions) -> None:
        """Check the options and find the lemmatizer.

        Raises:
            InputError: an unknown lemmatizer or language, or a bad number.
        """
        from slovke_metric.options import check_options

        self.options = options
        self.gold: list[list[str]] = [list(document.keyphrases) for document in documents]
        try:
            self._all: Options = check_options(
                k=options.cutoffs,
                confidence=options.confidence,
                resamples=options.resamples,
                seed=options.seed,
                **options.own,
            )
        except (ValueError, TypeError) as error:
            raise InputError(str(error)) from error
        self._tables = replace(self._all, k=options.tables)
        self._headline = replace(self._all, k=(options.headline,))
        self._keys: dict[str, Key] = {}

    @property
    def signature(self) -> str:
        """The signature of every score."""
        return self._all.signature

    def score(self, predictions: Predictions) -> Scored:
        """Match and score one system.

        Args:
            predictions: for each document its keyphrases, best first.

        Raises:
            InputError: no document has gold.
        """
        from slovke_metric.document_scores import Statistics
        from slovke_metric.matching import match_keys
        from slovke_metric.scoring import score_matches, scored_documents

        if len(self._keys) > KEPT_PHRASES:
            self._keys = {}
        key_of = self.keys(chain(chain.from_iterable(predictions), chain.from_iterable(self.gold)))
        matches = match_keys(predictions, self.gold, key_of, duplicates=self._all.duplicates)
        try:
            scores = score_matches(matches, self._all)
        except ValueError as error:
            raise InputError(str(error)) from error
        scored = scored_documents(matches, self._all)
        table = Statistics.of(matches, self._headline).table(matches, scored)
        return Scored(
            scores,
            table[f"exact_f1@{self.options.headline}"],
            table[f"partial_f1@{self.options.headline}"],
            matches,
        )

    def samples(self, matches: Matches, randomizations: int) -> Samples:
        """What the tests of the tables' scores need of one system.

        Args:
            matches: of its predictions.
            randomizations: of the tests, the same number for all systems of a board.
        """
        import numpy as np

        from slovke_metric.document_scores import Statistics
        from slovke_metric.scoring import scored_documents

        own = Statistics.of(matches, self._tables).select(scored_documents(matches, self._all))
        # The way from sums to scores asks for the number of documents, not for the documents.
        documents = np.broadcast_to(0.0, (1, own.values.shape[1]))
        return draw_samples(
            own.values,
            own.names(),
            Statistics(own.k, documents).scores,
            resamples=self.options.resamples,
            randomizations=randomizations,
            seed=self.options.seed,
        )

    def explain(self, predictions: Predictions, matches: Matches) -> dict[str, Any]:
        """What `slovke_metric.explain` gives for the headline cutoff, with three examples each."""
        from slovke_metric.explanation import explain_matches
        from slovke_metric.function_words import function_words_of

        key_of = self.keys(chain(chain.from_iterable(predictions), chain.from_iterable(self.gold)))
        words = function_words_of(self._all.lang)
        return explain_matches(
            matches, predictions, self.gold, key_of, self._headline, words, examples=3
        )

    def keys(self, phrases: Iterable[str]) -> Mapping[str, Key]:
        """The keys of phrases, among others; each new one is lemmatized."""
        from slovke_metric.matching import keys_of

        fresh = dict.fromkeys(phrase for phrase in phrases if phrase not in self._keys)
        # Part by part: the words of all phrases at once would take as much memory as all else.
        for part in _parts(fresh):
            self._keys |= keys_of(part, self._all.lemmatizer)
        return self._keys


def _parts(phrases: Iterable[str]) -> Iterator[list[str]]:
    remaining = iter(phrases)
    while part := list(islice(remaining, _AT_ONCE)):
        yield part
