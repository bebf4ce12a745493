"""Detail pages of other shapes than the sample's: what is certain is read, the rest is null.

The register's real pages were not seen, so each row is a kind of difference that a real page may
have, and what must come of it: the values, the names of the doubtful fields, or an unknown page.
"""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from builder.collect.parsing import Parsed, UnknownPage, parse_detail
from builder.collect.raw import RawPage

TITLE = '<h4 class="inline bold">Obnova bukových porastov</h4>'
TYPE = '<strong class="label label-success">Diplomová práca</strong>'
FACTS = (
    "<dt>Autor</dt><dd>Hedviga Jasenská</dd><dt>Školiteľ</dt><dd>doc. Ing. Blažej Riečny</dd>"
    "<dt>Oponent</dt><dd>Ing. Ema Lesná</dd><dt>Škola</dt><dd>Univerzita pod Tatrami / Fakulta "
    "lesníctva</dd><dt>Rok odovzdania</dt><dd>2018</dd>"
)
PANEL = '<div class="panel-heading">{}</div><div class="panel-body group line-margin">{}</div>'
ITEM = '<a class="btn">{}</a>'
ITEMS = ITEM.format("buk lesný") + ITEM.format("vetrová kalamita")
KEYPHRASES = f"<div>{PANEL.format('Kľúčové slová', ITEMS)}</div>"
RELATED = f"<div>{PANEL.format('Súvisiace odkazy', ITEM.format('Citácia'))}</div>"
WELL = '<div class="panel panel-default panel-margin"><div class="well well-sm">{}</div></div>'
BOX = '<div class="form-horizontal description-padding">{}</div>'
ABSTRACTS = BOX.format(WELL.format("Práca sa zaoberá obnovou.") + WELL.format("The thesis."))

WHOLE: dict[str, Any] = {
    "title": "Obnova bukových porastov",
    "document_type": "Diplomová práca",
    "author": "Hedviga Jasenská",
    "supervisor": "doc. Ing. Blažej Riečny",
    "opponent": "Ing. Ema Lesná",
    "university": "Univerzita pod Tatrami",
    "faculty": "Fakulta lesníctva",
    "year": 2018,
    "keyphrases": ["buk lesný", "vetrová kalamita"],
    "abstracts": ["Práca sa zaoberá obnovou.", "The thesis."],
}
LISTED = ("buk lesný", "vetrová kalamita")


def page(**parts: str) -> str:
    """The page that `WHOLE` describes, with some of its parts put in other words."""
    used = {
        "title": TITLE,
        "type": TYPE,
        "facts": FACTS,
        "keyphrases": KEYPHRASES,
        "related": RELATED,
        "abstracts": ABSTRACTS,
        **parts,
    }
    facts = f"<dl>{used['facts']}</dl>"
    rest = f"{used['keyphrases']}{used['related']}{used['abstracts']}"
    return f"<html><body>{used['type']}{used['title']}{facts}{rest}</body></html>"


def parse(
    body: str | bytes, listed: tuple[str, ...] | None = LISTED, content_type: str | None = None
) -> Parsed | UnknownPage:
    raw = body.encode() if isinstance(body, str) else body
    return parse_detail(
        RawPage("detail", "A" * 28, "u", "t", 200, raw, listed, content_type=content_type)
    )


def assert_reads(
    parsed: Parsed | UnknownPage, changes: dict[str, Any], doubtful: tuple[str, ...] = ()
) -> None:
    """All of `WHOLE`, but for `changes` and the doubtful fields, which are null."""
    assert isinstance(parsed, Parsed)
    nulls: dict[str, Any] = {
        name: [] if isinstance(WHOLE[name], list) else None for name in doubtful
    }
    found = parsed.record.to_json()
    assert {name: found[name] for name in WHOLE} == WHOLE | changes | nulls
    assert parsed.doubtful == doubtful


