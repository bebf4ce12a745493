"""From a folder of submissions to a folder of pages: `slovke leaderboard build`.

The same submissions and dataset give the same bytes: no date, no absolute path, no order of a file
system is in them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from slovke.leaderboard.board import Board, SystemResult, build_board, describe
from slovke.leaderboard.charts import Line, curves, line_css
from slovke.leaderboard.check import check_predictions
from slovke.leaderboard.differences import Difference
from slovke.leaderboard.downloads import scores_csv, scores_json
from slovke.leaderboard.groups import resamples_needed
from slovke.leaderboard.heatmap import heatmap_rows
from slovke.leaderboard.intake import Say, submission_folders, take_all
from slovke.leaderboard.options import CURVE, KINDS, ScoringOptions
from slovke.leaderboard.pages import render, write_site
from slovke.leaderboard.scoring import Scorer
from slovke.leaderboard.submission import Submission, read_submission
from slovke.leaderboard.target import Target


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

    Claimed scores are compared under the first variant. One submission's predictions are held at a
    time.

    Raises:
        InputError: as `take_all`; a variant that can't be scored.
    """
    boards: list[Board] = []
    for place, options in enumerate(variants):
        scorer = Scorer(target.documents, options)
        if any(board.signature == scorer.signature for board in boards):
            continue
        results, slug = take_all(
            submissions,
            read_submission,
            partial(
                _take,
                target=target,
                scorer=scorer,
                claims=place == 0,
                resamples=resamples_needed(
                    len(submission_folders(submissions)), options.level, options.resamples
                ),
            ),
            baseline=baseline,
            skip_refused=skip_refused,
            say=say,
            advance=advance,
        )
        boards.append(build_board(results, options, slug or baseline))
    return tuple(boards)


def _take(
    submission: Submission, target: Target, scorer: Scorer, claims: bool, resamples: int
) -> SystemResult:
    checked = check_predictions(submission, target, scorer, claims=claims)
    return describe(checked, target, scorer, resamples)


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
        "documents": len(target.documents),
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
        "cutoffs": sorted(board.options.cutoffs, key=lambda k: (isinstance(k, str), k)),
        "lines": lines,
        "chart": curves(lines, CURVE, "exact, partial and gap F1 against k"),
        "against": _against(board, one),
        "reductions": board.reductions[one.slug],
        "baseline": next(other for other in board.systems if other.slug == board.baseline),
    }


def _against(board: Board, one: SystemResult) -> list[tuple[str, list[Difference]]]:
    """The name of each other system, and how `one` differs from it in each kind's headline F1."""
    names = [f"{kind}_f1@{board.options.headline}" for kind in KINDS]
    rows: list[tuple[str, list[Difference]]] = []
    for other in board.systems:
        own = [
            test if test.a == one.slug else test.turned()
            for name in names
            for test in board.tests[name]
            if {test.a, test.b} == {one.slug, other.slug}
        ]
        if own:
            rows.append((other.name, own))
    return rows
