"""Collects from the loopback register in this process, without Scrapy's engine."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from builder.collect.collector import Collector
from builder.collect.manifest import Manifest, Row
from builder.collect.options import CollectOptions
from builder.collect.politeness import Gate
from builder.collect.progress import Progress
from builder.collect.raw import read_raw
from builder.collect.run import collect
from builder.collect.spider import Outcome
from builder.sample_register.copies import scaled
from builder.sample_register.pages import Entry
from builder.sample_register.server import SampleRegister

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

YEAR = 2024
_TITLES = ("Vplyv hnojenia na úrodu", "Úroda ľanu", "Učenie žiakov", "Ľan siaty", "Analýza textu")


def entries(count: int, year: int = YEAR) -> tuple[Entry, ...]:
    """Theses of one type and year; those of different years differ."""
    seeds = tuple(
        Entry(
            sid=f"{year:014X}{number:014X}",
            title=title,
            document_type="Diplomová práca",
            year=year,
            abstracts=(f"Abstrakt {number}",),
            keyphrases=(f"fráza {number}",),
        )
        for number, title in enumerate(_TITLES)
    )
    return scaled(seeds, count, seed=year)


class PlainDownload:
    """Downloads as Scrapy would, over one connection that is opened anew after a failure."""

    def __init__(self, base_url: str) -> None:
        parts = urlsplit(base_url)
        self._connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)

    def close(self) -> None:
        self._connection.close()

    async def __call__(self, request: Request) -> Response:
        from scrapy.http import HtmlResponse

        headers = {k.decode(): v[0].decode() for k, v in request.headers.items()}
        target = request.url.split("/", 3)[3]
        try:
            self._connection.request(request.method, f"/{target}", request.body, headers)
            answer = self._connection.getresponse()
            body = answer.read()
        except Exception:
            self._connection.close()
            raise
        return HtmlResponse(
            request.url, status=answer.status, headers=answer.headers.items(), body=body
        )


class Run:
    """One `collect` of a register into `out`, with its report; `prepare` may change the gate."""

    def __init__(
        self,
        register: SampleRegister,
        out: Path,
        *,
        prepare: Callable[[Gate], None] = lambda gate: None,
        **changes: Any,
    ) -> None:
        self.out = out
        self.options = CollectOptions(
            **{
                "base_url": register.base_url,
                "out": out,
                "contact": "loopback",
                "years": (YEAR, YEAR),
                "delay": 0.0,
                "backoff": 0.0,
                "cap": 20,
                **changes,
            }
        )
        served = len(register.accesses)

        def crawl(
            options: CollectOptions, collector: Collector, gate: Gate, progress: Progress
        ) -> Outcome:
            prepare(gate)
            outcome = Outcome()
            with closing(PlainDownload(options.base_url)) as download:
                try:
                    asyncio.run(collector.run(download))
                    outcome.is_finished = True
                except Exception as error:
                    outcome.error = error
            return outcome

        self.report = collect(self.options, crawl)
        self.asked = [access.target for access in register.accesses[served:]]

    @property
    def details(self) -> list[str]:
        """The sids whose pages were asked for, in that order."""
        return [
            target.partition("&sid=")[2].partition("&")[0]
            for target in self.asked
            if "detailBiblioForm" in target
        ]

    @property
    def stopped(self) -> str:
        """Why it stopped; "" if it did not."""
        return self.report.stopped or ""

    def partitions(self) -> list[Row]:
        """The narrowed parts of the first year."""
        with closing(Manifest(self.out / "manifest.sqlite", read_only=True)) as manifest:
            return manifest.children(1)

    def overview(self) -> list[tuple[Any, ...]]:
        """The manifest as a reader sees it."""
        with closing(Manifest(self.out / "manifest.sqlite", read_only=True)) as manifest:
            return manifest._db.execute("SELECT * FROM overview ORDER BY partition").fetchall()

    def pages(self) -> dict[str, bytes]:
        """Each thesis's page; none of them may be there twice."""
        kept = [page for page in read_raw(self.out / "raw") if page.sid]
        assert len({page.sid for page in kept}) == len(kept), "a page was fetched twice"
        return {page.sid or "": page.body for page in kept}


def assert_complete(run: Run, expected: Sequence[Entry]) -> None:
    """Exactly these theses, each once, each with its own page."""
    assert run.report.is_complete, run.report.lines()
    pages = run.pages()
    assert pages.keys() == {entry.sid for entry in expected}
    for entry in expected:
        assert entry.abstracts[0].encode() in pages[entry.sid]
