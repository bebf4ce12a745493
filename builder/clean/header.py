"""Where a field's header ends and its abstract begins.

The tokens are read from the front, piece by piece. A piece of a header (a title, a school, a
number of pages) raises the score, a word of prose lowers it; the header ends where the score was
highest. So one unknown field does not end a header, and one school in a sentence starts none.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.clean.grammar import Kind
from builder.clean.names import Piece
from builder.clean.pieces import GAINS, PieceReader

_LOWER = -0.6  # an unknown word in small letters
_CAPITAL = -0.25  # a name, an abbreviation of a school
_VERB = -2.5
_EVIDENCE = 2.9  # the least score of a header: one certain piece
_FALL = 14.0  # stop reading when the score has fallen so far below its best
_TITLE_COST = 5.0  # the most that an unknown title behind the author's name may cost
_SEPARATORS = frozenset(".,;:-–—−/|)]}*•\n\f”\"'’»")


@dataclass(frozen=True, slots=True)
class Header:
    """A header that was found: tokens up to `end`; 0 where there is none.

    Attributes:
        end: the first token of the abstract.
        headed: whether a heading stands in it ("ABSTRAKT"), and which language it announces.
        strong: whether it holds more than a heading.
    """

    end: int
    headed: str | None = None
    strong: bool = False


def read_header(reader: PieceReader, start: int, stop: int) -> Header:
    """The header at the front of tokens `start` to `stop`."""
    score = _Score(end=start)
    index = start
    words = reader.tokens.words
    while index < stop and score.best - score.now < _FALL:
        is_word = words[index].isalnum()
        if is_word and reader.is_section(index):
            break
        piece = reader.read(index) if is_word else None
        if piece is not None and piece.end <= stop:
            score.gain(piece.kind, certain=_is_certain(reader, index, piece))
            if piece.kind is Kind.HEADING:
                score.headed = score.headed or reader.heading_language(index)
            index = piece.end
        else:
            score.pay(_cost(reader, index), is_word=is_word)
            index += 1
        ends_sentence = _ends_sentence(reader, index)
        if ends_sentence:
            score.end_sentence()
        may_end = (ends_sentence or score.last in _CLOSERS) and score.is_new_best()
        if may_end and _may_start_abstract(reader, index, stop, score.last):
            goes_on = not reader.tokens.capital(_skip_separators(reader, index, start, stop))
            score.keep(index, open_ended=goes_on and not ends_sentence)
    end = _skip_separators(reader, score.end, start, stop)
    kinds = score.kept_kinds if score.certain else frozenset[Kind]()
    return Header(
        end if kinds else start,
        score.headed if Kind.HEADING in kinds else None,
        bool(kinds - {Kind.HEADING}),
    )


# "Téma: dlhy. Miesto: Košice. Rok: 2016." may be an author's own words.
_UNCERTAIN = frozenset((Kind.FIELD, Kind.DEGREE, Kind.PLACE, Kind.YEAR))


def _is_certain(reader: PieceReader, index: int, piece: Piece) -> bool:
    """Whether a piece alone shows a header; a label does by its two words, or its own line."""
    if piece.kind is Kind.FIELD:
        own_line = reader.at_line_start(index) and reader.at_line_end(piece.end)
        return own_line or reader.is_long_label(index) or reader.holds_title(index, piece.end)
    return piece.kind not in _UNCERTAIN


@dataclass(slots=True)
class _Score:
    """How much the tokens read so far look like a header.

    Attributes:
        end: where the score was best.
        now: the score; `best`: the best of it where a header may end.
        in_sentence: what pieces have gained in this sentence: a verb takes it back.
        cost: what words have cost in this sentence.
        voided: whether a verb in this sentence makes its pieces words of prose.
        named: whether a name stood right before: a title follows, whatever its words are.
        last: the kind of the piece right before, if one was.
        certain: whether a piece was read that hardly any prose holds.
        firm: best, end and kinds before this sentence, where the header may end inside it: a verb
            shows that the sentence is prose from its first word on ("práca, 75 strán, opisuje").
    """

    end: int
    now: float = 0.0
    best: float = 0.0
    in_sentence: float = 0.0
    cost: float = 0.0
    voided: bool = False
    named: bool = False
    last: Kind | None = None
    headed: str | None = None
    kinds: set[Kind] = field(default_factory=set)
    kept_kinds: frozenset[Kind] = frozenset()
    certain: bool = False
    firm: tuple[float, int, frozenset[Kind]] | None = None

    def gain(self, kind: Kind, *, certain: bool) -> None:
        """Count a piece."""
        self.certain = self.certain or certain
        if kind is Kind.HEADING:
            self.voided = False
        gain = 0.0 if self.voided else GAINS[kind]
        self.now += gain
        self.in_sentence += gain
        self.kinds.add(kind)
        self.last = kind
        self.named = self.named or kind is Kind.PERSON

    def pay(self, cost: float, *, is_word: bool) -> None:
        """Count a token that is of no piece."""
        if is_word:
            self.last = None
        if cost == _VERB and not self.named:
            self.now -= self.in_sentence
            self.in_sentence = 0.0
            self.voided = True
            if self.firm is not None:
                self.best, self.end, self.kept_kinds = self.firm
                self.firm = None
        if self.named and cost < 0:
            cost = max(cost, -_TITLE_COST - self.cost)
        self.cost += cost
        self.now += cost

    def end_sentence(self) -> None:
        """Forget what counts for one sentence only."""
        self.in_sentence = self.cost = 0.0
        self.firm = None
        self.voided = False
        self.named = self.named and self.last is Kind.PERSON

    def is_new_best(self) -> bool:
        """Whether a header that ends here is likelier than a shorter one."""
        return self.now > self.best and self.now >= _EVIDENCE

    def keep(self, index: int, *, open_ended: bool) -> None:
        """Note that the header may end before token `index`; `open_ended`: inside a sentence."""
        if open_ended and self.firm is None:
            self.firm = (self.best, self.end, self.kept_kinds)
        self.best = self.now
        self.end = index
        self.kept_kinds = frozenset(self.kinds)


def _cost(reader: PieceReader, index: int) -> float:
    tokens = reader.tokens
    if not tokens.is_word(index):
        return 0.0
    if reader.is_verb(index):
        return _VERB
    if len(tokens.word(index)) == 1:
        return -0.1
    return _CAPITAL if tokens.capital(index) else _LOWER


# Pieces behind which an abstract may start on the same line; without a stop, by a capital letter.
_CLOSERS = frozenset((Kind.PAGES, Kind.HEADING, Kind.TITLE, Kind.ROLE, Kind.FIELD))


def _ends_sentence(reader: PieceReader, index: int) -> bool:
    tokens = reader.tokens
    before = tokens.word(index - 1)
    if before.isalnum():
        return tokens.is_break(index)  # most tokens are words
    if tokens.is_break(index) or tokens.is_break(index - 1):
        return True
    if before in (".", "!", "?"):
        parted = tokens.start(index) > tokens.end(index - 1) or _lost_space(reader, index)
        return parted and not (before == "." and _dot_of_abbreviation(reader, index - 1))
    return before in ("]", "–", "—") or (before == "-" and tokens.word(index - 2) == ".")


def _lost_space(reader: PieceReader, index: int) -> bool:
    """Whether a sentence starts right behind a stop: "2022.Práca opisuje", unlike "Ph.D."."""
    tokens = reader.tokens
    if not tokens.capital(index) or tokens.capitals(index):
        return False
    if len(tokens.word(index)) == 1 and not tokens.is_word(index + 1):
        return False
    return tokens.is_number(index - 2) or tokens.word(index - 2) in reader.grammar.page_words


def _dot_of_abbreviation(reader: PieceReader, dot: int) -> bool:
    """Whether the dot ends no field: an initial, "sv."; but "PhD." and "57 s." may end one."""
    word = reader.tokens.word(dot - 1)
    if word in reader.grammar.page_words and reader.tokens.is_number(dot - 2):
        return False
    if reader.grammar.titles.at(reader.tokens, dot - 1) is not None:
        return False
    return reader.is_abbreviation(dot - 1)


def _may_start_abstract(reader: PieceReader, index: int, stop: int, last: Kind | None) -> bool:
    """Whether what follows can be an abstract's beginning: no sentence goes on there."""
    tokens = reader.tokens
    while index < stop and tokens.word(index) in _SEPARATORS:
        index += 1
    if index >= stop:
        return True
    if not tokens.is_word(index):
        return True
    return tokens.capital(index) or last is Kind.PAGES or last is Kind.HEADING


def _skip_separators(reader: PieceReader, end: int, start: int, stop: int) -> int:
    if end == start:
        return end
    while end < stop and (reader.tokens.word(end) in _SEPARATORS or _closes_quotation(reader, end)):
        end += 1
    return end


def _closes_quotation(reader: PieceReader, index: int) -> bool:
    """Whether “ at `index` belongs to what is before it; before a word it may open a quotation."""
    tokens = reader.tokens
    if tokens.word(index) != "“":
        return False
    return tokens.start(index) == tokens.end(index - 1) and tokens.start(index + 1) > tokens.end(
        index
    )
