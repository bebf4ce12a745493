"""Boards: all systems scored with one signature, with their tests, groups and error reductions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slovke.errors import InputError
from slovke.leaderboard.check import Checked, Target
from slovke.leaderboard.examples import Example, best_and_worst
from slovke.leaderboard.groups import holm, letters, pairs_of, resamples_needed
from slovke.leaderboard.options import ScoringOptions
from slovke.leaderboard.rer import Reductions, reductions
from slovke.leaderboard.submission import Submission


@dataclass(frozen=True, slots=True)
class SystemResult:
    """One system's row and page.

    Attributes:
        submission: what its authors say.
        scores: what `slovke_metric.score` gave (fractions, with `_low` and `_high`).
        explanation: what `slovke_metric.explain` gave for the headline cutoff.
        best, worst: documents by exact, then partial F1 at the headline cutoff.
        notes: what the check found odd.
    """

    submission: Submission
    scores: Mapping[str, Any]
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
class Difference:
    """A paired test of two systems on the headline score.

    Attributes:
        better, worse: slugs, in the board's order.
        difference, low, high: of the scores, with its bootstrap interval (fractions).
        p: of the randomization test; `corrected` after Holm over all pairs of the board.
        corrected: see `p`.
    """

    better: str
    worse: str
    difference: float
    low: float
    high: float
    p: float
    corrected: float


@dataclass(frozen=True, slots=True)
class Board:
    """Systems whose scores may stand in one table.

    Attributes:
        signature: the one of all its scores.
        interval_signature: the same with the bootstrap's.
        options: how they were scored.
        systems: best first.
        groups: slug to letters; systems that share one do not differ significantly.
        differences: the test of every pair.
        reductions: slug to the error reductions against the baseline.
        baseline: its slug.
        test_resamples: of the tests, enough for the correction.
    """

    signature: str
    interval_signature: str
    options: ScoringOptions
    systems: tuple[SystemResult, ...]
    groups: Mapping[str, str]
    differences: tuple[Difference, ...]
    reductions: Mapping[str, Reductions]
    baseline: str
    test_resamples: int


def find_baseline(systems: Sequence[Submission], baseline: str) -> str:
    """The slug of the submission that is named so, by folder or by system.

    Raises:
        InputError: there is none.
    """
    for submission in systems:
        if baseline in (submission.slug, submission.system):
            return submission.slug
    known = ", ".join(sorted(submission.slug for submission in systems))
    raise InputError(f"--baseline {baseline}: no such submission; there are {known}")


def build_board(
    checked: Sequence[Checked],
    target: Target,
    options: ScoringOptions,
    baseline: str,
    advance: Callable[[int], None] = lambda _: None,
) -> Board:
    """Put checked submissions into one table.

    Args:
        checked: the submissions, all scored with `options`.
        target: what they were scored on.
        options: how.
        baseline: the slug that errors are reduced against.
        advance: called after each system and each pair, for a progress bar.

    Raises:
        ValueError: two of them have different signatures.
    """
    signatures = {one.scores["signature"] for one in checked}
    if len(signatures) != 1:
        raise ValueError(f"scores with different signatures share no table: {sorted(signatures)}")
    results = []
    for one in checked:
        results.append(_result(one, target, options))
        advance(1)
    results.sort(key=lambda one: (-one.scores[options.headline_score], one.slug))
    order = [one.slug for one in results]
    needed = resamples_needed(len(order), options.level, options.resamples)
    differences = _differences(checked, target, options, order, needed, advance)
    apart = [(one.better, one.worse) for one in differences if one.corrected < options.level]
    points = {one.slug: _points(one, options) for one in results}
    return Board(
        signature=signatures.pop(),
        interval_signature=results[0].scores["interval_signature"],
        options=options,
        systems=tuple(results),
        groups=letters(order, apart),
        differences=differences,
        reductions={
            slug: reductions(own, points[baseline], options.reduced) for slug, own in points.items()
        },
        baseline=baseline,
        test_resamples=needed,
    )


def _result(one: Checked, target: Target, options: ScoringOptions) -> SystemResult:
    from slovke_metric import explain

    explanation = explain(
        one.predictions,
        [record.keyphrases for record in target.records],
        k=options.headline,
        examples=3,
        **options.own,
    )
    best, worst = best_and_worst(one, target.records, options)
    return SystemResult(one.submission, one.scores, explanation, best, worst, one.notes)


def _differences(
    checked: Sequence[Checked],
    target: Target,
    options: ScoringOptions,
    order: Sequence[str],
    resamples: int,
    advance: Callable[[int], None],
) -> tuple[Difference, ...]:
    from slovke_metric import compare

    predictions = {one.submission.slug: one.predictions for one in checked}
    references = [record.keyphrases for record in target.records]
    tests = {}
    for better, worse in pairs_of(order):
        result = compare(
            predictions[better],
            predictions[worse],
            references,
            k=options.headline,
            confidence=options.confidence,
            resamples=resamples,
            seed=options.seed,
            **options.own,
        )
        tests[better, worse] = result[options.headline_score]
        advance(1)
    corrected = holm({pair: test["p_randomization"] for pair, test in tests.items()})
    return tuple(
        Difference(
            *pair,
            test["difference"],
            test["low"],
            test["high"],
            test["p_randomization"],
            corrected[pair],
        )
        for pair, test in tests.items()
    )


def _points(one: SystemResult, options: ScoringOptions) -> dict[str, float | None]:
    return {name: 100 * one.scores[name] for name in options.reduced}
