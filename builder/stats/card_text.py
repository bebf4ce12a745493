"""What the dataset card says of the statistics: `statistics.md`, with the places of the figures."""

from __future__ import annotations

from collections.abc import Sequence

from builder.card import FIGURES_FOLDER, table
from builder.stats.exhibit import Cell, Exhibit, is_numeric, shown

_TABLES = ("table-01-statistics", "table-01b-presence", "table-04-missing-by-university")


def card_text(exhibits: Sequence[Exhibit]) -> str:
    """Markdown for the card: figures with their captions, and the tables that are short."""
    parts = []
    for exhibit in exhibits:
        parts.append(f"**{exhibit.title}** (paper, {exhibit.source}). {exhibit.note}")
        if exhibit.drawn:
            parts.append(f"![{exhibit.title}]({FIGURES_FOLDER}/{exhibit.name}.png)")
        if exhibit.name in _TABLES:
            align = "".join(
                "r" if is_numeric(exhibit.rows, place) else "l"
                for place in range(len(exhibit.header))
            )
            parts.append(table(exhibit.header, [_row(row) for row in exhibit.rows], align))
    return "\n\n".join(parts) + "\n"


def _row(row: Sequence[Cell]) -> list[str]:
    return [shown(cell) for cell in row]
