"""What is left broken after the repair: text that must not be published, and why."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from builder.clean.encodings import half_words
from builder.clean.folding import fold
from builder.clean.grammar import Grammar
from builder.clean.lexicon import Lexicon
from builder.clean.readings import (
    is_odd,
    is_restorable,
    is_run_together,
    lacks_letter,
    read_digits,
    read_signs,
    torn_words,
)
from builder.verdict import Reason

_WORD = re.compile(r"[^\W\d_]+")
_LOST = re.compile("[\ufffd\ue000-\uf8ff]|\\(cid:\\d+\\)")
_CONTROL = re.compile(
    "[^\\W\\d_][\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]|[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f][^\\W\\d_]"
)
_DETACHED = re.compile(
    "[ˇ˘˝]|[^\\W\\d_][´¨˚][^\\W\\d_]|[^\\W\\d_] [´¨] |[^\\W\\d_] ?[´¨][^\\W\\d_]"
)
# Signs inside a word: what one encoding shows for letters of another.
_MOJIBAKE = re.compile(
    "[ÃĂÂ][\u0080-\u00bf\u2018-\u203a€™Ľľźşśąłˇ˘˝˙¤§¨°]|[ÄĹÅ][\u0080-\u00bf\u2018-\u203aŤŹŽŚźşˇ˘¤¨ľĽ¾º]"
    "|[^\\W\\d_][¾¼½¹»«©®¬¦¤¡¿µ¸][a-záäčďéěíĺľňóôöőŕřšťúůüűýž]|(?<![\\w])[¾¼¹][a-záäčďéěíĺľňóôöőŕřšťúůüűýž]{2}|[a-záäčďéěíĺľňóôöőŕřšťúůüűýž][¾¹]"
    "|[a-záäčďéěíĺľňóôöőŕřšťúůüűýž][ÄÃĹĂÅ][a-záäčďéěíĺľňóôöőŕřšťúůüűýž]|â€"
)
# The signs need one of these characters; most texts have none of them. "\x1e" joins items.
_UNUSUAL = re.compile(
    r"(?<!\n)\x1e|\x1e(?!\n)|[^\n\f\t\x1e !\"#$%&'()*+,\-./0-9:;<=>@A-Z\[\\\]^_`a-z{|}~"
    r"áäčďéíľňóôŕšťúýžÁČĎÉÍĽŇÓÔŔŠŤÚÝŽ„“”‚‘’–—…€§°]"
)
_QUESTION = re.compile(
    r"[a-záäčďéěíĺľňóôöőŕřšťúůüűýž]\?[a-záäčďéěíĺľňóôöőŕřšťúůüűýž]|(?<![\w?])\?[a-záäčďéěíĺľňóôöőŕřšťúůüűýž]{2}"
)
_A_SYMBOL = "[¢£¤¥¦¨ª¬¯±´¶·¸º¿÷ƒˆ˜\u2020-\u2022\u2030‹›\u20a0-\u20ab\u20ad-\u2bff]"
_SYMBOL = re.compile(rf"[^\W\d_]{_A_SYMBOL}[^\W\d_]|(?<!\w){_A_SYMBOL}[^\W\d_A-Z]{{2}}")
_TWO_SCRIPTS = re.compile(
    "[a-zA-Z\u00c0-\u024f][\u0370-\u052f][a-zA-Z\u0370-\u052f]|[\u0370-\u052f][a-zA-Z\u00c0-\u024f]{2}"
)
# What is broken at sight: (the sign, the characters that it needs, how many show it, in words).
_SIGNS = tuple(
    (pattern, re.compile(needs), least, what)
    for pattern, needs, least, what in (
        (_LOST, "[\ufffd\ue000-\uf8ff(]", 1, "characters without a meaning"),
        (_CONTROL, "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]", 1, "control characters in words"),
        (_MOJIBAKE, "[ÃĂÂÄĹÅâ¾¼½¹»«©®¬¦¤¡¿µ¸]", 2, "letters of a wrong encoding"),
        (_DETACHED, "[ˇ˘˝´¨˚]", 1, "accents beside their letters"),
        (_QUESTION, r"\?", 2, "question marks for letters"),
        (_SYMBOL, _A_SYMBOL, 3, "signs for letters"),
        (_TWO_SCRIPTS, "[\u0370-\u052f]", 3, "letters of two scripts in a word"),
    )
)
_SHARE_UNKNOWN = 0.12  # right Slovak texts: 3.5 % of the words unknown at the median, 17 % at most
_SHARE_TORN = 0.05  # of the words
_SHARE_EXPLAINED = 0.3  # of the unknown words that one kind of damage has to explain
_LEAST = 3  # words


@dataclass(frozen=True, slots=True)
class Damage:
    """Why a text can't be published, and an example of what was seen."""

    reason: Reason
    detail: str


def find_damage(text: str, lexicon: Lexicon, *, recoded: bool = False) -> Damage | None:
    """What is broken in a repaired text, or None. Texts in other languages are not broken.

    `recoded` says that its encoding was mended: then letters may have been lost before.
    """
    damage = _lost_characters(text, lexicon) or _lost_words(text, lexicon)
    return damage or (_lost_letters(text, lexicon) if recoded else None)


_NO_PLACE = "šťž"  # letters that other code pages have no place for


