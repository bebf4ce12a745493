"""The benchmark's board: systems in order, tests of every pair, groups, error reductions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from slovke.errors import InputError
from slovke.leaderboard.check import check_target, compare_claims
from slovke.leaderboard.differences import Difference, Samples, group_letters, paired_tests
from slovke.leaderboard.submission import Layout, Submission, read_submission
from slovke.sklep.published import slovakbert_scores
from slovke.sklep.scoring import SklepResult, measure_names, score_system
from slovke.sklep.sums import CONFIDENCE, NAMES
from slovke.sklep.target import Target
from slovke.sklep.tasks import TASKS

if TYPE_CHECKING:
    from slovke_metric.resampling import Floats

LEVEL = 0.05
LAYOUT = Layout(tuple(f"{task.name}.jsonl" for task in TASKS), "in per cent", 100.0)
CLAIM_TOLERANCE = 0.05
"""Claims, in per cent, may be rounded to one decimal."""

AVERAGES = ("average", "average_rer")

Baseline = Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class SklepBoard:
    """Systems whose scores may stand in one table.

    Attributes:
        results: fewest missing tasks first, then by average.
        signature: the one of all scores.
        baseline: headline scores that errors are reduced against; None is SlovakBERT as published.
        baseline_name: its name.
        tests: score to the test of every pair; a score is "<task> <measure>", `average` or
            `average_rer`.
        groups: score to slug to letters; a system without that score has none.
        intervals: slug to the intervals of the two averages, in per cent; of complete systems.
        randomizations: of the tests.
    """

    results: tuple[SklepResult, ...]
    signature: str
    baseline: Baseline | None
    baseline_name: str
    tests: Mapping[str, tuple[Difference, ...]]
    groups: Mapping[str, Mapping[str, str]]
    intervals: Mapping[str, Mapping[str, tuple[float, float]]]
    randomizations: int


def read_sklep_submission(folder: Path) -> Submission:
    """The metadata of a submission: `submission.yaml` beside `<task>.jsonl` files.

    Raises:
        InputError: names what is wrong, where, and what to do.
    """
    return read_submission(folder, LAYOUT)


def check_sklep_submission(
    submission: Submission, target: Target, revisions: Sequence[str], randomizations: int
) -> SklepResult:
    """Check a submission against the gold, and score it.

    Args:
        submission: its metadata.
        target: the gold.
        revisions: the names of its revision.
        randomizations: of the tests, the same number for all systems of a board.

    Raises:
        InputError: another split or revision, wrong rows, a claimed score that is not so.
    """
    check_target(submission, target.name, target.split, revisions)
    try:
        result = score_system(
            submission.folder, target, submission=submission, randomizations=randomizations
        )
    except RecursionError:
        raise InputError(f"{submission.folder}: a line of JSON is nested too deeply") from None
    claimable = {
        f"{task} {measure}": score
        for task, own in result.scores.items()
        for measure, score in own.items()
    }
    compare_claims(
        submission, {**claimable, "average": result.average}, result.signature, CLAIM_TOLERANCE
    )
    return result


def build_sklep_board(
    results: Sequence[SklepResult], baseline: Baseline | None, baseline_name: str
) -> SklepBoard:
    """Put systems into one table.

    Args:
        results: of the same target, with the same number of randomizations.
        baseline, baseline_name: as in `SklepBoard`.

    Raises:
        ValueError: the results have different signatures.
    """
    signatures = {one.signature for one in results}
    if len(signatures) != 1:
        raise ValueError(f"scores with different signatures share no table: {sorted(signatures)}")
    ordered = sorted(results, key=lambda one: (len(one.missing), -one.average, one.slug))
    tests: dict[str, tuple[Difference, ...]] = {}
    scores: dict[str, dict[str, float]] = {}
    for task in TASKS:
        there = {one.slug: one.samples[task.name] for one in ordered if task.name in one.samples}
        for measure, own in paired_tests(there, NAMES[task.kind], CONFIDENCE).items():
            tests[f"{task.name} {measure}"] = own
            scores[f"{task.name} {measure}"] = {
                one.slug: one.scores[task.name][measure] for one in ordered if one.slug in there
            }
    # An average over fewer tasks is comparable with none over nine.
    complete = {
        one.slug: _averages(one.samples, baseline)
        for one in ordered
        if len(one.samples) == len(TASKS)
    }
    for name, own in paired_tests(complete, AVERAGES, CONFIDENCE).items():
        tests[name] = own
        place = AVERAGES.index(name)
        scores[name] = {slug: float(one.scores[place]) for slug, one in complete.items()}
    drawn = [len(samples.drawn) for one in ordered for samples in one.samples.values()]
    return SklepBoard(
        results=tuple(ordered),
        signature=signatures.pop(),
        baseline=baseline,
        baseline_name=baseline_name,
        tests=tests,
        groups={name: group_letters(own, scores[name], LEVEL) for name, own in tests.items()},
        intervals={slug: _intervals(one) for slug, one in complete.items()},
        randomizations=max(drawn, default=0),
    )


def all_names() -> list[tuple[str, str, str]]:
    """Task, measure and name of every score, the headlines first."""
    pairs = [(task.name, task.headline) for task in TASKS]
    pairs += [(task.name, measure) for task in TASKS for measure in measure_names(task)[1:]]
    return [(task, measure, f"{task} {measure}") for task, measure in pairs]


def _intervals(samples: Samples) -> dict[str, tuple[float, float]]:
    from slovke_metric.resampling import percentile_interval

    low, high = percentile_interval(100 * samples.resampled, CONFIDENCE)
    return {
        name: (min(below, score), max(above, score))
        for name, below, above, score in zip(
            samples.names, low.tolist(), high.tolist(), (100 * samples.scores).tolist(), strict=True
        )
    }


def _averages(samples: Mapping[str, Samples], baseline: Baseline | None) -> Samples:
    """The two averages over the tasks of one system, as fractions, from the tasks' own samples."""
    import numpy as np

    own = [samples[task.name] for task in TASKS]
    base = slovakbert_scores() if baseline is None else baseline
    scores = [base.get(task.name) for task in TASKS]
    reducible = [score is not None and score < 100 for score in scores]
    bars = np.array([(score or 0.0) / 100 for score in scores])[reducible]
    edges = np.cumsum([one.sums.size for one in own])[:-1]

    def averaged(headlines: Floats) -> Floats:
        """From the headline scores of the tasks, shape (..., 9)."""
        errors = (headlines[..., reducible] - bars) / (1 - bars)
        rer = errors.mean(axis=-1) if errors.shape[-1] else np.zeros(headlines.shape[:-1])
        return np.stack([headlines.mean(axis=-1), rer], axis=-1)

    def of_sums(sums: Floats) -> Floats:
        parts = np.split(sums, edges, axis=-1)
        headlines = [one.of_sums(part)[..., 0] for one, part in zip(own, parts, strict=True)]
        return averaged(np.stack(headlines, axis=-1))

    return Samples(
        names=AVERAGES,
        of_sums=of_sums,
        scores=averaged(np.array([one.scores[0] for one in own])),
        resampled=averaged(np.stack([one.resampled[:, 0] for one in own], axis=-1)),
        sums=np.concatenate([one.sums for one in own]),
        drawn=np.concatenate([one.drawn for one in own], axis=-1),
    )
