"""Bootstrap intervals of the headline scores: over sentences, pairs, documents or questions.

Each row adds a few numbers to sums from which its task's score comes, so resampling the rows is
resampling these numbers, with the metric's own bootstrap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from slovke.sklep.measures import squad_f1
from slovke.sklep.tasks import Task

if TYPE_CHECKING:
    from slovke_metric.resampling import Floats

CONFIDENCE = 0.95
RESAMPLES = 1000
SEED = 12345


def headline_interval(
    task: Task, gold: Sequence[Any], predicted: Sequence[Any]
) -> tuple[float, float]:
    """The percentile interval of a task's headline score, in per cent.

    Args:
        task: which.
        gold, predicted: row by row, as `read_gold` and `read_task_predictions` give them.
    """
    import numpy as np

    from slovke_metric.resampling import bootstrap_sums, percentile_interval

    columns = {"spans": _spans, "class": _hits, "similarity": _products, "answer": _answers}
    statistics = np.array(columns[task.kind](gold, predicted), dtype=np.float64).T
    sums = bootstrap_sums(statistics, RESAMPLES, SEED)
    scores = 100 * headline_from_sums(task, sums)
    low, high = percentile_interval(scores[:, None], CONFIDENCE)
    return float(low[0]), float(high[0])


def headline_from_sums(task: Task, sums: Floats) -> Floats:
    """The headline score (a fraction) from sums over the rows, shape (resamples, statistics)."""
    import numpy as np

    if task.kind == "spans":
        right, given, wanted = sums.T
        f1: Floats = 2 * right / np.maximum(given + wanted, 1)
        return f1
    if task.kind == "similarity":
        n, x, y, xx, yy, xy = sums.T
        spread = (n * xx - x * x) * (n * yy - y * y)
        # A resample of equal scores has no correlation; 0 is the cautious one.
        safe = np.where(spread > 1e-12, spread, np.inf)
        correlation: Floats = (n * xy - x * y) / np.sqrt(safe)
        return correlation
    mean: Floats = sums[:, 0] / sums[:, 1]
    return mean


def _spans(gold: Sequence[Any], predicted: Sequence[Any]) -> list[tuple[float, ...]]:
    """Right, predicted and gold spans of each sentence."""
    import warnings

    from seqeval.metrics.sequence_labeling import get_entities

    rows: list[tuple[float, ...]] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for left, right in zip(gold, predicted, strict=True):
            wanted, given = set(get_entities(list(left))), set(get_entities(list(right)))
            rows.append((len(wanted & given), len(given), len(wanted)))
    return rows


def _hits(gold: Sequence[Any], predicted: Sequence[Any]) -> list[tuple[float, ...]]:
    return [(float(left == right), 1.0) for left, right in zip(gold, predicted, strict=True)]


def _products(gold: Sequence[Any], predicted: Sequence[Any]) -> list[tuple[float, ...]]:
    """One, both scores, their squares and their product; around the means, for precision."""
    shift_x, shift_y = sum(gold) / len(gold), sum(predicted) / len(predicted)
    pairs = [(a - shift_x, b - shift_y) for a, b in zip(gold, predicted, strict=True)]
    return [(1.0, x, y, x * x, y * y, x * y) for x, y in pairs]


def _answers(gold: Sequence[Any], predicted: Sequence[Any]) -> list[tuple[float, ...]]:
    return [
        (max(squad_f1(one, answer) for one in own or ("",)), 1.0)
        for own, answer in zip(gold, predicted, strict=True)
    ]
