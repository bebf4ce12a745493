"""Keyphrase lists inside an abstract's field: behind which labels they stand, how far each goes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from builder.clean.grammar import Kind
from builder.clean.labels import Label, label_places, read_label
from builder.clean.pieces import PieceReader
from builder.clean.tokens import Tokens

_SEPARATORS = frozenset(",;–—·•|/")
_SENTENCE_ENDS = frozenset('.!?:;”"»)]|…')
_PROSE = 3.0  # from this score on, a line or sentence behind a label is no list


@dataclass(frozen=True, slots=True)
class LabelledList:
    """A keyphrase list with its label: tokens `start` to `end`, the items from `items` on."""

    start: int
    items: int
    end: int
    language: str | None


def find_lists(reader: PieceReader) -> list[LabelledList]:
    """All keyphrase lists of a field, in text order, none overlapping another."""
    tokens = reader.tokens
    found: list[LabelledList] = []
    done = 0
    for index in label_places(tokens, reader.grammar):
        label = read_label(tokens, reader.grammar, index) if index >= done else None
        if label is None:
            continue
        labelled = _accept(reader, label)
        done = label.end
        if labelled is not None:
            found.append(labelled)
            done = max(labelled.end, label.end)
    return found


def _accept(reader: PieceReader, label: Label) -> LabelledList | None:
    """The list behind a label, or None where the words are a sentence's own."""
    tokens = reader.tokens
    line = reader.at_line_start(label.start)
    before = label.start - 1
    while before >= 0 and tokens.is_break(before):
        before -= 1
    fresh = before < 0 or tokens.word(before) in _SENTENCE_ENDS
    capital = tokens.capital(label.start)
    if label.of_line and not line:
        return None
    if not label.signed and not (capital and (line or fresh)):
        alone = line and fresh and reader.at_line_end(label.end)
        if not alone:
            return None
    end = _list_end(reader, label)
    if end is None:
        return None
    # "V závere uvádzame kľúčové slová: ..." is a sentence.
    inside = label.signed and not line and not fresh and not capital
    if inside and (reader.is_verb(before) or _prose_follows(reader, end)):
        return None
    if not label.signed and end == label.end and tokens.skip_breaks(end) < len(tokens):
        alone = line and reader.at_line_end(label.end)
        if not alone:
            return None
    return LabelledList(_numbered(reader, label.start), label.end, end, label.language)


def _numbered(reader: PieceReader, start: int) -> int:
    """The token from which a label's number stands before it on its line: "1.1 Kľúčové slová"."""
    if not reader.at_line_start(start):
        return start
    while start > 0 and not reader.tokens.is_break(start - 1):
        start -= 1
    return start


def _prose_follows(reader: PieceReader, index: int) -> bool:
    tokens = reader.tokens
    words = sum(tokens.is_word(at) for at in range(index, min(len(tokens), index + 40)))
    return words > 3


def _list_end(reader: PieceReader, named: Label) -> int | None:
    """Behind the list of a label; the label's end if it is empty; None if it is prose."""
    tokens = reader.tokens
    start = named.end
    at = tokens.skip_breaks(start)
    end = start
    stops = 0  # items so far that a full stop ended
    while at < len(tokens):
        # Behind a separator the list goes on, whatever the next line looks like.
        goes_on = end > start and _parts_items(tokens, _last_word(tokens, end))
        if not goes_on and (tokens.word(at) == "\f" or "\f" in tokens.words[end:at]):
            break
        stop = _chunk_end(reader, at)
        label = next((i for i in range(at, stop) if _starts_part(reader, i)), None)
        if label is not None:
            stop = label
        if stop == at or (at > start and not goes_on and _starts_other(reader, at)):
            break
        near = tokens.word(at - 2) != "\n"
        small = end > start and tokens.is_word(at) and not tokens.capital(at)
        goes_on = goes_on or (near and small)
        dotted = near and stops >= _DOTTED
        reach = stop if goes_on else _sentence_end(reader, at, stop)
        if (goes_on or dotted) and not any(map(reader.is_verb, range(at, reach))):
            end, at = stop, tokens.skip_breaks(stop)
            stops += tokens.word(stop - 1) == "."
            if label is not None:
                break
            continue
        first = at == tokens.skip_breaks(start)
        parted = stops >= _DOTTED or _separator(tokens, start, at) is not None
        chunk = stop if first else _whole_chunk(reader, at, stop, parted)
        bare = not named.signed and not reader.at_line_start(named.start)
        if bare and any(map(reader.is_verb, range(at, chunk))):
            return None  # "Kľúčové slová dotazníka boli bolesť a spánok."
        cut = _prose_start(reader, at, chunk, first, signed=named.signed)
        if cut is None and not first and _parted_from_list(reader, start, at, stop):
            cut = at
        if cut is not None:
            if cut > at:
                end = cut
            elif at == start:
                return None  # what stands on the label's own line is a sentence
            break
        end = stop
        stops += tokens.word(stop - 1) == "."
        if label is not None:
            break
        at = tokens.skip_breaks(stop)
    return end


