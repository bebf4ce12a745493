"""What stands around the list in its field: labels, lists in other languages, pages, codes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from builder.clean.folding import fold
from builder.clean.list_words import ListWords

_PAGE_END = re.compile(
    r"(?<=[.,;])(?<!\d\.)\s*(?:[-–—]\s*)?(?:\d{1,3}|[ivx]{1,6})(?:\s*[-–—])?\s*$"
)
_NUMBER_END = re.compile(r"(?P<before>\w+)\s+(?:\d{1,3}|[ivx]{1,5})\s*$")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a field behind one label; `language` is what the label says, None without one."""

    text: str
    language: str | None


def sections(field: str, words: ListWords) -> tuple[Section, ...]:
    """The parts of a field by their labels, in order, empty ones left out.

    A field begins with the list itself where its label was taken off already.
    """
    folded = fold(field)
    found: list[Section] = []
    start, language = 0, None
    for match in words.label.finditer(folded):
        found.append(Section(field[start : match.start()].strip(), language))
        start = match.end()
        language = _announced(match, words)
    found.append(Section(field[start:].strip(), language))
    return tuple(section for section in found if section.text.strip(" \n.,;:-–"))


def label_language(folded: str, words: ListWords) -> str | None:
    """The language of the list that the first label of a folded text announces, if one stands."""
    match = words.label.search(folded)
    return _announced(match, words) if match else None


def _announced(match: re.Match[str], words: ListWords) -> str:
    label = match.group("label") or match.group("label2")
    of = match.group("of") or match.group("of2") or match.group("of3")
    table, name = (words.label_languages, of) if of else (words.labels, label)
    return table[" ".join(name.split())]


def own_section(field: str, words: ListWords) -> Section | None:
    """The part in the lists' own language: by its label, else the first without, else the first."""
    parts = sections(field, words)
    for wanted in (words.language, None):
        for part in parts:
            if part.language == wanted:
                return part
    return parts[0] if parts else None


def without_ends(field: str, words: ListWords, *, tail: bool) -> str:
    """The list alone: cut at codes and page breaks, page numbers off its end.

    Args:
        field: a part of a field.
        words: of the language.
        tail: whether it stood in an abstract's field, where the page's foot may follow.
    """
    ending = words.ends.search(fold(field))
    if ending and ending.start() > 0:
        field = field[: ending.start()]
    lines = field.strip().split("\n")
    while len(lines) > 1 and (
        not lines[-1].strip()
        or (words.page_lines.fullmatch(lines[-1]) and _ends_item(lines[-2].rstrip(), words))
    ):
        lines.pop()
    field = "\n".join(lines).strip()
    field = _PAGE_END.sub("", field).rstrip()
    if tail:
        number = _NUMBER_END.search(field)
        if number and _is_page(number.group("before"), words):
            field = field[: number.end("before")]
    return field


def _ends_item(line: str, words: ListWords) -> bool:
    """Whether a number on the next line is none of this line's phrase ("Windows⏎10")."""
    last = line.split()[-1:] or [""]
    return not last[0].isalnum() or _is_page(last[0], words)


def _is_page(before: str, words: ListWords) -> bool:
    """A number behind "výživa rastlín" is a page, behind "typ" or "Windows" a part of the name."""
    return before.islower() and before.isalpha() and fold(before) not in words.before_number
