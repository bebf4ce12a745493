"""What generated records are made of: the sample theses' sentences and keyphrases, and names.

Sentences and keyphrases are recombined within one field of study, so that a generated abstract
keeps its field's vocabulary and mentions its keyphrases in inflected forms, as a real one does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from builder.sample_register.data import Thesis, load_theses
from slovke.errors import InputError

TYPES = {
    "Bakalárska práca": "bakalár",
    "Diplomová práca": "magister",
    "Rigorózna práca": "doktor filozofie",
    "Dizertačná práca": "philosophiae doctor",
}


@dataclass(frozen=True, slots=True)
class School:
    """An invented university: its name, the abbreviation in headers, its city, its faculties."""

    name: str
    short: str
    city: str
    faculties: tuple[str, ...]


SCHOOLS = (
    School(
        "Univerzita pod Tatrami",
        "UPT",
        "Poprad",
        ("Fakulta prírodných vied", "Filozofická fakulta", "Fakulta verejnej politiky"),
    ),
    School(
        "Karpatská univerzita v Levoči",
        "KUL",
        "Levoča",
        ("Fakulta humanitných štúdií", "Pedagogická fakulta", "Právnická fakulta"),
    ),
    School(
        "Technická univerzita Považie",
        "TUP",
        "Považská Bystrica",
        ("Strojnícka fakulta", "Fakulta informatiky", "Fakulta výrobných technológií"),
    ),
    School(
        "Dunajská univerzita v Komárne",
        "DUK",
        "Komárno",
        ("Ekonomická fakulta", "Fakulta zdravotníckych vied", "Fakulta kultúrneho dedičstva"),
    ),
    School(
        "Vysoká škola Gemer",
        "VŠG",
        "Rimavská Sobota",
        ("Fakulta sociálnych vied", "Fakulta priemyselného inžinierstva"),
    ),
)

MEN = (
    "Adam Albín Alojz Andrej Arnold Benjamín Blažej Bohdan Cyril Dalibor Dávid Dezider Emil Erik "
    "Filip Gabriel Hugo Ignác Igor Ivan Jakub Jonáš Jozef Kamil Karol Kristián Ladislav Leonard "
    "Lukáš Marek Matej Michal Norbert Oliver Pavol Radovan Samuel Šimon Tomáš Viliam Vratko"
).split()
WOMEN = (
    "Adela Agáta Alexandra Alžbeta Barbora Beáta Dagmar Daniela Diana Eliška Ema Eva Hana Henrieta "
    "Ingrid Jana Jarmila Judita Kamila Katarína Klára Kristína Lenka Lívia Lucia Magdaléna Monika "
    "Natália Nina Oľga Petra Renáta Simona Sofia Šarlota Tamara Tereza Viera Vlasta Zora Zuzana"
).split()
# Invented surnames: a stem and an ending, with the ending of a woman's surname.
STEMS = (
    "Bal Bar Bartoš Bed Bel Bor Brez Bud Cib Čer Dol Drob Dub Fab Gar Gaž Hal Han Hav Hol Hor "
    "Hrad Hruš Chal Jan Jel Kal Kam Kol Kop Kost Kub Laz Lip Luk Mal Mar Med Mik Mojž Mrav "
    "Nem Ond Pav Pet Plav Pol Prib Rad Rem Rost Sed Sik Slav Sok Stan Svor Šim Tich Trn Urb "
    "Vav Ver Vrb Zab Zem Zub Žit"
).split()
ENDINGS = (
    ("ák", "áková"),
    ("áč", "áčová"),
    ("an", "anová"),
    ("anský", "anská"),
    ("ečka", "ečková"),
    ("enka", "enková"),
    ("ík", "íková"),
    ("inec", "incová"),
    ("oš", "ošová"),
    ("ovič", "ovičová"),
    ("ovský", "ovská"),
    ("uš", "ušová"),
)
BEFORE = ("Ing.", "Mgr.", "PhDr.", "RNDr.", "doc. Ing.", "doc. PhDr.", "prof. Ing.", "prof. RNDr.")
AFTER = ("", ", PhD.", ", PhD.", ", CSc.", ", DrSc.")


@dataclass(frozen=True, slots=True)
class Person:
    """An invented name in its two parts."""

    first: str
    last: str

    @classmethod
    def draw(cls, random: Random) -> Person:
        """Any of about seventy thousand names, women and men alike."""
        stem = random.choice(STEMS)
        man, woman = random.choice(ENDINGS)
        if random.random() < 0.5:
            return cls(random.choice(WOMEN), stem + woman)
        return cls(random.choice(MEN), stem + man)

    @property
    def full(self) -> str:
        """First name first."""
        return f"{self.first} {self.last}"

    def with_titles(self, random: Random) -> str:
        """As a supervisor's or an opponent's name is written."""
        return f"{random.choice(BEFORE)} {self.full}{random.choice(AFTER)}"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of study's material.

    Attributes:
        openings: the first sentences of its clean abstracts, with the number of their thesis.
        sentences: the others, likewise.
        english: sentences of its English abstracts.
        keyphrases: the clean list of each thesis, by its number.
        titles: its theses' titles.
    """

    name: str
    openings: tuple[tuple[str, int], ...]
    sentences: tuple[tuple[str, int], ...]
    english: tuple[str, ...]
    keyphrases: tuple[tuple[str, ...], ...]
    titles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """All fields, and sentences of other languages: "cs", "de", "hu"."""

    fields: tuple[Field, ...]
    foreign: dict[str, tuple[str, ...]]


