"""What each document adds to the sums from which all scores come.

Kept apart from their aggregation, so that resampling the documents is resampling these numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from .matching import Flags, Ints, Matches
from .options import Cutoff, Options
from .resampling import Floats

KINDS = ("exact", "partial", "gap", "ratio")
MEASURES = ("precision", "recall", "f1")
# Of each kind of match, a document's precision, recall, F1, matches, matches capped at its gold.
_OWN = 5


def exact_sums(values: Floats) -> Floats:
    """The sum of each row, exactly rounded: the order of the documents changes no bit of it."""
    return np.array([math.fsum(row.tolist()) for row in values])


@dataclass(frozen=True, slots=True)
class Statistics:
    """What each document adds to the sums that all scores come from.

    Attributes:
        k: the cutoffs.
        values: shape (statistics, documents). For each cutoff, for exact then partial: precision,
            recall, F1, matches, matches capped at the number of gold keyphrases; then for each
            cutoff the denominator of precision; last the number of gold keyphrases.
    """

    k: tuple[Cutoff, ...]
    values: Floats

    @classmethod
    def of(cls, matches: Matches, options: Options) -> Statistics:
        """Compute them for all documents and cutoffs."""
        cuts, gold = len(options.k), matches.gold
        values = np.empty((cuts * (2 * _OWN + 1) + 1, gold.size))
        own = values[: cuts * 2 * _OWN].reshape(cuts, 2, _OWN, gold.size)
        values[-1] = gold
        for cut, k in enumerate(options.k):
            denominator = _denominator(matches, options, k)
            values[cuts * 2 * _OWN + cut] = denominator
            for kind, flags in enumerate((matches.exact, matches.partial)):
                found = matches.found(flags, k)
                own[cut, kind, :3] = _measures(found, denominator, gold)
                own[cut, kind, 3] = found
                own[cut, kind, 4] = np.minimum(found, gold)
        return cls(options.k, values)

    def select(self, documents: Flags) -> Statistics:
        """The same for the documents whose flag is set."""
        return self if documents.all() else Statistics(self.k, self.values[:, documents])

    def names(self) -> list[str]:
        """The names of the scores, in the order of `scores`."""
        return [
            f"{kind}{average}_{measure}@{k}"
            for k in self.k
            for kind in KINDS
            for average in ("", "_micro")
            for measure in MEASURES
        ]

    def scores(self, sums: Floats) -> Floats:
        """The scores that come from sums over as many documents as `self` has.

        Args:
            sums: shape (..., statistics).

        Returns:
            Shape (..., scores), in the order of `names`.
        """
        cuts, shape = len(self.k), sums.shape[:-1]
        own = sums[..., : cuts * 2 * _OWN].reshape(*shape, cuts, 2, _OWN)
        denominators = sums[..., cuts * 2 * _OWN : -1, None]
        gold = sums[..., -1, None, None]
        scores = np.empty((*shape, cuts, 4, 2, 3))
        scores[..., :2, 0, :] = own[..., :3] / self.values.shape[1]
        precision = _ratio(own[..., 3], denominators)
        recall = _ratio(own[..., 4], gold)
        scores[..., :2, 1, 0] = precision
        scores[..., :2, 1, 1] = recall
        scores[..., :2, 1, 2] = _harmonic_mean(precision, recall)
        exact, partial = scores[..., 0, :, :], scores[..., 1, :, :]
        scores[..., 2, :, :] = partial - exact
        scores[..., 3, :, :] = _ratio(exact, partial)
        return scores.reshape(*shape, -1)

    def table(self, matches: Matches, scored: Flags) -> dict[str, list[Any]]:
        """The statistics of each document, in the order given; scores are None where skipped."""
        cuts = len(self.k)
        own = self.values[: cuts * 2 * _OWN].reshape(cuts, 2, _OWN, -1)
        table: dict[str, list[Any]] = {
            "gold": matches.gold.tolist(),
            "predictions": matches.given.tolist(),
        }
        for cut, k in enumerate(self.k):
            for kind, name in enumerate(KINDS[:2]):
                for column, measure in enumerate(MEASURES):
                    scores = own[cut, kind, column].astype(object)
                    scores[~scored] = None
                    table[f"{name}_{measure}@{k}"] = scores.tolist()
                table[f"{name}_matches@{k}"] = own[cut, kind, 3].astype(np.int64).tolist()
        return table


def _denominator(matches: Matches, options: Options, k: Cutoff) -> Ints:
    limit = matches.limit(k)
    return np.minimum(limit, matches.given) if options.denominator == "min" else limit


def _measures(found: Ints, denominator: Ints, gold: Ints) -> tuple[Floats, Floats, Floats]:
    """Precision, recall and F1 of each document."""
    precision = _ratio(found, denominator)
    recall = np.minimum(1.0, _ratio(found, gold))
    return precision, recall, _harmonic_mean(precision, recall)


def mean_f1(matches: Matches, flags: Flags, options: Options, scored: Flags) -> float:
    """The mean F1 of the scored documents at the first cutoff, if the flagged predictions match."""
    k = options.k[0]
    found, denominator = matches.found(flags, k), _denominator(matches, options, k)
    f1 = _measures(found, denominator, matches.gold)[2][scored]
    return math.fsum(f1.tolist()) / f1.size


def _ratio(part: Any, whole: Any) -> Floats:
    """part / whole, and 0 where whole is 0: no part of nothing is more than nothing here."""
    ratio: Floats = part / np.where(whole == 0, 1.0, whole)
    return ratio


def _harmonic_mean(precision: Floats, recall: Floats) -> Floats:
    """F1 = 2PR / (P + R), and 0 where both are 0."""
    return _ratio(2 * precision * recall, precision + recall)
