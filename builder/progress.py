"""Progress of long work over records: a bar a phase on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

# Called with a phase and the number of records that it has just done.
Report = Callable[[str, int], None]
# The number of records of a phase, or None where it is not known; asked when the phase begins.
Total = Callable[[str], int | None]

_LINE_EVERY = 30.0  # seconds


@contextmanager
def progress(total: Total = lambda phase: None) -> Iterator[Report]:
    """Show each phase with its rate and, where the total is known, the time left.

    Elsewhere than on a terminal a phase that takes long writes a line now and then, and every
    phase one at the end.
    """
    if sys.stderr.isatty():
        with _bars(total) as report:
            yield report
        return
    lines = _Lines(total)
    yield lines.report
    lines.end()


@contextmanager
def _bars(total: Total) -> Iterator[Report]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    tasks: dict[str, Any] = {}
    with Progress(*columns, console=Console(stderr=True)) as bar:

        def report(phase: str, records: int) -> None:
            if phase not in tasks:
                tasks[phase] = bar.add_task(phase, total=total(phase), rate="")
            speed = next(task.speed for task in bar.tasks if task.id == tasks[phase])
            rate = f"{speed:,.0f} records/s" if speed else ""
            bar.update(tasks[phase], advance=records, rate=rate)

        yield report


class _Lines:
    def __init__(self, total: Total) -> None:
        self._total = total
        self._done: dict[str, int] = {}
        self._started: dict[str, float] = {}
        self._last: dict[str, float] = {}

    def report(self, phase: str, records: int) -> None:
        now = time.monotonic()
        self._last.setdefault(phase, self._started.setdefault(phase, now))
        self._done[phase] = self._done.get(phase, 0) + records
        if now - self._last[phase] >= _LINE_EVERY:
            self._last[phase] = now
            total = self._total(phase)
            known = "" if total is None else f" of {total:,}"
            rate = self._done[phase] / (now - self._started[phase])
            print(f"{phase}: {self._done[phase]:,}{known} records, {rate:,.0f}/s", file=sys.stderr)

    def end(self) -> None:
        for phase, done in self._done.items():
            print(f"{phase}: {done:,} records", file=sys.stderr)
