"""Lines of a page made running text: paragraphs, page numbers, form feeds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from builder.clean.lexicon import Lexicon

_LINE_END = re.compile(r"[ \t]*[\n\f]+[ \t\n\f]*")
_SENTENCE_END = re.compile(r"[.!?…:;][)\"”“»'’\]]*$")
_SPACES = re.compile(r"[ \t]{2,}|\t")
_FULL = 0.8  # a line that fills less of the width than this was ended on purpose
_HEADING = 0.5  # a line that fills less of the width, and is no sentence, is a heading
_WIDE = 160  # characters: nobody wraps lines so wide, each is a paragraph


_RULES = r"[\s\-–—|.•*_=~·/()\[\]]*+"  # what stands around a page's number
NOTHING = "(?!)"  # matches nowhere: what a pattern of no words is


@lru_cache(maxsize=4)
def page_lines(lexicon: Lexicon) -> re.Pattern[str]:
    """Matches a line that is a page's number, or a code of a classification, and no text.

    "5", "- 5 -", "xii", "Strana 5 z 80", "5 | P a g e", "JEL: G21, G28".
    """
    words = sorted({word.rstrip(".") for word in lexicon.words("header", "page_abbreviations")})
    spaced = (r"\s?".join(map(re.escape, word.replace(" ", ""))) for word in words)
    page = "|".join(spaced) or NOTHING
    of = "|".join(map(re.escape, lexicon.words("header", "page_of"))) or NOTHING
    codes = "|".join(sorted({w.split()[0] for w in lexicon.words("lists", "ends")})) or NOTHING
    return re.compile(
        rf"{_RULES}(?:[ivxl]{{1,5}}|(?:(?:{page})(?:\.|\s))?\s*\d{{1,3}}"
        rf"(?:\s*(?:/|\||{of})\s*(?:\d{{1,3}}|{page})|\s+(?:{page}))?"
        rf"|(?:{codes})\b[^\n]{{0,90}})?{_RULES}",
        re.IGNORECASE,
    )


def strip_page_marks(
    text: str, marks: re.Pattern[str], *, opened: bool = False, listed: bool = False
) -> str:
    """`text` without page numbers, classification codes and blank lines at its two ends.

    Args:
        text: lines.
        marks: the language's `page_lines`.
        opened: whether the first line is the rest of one, where "V" opens a sentence.
        listed: whether it is a list, whose lines have no stops.
    """
    lines = re.split(r"[\n\f]", text)
    first, last = 0, len(lines)
    while not opened and first < last and marks.fullmatch(lines[first]):
        if _ends_list(lines[first]) or _opens(lines[first : first + 2]):
            break
        first += 1
    while last > first and marks.fullmatch(lines[last - 1]):
        if not listed and _finishes(lines[first:last], marks):
            break
        last -= 1
    if last <= first:
        return ""
    start = sum(len(line) + 1 for line in lines[:first])
    return text[start : start + sum(len(line) + 1 for line in lines[first:last]) - 1]


def _opens(lines: list[str]) -> bool:
    """Whether the first line opens the sentence of the next one: "V⏎lete sme merali"."""
    return len(lines) > 1 and lines[0].strip().isalpha() and lines[1].strip()[:1].islower()


def _finishes(lines: list[str], marks: re.Pattern[str]) -> bool:
    """Whether the last line ends the sentence of the one before: "... označovaným ako typ⏎IV."."""
    if len(lines) < 2 or not lines[-1].strip() or marks.fullmatch(lines[-2]):
        return False
    return not _SENTENCE_END.search(lines[-2]) and _STOPPED.fullmatch(lines[-1].strip()) is not None


_STOPPED = re.compile(r"\w+[.!?]?|[^\w\s]*[.!?”“\"]")  # "IV.", "47", "%."


def _ends_list(line: str) -> bool:
    return len(line.split()) > 8


def unwrap(text: str, marks: re.Pattern[str]) -> str:
    """The paragraphs of `text`, one a line, their wrapped lines joined by single spaces.

    Page marks (see `strip_page_marks`) go from both sides of a form feed.

    A text that went through it once comes out of it the same.
    """
    while (joined := _join_lines(text, marks)) != text:
        text = joined
    return text


def _join_lines(text: str, marks: re.Pattern[str]) -> str:
    pages = text.split("\f")
    if len(pages) > 1:
        text = "\n".join(strip_page_marks(page, marks) for page in pages)
    lines = [_SPACES.sub(" ", line.strip()) for line in text.strip().split("\n")]
    if len(lines) == 1:
        return lines[0]
    if _is_double_spaced(lines):
        lines = [line for line in lines if line]
    width = _Width.of(lines)
    paragraphs: list[str] = []
    blank = False
    previous = 0
    for line in lines:
        if not line:
            blank = True
            continue
        if paragraphs and _goes_on(paragraphs[-1], line, blank, previous, width):
            paragraphs[-1] += f" {line}"
        else:
            paragraphs.append(line)
        blank = False
        previous = len(line)
    return "\n".join(paragraphs)


def _is_double_spaced(lines: list[str]) -> bool:
    """Whether nearly every line has an empty one behind it, in the midst of sentences too."""
    full = [line for line in lines if line]
    gaps = len(lines) - len(full)
    inside = sum(not _SENTENCE_END.search(line) for line in full[:-1])
    return len(full) >= 5 and gaps >= 0.8 * (len(full) - 1) and inside >= 0.5 * (len(full) - 1)


@dataclass(frozen=True, slots=True)
class _Width:
    """How wide the lines of a text are, in characters.

    Attributes:
        most: the longest line.
        exact: whether every break inside a sentence comes where the next word found no room, as
            where letters are all of one width.
        wrapped: whether any break comes inside a sentence.
    """

    most: int
    exact: bool
    wrapped: bool

    @classmethod
    def of(cls, lines: list[str]) -> _Width:
        most = max(map(len, lines), default=0)
        inside = [
            len(line) + 1 + len(_first_word(after)) > most
            for line, after in pairwise(lines)
            if line and after and not _SENTENCE_END.search(line)
        ]
        return cls(most, exact=all(inside), wrapped=bool(inside))

    def wraps(self, length: int, following: str) -> bool:
        """Whether a line of `length` may have been broken for want of room for `following`."""
        if not self.wrapped:
            return False
        if self.exact:
            return length + 1 + len(_first_word(following)) > self.most
        return length >= _FULL * self.most


def _first_word(line: str) -> str:
    return line.split(" ", 1)[0]


def _goes_on(before: str, line: str, blank: bool, previous: int, width: _Width) -> bool:
    """Whether `line` continues the paragraph `before`, whose last line was `previous` long."""
    ended = _SENTENCE_END.search(before) is not None
    if line[0].islower():
        return not (ended and blank)
    if not ended:
        # A short line of its own is a heading; any other breaks off in the midst of a sentence.
        return before[-1] in ",-–(" or (not blank and previous >= _HEADING * width.most)
    if blank or width.most >= _WIDE:
        return False
    return width.wraps(previous, line)
