"""The gate: delay, off-peak hours, Retry-After, and the stop after errors."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, time, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from builder.collect.options import CollectOptions, OffPeak, is_loopback, parse_years
from builder.collect.politeness import Gate, StoppedError, seconds_of
from slovke.errors import InputError


class Clock:
    """A clock that the gate's own waiting moves on."""

    def __init__(self, gate_options: dict[str, Any], start: datetime) -> None:
        self.seconds = 0.0
        self._start = start
        self.gate = Gate(clock=lambda: self.seconds, now=self._now, **gate_options)
        self.gate._sleep = self._sleep  # type: ignore[method-assign]
        self.passed: list[float] = []

    def _now(self) -> datetime:
        return self._start + timedelta(seconds=self.seconds)

    async def _sleep(self, seconds: float) -> None:
        self.seconds += seconds

    async def pass_through(self) -> None:
        await self.gate.pass_through()
        self.passed.append(round(self.seconds, 6))


NOON = datetime(2026, 1, 1, 12, 0)


def test_requests_keep_their_distance() -> None:
    clock = Clock({"delay": 2.0}, NOON)

    async def three() -> None:
        await asyncio.gather(*(clock.pass_through() for _ in range(3)))

    asyncio.run(three())
    assert clock.passed == [0.0, 2.0, 4.0]


def test_waits_grow_from_failure_to_failure_and_begin_anew_after_an_answer() -> None:
    clock = Clock({"delay": 0.0, "backoff": 5.0, "max_backoff": 12.0}, NOON)

    async def run() -> None:
        for _ in range(3):
            clock.gate.failed("status 503")
            await clock.pass_through()
        clock.gate.succeeded()
        clock.gate.failed("status 503")
        await clock.pass_through()

    asyncio.run(run())
    assert clock.passed == [5.0, 15.0, 27.0, 32.0]


def test_requests_that_fail_together_are_one_failure() -> None:
    clock = Clock({"delay": 0.0, "backoff": 5.0, "concurrency": 4, "max_errors": 3}, NOON)
    gate = clock.gate

    async def run() -> None:
        for _ in range(2):
            for _ in range(4):
                gate.failed("refused")
            await clock.pass_through()
        for _ in range(3):
            gate.failed("refused")
        with pytest.raises(StoppedError, match="12 requests failed in a row"):
            gate.failed("refused")

    asyncio.run(run())
    assert clock.passed == [5.0, 15.0]


def test_retry_after_is_obeyed_even_where_it_is_longer_than_our_longest_wait() -> None:
    clock = Clock({"delay": 1.0, "max_backoff": 10.0}, NOON)

    async def run() -> None:
        clock.gate.failed("status 429", "1800")
        await clock.pass_through()
        clock.gate.failed("status 429", "0")
        await clock.pass_through()

    asyncio.run(run())
    assert clock.passed == [1800.0, 1801.0]


def test_slow_answers_make_it_slower_and_quick_ones_not_faster_than_the_delay() -> None:
    clock = Clock({"delay": 2.0}, NOON)
    pauses = []
    for seconds, is_good in (
        (0.1, True),
        (1.5, True),
        (0.1, False),
        (0.1, True),
        (9.0, False),
        (500.0, True),
        *[(0.0, True)] * 6,
    ):
        clock.gate.answered(seconds, is_good=is_good)
        pauses.append(clock.gate.pause)
    assert pauses == [2.0, 3.0, 3.0, 2.0, 18.0, 60.0, 30.0, 15.0, 7.5, 3.75, 2.0, 2.0]


def test_a_slow_register_is_asked_less_often() -> None:
    clock = Clock({"delay": 2.0, "concurrency": 2}, NOON)

    async def run() -> None:
        for _ in range(3):
            await clock.pass_through()
            clock.gate.answered(5.0, is_good=True)
        assert "answers are slow" in clock.gate._still_to_wait()[1]

    asyncio.run(run())
    assert clock.passed == [0.0, 5.0, 10.0]


def test_a_delay_of_zero_is_for_ones_own_machine() -> None:
    gate = Gate(0.0)
    gate.answered(5.0, is_good=True)
    assert gate.pause == 0.0


def test_off_peak_waits_for_the_hour() -> None:
    clock = Clock({"delay": 0.0, "off_peak": OffPeak.parse("22-06")}, NOON)
    asyncio.run(clock.pass_through())
    assert clock.passed == [10 * 3600.0]


