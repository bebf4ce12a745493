"""`slovke sklep`: the nine tasks of skLEP from predictions, and the benchmark's site."""

from pathlib import Path
from typing import Annotated

import typer

from slovke.cli.app import app

sklep = typer.Typer(help="skLEP, the Slovak understanding benchmark.", no_args_is_help=True)
app.add_typer(sklep, name="sklep")

Data = Annotated[
    str,
    typer.Option(help="Hub repo (@revision), or a folder with <task>/<split>.jsonl or .parquet"),
]
Split = Annotated[str, typer.Option(help="train, validation or test")]


@sklep.command()
def score(
    predictions: Annotated[
        Path, typer.Argument(help="<task>.jsonl files of one system, or folders of systems")
    ],
    data: Data = "slovak-nlp/sklep",
    split: Split = "test",
    baseline: Annotated[
        Path | None,
        typer.Option(help="predictions of the baseline; without it SlovakBERT as published"),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="write the site there, of the predictions alone")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print the numbers as JSON")] = False,
) -> None:
    """Score PREDICTIONS in each task; average score, and average RER against the baseline."""
    import json

    from slovke.cli.progress import progress
    from slovke.leaderboard.groups import resamples_needed
    from slovke.sklep.board import LEVEL, build_sklep_board
    from slovke.sklep.page import to_json, write_pages
    from slovke.sklep.published import BASELINE
    from slovke.sklep.scoring import score_systems, system_folders, task_files
    from slovke.sklep.sums import RESAMPLES
    from slovke.sklep.table import print_results
    from slovke.sklep.target import Target

    folders = system_folders(predictions)
    wanted = [*folders, *([] if baseline is None else [baseline])]
    target = Target(data, split)
    randomizations = resamples_needed(len(folders), LEVEL, RESAMPLES)
    with progress("scored", sum(len(task_files(folder)) for folder in wanted)) as advance:
        results = score_systems(folders, target, randomizations=randomizations, advance=advance)
        base = None if baseline is None else score_systems([baseline], target, advance=advance)[0]
    board = build_sklep_board(
        results,
        None if base is None else base.headline,
        BASELINE if base is None else base.name,
    )
    if as_json:
        print(json.dumps(to_json(board), ensure_ascii=False, indent=1))
    else:
        print_results(results, board.baseline, board.baseline_name)
    if out is not None:
        own = {folder.absolute() for folder in folders}
        among = baseline is not None and baseline.absolute() in own
        write_pages(board, target, out, baseline_slug=base.slug if among and base else None)


@sklep.command()
def check(
    folder: Annotated[Path, typer.Argument(help="submission.yaml and <task>.jsonl files in it")],
    data: Data = "slovak-nlp/sklep",
    split: Split = "test",
) -> None:
    """Check a submission: metadata, rows, split, revision, and the scores that it claims."""
    from slovke.sklep.board import check_sklep_submission, read_sklep_submission
    from slovke.sklep.sums import RESAMPLES
    from slovke.sklep.target import pinned

    submission = read_sklep_submission(folder)
    target, revisions = pinned(data, split)
    result = check_sklep_submission(submission, target, revisions, RESAMPLES)
    if result.missing:
        print(f"note: no predictions for {', '.join(result.missing)}")
    print(f"{result.name}: accepted; average {result.average:.2f} over {len(result.scores)} tasks")
    print(f"signature: {result.signature}")


@sklep.command()
def build(
    submissions: Annotated[Path, typer.Argument(help="a folder of submissions' folders")],
    out: Annotated[Path, typer.Option(help="the site's folder")],
    data: Data = "slovak-nlp/sklep",
    split: Split = "test",
    baseline: Annotated[
        str | None,
        typer.Option(help="the submission that RER is against; without it SlovakBERT as published"),
    ] = None,
    skip_refused: Annotated[
        bool, typer.Option("--skip-refused", help="go on without submissions that are refused")
    ] = False,
) -> None:
    """Check all SUBMISSIONS, score and compare them, and write a static site."""
    import sys

    from slovke.cli.progress import progress
    from slovke.leaderboard.intake import submission_folders
    from slovke.sklep.site import build_site

    with progress("scored", len(submission_folders(submissions))) as advance:
        systems = build_site(
            submissions,
            out,
            data,
            split,
            baseline,
            skip_refused=skip_refused,
            say=lambda line: print(line, file=sys.stderr),
            advance=advance,
        )
    print(f"{out / 'index.html'}: {len(systems)} systems")
