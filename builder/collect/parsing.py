"""A detail page read into a raw record: one function for each field.

Text is kept as it came. A field that is missing is null; one that is there but doubtful is null as
well, and counted. A page without the marks of a detail page is of unknown shape.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from parsel import Selector

from builder.collect import site
from builder.collect.decoding import PageText, decode_page
from builder.collect.raw import RawPage
from builder.collect.visible import LONGEST, lines_of, text_of
from builder.record import RawRecord

# Bounds that no thesis comes near: a page beyond them was not made for readers.
_MOST_FACTS = 200
_MOST_PANELS = 50
_MOST_KEYPHRASES = 200
_LONGEST_FACT = 2_000  # characters
_LONGEST_LABEL = 60
_MOST_UNREAD = 20


def _label(text: str) -> str:
    """A label without case, colon, and the ways to write one letter."""
    return unicodedata.normalize("NFC", text).casefold().rstrip(": \u00a0")


_KNOWN = frozenset(map(_label, site.FACTS))


@dataclass(frozen=True, slots=True)
class Parsed:
    """A page that was read.

    Attributes:
        doubtful: the names of the fields that were there, but could not be read with certainty.
        unread: labels of facts that no field takes, as they stood there, shortened.
    """

    record: RawRecord
    doubtful: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnknownPage:
    """A page that is no detail page as we know them, and what it lacks."""

    why: str


@dataclass(frozen=True, slots=True)
class _Page:
    """What the field functions read.

    Attributes:
        facts: label -> the lines of its `dd`s.
        listed: the keyphrases that the listing had.
        is_certain: whether all of the page's bytes could be decoded.
    """

    tree: Selector
    facts: dict[str, list[str]]
    listed: tuple[str, ...] | None
    is_certain: bool

    def fact(self, label: str) -> list[str]:
        """The different lines of a fact."""
        return list(
            dict.fromkeys(
                self.sure(line, _LONGEST_FACT) for line in self.facts.get(_label(label), [])
            )
        )

    def texts(self, nodes: list[Selector]) -> list[str]:
        """The text of each node, blank ones left out."""
        texts = (text_of(node.root) for node in nodes)
        return [self.sure(text, LONGEST) for text in texts if text.strip()]

    def sure(self, text: str, longest: int) -> str:
        """The text, if all of it could be read."""
        if len(text) > longest or ("\ufffd" in text and not self.is_certain):
            raise _DoubtfulError
        return text


class _DoubtfulError(Exception):
    """The field is there, but can't be read with certainty."""


def parse_detail(raw: RawPage) -> Parsed | UnknownPage:
    """Read the page of one thesis as it was kept."""
    decoded = decode_page(raw.body, raw.content_type)
    if not decoded.text.strip():
        return UnknownPage("empty page")
    tree = Selector(text=decoded.text, type="html")
    facts, labels = _facts(tree)
    why = _unlike(decoded, tree, facts)
    if why:
        return UnknownPage(why)
    page = _Page(tree, facts, raw.listed, decoded.is_certain)
    doubtful = []
    fields: dict[str, object] = {}
    for name, parse in _FIELDS.items():
        try:
            fields[name] = parse(page)
        except _DoubtfulError:
            doubtful.append(name)
    keyphrases, abstracts = fields.pop("keyphrases", ()), fields.pop("abstracts", ())
    record = RawRecord(
        sid=raw.sid or "",
        url=raw.url,
        collected_at=raw.at,
        keyphrases=keyphrases,  # type: ignore[arg-type]
        abstracts=abstracts,  # type: ignore[arg-type]
        **fields,  # type: ignore[arg-type]
    )
    unread = (text[:_LONGEST_LABEL] for text in labels if text and _label(text) not in _KNOWN)
    return Parsed(record, tuple(doubtful), tuple(dict.fromkeys(unread))[:_MOST_UNREAD])


def _unlike(decoded: PageText, tree: Selector, facts: dict[str, list[str]]) -> str:
    """In what a page differs from all detail pages; "" if in nothing."""
    if decoded.declared:
        return f"declared as {' and as '.join(decoded.declared)}"
    if not tree.css(site.DETAIL_TITLE):
        return "no title"
    markup = decoded.text.lower()
    if site.START in markup and site.END not in markup:
        return f"cut off: {site.START}> without {site.END}>"
    if not facts:
        return "no facts (dt/dd)"
    if not _KNOWN & facts.keys():
        return f"none of the facts {', '.join(site.FACTS)}"
    return ""


def _parse_title(page: _Page) -> str | None:
    return _only(page.texts(page.tree.css(site.DETAIL_TITLE)[:_MOST_PANELS]))


