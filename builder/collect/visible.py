"""The visible text of an element, as far as a page that means us harm lets it be read."""

from __future__ import annotations

import re
from collections.abc import Iterator

LONGEST = 100_000  # characters of one text that are read; no field of a thesis comes near

_BLOCKS = frozenset({"p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6"})
_UNREAD = frozenset({"script", "style", "template", "noscript", "iframe", "object"})
_LAYOUT = re.compile(r"[ \t\r\n\f]+")


def text_of(root: object) -> str:
    """The text as it came; `<br>` and blocks become line breaks. At most `LONGEST` + 1 characters.

    What a browser would not show, or would run, is left out: scripts, styles, frames, comments.
    """
    text = []
    left = LONGEST + 1
    for piece, _ in _pieces(root):
        text.append(piece[:left])
        left -= len(piece)
        if left <= 0:
            break
    return "".join(text).strip(" \t\r\n")


def lines_of(root: object) -> list[str]:
    """The lines that a browser shows: white space in the source is one space, blank lines none.

    A line without any letter or digit ("-", a hard space) stands for nothing and is left out.
    """
    shown = []
    left = LONGEST + 1
    for piece, is_break in _pieces(root):
        shown.append("\n" if is_break else _LAYOUT.sub(" ", piece[:left]))
        left -= len(piece)
        if left <= 0:
            break
    lines = (_LAYOUT.sub(" ", line).strip() for line in "".join(shown).split("\n"))
    return [line for line in lines if any(character.isalnum() for character in line)]


def _pieces(root: object) -> Iterator[tuple[str, bool]]:
    """Pieces of text, and whether each is a line break of the layout."""
    # Not recursive: a hostile page nests deeper than Python's stack.
    stack: list[tuple[object, bool]] = [(root, True)]
    while stack:
        element, is_entered = stack.pop()
        if isinstance(element, str):
            yield element, False
            continue
        tag = element.tag  # type: ignore[attr-defined]
        if not isinstance(tag, str) or tag in _UNREAD:
            continue
        if not is_entered or tag == "br":
            yield "\n", True
            continue
        if tag in _BLOCKS and element is not root:
            yield "\n", True
            stack.append((element, False))
        for child in reversed(element):  # type: ignore[call-overload]
            if child.tail:
                stack.append((child.tail, True))
            stack.append((child, True))
        if element.text:  # type: ignore[attr-defined]
            stack.append((element.text, True))  # type: ignore[attr-defined]