def fact(label: str, value: str | None, instead: str | None = None) -> str:
    """The facts with one of them changed: its value, left out (None), or put in other words."""
    before, _, after = FACTS.partition(f"<dt>{label}</dt>")
    after = after.partition("</dd>")[2]
    here = instead if instead is not None else f"<dt>{label}</dt><dd>{value}</dd>"
    return before + (here if value is not None or instead is not None else "") + after


def test_the_whole_page() -> None:
    assert_reads(parse(page()), {})


SAME = {
    "labels with colons": {"facts": FACTS.replace("</dt>", ":</dt>")},
    "labels with spaces and colons": {"facts": FACTS.replace("</dt>", "\u00a0 :\n</dt>")},
    "labels in capitals": {
        "facts": FACTS.replace("Autor", "AUTOR").replace("Rok odovzdania", "ROK ODOVZDANIA")
    },
    "labels torn over lines": {"facts": FACTS.replace("Rok odovzdania", "Rok\n   odovzdania")},
    "labels in tags": {"facts": FACTS.replace("<dt>Autor", "<dt><b><i>Aut</i>or</b>")},
    "labels as entities": {"facts": FACTS.replace("Škola", "&Scaron;kola")},
    "labels of combining letters": {
        "facts": FACTS.replace("Škola", unicodedata.normalize("NFD", "Škola"))
    },
    "a fact twice, the same": {"facts": FACTS + "<dt>Autor</dt><dd>Hedviga Jasenská</dd>"},
    "facts in another order": {
        "facts": fact("Autor", None) + "<dt>Autor</dt><dd>Hedviga Jasenská</dd>"
    },
    "facts in rows": {"facts": FACTS.replace("<dt>", "<div><dt>").replace("</dd>", "</dd></div>")},
    "unclosed tags": {"facts": FACTS.replace("</dt>", "").replace("</dd>", "")},
    "tags in capitals": {"facts": FACTS.replace("dt>", "DT>").replace("dd>", "DD>")},
    "comments between": {"facts": FACTS.replace("</dt><dd>", "</dt><!-- x --> <dd>")},
    "a link around a value": {
        "facts": FACTS.replace("Hedviga Jasenská", "<a href='/?a'>Hedviga</a> <b>Jasenská</b>")
    },
    "a value on two source lines": {"facts": FACTS.replace("Blažej Riečny", "Blažej\n\tRiečny")},
    "an unknown fact": {"facts": FACTS + "<dt>Konzultant</dt><dd>Ján Dub</dd>"},
    "several lists of facts": {"facts": FACTS.replace("<dt>Škola", "</dl><dl><dt>Škola")},
    "more classes, other order": {"title": TITLE.replace("inline bold", "bold x inline")},
    "the title twice": {"title": TITLE + TITLE},
    "a language beside the type": {"type": TYPE + TYPE.replace("Diplomová práca", "Slovenčina")},
    "heading in capitals": {"keyphrases": KEYPHRASES.replace("Kľúčové slová", "KĽÚČOVÉ SLOVÁ:")},
    "heading without marks": {"keyphrases": KEYPHRASES.replace("Kľúčové", "Klucove")},
    "heading in another place": {"keyphrases": KEYPHRASES.replace("panel-heading", "x")},
    "heading in other words": {"keyphrases": KEYPHRASES.replace("Kľúčové slová", "Heslá")},
    "English keyphrases first": {
        "keyphrases": f"<div>{PANEL.format('Keywords', ITEM.format('beech'))}</div>" + KEYPHRASES
    },
    "another panel first": {"keyphrases": RELATED + KEYPHRASES},
    "the keyphrases twice, the same": {"keyphrases": KEYPHRASES + KEYPHRASES},
    "empty buttons": {"keyphrases": KEYPHRASES.replace(ITEMS, ITEMS + ITEM.format(" &nbsp;"))},
    "an empty abstract between": {
        "abstracts": ABSTRACTS.replace(WELL.format("The thesis."), WELL.format("&nbsp;\n")).replace(
            "</div></div></div>", "</div></div>" + WELL.format("The thesis.") + "</div>", 1
        )
    },
    "a box for each abstract": {
        "abstracts": BOX.format(WELL.format("Práca sa zaoberá obnovou."))
        + BOX.format(WELL.format("The thesis."))
    },
    "a box around the box": {"abstracts": BOX.format(ABSTRACTS)},
    "another well elsewhere": {"related": RELATED + WELL.format("Súbory cookie")},
    "scripts in the abstract": {
        "abstracts": ABSTRACTS.replace("The", "The<script>alert(1)</script><style>a{}</style>")
    },
    "everything closed twice": {"abstracts": ABSTRACTS + "</div></div></body></html>"},
}


