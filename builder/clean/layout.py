"""Lines of a page made running text: paragraphs, page numbers, form feeds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

_LINE_END = re.compile(r"[ \t]*[\n\f]+[ \t\n\f]*")
_SENTENCE_END = re.compile(r"[.!?…:;][)\"”“»'’\]]*$")
_SPACES = re.compile(r"[ \t]{2,}|\t")
# A line that is a page's number, or a code of a classification, and no text.
_JUNK_LINE = re.compile(
    r"[\W_]*(?:\d{1,3}|[ivxlIVXL]{1,5}|(?:str|s|page|strana)?\.?\s*\d{1,3}"
    r"(?:\s*(?:/|z|zo|of|\|)\s*(?:\d{1,3}|(?:strana|page|p\s?a\s?g\s?e)))?"
    r"|(?:JEL|UDK|MDT|UDC)\b[^\n]{0,90})?[\W_]*",
    re.IGNORECASE,
)
_FULL = 0.8  # a line that fills less of the width than this was ended on purpose
_HEADING = 0.5  # a line that fills less of the width, and is no sentence, is a heading
_WIDE = 160  # characters: nobody wraps lines so wide, each is a paragraph


def strip_page_marks(text: str) -> str:
    """`text` without page numbers, classification codes and blank lines at its two ends."""
    lines = re.split(r"[\n\f]", text)
    first, last = 0, len(lines)
    while first < last and _JUNK_LINE.fullmatch(lines[first]) and not _ends_list(lines[first]):
        first += 1
    while last > first and _JUNK_LINE.fullmatch(lines[last - 1]):
        last -= 1
    if last <= first:
        return ""
    start = sum(len(line) + 1 for line in lines[:first])
    return text[start : start + sum(len(line) + 1 for line in lines[first:last]) - 1]


def _ends_list(line: str) -> bool:
    return len(line.split()) > 8


def unwrap(text: str) -> str:
    """The paragraphs of `text`, one a line, their wrapped lines joined by single spaces.

    A text that went through it once comes out of it the same.
    """
    while (joined := _join_lines(text)) != text:
        text = joined
    return text


def _join_lines(text: str) -> str:
    pages = text.split("\f")
    text = "\n".join(strip_page_marks(page) for page in pages) if len(pages) > 1 else text
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
