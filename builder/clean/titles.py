"""The record's own title in a field, as headers write it."""

from __future__ import annotations

from builder.clean.grammar import Kind
from builder.clean.names import NameReader, Piece

_NAME_SIGNS = frozenset("+#®™")


class TitleReader(NameReader):
    """Reads the record's title, with a word or two altered."""

    def _title(self, index: int) -> Piece | None:
        title = self.facts.title
        if not title or self.tokens.word(index) != title[0]:
            return None
        end = self._title_end(index)
        if end is None:
            return None
        # A title that the sentence runs on from, or that a sentence leads to, is the abstract's.
        following = self.tokens.word(end)
        if following[:1].isalpha() and not self.tokens.capital(end):
            return None
        if self.is_verb(end):
            return None
        before = self.tokens.word(index - 1)
        if before[:1].isalpha() and not self.tokens.capital(index):
            return None
        return Piece(Kind.TITLE, end)

    def _title_end(self, index: int) -> int | None:
        """The index behind the title at `index`: all its words, one in six of them altered."""
        title = self.facts.title
        misses = 0
        allowed = len(title) // 6
        position = 0
        while position < len(title):
            while self.tokens.word(index) and not self.tokens.word(index)[0].isalnum():
                index += 1
            word = self.tokens.word(index)
            if not word:
                return None
            if word != title[position]:
                misses += 1
                if misses > allowed:
                    return None
                follows = title[position + 1] if position + 1 < len(title) else ""
                if self.tokens.word(index + 1) == title[position]:
                    index += 1  # a word put in
                elif word == follows:
                    position += 1  # a word left out
            position += 1
            index += 1
        while self.tokens.word(index) in _NAME_SIGNS and self.tokens.touches(index):
            index += 1  # "... v jazyku C++"
        return index

    def holds_title(self, start: int, stop: int) -> bool:
        """Whether the record's title stands in tokens `start` to `stop`."""
        title = self.facts.title
        places = (at for at in range(start, stop) if title and self.tokens.word(at) == title[0])
        return any(0 < (self._title_end(at) or 0) <= stop for at in places)