@pytest.mark.parametrize("kind", SAME)
def test_a_page_that_says_the_same_in_another_shape(kind: str) -> None:
    assert_reads(parse(page(**SAME[kind])), {})


OTHER: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "no author": ({"facts": fact("Autor", None)}, {"author": None}),
    "an empty author": ({"facts": fact("Autor", "")}, {"author": None}),
    "a dash for the author": ({"facts": fact("Autor", " – ")}, {"author": None}),
    "a hard space for the opponent": ({"facts": fact("Oponent", "&nbsp;")}, {"opponent": None}),
    "no year": ({"facts": fact("Rok odovzdania", None)}, {"year": None}),
    "an unknown word for the supervisor": (
        {"facts": FACTS.replace("Školiteľ", "Vedúci práce")},
        {"supervisor": None},
    ),
    "a label without its value": (
        {"facts": fact("Oponent", None, "<dt>Oponent</dt>")},
        {"opponent": None},
    ),
    "two supervisors": (
        {"facts": fact("Školiteľ", "Blažej Riečny<br>Ján Dub")},
        {"supervisor": "Blažej Riečny; Ján Dub"},
    ),
    "two opponents, each with the label": (
        {"facts": FACTS + "<dt>OPONENT:</dt><dd>Ing. Ján Dub</dd>"},
        {"opponent": "Ing. Ema Lesná; Ing. Ján Dub"},
    ),
    "a school without faculty": (
        {"facts": fact("Škola", "Univerzita pod Tatrami")},
        {"faculty": None},
    ),
    "a department": (
        {"facts": fact("Škola", "Univerzita pod Tatrami / Fakulta lesníctva / Katedra")},
        {},
    ),
    "entities": (
        {"facts": fact("Škola", "Univerzita &amp; pod&nbsp;Tatrami / Fakulta les&iacute;ctva")},
        {"university": "Univerzita & pod\u00a0Tatrami", "faculty": "Fakulta lesíctva"},
    ),
    "entities escaped twice stay": (
        {"title": TITLE.replace("Obnova", "R&amp;amp;D &amp;lt;b&amp;gt;")},
        {"title": "R&amp;D &lt;b&gt; bukových porastov"},
    ),
    "no type": ({"type": ""}, {"document_type": None}),
    "a type that we do not know": (
        {"type": TYPE.replace("Diplomová", "Záverečná")},
        {"document_type": "Záverečná práca"},
    ),
    "no abstracts": ({"abstracts": ""}, {"abstracts": []}),
    "an empty box": ({"abstracts": BOX.format(" \n")}, {"abstracts": []}),
    "empty abstracts": ({"abstracts": BOX.format(WELL.format("&nbsp;") * 3)}, {"abstracts": []}),
    "one abstract": (
        {"abstracts": BOX.format(WELL.format("Iba jeden."))},
        {"abstracts": ["Iba jeden."]},
    ),
    "lines and columns of an abstract": (
        {"abstracts": BOX.format(WELL.format("prvý\nriadok<br/>druhý<table><tr><td>a<tr><td>b"))},
        {"abstracts": ["prvý\nriadok\ndruhý\na\n\nb"]},
    ),
}