def _lost_letters(text: str, lexicon: Lexicon) -> Damage | None:
    """Words without the letters that the wrong encoding had no place for."""
    words = {word for word in _WORD.findall(text) if len(word) > 1 and not lexicon.knows(word)}
    short = sorted(word for word in words if lacks_letter(word, lexicon, _NO_PLACE))
    # "pä" for "päť": no word of the language is so short and has a mark.
    least = 1 if any(len(word) == 2 and not word.isascii() for word in short) else 2
    if len(short) >= least:
        return Damage(Reason.GARBLED_TEXT, f"letters lost in {len(short)} words, e.g. {short[0]!r}")
    return None


def _lost_characters(text: str, lexicon: Lexicon) -> Damage | None:
    """Characters that stand for others, whatever the language."""
    if "?" not in text and "(cid" not in text and not _UNUSUAL.search(text):
        return None
    half = half_words(text, lexicon)
    if len(half) >= 2:
        return Damage(Reason.GARBLED_TEXT, f"{len(half)} words with half letters, e.g. {half[0]!r}")
    for pattern, needed, least, what in _SIGNS:
        if not needed.search(text):
            continue
        found = [match.group() for match in pattern.finditer(text)]
        if len(found) >= least:
            return Damage(Reason.GARBLED_TEXT, f"{len(found)} {what}, e.g. {found[0]!r}")
    return None


def _lost_words(text: str, lexicon: Lexicon) -> Damage | None:
    """Words that the dictionary would know if letters, marks or spaces had not been lost."""
    words = [word for word in dict.fromkeys(_WORD.findall(text)) if len(word) > 1]
    unmarked = _unmarked_words(lexicon)
    lowered = list(map(str.lower, words))
    lost = []
    if not unmarked.isdisjoint(lowered):
        lost = [word for word, low in zip(words, lowered, strict=True) if low in unmarked]
    if len(lost) >= 2 and len(lost) > len(words) * 0.03:
        marked = sum(fold(word) != word.lower() for word in words)
        if marked < len(words) * 0.5:
            return _diacritics(lost)
    read = read_digits(text, lexicon)
    if len(read) >= 2:
        return Damage(Reason.OCR_NOISE, f"{len(read)} digits for letters, e.g. {read[0]!r}")
    count = len(words) - sum(map(lexicon.knows, words))
    if count < _LEAST or count < _SHARE_UNKNOWN * len(words):
        return None
    if Grammar.of(lexicon).glance(text) not in (lexicon.code, None):
        return None  # another language, which the dictionary does not know
    for what, found, least in (
        ("signs for letters", read_signs(text, lexicon), _LEAST),
        ("words torn apart", torn_words(text, lexicon), max(_LEAST, _SHARE_TORN * len(words))),
    ):
        if len(found) >= least:
            return Damage(Reason.GARBLED_TEXT, f"{len(found)} {what}, e.g. {found[0]!r}")
    unknown = [word for word in words if not lexicon.knows(word)]
    return _diagnose(words, unknown, lexicon)


def _diagnose(words: list[str], unknown: list[str], lexicon: Lexicon) -> Damage | None:
    distinct = list(dict.fromkeys(word for word in unknown if len(word) > 2))[:120]
    long_ones = [word for word in distinct if len(word) >= 16]
    run_together = [word for word in long_ones if is_run_together(word.lower(), lexicon)]
    letters = sum(map(len, words))
    if len(run_together) >= _LEAST or sum(map(len, run_together)) > 0.3 * letters:
        return Damage(
            Reason.SPACES_LOST, f"{len(run_together)} words run together, e.g. {run_together[0]!r}"
        )
    least = max(_LEAST, _SHARE_EXPLAINED * len(distinct))
    marks = _explained(distinct, lambda word: is_restorable(word, lexicon), least)
    if marks:
        return _diacritics(marks)
    if len(unknown) < 0.5 * len(words):
        least = max(_LEAST, 0.5 * len(distinct))
        short = _explained(distinct, lambda word: lacks_letter(word, lexicon), least)
        if short:
            detail = f"letters lost in {len(short)} words, e.g. {short[0]!r}"
            return Damage(Reason.GARBLED_TEXT, detail)
    odd = [word for word in distinct if is_odd(word)]
    if len(odd) >= max(_LEAST, 0.4 * len(distinct)) and len(unknown) > 0.6 * len(words):
        return Damage(Reason.GARBLED_TEXT, f"{len(odd)} words that are none, e.g. {odd[0]!r}")
    return None


def _explained(words: list[str], test: Callable[[str], bool], least: float) -> list[str]:
    """The words that a test holds for; none if they are fewer than `least`, which is known soon."""
    found: list[str] = []
    for left, word in zip(range(len(words), 0, -1), words, strict=True):
        if len(found) + left < least:
            return []
        if test(word):
            found.append(word)
    return found if len(found) >= least else []


def _diacritics(words: list[str]) -> Damage:
    return Damage(Reason.DIACRITICS_LOST, f"{len(words)} words, e.g. {', '.join(words[:3])}")


@lru_cache(maxsize=4)
def _unmarked_words(lexicon: Lexicon) -> frozenset[str]:
    """Frequent words as they look without their diacritics, or without their carons."""
    words = lexicon.words("repair", "marked_words")
    # Carons alone are lost with the fonts of a code page that has "š" all the same.
    carons = {
        ord(letter): fold(letter)
        for letter in lexicon.marked_letters
        if letter != "š" and "\u030c" in unicodedata.normalize("NFD", letter)
    }
    forms = {fold(word) for word in words} | {word.translate(carons) for word in words}
    return frozenset(form for form in forms - set(words) if not lexicon.knows(form))
