"""`slovke sklep`: the nine tasks of skLEP from predictions."""

from pathlib import Path
from typing import Annotated

import typer

from slovke.cli.app import app

sklep = typer.Typer(help="skLEP, the Slovak understanding benchmark.", no_args_is_help=True)
app.add_typer(sklep, name="sklep")


@sklep.callback()
def root() -> None:
    """Options of `slovke sklep` itself: none; it keeps `score` a command of its own."""


@sklep.command()
def score(
    predictions: Annotated[
        Path, typer.Argument(help="<task>.jsonl files of one system, or folders of systems")
    ],
    data: Annotated[
        str, typer.Option(help="Hub repo, or a folder with <task>/<split>.jsonl or .parquet")
    ] = "slovak-nlp/sklep",
    split: Annotated[str, typer.Option(help="train, validation or test")] = "test",
    baseline: Annotated[
        Path | None,
        typer.Option(help="predictions of the baseline; without it SlovakBERT as published"),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="write a page with the heatmap there")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the numbers as JSON")] = False,
) -> None:
    """Score PREDICTIONS in each task; average score, and average RER against the baseline."""
    import json

    from slovke.cli.progress import progress
    from slovke.sklep.page import to_json, write_page
    from slovke.sklep.published import BASELINE
    from slovke.sklep.scoring import score_systems, system_folders, task_files
    from slovke.sklep.table import print_results

    folders = system_folders(predictions)
    wanted = [*folders, *([] if baseline is None else [baseline])]
    with progress("scored", sum(len(task_files(folder)) for folder in wanted)) as advance:
        results = score_systems(folders, data, split, advance)
        base = None if baseline is None else score_systems([baseline], data, split, advance)[0]
    headline = None if base is None else base.headline
    name = BASELINE if base is None else base.name
    if as_json:
        print(json.dumps(to_json(results, headline, name), ensure_ascii=False, indent=1))
    else:
        print_results(results, headline, name)
    if out is not None:
        write_page(results, headline, name, out)
