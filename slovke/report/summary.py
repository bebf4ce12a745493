"""The headline of a benchmark for a terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from slovke.report.tables import points


def print_summary(results: Mapping[str, Any]) -> None:
    """Print exact, partial and gap F1 of each system, with the interval of the exact one."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    k = results["k"]
    title = f"F1@{k}, {results['documents']:,} documents"
    heads = ("system", "exact", f"{100 * results['confidence']:g} % interval", "partial", "gap")
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left")
    for name, system in results["systems"].items():
        scores = system["scores"]
        exact, partial, gap = (points(scores[f"{i}_f1@{k}"]) for i in ("exact", "partial", "gap"))
        low, high = (points(scores[f"exact_f1@{k}_{end}"]) for end in ("low", "high"))
        table.add_row(name, exact, f"{low} to {high}", partial, gap)
    # A pipe or a file has no width; rich would squeeze the table into 80 columns.
    Console(width=None if sys.stdout.isatty() else 100, highlight=False, markup=False).print(table)
