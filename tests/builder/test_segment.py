"""The stage segment: headers in many wordings, lists in many places, and nothing lost."""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass

import pytest

from builder.clean.layout import page_lines, strip_page_marks, unwrap
from builder.clean.lexicon import Lexicon, load_lexicon
from builder.clean.segment import segment
from builder.options import CleanOptions
from builder.record import Draft, Passage, RawRecord
from builder.sample_register import load_theses
from builder.verdict import Keep, Reason, Reject, Verdict

OPTIONS = CleanOptions()
MARKS = page_lines(load_lexicon("sk"))
ABSTRACTS = [t for t in load_theses() if t.expect.abstract and "\n" not in t.expect.abstract]


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return load_lexicon("sk")


def cut(text: str, lexicon: Lexicon, **facts: str) -> Verdict:
    raw = RawRecord(sid="1", abstracts=(text,), **facts)  # type: ignore[arg-type]
    return segment(Draft.of(raw), OPTIONS, lexicon)


@dataclass(frozen=True)
class Page:
    """One generated abstract field with its right results."""

    raw: RawRecord
    abstract: str
    keyphrases: str | None


NAMES = ["Adam Novotný", "Júlia Ďurčová", "Mária-Anna Kováč Malá", "Šimon Ľalík", "Tímea Nagy"]
SCHOOLS = [
    ["Univerzita pod Tatrami", "Fakulta agronómie", "Katedra rastlinnej výroby"],
    ["Vysoká škola sv. Gorazda v Modre", "Ústav manažmentu"],
    ["Univerzita J. A. Komenského v Senci, Fakulta techniky", "Katedra mostov a tunelov"],
    ["Pedagogická fakulta", "Karpatská univerzita v Levoči"],
]
SUPERVISORS = [
    "Ing. Eva Hrušková, PhD.",
    "doc. RNDr. Ivan Trúd, CSc.",
    "prof. PhDr. ThDr. Ján Lipa-Tichý, DrSc.",
    "Mgr. Oľga Kriedová",
]
TYPES = ["Bakalárska práca", "Diplomová práca", "Dizertačná práca", "Rigorózna práca"]
ROLES = ["Školiteľ: ", "Vedúca práce: ", "Vedúci diplomovej práce: ", "ved. práce ", "Konzultant: "]
DEGREES = ["Stupeň odbornej kvalifikácie: Bakalár", "Stupeň kvalifikácie: magister", ""]
PAGES = [
    "57 s.", "s.62", "s. 73", "63 strán.", "88 strán", "43s.", "Počet strán: 67.", "str. 61",
    "Počet strán 38.", "64 s..", "47 s. a 1 príloha.", "72\ns.", "102 s., 4 príl.", "55 s. + 1 CD",
    "59 s. : obr., tab.", "Rozsah práce: 90 s.", "p. 49", "",
]  # fmt: skip
LABELS = [
    "Kľúčové slová: ", "Kľúčové slová ", "KĽÚČOVÉ SLOVÁ: ", "Kľúčové slova : ", "Klúčové slová: ",
    "Klucove slova: ", "Kľúčové\n\nslová: ", "Kľúčové slová --- ", "Kľúčové slová/Keywords: ",
    "Kľúčové pojmy: ", "Klíčová slova: ", "Keywords: ", "Key words: ", "Kaywords: ",
    "KĽÚČOVÉ SLOVÁ\n", "Kľúčové slová:\n",
]  # fmt: skip
BEHIND = ["", "\n5", "\n\n v", "\nJEL: G21", "\n- 7 -", "\f6\nObsah\n1 Úvod 7\n2 Ciele 9"]


def author_in(name: str, rng: random.Random) -> str:
    first, _, last = name.partition(" ")
    forms = [
        f"{last.upper()}, {first}: ",
        f"{last.upper()} {first}: ",
        f"{last.upper()}, {first[0]}.: ",
        f"{last}, {first}: ",
        f"{first} {last}: ",
        f"Bc. {first} {last}: ",
        f"{last.upper()}, {first}, Bc.: ",
        f"{last.upper()}, {first} – ",
    ]
    return rng.choice(forms)


