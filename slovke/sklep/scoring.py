"""A folder of predictions to a row of the benchmark: nine scores, their average, and RER."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from slovke.errors import InputError
from slovke.leaderboard.rer import Reductions, reductions
from slovke.sklep import measures
from slovke.sklep.intervals import CONFIDENCE, RESAMPLES, SEED, headline_interval
from slovke.sklep.published import slovakbert_scores
from slovke.sklep.reading import read_gold, read_task_predictions
from slovke.sklep.tasks import BY_NAME, DATASET, TASKS, Task

VERSION = "1"
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
        name: the folder's.
        scores: task to measure to score; a task without predictions is not in it.
        signature: how they were computed.
        intervals: task to the 95 % bootstrap interval of its headline score.
    """

    name: str
    scores: Mapping[str, Mapping[str, float]]
    signature: str
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)

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


def score_systems(
    folders: Sequence[Path],
    data: str = DATASET,
    split: str = "test",
    advance: Callable[[int], None] = lambda _: None,
) -> tuple[SklepResult, ...]:
    """Score several systems on the same gold, each task's read once.

    Args:
        folders: of each system, with `<task>.jsonl` for each task that it solved.
        data: where the gold is (see `read_gold`).
        split: of the gold.
        advance: called after each file, for a progress bar.

    Raises:
        InputError: a folder without predictions, a file of no task, wrong predictions, two folders
            of one name.
    """
    names = [folder.absolute().name for folder in folders]
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled is not None:
        raise InputError(f"two folders are named {doubled!r}; rename one")
    files = {folder: task_files(folder) for folder in folders}
    golds = {
        task.name: read_gold(task, data, split)
        for task in TASKS
        if any(task.name in own for own in files.values())
    }
    signature = signature_of(data, split)
    results = []
    for folder, name in zip(folders, names, strict=True):
        scores, intervals = {}, {}
        for task, path in files[folder].items():
            gold, predicted = golds[task], read_task_predictions(path, golds[task])
            scores[task] = _MEASURES[gold.task.kind](gold.values, predicted)
            intervals[task] = headline_interval(gold.task, gold.values, predicted)
            advance(1)
        results.append(SklepResult(name, scores, signature, intervals))
    return tuple(results)


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


def signature_of(data: str, split: str) -> str:
    """Which gold, and which versions measured it."""
    libraries = "|".join(f"{name}:{version(name)}" for name in ("seqeval", "scikit-learn", "scipy"))
    where = Path(data).name if Path(data).is_dir() else data
    bootstrap = f"interval:percentile-{CONFIDENCE:g}|bootstrap:{RESAMPLES}|seed:{SEED}"
    return f"sklep:{VERSION}|data:{where}|split:{split}|{libraries}|squad:2.0|{bootstrap}"


def measure_names(task: Task) -> tuple[str, ...]:
    """The headline first."""
    return (task.headline, *task.more)
