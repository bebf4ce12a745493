"""`python -m builder clean`: collected records become kept and rejected ones."""

from pathlib import Path
from typing import Annotated

import typer

from builder.cli.app import app


@app.command()
def clean(
    raw: Annotated[Path, typer.Argument(help="Folder of *.jsonl[.gz|.zst], or one such file.")],
    out: Annotated[Path, typer.Option(help="Folder to write; a stopped run goes on in it.")],
    workers: Annotated[int, typer.Option(help="Processes on this machine.")] = 1,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Change one cleaning option."),
    ] = None,
    tagger: Annotated[
        str | None, typer.Option(help="rules or stanza: what counts the words of keyphrases.")
    ] = None,
    stanza_dir: Annotated[Path | None, typer.Option(help="Folder of Stanza's models.")] = None,
    executor: Annotated[
        str, typer.Option(help="local, datatrove-local, ray or slurm (the extra `cluster`).")
    ] = "local",
    slurm_partition: Annotated[
        str | None, typer.Option(help="With --executor slurm: the partition.")
    ] = None,
    slurm_time: Annotated[
        str, typer.Option(help="With --executor slurm: the time limit of a shard's phase.")
    ] = "04:00:00",
    shards: Annotated[int, typer.Option(help="Parts to spread the records over.")] = 32,
    drop_persons: Annotated[
        bool, typer.Option(help="Remove all persons' names in the end; publish can't check then.")
    ] = False,
) -> None:
    """Clean collected records: every one ends in one place, for one reason."""
    from builder.cleaning import CleanRun, run_and_print

    run_and_print(
        CleanRun(
            raw=raw,
            out=out,
            workers=workers,
            settings=tuple(set_ or ()) + ((f"tagger={tagger}",) if tagger else ()),
            stanza_dir=stanza_dir,
            executor=executor,
            slurm_partition=slurm_partition,
            slurm_time=slurm_time,
            shards=shards,
            drop_persons=drop_persons,
        )
    )
