"""What we assume of the register's pages: addresses, form fields, selectors. All of it, only here.

Nothing of this was checked against the live register. Detail pages follow public descriptions of
their structure; the names of the search form's fields are the sample register's. A page that does
not fit is never guessed at: it is kept, counted and reported, and the selectors are mended here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

from parsel import Selector

from builder.collect.partition import Partition

DOCUMENT_TYPES = (
    "Bakalárska práca",
    "Diplomová práca",
    "Dizertačná práca",
    "Rigorózna práca",
    "Habilitačná práca",
)

# By these the beginnings of titles grow. The remainder query catches every other character, and a
# remainder that is still too large is narrowed by the characters that its own listing shows.
ALPHABET = "aáäbcčdďeéfghiíjklĺľmnňoóôpqrŕsštťuúvwxyýzž" + "0123456789" + "„“\"'‚«»([-– "

# Slovak sorts these as letters of their own, and a register may search so: what begins with "ch"
# then does not begin with "c". Such titles are left to the remainder, which works in both cases.
DIGRAPHS = ("ch", "dz", "dž")

# Paths that may be asked for; a link to anything else is not followed.
FORM_PATH = "/?fn=AdvancedSearchForm"
DETAIL_PATH = "/?fn=detailBiblioForm&sid={sid}&seo=CRZP-detail-kniha"

FIELD_YEAR = "year"
FIELD_TYPE = "type"
FIELD_TYPE_NOT = "type_not"
FIELD_TITLE = "title"
FIELD_TITLE_NOT = "title_not"

FORM = "form#search"
FORM_HIDDEN = "form#search input[type=hidden]"
RESULTS_COUNT = ".results-count strong::text"
RESULT = "div.well-sm.horizontal-rule"
RESULT_LINK = "a.no-decoration.h4.inline"
RESULT_KEYPHRASE = "a.display-subject"
NEXT_PAGE = 'a[rel="next"]::attr(href)'

START, END = "<html", "</html"  # a page with the first alone was cut off on its way
START, END = "<html", "</html"  # a page with the first alone was cut off on its way
DETAIL_TYPE = "strong.label.label-success"
DETAIL_TITLE = "h4.inline.bold"
DETAIL_FACTS = "dt"
FACT_AUTHOR = "Autor"
FACT_SUPERVISOR = "Školiteľ"
FACT_OPPONENT = "Oponent"
FACT_SCHOOL = "Škola"
FACT_YEAR = "Rok odovzdania"
FACTS = (FACT_AUTHOR, FACT_SUPERVISOR, FACT_OPPONENT, FACT_SCHOOL, FACT_YEAR)
SCHOOL_SEPARATOR = " / "
KEYPHRASE_PANEL = "div.panel-body.group.line-margin"
KEYPHRASE_PANEL_HEADING = "preceding-sibling::*[contains(@class, 'panel-heading')][1]"  # XPath
# The heading of the keyphrases, and of their translation, without case and diacritics.
KEYPHRASE_HEADING = re.compile(r"\bklucov[ey]\b")
KEYPHRASE_HEADING_ELSE = re.compile(r"\bkey ?words?\b|\bklicova\b")
KEYPHRASE = "a.btn"
ABSTRACTS = "div.form-horizontal.description-padding"
ABSTRACT = "div.panel.panel-default.panel-margin > div.well.well-sm"

# Nearly always 28 digits; the paper itself cites a thesis by 27.
SID = re.compile(r"[0-9A-Fa-f]{20,40}")

MOST_RESULTS = 1000  # of one page of results; the register shows 20 to 100


@dataclass(frozen=True, slots=True)
class Result:
    """One line of a listing.

    Attributes:
        sid: the record's key in upper case, or None if the link holds none of the right form.
        link: the link as it stood there (data, never followed as it is).
        title: the title as listed.
        keyphrases: the keyphrases as listed.
    """

    sid: str | None
    link: str
    title: str
    keyphrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of results: the total of all pages, this page's lines, the next page's path."""

    total: int
    results: tuple[Result, ...]
    next_path: str | None


@dataclass(frozen=True, slots=True)
class SearchForm:
    """The search form of a session: where it sends to, and its hidden fields."""

    action: str
    hidden: tuple[tuple[str, str], ...]

    def fields(self, partition: Partition) -> str:
        """The form filled in for a partition, URL-encoded. A repeated field is an "and not"."""
        pairs = [*self.hidden, (FIELD_YEAR, str(partition.year))]
        if partition.document_type is not None:
            pairs.append((FIELD_TYPE, partition.document_type))
        pairs += [(FIELD_TYPE_NOT, kind) for kind in partition.type_not]
        if partition.prefix:
            pairs.append((FIELD_TITLE, partition.prefix))
        pairs += [(FIELD_TITLE_NOT, beginning) for beginning in partition.prefix_not]
        return urlencode(pairs)


def letters_after(prefix: str) -> str:
    """The letters that a beginning of titles is grown by."""
    return "".join(letter for letter in ALPHABET if prefix[-1:] + letter not in DIGRAPHS)


def detail_path(sid: str) -> str:
    """The plain address of a thesis; the other ones hold a session's token."""
    return DETAIL_PATH.format(sid=sid)


def page_path(next_path: str, number: int) -> str | None:
    """The address of page `number`, made from the link to the next page; None if unknown how."""
    path, count = re.subn(r"([?&]page=)\d+", rf"\g<1>{number}", next_path)
    return path if count == 1 else None


def read_form(page: Selector, url: str) -> SearchForm | None:
    """The search form of a page, None if it has none that can be sent."""
    form = page.css(FORM)
    action = form.attrib.get("action") if form else None
    if action is None:
        return None
    try:
        address = urljoin(url, action)
    except ValueError:  # an address that is none
        return None
    try:
        address = urljoin(url, action)
    except ValueError:  # an address that is none
        return None
    hidden = tuple(
        (field.attrib["name"], field.attrib.get("value", ""))
        for field in page.css(FORM_HIDDEN)
        if field.attrib.get("name")
    )
    return SearchForm(address, hidden)


def read_listing(page: Selector) -> Listing | None:
    """The results of a page, None if it is no page of results."""
    shown = page.css(RESULTS_COUNT).get()
    digits = re.sub(r"\s", "", shown or "")
    if not re.fullmatch(r"\d{1,9}", digits):
        return None
    rows = page.css(RESULT)
    if len(rows) > MOST_RESULTS:
        return None
    results = []
    for row in rows:
        anchor = row.css(RESULT_LINK)
        if not anchor:
            return None
        link = anchor.attrib.get("href", "")
        title = "".join(anchor[0].css("::text").getall()).strip()
        subjects = ("".join(a.css("::text").getall()) for a in row.css(RESULT_KEYPHRASE))
        keyphrases = tuple(text.strip() for text in subjects if text.strip())
        results.append(Result(_sid(link), link, title, keyphrases))
    return Listing(int(digits), tuple(results), page.css(NEXT_PAGE).get())


def _sid(link: str) -> str | None:
    try:
        sid = parse_qs(urlsplit(link).query).get("sid", [""])[0]
    except ValueError:  # an address that is none
        return None
    return sid.upper() if SID.fullmatch(sid) else None
