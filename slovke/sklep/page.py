"""The benchmark's page: scores, heatmap of error reductions, and what was published beside them.

What was published was not computed here, so it has a table of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from slovke.leaderboard.downloads import csv_text
from slovke.leaderboard.heatmap import heatmap_rows, missing_text
from slovke.leaderboard.pages import render, write_site
from slovke.sklep.published import (
    implied_rest,
    printed_reductions,
    published_models,
    slovakbert_source,
)
from slovke.sklep.scoring import SklepResult, measure_names
from slovke.sklep.tasks import TASKS

Baseline = Mapping[str, float | None]


def write_page(
    results: Sequence[SklepResult], baseline: Baseline | None, baseline_name: str, out: Path
) -> None:
    """Write `index.html`, `data/scores.csv` and `data/scores.json`.

    Args:
        results: with one signature.
        baseline: headline scores that errors are reduced against; None is SlovakBERT as published.
        baseline_name: its name.
        out: a new folder, or one that holds an earlier site.

    Raises:
        ValueError: the results have different signatures.
        InputError: the folder holds other files.
    """
    signatures = {one.signature for one in results}
    if len(signatures) != 1:
        raise ValueError(f"scores with different signatures share no table: {sorted(signatures)}")
    ordered = sorted(results, key=lambda one: (len(one.missing), -one.average, one.name))
    columns = [task.name for task in TASKS]
    models = published_models()
    values = {
        "tasks": TASKS,
        "columns": columns,
        "measures": [
            *((task, task.headline) for task in TASKS),
            *((task, name) for task in TASKS for name in task.more),
        ],
        "results": ordered,
        "heatmap": heatmap_rows(
            [(one.name, None, one.reductions(baseline)) for one in ordered], columns
        ),
        "baseline": baseline_name,
        "source": slovakbert_source() if baseline is None else "",
        "signature": signatures.pop(),
        "published": [(one, implied_rest(one), printed_reductions(one)) for one in models],
        "published_heatmap": heatmap_rows(
            [(one.name, None, printed_reductions(one)) for one in models],
            [task.name for task in TASKS if task.name in models[0].scores],
        ),
        "root": "",
    }
    write_site(
        out,
        {
            "index.html": render("sklep.html", values),
            "data/scores.csv": csv_text(_rows(ordered, baseline)),
            "data/scores.json": json.dumps(
                to_json(ordered, baseline, baseline_name), ensure_ascii=False, indent=1
            )
            + "\n",
        },
    )


def to_json(
    results: Sequence[SklepResult], baseline: Baseline | None, baseline_name: str
) -> dict[str, Any]:
    """All numbers, in per cent."""
    systems = []
    for one in results:
        own = one.reductions(baseline)
        systems.append(
            {
                "system": one.name,
                "scores": {
                    task: {name: round(score, 4) for name, score in scores.items()}
                    for task, scores in one.scores.items()
                },
                "intervals": {
                    task: [round(end, 4) for end in ends] for task, ends in one.intervals.items()
                },
                "missing": list(one.missing),
                "average": round(one.average, 4),
                "rer": {task: round(value, 4) for task, value in own.values.items()},
                "rer_missing": dict(own.missing),
                "average_rer": None if own.mean is None else round(own.mean, 4),
            }
        )
    return {"baseline": baseline_name, "signature": results[0].signature, "systems": systems}


def _rows(results: Sequence[SklepResult], baseline: Baseline | None) -> list[list[object]]:
    named = [(task.name, name) for task in TASKS for name in measure_names(task)]
    rows: list[list[object]] = [
        [
            *("signature", "system", "average", "average_rer", "missing"),
            *(f"{task} {name}" for task, name in named),
        ]
    ]
    for one in results:
        own = one.reductions(baseline)
        rows.append(
            [
                one.signature,
                one.name,
                round(one.average, 4),
                "" if own.mean is None else round(own.mean, 4),
                missing_text(own.missing),
                *(
                    round(one.scores[task][name], 4) if task in one.scores else ""
                    for task, name in named
                ),
            ]
        )
    return rows
