"""`python -m builder split` and `card`: from a cleaned folder to a build."""

from pathlib import Path
from typing import Annotated

import typer

from builder.cli.app import app
from slovke.errors import InputError


@app.command()
def split(
    cleaned: Annotated[Path, typer.Argument(help="The output folder of `clean`.")],
    out: Annotated[Path, typer.Option(help="The build to write; an older build is replaced.")],
    seed: Annotated[int, typer.Option(help="Seed of the draw.")] = 42,
    ratios: Annotated[str, typer.Option(help="Shares of train, validation, test.")] = "80,10,10",
    sizes: Annotated[
        str | None, typer.Option(help="Exact numbers instead: 182745,22343,22344.")
    ] = None,
    together: Annotated[
        str,
        typer.Option(help="What stays on one side: group,person; or none, the paper's draw."),
    ] = "group,person",
    previous: Annotated[
        str | None,
        typer.Option(help="The release before, a folder or owner/name@1.0.0: keeps its splits."),
    ] = None,
    test45k: Annotated[
        bool, typer.Option("--test45k", help="Declare the paper's 20 % test split as a config.")
    ] = False,
    configs: Annotated[
        str, typer.Option(help="Configs to write.")
    ] = "default,keyphrases,extraction",
    version: Annotated[str, typer.Option(help="The build's version.")] = "1.0.0",
    license: Annotated[str, typer.Option(help="The licence, by the Hub's name.")] = "cc-by-4.0",
    note: Annotated[str, typer.Option(help="A line for the card's changelog.")] = "",
    stats: Annotated[Path | None, typer.Option(help="A folder of figures for the card.")] = None,
    withdrawn: Annotated[
        Path | None,
        typer.Option(help="`collect`'s folder, if it withdrew more since the cleaning."),
    ] = None,
) -> None:
    """Split cleaned records into train, validation and test, and write the Parquet build."""
    from builder.build import BuildOptions, read_cleaned, read_previous, write_build
    from builder.build_report import print_build
    from builder.card import write_card
    from builder.names import keep_persons
    from builder.progress import progress
    from builder.split import SplitOptions
    from builder.withdrawn import read_withdrawn

    options = BuildOptions(
        version=version,
        license=license,
        configs=tuple(name.strip() for name in configs.split(",")),
        test45k=test45k,
        split=SplitOptions.parse(seed, ratios, sizes, together),
        note=note,
    )
    if previous is not None and Path(previous).resolve() == out.resolve():
        raise InputError(
            f"--out {out}: is the release before, which must stay; name another folder"
        )
    before = None if previous is None else read_previous(previous)
    records = read_cleaned(cleaned, () if withdrawn is None else read_withdrawn(withdrawn))
    work = {"tagging": 1, "writing": len(options.configs)}
    with progress(lambda what: work[what] * len(records.members)) as tick:
        build = write_build(records, out, options, before, tick)
    keep_persons(cleaned, out)
    if stats is not None:
        write_card(out, stats)
    print_build(build, records)


@app.command()
def card(
    build: Annotated[Path, typer.Argument(help="A build, as `split` wrote it.")],
    stats: Annotated[
        Path | None, typer.Option(help="A folder of figures (*.png, *.svg) and statistics.md.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Print the card.")] = False,
) -> None:
    """Write a build's card again, with figures."""
    from builder.card import write_card

    if not build.is_dir():
        raise InputError(f"{build}: no such folder")
    path = write_card(build, stats)
    print(path.read_text(encoding="utf-8") if show else path)
