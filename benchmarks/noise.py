"""The kinds of noise of generated records: headers, keyphrase tails, list forms, encodings.

Each kind is the one of the same name in the sample register; here it is applied at random.
"""

from __future__ import annotations

import codecs
import html
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

Encode = Callable[[str, Random], str]


@dataclass(frozen=True, slots=True)
class Front:
    """What a header says of its thesis."""

    first: str
    last: str
    title: str
    kind: str
    school: str
    short: str
    city: str
    faculty: str
    supervisor: str
    degree: str
    year: int
    pages: int


def _upper(front: Front) -> dict[str, object]:
    values = {name: getattr(front, name) for name in Front.__slots__}
    values["LAST"] = front.last.upper()
    values["TITLE"] = front.title.upper()
    values["initial"] = front.first[0] + "."
    values["lower_kind"] = front.kind.lower()
    return values


# Kind, template. The abstract follows directly.
HEADERS: tuple[tuple[str, str], ...] = (
    (
        "header-classic",
        "{LAST}, {first}: {title}. [{kind}]. {school}. {faculty}. Školiteľ: {supervisor}. "
        "Stupeň odbornej kvalifikácie: {degree}. {city}: {short}, {year}. {pages} s.\n\n",
    ),
    (
        "header-classic",
        "{LAST}, {first}: {title}. {kind}. {school}, {faculty}. Vedúci práce: {supervisor}. "
        "{city} : {short}, {year}, {pages} s.\n",
    ),
    (
        "header-pages-variants",
        "{last}, {first}. {title}. ({kind}). – {school}. {faculty}. – Školiteľ: {supervisor}. – "
        "{city}: {short}, {year}. s.{pages}\n\n",
    ),
    (
        "header-pages-variants",
        "{last} {first}: {title}.- {kind}.- {school}, {faculty}.- Konzultant: {supervisor}.- "
        "{city}, {year}. Počet strán: {pages}.\n\n",
    ),
    ("header-pages-variants", "{first} {last}: {title} / {kind} / {school} {year}, {pages}\ns.\n"),
    (
        "header-no-pages",
        "{LAST}, {first}: {title}. [{kind}]. {school}. {faculty}. {city}: {short}, {year}.\n\n",
    ),
    (
        "header-goes-on",
        "{LAST}, {first}: {title}. [{kind}]. {school}. {faculty}. Školiteľ: {supervisor}. "
        "{city}: {short}, {year}, {pages} s. ",
    ),
    ("header-capitals", "{LAST}, {first}: {TITLE}. {kind}. {school}, {year}. {pages} strán.\n\n"),
    (
        "header-initials",
        "{LAST}, {initial}: {title}. {kind}. {school}, {faculty}. {city}, {year}. {pages}s.\n",
    ),
    (
        "header-degree-first",
        "Bc. {first} {last}: {title}. {kind}. {school}. Školiteľ: {supervisor}. "
        "{city}: {year}. {pages} s..\n\n",
    ),
    (
        "header-form",
        "Autor:\n{first} {last}\nNázov práce:\n{title}\nŠkoliteľ:\n{supervisor}\nRok: {year}\n\n",
    ),
    ("header-title-only", "{title}\n\n"),
    ("header-title-only", "{title}.\n"),
    (
        "header-comma-separated",
        "{last} {first}, {title}, {lower_kind}, {school}, {faculty}, {city}, {year}, {pages} s.\n",
    ),
    (
        "header-heading",
        "ABSTRAKT\n\n{LAST}, {first}: {title}. [{kind}]. {school}. {faculty}. "
        "{city}: {short}, {year}. {pages} s.\n\n",
    ),
    ("header-heading", "Anotácia\n"),
    (
        "header-school-twice",
        "{school}\n{faculty}\n{first} {last}: {title}. [{kind}]. {school}. {faculty}. "
        "{city}: {short}, {year}. {pages} s.\n",
    ),
    ("header-quotes", "{first} {last}: „{title}“. {kind}. {school}, {year}. {pages} s.\n\n"),
)


