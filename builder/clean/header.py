"""Where a field's header ends and its abstract begins.

The tokens are read from the front, piece by piece. A piece of a header (a title, a school, a
number of pages) raises the score, a word of prose lowers it; the header ends where the score was
highest. So one unknown field does not end a header, and one school in a sentence starts none.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.clean.grammar import Kind
from builder.clean.pieces import GAINS, PieceReader

_LOWER = -0.6  # an unknown word in small letters
_CAPITAL = -0.25  # a name, an abbreviation of a school
_VERB = -2.5
_SECTION = -20.0  # a structured abstract's label: the abstract has begun
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
    tokens = reader.tokens
    score = best = 0.0
    since_boundary = 0.0  # what pieces have gained in this sentence: a verb takes it back
    sentence_cost = 0.0
    voided = False
    after_author = False
    end = start
    headed: str | None = None
    kinds: set[Kind] = set()
    kept_kinds: set[Kind] = set()
    index = start
    last: Kind | None = None
    while index < stop and best - score < _FALL:
        word = tokens.words[index]
        piece = None
        if word[:1].isalnum():
            if reader.is_section(index):
                score += _SECTION
                break
            piece = reader.read(index)
        if piece is not None and piece.end <= stop:
            if piece.kind is Kind.HEADING:
                headed = headed or reader.heading_language(index)
                voided = False
            gain = 0.0 if voided else GAINS[piece.kind]
            score += gain
            since_boundary += gain
            kinds.add(piece.kind)
            last = piece.kind
            index = piece.end
            after_author = after_author or piece.kind is Kind.PERSON
        else:
            last = None if word[:1].isalnum() else last
            cost = _cost(reader, index)
            if cost == _VERB and not after_author:
                score -= since_boundary
                since_boundary = 0.0
                voided = True
            if after_author and cost < 0:
                cost = max(cost, -_TITLE_COST - sentence_cost)
            sentence_cost += cost
            score += cost
            index += 1
        if _is_boundary(reader, index, last):
            if _ends_sentence(reader, index):
                since_boundary = 0.0
                sentence_cost = 0.0
                voided = False
                if last is not Kind.PERSON:
                    after_author = False
            if (
                score > best
                and score >= _EVIDENCE
                and _may_start_abstract(reader, index, stop, last)
            ):
                best = score
                end = index
                kept_kinds = set(kinds)
    end = _skip_separators(reader, end, start, stop)
    return Header(
        end if kept_kinds else start,
        headed if Kind.HEADING in kept_kinds else None,
        bool(kept_kinds - {Kind.HEADING}),
    )


def _cost(reader: PieceReader, index: int) -> float:
    tokens = reader.tokens
    if not tokens.is_word(index):
        return 0.0
    if reader.is_verb(index):
        return _VERB
    if len(tokens.word(index)) == 1:
        return -0.1
    return _CAPITAL if tokens.capital(index) else _LOWER


_CLOSERS = frozenset((Kind.PAGES, Kind.HEADING, Kind.TITLE))


def _is_boundary(reader: PieceReader, index: int, last: Kind | None) -> bool:
    """Whether a header may end before token `index`."""
    return _ends_sentence(reader, index) or last in _CLOSERS


def _ends_sentence(reader: PieceReader, index: int) -> bool:
    tokens = reader.tokens
    if tokens.is_break(index) or tokens.is_break(index - 1):
        return True
    before = tokens.word(index - 1)
    if before in (".", "!", "?"):
        return tokens.start(index) > tokens.end(index - 1) and not (
            before == "." and _dot_of_abbreviation(reader, index - 1)
        )
    return before in ("]", "–", "—") or (before == "-" and tokens.word(index - 2) == ".")


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
    while end < stop and reader.tokens.word(end) in _SEPARATORS:
        end += 1
    return end
