"""Lines of a page made running text: paragraphs, page numbers, form feeds."""

from __future__ import annotations

import re

_LINE_END = re.compile(r"[ \t]*[\n\f]+[ \t\n\f]*")
_SENTENCE_END = re.compile(r"[.!?…:;][)\"”“»'’\]]*$")
_SPACES = re.compile(r"[ \t]{2,}")
# A line that is a page's number, or a code of a classification, and no text.
_JUNK_LINE = re.compile(
    r"[\W_]*(?:\d{1,3}|[ivxlIVXL]{1,5}|(?:str|s|page|strana)\.?\s*\d{1,3}"
    r"|(?:JEL|UDK|MDT|UDC)\b[^\n]{0,90})?[\W_]*"
)
_FULL = 0.8  # a line that fills less of the width than this was ended on purpose
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
    """The paragraphs of `text`, one a line, their wrapped lines joined by single spaces."""
    pages = text.split("\f")
    text = "\n".join(strip_page_marks(page) for page in pages) if len(pages) > 1 else text
    lines = [_SPACES.sub(" ", line.strip()) for line in text.strip().split("\n")]
    width = max((len(line) for line in lines), default=0)
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


def _goes_on(before: str, line: str, blank: bool, previous: int, width: int) -> bool:
    """Whether `line` continues the paragraph `before`, whose last line was `previous` long."""
    ended = _SENTENCE_END.search(before) is not None
    small = line[0].islower()
    if small:
        return not (ended and blank)
    if not ended:
        return not blank or before[-1] in ",-–("
    if blank or width >= _WIDE:
        return False
    return previous >= _FULL * width