def header_of(title: str, name: str, rng: random.Random) -> str:
    between = rng.choice([". ", ". ", ", ", "; ", ".- ", " – ", ".\n"])
    kind = rng.choice(TYPES)
    shown = rng.choice([title, title, title.upper(), f"„{title}“", f"{title} a jeho význam"])
    typed = rng.choice([f"[{kind}]", f"[ {kind} ]", f"({kind})", kind, kind.lower()])
    role = rng.choice(ROLES) + rng.choice(SUPERVISORS)
    end = rng.choice(["Poprad: FA UPT, 2018", "Nitra, 2014", "Rok obhajoby: 2020", "Senec 2011"])
    fields = [shown, typed, *rng.choice(SCHOOLS), role, rng.choice(DEGREES), end]
    text = author_in(name, rng)
    for number, shown in enumerate(filter(None, fields)):
        glue = between.removeprefix(".") if text.endswith(".") else between
        text += (glue if number else "") + shown
    pages = rng.choice(PAGES)
    return f"{text}, {pages}" if pages else text.rstrip(".") + "."


def page(number: int) -> Page:
    """Page `number`: the same at each run."""
    rng = random.Random(number)
    thesis = rng.choice(ABSTRACTS)
    name = rng.choice(NAMES)
    title = "Pestovanie ľanu v horských polohách Oravy"
    abstract = thesis.expect.abstract or ""
    header = header_of(title, name, rng)
    goes_on = header.rstrip(".").endswith((" s", "strán", "príloha", "príl"))
    parts = rng.random()
    if parts < 0.12:
        header, goes_on = rng.choice([title, title.upper(), f"{name}\n{title}", "ABSTRAKT"]), False
    elif parts < 0.2:
        header = f"Autor:\n{name}\nNázov práce:\n{title}\nŠkoliteľ:\n{rng.choice(SUPERVISORS)}"
        goes_on = False
    elif parts < 0.35:
        header = rng.choice(["ABSTRAKT\n", "Anotácia\n\n", "5 Abstrakt\n", "Súhrn\n"]) + header
    elif parts < 0.42:
        header = "\n".join(textwrap.fill(line, 70) for line in header.split("\n"))
    separator = rng.choice([", ", "; ", " – ", " · "])
    phrases = separator.join(thesis.expect.keyphrases)
    label = rng.choice(LABELS) + phrases
    where = rng.random()
    if where < 0.2:
        text = f"{header}\n{label}\n\n{abstract}"
    elif where < 0.85:
        gap = rng.choice(["\n", "\n\n", " "] if goes_on else ["\n", "\n\n"])
        text = f"{header}{gap}{abstract}\n{label}{rng.choice(BEHIND)}"
    else:
        text, phrases = f"{header}\n{abstract}", ""
    if where < 0.85 and rng.random() < 0.15:
        english = "The thesis deals with flax and describes what was found in the fields of Orava."
        text += f"\nABSTRACT\n{english}\nKeywords: flax, field, yield"
    author = rng.choice([name, f"Bc. {name}", None])
    raw = RawRecord(sid=str(number), abstracts=(text,), title=title, author=author)
    return Page(raw, abstract, phrases or None)


@pytest.mark.parametrize(
    "numbers", [range(80), pytest.param(range(80, 250), marks=pytest.mark.full)]
)
def test_generated_pages_are_cut_exactly(numbers: range, lexicon: Lexicon) -> None:
    wrong: list[int] = []
    for number in numbers:
        made = page(number)
        verdict = segment(Draft.of(made.raw), OPTIONS, lexicon)
        passages = verdict.draft.passages if isinstance(verdict, Keep) else ()
        mine = [p for p in passages if p.text == made.abstract]
        if not mine or (mine[0].keyphrases or "").strip(". ") != (made.keyphrases or ""):
            wrong.append(number)
    assert len(wrong) <= len(numbers) / 80, f"wrong pages: {wrong}"


