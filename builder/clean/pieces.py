"""The pieces of a header: a reader that says what stands at a token, and where it ends."""

from __future__ import annotations

from builder.clean.grammar import Facts, Grammar, Kind
from builder.clean.names import NameReader, Piece
from builder.clean.positions import DASHES, is_roman
from builder.clean.tokens import Tokens

# How much a piece speaks for a header, against about one for each word of prose against it.
GAINS = {
    Kind.HEADING: 4.0,
    Kind.TITLE: 6.0,
    Kind.PERSON: 3.0,
    Kind.TYPE: 2.5,
    Kind.SCHOOL: 3.0,
    Kind.ROLE: 4.0,
    Kind.FIELD: 3.5,
    Kind.DEGREE: 1.0,
    Kind.PLACE: 0.8,
    Kind.YEAR: 1.0,
    Kind.PAGES: 3.0,
}
_CLOSING = frozenset(")]}”“\"'’»*")
_OPENING = frozenset("([{„“\"'‚«*”")
_JOINS_EXTRAS = frozenset(",;:+(/&–—-")
_NAME_SIGNS = frozenset("+#®™")
_NOTE_SIGNS = frozenset("([/-–—")
_NOTE_ENDS = frozenset(")]/:.-–")
_MAX_SCHOOL = 14  # words: "Fakulta medzinárodných podnikateľských štúdií so sídlom v ..."
_PLACE_WORDS = 4  # "v Banskej Bystrici dňa"
_COUNTED = 3  # words of what is counted
_MAX_VALUE = 16  # words of the value behind a label


