"""The phrases of a keyphrase field before they are judged: its own part, split and cleaned."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from builder.clean.folding import fold
from builder.clean.language import Detector
from builder.clean.lexicon import Lexicon
from builder.clean.list_language import ListLanguage, slovak_sides
from builder.clean.list_sections import label_language, own_section, sections, without_ends
from builder.clean.list_words import ListWords, list_words
from builder.clean.phrases import clean_phrase, is_template
from builder.clean.splitting import count_words, split_field, split_item
from builder.clean.tagger import Tagger
from builder.options import CleanOptions
from builder.verdict import Reason, Reject


@dataclass(frozen=True, slots=True)
class KeyphraseTools:
    """What the stage `keyphrases` reads. Make it once: it remembers what it asked the detector."""

    lexicon: Lexicon
    detector: Detector
    tagger: Tagger
    words: ListWords = field(init=False)
    language: ListLanguage = field(init=False)

    def __post_init__(self) -> None:
        """Compile the patterns."""
        words = list_words(self.lexicon)
        object.__setattr__(self, "words", words)
        object.__setattr__(self, "language", ListLanguage(words, self.detector, self.lexicon.knows))


def candidates(
    items: tuple[str, ...], options: CleanOptions, tools: KeyphraseTools, *, tail: bool = False
) -> tuple[str, ...] | Reject:
    """The phrases of a field before they are tagged: split, cleaned, in the list's language."""
    words, language = tools.words, tools.language
    shown = tuple(_WRAPPED_PAGE.sub("\n", item) for item in items if item.strip())
    if len(shown) > 1 and is_template(
        shown, words
    ):  # here too: "kľúčové slovo 1" is also a label and a page
        return Reject(Reason.TEMPLATE_KEYPHRASES, ", ".join(shown))
    if len(shown) == 1:
        pieces = _field_pieces(shown[0], options, tools, tail=tail)
    else:
        pieces = _item_pieces(shown, options, tools)
    if isinstance(pieces, Reject):
        return pieces
    if is_template(pieces, words):
        return Reject(Reason.TEMPLATE_KEYPHRASES, ", ".join(pieces))
    pieces = slovak_sides(_unnumbered(pieces), language)
    cleaned = (_without_lead(clean_phrase(piece, words), words) for piece in pieces)
    phrases = _without_whole(tuple(filter(None, cleaned)))
    if not phrases:
        return Reject(Reason.NO_KEYPHRASES, "nothing but labels, signs and numbers")
    return language.own_half(phrases)


# A page that ends inside a phrase: a list that has ended is followed by a capital or a number.
_WRAPPED_PAGE = re.compile(r"[ \t\n]*\f\s*(?=[a-záäčďéíĺľňóôŕšťúýž(])")


def _field_pieces(
    text: str, options: CleanOptions, tools: KeyphraseTools, *, tail: bool
) -> tuple[str, ...] | Reject:
    """The pieces of a field that is shown in one."""
    part = own_section(text, tools.words)
    own = _unwrapped(without_ends(part.text, tools.words, tail=tail)) if part else ""
    own = _own_lines(own, tools.language, tools.words, options)
    if len(own) > options.max_field:
        return Reject(Reason.FIELD_TOO_LONG, f"{len(own)} characters")
    split = split_field(own, tools.words, options.max_words)
    if split.separator == "none" and count_words(own) > options.max_words:
        return Reject(Reason.UNSPLITTABLE_LIST, own)
    if torn := _swallowed_line(own, split.pieces, options):
        return Reject(Reason.UNSPLITTABLE_LIST, f"lines read by columns: {torn}")
    return split.pieces


def _item_pieces(
    shown: tuple[str, ...], options: CleanOptions, tools: KeyphraseTools
) -> tuple[str, ...] | Reject:
    """The pieces of a field that the register shows as several items."""
    own = _own_items(_rejoined(shown), tools.words)
    longest = max(map(len, own), default=0)
    if longest > options.max_field:
        return Reject(Reason.FIELD_TOO_LONG, f"{longest} characters in one item")
    return tuple(
        piece for item in own for piece in split_item(item, tools.words, options.max_words)
    )


def _unwrapped(text: str) -> str:
    """A list without the parentheses or brackets around the whole of it."""
    inner = text.strip().rstrip(".")
    if inner[:1] + inner[-1:] in ("()", "[]") and not any(c in "()[]" for c in inner[1:-1]):
        return inner[1:-1]
    return text


