"""The rows on which a system does best and worst, with gold and prediction side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from slovke.sklep.reading import Gold
from slovke.sklep.sums import row_scores

SHOWN = 3
LONGEST = 600
"""Characters of a text, a gold value or a prediction that are shown."""


@dataclass(frozen=True, slots=True)
class Example:
    """One row: its id, what was asked, what is right, what was predicted, and how good that is."""

    id: str
    text: str
    gold: str
    predicted: str
    score: float


def best_and_worst(
    gold: Gold, predicted: Sequence[Any], shown: int = SHOWN
) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """The rows with the highest and the lowest score, ties in the order of the data.

    None stands on both sides.
    """
    scores = row_scores(gold.task, gold.values, predicted)
    order = sorted(range(len(scores)), key=lambda row: (-scores[row], row))
    best = order[: min(shown, (len(order) + 1) // 2)]
    rest = sorted(order[len(best) :], key=lambda row: (scores[row], row))[:shown]

    mark = " " if gold.task.kind == "spans" else " / "

    def example(row: int) -> Example:
        return Example(
            gold.ids[row],
            _short(gold.texts[row] if gold.texts else ""),
            _short(_shown(gold.values[row], mark)),
            _short(_shown(predicted[row], mark)),
            scores[row],
        )

    return tuple(map(example, best)), tuple(map(example, rest))


def _shown(value: Any, mark: str) -> str:
    """Tags in a row, or the answers that are accepted; nothing is an answer too."""
    if isinstance(value, float):
        return f"{value:g}"
    text = mark.join(value) if isinstance(value, tuple) else str(value)
    return text or "no answer"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