_DOTTED = 2  # items with a full stop, behind which another one without a verb is one, too


def _last_word(tokens: Tokens, end: int) -> int:
    """The last token before `end` that is no line end."""
    while end > 0 and tokens.is_break(end - 1):
        end -= 1
    return end - 1


def _parts_items(tokens: Tokens, at: int) -> bool:
    """Whether token `at` parts two items of a list; a hyphen does only with space around it."""
    word = tokens.word(at)
    if word == "-":
        return tokens.end(at - 1) < tokens.start(at) and tokens.end(at) < tokens.start(at + 1)
    return word in _SEPARATORS


_SOME_SEPARATORS = 2
_ITEM_OF_PROSE = 3.5  # words for each item, from which on a line may be a sentence's beginning
_LINE_OF_PROSE = 5  # words without a separator between: more than an item has


def _whole_chunk(reader: PieceReader, start: int, stop: int, parted: bool) -> int:
    """Behind the sentence of which the line from `start` to `stop` seems to be the beginning.

    `parted` says that stops or commas part the items so far: then a full line without one begins
    a sentence if that has a verb; else short lines are items.
    """
    tokens = reader.tokens
    words = [at for at in range(start, stop) if tokens.is_word(at)]
    separators = sum(_parts_items(tokens, at) for at in range(start, stop))
    end = _sentence_end(reader, start, stop)
    wrapped = parted and not separators and _is_full(tokens, start, stop)
    if wrapped and any(map(reader.is_verb, range(stop, end))):
        return end
    near = tokens.word(start - 2) != "\n"
    short = near and len(words) <= _LINE_OF_PROSE and not any(map(reader.is_verb, words))
    return stop if short or len(words) < _ITEM_OF_PROSE * (separators + 1) else end


def _is_full(tokens: Tokens, start: int, stop: int) -> bool:
    """Whether the line `start` to `stop` is about as wide as the next one: it was wrapped."""
    following = tokens.skip_breaks(stop)
    after = following
    while not tokens.is_break(after):
        after += 1
    width = tokens.end(stop - 1) - tokens.start(start)
    return after > following and 2 * width >= tokens.end(after - 1) - tokens.start(following)


def _sentence_end(reader: PieceReader, start: int, stop: int) -> int:
    """Behind the sentence that goes on from the line `start` to `stop`, over some lines at most."""
    tokens = reader.tokens
    end = stop
    while end < len(tokens) and end - start < 80 and tokens.word(end - 1) not in (".", "!", "?"):
        if tokens.is_break(end) and tokens.is_break(end + 1):
            break  # an empty line, or a page's end
        end = _chunk_end(reader, tokens.skip_breaks(end))
    return min(end, len(tokens))


def _parted_from_list(reader: PieceReader, start: int, at: int, stop: int) -> bool:
    """Whether the line from `at` on does without the separator of the list before it."""
    tokens = reader.tokens
    separator = _separator(tokens, start, at)
    words = sum(tokens.is_word(i) for i in range(at, stop))
    return (
        separator is not None and words >= _LINE_OF_PROSE and separator not in tokens.words[at:stop]
    )


def _separator(tokens: Tokens, start: int, stop: int) -> str | None:
    """The sign that parts the items of tokens `start` to `stop`; None where hardly any does."""
    signs = Counter(tokens.word(at) for at in range(start, stop) if _parts_items(tokens, at))
    separator, count = signs.most_common(1)[0] if signs else ("", 0)
    return separator if count >= _SOME_SEPARATORS else None


def _starts_part(reader: PieceReader, index: int) -> bool:
    """Whether a label, or a heading with its colon, starts at token `index`."""
    tokens = reader.tokens
    if not tokens.capital(index):
        return False
    piece = reader.read(index)
    if piece is not None and piece.kind is Kind.HEADING and tokens.word(piece.end - 1) == ":":
        return True
    label = read_label(tokens, reader.grammar, index)
    return label is not None and (label.signed or reader.at_line_start(index))


def _starts_other(reader: PieceReader, index: int) -> bool:
    """Whether another part of the page starts at token `index`, at the start of its line."""
    tokens = reader.tokens
    if not reader.at_line_start(index):
        # A labelled field on the list's own line: "..., plošina. Školiteľ: Mgr. Boris Lenčéš".
        piece = reader.read(index) if tokens.word(index - 1) == "." else None
        return piece is not None and piece.kind in (Kind.ROLE, Kind.FIELD)
    if reader.is_imprint(index) or tokens.word(index) == "©":
        return True
    code = reader.grammar.codes.at(tokens, index)
    if code is not None and tokens.word(code[1]) in (":", "("):
        return True
    stop = reader.grammar.stops.at(tokens, index)
    if stop is not None and tokens.capital(index) and reader.at_line_end(stop[1]):
        return True
    if reader.is_section(index):
        return True
    piece = reader.read(index)
    return piece is not None and piece.kind in _OTHER_KINDS


