"""The pages of the sample register, in the structure that the real register's pages have.

Only the structure follows the register: search form, listing, detail. Everything that a page says
is escaped here, once, so that a thesis text can hold anything.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

DOCUMENT_TYPES = (
    "Bakalárska práca",
    "Diplomová práca",
    "Dizertačná práca",
    "Rigorózna práca",
    "Habilitačná práca",
)


class ThesisLike(Protocol):
    """What a page shows of a thesis; the sample's own `Thesis` has it, and more."""

    @property
    def sid(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def document_type(self) -> str: ...
    @property
    def author(self) -> str | None: ...
    @property
    def supervisor(self) -> str | None: ...
    @property
    def opponent(self) -> str | None: ...
    @property
    def university(self) -> str | None: ...
    @property
    def faculty(self) -> str | None: ...
    @property
    def year(self) -> int: ...
    @property
    def keyphrases(self) -> Sequence[str]: ...
    @property
    def abstracts(self) -> Sequence[str]: ...
    @property
    def withdrawn(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One thesis as the register holds it.

    Attributes:
        withdrawn: its detail page answers 404, though listings still show it.
    """

    sid: str
    title: str
    document_type: str
    year: int
    author: str | None = None
    supervisor: str | None = None
    opponent: str | None = None
    university: str | None = None
    faculty: str | None = None
    keyphrases: tuple[str, ...] = ()
    abstracts: tuple[str, ...] = ()
    withdrawn: bool = False

    @classmethod
    def of(cls, thesis: ThesisLike) -> Entry:
        """The entry of a sample thesis."""
        values = {field.name: getattr(thesis, field.name) for field in dataclasses.fields(cls)}
        values["keyphrases"] = tuple(thesis.keyphrases)
        values["abstracts"] = tuple(thesis.abstracts)
        return cls(**values)


def detail_address(sid: str, token: str | None = None) -> str:
    """One of the two addresses of a thesis; the second holds a token of the session."""
    if token is None:
        return f"/?fn=detailBiblioForm&sid={sid}&seo=CRZP-detail-kniha"
    return f"/?fn=detailBiblioFormChild{token}&sid={sid}&seo=CRZP-detail-kniha"


def form_page(token: str, years: Iterable[int], notice: str = "") -> str:
    """The advanced search form; a notice says that a session has run out."""
    alert = f'<div class="alert alert-warning">{escape(notice)}</div>' if notice else ""
    year_options = "".join(f'<option value="{year}">{year}</option>' for year in years)
    type_options = "".join(f"<option>{escape(kind)}</option>" for kind in DOCUMENT_TYPES)
    return _page(
        "Rozšírené vyhľadávanie",
        f"""{alert}
<form class="form-horizontal" id="search" method="post" action="/?fn=AdvancedSearchChild{token}">
<input type="hidden" name="token" value="{token}">
<label>Rok odovzdania <select name="year"><option value=""></option>{year_options}</select></label>
<label>Typ práce <select name="type"><option value=""></option>{type_options}</select></label>
<label>okrem typu <input type="text" name="type_not"></label>
<label>Názov sa začína na <input type="text" name="title"></label>
<label>Názov sa nezačína na <input type="text" name="title_not"></label>
<button type="submit" class="btn btn-primary">Hľadať</button>
</form>""",
    )


def listing_page(
    results: Sequence[tuple[str, Entry]], total: int, page: int, pages: int, token: str
) -> str:
    """One page of results: (address, entry) pairs, the total of all, and the way to other pages."""
    rows = []
    for address, entry in results:
        subjects = "".join(
            f'<a class="display-subject" href="/?fn=AdvancedSearchChild{token}">{escape(item)}</a> '
            for item in entry.keyphrases
        )
        rows.append(
            f'<div class="well-sm horizontal-rule">'
            f'<a class="no-decoration h4 inline" href="{escape(address)}">{escape(entry.title)}</a>'
            f"<div>{entry.year}</div><div>{subjects}</div></div>"
        )
    links = "".join(
        f'<li><a href="/?fn=ResultFormChild{token}&amp;page={number}">{number}</a></li>'
        for number in range(max(1, page - 2), min(pages, page + 2) + 1)
    )
    following = ""
    if page < pages:
        following = (
            f'<li class="next"><a rel="next" href="/?fn=ResultFormChild{token}'
            f'&amp;page={page + 1}">Ďalšia</a></li>'
        )
    shown = f"{total:,}".replace(",", "\u00a0")
    return _page(
        "Výsledky vyhľadávania",
        f'<p class="results-count">Počet nájdených záznamov: <strong>{shown}</strong></p>'
        f'<div class="results">{"".join(rows)}</div>'
        f'<ul class="pagination" data-page="{page}">{links}{following}</ul>',
    )


def detail_page(entry: Entry, extra: str = "") -> str:
    """The page of one thesis. `extra` is put into it raw: only the hostile pages use it."""
    school = " / ".join(part for part in (entry.university, entry.faculty) if part)
    pairs = (
        ("Autor", entry.author),
        ("Školiteľ", entry.supervisor),
        ("Oponent", entry.opponent),
        ("Škola", school or None),
        ("Rok odovzdania", str(entry.year)),
    )
    facts = "".join(
        f"<dt>{name}</dt><dd>{escape(value)}</dd>\n" for name, value in pairs if value is not None
    )
    wells = "".join(
        '<div class="panel panel-default panel-margin">'
        f'<div class="well well-sm">{escape(text)}</div></div>\n'
        for text in entry.abstracts
    )
    items = "".join(
        f'<a class="btn btn-default" href="/?fn=subject&amp;n={number}">{escape(item)}</a>\n'
        for number, item in enumerate(entry.keyphrases)
    )
    subjects = _panel("Kľúčové slová", items) if entry.keyphrases else ""
    related = _panel(
        "Súvisiace odkazy",
        '<a class="btn btn-default" href="/?fn=citation">Citácia</a>\n'
        '<a class="btn btn-default" href="/?fn=protocol">Protokol o kontrole originality</a>\n',
    )
    return _page(
        entry.title,
        f"""{extra}<strong class="label label-success">{escape(entry.document_type)}</strong>
<h4 class="inline bold">{escape(entry.title)}</h4>
<dl class="dl-horizontal">
{facts}</dl>
{subjects}{related}<div class="form-horizontal description-padding">
{wells}</div>""",
    )


def message_page(title: str, text: str) -> str:
    """A page that only says something: not found, too many requests."""
    return _page(title, f'<div class="alert alert-danger">{escape(text)}</div>')


def _panel(heading: str, content: str) -> str:
    return (
        f'<div class="panel panel-default"><div class="panel-heading">{heading}</div>'
        f'<div class="panel-body group line-margin">\n{content}</div></div>\n'
    )


def _page(title: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="sk"><head><meta charset="utf-8">'
        f"<title>{escape(title)} | Ukážkový register prác</title></head>\n"
        f'<body><div class="container">\n{body}\n</div></body></html>\n'
    )