# A sentence ends at its mark before a capital; an initial or a title before the mark ends nothing.
_SENTENCE_END = re.compile(
    r"(?<![^\w]\w[.])(?<!napr[.])(?<!resp[.])(?<!tzv[.])(?<=[.!?])\s+(?=[A-ZÁČĎÉÍĽŇÓŠŤÚÝŽ„])"
)
_ENGLISH_LABEL = re.compile(r"[\s*]*\b(?:key ?words?|kaywords)\b.*", re.IGNORECASE | re.DOTALL)
_FOREIGN = {"language-czech": "cs", "language-german": "de", "language-hungarian": "hu"}


def load_material() -> Material:
    """Take the sample theses apart.

    Raises:
        InputError: a field has fewer than two kept theses, or none of its theses is English.
    """
    theses = load_theses()
    english_anywhere = [sentence for thesis in theses for sentence in _english(thesis)]
    fields = []
    for name in sorted({thesis.field for thesis in theses}):
        kept = [t for t in theses if t.field == name and t.expect.abstract is not None]
        if len(kept) < 2 or not english_anywhere:
            raise InputError(f"sample theses of {name!r}: at least two kept ones are needed")
        openings, sentences = [], []
        for number, thesis in enumerate(kept):
            first, *others = split_sentences(thesis.expect.abstract or "")
            openings.append((first, number))
            sentences += [(sentence, number) for sentence in others]
        english = [s for t in theses if t.field == name for s in _english(t)]
        fields.append(
            Field(
                name=name,
                openings=tuple(openings),
                sentences=tuple(sentences),
                english=tuple(english if len(english) >= 12 else english_anywhere),
                keyphrases=tuple(thesis.expect.keyphrases for thesis in kept),
                titles=tuple(thesis.title for thesis in kept if thesis.title.isprintable()),
            )
        )
    foreign: dict[str, tuple[str, ...]] = {}
    for thesis in theses:
        for kind in thesis.kinds:
            if kind in _FOREIGN and thesis.abstracts:
                page = thesis.abstracts[0].split("Kľúčové slová")[0]
                body = page.strip().split("\n\n")[-1]
                language = _FOREIGN[kind]
                foreign[language] = (*foreign.get(language, ()), *split_sentences(body))
    return Material(tuple(fields), foreign)


def split_sentences(text: str) -> list[str]:
    """Sentences of running text, each with its final mark."""
    return [part.strip() for part in _SENTENCE_END.split(" ".join(text.split())) if part.strip()]


def _english(thesis: Thesis) -> Sequence[str]:
    """The sentences of a thesis's English abstract, without header and keywords."""
    if "language-english" in thesis.kinds and thesis.abstracts:
        text = thesis.abstracts[0]
    elif len(thesis.abstracts) == 2 and "language-second-abstract" not in thesis.kinds:
        text = thesis.abstracts[1]
    else:
        return ()
    sentences = split_sentences(_ENGLISH_LABEL.sub("", text))
    # A header has Slovak letters and many dots; a sentence of plain English has neither.
    return [s for s in sentences if 40 <= len(s) <= 400 and s.isascii() and s.count(".") < 3]
