"""Detail pages, saved ones of our own making: each field, and what is doubtful or unknown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from builder.collect.parsing import Parsed, UnknownPage, parse_detail
from builder.collect.raw import RawPage
from builder.record import RawRecord
from builder.sample_register import load_theses
from builder.sample_register.pages import Entry, detail_page

PAGES = Path(__file__).parent / "pages"
SID = "5C1E0A7B3D9F4826A0E17C55D2B4"


def raw(body: bytes, listed: tuple[str, ...] | None = None) -> RawPage:
    return RawPage("detail", SID, "http://x/", "2026-01-01T00:00:00Z", 200, body, listed)


def parse(name: str, listed: tuple[str, ...] | None = None) -> Parsed | UnknownPage:
    return parse_detail(raw((PAGES / f"{name}.html").read_bytes(), listed))


def record(name: str, listed: tuple[str, ...] | None = None) -> RawRecord:
    parsed = parse(name, listed)
    assert isinstance(parsed, Parsed)
    return parsed.record


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("sid", SID),
        ("url", "http://x/"),
        ("collected_at", "2026-01-01T00:00:00Z"),
        ("title", "Obnova bukových porastov po vetrovej kalamite"),
        ("document_type", "Diplomová práca"),
        ("author", "Hedviga Jasenská"),
        ("supervisor", "doc. Ing. Blažej Riečny, PhD."),
        ("opponent", "Ing. Ema Lesná"),
        ("university", "Univerzita pod Tatrami"),
        ("faculty", "Fakulta lesníctva"),
        ("year", 2018),
        ("keyphrases", ("buk lesný", "prirodzená obnova", "vetrová kalamita")),
        (
            "abstracts",
            (
                "Práca sa zaoberá obnovou bukových porastov.",
                "The thesis deals with the regeneration of beech stands.",
            ),
        ),
    ],
)
def test_each_field(field: str, value: Any) -> None:
    assert getattr(record("complete"), field) == value


def test_another_panel_in_the_place_of_the_keyphrases_is_not_taken() -> None:
    assert record("without_keyphrases").keyphrases == ()


def test_a_panel_known_by_its_position_needs_the_listing_to_confirm_it() -> None:
    assert record("without_headings", ("prirodzená obnova", "buk lesný")).keyphrases == (
        "buk lesný",
        "prirodzená obnova",
    )
    for listed in (None, (), ("Citácia",)):
        parsed = parse("without_headings", listed)
        assert isinstance(parsed, Parsed)
        assert parsed.record.keyphrases == ()
        assert parsed.doubtful == ("keyphrases",)


def test_what_a_page_lacks_is_null() -> None:
    found = record("nothing_but_title_and_year").to_json()
    assert (found.pop("title"), found.pop("year")) == ("Obnova", 2018)
    assert found.pop("keyphrases") == found.pop("abstracts") == []
    assert {n for n, value in found.items() if value is not None} == {"sid", "url", "collected_at"}


def test_layout_is_not_text() -> None:
    found = record("layout")
    assert found.title == "Obnova bukových porastov & kalamita"
    assert found.document_type == "Diplomová práca"
    assert found.author == "Hedviga Jasenská"
    assert found.supervisor is None
    assert found.opponent == "Ing. Ema Lesná; Ing. Ján Dub"
    assert (found.university, found.faculty) == ("Univerzita pod Tatrami", None)
    assert found.keyphrases == ("buk lesný", "prirodzená obnova")
    assert found.abstracts == (
        "Prvý riadok\ndruhý riadok\nodsek <b>nie značka</b>\nN\u00a0B\u00adS\fkoniec",
    )


def test_a_doubtful_field_is_null_and_named() -> None:
    parsed = parse("doubtful")
    assert isinstance(parsed, Parsed)
    assert parsed.doubtful == ("author", "year", "abstracts")
    assert (parsed.record.author, parsed.record.year) == (None, None)
    assert parsed.record.abstracts == ()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ((PAGES / "maintenance.html").read_bytes(), "no title"),
        (b"", "empty page"),
        (b" \n", "empty page"),
        (b"<h4 class='inline bold'>x</h4></html>", "no facts (dt/dd)"),
        (b"%PDF-1.7 \x00\xff\xfe", "no title"),
        (b"<div>" * 50_000, "no title"),
        (b"\x00" * 1000, "no title"),
        (b"<!-- only a comment -->", "no title"),
        (b"<?xml version='1.0' encoding='utf-16'?><a/>", "no title"),
    ],
)
def test_a_page_of_unknown_shape_says_what_it_lacks(body: bytes, why: str) -> None:
    assert parse_detail(raw(body)) == UnknownPage(why)


def test_entities_and_declared_entities_are_not_expanded_without_end() -> None:
    bomb = (
        b'<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
        b'<!ENTITY f SYSTEM "file:///etc/hostname">]>'
        b"<h4 class='inline bold'>&b;&f;</h4><dl><dt>Autor</dt><dd>x</dd></dl></html>"
    )
    parsed = parse_detail(raw(bomb))
    assert isinstance(parsed, Parsed)
    assert parsed.record.title == "&b;&f;"


def test_every_page_of_the_sample_gives_back_its_text() -> None:
    for thesis in load_theses():
        parsed = parse_detail(raw(detail_page(Entry.of(thesis)).encode(), thesis.keyphrases))
        assert isinstance(parsed, Parsed)
        assert parsed.doubtful == ()
        found = parsed.record
        assert found.title == thesis.title
        assert found.keyphrases == thesis.keyphrases
        # White space around a text is the page's layout; all within it is the thesis's.
        assert found.abstracts == tuple(t.strip(" \t\r\n") for t in thesis.abstracts)
        assert found.persons == tuple(
            p for p in (thesis.author, thesis.supervisor, thesis.opponent) if p
        )
        assert (found.university, found.faculty) == (thesis.university, thesis.faculty)
        assert (found.year, found.document_type) == (thesis.year, thesis.document_type)
