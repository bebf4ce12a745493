"""The collecting itself: workers that take partitions from the manifest until all are finished.

Knows nothing of Scrapy: it is given a function that downloads a request.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from builder.collect import site
from builder.collect.details import Details
from builder.collect.fetching import Fetcher, FetchFailedError, RefusedError
from builder.collect.manifest import Manifest, Row, State
from builder.collect.options import CollectOptions
from builder.collect.partition import Partition
from builder.collect.politeness import MAX_WAIT, Gate, StoppedError
from builder.collect.raw import RawWriter
from builder.collect.session import Session
from builder.collect.site import Listing
from builder.collect.tally import Tally, known_records

if TYPE_CHECKING:
    from builder.collect.fetching import Download

logger = logging.getLogger(__name__)

_LONGEST_PREFIX = 60  # characters


class Collector:
    """Collects one register into one folder."""

    def __init__(
        self, options: CollectOptions, manifest: Manifest, writer: RawWriter, gate: Gate
    ) -> None:
        """Go on from where the manifest and the raw pages stand."""
        self._options = options
        self._manifest = manifest
        self._writer = writer
        self._gate = gate
        self._fetcher: Fetcher | None = None
        self._busy = 0
        self._changed = asyncio.Event()
        self.tally = Tally.of(manifest)
        self._details = Details(manifest, writer, self.tally, options.max_unread)

    async def run(self, download: Download) -> None:
        """Work until no partition is left.

        Raises:
            StoppedError: the run must end before; the same command goes on.
        """
        options = self._options
        fetcher = Fetcher(download, self._gate, options.base_url, options.request_attempts)
        self._fetcher = fetcher
        try:
            await self._obey_robots(fetcher)
            with _disk_errors():
                await self._details.look_again(fetcher, options.out / "raw")
            async with asyncio.TaskGroup() as workers:
                for _ in range(options.concurrency):
                    workers.create_task(self._work())
            with _disk_errors():
                await self._details.look_for_withdrawn(fetcher)
        except* StoppedError as group:
            raise group.exceptions[0] from None
        finally:
            self.tally.requests = fetcher.requests

    async def _obey_robots(self, fetcher: Fetcher) -> None:
        try:
            crawl_delay = await fetcher.read_robots(self._options.user_agent)
        except FetchFailedError as error:
            raise StoppedError(f"robots.txt can't be read, so nothing may be: {error}") from None
        if crawl_delay is not None and crawl_delay > MAX_WAIT:
            raise StoppedError(f"robots.txt asks for {crawl_delay:g} s between requests")
        if crawl_delay is not None and crawl_delay > self._gate.delay:
            logger.info("robots.txt asks for %g s between requests", crawl_delay)
            self._gate.delay = crawl_delay

    async def _work(self) -> None:
        with _disk_errors():
            while True:
                row = self._manifest.claim()
                if row is not None:
                    await self._work_on(row)
                elif self._busy == 0:
                    self._wake_others()
                    return
                else:
                    await self._changed.wait()

    async def _work_on(self, row: Row) -> None:
        self._busy += 1
        self.tally.working_on.add(row.partition.key)
        try:
            await self._finish_partition(row)
            self._manifest.release(row.id)
        finally:
            self._busy -= 1
            self.tally.working_on.discard(row.partition.key)
            self._wake_others()

    def _wake_others(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _finish_partition(self, row: Row) -> None:
        session = Session(self._get_fetcher(), row.partition, self._details.keep_search_page)
        try:
            if row.state is State.SPLIT:
                why = await self._close(row, session)
            else:
                why = await self._list(row, session)
        except FetchFailedError as error:
            why = "" if self._is_outage() else str(error)
        except RefusedError as error:
            why = str(error)
        if why:
            self._try_again(row, why)
        self._writer.sync()
        self.tally.partitions = self._manifest.partitions_by_state()
        self.tally.known = known_records(self._manifest)

    def _is_outage(self) -> bool:
        """Whether other requests than the last one failed, too: that is no attempt's fault."""
        return self._gate.errors > self._options.request_attempts

    def _try_again(self, row: Row, why: str) -> None:
        attempt = self._manifest.count_attempt(row.id)
        if attempt >= self._options.partition_attempts:
            logger.warning("short: %s: %s", row.partition.key, why)
            self._manifest.set_state(row.id, State.SHORT, why=why)
        else:
            logger.info("again: %s: %s (attempt %d)", row.partition.key, why, attempt)
            children = self._manifest.children(row.id)
            if row.state is State.SPLIT and children:
                self._manifest.add((c.partition for c in children), row.id, State.RECHECK)
            self._manifest.set_why(row.id, why)

    async def _list(self, row: Row, session: Session) -> str:
        """List and collect a partition; returns why it is not complete, "" if it is."""
        first = await session.search()
        if row.state is State.RECHECK and first.total == row.total:
            self._manifest.set_state(row.id, State.DONE)
            return ""
        if self._split(row, first):
            return ""
        with self._manifest.transaction():
            # From here on an equal total does not mean any more that nothing is to be done.
            self._manifest.set_state(row.id, State.PENDING)
            self._manifest.begin_listing(row.id)
        shown = 0
        async for listing in session.pages(first):
            shown += len(listing.results)
            await self._collect_page(row, listing)
        again = await session.search() if first.total else first
        if self._split(row, again):
            return ""
        listed, finished = self._manifest.listed(row.id), self._manifest.finished(row.id)
        is_complete = listed == finished == again.total
        state = State.DONE if is_complete else State.PENDING
        self._manifest.set_state(row.id, state, total=again.total)
        if is_complete:
            return ""
        return (
            f"{again.total} shown as the total ({first.total} at first), {shown} lines listed, "
            f"{listed} different records, {finished} of them fetched"
        )

    def _split(self, row: Row, listing: Listing) -> bool:
        """Narrow a partition that shows the cap or more, and every year that is not empty."""
        partition = row.partition
        children = [child.partition for child in self._manifest.children(row.id)]
        if not children:
            if partition.is_root and listing.total:
                children = list(partition.by_type(site.DOCUMENT_TYPES))
            elif listing.total < self._options.cap or not _can_narrow(listing, partition.prefix):
                return False
            elif partition.prefix_not:
                children = list(partition.by_letter(_next_letters(listing, partition)))
            else:
                children = list(partition.by_letter(site.letters_after(partition.prefix)))
            if len(children) < 2:
                return False  # nothing left to narrow it by: list what it shows
        state = State.RECHECK if row.state is State.RECHECK else State.PENDING
        with self._manifest.transaction():
            self._manifest.begin_listing(row.id)
            self._manifest.add(children, row.id, state)
            self._manifest.set_state(row.id, State.SPLIT, total=listing.total)
        return True

    async def _close(self, row: Row, session: Session) -> str:
        """All children of a partition are finished: do they hold what it shows?"""
        short = [c for c in self._manifest.children(row.id) if c.state is State.SHORT]
        total = (await session.search()).total
        listed = self._manifest.listed(row.id)
        self._manifest.set_state(row.id, State.SPLIT, total=total)
        if short:
            why = f"{len(short)} of its partitions are short: {listed} of {total} records"
            self._manifest.set_state(row.id, State.SHORT, why=why)
            return ""
        # A total of just the cap can be the cap instead of the total.
        if listed == total or (total == self._options.cap and listed > total):
            self._manifest.set_state(row.id, State.DONE, total=listed)
            return ""
        return f"{total} shown as the total, its partitions hold {listed}"

    async def _collect_page(self, row: Row, listing: Listing) -> None:
        keyphrases = {}
        for result in listing.results:
            if result.sid is None:
                key = "link:" + hashlib.sha256(result.link.encode()).hexdigest()[:28]
                self._manifest.list_refused(row.id, key, f"no valid sid in {result.link[:200]!r}")
            else:
                keyphrases[result.sid] = result.keyphrases
        for sid in self._manifest.list_records(row.id, list(keyphrases)):
            await self._details.collect(self._get_fetcher(), sid, keyphrases[sid])

    def _get_fetcher(self) -> Fetcher:
        if self._fetcher is None:
            raise RuntimeError("not running")
        return self._fetcher


def _can_narrow(listing: Listing, prefix: str) -> bool:
    """Whether the register understood the prefix: a title that it shows begins with it.

    Otherwise every longer prefix would show the same records again, for ever.
    """
    if len(prefix) > _LONGEST_PREFIX:
        return False
    titles = (_folded(result.title) for result in listing.results)
    return any(title.startswith(_folded(prefix)) for title in titles)


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).lstrip()


def _next_letters(listing: Listing, partition: Partition) -> list[str]:
    """The letters behind the prefix in the titles that the listing of a remainder shows."""
    letters = []
    for result in listing.results:
        title, length = result.title.lower(), len(partition.prefix)
        if not title.startswith(partition.prefix) or len(title) == length:
            continue
        letter, two = title[length], title[length : length + 2]
        is_left_out = partition.prefix + letter in partition.prefix_not
        letters.append(two if is_left_out and two in site.DIGRAPHS else letter)
    return letters


@contextmanager
def _disk_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoppedError(f"can't write: {error}") from error
    except sqlite3.OperationalError as error:
        raise StoppedError(f"can't write the manifest: {error}") from error
