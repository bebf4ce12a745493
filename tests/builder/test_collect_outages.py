"""The network goes, the disk fills up: the same command goes on, and the ids are the same."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.collect.options import CollectOptions
from builder.collect.politeness import Gate
from builder.sample_register.server import Access, SampleRegister
from slovke.errors import InputError
from tests.collecting import Run, assert_complete, entries

TEN_MINUTES = 600.0


class Outage:
    """Drops the register's network after so many answers, for so long on the gate's own clock.

    The gate keeps the waits of a real run: its clock moves on by what it would have slept. The
    sockets are real: what the collector meets is a connection that is cut, then refused.
    """

    def __init__(self, register: SampleRegister, after: int, seconds: float) -> None:
        self._register = register
        self._after = after
        self._seconds = seconds
        self._record = register.record
        self.now = 0.0
        self.began: float | None = None
        self.tries: list[float] = []
        register.record = self._count  # type: ignore[method-assign]

    def _count(self, access: Access) -> None:
        self._record(access)
        if len(self._register.accesses) == self._after and self.began is None:
            self.began = self.now
            self._register.drop()

    def prepare(self, gate: Gate) -> None:
        gate._clock = lambda: self.now
        gate._sleep = self._sleep  # type: ignore[method-assign]
        failed = gate.failed

        def note(why: str, retry_after: str | None = None) -> None:
            assert self.began is not None, why
            self.tries.append(self.now - self.began)
            failed(why, retry_after)

        gate.failed = note  # type: ignore[method-assign]

    async def _sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.began is not None and self.now - self.began >= self._seconds:
            self._seconds = float("inf")
            self._register.restore()


DEFAULTS = {
    name: CollectOptions.__dataclass_fields__[name].default
    for name in ("delay", "backoff", "max_backoff", "max_errors", "request_attempts")
}


# The seventh answer is a listing, the fifteenth the page of a thesis.
@pytest.mark.parametrize("after", [7, 15])
def test_a_network_that_drops_for_ten_minutes_is_waited_for(tmp_path: Path, after: int) -> None:
    everything = entries(40)
    with SampleRegister(everything, page_size=10) as register:
        outage = Outage(register, after=after, seconds=TEN_MINUTES)
        run = Run(register, tmp_path / "out", cap=100, prepare=outage.prepare, **DEFAULTS)
    assert_complete(run, everything)
    # Cut, then refused: 5 s later, 10 s after that, and so on, till the network is back.
    assert outage.tries == [0.0, 5.0, 15.0, 35.0, 75.0, 155.0, 315.0]
    assert sorted(set(run.details)) == sorted(entry.sid for entry in everything)


def test_partitions_side_by_side_wait_as_long(tmp_path: Path) -> None:
    everything = entries(60)
    with SampleRegister(everything, page_size=5, cap=20) as register:
        outage = Outage(register, after=200, seconds=TEN_MINUTES)
        run = Run(register, tmp_path / "out", concurrency=8, prepare=outage.prepare, **DEFAULTS)
    assert outage.began is not None
    assert_complete(run, everything)
    assert sum(moment < TEN_MINUTES for moment in outage.tries) > 8
    assert max(outage.tries) < TEN_MINUTES


def test_a_network_that_stays_away_stops_the_run_and_the_next_one_goes_on(tmp_path: Path) -> None:
    everything = entries(40)
    with SampleRegister(everything, page_size=10) as register:
        outage = Outage(register, after=15, seconds=86_400.0)
        first = Run(register, tmp_path / "out", cap=100, prepare=outage.prepare, **DEFAULTS)
        assert first.stopped.startswith("20 requests failed in a row, the last one: http://127")
        assert "Connection refused" in first.stopped
        # Twenty tries in more than an hour: six times the ten minutes.
        assert (len(outage.tries), outage.tries[-1]) == (20, 4215.0)
        register.restore()
        second = Run(register, tmp_path / "out", cap=100)
    assert_complete(second, everything)


@contextlib.contextmanager
def full_disk(largest: int) -> Iterator[None]:
    """No file of this process grows beyond so many bytes: writes fail as on a full disk."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_is_full_at_any_moment(tmp_path: Path) -> None:
    everything, ends = entries(60), set()
    with SampleRegister(everything, page_size=10) as register:
        for size in (1_000, 30_000, *range(60_000, 200_000, 12_000), 10**9):
            with full_disk(size):
                try:
                    run = Run(register, tmp_path / "out", cap=100)
                except InputError as error:
                    assert "make room, and the same command goes on" in str(error)
                    ends.add("opening or ending")
                    continue
            if not run.stopped:
                break
            assert run.stopped.startswith("can't write")
            ends.add("collecting")
    assert_complete(run, everything)
    assert ends == {"opening or ending", "collecting"}
    lines = (tmp_path / "out" / "records-00000.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["sid"] for line in lines] == sorted(e.sid for e in everything)