class PieceReader(NameReader):
    """Reads the pieces of a header."""

    def __init__(self, tokens: Tokens, grammar: Grammar, facts: Facts) -> None:
        super().__init__(tokens, grammar, facts)
        # Those read so far, by token: the same ones are asked for again and again.
        self._read: dict[int, Piece | None] = {}
        self._school_words = grammar.schools.openings | facts.schools.openings
        self._opening_words = {**grammar.piece_openings, "title": frozenset(facts.title[:1])}
        self._number_words = {"pages": grammar.page_words, "date": grammar.months}
        self._recognizers = (
            ("title", self._title),
            ("heading", self._heading),
            ("pages", self._pages),
            ("role", self._role),
            ("field", self._field),
            ("count", self._count),
            ("type", self._type),
            ("school", self._school),
            ("person", self._person),
            ("date", self._date),
            ("place", self._place),
            ("degree", self._degree),
        )

    def read(self, index: int) -> Piece | None:
        """The piece that starts at token `index`, if one does."""
        if not self._may_open(index):
            return None
        if index not in self._read:
            self._read[index] = self._recognize(index)
        return self._read[index]

    def _recognize(self, index: int) -> Piece | None:
        for kind, recognize in self._recognizers:
            if self._may_be(kind, index):
                piece = recognize(index)
                if piece is not None:
                    return piece
        return None

    def _may_be(self, kind: str, index: int) -> bool:
        """Whether a piece of a kind can start at token `index`, by that token alone."""
        word = self.tokens.words[index]
        openings = self._opening_words.get(kind)
        if openings is not None:
            return word in openings
        if kind == "school":
            behind = self.tokens.word(index + 1)
            behind = self.tokens.word(index + 2) if behind == "." else behind
            return word in self._school_words or behind in self._school_words
        if kind == "person":
            return True
        return word[0].isdigit() or word[-1].isdigit() or word in self._number_words[kind]

    def _may_open(self, index: int) -> bool:
        """Whether any piece can start at token `index`: most words of prose are none's first."""
        word = self.tokens.words[index]
        return (
            self.tokens.capital(index)
            or word in self._openings
            or word[0].isdigit()
            or word[-1].isdigit()
        )

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

    def _heading(self, index: int) -> Piece | None:
        found = self._announced(index)
        if found is None or not self.tokens.capital(index):
            return None
        _, end, noted = found
        tokens = self.tokens
        sign = tokens.word(end)
        signed = sign in (":", ".", "*") or sign in DASHES
        if not self.at_line_start(index):
            # Behind a header on the same line only what can be nothing else.
            closed = tokens.word(index - 1) in (".", "]", ")") and tokens.capitals(index)
            fits = sign == ":" or (closed and tokens.capital(end))
        elif signed or self.at_line_end(end):
            fits = True
        else:
            # "ABSTRAKT Práca ...": a heading on the abstract's own line.
            fits = tokens.capital(end) and (
                noted or tokens.capitals(index) or self.opens_prose(end) or self._opens_field(index)
            )
        on_line = signed and not self.at_line_end(end)
        return Piece(Kind.HEADING, end + on_line) if fits else None

    def heading_language(self, index: int) -> str | None:
        """The language that the heading at token `index` announces."""
        found = self._announced(index)
        return None if found is None else found[0]

    def _announced(self, index: int) -> tuple[str, int, bool] | None:
        """A heading's language, the token behind it, and whether a note names the language."""
        tokens = self.tokens
        found = self.grammar.headings.at(tokens, index)
        if found is None:
            return None
        language, end = found
        at = end
        while tokens.word(at) in _NOTE_SIGNS:
            at += 1
        note = self.grammar.label_notes.at(tokens, at)
        if note is None:
            # "Abstrakt v štátnom jazyku" is a heading of its own in the data, note and all.
            return language, end, end - index > 2
        code, end_of_note = note
        closing = tokens.word(end_of_note) in _NOTE_ENDS
        while tokens.word(end_of_note) in (")", "]", "/"):
            end_of_note += 1
        if at == end and end_of_note - at < 2 and not (closing or self.at_line_end(end_of_note)):
            return language, end, False
        return code, end_of_note, True

    def _opens_field(self, index: int) -> bool:
        """Whether no word stands before token `index`, and an abstract may start behind it."""
        tokens = self.tokens
        if any(tokens.is_word(at) and not is_roman(tokens.word(at)) for at in range(index)):
            return False
        return not any(tokens.word(index + 1) in words for words in self.facts.persons)

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

    def is_long_label(self, index: int) -> bool:
        """Whether a field's label of two words or more starts at token `index`."""
        found = self.grammar.fields.at(self.tokens, index)
        return found is not None and found[1] - index > 1

    def holds_title(self, start: int, stop: int) -> bool:
        """Whether the record's title stands in tokens `start` to `stop`."""
        title = self.facts.title
        places = (at for at in range(start, stop) if title and self.tokens.word(at) == title[0])
        return any(0 < (self._title_end(at) or 0) <= stop for at in places)

    def _sentence_start(self, start: int, stop: int) -> int | None:
        """Where a sentence starts without a stop before it: "slovenský Drobné častice ... sú"."""
        for at in range(start + 1, stop):
            before = self.tokens.word(at - 1)
            if self.tokens.capital(at) and before.isalnum() and not self.tokens.capital(at - 1):
                return at
        return None

    def _type(self, index: int) -> Piece | None:
        found = self.grammar.types.at(self.tokens, index)
        if found is None:
            return None
        end = found[1]
        opened = self.tokens.word(index - 1) in _OPENING
        short = len(self.tokens.word(index)) <= 2
        if short and not (opened and self.tokens.word(end) in _CLOSING):
            return None
        if self.tokens.is_word(end) and not self._piece_may_follow(end):
            return None
        if self.tokens.word(end) == "\n" and self._runs_on(end):
            return None
        return Piece(Kind.TYPE, end)

    def _piece_may_follow(self, index: int) -> bool:
        """Whether the word at `index` starts another field, the mark between them lost."""
        return (
            self.grammar.schools.at(self.tokens, index) is not None
            or self.facts.schools.at(self.tokens, index) is not None
            or self.grammar.roles.at(self.tokens, index) is not None
        )

    def _school(self, index: int) -> Piece | None:
        tokens = self.tokens
        known = self.facts.schools.at(tokens, index)
        found = known or self.grammar.schools.at(tokens, index)
        if found is None:
            # "Dunajská univ. v Komárne": one capitalised word before the school's word.
            if tokens.capital(index) and tokens.is_word(index):
                at = index + 1
                if tokens.word(at) == ".":
                    at += 1
                found = self.grammar.schools.at(tokens, at)
            if found is None or self.is_verb(index) or self.opens_prose(index):
                return None
        at = found[1]
        start = at
        while at - start < _MAX_SCHOOL:
            word = tokens.word(at)
            if word == "." and self.is_abbreviation(at - 1) and not tokens.is_break(at + 1):
                at += 1
                continue
            if word in ("\n", "\f", ""):
                follows = tokens.skip_breaks(at)
                if (
                    word == "\n"
                    and follows == at + 1
                    and self._runs_on(at)
                    and tokens.word(follows)
                ):
                    at = follows
                    continue
                break
            if not tokens.is_word(at) and word not in ("-", "&"):
                break
            if self.is_verb(at):
                return None
            if at > start and tokens.capital(at) and self._starts_field(at):
                break
            at += 1
        return Piece(Kind.SCHOOL, at)

    def _starts_field(self, index: int) -> bool:
        return (
            self.opens_prose(index)
            or self.grammar.schools.at(self.tokens, index) is not None
            or self.grammar.types.at(self.tokens, index) is not None
            or self._starts_label(index)
            or self.grammar.headings.at(self.tokens, index) is not None
        )

    def _date(self, index: int) -> Piece | None:
        tokens = self.tokens
        at = index
        if tokens.word(at) in self.grammar.months:
            at += 1
            if tokens.word(at) == ",":
                at += 1
        while (
            tokens.is_number(at) and len(tokens.word(at)) <= 2 and tokens.word(at + 1) in (".", "/")
        ):
            at += 2
        if tokens.word(at) in self.grammar.months:
            at += 1
        year = tokens.word(at)
        if not (len(year) == 4 and year.isdigit() and year[:2] in ("19", "20")):
            return None
        if tokens.word(at + 1) in ("/", "-", "–") and tokens.is_number(at + 2):
            at += 2
        end = at + 1
        follows = tokens.word(end)
        if follows[:1].isalpha() and not (tokens.capital(end) and self.opens_prose(end)):
            return None
        return Piece(Kind.YEAR, end)

    def is_imprint(self, index: int) -> bool:
        """Whether a place and a date stand alone behind an empty line: "Poprad, máj 2017"."""
        tokens = self.tokens
        if index < 2 or not (tokens.is_break(index - 1) and tokens.is_break(index - 2)):
            return False
        at = index
        while tokens.is_word(at) and at - index < _PLACE_WORDS:
            piece = self.read(at)
            if piece is not None and piece.kind is Kind.YEAR:
                break
            at += 1
        if tokens.word(at) == ",":
            at += 1
        piece = self.read(at) if at < len(tokens) and tokens.word(at)[:1].isalnum() else None
        return piece is not None and piece.kind is Kind.YEAR and self.at_line_end(piece.end)

    def _place(self, index: int) -> Piece | None:
        found = self.grammar.places.at(self.tokens, index)
        if found is None or not (self.tokens.capital(index) or self.tokens.word(index - 1) == ","):
            return None
        sign = self.tokens.word(found[1])
        if sign[:1].isalpha():
            return None
        return Piece(Kind.PLACE, found[1])

    def _degree(self, index: int) -> Piece | None:
        found = self.grammar.degrees.at(self.tokens, index)
        if found is None:
            return None
        end = self._dots(found[1])
        if self.tokens.is_word(end) and not self.tokens.capital(end):
            return None
        return Piece(Kind.DEGREE, end)
