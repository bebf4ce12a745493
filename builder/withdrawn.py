"""Theses that their source withdrew: the next revision drops them, and says how many.

`collect` lists them in `withdrawn.json`; `clean` hands the list on; `split` leaves them out, counts
those that were published before, and keeps the ids of these in `build.json`, where `diff` and
`publish` find them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from builder.markers import replacing
from slovke.errors import InputError

WITHDRAWN_FILE = "withdrawn.json"


def read_withdrawn(path: Path) -> list[str]:
    """The ids in `withdrawn.json`, as `collect` writes it; a folder stands for the file in it.

    Raises:
        InputError: no such file, or another one.
    """
    file = path / WITHDRAWN_FILE if path.is_dir() else path
    try:
        return [str(row["sid"]) for row in json.loads(file.read_text(encoding="utf-8"))]
    except FileNotFoundError:
        raise InputError(f"{file}: no such file; give what `collect` wrote") from None
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{file}: not a list of withdrawn theses") from None


def hand_on(raw: Path, cleaned: Path) -> int:
    """Copy the list from a folder of raw records to the folder that was cleaned from it.

    Returns:
        The number of withdrawn theses; 0 where the raw records came without such a list.

    Raises:
        InputError: the file is no such list.
    """
    source, place = raw / WITHDRAWN_FILE, cleaned / WITHDRAWN_FILE
    if not source.is_file():
        place.unlink(missing_ok=True)
        return 0
    count = len(read_withdrawn(source))
    with replacing(place) as partial:
        partial.write_bytes(source.read_bytes())
    return count


def handed_on(cleaned: Path) -> list[str]:
    """The ids in a cleaned folder's list; none where it has no list."""
    return read_withdrawn(cleaned) if (cleaned / WITHDRAWN_FILE).is_file() else []


def withdrawn_in(description: Mapping[str, Any]) -> frozenset[str]:
    """The ids in a `build.json` that were published once and that the source withdrew."""
    return frozenset(description.get("withdrawn", ()))


def check_gone(ids: Sequence[str], assignment: Path) -> None:
    """No withdrawn thesis is in a build.

    Args:
        ids: the withdrawn ones.
        assignment: the `assignment.csv` of the build.

    Raises:
        InputError: one is.
    """
    with assignment.open(encoding="utf-8", newline="") as file:
        left = sorted({row["id"] for row in csv.DictReader(file)}.intersection(ids))
    if left:
        raise InputError(
            f"{len(left)} theses that the source withdrew are still in the build, the first is "
            f"{left[0]}: split again with the same --withdrawn"
        )
