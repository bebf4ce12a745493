"""The boards' numbers as CSV and JSON, to six digits."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from slovke.leaderboard.board import Board, SystemResult
from slovke.leaderboard.groups import pairs_of
from slovke.leaderboard.options import score_names

DECIMALS = 6
_ENDS = ("", "_low", "_high")


def scores_csv(boards: Sequence[Board]) -> str:
    """One row a system and board: fractions, `_low` and `_high` and, if tested, `_groups`."""
    options = boards[0].options
    names, tested = score_names(options.cutoffs), set(options.tested)
    head: list[object] = ["signature", "slug", "system", "mean_rer", "rer_missing"]
    for name in names:
        head += [name, f"{name}_low", f"{name}_high"]
        head += [f"{name}_groups"] if name in tested else []
    rows: list[list[object]] = [head]
    for board in boards:
        for one in board.systems:
            own = board.reductions[one.slug]
            row: list[object] = [
                board.signature,
                one.slug,
                one.name,
                "" if own.mean is None else round(own.mean, 4),
                "; ".join(own.missing),
            ]
            for name in names:
                row += [round(one.scores[f"{name}{end}"], DECIMALS) for end in _ENDS]
                row += [board.groups[name][one.slug]] if name in tested else []
            rows.append(row)
    return csv_text(rows)


def scores_json(boards: Sequence[Board], about: dict[str, Any]) -> str:
    """All boards with their systems, tests and error reductions."""
    value = {**about, "boards": [_board(board) for board in boards]}
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV; a text that a spreadsheet would take for a formula gets a quote in front."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        writer.writerow([_plain(cell) for cell in row])
    return out.getvalue()


def _plain(cell: object) -> object:
    risky = isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{cell}" if risky else cell


def _board(board: Board) -> dict[str, Any]:
    return {
        "signature": board.signature,
        "interval_signature": board.interval_signature,
        "baseline": board.baseline,
        "systems": [_system(board, one) for one in board.systems],
        "tests": [
            {
                "a": a,
                "b": b,
                "scores": {
                    name: {
                        "difference": round(test.difference, DECIMALS),
                        "low": round(test.low, DECIMALS),
                        "high": round(test.high, DECIMALS),
                        "p_randomization": round(test.p, DECIMALS),
                        "p_holm": round(test.corrected, DECIMALS),
                    }
                    for name, tests in board.tests.items()
                    for test in tests
                    if (test.a, test.b) == (a, b)
                },
            }
            for a, b in pairs_of([one.slug for one in board.systems])
        ],
        "test_resamples": board.test_resamples,
    }


def _system(board: Board, one: SystemResult) -> dict[str, Any]:
    submission, own = one.submission, board.reductions[one.slug]
    return {
        "slug": one.slug,
        "system": one.name,
        "authors": list(submission.authors),
        "link": submission.link,
        "licence": submission.licence,
        "parameters": submission.parameters,
        "trained_on": submission.trained_on,
        "notes": list(one.notes),
        "groups": {name: own[one.slug] for name, own in board.groups.items()},
        "scores": {
            name: [round(one.scores[f"{name}{end}"], DECIMALS) for end in _ENDS]
            for name in score_names(board.options.cutoffs)
        },
        "breakdown": {
            step["name"]: {"points": round(step["points"], 4), "count": step["count"]}
            for step in one.explanation["steps"]
        },
        "rer": {name: round(value, 4) for name, value in own.values.items()},
        "rer_mean": None if own.mean is None else round(own.mean, 4),
        "rer_missing": dict(own.missing),
    }
