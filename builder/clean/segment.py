"""Stage 3: a field's header is cut, its keyphrase lists are taken out, its languages parted.

Paper, section 4.2 (2) and (3), appendix B: metadata "typically starting with the author's name or
'ABSTRACT' and ending with the publication year" is trimmed, and keyphrases appended to abstracts
are recovered and removed. How is not said there. Ours reads a field as a sequence of parts, each
`[heading] [header] [list] abstract [list]`, in any of the languages of the data file.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field, replace

from builder.clean.folding import fold
from builder.clean.grammar import Facts, Grammar, Kind
from builder.clean.header import read_header
from builder.clean.layout import strip_page_marks, unwrap
from builder.clean.lexicon import Lexicon
from builder.clean.lists import LabelledList, find_lists
from builder.clean.pieces import PieceReader
from builder.clean.tokens import Tokens
from builder.options import CleanOptions
from builder.record import Draft, Note, Passage
from builder.verdict import Keep, Reason, Reject, Stage, Verdict

_HEADER_REACH = 60  # tokens behind a name in which a header shows that it is one
_PAGE_BEHIND = re.compile(r"(?<=[.,;])[ \t]+\d{1,3}$")  # "..., úroda. 5": a page, no keyphrase
_PARAGRAPH = 150  # characters: a shorter stretch in another language is a quotation or a name


def segment(draft: Draft, options: CleanOptions, lexicon: Lexicon) -> Verdict:
    """Cut each abstract field into its parts; reject a record that has no abstract in any.

    Args:
        draft: a repaired record.
        options: not asked; every stage takes them.
        lexicon: the words of the language of the pages.
    """
    del options
    passages: list[Passage] = []
    notes: list[Note] = []
    grammar = Grammar.of(lexicon)
    facts = Facts.of(draft.title, draft.raw, grammar)
    for passage in draft.passages:
        parts, cuts = cut_field(passage.text, grammar, facts)
        notes += cuts
        if len(parts) == 1 and parts[0].keyphrases is None:
            parts = [replace(parts[0], keyphrases=passage.keyphrases, label=passage.label)]
        passages += parts
    whole = [passage for passage in passages if passage.text]
    if not whole:
        seen = "none on the page" if not passages else "a header or keyphrases only"
        return Reject(Reason.NO_ABSTRACT, seen)
    return Keep(replace(draft, passages=tuple(whole), notes=(*draft.notes, *notes)))


def cut_field(text: str, grammar: Grammar, facts: Facts) -> tuple[list[Passage], list[Note]]:
    """The passages of one abstract field, and a note for each thing that was cut from it."""
    notes: list[Note] = []
    parts = _read_field(Tokens.of(text), grammar, facts, notes)
    # What was cut once is not to be cut again by a later run: go on until nothing changes.
    settled = [
        replace(passage, text=_settled(part, text, grammar, facts))
        for part, passage in zip(parts, _passages(parts), strict=True)
    ]
    return settled, notes


def _settled(part: _Part, field_text: str, grammar: Grammar, facts: Facts) -> str:
    """A part's text cut until a cut changes nothing; at once if the field held nothing else."""
    while part.text and part.text != field_text:
        again = _read_field(part.tokens or Tokens.of(part.text), grammar, facts, [])
        # Each round takes characters away, or makes line ends spaces: it comes to an end.
        if len(again) != 1 or again[0].text == part.text:
            break
        part = again[0]
    return part.text


@dataclass(slots=True)
class _Part:
    """A part that is being read: paragraphs of one language, and the lists beside them.

    Attributes:
        text: the paragraphs, one a line.
        tokens: of the text, where it stands on one line of the field as it is; else None.
        language: of the paragraphs, as far as function words tell.
        lists: the keyphrase lists beside them, each with the language that its label names.
    """

    text: str = ""
    tokens: Tokens | None = None
    language: str | None = None
    lists: list[tuple[str, str | None]] = field(default_factory=list)


def _read_field(tokens: Tokens, grammar: Grammar, facts: Facts, notes: list[Note]) -> list[_Part]:
    reader = PieceReader(tokens, grammar, facts)
    parts = [_Part()]
    at = 0
    fresh = False  # a part may start here
    for found in [*find_lists(reader), None]:
        stop = len(tokens) if found is None else found.start
        for first, last, breaks in _regions(reader, at, stop):
            _read_region(reader, first, last, parts, fresh or breaks, notes)
            fresh = False
        if found is not None:
            _take_list(reader, found, parts, notes)
            at = found.end
            fresh = tokens.word(at) == "\f" or "\f" in tokens.words[at : tokens.skip_breaks(at)]
    return parts


def _regions(reader: PieceReader, start: int, stop: int) -> list[tuple[int, int, bool]]:
    """Tokens `start` to `stop` parted at headings: (first, last, whether a heading opens it)."""
    tokens = reader.tokens
    regions: list[tuple[int, int, bool]] = []
    first = start
    opened = False
    lines = tokens.line_starts
    for index in lines[bisect_right(lines, start) : bisect_left(lines, stop)]:
        other = reader.grammar.stops.at(tokens, index)
        if other is not None and tokens.capital(index) and reader.at_line_end(other[1]):
            regions.append((first, index, opened))
            return regions
        if _opens_part(reader, first, index):
            regions.append((first, index, opened))
            first, opened = index, True
    regions.append((first, stop, opened))
    return regions


