"""Scrapy's part: it downloads, we decide. One spider for a register, its settings, one crawl."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import scrapy

from builder.collect.collector import Collector
from builder.collect.options import CollectOptions
from builder.collect.politeness import Gate
from builder.collect.progress import Progress

if TYPE_CHECKING:
    from twisted.internet.task import LoopingCall


@dataclass(slots=True)
class Outcome:
    """How the crawl ended. Scrapy only logs an exception, and then says 'finished'."""

    is_finished: bool = False
    is_interrupted: bool = False
    error: Exception | None = None


class RegisterSpider(scrapy.Spider):
    """Runs a collector inside Scrapy's engine. Another register needs another `site`, not this."""

    name = "register"

    def __init__(
        self, collector: Collector, gate: Gate, progress: Progress, outcome: Outcome, **kwargs: Any
    ) -> None:
        """Drive `collector`, and put into `outcome` how it ended."""
        super().__init__(**kwargs)
        self._collector = collector
        self._gate = gate
        self._progress = progress
        self._outcome = outcome

    async def start(self) -> AsyncIterator[Any]:
        """Collect. Yields nothing: requests go straight to the downloader."""
        watching = asyncio.create_task(self._progress.watch())
        forgetting = _forget_timers()
        self._catch_signals()
        try:
            await self._collector.run(self.crawler.engine.download_async)
            self._outcome.is_finished = True
        except Exception as error:
            self._outcome.error = error
        finally:
            forgetting.stop()
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching
        return
        yield  # makes this the asynchronous generator that Scrapy expects

    def _catch_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # a system without them
                loop.add_signal_handler(number, self._interrupt)

    def _interrupt(self) -> None:
        if self._outcome.is_interrupted:
            os._exit(130)  # the manifest is true at any moment, so this loses at most one page
        self._outcome.is_interrupted = True
        self._gate.stop("interrupted")


def _forget_timers() -> LoopingCall:
    """Let Twisted drop the timeouts of requests that have been answered.

    It does so only when some timer fires. Each answered request leaves two behind, the first of
    which would fire after a minute: at full speed that is most of the memory of a run.
    """
    from twisted.internet.task import LoopingCall

    call = LoopingCall(lambda: None)
    call.start(1.0, now=False)
    return call


def settings_of(options: CollectOptions) -> dict[str, Any]:
    """Scrapy's settings. What is switched off is done for all requests alike by our own modules."""
    return {
        "USER_AGENT": options.user_agent,
        "DEFAULT_REQUEST_HEADERS": {"Accept": "text/html", "Accept-Language": "sk"},
        "CONCURRENT_REQUESTS": options.concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": options.concurrency,
        # The gate waits, and slows down by AutoThrottle's rule: a second clock would let two
        # requests that the gate has parted come closer to each other.
        "DOWNLOAD_DELAY": 0.0,
        "AUTOTHROTTLE_ENABLED": False,
        "DOWNLOAD_TIMEOUT": options.timeout,
        "DOWNLOAD_MAXSIZE": options.max_bytes,
        "DOWNLOAD_WARNSIZE": 0,
        "COOKIES_ENABLED": False,
        "REDIRECT_ENABLED": False,
        "METAREFRESH_ENABLED": False,
        "RETRY_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
        "LOGSTATS_INTERVAL": 0,
        "LOG_INSTALL_ROOT_HANDLER": False,
    }


def crawl(options: CollectOptions, collector: Collector, gate: Gate, progress: Progress) -> Outcome:
    """Run the collector in Scrapy; returns when it has ended. Once in a process."""
    from scrapy.crawler import AsyncCrawlerProcess

    outcome = Outcome()
    process = AsyncCrawlerProcess(settings_of(options))
    # Creating the process has set its level to DEBUG: a line for each request.
    logging.getLogger("scrapy").setLevel(logging.WARNING)
    process.crawl(
        RegisterSpider, collector=collector, gate=gate, progress=progress, outcome=outcome
    )
    process.start(install_signal_handlers=False)
    return outcome