@pytest.mark.parametrize("kind", OTHER)
def test_what_is_certain_is_read_and_what_lacks_is_null(kind: str) -> None:
    parts, changes = OTHER[kind]
    assert_reads(parse(page(**parts)), changes)


DOUBTFUL: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "two titles": ({"title": TITLE + TITLE.replace("Obnova", "Zánik")}, ("title",)),
    "two types": (
        {"type": TYPE + TYPE.replace("Diplomová", "Bakalárska")},
        ("document_type",),
    ),
    "two authors": ({"facts": FACTS + "<dt>Autor</dt><dd>Ján Dub</dd>"}, ("author",)),
    "an author of two lines": ({"facts": fact("Autor", "<p>Ján Dub<p>žiak")}, ("author",)),
    "an endless author": ({"facts": fact("Autor", "Dub " * 5000)}, ("author",)),
    "a school year": ({"facts": fact("Rok odovzdania", "2017/2018")}, ("year",)),
    "a date": ({"facts": fact("Rok odovzdania", "25. 5. 2018")}, ("year",)),
    "a year of no thesis": ({"facts": fact("Rok odovzdania", "1018")}, ("year",)),
    "digits of another script": ({"facts": fact("Rok odovzdania", "20١٨")}, ("year",)),
    "two years": ({"facts": fact("Rok odovzdania", "2017</dd><dd>2018")}, ("year",)),
    "the faculty behind a comma": (
        {"facts": fact("Škola", "Univerzita pod Tatrami, Fakulta lesníctva")},
        ("university", "faculty"),
    ),
    "the faculty on its own line": (
        {"facts": fact("Škola", "Univerzita pod Tatrami<br>Fakulta lesníctva")},
        ("university", "faculty"),
    ),
    "half a school": (
        {"facts": fact("Škola", "Univerzita pod Tatrami /")},
        ("university", "faculty"),
    ),
    "keyphrases without buttons": (
        {"keyphrases": PANEL.format("Kľúčové slová", "buk lesný, kalamita")},
        ("keyphrases",),
    ),
    "two lists of keyphrases": (
        {"keyphrases": KEYPHRASES + KEYPHRASES.replace("buk lesný", "jedľa")},
        ("keyphrases",),
    ),
    "keyphrases without end": (
        {"keyphrases": PANEL.format("Kľúčové slová", ITEMS * 200)},
        ("keyphrases",),
    ),
    "a keyphrase within a keyphrase": (
        {"keyphrases": KEYPHRASES.replace("buk lesný</a>", f"buk <i>{ITEM}</i>")},
        ("keyphrases",),
    ),
    "none, though the listing had some": ({"keyphrases": ""}, ("keyphrases",)),
    "three abstracts": (
        {"abstracts": BOX.format("".join(WELL.format(text) for text in "abc"))},
        ("abstracts",),
    ),
    "an abstract within an abstract": (
        {"abstracts": BOX.format(WELL.format("a" + WELL.format("b")))},
        ("abstracts",),
    ),
    "an abstract beside its place": (
        {"abstracts": BOX.format("Práca sa zaoberá.")},
        ("abstracts",),
    ),
    "an abstract without its box": ({"abstracts": WELL.format("Práca.")}, ("abstracts",)),
    "an endless abstract": (
        {"abstracts": BOX.format(WELL.format("a b " * 30_000))},
        ("abstracts",),
    ),
}


@pytest.mark.parametrize("kind", DOUBTFUL)
def test_what_is_doubtful_is_null_and_named(kind: str) -> None:
    parts, doubtful = DOUBTFUL[kind]
    assert_reads(parse(page(**parts)), {}, doubtful)


