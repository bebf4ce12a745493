"""The benchmark's site: scores with groups, heatmap of error reductions, a page for each system.

What was published was not computed here, so it has a table of its own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from slovke.leaderboard.differences import Difference
from slovke.leaderboard.downloads import csv_text
from slovke.leaderboard.groups import pairs_of
from slovke.leaderboard.heatmap import heatmap_rows, missing_text
from slovke.leaderboard.pages import render, write_site
from slovke.leaderboard.submission import page_name
from slovke.sklep.board import AVERAGES, SklepBoard, all_names
from slovke.sklep.published import (
    implied_rest,
    printed_reductions,
    published_models,
    slovakbert_source,
)
from slovke.sklep.scoring import SklepResult
from slovke.sklep.target import Target
from slovke.sklep.tasks import TASKS

_COLUMNS = [task.name for task in TASKS]


def write_pages(
    board: SklepBoard,
    target: Target,
    out: Path,
    *,
    revision: str = "",
    baseline_slug: str | None = None,
) -> None:
    """Write `index.html`, `systems/*.html`, `data/scores.csv` and `data/scores.json`.

    Args:
        board: what to show.
        target: what it was scored on.
        out: a new folder, or one that holds an earlier site.
        revision: of the target, if it was looked up.
        baseline_slug: the baseline, if it is one of the systems.

    Raises:
        InputError: the folder holds other files, or a system's folder could not name a page.
    """
    for one in board.results:
        page_name(Path(one.slug))
    about = {"data": target.name, "split": target.split, "revision": revision}
    common = {
        "about": about,
        "board": board,
        "tasks": TASKS,
        "columns": _COLUMNS,
        "letters": lambda one, name: board.groups.get(name, {}).get(one.slug, ""),
    }
    pages = {
        "index.html": render(
            "sklep.html", {**common, **_index(board), "baseline_slug": baseline_slug}
        ),
        "data/scores.csv": csv_text(_rows(board)),
        "data/scores.json": json.dumps({**about, **to_json(board)}, ensure_ascii=False, indent=1)
        + "\n",
    }
    for place, one in enumerate(board.results, start=1):
        own = one.reductions(board.baseline)
        values = {
            **common,
            "one": one,
            "rank": place,
            "reductions": own,
            "missing": missing_text(own.missing),
            "against": _against(board, one),
        }
        pages[f"systems/{one.slug}.html"] = render("sklep_system.html", values)
    write_site(out, pages)


def _index(board: SklepBoard) -> dict[str, Any]:
    models = published_models()
    rer = board.groups.get("average_rer", {})
    return {
        "names": all_names(),
        "shorts": {task.name: task.short for task in TASKS},
        "heatmap": heatmap_rows(
            [
                (one.name, f"systems/{one.slug}.html", one.reductions(board.baseline))
                for one in board.results
            ],
            _COLUMNS,
            [rer.get(one.slug, "") for one in board.results],
        ),
        "source": slovakbert_source() if board.baseline is None else "",
        "published": [(one, implied_rest(one), printed_reductions(one)) for one in models],
        "published_heatmap": heatmap_rows(
            [(one.name, None, printed_reductions(one)) for one in models],
            [name for name in _COLUMNS if name in models[0].scores],
        ),
    }


def _against(board: SklepBoard, one: SklepResult) -> list[tuple[str, str, Difference]]:
    """Each other system, each headline score and average, and how `one` differs from it."""
    shown = [*AVERAGES, *(f"{task.name} {task.headline}" for task in TASKS)]
    return [
        (other.name, name, test if test.a == one.slug else test.turned())
        for other in board.results
        for name in shown
        for test in board.tests.get(name, ())
        if {test.a, test.b} == {one.slug, other.slug}
    ]


def to_json(board: SklepBoard) -> dict[str, Any]:
    """All numbers, in per cent."""
    return {
        "baseline": board.baseline_name,
        "signature": board.signature,
        "systems": [_system(board, one) for one in board.results],
        "tests": [
            {
                "a": a,
                "b": b,
                "scores": {
                    name: {
                        "difference": round(100 * test.difference, 4),
                        "low": round(100 * test.low, 4),
                        "high": round(100 * test.high, 4),
                        "p_randomization": round(test.p, 6),
                        "p_holm": round(test.corrected, 6),
                    }
                    for name, own in board.tests.items()
                    for test in own
                    if (test.a, test.b) == (a, b)
                },
            }
            for a, b in pairs_of([one.slug for one in board.results])
        ],
        "test_resamples": board.randomizations,
    }


def _system(board: SklepBoard, one: SklepResult) -> dict[str, Any]:
    own, submission = one.reductions(board.baseline), one.submission
    about = {} if submission is None else {
        "authors": list(submission.authors),
        "link": submission.link,
        "licence": submission.licence,
        "parameters": submission.parameters,
        "trained_on": submission.trained_on,
    }  # fmt: skip
    return {
        "slug": one.slug,
        "system": one.name,
        **about,
        "scores": {
            task: {name: round(score, 4) for name, score in scores.items()}
            for task, scores in one.scores.items()
        },
        "intervals": {
            task: {name: [round(end, 4) for end in ends] for name, ends in intervals.items()}
            for task, intervals in one.intervals.items()
        },
        "groups": {
            name: letters[one.slug] for name, letters in board.groups.items() if one.slug in letters
        },
        "missing": list(one.missing),
        "average": round(one.average, 4),
        "average_intervals": {
            name: [round(end, 4) for end in ends]
            for name, ends in board.intervals.get(one.slug, {}).items()
        },
        "rer": {task: round(value, 4) for task, value in own.values.items()},
        "rer_missing": dict(own.missing),
        "average_rer": None if own.mean is None else round(own.mean, 4),
    }


def _rows(board: SklepBoard) -> list[list[object]]:
    named = all_names()
    rows: list[list[object]] = [
        [
            *("signature", "slug", "system", "average", "average_groups"),
            *("average_rer", "average_rer_groups", "missing"),
            *(head for _, _, name in named for head in (name, f"{name} groups")),
        ]
    ]

    def groups(one: SklepResult, name: str) -> str:
        return board.groups.get(name, {}).get(one.slug, "")

    for one in board.results:
        own = one.reductions(board.baseline)
        rows.append(
            [
                *(one.signature, one.slug, one.name, round(one.average, 4)),
                groups(one, "average"),
                "" if own.mean is None else round(own.mean, 4),
                groups(one, "average_rer"),
                missing_text(own.missing),
            ]
        )
        for task, measure, name in named:
            score = one.scores.get(task, {}).get(measure)
            rows[-1] += ["" if score is None else round(score, 4), groups(one, name)]
    return rows
