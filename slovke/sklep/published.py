"""What skLEP printed, and what can be recomputed from it.

The table at hand prints the average score and the average RER over nine tasks, but only four of the
tasks. So neither average can be recomputed for any model; one can only say what the five unprinted
tasks must come to for the printed average to hold (`implied_rest`), and that is possible for all
seven models. For SlovakBERT all nine scores are known from the benchmark's toolkit, and their mean
is the printed 83.95.

The four printed tasks alone rank the models in another way than the printed average RER:
XLM-R-Large and DeBERTaV3-Large reduce SlovakBERT's error over the four (printed: -11.90 and -10.22
over nine), FERNET-CC adds to it (printed: +0.55). ModernBERT-Base has no QA score, so it is open
whether its averages are over eight tasks or nine. Two statements of our summary of the paper don't
follow from the definition either: a point on UD is 51 % of SlovakBERT's error there (not "approx.
20 %"), a point on QA 3.9 % (not "approx. 3 %").
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from slovke.leaderboard.rer import Reductions, reductions
from slovke.sklep.tasks import TASKS

BASELINE = "SlovakBERT"


@dataclass(frozen=True, slots=True)
class Published:
    """One model as printed, in per cent.

    Attributes:
        name, kind: the model, and what it was trained for.
        average, rer: as printed, over nine tasks; of `rer` the sign is the error's reduction.
        scores: the four printed tasks; None where the table has a dash.
    """

    name: str
    kind: str
    average: float
    rer: float
    scores: Mapping[str, float | None]


@lru_cache(maxsize=1)
def _content() -> Mapping[str, Any]:
    text = (files("slovke.sklep") / "published.json").read_text(encoding="utf-8")
    content: Mapping[str, Any] = json.loads(text)
    return content


def published_models() -> tuple[Published, ...]:
    """The seven models of the printed table, in its order."""
    return tuple(
        Published(one["name"], one["type"], one["average"], one["rer"], one["scores"])
        for one in _content()["models"]
    )


def slovakbert_scores() -> Mapping[str, float]:
    """SlovakBERT's headline score in every task, in per cent: the baseline of RER."""
    scores: Mapping[str, float] = _content()["slovakbert"]["scores"]
    return scores


def slovakbert_source() -> str:
    """Where these nine scores stand."""
    return str(_content()["slovakbert"]["source"])


def printed_reductions(model: Published) -> Reductions:
    """A model's RER over the printed tasks, against SlovakBERT as printed; all else is missing."""
    base = next(one for one in published_models() if one.name == BASELINE)
    return reductions(model.scores, base.scores, [task.name for task in TASKS])


def implied_rest(model: Published, tasks: int = len(TASKS)) -> float:
    """What the unprinted tasks must average, in per cent, for the printed average to hold.

    Args:
        model: as printed.
        tasks: how many the printed average is over.
    """
    there = [score for score in model.scores.values() if score is not None]
    return (tasks * model.average - math.fsum(there)) / (tasks - len(there))
