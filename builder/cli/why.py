"""`python -m builder why`: one record's way through the cleaning."""

from pathlib import Path
from typing import Annotated

import typer

from builder.cli.app import app


@app.command()
def why(
    sid: Annotated[str, typer.Argument(metavar="ID", help="The record's id.")],
    folder: Annotated[Path, typer.Option("--from", help="The folder that `clean` wrote.")] = Path(
        "clean"
    ),
    stanza_dir: Annotated[Path | None, typer.Option(help="Folder of Stanza's models.")] = None,
) -> None:
    """Print a record's raw text, what each stage changed in it, and where it ended."""
    from builder.why import describe, find_ways

    for way in find_ways(folder, sid, stanza_dir=stanza_dir):
        print("\n".join(describe(way)))
