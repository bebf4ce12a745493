"""`slovke leaderboard`: check a submission, build the site."""

from pathlib import Path
from typing import Annotated

import typer

from slovke.cli.app import app

leaderboard = typer.Typer(help="A public page of systems, scored here.", no_args_is_help=True)
app.add_typer(leaderboard, name="leaderboard")

Dataset = Annotated[
    str, typer.Option(help="Hub repo (@version), local build, .jsonl or .parquet file", metavar="D")
]
Split = Annotated[str, typer.Option(help="train, validation or test")]
Lang = Annotated[str, typer.Option(help="language of the lemmatizer")]
Resamples = Annotated[int, typer.Option(help="of intervals and tests, at least")]
Seed = Annotated[int, typer.Option(help="of the resampling")]


@leaderboard.command()
def check(
    folder: Annotated[Path, typer.Argument(help="predictions.jsonl and submission.yaml in it")],
    dataset: Dataset = "NaiveNeuron/SlovKE",
    split: Split = "test",
    lang: Lang = "sk",
    lemmatizer: Annotated[str | None, typer.Option(help="as in `slovke score`")] = None,
) -> None:
    """Check a submission: metadata, ids, split, revision, and the scores that it claims."""
    from slovke.leaderboard.check import check_submission
    from slovke.leaderboard.options import ScoringOptions
    from slovke.leaderboard.scoring import Scorer
    from slovke.leaderboard.target import open_target

    options = ScoringOptions(lemmatizer=lemmatizer, lang=lang)
    target = open_target(dataset, split)
    checked = check_submission(folder, target, Scorer(target.documents, options))
    for note in checked.notes:
        print(f"note: {note}")
    headline = checked.scores[options.headline_score]
    print(f"{checked.submission.system}: accepted; {options.headline_score} {100 * headline:.1f}")
    print(f"signature: {checked.scores['signature']}")


@leaderboard.command()
def build(
    submissions: Annotated[Path, typer.Argument(help="a folder of submissions' folders")],
    baseline: Annotated[str, typer.Option(help="the submission that RER is against")],
    out: Annotated[Path, typer.Option(help="the site's folder")],
    dataset: Dataset = "NaiveNeuron/SlovKE",
    split: Split = "test",
    lang: Lang = "sk",
    lemmatizer: Annotated[
        list[str] | None,
        typer.Option(help="as in `slovke score`, or 'default'; several give a table each"),
    ] = None,
    resamples: Resamples = 1000,
    seed: Seed = 12345,
    skip_refused: Annotated[
        bool, typer.Option("--skip-refused", help="go on without submissions that are refused")
    ] = False,
) -> None:
    """Check all SUBMISSIONS, score and compare them, and write a static site."""
    import sys

    from slovke.cli.progress import progress
    from slovke.leaderboard.options import ScoringOptions
    from slovke.leaderboard.site import build_boards, write_leaderboard
    from slovke.leaderboard.target import open_target

    variants = [
        ScoringOptions(None if name == "default" else name, lang, resamples=resamples, seed=seed)
        for name in lemmatizer or ["default"]
    ]
    target = open_target(dataset, split)
    systems = sum(path.is_dir() for path in submissions.glob("*"))
    with progress("scored", len(variants) * systems) as advance:
        boards = build_boards(
            submissions,
            target,
            variants,
            baseline,
            skip_refused=skip_refused,
            say=lambda line: print(line, file=sys.stderr),
            advance=advance,
        )
    write_leaderboard(boards, target, out)
    print(f"{out / 'index.html'}: {len(boards[0].systems)} systems")