def _own_lines(text: str, language: ListLanguage, words: ListWords, options: CleanOptions) -> str:
    """Of two lists, one on the lines above and one below, or one on each side of a slash."""
    for pattern in (r"\n\s*\n", r"\n", r"\s/\s|\s//\s?|\s\|\s"):
        breaks = list(re.finditer(pattern, text))
        if len(breaks) > 12:
            continue
        for cut in breaks:
            first, second = text[: cut.start()], text[cut.end() :]
            if first.rstrip().endswith((",", ";")):
                continue  # the list goes on
            counts = sorted(_count(part, words, options) for part in (first, second))
            if counts[0] < max(2, counts[1] / 2):  # both are the same list
                continue
            for own, other in ((first, second), (second, first)):
                if language.whole([own]) and language.other([other]):
                    return own.strip()
    return text


def _count(text: str, words: ListWords, options: CleanOptions) -> int:
    return len(split_field(text, words, options.max_words).pieces)


def _swallowed_line(text: str, pieces: tuple[str, ...], options: CleanOptions) -> str | None:
    """A piece too long for a phrase, with a whole line of several words in it.

    It shows a page that was read by columns, "Sociálna Ľudia zdravotná⏎práca, bez domova,
    starostlivosť": the first halves stand on a line of their own, without a separator.
    """
    lines = [" ".join(line.split()) for line in text.split("\n")]
    for piece in pieces:
        plain = " ".join(piece.split())
        if count_words(plain) > options.max_words and any(
            count_words(line) > 2 and line in plain and line != plain for line in lines
        ):
            return plain
    return None


def _rejoined(items: tuple[str, ...]) -> tuple[str, ...]:
    """Items that were split at a comma inside parentheses or a chemical name, joined again."""
    joined: list[str] = []
    for item in items:
        before = joined[-1] if joined else ""
        if before.count("(") > before.count(")") and item.count(")") > item.count("("):
            joined[-1] = f"{before}, {item.strip()}"
        elif re.fullmatch(r"\s*(?:\d{1,2}|N|O)", before) and re.match(r"\s*(?:\d{1,2}|N|O)-", item):
            joined[-1] = f"{before.strip()},{item.strip()}"
        else:
            joined.append(item)
    return tuple(joined)


def _own_items(items: tuple[str, ...], words: ListWords) -> tuple[str, ...]:
    """Items without labels; where labels name languages, the items of the list's own."""
    found: list[tuple[str | None, str]] = []
    language: str | None = None
    for item in items:
        parts = sections(item, words)
        for part in parts:
            language = part.language or language
            found.append((language, part.text))
        if not parts and words.label.search(fold(item)):
            language = label_language(fold(item), words) or language
    own = [text for code, text in found if code in (None, words.language)]
    kept = own or [text for _, text in found]
    return tuple(text for item in kept if (text := without_ends(item, words, tail=False)))


def _unnumbered(pieces: tuple[str, ...]) -> tuple[str, ...]:
    """Pieces without their numbers, where all are numbered in order: "1. rybník", "II. kapor"."""
    for pattern, numerals in ((_NUMBERED, _NUMBERS), (_ROMAN_NUMBERED, _ROMAN_NUMBERS)):
        found = [pattern.match(piece) for piece in pieces]
        numbers = [match.group(1) for match in found if match]
        if len(numbers) >= 3 and numbers == numerals[: len(pieces)]:
            return tuple(piece[m.end() :] for piece, m in zip(pieces, found, strict=True) if m)
    return pieces


_NUMBERED = re.compile(r"\s*\(?(\d{1,2})(?:[.)]\s*|\s+)(?=[^\W\d])")
_NUMBERS = list(map(str, range(1, 100)))
_ROMAN_NUMBERED = re.compile(r"\s*\(?([IVX]+)[.)]\s+(?=\S)")
_ROMAN_NUMBERS = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX".split()


def _without_lead(phrase: str, words: ListWords) -> str:
    """No conjunction in front: "..., reklama, a predaj"; Latin "a priori" keeps its own."""
    parts = phrase.split()
    if (
        len(parts) > 1
        and parts[0].islower()
        and parts[0].isalpha()
        and fold(parts[0]) in words.conjunctions
        and fold(parts[1]) not in words.after_latin_a
    ):
        return " ".join(parts[1:])
    return phrase


def _without_whole(phrases: tuple[str, ...]) -> tuple[str, ...]:
    """No phrase that is only the others in a row: the unsplit field beside its own items."""
    if len(phrases) < 4:
        return phrases
    return tuple(
        phrase for phrase in phrases if not (count_words(phrase) >= 3 and _covers(phrase, phrases))
    )


def _covers(phrase: str, phrases: tuple[str, ...]) -> bool:
    rest = fold(phrase)
    others = [fold(other) for other in phrases if other != phrase]
    used = 0
    for other in sorted(others, key=len, reverse=True):
        if re.search(rf"(?<!\w){re.escape(other)}(?!\w)", rest):
            rest = rest.replace(other, " ", 1)
            used += 1
    return used >= 3 and not any(c.isalnum() for c in rest)
