"""The figures of a report: the paper's figures 3, 4 and 5, and what the gap is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from slovke.report.charts import (
    Bar,
    Series,
    bar_chart,
    color,
    dashed_from,
    line_chart,
    stacked_chart,
)
from slovke.report.paper import paper
from slovke.report.tables import system_names

KINDS = ("exact", "partial")


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its file's name, its title, its caption, and its SVG text."""

    slug: str
    title: str
    caption: str
    svg: str


def figures(results: Mapping[str, Any]) -> list[Figure]:
    """All figures that these results give.

    Args:
        results: what stands in `scores.json`.
    """
    made = [_by_system(results), _by_cutoff(results)]
    thresholds = _by_threshold(results)
    if thresholds is not None:
        made.append(thresholds)
    made.append(_causes(results))
    return made


def _by_system(results: Mapping[str, Any]) -> Figure:
    k = results["k"]
    bars = []
    for name, system in results["systems"].items():
        scores = system["scores"]
        bars.append(
            Bar(
                name,
                100 * scores[f"exact_f1@{k}"],
                100 * scores[f"partial_f1@{k}"],
                (100 * scores[f"exact_f1@{k}_low"], 100 * scores[f"exact_f1@{k}_high"]),
                _printed(name) if results["is_papers_test_set"] else (),
            )
        )
    title = f"Exact and partial F1@{k} by system"
    caption = (
        "As the paper's figure 3. The whisker is the "
        f"{100 * results['confidence']:g} % interval of exact F1."
    )
    if any(bar.beside for bar in bars):
        caption += (
            " The thinner bars: what the paper prints in its tables 2 and 3 (KeyLLM: in section "
            f"6.2) of its SlovKE and of Zelinka's dataset. {paper()['source']}."
        )
    return Figure("figure-3", title, caption, bar_chart(bars, title, keys=KINDS))


def _printed(name: str) -> tuple[tuple[str, float, float], ...]:
    """What the paper prints of a system's exact and partial F1: on its SlovKE, on Zelinka's."""
    own = paper()["systems"].get(name, {})
    of = {"the paper, SlovKE": own, "the paper, Zelinka": own.get("zelinka", {})}
    return tuple(
        (whose, kinds["exact"]["f1"], kinds["partial"]["f1"])
        for whose, kinds in of.items()
        if all(kind in kinds for kind in KINDS)
    )


def _by_cutoff(results: Mapping[str, Any]) -> Figure:
    cutoffs = [*map(str, range(1, 16)), "O"]
    names = system_names(results, variants=False)
    panels = {
        f"{kind.capitalize()} F1@k": [
            Series(
                name,
                [100 * results["systems"][name]["scores"][f"{kind}_f1@{k}"] for k in cutoffs],
                color(place),
                dashed_from(place),
            )
            for place, name in enumerate(names)
        ]
        for kind in KINDS
    }
    title = "F1 against the number of keyphrases k"
    caption = (
        "As the paper's figure 4. O: as many as the document has gold keyphrases. Points, means "
        "over documents."
    )
    return Figure("figure-4", title, caption, line_chart(panels, cutoffs, title, gap=True))


def _by_threshold(results: Mapping[str, Any]) -> Figure | None:
    runs = {n: s for n, s in results["systems"].items() if s["family"] == "keyllm"}
    clustered = {n: s for n, s in runs.items() if s["options"].get("threshold") is not None}
    thresholds = sorted({s["options"]["threshold"] for s in clustered.values()})
    if len(thresholds) + (len(runs) > len(clustered)) < 2:
        return None
    ticks = [f"{threshold:g}" for threshold in thresholds]
    without = next((s for n, s in runs.items() if n not in clustered), None)
    if without is not None:
        ticks.append("none")
    panels: dict[str, list[Series]] = {}
    encoders = list(dict.fromkeys(s["options"]["encoder"] for s in clustered.values()))
    for kind in KINDS:
        name = f"{kind}_f1@{results['k']}"
        lines = []
        for place, encoder in enumerate(encoders):
            own = {
                s["options"]["threshold"]: s["scores"][name]
                for s in clustered.values()
                if s["options"]["encoder"] == encoder
            }
            if len(own) < len(thresholds):
                continue  # a run of it failed, and a line with a hole would mislead
            values = [100 * own[threshold] for threshold in thresholds]
            if without is not None:
                values.append(100 * without["scores"][name])
            lines.append(Series(encoder.rpartition("/")[2], values, color(place)))
        panels[f"{kind.capitalize()} F1@{results['k']}"] = lines
    if not all(panels.values()):
        return None
    title = "KeyLLM with shared answers, by threshold of similarity"
    caption = (
        "As the paper's figure 5. Documents more similar than the threshold share one answer; "
        "none: each is asked about."
    )
    return Figure("figure-5", title, caption, line_chart(panels, ticks, title))


def _causes(results: Mapping[str, Any]) -> Figure:
    systems = results["systems"]
    parts: dict[str, list[float]] = {}
    for system in systems.values():
        for step in system["explain"]["steps"]:
            parts.setdefault(step["name"], []).append(max(step["points"], 0.0))
    title = f"From surface to partial F1@{results['k']}: what each looser match adds"
    caption = (
        "Surface and lemmas together are exact F1, the whole bar is partial F1; what lies between "
        "is the gap: order, granularity, a shared content word, a shared function word."
    )
    return Figure("figure-gap", title, caption, stacked_chart(list(systems), parts, title))
