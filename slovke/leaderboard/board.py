"""Boards: all systems scored with one signature, with their tests, groups and error reductions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slovke.leaderboard.check import Checked
from slovke.leaderboard.differences import (
    Difference,
    Samples,
    group_letters,
    paired_tests,
)
from slovke.leaderboard.examples import Example, best_and_worst
from slovke.leaderboard.options import ScoringOptions
from slovke.leaderboard.rer import Reductions, reductions
from slovke.leaderboard.scoring import Scorer
from slovke.leaderboard.submission import Submission
from slovke.leaderboard.target import Target


@dataclass(frozen=True, slots=True)
class SystemResult:
    """One system's row and page.

    Attributes:
        submission: what its authors say.
        scores: what `slovke_metric.score` gives (fractions, with `_low` and `_high`).
        samples: of its documents, for the tests.
        explanation: what `slovke_metric.explain` gives for the headline cutoff.
        best, worst: documents by exact, then partial F1 at the headline cutoff.
        notes: what the check found odd.
    """

    submission: Submission
    scores: Mapping[str, Any]
    samples: Samples
    explanation: Mapping[str, Any]
    best: tuple[Example, ...]
    worst: tuple[Example, ...]
    notes: tuple[str, ...]

    @property
    def slug(self) -> str:
        """The name of its folder and page."""
        return self.submission.slug

    @property
    def name(self) -> str:
        """As shown."""
        return self.submission.system


@dataclass(frozen=True, slots=True)
class Board:
    """Systems whose scores may stand in one table.

    Attributes:
        signature: the one of all its scores.
        interval_signature: the same with the bootstrap's.
        options: how they were scored.
        systems: best first.
        tests: score to the test of every pair.
        groups: score to slug to letters; systems that share one do not differ significantly in it.
        reductions: slug to the error reductions against the baseline.
        baseline: its slug.
        test_resamples: of the tests, enough for the correction.
    """

    signature: str
    interval_signature: str
    options: ScoringOptions
    systems: tuple[SystemResult, ...]
    tests: Mapping[str, tuple[Difference, ...]]
    groups: Mapping[str, Mapping[str, str]]
    reductions: Mapping[str, Reductions]
    baseline: str
    test_resamples: int


def describe(one: Checked, target: Target, scorer: Scorer, resamples: int) -> SystemResult:
    """What the board keeps of a checked submission; its predictions may be forgotten then.

    Args:
        one: the submission.
        target, scorer: what it was scored on, and with.
        resamples: of the randomization tests, the same for all systems of a board.
    """
    best, worst = best_and_worst(one, target.documents, scorer)
    return SystemResult(
        submission=one.submission,
        scores=one.scores,
        samples=scorer.samples(one.scored.matches, resamples),
        explanation=scorer.explain(one.predictions, one.scored.matches),
        best=best,
        worst=worst,
        notes=one.notes,
    )


def build_board(
    results: Sequence[SystemResult],
    options: ScoringOptions,
    baseline: str,
) -> Board:
    """Put described submissions into one table.

    Args:
        results: all scored with `options` on the same target.
        options: how.
        baseline: the slug that errors are reduced against.

    Raises:
        ValueError: two of them have different signatures.
    """
    signatures = {one.scores["signature"] for one in results}
    if len(signatures) != 1:
        raise ValueError(f"scores with different signatures share no table: {sorted(signatures)}")
    systems = sorted(results, key=lambda one: (-one.scores[options.headline_score], one.slug))
    tests = paired_tests(
        {one.slug: one.samples for one in systems}, options.tested, options.confidence
    )
    points = {one.slug: _points(one, options) for one in systems}
    return Board(
        signature=signatures.pop(),
        interval_signature=systems[0].scores["interval_signature"],
        options=options,
        systems=tuple(systems),
        tests=tests,
        groups={
            name: group_letters(
                own,
                {one.slug: one.scores[name] for one in systems},
                options.level,
                less=name.startswith("gap"),
            )
            for name, own in tests.items()
        },
        reductions={
            slug: reductions(own, points[baseline], options.reduced) for slug, own in points.items()
        },
        baseline=baseline,
        test_resamples=len(systems[0].samples.drawn),
    )


def _points(one: SystemResult, options: ScoringOptions) -> dict[str, float | None]:
    return {name: 100 * one.scores[name] for name in options.reduced}
