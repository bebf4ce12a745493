"""Labels of keyphrase lists: "Kľúčové slová v AJ:", also misspelt or torn over lines."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from builder.clean.grammar import LABEL_SIGNS, Grammar
from builder.clean.tokens import Tokens

_ALIKE = 0.85  # "Kaywords" is as like "Keywords"; "kľúčové úlohy" is less like "kľúčové slová"
_CLOSING = frozenset(")]*_”\"'")


@dataclass(frozen=True, slots=True)
class Label:
    """A label: tokens `start` to `end`.

    Attributes:
        language: of the list behind it; None where the label names two.
        signed: whether a colon or a dash closes it.
        of_line: whether it is one only at the start of a line.
    """

    start: int
    end: int
    language: str | None
    signed: bool
    of_line: bool


def label_places(tokens: Tokens, grammar: Grammar) -> list[int]:
    """Where a label may start: at its first word, or a few words before a colon or dash."""
    hints = grammar.label_hints
    if hints.isdisjoint(tokens.words):
        return []
    places = set()
    openings = grammar.labels.openings
    for index, word in enumerate(tokens.words):
        if word in hints:
            if word in openings:
                places.add(index)
            elif index:
                places.update(range(max(0, index - 3), index))
    return sorted(places)


def read_label(tokens: Tokens, grammar: Grammar, index: int) -> Label | None:
    """The label that starts at token `index`, with what names its language, and its colon."""
    match = grammar.labels.at(tokens, index)
    if match is None:
        match = _misspelt(tokens, grammar, index)
        if match is None:
            return None
    language: str | None = match[0]
    end = match[1]
    while True:
        at = end
        while tokens.word(at) in ("/", "(", ",", "-", "–", "*", ")", "]", "\n", "[", "|", "="):
            at += 1
        second = grammar.labels.at(tokens, at)
        note = grammar.label_notes.at(tokens, at)
        if note is not None and _closes(tokens, note[1]):
            language, end = note[0], note[1]
        elif second is not None and at > end and tokens.word(end) != "\n":
            language = language if second[0] == language else None
            end = second[1]
        else:
            break
    while tokens.word(end) in _CLOSING:
        end += 1
    if tokens.word(end) == "(" and tokens.is_number(end + 1) and tokens.word(end + 2) == ")":
        end += 3  # "Kľúčové slová (5):"
    end = _behind_fillers(tokens, grammar, end)
    sign = tokens.skip_breaks(end)
    if tokens.word(sign) == "." and tokens.word(sign + 1) == ":":
        sign += 1
    signed = tokens.word(sign) in LABEL_SIGNS
    if signed:
        end = sign
        while tokens.word(end) in LABEL_SIGNS or tokens.word(end) in _CLOSING:
            end += 1
    of_line = grammar.line_labels.at(tokens, index) is not None
    return Label(index, end, language, signed, of_line)


def _behind_fillers(tokens: Tokens, grammar: Grammar, index: int) -> int:
    """Behind the words between a label and its colon, "sú" in "Kľúčové slová sú:"; else `index`."""
    end = index
    while tokens.word(end) in grammar.label_fillers:
        end += 1
    return end if tokens.word(end) == ":" else index


def _closes(tokens: Tokens, index: int) -> bool:
    """Whether a language note ends at `index`: "v AJ:", "(AJ)", "SK" at a line's end."""
    return tokens.word(index) in (":", ")", "]", "-", "–", "\n", "", "/", ".")


def _misspelt(tokens: Tokens, grammar: Grammar, index: int) -> tuple[str, int] | None:
    """A label with a letter or two wrong, at a line's start and closed by a colon or dashes."""
    if not tokens.capital(index) or len(tokens.word(index)) < 3:
        return None
    end = index
    while tokens.is_word(end) and end - index < 3:
        end += 1
        if tokens.word(end) in (":", "-", "–"):
            spelled = tokens.folded[tokens.start(index) : tokens.end(end - 1)]
            code = _likest(grammar, spelled) if len(spelled) >= 7 else None
            return None if code is None else (code, end)
    return None


@lru_cache(maxsize=1 << 12)
def _likest(grammar: Grammar, spelled: str) -> str | None:
    """The language of the first label that `spelled` is like, a letter or two apart."""
    letters = set(spelled)
    for spelling, code in grammar.label_spellings:
        if abs(len(spelling) - len(spelled)) <= 2:
            # Letters that the label has not match nothing: most words fail this at once.
            most = 2 * (len(spelled) - len(letters.difference(spelling)))
            if most < _ALIKE * (len(spelling) + len(spelled)):
                continue
            matcher = SequenceMatcher(None, spelling, spelled, autojunk=False)
            if matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE:
                return code
    return None
