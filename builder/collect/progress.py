"""How far a run is: a live table on a terminal, plain lines elsewhere, a status from outside."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from builder.collect.manifest import Manifest, State
from builder.collect.record_table import Found
from builder.collect.tally import Tally

if TYPE_CHECKING:
    from rich.table import Table

    from builder.collect.collector import Collector
    from builder.collect.politeness import Gate

LINE_SECONDS = 10.0  # between two plain lines
_TABLE_SECONDS = 1.0
_PULSE_SECONDS = 5.0  # between two signs of life in the manifest
_WINDOW = 300.0  # seconds over which the rate is taken


@dataclass(frozen=True, slots=True)
class Moment:
    """What is shown: counts, records a second, seconds left (None while unknown)."""

    tally: Tally
    rate: float
    seconds_left: float | None

    def rows(self) -> list[tuple[str, str]]:
        """Names and values of the table."""
        partitions, records = self.tally.partitions, self.tally.records
        open_states = (State.PENDING, State.RECHECK, State.SPLIT)
        left = "unknown" if self.seconds_left is None else _duration(self.seconds_left)
        unparsable = records[Found.UNKNOWN] + records[Found.REFUSED]
        rows = [
            (
                "partitions",
                f"{partitions[State.DONE]:,} done, "
                f"{sum(partitions[state] for state in open_states):,} open, "
                f"{len(self.tally.working_on):,} running, {partitions[State.SHORT]:,} short",
            ),
            (
                "records",
                f"{records[Found.COLLECTED]:,} collected, {records[Found.WITHDRAWN]:,} withdrawn, "
                f"{unparsable:,} unparsable, of {self.tally.known:,} known so far",
            ),
            ("rate", f"{self.rate:.2f} records/s, time left {left}"),
        ]
        if self.tally.working_on:
            rows.append(("running", "; ".join(sorted(self.tally.working_on)[:5])))
        if self.tally.waiting:
            rows.append(("waiting", self.tally.waiting))
        return rows

    def line(self) -> str:
        """The same in one line."""
        return "; ".join(f"{name}: {value}" for name, value in self.rows()[:3])


class Progress:
    """Watches a collector while it runs."""

    def __init__(self, collector: Collector, gate: Gate, manifest: Manifest) -> None:
        """Watch, beginning now."""
        self._collector = collector
        self._gate = gate
        self._manifest = manifest
        self._points = [(time.monotonic(), collector.tally.fetched)]

    def moment(self) -> Moment:
        """What is to be shown now."""
        tally = self._collector.tally
        tally.waiting = self._gate.waiting
        now = time.monotonic()
        self._points = [p for p in self._points if now - p[0] < _WINDOW] or self._points[-1:]
        since, count = self._points[0]
        if now - self._points[-1][0] >= _TABLE_SECONDS:
            self._points.append((now, tally.fetched))
        rate = (tally.fetched - count) / (now - since) if now > since else 0.0
        missing = max(0, tally.known - tally.settled)
        return Moment(tally, rate, missing / rate if rate else None)

    async def watch(self) -> None:
        """Show the progress until cancelled."""
        if sys.stderr.isatty():
            await self._watch_table()
        else:
            await self._watch_lines()

    async def _watch_table(self) -> None:
        from rich.console import Console
        from rich.live import Live

        beat = 0.0
        console, table = Console(stderr=True), table_of(self.moment())
        with Live(table, console=console, transient=True, auto_refresh=False) as live:
            while True:
                await asyncio.sleep(_TABLE_SECONDS)
                live.update(table_of(self.moment()), refresh=True)
                beat = self._beat(beat)

    async def _watch_lines(self) -> None:
        beat = last = 0.0
        while True:
            await asyncio.sleep(_TABLE_SECONDS)
            now = time.monotonic()
            if now - last >= LINE_SECONDS:
                last = now
                print(f"{datetime.now():%H:%M:%S} {self.moment().line()}", file=sys.stderr)
            beat = self._beat(beat)

    def _beat(self, last: float) -> float:
        now = time.monotonic()
        if now - last < _PULSE_SECONDS:
            return last
        moment = self.moment()
        pulse = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "rate": moment.rate,
            "seconds_left": moment.seconds_left,
            "waiting": moment.tally.waiting,
        }
        # A full disk is noticed, and reported, by the worker that has a record to write.
        with contextlib.suppress(sqlite3.OperationalError):
            self._manifest.set_note("pulse", json.dumps(pulse))
        return now


def table_of(moment: Moment) -> Table:
    """The live table."""
    from rich.table import Table
    from rich.text import Text

    table = Table(show_header=False, title="collecting")
    for name, value in moment.rows():
        table.add_row(name, Text(value))  # page text is no markup
    return table


def status_lines(out: Path) -> list[str]:
    """What a folder holds so far, also while another process collects into it.

    Raises:
        InputError: there is no manifest in it.
    """
    manifest = Manifest(out / "manifest.sqlite", read_only=True)
    try:
        tally = Tally.of(manifest)
        pulse = json.loads(manifest.note("pulse") or "null")
        state = manifest.note("state") or "never run"
        short = manifest.short()
    finally:
        manifest.close()
    tally.waiting = pulse["waiting"] if pulse else ""
    moment = Moment(
        tally, pulse["rate"] if pulse else 0.0, pulse["seconds_left"] if pulse else None
    )
    lines = [f"{name}: {value}" for name, value in moment.rows()]
    lines += [f"short: {row.partition.key}: {row.why}" for row in short[:20]]
    life = ""
    if pulse and state == "running":
        age = datetime.now(UTC) - datetime.fromisoformat(pulse["at"])
        life = f", last sign of life {_duration(age.total_seconds())} ago"
    return [f"state: {state}{life}", *lines]


def _duration(seconds: float) -> str:
    if seconds >= 172_800:
        return f"{seconds / 86_400:.1f} days"
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}"
