"""Documents that their source withdrew: the next revision drops them, and says how many."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

from slovke.errors import InputError


def read_withdrawn(path: Path) -> list[str]:
    """The ids in `withdrawn.json`, as `collect` writes it; a folder stands for the file in it.

    Raises:
        InputError: no such file, or another one.
    """
    file = path / "withdrawn.json" if path.is_dir() else path
    try:
        return [str(row["sid"]) for row in json.loads(file.read_text(encoding="utf-8"))]
    except FileNotFoundError:
        raise InputError(f"{file}: no such file; give what `collect` wrote") from None
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{file}: not a list of withdrawn theses") from None


def count_withdrawn(ids: Sequence[str], new: Path, old: Path | None) -> int | None:
    """How many of the withdrawn documents the last release had.

    Args:
        ids: the withdrawn ones.
        new, old: the `assignment.csv` of the build and of the last release.

    Returns:
        The number; None if no withdrawn ones were named.

    Raises:
        InputError: the build still has one.
    """
    if not ids:
        return None
    left = sorted(set(ids) & _ids(new))
    if left:
        raise InputError(
            f"{len(left)} documents that the source withdrew are still in the build, the first is "
            f"{left[0]}: clean and split what `collect` left"
        )
    return 0 if old is None else len(set(ids) & _ids(old))


def _ids(assignment: Path) -> set[str]:
    with assignment.open(encoding="utf-8", newline="") as file:
        return {row["id"] for row in csv.DictReader(file)}
