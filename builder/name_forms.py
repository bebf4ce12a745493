"""Full names in running text, of all persons of a register at once.

A name is found as it is written, with the family name first or last, and in any case of the
declension ("Zuzana Tichohorská", "TICHOHORSKÁ, Zuzana", "Zuzane Tichohorskej"). Its words stand
side by side and begin with capitals. Two words are forms of one name if they are equal without
their endings: a text then costs a look-up for each pair of neighbouring capitalized words, however
many persons there are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

Name = tuple[str, ...]
"""The words of a full name, without titles, case and diacritics."""

_UPPER = "".join(chr(code) for code in range(0x41, 0x250) if chr(code).isupper())
_CAPITALIZED = re.compile(rf"(?<![^\W\d_])[{_UPPER}][^\W\d_]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_BETWEEN = re.compile(r",?\s{1,3}|\s?[-\u2010\u2011\u2013]\s?")
_VOWELS = "aeiouy"
_FLEETING = re.compile(r"(.+)[eo]([^aeiouy])")  # Marek, Marka
# Case endings of Slovak and Czech names, nouns and adjectives, without diacritics.
_ENDINGS = (
    *("", "a", "e", "i", "o", "u", "y", "ou", "ov", "om", "em", "am", "im", "ym", "mi", "ej", "ho"),
    *("ovi", "ami", "ymi", "imi", "och", "ach", "ich", "ych", "eho", "iho", "emu", "imu", "ovia"),
)
_LEAST = 2  # letters that must be left before the ending


class NameIndex:
    """Full names to look for; made once, then asked for each text."""

    def __init__(self, names: Iterable[Name]) -> None:
        """Take names as `name_words` gives them, at least two words each."""
        self._by_pair: dict[str, set[Name]] = {}
        self._stems: set[str] = set()
        self._known: dict[str, tuple[str, ...]] = {}
        for name in set(names):
            for one in _stems_of_name(name[0]):
                for two in _stems_of_name(name[1]):
                    self._by_pair.setdefault(_pair(one, two), set()).add(name)
                    self._stems.update((one, two))

    def find(self, text: str) -> Iterator[tuple[Name, int, int]]:
        """Every name in a text (NFC) with its place in it, in the order of the text."""
        words = [(match.group(), *match.span()) for match in _CAPITALIZED.finditer(text)]
        joined = [
            _BETWEEN.fullmatch(text, one[2], two[1]) is not None for one, two in pairwise(words)
        ]
        for at, beside in enumerate(joined):
            if not beside:
                continue
            stems = self._stems_of(words[at][0])
            if not stems:
                continue
            names = {
                name
                for one in stems
                for two in self._stems_of(words[at + 1][0])
                for name in self._by_pair.get(_pair(one, two), ())
            }
            for name in sorted(names):
                place = _whole(name, at, [word[0] for word in words], joined)
                if place is not None:
                    yield name, words[place[0]][1], words[place[1]][2]

    def _stems_of(self, written: str) -> tuple[str, ...]:
        """The stems of names that a written word may be a form of."""
        if written not in self._known:
            stems = (stem for stem in _stems_of_form(plain(written)) if stem in self._stems)
            self._known[written] = tuple(stems)
        return self._known[written]


def plain(text: str) -> str:
    """Lower-case letters without diacritics."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()


def name_words(name: str, titles: frozenset[str]) -> Name:
    """The words of a name without titles and initials; empty if fewer than two are left.

    Args:
        name: as the register writes it, "doc. Ing. NOVOTNÝ, Adam, CSc.".
        titles: words that are titles, without dots and diacritics.
    """
    kept = [word for word in name.replace(",", " ").split() if "." not in word]
    words = tuple(plain(word) for part in kept for word in _LETTERS.findall(part))
    words = tuple(word for word in words if word not in titles)
    return words if len(words) > 1 and all(len(word) > 1 for word in words) else ()


def _whole(
    name: Name, at: int, words: Sequence[str], joined: Sequence[bool]
) -> tuple[int, int] | None:
    """The first and last word of the name whose first two words stand at `at`, in either order."""
    for order in (name, name[::-1], (name[-1], *name[:-1])):
        for first in range(max(0, at + 2 - len(order)), at + 1):
            last = first + len(order) - 1
            if (
                last < len(words)
                and all(joined[first:last])
                and all(
                    _is_form(word, part)
                    for word, part in zip(words[first : last + 1], order, strict=True)
                )
            ):
                return first, last
    return None


def _is_form(written: str, name: str) -> bool:
    return not set(_stems_of_form(plain(written))).isdisjoint(_stems_of_name(name))


def _pair(one: str, two: str) -> str:
    return f"{one} {two}" if one < two else f"{two} {one}"


@cache
def _stems_of_name(word: str) -> tuple[str, ...]:
    """What a name's word has before its endings: `zuzan`; `marek` and `mark`."""
    bare = word[:-1] if word[-1] in _VOWELS and len(word) > _LEAST else word
    fleeting = _FLEETING.fullmatch(bare) if bare == word else None
    return (bare,) if fleeting is None else (bare, fleeting[1] + fleeting[2])


def _stems_of_form(word: str) -> list[str]:
    return [
        word[: len(word) - len(ending)]
        for ending in _ENDINGS
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST
    ]
