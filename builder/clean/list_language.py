"""Which phrases of a list are in its language, and which half of a list is in another one."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from builder.clean.folding import fold
from builder.clean.language import Detector
from builder.clean.list_words import ListWords

# A phrase is foreign below this confidence in the list's language: it dropped none of 300 good
# Slovak lists and 96 % of the Czech ones; taking each phrase's likeliest language dropped 35 %.
FOREIGN = 0.1
# Halves of a bilingual list: how much their shares of own phrases must differ.
_CLEAR = 0.75
_BINOMIAL = re.compile(r"[A-Z][a-z]+(?: [a-z-]+){1,2}")


class ListLanguage:
    """Answers about the phrases of one language; remembers what it asked the detector."""

    def __init__(self, words: ListWords, detector: Detector, knows: Callable[[str], bool]) -> None:
        """Judge by a language's words, a detector, and whether the dictionary has a word."""
        self._words = words
        self._knows = knows
        self._confidence = lru_cache(maxsize=1 << 15)(
            lambda text: detector.confidence(text, words.language)
        )

    def own(self, phrase: str) -> bool:
        """Whether a phrase may be in the language."""
        return self._is_plain(phrase.lower()) or self._confidence(phrase.lower()) >= FOREIGN

    def _is_plain(self, phrase: str) -> bool:
        """Whether the dictionary has all words, and some of the language's marks stand in them.

        So much is never foreign by the detector's word, which takes much longer to get.
        """
        words = phrase.replace("-", " ").split()
        return not self._words.marks.isdisjoint(phrase) and all(
            word.isalpha() and self._knows(word) for word in words
        )

    def foreign_share(self, phrases: Sequence[str]) -> float:
        """The share of phrases in another language, 0-1; accepted terms are the list's own.

        A term is accepted ("storytelling", "GPS", "C++") only where the other phrases are mostly in
        the language: a list of nothing but terms may be in any.
        """
        if not phrases:
            return 0.0
        own = [phrase for phrase in phrases if self.own(phrase)]
        others = [phrase for phrase in phrases if not self.own(phrase)]
        doubtful = [phrase for phrase in others if not self._is_term(phrase)]
        if len(own) <= len(doubtful) or not own:
            return len(others) / len(phrases)
        names = sum(phrase[0].islower() for phrase in own) * 2 > len(own)
        foreign = [phrase for phrase in doubtful if not self._is_likely(phrase, names)]
        return len(foreign) / len(phrases)

    def own_half(self, phrases: tuple[str, ...]) -> tuple[str, ...]:
        """The half of a bilingual list that is in the language; the whole of any other list.

        Both halves are the same list, so they are about equally long; the cut is where the phrases'
        languages differ most, and each half must be clearly of its language as a whole.
        """
        flags = [
            self.own(phrase) or self._is_term(phrase) or all(map(self._knows, phrase.split()))
            for phrase in phrases
        ]
        count = len(phrases)
        if count >= 4 and count % 2 == 0:
            half = self._own_of_two(phrases, flags) or self._own_in_turn(phrases, flags)
            if half is not None:
                return half
        if count < 4 or not 0.3 <= flags.count(False) / count <= 0.7:
            return phrases
        least = max(2, math.ceil(0.4 * count))
        cuts = range(least, count - least + 1)
        if not cuts:
            return phrases

        def difference(cut: int) -> tuple[float, int]:
            first, second = flags[:cut], flags[cut:]
            gap = abs(sum(first) / len(first) - sum(second) / len(second))
            return gap, -abs(2 * cut - count)

        cut = max(cuts, key=difference)
        if difference(cut)[0] < _CLEAR:
            return phrases
        first, second = phrases[:cut], phrases[cut:]
        for own, other in ((first, second), (second, first)):
            if self.whole(own) and self.other(other):
                return own
        return phrases

    def _own_of_two(self, phrases: tuple[str, ...], flags: list[bool]) -> tuple[str, ...] | None:
        """The own one of two equal halves, where the other one has foreign phrases and it has none.

        Names are the same in both languages: half of the other half may be at home in the list.
        """
        middle = len(phrases) // 2
        for own, other in (
            (slice(middle), slice(middle, None)),
            (slice(middle, None), slice(middle)),
        ):
            foreign = flags[other].count(False)
            if flags[other][0] or not all(flags[own]) or 5 * foreign < 3 * middle:
                continue
            if self.whole(phrases[own]) and self.other(phrases[other]):
                return phrases[own]
        return None

    def _own_in_turn(self, phrases: tuple[str, ...], flags: list[bool]) -> tuple[str, ...] | None:
        """The own ones of phrases that take turns with their translations: "úľ, hive, roj, ..."."""
        for first in (0, 1):
            own, other = phrases[first::2], phrases[1 - first :: 2]
            foreign = flags[1 - first :: 2].count(False)
            if not all(flags[first::2]) or foreign < 2 or 5 * foreign < 3 * len(other):
                continue
            if self.whole(own) and self.other(other):
                return own
        return None

    def whole(self, phrases: Sequence[str]) -> bool:
        """Whether phrases taken together are in the language."""
        return self._confidence(", ".join(phrases).lower()) >= 0.5

    def other(self, phrases: Sequence[str]) -> bool:
        """Whether phrases taken together are in another language."""
        return self._confidence(", ".join(phrases).lower()) < FOREIGN

    def _is_term(self, phrase: str) -> bool:
        """Whether a phrase is a term at home in any list: GPS, storytelling, Fagus sylvatica."""
        folded = fold(phrase)
        if folded in self._words.terms:
            return True
        if _BINOMIAL.fullmatch(phrase) and all(
            part.endswith(self._words.latin_endings) for part in folded.split()
        ):
            return True
        return all(_is_sign(part) or fold(part) in self._words.loans for part in phrase.split())

    def _is_likely(self, phrase: str, names: bool) -> bool:
        """Whether a phrase that the detector took for foreign passes among own ones.

        The detector errs on one word in three: so a word passes that the dictionary has, or that
        is written with the language's marks; and in a list written small, what is written large
        is a name ("Michel Foucault", "protokol Modbus").
        """
        return all(
            self._knows(part)
            or _is_sign(part)
            or fold(part) in self._words.loans
            or part.endswith(self._words.latin_words)
            or (fold(part) != part.lower() and self._words.letters.issuperset(part.lower()))
            or (names and part[0].isupper())
            for part in phrase.replace("-", " ").split()
        )


