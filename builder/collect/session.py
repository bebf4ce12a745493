"""A search session: one partition's query, its own cookies, its pages; renewed when it runs out."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from parsel import Selector

from builder.collect import site
from builder.collect.decoding import decode_page
from builder.collect.fetching import Fetcher, FetchFailedError, Page
from builder.collect.partition import Partition
from builder.collect.site import Listing, SearchForm

if TYPE_CHECKING:
    from scrapy.http.cookies import CookieJar

logger = logging.getLogger(__name__)

_SEARCHES = 3  # sessions opened for one search before its partition is given up for this attempt
_RENEWALS = 20  # of a session that runs out while its pages are read
_MORE_PAGES = 5  # than the total needs: a listing may grow, but not lead on for ever


class Session:
    """The pages of one partition's results.

    Results are bound to a session: the same address shows another partition's results to another
    session. Each session therefore has a cookie jar of its own, and a renewed one a new jar.
    """

    def __init__(
        self, fetcher: Fetcher, partition: Partition, keep_unknown: Callable[[Page], None]
    ) -> None:
        """Nothing is asked for yet. `keep_unknown` gets pages that do not look as expected."""
        self._fetcher = fetcher
        self._partition = partition
        self._keep_unknown = keep_unknown
        self._jar: CookieJar | None = None
        self._form: SearchForm | None = None

    async def search(self) -> Listing:
        """The first page of results, asked for anew.

        Raises:
            FetchFailedError: the register does not answer, or shows something else every time.
        """
        for _ in range(_SEARCHES):
            if self._form is None:
                self._form = await self._open()
            form, self._form = self._form, None
            page = await self._fetcher.fetch(
                form.action, form=form.fields(self._partition), jar=self._jar
            )
            listing = self._read(page)
            if listing is not None:
                self._form = form
                return listing
        raise FetchFailedError(f"{self._partition.key}: no results in {_SEARCHES} sessions")

    async def pages(self, first: Listing) -> AsyncIterator[Listing]:
        """All pages of results, beginning with the first one.

        An expired session is renewed and gone on with at the same page number. A listing that
        leads on behind the end of its total is left.

        Raises:
            FetchFailedError: as `search`.
        """
        listing, number = first, 1
        yield listing
        size = max(1, len(first.results))
        while listing.next_path is not None and listing.results:
            if number >= -(-listing.total // size) + _MORE_PAGES:
                logger.warning("%s: more pages than its total needs", self._partition.key)
                return
            following = self._read(await self._fetcher.fetch(listing.next_path, jar=self._jar))
            if following is None:
                following = await self._find_again(number + 1)
            listing, number = following, number + 1
            yield listing

    async def _find_again(self, number: int) -> Listing:
        """Page `number` in a new session: page by page, since links hold the session's token."""
        for _ in range(_RENEWALS):
            logger.info("%s: session expired, renewed", self._partition.key)
            self._form = None
            listing: Listing | None = await self.search()
            reached = 1
            while listing is not None and reached < number and listing.next_path is not None:
                path = site.page_path(listing.next_path, number) or listing.next_path
                reached = number if site.page_path(listing.next_path, number) else reached + 1
                listing = self._read(await self._fetcher.fetch(path, jar=self._jar))
            if listing is not None:
                return listing
        raise FetchFailedError(f"{self._partition.key}: {_RENEWALS} sessions expired in a row")

    async def _open(self) -> SearchForm:
        from scrapy.http.cookies import CookieJar

        self._jar = CookieJar()
        page = await self._fetcher.fetch(site.FORM_PATH, jar=self._jar)
        form = site.read_form(selector_of(page), page.url)
        if form is None:
            self._keep_unknown(page)
            raise FetchFailedError(f"{page.url}: no search form on this page")
        return form

    def _read(self, page: Page) -> Listing | None:
        selector = selector_of(page)
        listing = site.read_listing(selector) if page.status == 200 else None
        if listing is None and site.read_form(selector, page.url) is None:
            self._keep_unknown(page)
        return listing


def selector_of(page: Page) -> Selector:
    """The tree of a page of the search."""
    text = decode_page(page.body, page.content_type).text
    return Selector(text=text or "<html></html>", type="html")
