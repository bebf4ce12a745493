"""A field's text as tokens, and phrases of the lexicon found among them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from builder.clean.folding import fold

_BREAKS = frozenset("\n\f")
_TOKEN = re.compile(r"\n|\f|[^\W_]+|[^\w\s]|_")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text: words, single punctuation marks, line ends, form feeds.

    Attributes:
        text: the text itself.
        folded: the same text without case and diacritics, position for position.
        words: each token, folded.
        starts: where each token starts in `text`.
        line_starts: the tokens that open a line, the text's first aside.
    """

    text: str
    folded: str
    words: list[str]
    starts: list[int]
    line_starts: list[int]

    @classmethod
    def of(cls, text: str) -> Tokens:
        """The tokens of `text`."""
        folded = fold(text)
        words = _TOKEN.findall(folded)
        starts = [match.start() for match in _TOKEN.finditer(folded)]
        line_starts: list[int] = []
        if "\n" in folded or "\f" in folded:
            line_starts = [
                at
                for at, (before, word) in enumerate(pairwise(words), 1)
                if before in _BREAKS and word not in _BREAKS
            ]
        return cls(text, folded, words, starts, line_starts)

    def part(self, first: int, stop: int) -> Tokens:
        """Tokens `first` to `stop` of one line, as if their text had been read alone."""
        start, end = self.start(first), self.end(stop - 1)
        starts = [at - start for at in self.starts[first:stop]]
        return Tokens(
            self.text[start:end], self.folded[start:end], self.words[first:stop], starts, []
        )

    def __len__(self) -> int:
        return len(self.words)

    def start(self, index: int) -> int:
        """Where token `index` starts; the text's length behind the last."""
        return self.starts[index] if index < len(self.starts) else len(self.text)

    def end(self, index: int) -> int:
        """Where token `index` ends."""
        return self.starts[index] + len(self.words[index])

    def word(self, index: int) -> str:
        """Token `index`, folded; the empty string outside the text."""
        # Asked a thousand times a text, and hardly ever outside it.
        try:
            return self.words[index] if index >= 0 else ""
        except IndexError:
            return ""

    def shape(self, index: int) -> str:
        """The first letter of token `index` as written; the empty string outside the text."""
        return self.text[self.starts[index]] if 0 <= index < len(self.starts) else ""

    def is_word(self, index: int) -> bool:
        """Whether token `index` is a word of letters."""
        return self.word(index)[:1].isalpha()

    def is_number(self, index: int) -> bool:
        """Whether token `index` is a number."""
        return self.word(index).isdigit()

    def is_break(self, index: int) -> bool:
        """Whether token `index` ends a line, or lies outside the text."""
        try:
            return index < 0 or self.words[index] in _BREAKS
        except IndexError:
            return True

    def capital(self, index: int) -> bool:
        """Whether token `index` starts with a capital letter."""
        return self.shape(index).isupper()

    def capitals(self, index: int) -> bool:
        """Whether token `index` has two letters or more, all capitals."""
        word = self.text[self.starts[index] : self.end(index)]
        return len(word) > 1 and word.isupper()

    def touches(self, index: int) -> bool:
        """Whether no space stands before token `index`."""
        return index > 0 and self.start(index) == self.end(index - 1)

    def skip_breaks(self, index: int) -> int:
        """The next token from `index` on that is no line end."""
        while self.word(index) in _BREAKS:
            index += 1
        return index


class Phrases:
    """Phrases of the lexicon, each with what it means, found at a token by its first word.

    `openings` holds the first words of all of them.

    Between the words of a phrase there may be line ends or a hyphen, and a dot behind any of them.
    """

    def __init__(self, meanings: Iterable[tuple[str, str]]) -> None:
        """`meanings`: (phrase, what it means)."""
        table: dict[str, dict[tuple[str, ...], str]] = {}
        for phrase, meaning in meanings:
            words = tuple(w for w in _TOKEN.findall(fold(phrase)) if w != ".")
            table.setdefault(words[0], {}).setdefault(words, meaning)
        self._table = {
            first: sorted(phrases.items(), key=lambda item: -len(item[0]))
            for first, phrases in table.items()
        }
        self.openings = frozenset(self._table)

    def at(self, tokens: Tokens, index: int) -> tuple[str, int] | None:
        """The longest phrase that starts at token `index`: (meaning, index behind it)."""
        at = tokens.words
        phrases = self._table.get(at[index]) if 0 <= index < len(at) else None
        if phrases is None:
            return None
        for words, meaning in phrases:
            end = _behind(tokens, index, words)
            if end is not None:
                return meaning, end
        return None


def _behind(tokens: Tokens, index: int, words: tuple[str, ...]) -> int | None:
    """The index behind `words` at `index`, with a dot behind the last word taken along."""
    for position, word in enumerate(words):
        if position:
            if tokens.word(index) == ".":
                index += 1
            elif tokens.word(index) == "-" != word and tokens.is_word(index + 1):
                index += 1  # "Key-words"
            index = tokens.skip_breaks(index)
        if tokens.word(index) != word:
            return None
        index += 1
    return index
