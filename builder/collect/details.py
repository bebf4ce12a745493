"""The pages of single theses: fetched, kept, judged; and the second looks at some of them.

A run of pages that can't be read says something of the register, not of these theses: it is being
mended, it forbids them, or its pages have changed. The run then stops before it marks thousands,
and the next one asks for these pages again.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from builder.collect import site
from builder.collect.fetching import Fetcher, FetchFailedError, Page, RefusedError
from builder.collect.parsing import UnknownPage, parse_detail
from builder.collect.politeness import StoppedError
from builder.collect.raw import RawPage, read_page
from builder.collect.record_table import Found

if TYPE_CHECKING:
    from pathlib import Path

    from builder.collect.manifest import Manifest
    from builder.collect.raw import RawWriter
    from builder.collect.tally import Tally

logger = logging.getLogger(__name__)

_MOST_IN_A_ROW = 20  # pages that can't be read, or are gone, one after the other
_EARLY = 20  # pages that can't be read from which their share is looked at before the end
_MOST_UNLISTED = 0.1  # share of the collected records that may have left the listings at once
_FEW = 100  # that many always may
_LOOK_AGAIN = "look_again"
UNANSWERED = "unanswered"  # the manifest's note of unlisted records that did not answer


class Details:
    """Fetches the pages of theses into the raw pages and the manifest."""

    def __init__(
        self, manifest: Manifest, writer: RawWriter, tally: Tally, max_unread: float
    ) -> None:
        """Keep pages with `writer`; `max_unread` is the share (0-1) of unreadable ones allowed."""
        self._manifest = manifest
        self._writer = writer
        self._tally = tally
        self._max_unread = max_unread
        self._in_a_row = 0

    async def collect(self, fetcher: Fetcher, sid: str, listed: tuple[str, ...] | None) -> None:
        """Fetch the page of a thesis; without an answer it stays as it was.

        Raises:
            StoppedError: too many pages can't be read.
        """
        settled = await self._fetch(fetcher, sid, listed)
        if settled is None:
            return
        before, found, why = settled
        if found is Found.COLLECTED:
            self._in_a_row = 0
            return
        # What was found so before is no news of the register.
        self._in_a_row += found is not before
        if self._in_a_row >= _MOST_IN_A_ROW:
            self._stop(f"{self._in_a_row} pages in a row could not be read", found, why)
        self._check_share(found, why)

    async def look_again(self, fetcher: Fetcher, folder: Path) -> None:
        """Ask once more for the pages that an earlier run could not read.

        Raises:
            StoppedError: too many still can't be.
        """
        if self._manifest.note(_LOOK_AGAIN) != "yes":
            return
        last = Found.COLLECTED, ""
        for sid in self._manifest.unread():
            at = self._manifest.kept_at(sid)
            listed = None if at is None else read_page(folder, at).listed
            settled = await self._fetch(fetcher, sid, listed)
            if settled is not None and settled[1] is not Found.COLLECTED:
                last = settled[1:]
        self._manifest.set_note(_LOOK_AGAIN, "no")
        self._check_share(*last)

    async def _fetch(
        self, fetcher: Fetcher, sid: str, listed: tuple[str, ...] | None
    ) -> tuple[Found, Found, str] | None:
        """Fetch, keep and settle: what it was before, what it is now and why; None: no answer."""
        try:
            page = await fetcher.fetch(site.detail_path(sid))
        except RefusedError as error:
            logger.warning("refused: %s: %s", sid, error)
            if self._manifest.kept_at(sid) is not None:
                return None  # the page that was kept still counts
            found, why, kept = Found.REFUSED, str(error), None
        except FetchFailedError as error:
            logger.warning("failed: %s", error)
            return None
        else:
            raw = _raw("detail", page, sid, listed)
            kept = (self._writer.append(raw), self._writer.position)
            found, why = judge(raw)
        before = self._manifest.finish_record(sid, found, kept=kept, why=why)
        self._tally.move(before, found)
        return before, found, why

    def _check_share(self, found: Found, why: str) -> None:
        unread = self._tally.records[Found.UNKNOWN] + self._tally.records[Found.REFUSED]
        share = self._tally.unread_share()
        if unread >= _EARLY and share > self._max_unread:
            self._stop(f"{unread} pages could not be read, {share:.1%} of all", found, why)

    def _stop(self, reason: str, found: Found, why: str) -> None:
        doubt(self._manifest)
        raise StoppedError(
            f"{reason}, the last one: {why or found}. Is the register being mended, or does "
            "builder/collect/site.py not fit its pages any more? The next run asks for them again"
        )

    def keep_search_page(self, page: Page) -> None:
        """Keep a page of the search that did not look as expected."""
        self._writer.append(_raw("search", page))
        self._manifest.set_raw_end(self._writer.position)

    async def look_for_withdrawn(self, fetcher: Fetcher) -> None:
        """Ask for the pages of collected records that no listing shows any more.

        How many did not answer is noted for the report.

        Raises:
            StoppedError: there are so many that the listings are to be doubted.
        """
        unlisted = self._manifest.unlisted()
        collected = self._tally.records[Found.COLLECTED]
        if len(unlisted) > max(_FEW, _MOST_UNLISTED * collected):
            raise StoppedError(
                f"{len(unlisted)} of {collected} collected records are in no listing any more; "
                "none was marked as withdrawn. Does builder/collect/site.py still fit the "
                "register's listings?"
            )
        unanswered = 0
        for sid in unlisted:
            try:
                page = await fetcher.fetch(site.detail_path(sid))
            except (FetchFailedError, RefusedError) as error:
                logger.warning("unlisted, and not to be fetched: %s: %s", sid, error)
                unanswered += isinstance(error, FetchFailedError)
                continue
            raw = _raw("detail", page, sid)
            found, why = judge(raw)
            if found is Found.UNKNOWN:
                logger.warning("unlisted, and its page is of unknown shape: %s: %s", sid, why)
            if found is Found.WITHDRAWN:
                kept = (self._writer.append(raw), self._writer.position)
                before = self._manifest.finish_record(sid, Found.WITHDRAWN, kept=kept)
                self._tally.move(before, Found.WITHDRAWN)
        self._manifest.set_note(UNANSWERED, str(unanswered))


def judge(raw: RawPage) -> tuple[Found, str]:
    """What a kept page says of its thesis: collected, withdrawn, or of unknown shape and why."""
    if raw.status != 200:
        return Found.WITHDRAWN, ""
    parsed = parse_detail(raw)
    if isinstance(parsed, UnknownPage):
        return Found.UNKNOWN, parsed.why
    return Found.COLLECTED, ""


def doubt(manifest: Manifest) -> None:
    """Let pages that can't be read, and those of withdrawn records, be asked for once more."""
    manifest.set_note(_LOOK_AGAIN, "yes")
    manifest.doubt_withdrawn()


def _raw(
    kind: Literal["detail", "search"],
    page: Page,
    sid: str | None = None,
    listed: tuple[str, ...] | None = None,
) -> RawPage:
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return RawPage(kind, sid, page.url, at, page.status, page.body, listed, page.content_type)
