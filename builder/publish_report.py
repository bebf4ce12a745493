"""What publishing prints: steps, the plan, the difference between two editions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from builder.checks import CheckedBuild
from builder.diff import Edition, RowChange, diff_table, summary
from builder.plan import Plan, edition, local_edition, plan_table, read_manifest
from builder.remote import Remote, Say
from slovke.errors import InputError
from slovke.releases import BUILD_FILE, read_build


def announce(line: str) -> None:
    """One step, as it is done."""
    print(line, flush=True)


def quiet_unless_terminal() -> None:
    """Progress bars of the Hub's client on a terminal only; a log gets the steps."""
    if not sys.stderr.isatty():
        from huggingface_hub.utils.tqdm import disable_progress_bars

        disable_progress_bars()


def must_be_there(persons: Path) -> Path:
    """The source of the names.

    Raises:
        InputError: there is none, so names could not be checked.
    """
    if not persons.exists():
        raise InputError(
            f"{persons}: no such file, so persons' names can't be checked; give --persons the "
            "cleaned folder or the folder of raw records"
        )
    return persons


def show_plan(plan: Plan, build: CheckedBuild) -> None:
    """Print what a publication changes."""
    new = local_edition(build.root, build.release)
    show_diff(plan.last, new, plan.rows)
    _print(plan_table(plan))
    for path in plan.change.deletions:
        announce(f"delete {path}")


def show_diff(old: Edition | None, new: Edition, changes: Sequence[RowChange]) -> None:
    """Print the documents by split, and one line that sums them up."""
    _print(diff_table(old, new, changes))
    announce(f"documents: {summary(changes)}")


def find_edition(name: str, repo_id: str, say: Say) -> Edition:
    """A build's folder, a version, or `owner/name@version`.

    Raises:
        InputError: neither.
    """
    folder = Path(name)
    if (folder / BUILD_FILE).is_file():
        return local_edition(folder, read_build(folder))
    if folder.is_dir():
        raise InputError(f"{name}: not a build (no {BUILD_FILE} in it)")
    repo, at, version = name.rpartition("@")
    remote = Remote(repo if at else repo_id, say=say)
    manifest = read_manifest(remote, remote.must_head())
    return edition(remote, manifest.releases.choose(version))


def _print(table: object) -> None:
    from rich.console import Console

    Console().print(table)