UNKNOWN = {
    "a table for the facts": (
        page(facts="").replace("</dl>", "</dl><table><tr><th>Autor</th><td>Ján</td></tr></table>"),
        "no facts (dt/dd)",
    ),
    "another language": (
        page(facts="<dt>Author</dt><dd>Ján Dub</dd><dt>Year</dt><dd>2018</dd>"),
        "none of the facts Autor, Školiteľ, Oponent, Škola, Rok odovzdania",
    ),
    "another heading": (page(title="<h1>Obnova bukových porastov</h1>"), "no title"),
    "cut within the abstract": (
        page()[: page().index("obnovou")],
        "cut off: <html> without </html>",
    ),
    "cut behind the facts": (page().partition("</dl>")[0], "cut off: <html> without </html>"),
}


@pytest.mark.parametrize("kind", UNKNOWN)
def test_a_page_of_unknown_shape(kind: str) -> None:
    body, why = UNKNOWN[kind]
    assert parse(body) == UnknownPage(why)


def test_a_page_may_leave_out_the_tags_that_html_lets_it_leave_out() -> None:
    inner = page().removeprefix("<html><body>").removesuffix("</body></html>")
    assert_reads(parse(f"<!doctype html><title>CRZP</title>{inner}"), {})


def test_facts_that_no_field_takes_are_named() -> None:
    facts = FACTS.replace("Školiteľ", "Vedúci   práce:") + f"<dt>{'x' * 500}</dt><dd>y</dd>" * 2
    parsed = parse(page(facts=facts))
    assert isinstance(parsed, Parsed)
    assert parsed.unread == ("Vedúci práce:", "x" * 60)


HEAD = '<head><meta charset="{}"></head>'


@pytest.mark.parametrize(
    ("sent", "head", "header"),
    [
        ("utf-8", "", None),
        ("utf-8", "windows-1250", "text/html; charset=iso-8859-2"),
        ("utf-8-sig", "", None),
        ("utf-16", "utf-8", "text/html; charset=utf-8"),
        ("cp1250", "windows-1250", None),
        ("cp1250", "", "text/html; charset=windows-1250"),
        ("cp1250", "utf-8", "text/html; charset=windows-1250"),
        ("iso8859-2", "ISO-8859-2", "text/html"),
    ],
)
def test_charsets(sent: str, head: str, header: str | None) -> None:
    text = page().replace("<body>", HEAD.format(head) + "<body>" if head else "<body>")
    assert_reads(parse(text.encode(sent), content_type=header), {})


def test_two_charsets_that_say_different_things() -> None:
    text = page().replace("<body>", HEAD.format("windows-1250") + "<body>")
    parsed = parse(text.encode("cp1250"), content_type="text/html; charset=iso-8859-2")
    assert parsed == UnknownPage("declared as iso8859-2 and as cp1250")


@pytest.mark.parametrize("declared", ["utf-8", "punycode", "rot13", "no-such", "unicode_escape"])
def test_bytes_of_no_charset_spoil_only_the_fields_that_they_stand_in(declared: str) -> None:
    text = page().replace("<body>", HEAD.format(declared) + "<body>")
    body = text.encode().replace("Jasenská".encode(), b"Jasensk\xe1")
    assert_reads(parse(body), {}, ("author",))
    # The register's own replacement character is its text, which the cleaning judges.
    own = page(facts=FACTS.replace("Jasenská", "Jasensk\ufffd"))
    assert_reads(parse(own), {"author": "Hedviga Jasensk\ufffd"})


def test_what_the_listing_shows_decides_for_a_panel_without_a_heading() -> None:
    bare = page(keyphrases=KEYPHRASES.replace("Kľúčové slová", ""))
    assert_reads(parse(bare), {})
    for listed in (None, (), ("iná",)):
        assert_reads(parse(bare, listed), {}, ("keyphrases",))
    # Nothing was listed, and the first panel has another name: no keyphrases, without doubt.
    assert_reads(parse(page(keyphrases=""), ()), {"keyphrases": []})
