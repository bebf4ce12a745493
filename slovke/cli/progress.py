"""One way to show progress: a bar on a terminal, nothing but plain lines elsewhere."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(
    what: str, total: int, status: Callable[[], str] = lambda: ""
) -> Iterator[Callable[[int], None]]:
    """Give a function to call with the number of things that were just done.

    On a terminal a bar with the time left is drawn on standard error; elsewhere a line is written
    at each tenth of the way, so that a log stays readable.

    Args:
        what: is being done.
        total: number of things.
        status: asked after each step for what to show beside the bar, such as the cost so far.
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
            TextColumn("{task.fields[status]}"),
        )
        with Progress(*columns, console=console) as bar:
            task = bar.add_task(what, total=total, status="")
            yield lambda count: bar.update(task, advance=count, status=status())
        return

    done = 0

    def log(count: int) -> None:
        nonlocal done
        before, done = done, done + count
        if total and done * 10 // total > before * 10 // total:
            note = status()
            print(f"{what}: {done} of {total}{note and f'; {note}'}", file=sys.stderr)

    yield log
