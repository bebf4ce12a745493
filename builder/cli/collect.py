"""`collect` and `parse`: the register's pages into raw pages and raw records."""

import sys
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from builder.cli.app import app
from slovke.errors import InputError


@app.command()
def collect(
    out: Annotated[Path | None, typer.Option(help="Folder for everything collected.")] = None,
    base_url: Annotated[str, typer.Option(help="Address of the register.")] = "",
    contact: Annotated[
        str,
        typer.Option(
            help="Your mail address or page, sent in the User-Agent. Required, but for a register "
            "on this machine."
        ),
    ] = "",
    years: Annotated[str, typer.Option(help="As in 2010-2025; default: 2010 to now.")] = "",
    since: Annotated[
        int | None,
        typer.Option(help="Update: add this year and later, and look for changes in earlier ones."),
    ] = None,
    recheck: Annotated[
        str,
        typer.Option(
            help="Earlier years whose listings --since reads again, a request a page of results: "
            "all, years as in 2015-2018, or totals (only where a total has changed)."
        ),
    ] = "all",
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on (the default); fail if nothing was begun.")
    ] = False,
    delay: Annotated[float, typer.Option(help="Least seconds between two requests.")] = 2.0,
    concurrency: Annotated[int, typer.Option(help="Partitions side by side.")] = 1,
    off_peak: Annotated[str, typer.Option(help="Hours to work in, as in 22-06.")] = "",
    cap: Annotated[int, typer.Option(help="Results that a session shows at most.")] = 20_000,
    backoff: Annotated[float, typer.Option(help="First wait after an error, seconds.")] = 5.0,
    max_errors: Annotated[int, typer.Option(help="Errors in a row before it stops.")] = 20,
    timeout: Annotated[float, typer.Option(help="Longest wait for an answer, seconds.")] = 60.0,
    verbose: Annotated[bool, typer.Option("--verbose", help="Log every second try.")] = False,
    status: Annotated[
        Path | None, typer.Option(help="Only show how far the collecting into a folder is.")
    ] = None,
) -> None:
    """Collect all records of the register, politely; the same command goes on after any stop."""
    if status is not None:
        from builder.collect.progress import status_lines

        print("\n".join(status_lines(status)))
        return
    from builder.collect.options import (
        FIRST_YEAR,
        LOOPBACK,
        CollectOptions,
        OffPeak,
        is_loopback,
        parse_recheck,
        parse_years,
    )

    if not contact and is_loopback(base_url):
        contact = LOOPBACK
    for name, value in (("--out", out), ("--base-url", base_url), ("--contact", contact)):
        if not value:
            raise InputError(f"collect needs {name}; see --help")
    assert out is not None
    if resume and not (out / "manifest.sqlite").exists():
        raise InputError(f"--resume: {out} holds no manifest.sqlite to go on with")
    options = CollectOptions(
        base_url=base_url,
        out=out,
        contact=contact,
        years=parse_years(years) if years else (since or FIRST_YEAR, date.today().year),
        since=since,
        recheck=parse_recheck(recheck),
        delay=delay,
        concurrency=concurrency,
        off_peak=OffPeak.parse(off_peak) if off_peak else None,
        cap=cap,
        backoff=backoff,
        max_errors=max_errors,
        timeout=timeout,
    )
    _run(options, verbose)


def _run(options: "CollectOptions", verbose: bool) -> None:  # type: ignore[name-defined]  # noqa: F821
    import logging

    handler = logging.StreamHandler()
    handler.setLevel(logging.INFO if verbose else logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    try:
        from builder.collect.run import collect as run
    except ModuleNotFoundError as error:
        from slovke.errors import MissingExtraError

        raise MissingExtraError(f"collecting ({error.name})", "builder") from None
    try:
        report = run(options)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        raise typer.Exit(130) from None
    print("\n".join(report.lines()))
    if not report.is_complete:
        raise typer.Exit(1)


@app.command()
def parse(
    raw: Annotated[Path, typer.Argument(help="The raw/ folder that `collect` wrote.")],
    out: Annotated[Path, typer.Option(help="Folder for the records.")],
    max_unknown: Annotated[
        float, typer.Option(help="Share of pages of unknown shape that is still right.")
    ] = 0.01,
    drop_persons: Annotated[
        bool, typer.Option("--drop-persons", help="Leave out the names, once all is cleaned.")
    ] = False,
) -> None:
    """Derive the raw records from the raw pages again, without the network."""
    from builder.collect.records import parse as run

    report = run(raw, out, drop_persons=drop_persons)
    print(
        f"{report.pages} pages: {report.records} records, {report.withdrawn} withdrawn, "
        f"{report.unknown} of unknown shape ({report.unknown_share:.2%}), "
        f"{report.earlier_pages} fetched again later, {report.search_pages} of the search"
    )
    for name, count in report.null.items():
        print(f"  without {name}: {count}, of these doubtful: {report.doubtful.get(name, 0)}")
    for label, count in list(report.unread.items())[:10]:
        print(f"  fact {label!r}, which no field takes: {count}")
    if report.unknown_share > max_unknown:
        print(f"too many pages of unknown shape (over {max_unknown:.0%}); see {out}/parsing.json")
        raise typer.Exit(1)
