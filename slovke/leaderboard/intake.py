"""Take in a folder of submissions: each is checked, refusals are told, the baseline is found.

What is cheap comes first: all metadata are read, and names and baseline looked at, before anything
is scored.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from slovke.errors import InputError
from slovke.leaderboard.submission import Submission

Taken = TypeVar("Taken")
Say = Callable[[str], None]


def take_all(
    folder: Path,
    read: Callable[[Path], Submission],
    check: Callable[[Submission], Taken],
    *,
    baseline: str | None = None,
    skip_refused: bool = False,
    say: Say = lambda _: None,
    advance: Callable[[int], None] = lambda _: None,
) -> tuple[list[Taken], str | None]:
    """Read and check every submission of a folder.

    Args:
        folder: its subfolders are the submissions.
        read: reads a submission's metadata.
        check: checks and scores one; called in the order of the names, one at a time.
        baseline: a submission's folder or system; None for none among them.
        skip_refused: go on without those that are refused.
        say: gets a line for each refusal.
        advance: called after each submission, for a progress bar.

    Returns:
        What `check` gave for each that is accepted, and the baseline's slug.

    Raises:
        InputError: there is none; one is refused; two have one name; no such baseline.
    """
    paths = submission_folders(folder)
    refused: list[str] = []
    submissions: list[Submission] = []
    for path in paths:
        try:
            submissions.append(read(path))
        except InputError as error:
            refused.append(str(error))
    _refuse_doubled_names(submissions)
    if baseline is not None and submissions:
        find_baseline(submissions, baseline)
    accepted: list[Submission] = []
    taken: list[Taken] = []
    for submission in submissions:
        try:
            taken.append(check(submission))
            accepted.append(submission)
        except InputError as error:
            refused.append(str(error))
        advance(1)
    for line in refused:
        say(f"refused: {line}")
    if refused and not skip_refused:
        raise InputError(
            f"{folder}: {len(refused)} of {len(paths)} submissions are refused, nothing was "
            f"written; the first: {refused[0]} (--skip-refused goes on without them)"
        )
    if not taken:
        raise InputError(f"{folder}: no submission in it that could be shown")
    return taken, None if baseline is None else find_baseline(accepted, baseline)


def submission_folders(folder: Path) -> list[Path]:
    """The folders in a folder, those whose name begins with a dot left out.

    Raises:
        InputError: no such folder.
    """
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder")
    return sorted(p for p in folder.iterdir() if not p.name.startswith(".") and p.is_dir())


def find_baseline(systems: Sequence[Submission], baseline: str) -> str:
    """The slug of the submission that is named so, by folder or by system.

    Raises:
        InputError: there is none.
    """
    for submission in systems:
        if baseline in (submission.slug, submission.system):
            return submission.slug
    known = ", ".join(sorted(submission.slug for submission in systems))
    raise InputError(f"--baseline {baseline}: no such submission; there are {known}")


def _refuse_doubled_names(submissions: Sequence[Submission]) -> None:
    """Two systems that read the same would take each other's place in a reader's eye."""
    seen: dict[str, Path] = {}
    for submission in submissions:
        key = unicodedata.normalize("NFKC", submission.system).casefold()
        if key in seen:
            raise InputError(
                f"{submission.folder} and {seen[key]}: both are named {submission.system!r}; "
                "rename one"
            )
        seen[key] = submission.folder
