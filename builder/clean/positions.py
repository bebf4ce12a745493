"""Where in a field a token stands, and what its words are to the language."""

from __future__ import annotations

from builder.clean.grammar import Facts, Grammar
from builder.clean.tokens import Tokens

DASHES = frozenset("-–—−")


class FieldReader:
    """One field's tokens, read with the language's grammar and the record's own names."""

    def __init__(self, tokens: Tokens, grammar: Grammar, facts: Facts) -> None:
        self.tokens = tokens
        self.grammar = grammar
        self.facts = facts
        own = (*facts.title[:1], *facts.schools.openings)
        self._openings = grammar.openings.union(own, *facts.persons)
        self._person_words = frozenset().union(*facts.persons) if facts.persons else frozenset()

    def at_line_start(self, index: int) -> bool:
        """Whether token `index` opens a line, page numbers and bullets before it aside."""
        back = index - 1
        while back >= 0 and not self.tokens.is_break(back):
            word = self.tokens.word(back)
            if word[:1].isalpha() and not is_roman(word):
                return False
            back -= 1
        return index - back <= 6

    def at_line_end(self, index: int) -> bool:
        """Whether nothing but punctuation follows on the line from token `index` on."""
        while not self.tokens.is_break(index):
            if self.tokens.word(index)[:1].isalnum():
                return False
            index += 1
        return True

    def is_verb(self, index: int) -> bool:
        """Whether token `index` is a word that header fields hardly ever hold.

        A capital word is a verb only if it is on the list: surnames look like verbs (Navrátil).
        """
        tokens = self.tokens
        word = tokens.word(index)
        if word in self.grammar.verbs:
            return True
        if len(word) < 3 or not word.isalpha() or tokens.capital(index):
            return False
        return self.grammar.finite_verb(tokens.text[tokens.start(index) : tokens.end(index)])

    def is_section(self, index: int) -> bool:
        """Whether a structured abstract's label stands at token `index`: "CIEĽ:"."""
        tokens = self.tokens
        if not tokens.capital(index):
            return False
        found = self.grammar.sections.at(tokens, index)
        if found is None:
            return False
        sign = tokens.word(found[1])
        if sign == ":" or (sign in DASHES and tokens.capitals(index)):
            return True
        return sign == "." and self.at_line_start(index) and tokens.capital(found[1] + 1)

    def opens_prose(self, index: int) -> bool:
        """Whether an abstract's first sentence seems to start at token `index`."""
        return (
            self.tokens.capital(index) and self.grammar.openers.at(self.tokens, index) is not None
        )

    def is_abbreviation(self, index: int) -> bool:
        """Whether the dot behind token `index` ends no sentence."""
        word = self.tokens.word(index)
        if len(word) == 1 and word.isalpha():
            return True
        return word in self.grammar.abbreviations

    def _colon(self, index: int) -> int | None:
        """The index behind a colon or an equal mark at `index`; a bracket may stand before it."""
        while self.tokens.word(index) in (".", ")", "]", "*"):
            index += 1
        return index + 1 if self.tokens.word(index) in (":", "=") else None

    def _dots(self, index: int) -> int:
        while self.tokens.word(index) == ".":
            index += 1
        return index

    def _starts_label(self, index: int) -> bool:
        if not self.tokens.is_word(index):
            return False
        for phrases in (self.grammar.roles, self.grammar.fields):
            found = phrases.at(self.tokens, index)
            if found is not None and self._colon(found[1]) is not None:
                return True
        return False

    def _runs_on(self, index: int) -> bool:
        """Whether the line that ends at token `index` is wrapped prose: a small letter follows."""
        after = self.tokens.skip_breaks(index)
        return self.tokens.is_word(after) and not self.tokens.capital(after)


def is_roman(word: str) -> bool:
    return bool(word) and len(word) <= 4 and not word.strip("ivxl")
