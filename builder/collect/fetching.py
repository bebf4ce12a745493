"""One page fetched: through the gate, tried again after a failure, and only from the register."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from protego import Protego
from scrapy import Request
from scrapy.exceptions import DownloadCancelledError, IgnoreRequest
from scrapy.http.request import NO_CALLBACK

from builder.collect.politeness import Gate, StoppedError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from scrapy.http import Response
    from scrapy.http.cookies import CookieJar

    Download = Callable[[Request], Awaitable[Response]]

logger = logging.getLogger(__name__)

_MAX_REDIRECTS = 5
_GONE = (404, 410)
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Page:
    """An answer that is worth reading: 200, 404 or 410; its Content-Type if it had one."""

    url: str
    status: int
    body: bytes
    content_type: str | None = None

    @property
    def is_gone(self) -> bool:
        """Whether the register says that there is no such page."""
        return self.status in _GONE


class FetchFailedError(Exception):
    """No answer worth reading, time after time; a later run may have more luck.

    Attributes:
        status: the HTTP status of the last answer, 0 if there was none.
    """

    def __init__(self, why: str, status: int = 0) -> None:
        """Say why, and which status the last answer had."""
        super().__init__(why)
        self.status = status


class RefusedError(Exception):
    """An answer that we would not read or follow; no later try would change that."""


class Fetcher:
    """Fetches pages of one register. Shared by the workers."""

    def __init__(self, download: Download, gate: Gate, base_url: str, attempts: int) -> None:
        """Fetch with Scrapy's `download`, at most `attempts` times a page."""
        self._download = download
        self._gate = gate
        self._base_url = base_url
        self._attempts = attempts
        self.robots: Protego | None = None
        self.user_agent = ""
        self.requests = 0

    async def read_robots(self, user_agent: str) -> float | None:
        """Read robots.txt, obey it from now on, and return the Crawl-delay it asks for.

        Raises:
            FetchFailedError: the server has none to give, but fails: then nothing may be fetched.
        """
        self.user_agent = user_agent
        try:
            page = await self.fetch("/robots.txt")
        except FetchFailedError as error:
            # By RFC 9309 every 4xx means that there are no rules; 429 means to come back later.
            if 400 <= error.status < 500 and error.status != 429:
                return None
            raise
        except RefusedError as error:
            logger.info("robots.txt: %s; taken as no rules", error)
            return None
        if page.is_gone:
            return None
        self.robots = Protego.parse(page.body.decode("utf-8", "replace"))
        delay = self.robots.crawl_delay(user_agent)
        return None if delay is None else float(delay)

    async def fetch(
        self, path: str, *, form: str | None = None, jar: CookieJar | None = None
    ) -> Page:
        """Fetch a page.

        Args:
            path: relative to the register's address.
            form: an encoded form to post; None gets the page.
            jar: the session's cookies; None neither sends nor keeps any.

        Raises:
            FetchFailedError: all attempts failed.
            RefusedError: robots.txt forbids it, it leads elsewhere, or it is too large.
            StoppedError: the run was stopped.
        """
        url = _joined(self._base_url, path)
        why, status = "", 0
        for attempt in range(1, self._attempts + 1):
            try:
                return await self._follow(url, form, jar)
            except _TryAgainError as error:
                why, status = str(error), error.status
                logger.info("%s: %s (attempt %d)", url, why, attempt)
                self._gate.failed(f"{url}: {why}", error.retry_after)
        raise FetchFailedError(f"{url}: {why}", status)

    async def _follow(self, url: str, form: str | None, jar: CookieJar | None) -> Page:
        for _ in range(_MAX_REDIRECTS + 1):
            self._check(url)
            await self._gate.pass_through()
            self.requests += 1
            response = await self._answer(url, form, jar)
            if response.status == 200 or response.status in _GONE:
                self._gate.succeeded()
                content_type = _header(response, "Content-Type")
                return Page(response.url, response.status, response.body, content_type)
            location = _header(response, "Location")
            if response.status not in (301, 302, 303, 307, 308) or location is None:
                self._gate.succeeded()
                raise RefusedError(f"status {response.status}")
            self._gate.succeeded()
            url = _joined(url, location)
            if response.status not in (307, 308):
                form = None
        raise RefusedError(f"more than {_MAX_REDIRECTS} redirects")

    async def _answer(self, url: str, form: str | None, jar: CookieJar | None) -> Response:
        headers = {} if form is None else {"Content-Type": "application/x-www-form-urlencoded"}
        request = Request(
            url,
            callback=NO_CALLBACK,
            method="GET" if form is None else "POST",
            body=form or "",
            headers=headers,
            dont_filter=True,
        )
        if jar is not None:
            # Scrapy's own middleware would keep the jar of every session till the end of the run.
            jar.add_cookie_header(request)
        began = time.monotonic()
        is_good = False
        try:
            response = await self._download(request)
            is_good = response.status == 200
        except (DownloadCancelledError, IgnoreRequest) as error:
            self._gate.succeeded()
            raise RefusedError(f"not read: {error}") from None
        except StoppedError:
            raise
        except Exception as error:
            # Every other failure of a download (cut, refused, timed out, no such name, and what
            # the network library thinks of next) is met in the same way: wait and try again.
            raise _TryAgainError(f"{type(error).__name__}: {error}") from error
        finally:
            self._gate.answered(time.monotonic() - began, is_good=is_good)
        if jar is not None:
            jar.extract_cookies(response, request)
        if response.status >= 400 and response.status not in _GONE:
            # 403 too: who shuts us out is to be seen by the count of errors, not page by page.
            raise _TryAgainError(
                f"status {response.status}", response.status, _header(response, "Retry-After")
            )
        return response

    def _check(self, url: str) -> None:
        if not is_within(self._base_url, url):
            raise RefusedError(f"leads to another host: {url[:200]}")
        if self.robots is not None and not self.robots.can_fetch(url, self.user_agent):
            raise RefusedError(f"robots.txt forbids {url[:200]}")


class _TryAgainError(Exception):
    def __init__(self, why: str, status: int = 0, retry_after: str | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.retry_after = retry_after


def _header(response: Response, name: str) -> str | None:
    value = response.headers.get(name)
    return None if value is None else value.decode("utf-8", "replace")


def _joined(base: str, link: str) -> str:
    try:
        return urljoin(base, link)
    except ValueError:
        raise RefusedError(f"no address: {link[:200]}") from None


def is_within(base_url: str, url: str) -> bool:
    """Whether an address is on the register's host and port (or its https side)."""
    try:
        base, other = urlsplit(base_url), urlsplit(url)
        base_port = base.port or _PORTS.get(base.scheme)
        other_port = other.port or _PORTS.get(other.scheme)
    except ValueError:
        return False
    if other.scheme not in _PORTS or base.hostname != other.hostname:
        return False
    if (base.scheme, base_port) == (other.scheme, other_port):
        return True
    return (
        base.port is None
        and base.scheme == "http"
        and (other.scheme, other.port)
        == (
            "https",
            None,
        )
    )
