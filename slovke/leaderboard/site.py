"""From a folder of submissions to a folder of pages: `slovke leaderboard build`.

The same submissions and dataset give the same bytes: no date, no absolute path, no order of a file
system is in them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from slovke.errors import InputError
from slovke.leaderboard.board import Board, SystemResult, build_board, find_baseline
from slovke.leaderboard.charts import Line, curves, line_css
from slovke.leaderboard.check import Checked, Target, check_submission
from slovke.leaderboard.downloads import KINDS, MEASURES, scores_csv, scores_json
from slovke.leaderboard.heatmap import heatmap_rows
from slovke.leaderboard.options import CURVE, ScoringOptions
from slovke.leaderboard.pages import render, write_site

Say = Callable[[str], None]


def check_all(
    folder: Path,
    target: Target,
    options: ScoringOptions,
    *,
    claims: bool,
    skip_refused: bool,
    say: Say,
) -> list[Checked]:
    """Check every submission of a folder.

    Args:
        folder: its subfolders are the submissions.
        target: what they are scored on.
        options: how.
        claims: compare the scores that they claim.
        skip_refused: go on without those that are refused; they are said.
        say: gets a line for each refusal.

    Raises:
        InputError: there is none; one is refused; two have one name.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder")
    candidates = sorted(p for p in folder.iterdir() if not p.name.startswith(".") and p.is_dir())
    checked: list[Checked] = []
    refused: list[str] = []
    for path in candidates:
        try:
            checked.append(check_submission(path, target, options, claims=claims))
        except InputError as error:
            refused.append(str(error))
    for line in refused:
        say(f"refused: {line}")
    if refused and not skip_refused:
        raise InputError(
            f"{folder}: {len(refused)} of {len(candidates)} submissions are refused, nothing was "
            f"written; the first: {refused[0]} (--skip-refused goes on without them)"
        )
    if not checked:
        raise InputError(f"{folder}: no submission in it that could be shown")
    _refuse_doubled_names(checked)
    return checked


def build_boards(
    submissions: Path,
    target: Target,
    variants: Sequence[ScoringOptions],
    baseline: str,
    *,
    skip_refused: bool = False,
    say: Say = lambda _: None,
    advance: Callable[[int], None] = lambda _: None,
) -> tuple[Board, ...]:
    """Check, score and test all submissions once for each variant: a board for each signature.

    Claimed scores are compared under the first variant.

    Raises:
        InputError: as `check_all`; no such baseline.
    """
    boards: list[Board] = []
    for place, options in enumerate(variants):
        checked = check_all(
            submissions, target, options, claims=place == 0, skip_refused=skip_refused, say=say
        )
        slug = find_baseline([one.submission for one in checked], baseline)
        if all(board.signature != checked[0].scores["signature"] for board in boards):
            boards.append(build_board(checked, target, options, slug, advance))
    return tuple(boards)


def write_leaderboard(boards: Sequence[Board], target: Target, out: Path) -> None:
    """Write `index.html`, `systems/*.html`, `data/scores.csv` and `data/scores.json`.

    Raises:
        InputError: the folder holds files of others.
    """
    dataset = Path(target.dataset).name if Path(target.dataset).exists() else target.dataset
    about: dict[str, Any] = {
        "dataset": dataset,
        "split": target.split,
        "revision": target.revisions[0],
        "documents": len(target.records),
    }
    pages = {
        "index.html": render(
            "index.html",
            {"about": about, "boards": [_board_view(board) for board in boards], "root": ""},
        ),
        "data/scores.csv": scores_csv(boards),
        "data/scores.json": scores_json(boards, about),
    }
    for place, first in enumerate(boards[0].systems):
        of_boards = [
            (board, next(one for one in board.systems if one.slug == first.slug))
            for board in boards
        ]
        pages[f"systems/{first.slug}.html"] = render(
            "system.html",
            {
                "about": about,
                "first": first,
                "rank": place + 1,
                "views": [_system_view(board, one) for board, one in of_boards],
                "root": "../",
            },
        )
    write_site(out, pages)


def _board_view(board: Board) -> dict[str, Any]:
    """What the page shows of a board."""
    return {
        "board": board,
        "kinds": KINDS,
        "measures": MEASURES,
        "charts": [
            (f"{kind.capitalize()} F1 against k", curves(_lines(board, kind), CURVE, f"{kind} F1"))
            for kind in ("exact", "partial")
        ],
        "legend": [(line_css(place), one) for place, one in enumerate(board.systems)],
        "heatmap": heatmap_rows(
            [
                (one.name, f"systems/{one.slug}.html", board.reductions[one.slug])
                for one in board.systems
            ],
            board.options.reduced,
        ),
        "widest": max(
            [one.scores[f"partial_f1@{board.options.headline}"] for one in board.systems] + [0.01]
        ),
        "baseline": next(one for one in board.systems if one.slug == board.baseline),
    }


def _lines(board: Board, kind: str) -> list[Line]:
    return [
        Line(one.name, line_css(place), _curve(one, kind))
        for place, one in enumerate(board.systems)
    ]


def _curve(one: SystemResult, kind: str) -> tuple[float, ...]:
    """F1 in points at each k of the curve."""
    return tuple(100 * float(one.scores[f"{kind}_f1@{k}"]) for k in CURVE)


def _system_view(board: Board, one: SystemResult) -> dict[str, Any]:
    lines = [Line(kind, line_css(number), _curve(one, kind)) for number, kind in enumerate(KINDS)]
    return {
        "board": board,
        "one": one,
        "kinds": KINDS,
        "measures": MEASURES,
        "cutoffs": sorted(board.options.cutoffs, key=lambda k: (isinstance(k, str), k)),
        "lines": lines,
        "chart": curves(lines, CURVE, "exact, partial and gap F1 against k"),
        "tests": [test for test in board.differences if one.slug in (test.better, test.worse)],
        "names": {other.slug: other.name for other in board.systems},
        "reductions": board.reductions[one.slug],
        "baseline": next(other for other in board.systems if other.slug == board.baseline),
    }


def _refuse_doubled_names(checked: Sequence[Checked]) -> None:
    """Two systems that read the same would take each other's place in a reader's eye."""
    seen: dict[str, Path] = {}
    for one in checked:
        submission = one.submission
        key = unicodedata.normalize("NFKC", submission.system).casefold()
        if key in seen:
            raise InputError(
                f"{submission.folder} and {seen[key]}: both are named {submission.system!r}; "
                "rename one"
            )
        seen[key] = submission.folder
