"""Splits one keyphrase field into its phrases, at one kind of separator (NOISE, part 3).

A field is a list that a register or an abstract's tail shows in one piece. The separator is chosen
once for the whole field, in a fixed order: lines where every line is an item; `;`; bullets and
dashes between spaces; slashes; `,`; `. `. What only looks like a separator is masked first: dots of
abbreviations, initials and ordinals, commas of decimals and of chemical names, and everything
inside parentheses. The paper does not say how it split; on 84 real fields one separator a field
gave 78 exact lists, splitting at all of them 69.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from builder.clean.folding import fold
from builder.clean.list_words import ListWords

# Whether the places where a separator stands part a list: (places, masked text, text, most words).
Fits = Callable[[list[re.Match[str]], str, str, int], bool]

# Stands for a character that separates nothing.
_MASK = "\x00"
_CAPITAL = "A-ZÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽŘĚŮÖÜ"
_SMALL = "a-záäčďéěíĺľňóôöőŕřšťúůüűýž"
_PARENTHESES = re.compile(r"\([^()]{1,120}\)|\[[^\[\]]{1,120}\]|„[^„“”]{1,120}[“”]")
_DECIMAL = re.compile(r"(?<![\w,])\d+(,)\d+(?=\s*[%‰°]|\s+[a-zμ]{1,3}\b)")
# Locants: "1,2-dichlóretán", "N,N-dimetyl", "2,4-D", "α,β-nenasýtené".
_LOCANTS = re.compile(
    r"(?<![\w,])(?:\d{1,2}[a-z]?['′]?|[NOSPCα-ω])(?:,(?:\d{1,2}[a-z]?['′]?|[NOSPCα-ω]))+(?=-)"
)
_INITIAL = re.compile(rf"(?<!\w)[{_CAPITAL}](\.)(?=\s*[{_CAPITAL}])")
_ABBREVIATED = re.compile(r"(\w+)\.(?=\s*(\d?))")
_ORDINAL = re.compile(r"(?<![\w.])(?:\d{1,3}|[IVXL]+)(\.)(?=\s+(\w+))")
_NUMBER = re.compile(r"(?<!\S)\(?(\d{1,2})[.)](?=\s)")
_LETTER = re.compile(r"(?<!\S)\(?([a-z])\)(?=\s)")
_BULLET = re.compile(
    r"\s*(?:[•·∙▪◦●○■□►➢✓*‣\uf0b7\uf0a7]|[-–—](?=\s)|\(?\d{1,2}[.)](?=\s)|[a-z]\)(?=\s))\s*"
)


@dataclass(frozen=True, slots=True)
class Split:
    """A split field.

    Attributes:
        pieces: the phrases as they stand, neither trimmed of stops nor checked.
        separator: which kind was chosen ("comma", "dot", ...); "none" where there is none.
    """

    pieces: tuple[str, ...]
    separator: str


def split_field(text: str, words: ListWords, max_words: int) -> Split:
    """Split a whole field.

    Args:
        text: the field, without labels and page numbers; its lines kept.
        words: of the language.
        max_words: how many words a phrase has at most; what is longer must still be a list.
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    by_lines = _item_lines(lines, max_words, words)
    if by_lines:
        return Split(by_lines, "newline")
    joined = join_lines(lines, words)
    split = _split_line(joined, words, max_words)
    if split.separator == "none":
        return split
    # A piece that is too long for a phrase is split further if it still holds a list.
    pieces: list[str] = []
    for piece in split.pieces:
        inner = _split_line(piece, words, max_words)
        if count_words(piece) > max_words and inner.separator in _LIST_MARKS:
            pieces.extend(inner.pieces)
        else:
            pieces.append(piece)
    return Split(tuple(pieces), split.separator)


# What a phrase hardly ever holds, other than dashes and slashes.
_LIST_MARKS = ("semicolon", "bullet", "comma", "dot")


def split_item(text: str, words: ListWords, max_words: int) -> tuple[str, ...]:
    """Split one of several items only if it holds a list of its own; a company is none."""
    name, comma, form = text.partition(",")
    if comma and name.strip() and words.compounds.fullmatch(fold(form.strip())):
        return (text.strip(),)  # "Alfa, s. r. o."
    split = split_field(text, words, max_words)
    if split.separator in ("dash", "slash") and count_words(text) <= max_words + 1:
        return (join_lines([line.strip() for line in text.split("\n") if line.strip()], words),)
    return split.pieces


def count_words(phrase: str) -> int:
    """Whitespace-separated words that hold a letter or digit."""
    return sum(any(c.isalnum() for c in word) for word in phrase.split())