def _parse_document_type(page: _Page) -> str | None:
    shown = page.texts(page.tree.css(site.DETAIL_TYPE)[:_MOST_PANELS])
    # The same mark may also show something else, such as a language.
    known = {kind.casefold() for kind in site.DOCUMENT_TYPES}
    return _only([text for text in shown if text.casefold() in known] or shown)


def _parse_author(page: _Page) -> str | None:
    return _only(page.fact(site.FACT_AUTHOR))


def _parse_supervisor(page: _Page) -> str | None:
    return _all(page.fact(site.FACT_SUPERVISOR))


def _parse_opponent(page: _Page) -> str | None:
    return _all(page.fact(site.FACT_OPPONENT))


def _parse_university(page: _Page) -> str | None:
    school = _school(page)
    return school[0] if school else None


def _parse_faculty(page: _Page) -> str | None:
    school = _school(page)
    return school[1] if len(school) > 1 else None


def _school(page: _Page) -> list[str]:
    """The school, its faculty, its department; in doubt if it is parted in a way we don't know."""
    school = _only(page.fact(site.FACT_SCHOOL))
    parts = [part.strip() for part in school.split(site.SCHOOL_SEPARATOR)] if school else []
    bare = site.SCHOOL_SEPARATOR.strip()
    if any(part.strip(f"{bare} ") != part or not part for part in parts):
        raise _DoubtfulError
    if parts and re.search(r"\W *fakult", parts[0][1:].lower()):
        raise _DoubtfulError
    return parts


def _parse_year(page: _Page) -> int | None:
    year = _only(page.fact(site.FACT_YEAR))
    if year is None:
        return None
    if not re.fullmatch(r"(19|20)[0-9]{2}", year):
        raise _DoubtfulError
    return int(year)


def _parse_keyphrases(page: _Page) -> tuple[str, ...]:
    panels = page.tree.css(site.KEYPHRASE_PANEL)[:_MOST_PANELS]
    headings = [_plain(" ".join(page.texts(p.xpath(site.KEYPHRASE_PANEL_HEADING)))) for p in panels]
    for pattern in (site.KEYPHRASE_HEADING, site.KEYPHRASE_HEADING_ELSE):
        named = [p for p, heading in zip(panels, headings, strict=True) if pattern.search(heading)]
        if named:
            found = {_items(page, panel) for panel in named}
            if len(found) > 1:
                raise _DoubtfulError
            return found.pop()
    # Known by position only, and a page without keyphrases may show another panel there: what the
    # listing showed beside the title decides.
    first = _items(page, panels[0]) if panels else ()
    if page.listed and sorted(page.listed) == sorted(first):
        return first
    if page.listed or (first and not headings[0]):
        raise _DoubtfulError
    return ()


def _items(page: _Page, panel: Selector) -> tuple[str, ...]:
    nodes = panel.css(site.KEYPHRASE)
    if len(nodes) > _MOST_KEYPHRASES or panel.css(f"{site.KEYPHRASE} {site.KEYPHRASE}"):
        raise _DoubtfulError
    items = tuple(page.texts(nodes))
    if not items and lines_of(panel.root):
        raise _DoubtfulError
    return items


def _parse_abstracts(page: _Page) -> tuple[str, ...]:
    boxes = page.tree.css(site.ABSTRACTS)
    if len(boxes) > _MOST_PANELS or (not boxes and page.tree.css(site.ABSTRACT)):
        raise _DoubtfulError
    # A box within a box shows the same places again.
    nodes = list({node.root: node for node in boxes.css(site.ABSTRACT)}.values())
    if len(nodes) > _MOST_PANELS or any(node.css(site.ABSTRACT) for node in nodes):
        raise _DoubtfulError
    texts = tuple(page.texts(nodes))
    is_beside = not texts and any(
        lines_of(box.root) and not box.css(site.DETAIL_FACTS) for box in boxes
    )
    if len(texts) > 2 or is_beside:
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


def _facts(tree: Selector) -> tuple[dict[str, list[str]], list[str]]:
    """For each `dt` the lines of the `dd`s that follow it; and all labels as they stood there."""
    facts: dict[str, list[str]] = {}
    labels = []
    for term in tree.css(site.DETAIL_FACTS)[:_MOST_FACTS]:
        label = " ".join(lines_of(term.root))
        labels.append(label)
        values = facts.setdefault(_label(label), [])
        for follower in term.root.itersiblings():
            if not isinstance(follower.tag, str):
                continue  # a comment
            if follower.tag != "dd":
                break
            values += lines_of(follower)
    return facts, labels


def _plain(text: str) -> str:
    """Text without case and diacritics."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _only(values: list[str]) -> str | None:
    different = list(dict.fromkeys(values))
    if len(different) > 1:
        raise _DoubtfulError
    return different[0] if different else None


def _all(values: list[str]) -> str | None:
    # A thesis can have several supervisors and opponents; all names are needed to cut headers.
    return "; ".join(values) or None
