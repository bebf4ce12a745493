"""What a broken word may have been: the readings of it that the dictionary knows."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product

from builder.clean.folding import fold
from builder.clean.lexicon import Lexicon

# Names, titles and loan words come again and again: what was asked of them is remembered.
_KNOWN = 1 << 14

_OCR = re.compile(
    r"[^\W\d_]*(?:[a-záäčďéěíĺľňóôöőŕřšťúůüűýž][0-9]+[a-záäčďéěíĺľňóôöőŕřšťúůüűýž]|(?<![\w])[01][a-záäčďéěíĺľňóôöőŕřšťúůüűýž]{2})[^\W_]*|[a-záäčďéěíĺľňóôöőŕřšťúůüűýž]{2,}[01](?![\w])"
)


# A whole word with a digit: `_OCR` finds the same in it as in the text around it.
_DIGIT_WORD = re.compile(r"(?<!\w)[^\W\d]*+\d\w*+")
_DIGITS = re.compile("[0-9]+")


def read_digits(text: str, lexicon: Lexicon) -> list[str]:
    """The words with digits that are words of the dictionary with letters for them."""
    if not any(_touches_letter(match, text) for match in _DIGITS.finditer(text)):
        return []
    words = [word for word in _DIGIT_WORD.findall(text) if not word.isdigit()]
    letters = _digit_letters(lexicon)
    found = [match.group() for word in words for match in _OCR.finditer(word)]
    return [word for word in found if _knows_read(word, letters, lexicon)]


def _touches_letter(match: re.Match[str], text: str) -> bool:
    start, end = match.span()
    return text[end : end + 1].isalpha() or text[max(0, start - 1) : start].isalpha()


_STAND_IN = re.compile(r"[^\W\d_]*(?:[_*#~^|]+[^\W\d_]+)+")
_SIGN = re.compile(r"[^\w]|_")


def read_signs(text: str, lexicon: Lexicon) -> list[str]:
    """The words with one or two signs that are words of the dictionary with letters for them."""
    return [word for word in _STAND_IN.findall(text) if _knows_restored(word, lexicon)]


def _knows_restored(word: str, lexicon: Lexicon) -> bool:
    signs = _SIGN.findall(word)
    if not 1 <= len(signs) <= 2 or len(word) < 4:
        return False
    pattern = _SIGN.sub("{}", word)
    letters = lexicon.marked_letters
    return any(lexicon.knows(pattern.format(*r)) for r in product(letters, repeat=len(signs)))


_PAIR = re.compile(r"(?<![^\W\d_])(?=([^\W\d_]+) ([^\W\d_]+)(?![^\W\d_]))")


def torn_words(text: str, lexicon: Lexicon) -> list[str]:
    """Neighbours that are one word of the dictionary together, and not both words apart."""
    return [
        f"{first} {second}"
        for first, second in _PAIR.findall(text)
        if second.islower()
        and not (lexicon.knows(first) and lexicon.knows(second))
        and lexicon.knows(first + second)
    ]


@lru_cache(maxsize=4)
def _digit_letters(lexicon: Lexicon) -> dict[str, str]:
    table = lexicon.tables["repair"]["digit_letters"]
    return {str(digit): str(letters) for digit, letters in table.items()}


def _knows_read(word: str, letters: dict[str, str], lexicon: Lexicon) -> bool:
    """Whether `word` is a word of the dictionary once its digits are read as letters."""
    readings = [""]
    for character in word:
        options = letters.get(character, character) if character.isdigit() else character
        readings = [reading + option for reading in readings for option in options]
        if len(readings) > 64:
            return False
    return any(len(reading) > 2 and lexicon.knows(reading) for reading in readings)


@lru_cache(maxsize=4)
def _marks(lexicon: Lexicon) -> dict[str, str]:
    """For each plain letter those that are it with a mark."""
    marks: dict[str, str] = {}
    for letter in lexicon.marked_letters:
        marks[fold(letter)] = marks.get(fold(letter), "") + letter
    return marks


@lru_cache(maxsize=_KNOWN)
def is_restorable(word: str, lexicon: Lexicon) -> bool:
    """Whether one or two diacritics make `word` a word of the dictionary."""
    word = word.lower()
    marks = _marks(lexicon)
    once = [
        word[:at] + mark + word[at + 1 :]
        for at, letter in enumerate(word)
        for mark in marks.get(letter, "")
    ]
    if any(map(lexicon.knows, once)):
        return True
    if len(word) > 12 or len(word) < 4:
        return False
    return any(
        lexicon.knows(form[:at] + mark + form[at + 1 :])
        for form in once
        for at, letter in enumerate(form)
        for mark in marks.get(letter, "")
        if form[:at] == word[:at]
    )


@lru_cache(maxsize=_KNOWN)
def lacks_letter(word: str, lexicon: Lexicon, letters: str | None = None) -> bool:
    """Whether one of `letters`, by default any with a mark, makes `word` a word."""
    word = word.lower()
    return any(
        lexicon.knows(word[:at] + letter + word[at:])
        for at in range(len(word) + 1)
        for letter in letters or lexicon.marked_letters
    )


_VOWELS = re.compile("[aáäeéěiíoóôuúůyýAÁEÉIÍOÓUÚYÝ]")
_LATIN = re.compile("[A-Za-z\u00c0-\u017f]+")
_INNER_CAPITAL = re.compile("[a-záäčďéěíĺľňóôöőŕřšťúůüűýž][A-ZÁÄČĎÉĚÍĹĽŇÓÔÖŐŔŘŠŤÚŮÜŰÝŽ]")


def is_odd(word: str) -> bool:
    """Whether `word` looks like no word of any language: no vowel, or capitals inside."""
    if not _LATIN.fullmatch(word):
        return False
    return (len(word) > 3 and not _VOWELS.search(word)) or bool(_INNER_CAPITAL.search(word))


@lru_cache(maxsize=_KNOWN)
def is_run_together(word: str, lexicon: Lexicon) -> bool:
    """Whether a long unknown word is three or more words of the dictionary run together."""
    short = _function_words(lexicon)
    # pieces[i]: the fewest words that make word[:i]
    pieces: list[int | None] = [0] + [None] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(max(0, end - 16), end):
            before = pieces[start]
            if before is None:
                continue
            part = word[start:end]
            if (len(part) >= 4 and lexicon.knows(part)) or fold(part) in short:
                count = before + 1
                best = pieces[end]
                if best is None or count < best:
                    pieces[end] = count
    whole = pieces[len(word)]
    return whole is not None and whole >= 3


@lru_cache(maxsize=4)
def _function_words(lexicon: Lexicon) -> frozenset[str]:
    return lexicon.folded("prose", "function_words", lexicon.code)