def header(front: Front, random: Random) -> tuple[str, str]:
    """A header and its kind."""
    kind, template = random.choice(HEADERS)
    return template.format_map(_upper(front)), kind


LABELS: tuple[tuple[str, str], ...] = (
    *[("tail-label-colon", "Kľúčové slová: ")] * 8,
    ("tail-label-colon", "Kľúčové slová : "),
    ("tail-label-colon", "Kľúčové pojmy: "),
    ("tail-label-no-colon", "Kľúčové slová "),
    ("tail-label-capitals", "KĽÚČOVÉ SLOVÁ: "),
    ("tail-label-misspelt", "Klúčové slová: "),
    ("tail-label-misspelt", "Kľúčové slova: "),
    ("tail-label-torn", "Kľúčové\n\nslová: "),
    ("tail-label-markdown", "**Kľúčové slová:** "),
    ("tail-label-dash", "Kľúčové slová --- "),
    ("tail-label-bilingual", "Kľúčové slová/Keywords: "),
    ("tail-label-czech", "Klíčová slova: "),
)
SEPARATORS: tuple[tuple[str, str], ...] = (
    *[("list-comma", ", ")] * 12,
    *[("list-dot", ". ")] * 5,
    ("list-semicolon", "; "),
    ("list-dash", " – "),
    ("list-dash", " - "),
    ("list-newline", "\n"),
)
TEMPLATES = ("kľúčové slovo 1, kľúčové slovo 2", "slovo", "jedno, druhé, tretie")


def joined(phrases: Sequence[str], random: Random) -> tuple[str, str]:
    """The phrases as one text, and the kind of its separator."""
    kind, separator = random.choice(SEPARATORS)
    if kind == "list-dot":
        phrases = [phrase[0].upper() + phrase[1:] for phrase in phrases]
    text = separator.join(phrases)
    if kind == "list-comma" and random.random() < 0.1:
        return wrapped(text, 30), "list-wrap"
    return text, kind


def tail(phrases: Sequence[str], random: Random) -> tuple[str, list[str]]:
    """A label and the list, and sometimes what follows on the page; with the kinds."""
    label_kind, label = random.choice(LABELS)
    text, list_kind = joined(phrases, random)
    kinds = [label_kind, list_kind]
    after = random.random()
    if after < 0.06:
        text += f"\n\n{random.randrange(2, 9)}"
        kinds.append("tail-page-number-after")
    elif after < 0.08:
        text += f"\nJEL: {random.choice('CDEGM')}{random.randrange(10, 70)}"
        kinds.append("tail-jel-after")
    elif after < 0.09:
        text += "\n\f"
        kinds.append("tail-form-feed-after")
    return label + text, kinds


def wrapped(text: str, width: int) -> str:
    """Lines broken at spaces as a page breaks them, paragraph by paragraph."""
    paragraphs = []
    for paragraph in text.split("\n"):
        lines: list[str] = []
        line = ""
        for word in paragraph.split(" "):
            if line and len(line) + len(word) >= width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
        paragraphs.append("\n".join(lines))
    return "\n".join(paragraphs)


def _cp1250_with_holes() -> str:
    # Browsers read the bytes that cp1250 leaves undefined as control characters.
    letters = []
    for byte in range(256):
        try:
            letters.append(bytes([byte]).decode("cp1250"))
        except UnicodeDecodeError:
            letters.append(chr(byte))
    return "".join(letters)


_CP1250 = _cp1250_with_holes()
_TEX = str.maketrans(
    {
        **{"č": "ˇc", "š": "ˇs", "ž": "ˇz", "ň": "ˇn", "Č": "ˇC", "Š": "ˇS", "Ž": "ˇZ"},
        **{"ď": "d'", "ť": "t'", "ľ": "l'", "Ľ": "L'"},
    }
)
_CARONS = str.maketrans("čžľďťňČŽĽĎŤŇ", "czldtnCZLDTN")
_CEDILLA = str.maketrans("žŽ", "ţŢ")
_LIGATURES = re.compile("fi|fl")
_LONG_WORD = re.compile(r"([^\W\d_]{4,}[aeiouyáéíóúý])([bcdfghjklmnprstvzčšžľ][^\W\d_]{3,})")
_PREPOSITION = re.compile(r"\b([AaIiKkOoSsUuVvZz]) ")
_DIGITS_FOR_LETTERS = str.maketrans({"o": "0", "l": "1", "ž": "2", "S": "5"})


