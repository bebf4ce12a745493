"""`python -m builder stats`: the paper's tables and figures from a cleaned folder or a build."""

from pathlib import Path
from typing import Annotated

import typer

from builder.cli.app import app


@app.command()
def stats(
    folders: Annotated[
        list[Path],
        typer.Argument(help="The output folder of `clean`, of `split`, or both.", metavar="DIR"),
    ],
    out: Annotated[Path, typer.Option(help="Folder for CSV, PNG, stats.json and index.html.")],
    raw: Annotated[
        Path | None,
        typer.Option(help="The collected records, where the cleaned folder holds none any more."),
    ] = None,
    short_abstract: Annotated[
        int, typer.Option(help="Table 4: abstracts under so many characters are short.")
    ] = 100,
    short_keyphrases: Annotated[
        int, typer.Option(help="Table 4: keyphrase fields under so many characters are short.")
    ] = 10,
    universities: Annotated[int, typer.Option(help="Table 4: how many universities.")] = 15,
) -> None:
    """Count the paper's tables and figures and write them as CSV, PNG and one HTML page."""
    from builder.progress import progress
    from builder.stats.inputs import Inputs
    from builder.stats.options import StatsOptions
    from builder.stats.report import compute, print_statistics, write

    options = StatsOptions(short_abstract, short_keyphrases, universities)
    with progress() as tick:
        statistics = compute(Inputs.find(folders, raw), options, tick)
    print_statistics(statistics, write(statistics, out))
