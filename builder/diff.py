"""What changed between two builds or releases: documents added, removed, changed, moved."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.withdrawn import withdrawn_in
from slovke.releases import BUILD_FILE, Release

if TYPE_CHECKING:
    from rich.table import Table

Open = Callable[[str], Path]
"""Gives the local file of a path in the repository."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A build or release whose files can be opened."""

    name: str
    release: Release
    open: Open


@dataclass(frozen=True, slots=True)
class RowChange:
    """One document that is not the same in both.

    Attributes:
        before, after: its split; None where it is not there.
        fields: the fields that differ, if it is in both.
        withdrawn: whether it is gone because its source withdrew it.
    """

    id: str
    before: str | None
    after: str | None
    fields: tuple[str, ...] = ()
    withdrawn: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """One of added, removed, changed, moved; or changed and moved, or removed and withdrawn."""
        if self.before is None:
            return ("added",)
        if self.after is None:
            return ("removed", "withdrawn") if self.withdrawn else ("removed",)
        moved = ("moved",) if self.before != self.after else ()
        return (*(("changed",) if self.fields else ()), *moved)


def compare_rows(old: Edition | None, new: Edition) -> list[RowChange]:
    """The documents of the config `default` that differ, by id; without `old` all are added.

    Files of equal hash hold equal rows, so only the others are opened.
    """
    theirs = {} if old is None else old.release.files
    before = {} if old is None else _rows(old, new.release.files)
    after = _rows(new, theirs)
    withdrawn = _withdrawn(new) if before.keys() - after.keys() else frozenset()
    changes = []
    for id_ in sorted(before.keys() | after.keys()):
        one, two = before.get(id_), after.get(id_)
        if one is None or two is None:
            split_before, split_after = (row and row[0] for row in (one, two))
            gone = two is None and id_ in withdrawn
            changes.append(RowChange(id_, split_before, split_after, withdrawn=gone))
        elif one != two:
            fields = tuple(name for name in two[1] if one[1].get(name) != two[1][name])
            changes.append(RowChange(id_, one[0], two[0], fields))
    return changes


def _withdrawn(edition: Edition) -> frozenset[str]:
    return withdrawn_in(json.loads(edition.open(BUILD_FILE).read_text(encoding="utf-8")))


def _rows(edition: Edition, others: Mapping[str, Any]) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Split and fields of every document in a file that the other edition does not have."""
    rows: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for split, path in _files(edition.release):
        if others.get(path) == edition.release.files[path]:
            continue
        for row in _read(edition.open(path)):
            rows[str(row["id"])] = (split, row)
    return rows


def _files(release: Release) -> Iterator[tuple[str, str]]:
    for split, part in release.config("default").items():
        for path in part.files:
            yield split, path


def _read(path: Path) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


def diff_table(old: Edition | None, new: Edition, changes: Sequence[RowChange]) -> Table:
    """Documents by split, before and after, and what became of them.

    Withdrawn ones are among the removed; in and out are those that moved.
    """
    from rich.table import Table

    table = Table(title=f"{old.name if old else 'nothing'} → {new.name}")
    table.add_column("split", no_wrap=True)
    for name in ("before", "after", "added", "removed", "withdrawn", "changed", "in", "out"):
        table.add_column(name, justify="right")
    counts: Counter[tuple[str, str]] = Counter()
    for change in changes:
        for kind in change.kinds:
            if kind == "moved":
                counts["in", str(change.after)] += 1
                counts["out", str(change.before)] += 1
            else:
                counts[kind, str(change.after or change.before)] += 1
    names = list(new.release.config("default"))
    if old is not None:
        names += [name for name in old.release.config("default") if name not in names]
    for split in names:
        cells = [_size(old, split), _size(new, split)]
        kinds = ("added", "removed", "withdrawn", "changed", "in", "out")
        cells += [counts[kind, split] for kind in kinds]
        table.add_row(split, *(f"{cell:,}" for cell in cells))
    return table


def _size(edition: Edition | None, split: str) -> int:
    part = None if edition is None else edition.release.config("default").get(split)
    return 0 if part is None else part.num_examples


def summary(changes: Sequence[RowChange]) -> str:
    """One line: 12 added, 3 removed (1 withdrawn at the source), 0 changed, 0 moved."""
    counts = Counter(kind for change in changes for kind in change.kinds)
    said = {kind: f"{counts[kind]:,} {kind}" for kind in ("added", "removed", "changed", "moved")}
    if counts["withdrawn"]:
        said["removed"] += f" ({counts['withdrawn']:,} withdrawn at the source)"
    return ", ".join(said.values())


def write_diff(path: Path, changes: Sequence[RowChange]) -> None:
    """One row a document: id, change, split before and after, fields."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["id", "change", "before", "after", "fields"])
        for change in changes:
            writer.writerow(
                [
                    change.id,
                    " ".join(change.kinds),
                    change.before or "",
                    change.after or "",
                    " ".join(change.fields),
                ]
            )
