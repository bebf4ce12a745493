"""The ways in which the sample register misbehaves when it is told to.

Every fault is counted, not drawn: the same requests meet the same faults, so that a failing test
fails again.
"""

from __future__ import annotations

import dataclasses
import gzip
import itertools
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from builder.sample_register.pages import Entry, detail_page, message_page


class Answer(StrEnum):
    """What the fault line decides for one request."""

    NORMAL = "normal"
    TOO_MANY = "429"
    UNAVAILABLE = "503"
    SLOW = "slow"
    CUT = "cut"
    EXPIRED = "expired"


class Hostility(StrEnum):
    """What is wrong with the page of one thesis."""

    UNKNOWN = "unknown"  # a page of another shape, with status 200
    BROKEN = "broken"  # 500, for ever
    SCRIPTS = "scripts"  # the right shape, full of scripts, frames and names like paths
    HUGE = "huge"  # six megabytes
    BOMB = "bomb"  # a few kilobytes that unpack to twenty megabytes
    DRIP = "drip"  # a byte now and then, for ever
    REDIRECT = "redirect"  # to another host
    LOOP = "loop"  # to itself
    PATH = "path"  # the listing's link names a file instead of a sid


@dataclass(frozen=True, slots=True)
class Faults:
    """Which faults are on. A number n means: every n-th request that it can hit; 0 is never.

    Attributes:
        too_many: 429 with `Retry-After: retry_after` seconds.
        unavailable: 503 without a hint.
        slow: the answer waits `slow_seconds`.
        cut: half of the body, then the connection is closed.
        expired: the session of a results page is gone, and the page shows the form again.
        late: after every n-th request one more of the `late_sids` appears, so that totals change
            while someone pages through them.
        hostile: sid -> what its page does.
        down: inclusive range of request numbers that all answer 503: the register is down.
    """

    too_many: int = 0
    retry_after: int = 1
    unavailable: int = 0
    slow: int = 0
    slow_seconds: float = 0.3
    cut: int = 0
    expired: int = 0
    late: int = 0
    late_sids: tuple[str, ...] = ()
    hostile: dict[str, Hostility] = field(default_factory=dict)
    down: tuple[int, int] | None = None

    @classmethod
    def all_on(cls, entries: Sequence[Entry], every: int = 100) -> Faults:
        """Everything at once, each fault about once in `every` requests.

        Of `entries` (at least 20), up to six get a hostile page, no more of them than 1 % one that
        can't be read. Three of the last year come late: what appears in a year that is finished by
        then is the next update's.
        """
        sids = [entry.sid for entry in entries if not entry.withdrawn]
        last_year = max(entry.year for entry in entries)
        latest = [e.sid for e in entries if e.year == last_year and not e.withdrawn]
        step = len(sids) // 6
        unreadable = ("UNKNOWN", "REDIRECT", "BOMB", "HUGE", "LOOP")[: max(1, len(sids) // 100)]
        kinds = [Hostility.SCRIPTS, *(Hostility[name] for name in unreadable)]
        return cls(
            too_many=every * 5 + 1,
            unavailable=every + 3,
            slow=every + 7,
            slow_seconds=0.1,
            cut=every + 13,
            expired=every // 5 + 1,
            late=every * 2,
            late_sids=tuple(latest[-3:]),
            hostile=dict(zip(sids[: step * 6 : step], kinds, strict=False)),
        )

    def without_hostile(self) -> Faults:
        """The same faults, with all pages as they should be."""
        return dataclasses.replace(self, hostile={})


class FaultLine:
    """Counts requests and says which of them go wrong. Shared by the server's threads."""

    def __init__(self, faults: Faults) -> None:
        """Start counting at zero."""
        self.faults = faults
        self._lock = threading.Lock()
        self._requests = 0
        self._pages = itertools.count(1)

    def next_answer(self, is_results_page: bool) -> Answer:
        """The fate of the next request; only a results page can find its session expired."""
        faults = self.faults
        with self._lock:
            self._requests += 1
            number = self._requests
            page = next(self._pages) if is_results_page else 0
        if faults.down is not None and faults.down[0] <= number <= faults.down[1]:
            return Answer.UNAVAILABLE
        if is_results_page and faults.expired and page % faults.expired == 0:
            return Answer.EXPIRED
        for every, answer in (
            (faults.too_many, Answer.TOO_MANY),
            (faults.unavailable, Answer.UNAVAILABLE),
            (faults.cut, Answer.CUT),
            (faults.slow, Answer.SLOW),
        ):
            if every and number % every == 0:
                return answer
        return Answer.NORMAL

    @property
    def hidden(self) -> frozenset[str]:
        """The late sids that no listing shows yet."""
        faults = self.faults
        if not faults.late:
            return frozenset()
        return frozenset(faults.late_sids[self._requests // faults.late :])


def hostile_page(entry: Entry, kind: Hostility) -> bytes:
    """The body of a page that is not as it should be (not for the redirects)."""
    if kind is Hostility.UNKNOWN:
        page = message_page("Údržba", "Stránka sa pripravuje.")
    elif kind is Hostility.BOMB:
        return gzip.compress(detail_page(entry).encode() + b" " * 20_000_000)
    elif kind is Hostility.HUGE:
        page = detail_page(entry, extra="<!--" + "x" * 1_000_000 + "-->")
        return page.encode() + b"<p>viac</p>" * 500_000
    else:
        page = detail_page(
            entry,
            extra=(
                "<script>document.title='x'; fetch('http://other.invalid/')</script>"
                '<img src="x" onerror="alert(1)"><iframe src="http://other.invalid/"></iframe>'
                '<a download="../../../etc/passwd" href="file:///etc/passwd">../../x.jsonl</a>'
                '<meta http-equiv="refresh" content="0; url=http://other.invalid/">'
                '<base href="http://other.invalid/">' + "<div>" * 1500 + "</div>" * 1500
            ),
        )
    return page.encode()
