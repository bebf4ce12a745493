"""What each row adds to the sums behind a task's measures: for intervals, tests and examples.

A row is a sentence, a pair, a document or a question. A measure that comes from sums over rows can
be resampled, and two systems can exchange rows. Two measures do not: the mean F1 of the classes,
whose classes come and go with the rows, and Spearman's correlation, which ranks all rows together.
They have neither interval nor test.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from slovke.leaderboard.differences import Samples, draw_samples
from slovke.sklep.measures import squad_f1, squad_words
from slovke.sklep.tasks import Task

if TYPE_CHECKING:
    from slovke_metric.resampling import Floats

CONFIDENCE = 0.95
RESAMPLES = 1000
SEED = 12345
NAMES = {
    "spans": ("f1", "precision", "recall", "accuracy"),
    "class": ("accuracy",),
    "similarity": ("pearson",),
    "answer": ("f1", "exact_match"),
}
"""The measures that come from sums, by kind of task; the headline first."""


def row_statistics(task: Task, gold: Sequence[Any], predicted: Sequence[Any]) -> Floats:
    """What each row adds to the sums, shape (statistics, rows).

    Args:
        task: which.
        gold, predicted: row by row, as `read_gold` and `read_task_predictions` give them.
    """
    import numpy as np

    columns = {"spans": _spans, "class": _hits, "similarity": _products, "answer": _answers}
    return np.array(columns[task.kind](gold, predicted), dtype=np.float64).T


def measures_of_sums(kind: str, sums: Floats) -> Floats:
    """The measures of `NAMES`, fractions, from sums of statistics.

    Args:
        kind: of the task.
        sums: shape (..., statistics).

    Returns:
        Shape (..., measures).
    """
    import numpy as np

    if kind == "similarity":
        n, x, y, xx, yy, xy = np.moveaxis(sums, -1, 0)
        spread = (n * xx - x * x) * (n * yy - y * y)
        # A resample of equal scores has no correlation; 0 is the cautious one.
        safe = np.where(spread > 1e-12, spread, np.inf)
        correlation: Floats = ((n * xy - x * y) / np.sqrt(safe))[..., None]
        return correlation
    if kind == "spans":
        right, given, wanted, tags, words = np.moveaxis(sums, -1, 0)
        parts = ((2 * right, given + wanted), (right, given), (right, wanted), (tags, words))
        return np.stack([part / np.maximum(whole, 1) for part, whole in parts], axis=-1)
    shares: Floats = sums[..., :-1] / sums[..., -1:]
    return shares


def task_samples(
    task: Task, number: int, gold: Sequence[Any], predicted: Sequence[Any], randomizations: int
) -> Samples:
    """What the intervals and tests of one system in one task need.

    Args:
        task: which.
        number: of the task, for random numbers of its own; all systems get the same ones.
        gold, predicted: row by row.
        randomizations: of the tests, the same number for all systems.
    """
    return draw_samples(
        row_statistics(task, gold, predicted),
        NAMES[task.kind],
        partial(measures_of_sums, task.kind),
        resamples=RESAMPLES,
        randomizations=randomizations,
        seed=SEED + number,
    )


def row_scores(task: Task, gold: Sequence[Any], predicted: Sequence[Any]) -> list[float]:
    """How good each row is, for showing the best and the worst: 1 is right.

    The F1 of a sentence's spans (1 if there are none and none were found), whether a label is
    right, an answer's F1; of similarities 1 minus the distance of the two, each in its own standard
    deviations from its own mean.
    """
    values = row_statistics(task, gold, predicted)
    if task.kind == "similarity":
        _, x, y, *_ = values
        spread = float((x * x).mean()) ** 0.5
        scores: Floats = 1 - abs(x / spread - y)
        return [float(score) for score in scores]
    if task.kind == "spans":
        right, given, wanted, *_ = values
        return [
            2 * hits / total if total else 1.0
            for hits, total in zip(right.tolist(), (given + wanted).tolist(), strict=True)
        ]
    return [float(score) for score in values[0]]


def _spans(gold: Sequence[Any], predicted: Sequence[Any]) -> list[tuple[float, ...]]:
    """Right, predicted and gold spans of each sentence; right tags, and words."""
    import warnings

    from seqeval.metrics.sequence_labeling import get_entities

    rows: list[tuple[float, ...]] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for left, right in zip(gold, predicted, strict=True):
            wanted, given = set(get_entities(list(left))), set(get_entities(list(right)))
            tags = sum(one == other for one, other in zip(left, right, strict=True))
            rows.append((len(wanted & given), len(given), len(wanted), tags, len(left)))
    return rows


def _hits(gold: Sequence[Any], predicted: Sequence[Any]) -> list[tuple[float, ...]]:
    return [(float(left == right), 1.0) for left, right in zip(gold, predicted, strict=True)]


def _products(gold: Sequence[Any], predicted: Sequence[Any]) -> list[tuple[float, ...]]:
    """One, both scores, their squares and their product.

    Predictions are brought to mean 0 and standard deviation 1, which changes no correlation: two
    systems may score on different scales, and rows that they exchange must be on one.
    """
    middle_x, middle_y = sum(gold) / len(gold), sum(predicted) / len(predicted)
    spread = (sum((one - middle_y) ** 2 for one in predicted) / len(predicted)) ** 0.5
    pairs = [
        (one - middle_x, (other - middle_y) / spread)
        for one, other in zip(gold, predicted, strict=True)
    ]
    return [(1.0, x, y, x * x, y * y, x * y) for x, y in pairs]


def _answers(gold: Sequence[Any], predicted: Sequence[Any]) -> list[tuple[float, ...]]:
    """F1, exact match, and one."""
    return [
        (
            max(squad_f1(one, answer) for one in own or ("",)),
            max(float(squad_words(one) == squad_words(answer)) for one in own or ("",)),
            1.0,
        )
        for own, answer in zip(gold, predicted, strict=True)
    ]
