"""Numbers of pages in a header, and of what else a thesis holds."""

from __future__ import annotations

from builder.clean.grammar import Kind
from builder.clean.names import Piece
from builder.clean.positions import DASHES, is_roman
from builder.clean.titles import TitleReader

_JOINS_EXTRAS = frozenset(",;:+(/&–—-")
_COUNTED = 3  # words of what is counted


class PageCountReader(TitleReader):
    """Reads "57 s. a 2 prílohy", "s. 62", "Počet strán: 63", "Literatúra: 44"."""

    def _pages(self, index: int) -> Piece | None:
        tokens = self.tokens
        words = self.grammar.page_words
        if tokens.is_number(index) and len(tokens.word(index)) <= 3:
            after = index + 1
            if tokens.word(after) == "[":  # "57 [12] s."
                after += 3
            unit = tokens.skip_breaks(after)
            if tokens.word(unit) in words and not self._word_goes_on(unit):
                return Piece(Kind.PAGES, self._page_extras(self._dots(unit + 1)))
        if tokens.word(index) in words:
            number = index + 1
            if tokens.word(number) == ".":
                number += 1
            if tokens.word(number) == ":":
                number += 1
            number = tokens.skip_breaks(number)
            if tokens.is_number(number) and len(tokens.word(number)) <= 3:
                if tokens.word(number + 1) in DASHES and tokens.is_number(number + 2):
                    number += 2
                return Piece(Kind.PAGES, self._page_extras(self._dots(number + 1)))
        glued = tokens.word(index)
        if tokens.text[tokens.start(index) : tokens.end(index)] != glued:
            return None  # "5S", "P91" are no pages
        digits = glued.rstrip("abcdefghijklmnopqrstuvwxyz")
        if digits and digits != glued and digits.isdigit() and glued[len(digits) :] in words:
            return Piece(Kind.PAGES, self._page_extras(self._dots(index + 1)))
        if glued[:1] in words and glued[1:].isdigit() and len(glued) <= 4:
            return Piece(Kind.PAGES, self._page_extras(self._dots(index + 1)))
        return None

    def _word_goes_on(self, index: int) -> bool:
        """Whether a one-letter unit is really the preposition "s" of a sentence."""
        return (
            len(self.tokens.word(index)) == 1
            and self.tokens.word(index + 1)[:1].isalpha()
            and not self.tokens.capital(index + 1)
            and self.grammar.page_extras.at(self.tokens, index + 1) is None
            and self.tokens.word(index + 1) not in self.grammar.page_joints
        )

    def _page_extras(self, index: int) -> int:
        """Behind `a 1 príloha`, `, 3 obr., 2 tab.`, `+ CD` that follow a number of pages."""
        tokens = self.tokens
        while True:
            at = self._skip_break(index)
            while tokens.word(at) in _JOINS_EXTRAS or tokens.word(at) in self.grammar.page_joints:
                at = tokens.skip_breaks(at + 1)
            numbered = tokens.is_number(at) or is_roman(tokens.word(at))
            noun = tokens.skip_breaks(at + 1) if numbered else at
            while numbered and tokens.is_number(noun):
                noun += 1  # "266 400 znakov"
            found = self.grammar.page_extras.at(tokens, noun)
            if found is None and numbered and tokens.word(noun) in self.grammar.page_words:
                found = ("pages", noun + 1)
            if found is None or (tokens.capital(noun) and not tokens.capitals(noun)):
                return index
            index = self._dots(found[1])
            if tokens.word(index) == ":" and tokens.is_number(index + 1):
                index += 2
            if tokens.word(index) == ")":
                index += 1

    def _skip_break(self, index: int) -> int:
        """Behind the line end at token `index`, if the next line is not empty."""
        wraps = self.tokens.word(index) == "\n" and not self.tokens.is_break(index + 1)
        return index + 1 if wraps else index

    def _says_pages(self, index: int) -> bool:
        return self.tokens.word(index) in self.grammar.counting

    def _count(self, index: int) -> Piece | None:
        """A count of anything: "počet bibliografických odkazov: 48"."""
        tokens = self.tokens
        if tokens.word(index) not in self.grammar.counting:
            # "Prílohy: 4", "Literatúra: 44."
            extra = self.grammar.page_extras.at(tokens, index) if tokens.capital(index) else None
            number = self._colon(extra[1]) if extra is not None else None
            if number is None or not tokens.is_number(number):
                return None
            return Piece(Kind.PAGES, self._page_extras(self._dots(number + 1)))
        at = index + 1
        while tokens.is_word(at) and at - index <= _COUNTED and not self.is_verb(at):
            at += 1
        behind = self._colon(at)
        if behind is None or at == index + 1 or not tokens.is_number(behind):
            return None
        while tokens.is_number(behind):
            behind += 1
        return Piece(Kind.PAGES, self._page_extras(self._dots(behind)))