def _is_sign(word: str) -> bool:
    """Acronyms and names of things: GPS, C++, .NET, COVID-19, iOS, PRINCE2®, JavaScript."""
    if any(c.isdigit() or c in "+#®™&./" for c in word):
        return True
    letters = [c for c in word if c.isalpha()]
    return len(letters) > 1 and any(c.isupper() for c in letters[1:])


_SIDES = re.compile(r"\s+[/=]\s+|\s+[-–—]\s+")
_TRANSLATED = re.compile(r"^\s*([^()]+?)\s*\(([^()]+)\)\s*$")


def slovak_sides(pieces: tuple[str, ...], language: ListLanguage) -> tuple[str, ...]:
    """Of pieces "motor / engine", "motor (engine)" the side in the language, if most have two."""
    sides = [_SIDES.split(piece, maxsplit=1) for piece in pieces]
    if sum(len(side) == 2 for side in sides) < 2:
        sides = [_TRANSLATED.findall(piece) or [piece] for piece in pieces]
        sides = [list(side[0]) if isinstance(side[0], tuple) else side for side in sides]
    double = [side for side in sides if len(side) == 2 and all(map(str.strip, side))]
    if len(double) < 2 or 2 * len(double) < len(pieces):
        return pieces
    left, right = [side[0] for side in double], [side[1] for side in double]
    for own, other, place in ((left, right, 0), (right, left, 1)):
        if language.whole(own) and language.other(other):
            return tuple(side[place] if len(side) == 2 else side[0] for side in sides)
    return pieces
