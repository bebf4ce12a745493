"""One page fetched: redirects, robots.txt, second tries; the register is a table of answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from scrapy.exceptions import DownloadCancelledError, DownloadTimeoutError
from scrapy.http import HtmlResponse
from scrapy.http.cookies import CookieJar

from builder.collect.fetching import Fetcher, FetchFailedError, Page, RefusedError
from builder.collect.politeness import Gate, StoppedError

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

BASE = "http://opac.sk/"
Answer = tuple[int, dict[str, str], bytes] | Exception


class Table:
    """Answers by path, each used once, the last one again and again; and what was asked."""

    def __init__(self, answers: dict[str, list[Answer]]) -> None:
        self._answers = answers
        self.asked: list[tuple[str, str]] = []
        self.cookies: list[bytes | None] = []

    async def __call__(self, request: Request) -> Response:
        path = request.url.removeprefix(BASE.rstrip("/"))
        self.asked.append((request.method, path))
        self.cookies.append(request.headers.get("Cookie"))
        answers = self._answers[path]
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, Exception):
            raise answer
        status, headers, body = answer
        return HtmlResponse(request.url, status=status, headers=headers, body=body)


OK: Answer = (200, {"Content-Type": "text/html"}, b"page")


def fetch(table: Table, path: str, gate: Gate | None = None, **details: Any) -> Page:
    fetcher = Fetcher(table, gate or Gate(0.0, backoff=0.0), BASE, attempts=3)
    return asyncio.run(fetcher.fetch(path, **details))


@pytest.mark.parametrize(
    "failure",
    [
        (503, {}, b""),
        (429, {"Retry-After": "0"}, b""),
        (500, {}, b""),
        (408, {}, b""),
        (403, {}, b""),
        DownloadTimeoutError("slow"),
        ConnectionResetError("cut"),
    ],
)
def test_a_failure_is_tried_again_but_not_for_ever(failure: Answer) -> None:
    table = Table({"/a": [failure, failure, OK]})
    assert fetch(table, "/a") == Page(f"{BASE}a", 200, b"page", "text/html")
    assert len(table.asked) == 3
    table = Table({"/a": [failure]})
    with pytest.raises(FetchFailedError, match=r"http://opac\.sk/a"):
        fetch(table, "/a")
    assert len(table.asked) == 3


def test_the_gate_is_told_what_the_register_asks_for() -> None:
    gate = Gate(0.0, max_errors=99)
    with pytest.raises(StoppedError, match="come back in 30 hours"):
        fetch(Table({"/a": [(429, {"Retry-After": "108000"}, b"")]}), "/a", gate)


@pytest.mark.parametrize("status", [404, 410])
def test_a_page_that_is_gone_is_an_answer(status: int) -> None:
    assert fetch(Table({"/a": [(status, {}, b"")]}), "/a").is_gone


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ((302, {}, b""), "status 302"),
        ((302, {"Location": "http://evil.org/"}, b""), "leads to another host: http://evil.org/"),
        ((302, {"Location": "//evil.org/x"}, b""), "leads to another host"),
        ((302, {"Location": "file:///etc/passwd"}, b""), "leads to another host: file:"),
        ((302, {"Location": "http://[::1"}, b""), "no address: http://"),
        ((302, {"Location": "http://opac.sk:99999/"}, b""), "leads to another host"),
        ((302, {"Location": "/a"}, b""), "more than 5 redirects"),
        (DownloadCancelledError("larger than 2000000"), "not read: larger than 2000000"),
    ],
)
def test_what_is_refused_is_refused_at_once(answer: Answer, why: str) -> None:
    table = Table({"/a": [answer]})
    with pytest.raises(RefusedError, match=why.replace("(", r"\(")):
        fetch(table, "/a")
    assert len(table.asked) <= 6
    assert {path for _, path in table.asked} == {"/a"}


@pytest.mark.parametrize(("status", "methods"), [(302, "POST GET"), (307, "POST POST")])
def test_redirects_within_the_register_are_followed(status: int, methods: str) -> None:
    table = Table({"/a": [(status, {"Location": "b?c=1"}, b"")], "/b?c=1": [OK]})
    assert fetch(table, "/a", form="x=1").url == f"{BASE}b?c=1"
    assert [method for method, _ in table.asked] == methods.split()


def test_cookies_go_only_where_they_came_from() -> None:
    answers: Callable[[], dict[str, list[Answer]]] = lambda: {  # noqa: E731
        "/a": [(200, {"Set-Cookie": "SESSION=1; Path=/"}, b"")],
        "/b": [OK],
    }
    table = Table(answers())
    fetcher = Fetcher(table, Gate(0.0), BASE, attempts=1)
    first, second = CookieJar(), CookieJar()

    async def run() -> None:
        await fetcher.fetch("/a", jar=first)
        await fetcher.fetch("/b", jar=first)
        await fetcher.fetch("/b", jar=second)
        await fetcher.fetch("/b")

    asyncio.run(run())
    assert table.cookies == [None, b"SESSION=1", None, None]


ROBOTS = b"User-agent: *\nCrawl-delay: 7\nDisallow: /private\n"


def test_robots_are_obeyed() -> None:
    table = Table({"/robots.txt": [(200, {}, ROBOTS)], "/private/a": [OK], "/a": [OK]})
    fetcher = Fetcher(table, Gate(0.0), BASE, attempts=1)

    async def run() -> float | None:
        delay = await fetcher.read_robots("slovke-collector/0.1 (+a@b.sk)")
        await fetcher.fetch("/a")
        with pytest.raises(RefusedError, match=r"robots\.txt forbids http://opac\.sk/private/a"):
            await fetcher.fetch("/private/a")
        return delay

    assert asyncio.run(run()) == 7.0
    assert ("GET", "/private/a") not in table.asked


@pytest.mark.parametrize("status", [404, 403])
def test_no_robots_file_forbids_nothing(status: int) -> None:
    table = Table({"/robots.txt": [(status, {}, b"")], "/a": [OK]})
    fetcher = Fetcher(table, Gate(0.0, backoff=0.0), BASE, attempts=2)
    assert asyncio.run(fetcher.read_robots("agent")) is None
    assert asyncio.run(fetcher.fetch("/a")).body == b"page"


def test_a_robots_file_that_fails_forbids_everything() -> None:
    fetcher = Fetcher(Table({"/robots.txt": [(500, {}, b"")]}), Gate(0.0, backoff=0.0), BASE, 2)
    with pytest.raises(FetchFailedError):
        asyncio.run(fetcher.read_robots("agent"))
