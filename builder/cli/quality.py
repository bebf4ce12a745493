"""`python -m builder quality`: how well the cleaning does on the gold set, against its floors."""

from pathlib import Path
from typing import Annotated

import typer

from builder.cli.app import app


@app.command()
def quality(
    cases: Annotated[Path, typer.Option(help="Folder of cases_*.toml and floors.toml.")] = Path(
        "tests/builder/quality"
    ),
    misses: Annotated[int, typer.Option(help="How many misses of each measure to name.")] = 5,
) -> None:
    """Measure the cleaning on the sample register and the hand-written cases; 1 below a floor."""
    from builder.quality_report import report

    raise typer.Exit(report(cases, misses))