def join_lines(lines: list[str], words: ListWords) -> str:
    """Wrapped lines as one; a line break that ends an item becomes that item's separator.

    A line break is nearly always a wrap. It ends an item where every item of the list begins with
    a capital and the next line does too: "Reklama, Predaj⏎Cena, Trh".
    """
    joined = ""
    capitals = _capital_items(lines)
    for line in lines:
        if not joined:
            joined = line
        elif re.search(r"\w[-\u2011]$", joined) and line[:1].islower():
            joined += line
        elif capitals and re.match(rf"[{_CAPITAL}][{_SMALL}]", line) and joined[-1].isalnum():
            joined += f", {line}"
        else:
            joined += f" {line}"
    return joined


@lru_cache(maxsize=256)
def mask(text: str, words: ListWords) -> str:
    """`text` with every character that separates nothing replaced, positions unchanged."""
    masked = list(text)

    def hide(start: int, end: int) -> None:
        masked[start:end] = _MASK * (end - start)

    for pattern in (_PARENTHESES, _LOCANTS):
        for match in pattern.finditer(text):
            hide(*match.span())
    for match in _DECIMAL.finditer(text):
        hide(*match.span(1))
    folded = fold(text)
    for match in words.compounds.finditer(folded):
        # Before a capital, its last dot also ends a phrase: "Konateľ s. r. o. Podiel."
        ends = re.match(rf"\s+[{_CAPITAL}]", text[match.end() :])
        hide(match.start(), match.end() - 1 if ends else match.end())
    for match in _ABBREVIATED.finditer(folded):
        word, digit = match.groups()
        if word in words.abbreviations or (digit and word in words.numbering):
            hide(match.end() - 1, match.end())
    for match in _INITIAL.finditer(text):
        before = folded[: match.start()].split()
        if not before or before[-1] not in words.lettered:
            hide(*match.span(1))
    for match in _ORDINAL.finditer(text):
        if _is_ordinal(match, folded, words):
            hide(*match.span(1))
    return "".join(masked)


def _is_ordinal(match: re.Match[str], folded: str, words: ListWords) -> bool:
    following = fold(match.group(2))
    if following.startswith(words.after_ordinal):
        return True
    before = folded[: match.start()].split()
    starts_piece = not before or before[-1][-1] in ",;.:–-"
    small = match.group(2)[0].islower()
    return small and (starts_piece or before[-1] in words.prepositions)


# Several ways of reading a field are tried, and most of them ask for the same pieces again.
@lru_cache(maxsize=256)
def _split_line(text: str, words: ListWords, max_words: int) -> Split:
    masked = mask(text, words)
    for name, needs, pattern, fits in _SEPARATORS:
        if needs and not any(sign in text for sign in needs):
            continue
        # An item's number looks like an ordinal.
        matches = list(pattern.finditer(text if name in _ENUMERATED else masked))
        if matches and fits(matches, masked, text, max_words):
            pieces = _cut(text, matches)
            if pieces:
                return Split(pieces, name)
    return Split((text.strip(),) if text.strip() else (), "none")


_ENUMERATED = ("number", "letter")


def _cut(text: str, matches: list[re.Match[str]]) -> tuple[str, ...]:
    starts = [0, *(match.end() for match in matches)]
    ends = [*(match.start() for match in matches), len(text)]
    pieces = (text[start:end].strip() for start, end in zip(starts, ends, strict=True))
    return tuple(piece for piece in pieces if piece)


def _any(matches: list[re.Match[str]], masked: str, text: str, max_words: int) -> bool:
    return True


def _inner(matches: list[re.Match[str]], masked: str, text: str, max_words: int) -> bool:
    """At least one with something behind it: a full stop at the end separates nothing."""
    return any(masked[match.end() :].strip() for match in matches)


def _twice(matches: list[re.Match[str]], masked: str, text: str, max_words: int) -> bool:
    return len(matches) >= 2


def _consecutive(matches: list[re.Match[str]], masked: str, text: str, max_words: int) -> bool:
    """Numbers of items count up from 1."""
    numbers = [int(match.group(1)) for match in matches]
    return len(numbers) >= 3 and numbers == list(range(1, len(numbers) + 1))


def _alphabetic(matches: list[re.Match[str]], masked: str, text: str, max_words: int) -> bool:
    """Letters of items go on from a: "a) rybník b) kapor c) hrádza"."""
    letters = "".join(match.group(1) for match in matches)
    return len(letters) >= 3 and "abcdefghijklmnopqrstuvwxyz".startswith(letters)


def _hashed(matches: list[re.Match[str]], masked: str, text: str, max_words: int) -> bool:
    """A hash opens the field and each item: "#rybník #kapor"."""
    return len(matches) >= 2 and text.startswith("#")


def _dashes(matches: list[re.Match[str]], masked: str, text: str, max_words: int) -> bool:
    """A dash between spaces also stands inside phrases ("vzťah matka – dieťa").

    It separates where there is hardly a comma, and where the field has two of them, or is too
    long for one phrase.
    """
    commas = masked.count(",")
    if commas:
        return len(matches) >= 3 and len(matches) > 2 * commas
    return len(matches) >= 2 or count_words(text) > max_words


