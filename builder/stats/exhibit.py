"""A table or figure: its numbers, where it stands in the paper, and how it is written as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One table or figure of the statistics.

    Attributes:
        name: the stem of its files, which sorts them: `figure-07-missing-by-year`.
        title: what it shows.
        source: which table or figure of the paper it answers to.
        header: the names of its columns; units stand in brackets.
        rows: its numbers; None where there is none. Shares are in per cent.
        note: how it was counted, what the paper leaves open, and the paper's own value.
        drawn: whether `plots` has a drawing of it.
        details: single numbers that belong to it and fit no column.
    """

    name: str
    title: str
    source: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str
    drawn: bool = False
    details: dict[str, Cell] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As it stands in `stats.json`."""
        return {
            "title": self.title,
            "source": self.source,
            "header": list(self.header),
            "rows": [list(row) for row in self.rows],
            "note": self.note,
            "details": self.details,
        }

    def to_csv(self) -> str:
        """As its CSV file: a point for decimals, an empty cell for None."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.header)
        writer.writerows(self.rows)
        return text.getvalue()

    def column(self, name: str) -> list[Any]:
        """The cells of one column."""
        place = self.header.index(name)
        return [row[place] for row in self.rows]


def percent(part: float, whole: float) -> float | None:
    """A share in per cent to two digits; None of nothing."""
    return round(100 * part / whole, 2) if whole else None


def shown(cell: Cell, digits: int = 2) -> str:
    """A cell as a reader sees it: thousands parted, a dash where there is nothing."""
    if cell is None:
        return "–"
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:,.{digits}f}" if isinstance(cell, float) else cell


def is_numeric(rows: Iterable[tuple[Cell, ...]], place: int) -> bool:
    """Whether a column holds numbers, and so stands to the right."""
    cells = [row[place] for row in rows]
    return any(isinstance(cell, int | float) for cell in cells) or all(c is None for c in cells)
