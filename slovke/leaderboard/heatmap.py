"""The heatmap of error reductions: its cells, ready for a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from slovke.leaderboard.rer import Reductions

STRONGEST = 60
"""Opacity, in per cent, of the strongest cell: the text stays readable in light and dark."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value as text, what colours it ("better", "worse", "same", "missing"), and how strongly.

    Attributes:
        text: with sign and one decimal, or an em dash.
        kind: the class of the cell.
        strength: opacity in per cent.
        title: says more; empty if there is no more.
        value: for sorting; None sorts last.
    """

    text: str
    kind: str
    strength: int
    title: str
    value: float | None


@dataclass(frozen=True, slots=True)
class Row:
    """A system's cells.

    Attributes:
        name: of the system.
        href: of its page; None for none.
        cells: one a column.
        mean: over what there is.
        missing: a sentence that names what the mean leaves out; empty if nothing.
        letters: the groups of the mean; empty if it was not tested.
    """

    name: str
    href: str | None
    cells: tuple[Cell, ...]
    mean: Cell
    missing: str
    letters: str = ""


def heatmap_rows(
    systems: Sequence[tuple[str, str | None, Reductions]],
    columns: Sequence[str],
    letters: Sequence[str] = (),
) -> tuple[Row, ...]:
    """One row a system, coloured on one scale over the whole map.

    Args:
        systems: name, page and error reductions.
        columns: the tasks or measures.
        letters: the groups of each system's mean, if they were tested.
    """
    largest = max((abs(v) for _, _, own in systems for v in own.values.values()), default=0.0)
    rows = []
    for place, (name, href, own) in enumerate(systems):
        cells = tuple(_cell(own.values.get(c), largest, own.missing.get(c, "")) for c in columns)
        mean = _cell(own.mean, largest, "")
        group = letters[place] if letters else ""
        rows.append(Row(name, href, cells, mean, missing_text(own.missing), group))
    return tuple(rows)


def missing_text(missing: Mapping[str, str]) -> str:
    """Name what a mean leaves out, with the reasons."""
    return "; ".join(f"{name}: {reason}" for name, reason in missing.items())


def _cell(value: float | None, largest: float, title: str) -> Cell:
    if value is None:
        return Cell("—", "missing", 0, title, None)
    # The square root keeps small differences visible beside a very bad system.
    share = (abs(value) / largest) ** 0.5 if largest else 0.0
    kind = "same" if abs(value) < 0.05 else "better" if value > 0 else "worse"
    text = "0.0" if kind == "same" else f"{value:+.1f}".replace("-", "−")
    return Cell(text, kind, round(STRONGEST * share), title, value)
