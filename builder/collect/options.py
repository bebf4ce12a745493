"""The collecting options and the values that a user writes for them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from slovke.errors import InputError

FIRST_YEAR = 2010  # the register's first year (paper, section 4.1)
LOOPBACK = "loopback"  # the contact of who asks a register on the same machine


@dataclass(frozen=True, slots=True)
class OffPeak:
    """The hours in which requests may be sent, local time; they may pass midnight."""

    start: time
    end: time

    @classmethod
    def parse(cls, text: str) -> OffPeak:
        """Read `22-06` or `22:30-06:15`.

        Raises:
            InputError: it is something else, or the two are equal.
        """
        match = re.fullmatch(r"(\d{1,2})(?::(\d{2}))?-(\d{1,2})(?::(\d{2}))?", text.strip())
        hours = [int(part or 0) for part in match.groups()] if match else []
        if not hours or max(hours[::2]) > 23 or max(hours[1::2]) > 59 or hours[:2] == hours[2:]:
            raise InputError(
                f"--off-peak {text!r}: expected two different hours, as in 22-06 or 22:30-06:15"
            )
        return cls(time(hours[0], hours[1]), time(hours[2], hours[3]))

    def contains(self, moment: time) -> bool:
        """Whether requests may be sent at that time of day."""
        if self.start < self.end:
            return self.start <= moment < self.end
        return moment >= self.start or moment < self.end

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M}"


@dataclass(frozen=True, slots=True)
class CollectOptions:
    """How to collect. The defaults are for a stranger's server; seconds unless said otherwise.

    Attributes:
        base_url: the register's address; nothing outside its host is ever asked for.
        out: the folder that gets everything; nothing outside it is ever written.
        contact: a mail address or page for the User-Agent, so that the register can complain;
            `LOOPBACK` for a register on this machine.
        years: first and last year, both included.
        since: an update: list this year and later anew, and look for changes in earlier years.
        recheck: first and last of the earlier years whose listings an update reads again, so that
            it sees what was withdrawn, what came back, and what took another's place; of the others
            it reads only what shows another total. None: only totals.
        delay: least time between the starts of two requests; slow answers make it longer.
        concurrency: partitions side by side, each with its own session.
        off_peak: hours outside which no request is sent.
        cap: results that a session shows at most; a partition with as many is narrowed.
        timeout: longest that one answer may take, its body included.
        max_bytes: largest body that is read, unpacked.
        request_attempts: tries of one request before its page counts as failed.
        partition_attempts: listings of one partition before it is reported as short.
        backoff: first wait after a failed request; it doubles up to `max_backoff`.
        max_errors: failed requests in a row after which the run stops.
        max_unread: share (0-1) of pages that can't be read above which the run fails.
    """

    base_url: str
    out: Path
    contact: str
    years: tuple[int, int]
    since: int | None = None
    recheck: tuple[int, int] | None = (0, 9999)
    delay: float = 2.0
    concurrency: int = 1
    off_peak: OffPeak | None = None
    cap: int = 20_000
    timeout: float = 60.0
    max_bytes: int = 2_000_000
    request_attempts: int = 6
    partition_attempts: int = 3
    backoff: float = 5.0
    max_backoff: float = 300.0
    max_errors: int = 20
    max_unread: float = 0.01

    def __post_init__(self) -> None:
        """Refuse what can't be meant.

        Raises:
            InputError: naming the option and what it takes.
        """
        if not _is_address(self.base_url):
            raise InputError(
                f"--base-url {self.base_url!r}: expected http://HOST/ or https://HOST/"
            )
        is_reachable = re.fullmatch(
            r"[^\s@()]+@[^\s@()]+\.[^\s@()]+|https?://[^\s()]+", self.contact
        )
        if not is_reachable and not (self.contact == LOOPBACK and is_loopback(self.base_url)):
            raise InputError(
                f"--contact {self.contact!r}: expected a mail address or a web page where the "
                "register's operators can reach you"
            )
        for name, value, least in (
            ("--delay", self.delay, 0),
            ("--concurrency", self.concurrency, 1),
            ("--cap", self.cap, 2),
            ("--backoff", self.backoff, 0),
            ("--timeout", self.timeout, 0.1),
            ("--max-errors", self.max_errors, 1),
        ):
            if not value >= least:  # true of no number, too
                raise InputError(f"{name} {value}: must be at least {least}")

    def relists(self, year: int) -> bool:
        """Whether an update reads the listings of a year again."""
        if self.since is None or year >= self.since:
            return True
        return self.recheck is not None and self.recheck[0] <= year <= self.recheck[1]

    @property
    def user_agent(self) -> str:
        """Who we are, honestly, and where to complain."""
        return f"slovke-collector/0.1 (+{self.contact})"


def _is_address(base_url: str) -> bool:
    try:
        parts = urlsplit(base_url)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and has_host and parts.username is None


def parse_recheck(text: str) -> tuple[int, int] | None:
    """Read `all`, `totals`, or years as in `2015-2018`.

    Raises:
        InputError: it is something else.
    """
    if text == "all":
        return (0, 9999)
    if text == "totals":
        return None
    try:
        return parse_years(text)
    except InputError:
        raise InputError(
            f"--recheck {text!r}: expected all, totals, or years as in 2015-2018"
        ) from None


def is_loopback(base_url: str) -> bool:
    """Whether an address is on this machine, where nobody needs to be told whom to ask."""
    try:
        host = urlsplit(base_url).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def parse_years(text: str) -> tuple[int, int]:
    """Read `2010-2025` or `2019`.

    Raises:
        InputError: it is something else, or the years run backwards.
    """
    match = re.fullmatch(r"(\d{4})(?:-(\d{4}))?", text.strip())
    if match is None:
        raise InputError(f"--years {text!r}: expected a year or two, as in 2010-2025")
    first, last = int(match[1]), int(match[2] or match[1])
    if first > last:
        raise InputError(f"--years {text!r}: the first year is after the last")
    return first, last