def test_generated_pages_lose_no_text(lexicon: Lexicon) -> None:
    for number in range(250, 300):
        made = page(number)
        verdict = segment(Draft.of(made.raw), OPTIONS, lexicon)
        assert isinstance(verdict, Keep), number
        kept = "\n".join(passage.text for passage in verdict.draft.passages)
        assert made.abstract in kept, number


def test_a_right_abstract_stays_as_it_is(lexicon: Lexicon) -> None:
    for thesis in load_theses():
        abstract = thesis.expect.abstract
        if abstract:
            raw = thesis.raw()
            draft = Draft(raw, thesis.title, (Passage(abstract, "a, b", "sk"),), ())
            verdict = segment(draft, OPTIONS, lexicon)
            assert isinstance(verdict, Keep)
            assert verdict.draft.passages == (Passage(abstract, "a, b", "sk"),)
            assert verdict.draft.notes == ()


def test_what_was_cut_is_noted(lexicon: Lexicon) -> None:
    verdict = cut("ABSTRAKT\nPráca sa venuje ľanu na Orave.\nKľúčové slová: ľan, Orava", lexicon)
    assert isinstance(verdict, Keep)
    assert [(note.kind, note.detail) for note in verdict.draft.notes] == [
        ("header-cut", "ABSTRAKT"),
        ("list-cut", "Kľúčové slová: ľan, Orava"),
    ]


def test_each_language_gets_its_own_list(lexicon: Lexicon) -> None:
    verdict = cut(
        "The thesis is about flax and the people who grow it in the mountains.\n"
        "Keywords: flax, mountain\n"
        "Práca sa venuje ľanu a ľuďom, ktorí ho v horách pestujú.\nKľúčové slová: ľan, hory",
        lexicon,
    )
    assert isinstance(verdict, Keep)
    english, slovak = verdict.draft.passages
    assert (english.keyphrases, english.label) == ("flax, mountain", "en")
    assert (slovak.keyphrases, slovak.label) == ("ľan, hory", "sk")


@pytest.mark.parametrize("text", ["", " \n\f\n ", "5", "ABSTRAKT", "Kľúčové slová: ľan, hory"])
def test_nothing_left_is_no_abstract(text: str, lexicon: Lexicon) -> None:
    verdict = cut(text, lexicon)
    assert isinstance(verdict, Reject)
    assert verdict.reason is Reason.NO_ABSTRACT


def test_no_field_is_no_abstract(lexicon: Lexicon) -> None:
    verdict = segment(Draft.of(RawRecord(sid="1", abstracts=())), OPTIONS, lexicon)
    assert verdict == Reject(Reason.NO_ABSTRACT, "none on the page")


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("Prvá veta je\ndlhá.", "Prvá veta je dlhá."),
        ("Prvý odsek.\n\nDruhý odsek.", "Prvý odsek.\nDruhý odsek."),
        ("Veta sa láme\n\nv polovici.", "Veta sa láme v polovici."),
        ("Koniec strany\f5\ndruhá strana.", "Koniec strany druhá strana."),
        ("  dve   medzery  ", "dve medzery"),
    ],
)
def test_lines_become_paragraphs(text: str, paragraphs: str) -> None:
    assert unwrap(text, MARKS) == paragraphs
    assert unwrap(paragraphs, MARKS) == paragraphs


def test_page_marks_go_from_the_ends_only() -> None:
    assert strip_page_marks("5\nText s číslom 12\n\n- 6 -\niv", MARKS) == "Text s číslom 12"
    assert strip_page_marks("V roku\n1989\nsa to stalo", MARKS) == "V roku\n1989\nsa to stalo"
    assert strip_page_marks("\n7\n", MARKS) == ""
