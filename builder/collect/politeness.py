"""The gate that every request passes: delay, off-peak hours, waits that were asked for, the stop.

Scrapy obeys robots.txt but not its Crawl-delay, retries but not after Retry-After, and its
AutoThrottle forgets a slow host that was quiet for a minute; so the waiting is done here, for all
requests alike, AutoThrottle's rule included.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from builder.collect.options import OffPeak

MAX_WAIT = 86_400.0  # seconds: to ask for a longer wait is to say "go away"; we stop instead
MAX_THROTTLE = 60.0  # seconds between two requests, however slow the answers are
_SHARE = 0.5  # of its time that the register may be busy with one of our workers


class StoppedError(Exception):
    """The run ends here, and the same command goes on later. Its text says why."""


class Gate:
    """Lets one request through after the other. One for all workers of a run."""

    def __init__(
        self,
        delay: float,
        *,
        concurrency: int = 1,
        off_peak: OffPeak | None = None,
        backoff: float = 5.0,
        max_backoff: float = 300.0,
        max_errors: int = 20,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        """Start with nothing to wait for.

        Args:
            delay: least seconds between the starts of two requests; 0 is never slowed down.
            concurrency: how many requests may be under way at once.
            off_peak: the hours in which requests may be sent.
            backoff: seconds to wait after a failure; doubled for each further one in a row.
            max_backoff: where the doubling ends.
            max_errors: failures in a row after which the run stops, for each of `concurrency`.
            clock: monotonic seconds.
            now: local time.
        """
        self.delay = delay
        self.waiting = ""
        self.errors = 0
        self._concurrency = concurrency
        self._throttle = 0.0
        self._off_peak = off_peak
        self._backoff = backoff
        self._max_backoff = max_backoff
        self._max_errors = max_errors
        self._clock = clock
        self._now = now
        self._last = float("-inf")
        self._held_until = float("-inf")
        self._turn = asyncio.Lock()
        self._stop_reason: str | None = None
        self._stopping = asyncio.Event()

    async def pass_through(self) -> None:
        """Wait until the next request may be sent.

        Raises:
            StoppedError: the run was stopped meanwhile.
        """
        async with self._turn:
            while True:
                seconds, why = self._still_to_wait()
                if self._stop_reason is not None:
                    raise StoppedError(self._stop_reason)
                if seconds <= 0:
                    break
                self.waiting = why
                # A clock that is set (off-peak) is looked at again every minute.
                await self._sleep(min(seconds, 60.0))
            self.waiting = ""
            self._last = self._clock()

    def _still_to_wait(self) -> tuple[float, str]:
        if self._off_peak is not None and not self._off_peak.contains(self._now().time()):
            return 60.0, f"until the off-peak hours, {self._off_peak}"
        now = self._clock()
        if self._held_until > now:
            return self._held_until - now, "after an error, or as the register asked"
        why = "longer than usual, since answers are slow" if self.pause > self.delay else ""
        return self._last + self.pause - now, why

    @property
    def pause(self) -> float:
        """Seconds between the starts of two requests as they are now; never less than `delay`."""
        return max(self.delay, self._throttle)

    def answered(self, seconds: float, *, is_good: bool) -> None:
        """An answer took so long: go slower at once, or step by step as fast as before.

        The rule of Scrapy's AutoThrottle. Bad answers, often quick ones, make nothing faster.
        """
        if self.delay <= 0:
            return
        target = seconds / (_SHARE * self._concurrency)
        throttle = min(max(target, (self.pause + target) / 2), MAX_THROTTLE)
        if is_good or throttle > self.pause:
            self._throttle = throttle

    async def _sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._stopping.wait()
        except TimeoutError:
            return

    def hold(self, seconds: float) -> None:
        """Send nothing for that long."""
        self._held_until = max(self._held_until, self._clock() + seconds)

    def succeeded(self) -> None:
        """An answer came: failures are counted anew."""
        self.errors = 0

    def failed(self, why: str, retry_after: str | None = None) -> None:
        """A request failed: wait as long as the register asks, or longer from failure to failure.

        Raises:
            StoppedError: it was one too many in a row, or the register asks to wait for days.
        """
        self.errors += 1
        asked = seconds_of(retry_after)
        if asked is not None and asked > MAX_WAIT:
            self.stop(f"the register asks to come back in {asked / 3600:.0f} hours")
        elif self.errors >= self._max_errors * self._concurrency:
            self.stop(f"{self.errors} requests failed in a row, the last one: {why}")
        if self._stop_reason is not None:
            raise StoppedError(self._stop_reason)
        # Requests that were under way together fail together: that is one failure of the network.
        steps = (self.errors - 1) // self._concurrency
        growing = min(self._backoff * 2**steps, self._max_backoff)
        self.hold(growing if asked is None else max(asked, self.delay))

    def stop(self, reason: str) -> None:
        """Let nothing through any more; the first reason stays."""
        if self._stop_reason is None:
            self._stop_reason = reason
        self._stopping.set()


def seconds_of(retry_after: str | None) -> float | None:
    """The seconds of a Retry-After header, which holds seconds or a date; None if neither."""
    if retry_after is None:
        return None
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())
