"""From a folder of submissions to the benchmark's site: `slovke sklep build`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from slovke.leaderboard.groups import resamples_needed
from slovke.leaderboard.intake import Say, submission_folders, take_all
from slovke.sklep.board import (
    LEVEL,
    build_sklep_board,
    check_sklep_submission,
    read_sklep_submission,
)
from slovke.sklep.page import write_pages
from slovke.sklep.published import BASELINE
from slovke.sklep.scoring import SklepResult
from slovke.sklep.sums import RESAMPLES
from slovke.sklep.target import pinned


def build_site(
    submissions: Path,
    out: Path,
    data: str,
    split: str,
    baseline: str | None = None,
    *,
    skip_refused: bool = False,
    say: Say = lambda _: None,
    advance: Callable[[int], None] = lambda _: None,
) -> tuple[SklepResult, ...]:
    """Check, score and test all submissions, and write the site.

    Args:
        submissions: a folder of submissions' folders.
        out: the site's folder.
        data, split: the gold.
        baseline: a submission's folder or system; None is SlovakBERT as published.
        skip_refused, say, advance: as in `take_all`.

    Returns:
        The systems, best first.

    Raises:
        InputError: as `take_all`; the gold can't be had; the folder `out` holds other files.
    """
    target, revisions = pinned(data, split)
    randomizations = resamples_needed(len(submission_folders(submissions)), LEVEL, RESAMPLES)
    results, slug = take_all(
        submissions,
        read_sklep_submission,
        partial(
            check_sklep_submission,
            target=target,
            revisions=revisions,
            randomizations=randomizations,
        ),
        baseline=baseline,
        skip_refused=skip_refused,
        say=say,
        advance=advance,
    )
    base = next((one for one in results if one.slug == slug), None)
    board = build_sklep_board(
        results,
        None if base is None else base.headline,
        BASELINE if base is None else base.name,
    )
    write_pages(board, target, out, revision=revisions[0], baseline_slug=slug)
    return board.results
