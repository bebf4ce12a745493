"""skLEP's study of translations: mean rank, fluency and adequacy of each system."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from slovke.annotate.agreement import Labels
from slovke.annotate.criteria import BEST, SCALES
from slovke.annotate.judgements import State
from slovke.annotate.scores import Interval, Resampling, intervals, judges
from slovke.annotate.task import Task


def mean_scales(
    task: Task, states: Mapping[str, State], resampling: Resampling
) -> dict[str, dict[str, Interval]]:
    """The mean of each scale by system: over documents, each the mean of its annotators.

    Ranks are taken as given: two translations that tie for first both have 1.
    """
    by_document = judges(task, states)
    means: dict[str, dict[str, Interval]] = {}
    if not by_document:
        return means
    for system in task.systems:
        rows = []
        for document, names in by_document.items():
            (candidate,) = task.said[system][document].candidates
            values = [states[name][document][candidate] for name in names]
            rows.append([np.mean([value[scale] for value in values]) for scale in SCALES])
        means[system] = dict(zip(SCALES, intervals(np.array(rows), resampling), strict=True))
    return means


def scale_labels(
    task: Task, states: Mapping[str, State], scale: str, system: str | None
) -> tuple[dict[str, Labels], int]:
    """Each annotator's numbers on a scale, counted from 0, and how many numbers there are.

    Args:
        task, states: what was judged, by whom.
        scale: one of `SCALES`.
        system: only its translations; None takes all.
    """
    wanted = {
        (document.id, candidate)
        for document in task.documents
        for name in task.systems
        if system in (None, name)
        for candidate in task.said[name][document.id].candidates
    }
    labels: dict[str, Labels] = {
        name: {
            (document, candidate): value[scale] - 1
            for document, judged in state.items()
            for candidate, value in judged.items()
            if scale in value and (document, candidate) in wanted
        }
        for name, state in states.items()
    }
    top = max((len(document.candidates) for document in task.documents), default=1)
    return labels, top if scale == "rank" else BEST
