"""Any bytes for a page: never an exception, and nothing larger than the page itself."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from builder.collect import site
from builder.collect.fetching import Page
from builder.collect.parsing import Parsed, UnknownPage, parse_detail
from builder.collect.raw import RawPage
from builder.collect.session import selector_of
from builder.sample_register.pages import Entry, form_page, listing_page

PAGES = [path.read_bytes() for path in sorted((Path(__file__).parent / "pages").glob("*.html"))]
SEARCH = [
    form_page("0123", [2023, 2024]).encode(),
    listing_page(
        [(f"/?sid={'AB' * 14}", Entry("AB" * 14, "Názov", "Diplomová práca", 2024))] * 3,
        12_345,
        1,
        3,
        "0123",
    ).encode(),
]
# What a page is made of, and what breaks pages: a mutation puts one of these in any place.
TOKENS = [
    *(b"<dt>", b"<dd>", b"</dl>", b"<dt>Autor</dt><dd>", b"<br>", b"<p>", b"<table><tr><td>"),
    *(b'<h4 class="inline bold">', b'<strong class="label label-success">', b"</html>", b"<html>"),
    *(b'<div class="panel-body group line-margin"><a class="btn">', b'<a class="btn">', b"</a>"),
    *(b'<div class="form-horizontal description-padding">', b'<div class="well well-sm">'),
    *(b'<div class="panel panel-default panel-margin"><div class="well well-sm">', b"</div>"),
    *(b'<form id="search" action="http://[">', b"<input type=hidden name=x>", b'href="//[x"'),
    *(b'<a class="no-decoration h4 inline" href="http://[::1/?sid=x">', b'<a rel="next" href="">'),
    *(b"<!--", b"-->", b"<script>", b"</script>", b"<![CDATA[", b"<?xml version='1.0'?>", b"<"),
    *(b"&#0;", b"&#xD800;", b"&#x110000;", b"&bogus;", b"&amp", b"\x00", b"\xff\xfe", b"\xef\xbb"),
    *(b"\xef\xbf\xbd", b"\xe1", b"<meta charset=punycode>", b"<svg><math>", b"<template>", b'"'),
    "\u2028\u0085\ufeff\u202e".encode(),
]
EDITS = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 40), st.sampled_from(TOKENS), st.integers(1, 3)),
    max_size=12,
)


@st.composite
def mutated(draw: st.DrawFn, pages: list[bytes]) -> bytes:
    """A page with bytes cut out of it, and tokens put in their place, once or many times."""
    page = draw(st.sampled_from(pages))
    for place, cut, token, count in draw(EDITS):
        start = int(place * len(page))
        page = page[:start] + token * count**4 + page[start + cut :]
    return page[: draw(st.integers(0, len(page)))] if draw(st.booleans()) else page


def check_detail(body: bytes, listed: tuple[str, ...] | None, content_type: str | None) -> None:
    raw = RawPage("detail", "A" * 28, "u", "t", 200, body, listed, content_type)
    parsed = parse_detail(raw)
    if isinstance(parsed, UnknownPage):
        assert 0 < len(parsed.why) < 200
        return
    assert isinstance(parsed, Parsed)
    fields = parsed.record.to_json()
    line = json.dumps(fields, ensure_ascii=False).encode()  # fails for half a surrogate pair
    assert b"\n" not in line
    assert len(fields["keyphrases"]) <= 200
    assert len(fields["abstracts"]) <= 2
    texts = [*fields["abstracts"], *fields["keyphrases"], fields["title"] or ""]
    # An entity is longer than what it stands for, and no text is read twice.
    assert sum(map(len, texts)) <= len(body)
    assert set(parsed.doubtful) <= fields.keys()
    assert all(len(label) <= 60 for label in parsed.unread)
    assert len(parsed.unread) <= 20


def check_search(body: bytes, content_type: str | None) -> None:
    selector = selector_of(Page("http://127.0.0.1/", 200, body, content_type))
    form, listing = site.read_form(selector, "http://127.0.0.1/"), site.read_listing(selector)
    assert form is None or isinstance(form.action, str)
    if listing is not None:
        assert 0 <= listing.total < 10**9
        assert len(listing.results) <= 1000
        assert all(r.sid is None or site.SID.fullmatch(r.sid) for r in listing.results)


CONTENT_TYPES = st.sampled_from([None, "text/html", "text/html; charset=windows-1250", "\xff;="])
FUZZ = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@FUZZ
@given(mutated(PAGES), st.sampled_from([None, (), ("buk lesný",)]), CONTENT_TYPES)
def test_changed_detail_pages(
    body: bytes, listed: tuple[str, ...] | None, content_type: str | None
) -> None:
    check_detail(body, listed, content_type)


@FUZZ
@given(mutated(SEARCH), CONTENT_TYPES)
@example(SEARCH[1].replace(b'href="/?sid', b'href="http://[?sid'), None)
def test_changed_search_pages(body: bytes, content_type: str | None) -> None:
    check_search(body, content_type)


@FUZZ
@given(st.binary(max_size=300), CONTENT_TYPES)
def test_any_bytes(body: bytes, content_type: str | None) -> None:
    check_detail(body, None, content_type)
    check_search(body, content_type)
