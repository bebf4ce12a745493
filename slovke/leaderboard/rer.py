"""Relative error reduction (RER): how much of a baseline's error a system takes away.

Source: skLEP (2025), after de Vries et al. (2023). A point near the top is worth more than a point
far from it, so tasks and measures of different difficulty can be averaged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reductions:
    """The error reductions of one system.

    Attributes:
        values: task or measure to RER in per cent; negative where the baseline is better.
        missing: what has no RER, with the reason: a score is missing, or the baseline makes no
            error that could be reduced.
    """

    values: Mapping[str, float]
    missing: Mapping[str, str]

    @property
    def mean(self) -> float | None:
        """The mean over what there is, in per cent; None of nothing.

        It is comparable only with means over the same names: look at `missing` first.
        """
        return math.fsum(self.values.values()) / len(self.values) if self.values else None

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing


def relative_error_reduction(score: float, baseline: float) -> float:
    """100 x ((100 - b) - (100 - s)) / (100 - b), in per cent.

    Args:
        score: s, in per cent, at most 100, higher is better (a correlation can be negative).
        baseline: b, the baseline's score in per cent.

    Returns:
        100 if no error is left, 0 if it is the baseline's, negative if it is larger.

    Raises:
        ValueError: a score above 100 or no number, or a baseline of 100, which leaves nothing to
            reduce.
    """
    for name, value in (("score", score), ("baseline", baseline)):
        if not -math.inf < value <= 100:
            raise ValueError(f"{name} must be in per cent, at most 100, not {value!r}")
    if baseline == 100:
        raise ValueError("the baseline makes no error: there is nothing to reduce")
    return 100 * ((100 - baseline) - (100 - score)) / (100 - baseline)


def reductions(
    scores: Mapping[str, float | None],
    baseline: Mapping[str, float | None],
    names: Iterable[str] | None = None,
) -> Reductions:
    """The RER of every task or measure, and the names of those that have none.

    Args:
        scores: name to the system's score in per cent; None is a missing one.
        baseline: name to the baseline's.
        names: what should be there; None takes the names of both, the baseline's order first.

    Raises:
        ValueError: a score above 100 or no number.
    """
    wanted = list(dict.fromkeys((*baseline, *scores) if names is None else names))
    values: dict[str, float] = {}
    missing: dict[str, str] = {}
    for name in wanted:
        own, base = scores.get(name), baseline.get(name)
        if own is None:
            missing[name] = "no score"
        elif base is None:
            missing[name] = "no score of the baseline"
        elif base == 100:
            missing[name] = "the baseline makes no error"
        else:
            values[name] = relative_error_reduction(own, base)
    return Reductions(values, missing)
