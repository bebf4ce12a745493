"""`serve-sample`: the sample register on the loopback interface."""

from pathlib import Path
from typing import Annotated

import typer

from builder.cli.app import app


@app.command()
def serve_sample(
    port: Annotated[int, typer.Option(help="0 takes a free one.")] = 0,
    records: Annotated[
        int | None, typer.Option(help="Scale to so many records; default: the sample alone.")
    ] = None,
    cap: Annotated[int, typer.Option(help="Results that a session shows at most.")] = 20_000,
    page_size: Annotated[int, typer.Option(help="Results a page.")] = 20,
    crawl_delay: Annotated[float | None, typer.Option(help="Ask for it in robots.txt.")] = None,
    faults: Annotated[bool, typer.Option("--faults", help="Misbehave in every way.")] = False,
    access_log: Annotated[Path | None, typer.Option(help="A JSON line a request.")] = None,
) -> None:
    """Serve the sample register's pages on 127.0.0.1 until interrupted."""
    from builder.sample_register import load_theses
    from builder.sample_register.copies import scaled
    from builder.sample_register.faults import Faults
    from builder.sample_register.pages import Entry
    from builder.sample_register.server import SampleRegister

    entries = [Entry.of(thesis) for thesis in load_theses()]
    if records is not None:
        entries = list(scaled(entries, records))
    register = SampleRegister(
        entries,
        port=port,
        cap=cap,
        page_size=page_size,
        crawl_delay=crawl_delay,
        faults=Faults.all_on(entries) if faults else None,
        access_log=access_log,
    )
    print(f"serving {len(entries)} theses at {register.base_url}", flush=True)
    register.serve_forever()
