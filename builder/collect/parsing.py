"""A detail page read into a raw record: one function for each field.

Text is kept as it came. A field that is missing is null; one that is there but doubtful is null as
well, and counted. A page without the marks of a detail page is of unknown shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from parsel import Selector

from builder.collect import site
from builder.record import RawRecord

_BLOCKS = frozenset({"p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6"})
_UNREAD = frozenset({"script", "style", "template", "noscript", "iframe", "object"})


@dataclass(frozen=True, slots=True)
class Parsed:
    """A page that was read, and the names of the fields that were doubtful."""

    record: RawRecord
    doubtful: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnknownPage:
    """A page that is no detail page as we know them, and what it lacks."""

    why: str


@dataclass(frozen=True, slots=True)
class _Page:
    """What the field functions read: the tree, its facts, the keyphrases that the listing had."""

    tree: Selector
    facts: dict[str, list[str]]
    listed: tuple[str, ...] | None


class _DoubtfulError(Exception):
    """The field is there, but can't be read with certainty."""


def parse_detail(
    body: bytes, sid: str, url: str, collected_at: str, listed: tuple[str, ...] | None = None
) -> Parsed | UnknownPage:
    """Read the page of one thesis.

    Args:
        body: the page as it came; bytes that are no UTF-8 become U+FFFD.
        sid: the key that the page was asked for.
        url: the address it came from.
        collected_at: when, ISO 8601, UTC.
        listed: the keyphrases that the listing showed beside the thesis, if they are known.
    """
    text = body.decode("utf-8", "replace")
    if not text.strip():
        return UnknownPage("empty page")
    tree = Selector(text=text, type="html")
    if not tree.css(site.DETAIL_TITLE):
        return UnknownPage("no title")
    page = _Page(tree, _facts(tree), listed)
    if not page.facts:
        return UnknownPage("no facts (dt/dd)")
    doubtful = []
    fields: dict[str, object] = {}
    for name, parse in _FIELDS.items():
        try:
            fields[name] = parse(page)
        except _DoubtfulError:
            doubtful.append(name)
    keyphrases, abstracts = fields.pop("keyphrases", ()), fields.pop("abstracts", ())
    record = RawRecord(
        sid=sid,
        url=url,
        collected_at=collected_at,
        keyphrases=keyphrases,  # type: ignore[arg-type]
        abstracts=abstracts,  # type: ignore[arg-type]
        **fields,  # type: ignore[arg-type]
    )
    return Parsed(record, tuple(doubtful))


def _parse_title(page: _Page) -> str | None:
    return _only(_texts(page.tree.css(site.DETAIL_TITLE)))


def _parse_document_type(page: _Page) -> str | None:
    return _only(_texts(page.tree.css(site.DETAIL_TYPE)))


def _parse_author(page: _Page) -> str | None:
    return _only(_of(page, site.FACT_AUTHOR))


def _parse_supervisor(page: _Page) -> str | None:
    return _only(_of(page, site.FACT_SUPERVISOR))


def _parse_opponent(page: _Page) -> str | None:
    # A thesis can have several opponents; all names are needed to cut headers.
    return "; ".join(_of(page, site.FACT_OPPONENT)) or None


def _parse_university(page: _Page) -> str | None:
    school = _only(_of(page, site.FACT_SCHOOL))
    return school.split(site.SCHOOL_SEPARATOR)[0].strip() if school else None


def _parse_faculty(page: _Page) -> str | None:
    school = _only(_of(page, site.FACT_SCHOOL))
    parts = school.split(site.SCHOOL_SEPARATOR) if school else []
    return parts[1].strip() if len(parts) > 1 else None


def _parse_year(page: _Page) -> int | None:
    year = _only(_of(page, site.FACT_YEAR))
    if year is None:
        return None
    if not re.fullmatch(r"(19|20)\d\d", year):
        raise _DoubtfulError
    return int(year)


def _parse_keyphrases(page: _Page) -> tuple[str, ...]:
    for number, panel in enumerate(page.tree.css(site.KEYPHRASE_PANEL)):
        heading = " ".join(_texts(panel.xpath(site.KEYPHRASE_PANEL_HEADING)))
        items = tuple(_texts(panel.css(site.KEYPHRASE)))
        if site.KEYPHRASE_HEADING.search(heading):
            return items
        if number == 0 and items and not heading:
            # Known by position only, and a page without keyphrases may show another panel there:
            # what the listing showed beside the title decides.
            if page.listed is None or sorted(page.listed) != sorted(items):
                raise _DoubtfulError
            return items
    return ()


def _parse_abstracts(page: _Page) -> tuple[str, ...]:
    texts = tuple(_texts(page.tree.css(site.ABSTRACTS).css(site.ABSTRACT)))
    if len(texts) > 2:
        raise _DoubtfulError
    return texts


_FIELDS = {
    "title": _parse_title,
    "document_type": _parse_document_type,
    "author": _parse_author,
    "supervisor": _parse_supervisor,
    "opponent": _parse_opponent,
    "university": _parse_university,
    "faculty": _parse_faculty,
    "year": _parse_year,
    "keyphrases": _parse_keyphrases,
    "abstracts": _parse_abstracts,
}


def _facts(tree: Selector) -> dict[str, list[str]]:
    """For each `dt` the texts of the `dd`s that follow it."""
    facts: dict[str, list[str]] = {}
    for term in tree.css(site.DETAIL_FACTS):
        values = facts.setdefault(_text(term.root).rstrip(": "), [])
        for follower in term.root.itersiblings():
            if follower.tag != "dd":
                break
            if text := _text(follower):
                values.append(text)
    return facts


def _of(page: _Page, fact: str) -> list[str]:
    return page.facts.get(fact, [])


def _only(values: list[str]) -> str | None:
    if len(values) > 1:
        raise _DoubtfulError
    return values[0] if values else None


def _texts(nodes: list[Selector]) -> list[str]:
    """The visible text of each node, blank ones left out."""
    return [text for node in nodes if (text := _text(node.root))]


def _text(root: object) -> str:
    """The visible text of an element; `<br>` and blocks become line breaks."""
    return "".join(_pieces(root)).strip(" \t\r\n")


def _pieces(root: object) -> Iterator[str]:
    # Not recursive: a hostile page nests deeper than Python's stack.
    stack: list[tuple[object, bool]] = [(root, True)]
    while stack:
        element, is_entered = stack.pop()
        if isinstance(element, str):
            yield element
            continue
        tag = element.tag  # type: ignore[attr-defined]
        if not isinstance(tag, str) or tag in _UNREAD:
            continue
        if not is_entered or tag == "br":
            yield "\n"
            continue
        if tag in _BLOCKS and element is not root:
            yield "\n"
            stack.append((element, False))
        for child in reversed(element):  # type: ignore[call-overload]
            if child.tail:
                stack.append((child.tail, True))
            stack.append((child, True))
        if element.text:  # type: ignore[attr-defined]
            stack.append((element.text, True))  # type: ignore[attr-defined]
