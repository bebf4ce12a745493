"""What is shown of a run: the table, the line, and the status from another terminal."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import re
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from rich.console import Console

from builder.collect.manifest import Manifest, State
from builder.collect.partition import Partition
from builder.collect.politeness import Gate
from builder.collect.progress import Moment, Progress, status_lines, table_of
from builder.collect.record_table import Found
from builder.collect.tally import Tally


def tally() -> Tally:
    counts = Tally(known=1000, working_on={'2020 / "[bold]a"'}, waiting="until the off-peak hours")
    counts.records[Found.COLLECTED] = 240
    counts.records[Found.REFUSED] = 10
    counts.partitions[State.DONE] = 3
    counts.partitions[State.SPLIT] = counts.partitions[State.PENDING] = 2
    counts.partitions[State.SHORT] = 1
    return counts


def test_table() -> None:
    printed = io.StringIO()
    Console(file=printed, width=100).print(table_of(Moment(tally(), 0.5, 90_061.0)))
    text = printed.getvalue()
    assert "3 done, 4 open, 1 running, 1 short" in text
    assert "240 collected, 0 withdrawn, 10 unparsable, of 1,000 known so far" in text
    assert "0.50 records/s, time left 25:01:01" in text
    assert '2020 / "[bold]a"' in text, "a title's beginning is no markup"
    assert "until the off-peak hours" in text


def test_line() -> None:
    line = Moment(tally(), 0.0, None).line()
    assert line.startswith("partitions: 3 done, 4 open, 1 running, 1 short; records: 240 collected")
    assert line.endswith("time left unknown")
    assert Moment(tally(), 0.5, 300_000.0).line().endswith("time left 3.5 days")


class Watched:
    """A collector as far as the progress looks at it."""

    def __init__(self) -> None:
        self.tally = tally()


def watch(manifest: Manifest, seconds: float = 0.15) -> None:
    async def run() -> None:
        progress = Progress(Watched(), Gate(0.0), manifest)  # type: ignore[arg-type]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(progress.watch(), seconds)

    asyncio.run(run())


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_live_table_on_a_terminal_and_plain_lines_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_terminal: bool
) -> None:
    monkeypatch.setattr("builder.collect.progress._TABLE_SECONDS", 0.02)
    monkeypatch.setattr("builder.collect.progress.LINE_SECONDS", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: is_terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    with contextlib.closing(Manifest(tmp_path / "manifest.sqlite")) as manifest:
        watch(manifest)
        assert json.loads(manifest.note("pulse") or "")["rate"] == 0.0
    printed = stream.getvalue()
    assert printed.count("3 done, 4 open, 1 running, 1 short") > 2, "shown again and again"
    assert ("\x1b[" in printed) == is_terminal
    assert ("collecting" in printed) == is_terminal
    if not is_terminal:
        line = printed.splitlines()[0]
        assert re.match(r"\d\d:\d\d:\d\d partitions: 3 done, 4 open, 1 running, 1 short; ", line)


def test_the_rate_and_the_time_left_are_of_what_was_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("builder.collect.progress.time.monotonic", lambda: clock[0])
    watched = Watched()
    with contextlib.closing(Manifest(tmp_path / "manifest.sqlite")) as manifest:
        progress = Progress(watched, Gate(0.0), manifest)  # type: ignore[arg-type]
        assert progress.moment().seconds_left is None
        for _ in range(400):
            clock[0] += 2.0
            watched.tally.move(Found.LISTED, Found.COLLECTED)
            moment = progress.moment()
        # 650 of 1,000 are settled, one in two seconds.
        assert moment.rate == pytest.approx(0.5, rel=0.02)
        assert moment.seconds_left == pytest.approx(700, rel=0.02)


def test_status_of_a_folder_that_is_collected_into(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path / "manifest.sqlite")
    manifest.add([Partition(2020), Partition(2021), Partition(2022)], None, State.PENDING)
    row = manifest.claim()
    assert row is not None
    assert row.partition == Partition(2020)
    manifest.list_records(row.id, ["A", "B", "C"])
    manifest.finish_record("A", Found.COLLECTED)
    manifest.finish_record("B", Found.WITHDRAWN)
    manifest.set_state(row.id, State.PENDING, total=3)
    manifest.set_state(3, State.SHORT, total=7, why="7 shown, 5 listed")
    manifest.set_note("state", "running")
    at = datetime.now(UTC) - timedelta(seconds=61)
    pulse = {"at": at.isoformat(), "rate": 0.25, "seconds_left": 4.0, "waiting": ""}
    manifest.set_note("pulse", json.dumps(pulse))
    lines = status_lines(tmp_path)
    assert lines[0].startswith("state: running, last sign of life 0:01:0")
    assert lines[1:] == [
        "partitions: 0 done, 2 open, 1 running, 1 short",
        "records: 1 collected, 1 withdrawn, 0 unparsable, of 10 known so far",
        "rate: 0.25 records/s, time left 0:00:04",
        "running: 2020",
        "short: 2022: 7 shown, 5 listed",
    ]
    manifest.close()