def test_errors_in_a_row_stop_the_run() -> None:
    gate = Gate(0.0, max_errors=3)
    gate.failed("status 500")
    gate.failed("status 500")
    with pytest.raises(StoppedError, match="3 requests failed in a row, the last one: cut"):
        gate.failed("cut")
    with pytest.raises(StoppedError):
        asyncio.run(gate.pass_through())


def test_a_wait_of_days_stops_the_run() -> None:
    with pytest.raises(StoppedError, match="come back in 48 hours"):
        Gate(0.0).failed("status 503", "172800")


def test_a_stop_ends_a_long_wait() -> None:
    gate = Gate(0.0)
    gate.hold(1000.0)

    async def run() -> None:
        waiting = asyncio.create_task(gate.pass_through())
        await asyncio.sleep(0)
        gate.stop("interrupted")
        await waiting

    with pytest.raises(StoppedError, match="interrupted"):
        asyncio.run(run())


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("17", 17.0), (" 0 ", 0.0), ("soon", None), ("-5", None), ("²", None), (None, None)],
)
def test_retry_after(header: str | None, seconds: float | None) -> None:
    assert seconds_of(header) == seconds


def test_retry_after_as_a_date() -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    assert 3500 < (seconds_of(later) or 0) <= 3600
    assert seconds_of("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0


@pytest.mark.parametrize(
    ("hours", "inside", "outside"),
    [("22-06", "23:00 05:59 22:00", "06:00 21:59"), ("8:30-17", "08:30 16:59", "08:29 17:00")],
)
def test_off_peak_hours(hours: str, inside: str, outside: str) -> None:
    off_peak = OffPeak.parse(hours)
    assert all(off_peak.contains(time.fromisoformat(text)) for text in inside.split())
    assert not any(off_peak.contains(time.fromisoformat(text)) for text in outside.split())


@pytest.mark.parametrize("text", ["", "22", "22-22", "25-06", "22:60-06", "night"])
def test_wrong_off_peak(text: str) -> None:
    with pytest.raises(InputError, match="--off-peak"):
        OffPeak.parse(text)


def test_years() -> None:
    assert parse_years("2010-2025") == (2010, 2025)
    assert parse_years("2019") == (2019, 2019)
    for text in ("2025-2010", "19", "2010-", "x"):
        with pytest.raises(InputError, match="--years"):
            parse_years(text)


@pytest.mark.parametrize(
    ("base_url", "is_here"),
    [
        ("http://127.0.0.1:8000/", True),
        ("http://127.9.9.9/", True),
        ("http://[::1]:80/", True),
        ("http://LOCALHOST:8000", True),
        ("http://127.0.0.1.evil.org/", False),
        ("http://127.0.0.1@evil.org/", False),
        ("http://localhost.evil.org/", False),
        ("http://10.0.0.1/", False),
        ("https://opac.crzp.sk", False),
        ("http://[::1", False),
        ("", False),
    ],
)
def test_only_a_register_on_this_machine_needs_no_contact(base_url: str, is_here: bool) -> None:
    assert is_loopback(base_url) is is_here


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"base_url": "ftp://x/"}, "--base-url"),
        ({"base_url": "opac"}, "--base-url"),
        ({"contact": "me"}, "--contact"),
        ({"contact": "a@b.sk)\r\nX: y"}, "--contact"),
        ({"contact": "loopback"}, "--contact"),
        ({"contact": "loopback", "base_url": "http://127.0.0.1.evil.org/"}, "--contact"),
        ({"contact": "", "base_url": "http://127.0.0.1/"}, "--contact"),
        ({"base_url": "http://[::1"}, "--base-url"),
        ({"base_url": "http://x:99999/"}, "--base-url"),
        ({"base_url": "http://name:secret@x/"}, "--base-url"),
        ({"delay": -1.0}, "--delay"),
        ({"delay": float("nan")}, "--delay"),
        ({"timeout": 0.0}, "--timeout"),
        ({"concurrency": 0}, "--concurrency"),
        ({"cap": 1}, "--cap"),
    ],
)
def test_wrong_options_are_named(changes: dict[str, Any], named: str) -> None:
    right: dict[str, Any] = {"base_url": "http://x/", "contact": "a@b.sk", "out": Path("x")}
    assert "(+a@b.sk)" in CollectOptions(**right, years=(2010, 2011)).user_agent
    with pytest.raises(InputError, match=named):
        CollectOptions(**(right | changes), years=(2010, 2011))
