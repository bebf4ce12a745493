"""Which systems differ, score by score: paired tests of every pair, and letters for the groups.

The tests are those of `slovke_metric.compare`. Each resample is a sum over documents, and sums of a
difference are differences of sums: so every system is resampled once, with the same draws as all
others, and not once for each pair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from slovke.leaderboard.groups import holm, letters, pairs_of

if TYPE_CHECKING:
    from slovke_metric.resampling import Floats

# Sums of the same numbers in another order differ by less than this.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Difference:
    """A paired test of two systems on one score.

    Attributes:
        a, b: slugs; a stands before b on the board.
        difference, low, high: a minus b, with its bootstrap interval (fractions).
        p: of the randomization test; `corrected` after Holm over all pairs of that score.
        corrected: see `p`.
    """

    a: str
    b: str
    difference: float
    low: float
    high: float
    p: float
    corrected: float

    def turned(self) -> Difference:
        """The same test with b first."""
        return replace(
            self, a=self.b, b=self.a, difference=-self.difference, low=-self.high, high=-self.low
        )


@dataclass(frozen=True, slots=True)
class Samples:
    """One system: its scores, those of each bootstrap resample, and sums for the randomization.

    Small beside what they come from, so that the documents' statistics need not be kept.

    Attributes:
        names: of the scores.
        of_sums: from sums over all documents to scores.
        scores: shape (scores,).
        resampled: shape (resamples, scores).
        sums: shape (statistics,): over all documents.
        drawn: shape (resamples, statistics): over a random half of the documents, the same half for
            every system; swapping these documents between two systems exchanges these sums.
    """

    names: Sequence[str]
    of_sums: Callable[[Floats], Floats]
    scores: Floats
    resampled: Floats
    sums: Floats
    drawn: Floats


def paired_tests(
    systems: Mapping[str, Samples], names: Sequence[str], confidence: float
) -> dict[str, tuple[Difference, ...]]:
    """Test every pair of systems on every score named.

    Args:
        systems: slug to samples, in the board's order, all of the same documents.
        names: of the scores.
        confidence: of the intervals.

    Returns:
        Score to the tests of all pairs; empty tuples for fewer than two systems.
    """
    import numpy as np

    from slovke_metric.resampling import percentile_interval

    found: dict[str, dict[tuple[str, str], tuple[float, float, float, float]]] = {
        name: {} for name in names
    }
    for a, b in pairs_of(list(systems)):
        left, right = systems[a], systems[b]
        columns = [left.names.index(name) for name in names]
        difference = (left.scores - right.scores)[columns]
        apart = (left.resampled - right.resampled)[:, columns]
        low, high = percentile_interval(apart, confidence)
        moved = right.drawn - left.drawn
        swapped = left.of_sums(left.sums + moved) - left.of_sums(right.sums - moved)
        extreme = np.abs(swapped[:, columns]) >= np.abs(difference) - _ROUNDING
        p = (1 + extreme.sum(axis=0)) / (1 + len(moved))
        ends = (np.minimum(low, difference), np.maximum(high, difference))
        rows = zip(*(values.tolist() for values in (difference, *ends, p)), strict=True)
        for name, row in zip(names, rows, strict=True):
            found[name][a, b] = row
    return {name: _corrected(tests) for name, tests in found.items()}


def group_letters(
    tests: Sequence[Difference], scores: Mapping[str, float], level: float, *, less: bool = False
) -> dict[str, str]:
    """The letters of one score: systems that share one do not differ significantly in it.

    Args:
        tests: of all pairs.
        scores: slug to score.
        level: of significance.
        less: less is better, as of the gap.
    """
    order = sorted(scores, key=lambda slug: (scores[slug] if less else -scores[slug], slug))
    return letters(order, [(one.a, one.b) for one in tests if one.corrected < level])


def draw_samples(
    values: Floats,
    names: Sequence[str],
    of_sums: Callable[[Floats], Floats],
    *,
    resamples: int,
    randomizations: int,
    seed: int,
) -> Samples:
    """Resample one system.

    Args:
        values: what each document adds to the sums, shape (statistics, documents).
        names, of_sums: as in `Samples`.
        resamples: of the bootstrap.
        randomizations: as many random halves, the same number for all systems of a board.
        seed: of both.
    """
    import numpy as np

    from slovke_metric.document_scores import exact_sums
    from slovke_metric.resampling import bootstrap_sums, swapped_sums

    nothing = np.broadcast_to(0.0, values.shape)
    return Samples(
        names=names,
        of_sums=of_sums,
        scores=of_sums(exact_sums(values)),
        resampled=of_sums(bootstrap_sums(values, resamples, seed)),
        sums=values.sum(axis=1),
        drawn=swapped_sums(nothing, values, randomizations, seed)[0],
    )


def _corrected(
    tests: Mapping[tuple[str, str], tuple[float, float, float, float]],
) -> tuple[Difference, ...]:
    corrected = holm({pair: p for pair, (*_, p) in tests.items()})
    return tuple(
        Difference(*pair, difference, low, high, p, corrected[pair])
        for pair, (difference, low, high, p) in tests.items()
    )
