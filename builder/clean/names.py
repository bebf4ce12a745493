"""Persons' names in a field, in the forms that headers give them."""

from __future__ import annotations

from dataclasses import dataclass

from builder.clean.grammar import BEHIND, Kind
from builder.clean.positions import DASHES, FieldReader

_MAX_NAME = 8  # words of a name, academic titles apart
_REACH = 64  # tokens: no name with its titles is longer


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a header: tokens up to `end`, of one kind."""

    kind: Kind
    end: int


class NameReader(FieldReader):
    """Reads names: with academic titles, in a catalogue's order, with initials."""

    def _is_titled(self, index: int) -> bool:
        return self.grammar.titles.at(self.tokens, self.tokens.skip_breaks(index)) is not None

    def _name_after(self, index: int) -> int:
        """Behind the name that starts at `index`, on this line or alone on the next."""
        start = self.tokens.skip_breaks(index)
        end = self._name(start)
        return index if end is None else end

    def _name(self, index: int) -> int | None:
        """Behind a person's name with its academic titles: "doc. Ing. Eva MALÁ-Nová, PhD."."""
        tokens = self.tokens
        names = 0
        end = None
        # By a title that stands behind names, or by the last name of one of the record's persons:
        # "Eva Malá, PhD. Počas zimy ..."
        closed = False
        at = index
        while at - index < 4 * _MAX_NAME:
            title = self.grammar.titles.at(tokens, at)
            if title is not None:
                closed = closed or (names > 0 and title[0] == BEHIND)
                at = self._dots(title[1])
                end = at
            elif closed and tokens.is_word(at):
                break
            elif tokens.is_word(at) and self._is_name_word(at) and names < _MAX_NAME:
                names += 1
                at += 1
                # An initial's dot belongs to it, the dot behind a whole name ends the field.
                if tokens.word(at) == "." and len(tokens.word(at - 1)) <= 2:
                    at += 1
                end = at
                closed = closed or self._is_whole_person(index, at)
            elif end is not None and tokens.word(at) in (",", "-", "–", "/", "(", ")", "\n", ";"):
                follows = tokens.skip_breaks(at + 1)
                is_title = self.grammar.titles.at(tokens, follows) is not None
                hyphen = tokens.word(at) in DASHES and tokens.end(at - 1) == tokens.start(at)
                wrapped = tokens.word(at) == "\n" and names <= 1 and self._is_name_word(follows)
                joins = tokens.word(at) == "," and tokens.word(follows) in self._person_words
                if closed and not is_title:
                    break
                if not (is_title or joins or wrapped or (hyphen and self._is_name_word(follows))):
                    break
                names -= hyphen and not is_title
                at = follows
            else:
                break
        return end if names else None

    def _is_name_word(self, index: int) -> bool:
        word = self.tokens.word(index)
        if word in self._person_words:
            return True
        return (
            self.tokens.capital(index)
            and not self.is_verb(index)
            and self.grammar.schools.at(self.tokens, index) is None
            and self.grammar.roles.at(self.tokens, index) is None
            and self.grammar.fields.at(self.tokens, index) is None
            and self.grammar.types.at(self.tokens, index) is None
            and self.grammar.openers.at(self.tokens, index) is None
        )

    def _person(self, index: int) -> Piece | None:
        tokens = self.tokens
        title = self.grammar.titles.at(tokens, index)
        known = tokens.word(index) in self._person_words
        if not tokens.is_word(index) or not (title or tokens.capital(index) or known):
            return None
        listed = self._is_catalogue_name(index)
        near = tokens.words[index : index + _REACH]
        if title is None and listed is None and self._person_words.isdisjoint(near):
            return None  # most capital words of prose: no need to read on
        end = self._name(index)
        if end is None:
            return None
        titled = title is not None and end > title[1]
        if not (titled or listed is not None or self._is_own(index, end)):
            return None
        end = max(end, listed or 0)
        # A sentence goes on behind the name: "Adam Novotný opisuje ...".
        goes_on = tokens.is_word(end) and not tokens.capital(end)
        return None if goes_on or self.is_verb(end) else Piece(Kind.PERSON, end)

    def _is_whole_person(self, start: int, end: int) -> bool:
        """Whether tokens `start` to `end` hold all names of one of the record's persons."""
        if self.tokens.word(end - 1) not in self._person_words:
            return False
        words = set(self.tokens.words[start:end])
        return any(len(person) > 1 and person <= words for person in self.facts.persons)

    def _is_own(self, index: int, end: int) -> bool:
        """Whether the name is one of the record's persons', whole or with an initial."""
        named = {self.tokens.word(at) for at in range(index, end)}
        for words in self.facts.persons:
            if words and len(words & named) >= min(2, len(words)):
                return True
        return self._is_initialled(index, end)

    def _is_initialled(self, index: int, end: int) -> bool:
        """Whether the name is the author's surname with an initial: "NOVOTNÝ, A."."""
        tokens = self.tokens
        words = [tokens.word(at) for at in range(index, min(end + 3, len(tokens)))]
        for person in self.facts.persons:
            if any(word in person for word in words):
                initials = {word[0] for word in person}
                if any(len(word) == 1 and word in initials for word in words):
                    return True
        return False

    def _is_catalogue_name(self, index: int) -> int | None:
        """Behind a name in a catalogue's order, "NOVOTNÝ, Adam:", for a record without author."""
        tokens = self.tokens
        if not self.at_line_start(index) or not tokens.capital(index):
            return None
        at = index
        if tokens.word(at + 1) in DASHES:
            at += 2
        if tokens.word(at + 1) != "," or not tokens.capital(at + 2):
            return None
        given = at + 2
        certain = (
            tokens.capitals(index)
            and not tokens.capitals(given)
            and min(len(tokens.word(index)), len(tokens.word(given))) > 2
        )
        at += 3
        if certain and tokens.word(at) == ",":
            return at
        while tokens.capital(at) or tokens.word(at) in (".", ","):
            at += 1
        sign = tokens.word(at)
        hyphen = sign == "-" and tokens.start(at + 1) == tokens.end(at)  # "Leiden, Anti-Xa"
        closed = sign in (":", "/", "[", "–", "-") and not hyphen
        return at if closed or (tokens.capitals(index) and tokens.word(at - 1) == ".") else None
