"""The pieces of a header: a reader that says what stands at a token, and where it ends."""

from __future__ import annotations

from builder.clean.grammar import Facts, Grammar, Kind
from builder.clean.labelled import LabelledReader
from builder.clean.names import Piece
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
_NOTE_SIGNS = frozenset("([/-–—")
_NOTE_ENDS = frozenset(")]/:.-–")
_MAX_SCHOOL = 14  # words: "Fakulta medzinárodných podnikateľských štúdií so sídlom v ..."
_PLACE_WORDS = 4  # "v Banskej Bystrici dňa"


class PieceReader(LabelledReader):
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