def _utf8_as_cp1250(text: str, random: Random) -> str:
    return codecs.charmap_decode(text.encode(), "strict", _CP1250)[0]


def _utf8_as_latin1(text: str, random: Random) -> str:
    return text.encode().decode("latin-1")


def _cp1250_as_latin1(text: str, random: Random) -> str:
    return text.encode("cp1250", "ignore").decode("latin-1")


def _latin2_as_latin1(text: str, random: Random) -> str:
    return text.encode("iso8859-2", "ignore").decode("latin-1")


def _without_marks(text: str, random: Random) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _apostrophes(text: str, random: Random) -> str:
    mark = random.choice("'’")
    return text.replace("ď", "d" + mark).replace("ť", "t" + mark).replace("ľ", "l" + mark)


def _hyphenated(text: str, random: Random) -> str:
    return _LONG_WORD.sub(r"\1-\n\2", text, count=4)


def _entities(text: str, random: Random) -> str:
    escaped = html.escape(text, quote=False)
    return "".join(f"&#{ord(c)};" if ord(c) > 127 else c for c in escaped)


def _latex(text: str, random: Random) -> str:
    return _PREPOSITION.sub(r"\1~", text).replace("„", r"\uv{").replace("“", "}")


def _markdown(text: str, random: Random) -> str:
    return re.sub(r"\b([^\W\d_]{9,})\b", r"**\1**", text, count=3)


def _garbage(text: str, random: Random) -> str:
    # A font without a character map: what is copied are the font's own glyph numbers.
    return "".join(chr(0xF000 + ord(c) % 256) if c.isalpha() else c for c in text)


ENCODINGS: dict[str, Encode] = {
    "encoding-utf8-as-cp1250": _utf8_as_cp1250,
    "encoding-utf8-as-latin1": _utf8_as_latin1,
    "encoding-cp1250-as-latin1": _cp1250_as_latin1,
    "encoding-latin2-as-latin1": _latin2_as_latin1,
    "encoding-t-cedilla": lambda text, random: text.translate(_CEDILLA),
    "encoding-detached-caron": lambda text, random: text.translate(_TEX),
    "encoding-apostrophe-caron": _apostrophes,
    "encoding-nfd": lambda text, random: unicodedata.normalize("NFD", text),
    "encoding-ligature": lambda text, random: _LIGATURES.sub(
        lambda match: "ﬁ" if match.group() == "fi" else "ﬂ", text
    ),
    "encoding-soft-hyphen": lambda text, random: _LONG_WORD.sub("\\1\u00ad\\2", text),
    "encoding-line-hyphen": _hyphenated,
    "encoding-nb-hyphen": lambda text, random: text.replace("-", "\u2011"),
    "encoding-nbsp": lambda text, random: _PREPOSITION.sub("\\1\u00a0", text),
    "encoding-latex": _latex,
    "encoding-entities": _entities,
    "encoding-double-entities": lambda text, random: _entities(text, random).replace("&", "&amp;"),
    "encoding-markdown": _markdown,
    "encoding-form-feed": lambda text, random: text.replace(". ", ".\n\f", 1),
    "encoding-word-per-line": lambda text, random: text.replace(" ", "\n"),
    "encoding-carons-lost": lambda text, random: text.translate(_CARONS),
    "encoding-diacritics-lost": _without_marks,
    "encoding-spaces-lost": lambda text, random: text.replace(" ", ""),
    "encoding-ocr": lambda text, random: text.translate(_DIGITS_FOR_LETTERS),
    "encoding-garbage": _garbage,
}
# Those of them that have no place for some marks and signs: nothing can bring these back.
DROPPING = frozenset(("encoding-cp1250-as-latin1", "encoding-latin2-as-latin1"))