def _alone(matches: list[re.Match[str]], masked: str, text: str, max_words: int) -> bool:
    """A sign that may stand in a phrase separates only often, and where nothing else does."""
    return len(matches) >= 3 and not re.search(r"[,;]", masked)


def _slashes(matches: list[re.Match[str]], masked: str, text: str, max_words: int) -> bool:
    """A slash also stands for "or" ("a/alebo", "km/h"): it separates only alone and often."""
    if "," in masked or re.search(r"\.\s", masked):
        return False
    spaced = sum(match.group().strip() != match.group() for match in matches)
    return len(matches) >= 3 or (spaced >= 1 and count_words(text) > max_words)


_SOME_STOPS = 2  # lines that end with a stop or comma: fewer are an author's slips


def _item_lines(lines: list[str], max_words: int, words: ListWords) -> tuple[str, ...]:
    """The items where every line is one, or where each begins with a bullet; else none."""
    if len(lines) < 2:
        return ()
    bulleted = _bulleted(lines)
    if bulleted:
        return bulleted
    masked_ends = [mask(line, words) for line in lines[:-1]]
    masked = [mask(line, words).strip(" .,;") for line in lines]
    if any(re.search(r"[;,•·|]|\.\s|\s[-–—]\s|^[-–—/]$", line) for line in masked):
        return ()
    stops = sum(line[-1] in ",;." for line in masked_ends)
    stopped = len(lines) >= 3 and stops == len(lines) - 1
    if stops >= _SOME_STOPS and not stopped:
        return ()  # the stops end the items, the line ends are wraps
    return tuple(lines) if stopped or _are_items(lines, max_words, words) else ()


def _bulleted(lines: list[str]) -> tuple[str, ...]:
    bullets = [_BULLET.match(line) for line in lines]
    if not bullets[0] or sum(map(bool, bullets)) < max(2, len(lines) / 2):
        return ()
    items: list[str] = []
    for line, bullet in zip(lines, bullets, strict=True):
        if bullet:
            items.append(line[bullet.end() :])
        else:
            items[-1] += f" {line}"
    return tuple(item.strip() for item in items if item.strip())


_LONE_INITIAL = re.compile(rf"[{_CAPITAL}]\.")


def _are_items(lines: list[str], max_words: int, words: ListWords) -> bool:
    """Whether lines without any separator are items: short ones, none of them torn."""
    function_words = words.prepositions | words.conjunctions
    ends = (fold(word) for line in lines for word in (line.split()[0], line.split()[-1]))
    return (
        len(lines) >= 4
        and not any(map(_LONE_INITIAL.fullmatch, lines))
        and all(count_words(line) <= max_words for line in lines)
        and function_words.isdisjoint(ends)
    )


def _capital_items(lines: list[str]) -> bool:
    """Whether every comma-separated item inside the lines begins with a capital letter."""
    items = [item.strip() for line in lines for item in line.split(",")[1:] if item.strip()]
    if len(items) < 3:
        return False
    return all(item[0].isupper() or not item[0].isalpha() for item in items)


# In the order in which they are tried: a separator, the signs of which one must stand in the text
# (empty: any may do), its pattern, and whether what it found parts a list.
_SEPARATORS: tuple[tuple[str, str, re.Pattern[str], Fits], ...] = tuple(
    (name, needs, re.compile(pattern), fits)
    for name, needs, pattern, fits in (
        ("semicolon", ";", r";", _any),
        ("bullet", "•·∙▪◦●■►➢‣|\uf0b7\uf0a7\t", r"\s*[•·∙▪◦●■►➢‣|\uf0b7\uf0a7]+\s*|\t+", _any),
        ("number", "", _NUMBER.pattern, _consecutive),
        ("letter", ")", _LETTER.pattern, _alphabetic),
        ("hash", "#", r"(?<!\S)#(?=[^\W\d_])", _hashed),
        ("dash", "-–—", r"\s+[-–—]+\s+|\s*—\s*|(?<=\w)\s*--+\s*", _dashes),
        ("half-dash", "-–—", r"\s+[-–—](?=\w)|(?<=\w)[-–—]\s+", _alone),
        ("slash", "/", r"\s*/\s*", _slashes),
        ("comma", ",", r",", _any),
        ("dot", ".", r"\.(?=\s|$)", _inner),
        ("sign", "_+", r"(?<=[^\W_])_(?=[^\W_])|(?<=\w\w)\+(?=\w\w)", _alone),
        ("space", "", r"\s{2,}", _inner),
        ("bare-dot", ".", rf"(?<=[{_SMALL}]{{3}})\.(?=[{_SMALL}]{{3}})", _twice),
    )
)