def _opens_part(reader: PieceReader, first: int, index: int) -> bool:
    """Whether a heading, or a header behind the prose from `first` on, starts at token `index`."""
    piece = reader.read(index)
    if piece is None:
        return False
    if piece.kind is Kind.HEADING:
        return True
    if piece.kind is not Kind.PERSON:
        return False
    stop = min(piece.end + _HEADER_REACH, len(reader.tokens))
    kinds = {found.kind for at in range(piece.end, stop) if (found := reader.read(at))}
    if len(kinds & {Kind.TYPE, Kind.SCHOOL, Kind.ROLE}) < 2:
        return False
    return any(map(reader.is_verb, range(read_header(reader, first, index).end, index)))


def _read_region(
    reader: PieceReader, first: int, stop: int, parts: list[_Part], breaks: bool, notes: list[Note]
) -> None:
    """Take one stretch without lists into `parts`: its header is cut, its prose kept."""
    tokens, grammar = reader.tokens, reader.grammar
    marks = grammar.page_lines
    header = read_header(reader, first, stop)
    if header.end > first:
        cut = tokens.text[tokens.start(first) : tokens.start(header.end)].strip()
        notes.append(Note(Stage.SEGMENT, "header-cut", cut))
    lines = tokens.line_starts
    last = lines[max(0, bisect_left(lines, stop) - 1)] if lines else stop
    if header.end <= last < stop and reader.is_imprint(last):
        stop = last
    raw = tokens.text[tokens.start(header.end) : tokens.start(stop)]
    opened = breaks or header.end > first
    opens = header.end > first and not tokens.is_break(header.end - 1)
    stripped = strip_page_marks(raw, marks, opened=opens)
    for body, language in _by_language(unwrap(stripped, marks), grammar):
        current = parts[-1]
        if current.text and not _continues(current, language, opened):
            current = _Part()
            parts.append(current)
        current.tokens = None
        if not current.text and body == raw.strip():
            current.tokens = _tokens_of(reader, header.end, stop)
        current.text = f"{current.text}\n{body}" if current.text else body
        current.language = current.language or language
        opened = False


def _by_language(body: str, grammar: Grammar) -> list[tuple[str, str | None]]:
    """`body` parted between paragraphs of far languages, each part with its language.

    Near languages are not told apart in a paragraph: a Czech sentence may close a Slovak abstract.
    """
    if not body:
        return []
    paragraphs = [part for line in body.split("\n") for part in _far_ends(line, grammar)]
    if len(paragraphs) == 1:
        return [(body, grammar.glance(body))]
    parts: list[tuple[list[str], str | None]] = []
    for paragraph in paragraphs:
        language = grammar.glance(paragraph) if len(paragraph) >= _PARAGRAPH else None
        far = language if language in grammar.far else None
        if parts and (language is None or (parts[-1][1] in grammar.far) == (far is not None)):
            parts[-1][0].append(paragraph)
        else:
            parts.append(([paragraph], language))
    return [("\n".join(lines), grammar.glance("\n".join(lines))) for lines, _ in parts]


def _tokens_of(reader: PieceReader, first: int, stop: int) -> Tokens | None:
    """The tokens from `first` to `stop` without the line ends around them; None if others stand
    between."""
    tokens = reader.tokens
    while first < stop and tokens.is_break(first):
        first += 1
    while stop > first and tokens.is_break(stop - 1):
        stop -= 1
    inside = tokens.line_starts
    if bisect_right(inside, first) < bisect_left(inside, stop) or first == stop:
        return None
    return tokens.part(first, stop)


_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=([^\W\d_a-z][^\W\d_]*))")
_FAR_WORDS = 6  # function words of a far language, fewer than which make no stretch


def _far_ends(line: str, grammar: Grammar) -> list[str]:
    """`line` parted where a heading stands between a near and a far language, line ends being lost.

    "... do štyroch rokov. Abstract The state supports research ...": both sides must be clear.
    """
    if len(line) < 2 * _PARAGRAPH or grammar.far_words(line) < _FAR_WORDS:
        return [line]
    openings = grammar.headings.openings
    for cut in _SENTENCE.finditer(line):
        if fold(cut.group(1)) not in openings:
            continue
        parts = line[: cut.start()], line[cut.end() :]
        far = [grammar.glance(part) in grammar.far for part in parts]
        if min(map(len, parts)) >= _PARAGRAPH and far[0] != far[1]:
            return list(parts)
    return [line]


def _continues(part: _Part, language: str | None, opened: bool) -> bool:
    """Whether a stretch without a heading or header of its own goes on with `part`."""
    return not opened and (language is None or part.language is None or language == part.language)


def _take_list(
    reader: PieceReader, found: LabelledList, parts: list[_Part], notes: list[Note]
) -> None:
    tokens = reader.tokens
    raw = tokens.text[tokens.start(found.items) : tokens.start(found.end)]
    stripped = strip_page_marks(raw, reader.grammar.page_lines, listed=True)
    items = _PAGE_BEHIND.sub("", stripped.strip(" \t\n\f"))
    cut = tokens.text[tokens.start(found.start) : tokens.start(found.end)].strip()
    notes.append(Note(Stage.SEGMENT, "list-cut", cut))
    if items:
        parts[-1].lists.append((items, found.language))


def _passages(parts: list[_Part]) -> list[Passage]:
    """The parts with the list that is each one's own: in its language, else the nearest."""
    passages: list[Passage] = []
    for part in parts:
        own = next((item for item in part.lists if item[1] == part.language), None)
        if own is None:
            own = next(
                (
                    item
                    for other in parts
                    if other is not part and other.language != part.language
                    for item in other.lists
                    if item[1] == part.language and item[1] is not None
                ),
                None,
            )
        if own is None and part.lists:
            own = part.lists[0]
        items, label = own if own is not None else (None, None)
        passages.append(Passage(part.text, items, label))
    return passages
