"""A folder of predictions to a row of the benchmark: nine scores, their average, and RER."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from slovke.errors import InputError
from slovke.leaderboard.differences import Samples
from slovke.leaderboard.rer import Reductions, reductions
from slovke.leaderboard.submission import Submission
from slovke.sklep import measures
from slovke.sklep.examples import Example, best_and_worst
from slovke.sklep.published import slovakbert_scores
from slovke.sklep.reading import read_task_predictions
from slovke.sklep.sums import CONFIDENCE, RESAMPLES, task_samples
from slovke.sklep.target import Target
from slovke.sklep.tasks import BY_NAME, TASKS, Task

_MEASURES: Mapping[str, Callable[..., dict[str, float]]] = {
    "spans": measures.spans,
    "class": measures.classes,
    "similarity": measures.similarity,
    "answer": measures.answers,
}


@dataclass(frozen=True, slots=True)
class SklepResult:
    """One system's scores, in per cent.

    Attributes:
        name: the system's, or the folder's.
        scores: task to measure to score; a task without predictions is not in it.
        signature: how they were computed.
        intervals: task to measure to its 95 % bootstrap interval; the measures of `sums.NAMES`.
        slug: the folder's name.
        submission: what its authors say; None for a folder of predictions alone.
        samples: task to what the tests need.
        examples: task to its best and its worst rows.
    """

    name: str
    scores: Mapping[str, Mapping[str, float]]
    signature: str
    intervals: Mapping[str, Mapping[str, tuple[float, float]]] = field(default_factory=dict)
    slug: str = ""
    submission: Submission | None = None
    samples: Mapping[str, Samples] = field(default_factory=dict)
    examples: Mapping[str, tuple[Sequence[Example], Sequence[Example]]] = field(
        default_factory=dict
    )

    @property
    def headline(self) -> dict[str, float | None]:
        """The score of each of the nine tasks that is averaged; None where it is missing."""
        return {
            task.name: self.scores[task.name][task.headline] if task.name in self.scores else None
            for task in TASKS
        }

    @property
    def missing(self) -> tuple[str, ...]:
        """The tasks without predictions."""
        return tuple(task.name for task in TASKS if task.name not in self.scores)

    @property
    def average(self) -> float:
        """The mean of the headline scores that are there; look at `missing` before comparing."""
        there = [score for score in self.headline.values() if score is not None]
        return math.fsum(there) / len(there)

    def reductions(self, baseline: Mapping[str, float | None] | None = None) -> Reductions:
        """RER in every task; the default baseline is SlovakBERT as published."""
        base = slovakbert_scores() if baseline is None else baseline
        return reductions(self.headline, base, [task.name for task in TASKS])


def score_system(
    folder: Path,
    target: Target,
    *,
    submission: Submission | None = None,
    randomizations: int = RESAMPLES,
    advance: Callable[[int], None] = lambda _: None,
) -> SklepResult:
    """Score one system.

    Args:
        folder: with `<task>.jsonl` for each task that it solved.
        target: the gold.
        submission: what its authors say.
        randomizations: of the tests, the same number for all systems of a board.
        advance: called after each file, for a progress bar.

    Raises:
        InputError: a folder without predictions, a file of no task, wrong predictions.
    """
    from slovke_metric.resampling import percentile_interval

    scores: dict[str, dict[str, float]] = {}
    intervals: dict[str, dict[str, tuple[float, float]]] = {}
    samples: dict[str, Samples] = {}
    examples: dict[str, tuple[Sequence[Example], Sequence[Example]]] = {}
    for name, path in task_files(folder).items():
        gold, task = target.gold(name), BY_NAME[name]
        predicted = read_task_predictions(path, gold)
        scores[name] = _MEASURES[task.kind](gold.values, predicted)
        own = task_samples(task, TASKS.index(task), gold.values, predicted, randomizations)
        low, high = percentile_interval(100 * own.resampled, CONFIDENCE)
        ends = zip(own.names, low.tolist(), high.tolist(), strict=True)
        intervals[name] = {measure: (below, above) for measure, below, above in ends}
        samples[name] = own
        examples[name] = best_and_worst(gold, predicted)
        advance(1)
    slug = folder.absolute().name
    named = slug if submission is None else submission.system
    return SklepResult(
        named, scores, target.signature, intervals, slug, submission, samples, examples
    )


def score_systems(
    folders: Sequence[Path],
    target: Target,
    *,
    randomizations: int = RESAMPLES,
    advance: Callable[[int], None] = lambda _: None,
) -> tuple[SklepResult, ...]:
    """Score several folders of predictions on the same gold; as `score_system`.

    Raises:
        InputError: as `score_system`; two folders of one name.
    """
    names = [folder.absolute().name for folder in folders]
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled is not None:
        raise InputError(f"two folders are named {doubled!r}; rename one")
    for folder in folders:
        task_files(folder)  # what is wrong with a name is told before anything is scored
    return tuple(
        score_system(folder, target, randomizations=randomizations, advance=advance)
        for folder in folders
    )


def task_files(folder: Path) -> dict[str, Path]:
    """The predictions of a folder by task, in the benchmark's order.

    Raises:
        InputError: there is none, or a `.jsonl` that no task is named after.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder")
    found = {path.stem: path for path in sorted(folder.glob("*.jsonl"))}
    unknown = sorted(found.keys() - BY_NAME.keys())
    if unknown:
        raise InputError(
            f"{folder}: {unknown[0]}.jsonl is named after no task; they are {', '.join(BY_NAME)}"
        )
    if not found:
        raise InputError(f"{folder}: no predictions; expected files such as {TASKS[0].name}.jsonl")
    return {task.name: found[task.name] for task in TASKS if task.name in found}


def system_folders(folder: Path) -> list[Path]:
    """The folder itself if it holds predictions, else its subfolders that do.

    Raises:
        InputError: neither.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder")
    if any(folder.glob("*.jsonl")):
        return [folder]
    inner = sorted(path.parent for path in folder.glob("*/*.jsonl"))
    if not inner:
        raise InputError(f"{folder}: no predictions; expected files such as {TASKS[0].name}.jsonl")
    return list(dict.fromkeys(inner))


def measure_names(task: Task) -> tuple[str, ...]:
    """The headline first."""
    return (task.headline, *task.more)
