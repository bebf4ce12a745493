"""The printed table of the cleaning's quality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from builder.clean.pipeline import load_tools
from builder.options import CleanOptions
from builder.quality import Floors, Measure, measure
from builder.quality_cases import GoldRecord, read_cases, sample_records


def report(folder: Path, misses: int) -> int:
    """Measure, print, and answer the exit code: 0, or 1 where a measure is below its floor."""
    floors = Floors.read(folder / "floors.toml")
    options = CleanOptions()
    sample, cases = sample_records(), read_cases(folder)
    measures = measure([*sample, *cases], options, load_tools(options))
    print_measures(measures, floors, misses)
    print(f"Measured on {len(sample)} records of the sample register and {len(cases)} cases:")
    print(f"  {counts(cases)}")
    return 0 if all(map(floors.holds, measures)) else 1


def counts(cases: Sequence[GoldRecord]) -> str:
    """How many cases there are about each thing: "header 50, tail 44"."""
    found = Counter(aspect for case in cases for aspect in case.aspects)
    return ", ".join(f"{aspect} {count}" for aspect, count in sorted(found.items()))


def print_measures(measures: Sequence[Measure], floors: Floors, misses: int) -> None:
    """Print the measures as a table, and the first of the records that missed."""
    table = Table(title="Quality of the cleaning")
    for column in ("measure", "figure", "records", "floor", ""):
        left = column in ("measure", "floor", "")
        table.add_column(column, justify="left" if left else "right", no_wrap=True)
    for found in measures:
        counted = found.name in floors.at_most
        figure = str(found.hits) if counted else f"{found.share:.1%}"
        records = str(found.total) if counted else f"{found.hits} of {found.total}"
        verdict = "holds" if floors.holds(found) else "BELOW"
        table.add_row(found.name, figure, records, floors.of(found), verdict)
    console = Console()
    console.print(table)
    for found in measures:
        for name in found.misses[:misses]:
            console.print(f"{found.name}: {name}", markup=False, highlight=False)