_OTHER_KINDS = (Kind.HEADING, Kind.ROLE, Kind.PERSON, Kind.FIELD, Kind.TITLE, Kind.PAGES)


def _chunk_end(reader: PieceReader, index: int) -> int:
    """Behind the line or sentence that starts at token `index`."""
    tokens = reader.tokens
    at = index
    while at < len(tokens) and not tokens.is_break(at):
        if at > index and _ends_sentence(reader, at):
            return at + 1
        at += 1
    return at


def _ends_sentence(reader: PieceReader, index: int) -> bool:
    tokens = reader.tokens
    if tokens.word(index) not in (".", "!", "?") or tokens.start(index + 1) == tokens.end(index):
        return False
    if reader.is_abbreviation(index - 1):
        return False
    return not tokens.is_number(index - 1) or not tokens.shape(index + 1).islower()


def _prose_score(
    reader: PieceReader, start: int, stop: int, first: bool, *, signed: bool
) -> tuple[float, int]:
    """How much a line or sentence is prose, and how many separators part it."""
    tokens = reader.tokens
    verbs = sum(map(reader.is_verb, range(start, stop)))
    words = sum(map(tokens.is_word, range(start, stop)))
    separators = sum(_parts_items(tokens, at) for at in range(start, stop))
    longest = _longest_run(tokens, start, stop)
    ends = tokens.word(stop - 1)
    score = 2.5 * verbs
    score += 3.0 if longest >= 8 else 1.0 if longest >= 6 else 0.0
    score += 1.5 * reader.opens_prose(start)
    score += _PROSE * (ends in ("?", "!"))
    score += 1.5 * (words > max(6, 4.5 * (separators + 1)))
    score += _PROSE * (not first and words >= 6 and not separators and ends == ".")
    score += 0.5 * (words >= 8 and ends == ".")
    if not first and tokens.word(start - 1) == "\n" and tokens.capital(start):
        score += 1.0 if tokens.word(start - 2) == "\n" else 0.5
    # Without a verb, what stands on the label's own line is a list whose separators are lost, and
    # what goes on behind its stop, or without one on the next line, is a long phrase. A word of a
    # list may look like a verb ("stála prevádzkareň").
    line = tokens.word(start - 1) == "\n" != tokens.word(start - 2) and ends != "."
    listed = first or line or tokens.word(start - 1) == "."
    most = 1 if first and signed and ends != "." else 0
    if listed and verbs <= most and not reader.opens_prose(start) and ends not in ("?", "!"):
        score = min(score, _PROSE - 1)
    # A list with a verb or a long phrase in it is a list all the same.
    if first and separators >= 3 and verbs <= 1 and longest < 12:
        score = min(score, _PROSE - 1)
    return score, separators


def _longest_run(tokens: Tokens, start: int, stop: int) -> int:
    """The most words between two separators."""
    run = longest = 0
    for at in range(start, stop):
        if _parts_items(tokens, at):
            run = 0
        elif tokens.is_word(at):
            run += 1
            longest = max(longest, run)
    return longest


def _prose_start(
    reader: PieceReader, start: int, stop: int, first: bool, *, signed: bool
) -> int | None:
    """Where prose starts in a line or sentence; None where it is all list.

    `first` says that the label stands right before, `signed` that it has a colon: a list is the
    likelier there.
    """
    score, separators = _prose_score(reader, start, stop, first, signed=signed)
    if first and separators >= _ITEMS_BEFORE_PROSE:
        sentence = _unstopped(reader, start, stop)
        if sentence is not None:
            return sentence
    if score < _PROSE:
        return None
    if separators:
        tokens = reader.tokens
        for at in range(start + 1, stop):
            if reader.opens_prose(at) and not _parts_items(tokens, at - 1):
                return at
    return start


_ITEMS_BEFORE_PROSE = 3  # separators of a list, behind which a sentence may start without a stop


def _unstopped(reader: PieceReader, start: int, stop: int) -> int | None:
    """Where a sentence starts in a list's last item: "..., manažment druhu Vlk dravý sa vrátil"."""
    tokens = reader.tokens
    verb = next((at for at in range(start, stop) if reader.is_verb(at)), start)
    last = max((at for at in range(start, verb) if _parts_items(tokens, at)), default=start)
    for at in range(last + 2, verb):
        if tokens.capital(at) and tokens.is_word(at - 1) and not tokens.capital(at - 1):
            return at
    return None
