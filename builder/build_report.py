"""What `split` shows: progress while it works, and the build's sizes, leakage and files after."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from builder.build import Build, Tick


@contextmanager
def progress(records: int, configs: int) -> Iterator[Tick]:
    """A bar on a terminal, a line at the end of each kind of work elsewhere."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    if not console.is_terminal:
        totals: dict[str, int] = {}

        def count(what: str, more: int) -> None:
            totals[what] = totals.get(what, 0) + more

        yield count
        for what, done in totals.items():
            print(f"{what}: {done:,} records", file=sys.stderr)
        return
    with Progress(console=console, transient=True) as bars:
        work = {"tagging": records, "writing": records * configs}
        tasks = {what: bars.add_task(what, total=number) for what, number in work.items()}
        yield lambda what, more: bars.advance(tasks[what], more)


def print_build(build: Build) -> None:
    """Print the sizes of the splits, the leakage and the sizes of the configs."""
    from rich.console import Console
    from rich.table import Table

    description = build.description
    console = Console()
    sizes = build.assignment.sizes()
    total = sum(sizes.values())
    table = Table(title=f"SlovKE {description['version']}: {total:,} documents in {build.root}")
    for name in ("split", "documents", "%", "files"):
        table.add_column(name, justify="left" if name == "split" else "right")
    for split, count in sizes.items():
        files = len(description["splits"]["default"][split]["files"])
        table.add_row(split, f"{count:,}", f"{100 * count / max(total, 1):.1f}", str(files))
    console.print(table)
    leaked = ", ".join(f"{pair} {count:,}" for pair, count in build.assignment.leakage.items())
    print(f"documents tied across splits (near-duplicate or same author): {leaked}")
    print(f"largest set of documents that stays together: {build.assignment.largest:,}")
    if build.assignment.removed:
        print(f"published before and no longer there: {build.assignment.removed:,}")
    megabytes = sum(file["size"] for file in description["files"].values()) / 1e6
    configs = ", ".join(description["splits"])
    print(f"{len(description['files'])} files, {megabytes:,.1f} MB: {configs}")
