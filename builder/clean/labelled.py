"""Labelled fields of a header: persons behind their roles, and short values behind their labels."""

from __future__ import annotations

from builder.clean.grammar import Kind
from builder.clean.names import Piece
from builder.clean.page_counts import PageCountReader
from builder.clean.positions import DASHES

_MAX_VALUE = 16  # words of the value behind a label


class LabelledReader(PageCountReader):
    """Reads "Školiteľ: Ing. Eva Malá", "Študijný odbor: 5.2.8 Stavebníctvo"."""

    def _role(self, index: int) -> Piece | None:
        found = self.grammar.roles.at(self.tokens, index)
        if found is not None:
            behind = self._colon(found[1])
            if behind is not None:
                return Piece(Kind.ROLE, self._name_after(behind))
            if self.at_line_start(index) and self.at_line_end(found[1]):
                return Piece(Kind.ROLE, self._name_after(found[1]))
            if self.tokens.word(found[1]) in DASHES:
                name = self._name_after(found[1] + 1)
                if name > found[1] + 1:
                    return Piece(Kind.ROLE, name)
            if self._is_titled(found[1]):
                return Piece(Kind.ROLE, self._name_after(found[1]))
        found = self.grammar.bare_roles.at(self.tokens, index)
        if found is not None:
            start = self._dots(found[1])
            start = self._colon(start) or start
            if self._is_titled(start):
                return Piece(Kind.ROLE, self._name_after(start))
        return None

    def _field(self, index: int) -> Piece | None:
        found = self.grammar.fields.at(self.tokens, index)
        if found is None:
            return None
        note = self.grammar.label_notes.at(self.tokens, found[1])
        behind = self._colon(found[1]) or self._spaced_dash(index, found[1])
        if behind is None and note is not None:
            behind = self._colon(note[1])  # "Názov v angličtine: ..."
        if behind is None:
            pages = found[1]
            if self.tokens.is_number(pages) and self._says_pages(index):
                return Piece(Kind.PAGES, self._page_extras(self._dots(pages + 1)))
            capital = self.tokens.capital(index)
            alone = capital and self.at_line_start(index) and self.at_line_end(found[1])
            return Piece(Kind.FIELD, found[1]) if alone else None
        if self._says_pages(index):
            number = self.tokens.skip_breaks(behind)
            if self.tokens.is_number(number):
                unit = number + 1
                line = self.tokens.skip_breaks(unit)
                if self.tokens.word(line) in self.grammar.page_words:
                    unit = line + 1
                return Piece(Kind.PAGES, self._page_extras(self._dots(unit)))
        listed = self.tokens.word(index - 1) == ","
        return Piece(Kind.FIELD, self._value_end(behind, listed))

    def _spaced_dash(self, index: int, end: int) -> int | None:
        """Behind a dash that stands for the colon of a label of two words or more."""
        tokens = self.tokens
        if end - index < 2 or tokens.word(end) not in DASHES:
            return None
        spaced = tokens.start(end) > tokens.end(end - 1) and tokens.start(end + 1) > tokens.end(end)
        return end + 1 if spaced and tokens.capital(index) else None

    def is_long_label(self, index: int) -> bool:
        """Whether a field's label of two words or more starts at token `index`."""
        found = self.grammar.fields.at(self.tokens, index)
        return found is not None and found[1] - index > 1

    def _value_end(self, index: int, listed: bool) -> int:
        """Behind a label's value: to the end of its line or sentence, or the next piece.

        `listed` says that commas part the fields of this header.
        """
        tokens = self.tokens
        at = tokens.skip_breaks(index)
        start = at
        title = self.facts.title
        if title and tokens.word(at) == title[0]:
            end = self._title_end(at)
            if end is not None:
                return end
        while not tokens.is_break(at) and at - start < _MAX_VALUE:
            word = tokens.word(at)
            if word == "." and not self.is_abbreviation(at - 1) and not self._in_number(at):
                return at + 1
            if word == "," and (listed or self._pages(tokens.skip_breaks(at + 1)) is not None):
                return at
            if word in (";", "]") or (at > start and self._starts_label(at)):
                return at
            if at > start and (self.opens_prose(at) or self.is_verb(at)):
                # What was taken for a value may be prose from its first word on.
                return at if self.opens_prose(at) else self._sentence_start(start, at) or index
            at += 1
        return at

    def _in_number(self, dot: int) -> bool:
        """Whether a dot stands inside a number of several parts: "3.1.14", "12. 4. 2012"."""
        short = len(self.tokens.word(dot - 1)) <= 2
        return short and self.tokens.is_number(dot - 1) and self.tokens.is_number(dot + 1)

    def _sentence_start(self, start: int, stop: int) -> int | None:
        """Where a sentence starts without a stop before it: "slovenský Drobné častice ... sú"."""
        for at in range(start + 1, stop):
            before = self.tokens.word(at - 1)
            if self.tokens.capital(at) and before.isalnum() and not self.tokens.capital(at - 1):
                return at
        return None
