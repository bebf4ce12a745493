"""One way to show progress: a bar on a terminal, nothing but plain lines elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give a function to call with the number of things that were just done.

    On a terminal a bar with rate and time left is drawn on standard error; elsewhere a line is
    written at each tenth of the way, so that a log stays readable.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    if console.is_terminal:
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=console) as bar:
            task = bar.add_task(what, total=total)
            yield lambda count: bar.advance(task, count)
        return

    done = 0

    def log(count: int) -> None:
        nonlocal done
        before, done = done, done + count
        if total and done * 10 // total > before * 10 // total:
            print(f"{what}: {done} of {total}", file=sys.stderr)

    yield log
