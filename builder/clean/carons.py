"""Carons and acutes that came off their letters: "Ciel'om", "prekladaˇc", "d ˇnu", "ţivot"."""

from __future__ import annotations

import itertools
import re
import unicodedata
from functools import lru_cache

from builder.clean.lexicon import Lexicon

_APOSTROPHES = "'’‘ʼ´`ʹ′"
_APOSTROPHE = re.compile(f"([dltLDT])[{_APOSTROPHES}]")
_APOSTROPHE_WORD = re.compile(
    rf"(?:[^\W\d_]|(?<=[dltLDT])[{_APOSTROPHES}])*[dltLDT][{_APOSTROPHES}]"
    rf"(?:[^\W\d_]|(?<=[dltLDT])[{_APOSTROPHES}])*"
)
_WITH_CARON = {"d": "ď", "l": "ľ", "t": "ť", "L": "Ľ", "D": "Ď", "T": "Ť"}
_ENGLISH = re.compile(rf"[{_APOSTROPHES}](?:s|re|ve|ll|d|m)$", re.IGNORECASE)
_ACUTE_BEFORE = re.compile("´[aeiouyrlıAEIOUY]")
_OPENING = re.compile(r"(?<!\w)['’‘‚`](?=\w)")


def join_apostrophes(text: str, lexicon: Lexicon) -> str:
    """Apostrophes behind d, l and t made carons, where that makes a Slovak word."""
    if not _APOSTROPHE.search(text):
        return text
    found = list(_APOSTROPHE_WORD.finditer(text))
    fixes: dict[int, str] = {}
    unsure: list[tuple[re.Match[str], str]] = []
    for match in found:
        word = match.group()
        fixed = _APOSTROPHE.sub(lambda m: _WITH_CARON[m.group(1)], word)
        if _ENGLISH.search(word):
            continue
        if lexicon.knows(fixed):
            fixes[match.start()] = fixed
        else:
            unsure.append((match, fixed))
    sure = len(fixes)
    endings = tuple(lexicon.words("repair", "caron_endings"))
    quoting = _OPENING.search(text) is not None
    for match, fixed in unsure:
        word = match.group()
        bare = re.sub(f"[{_APOSTROPHES}]", "", word)
        at_end = word[-1] in _APOSTROPHES
        if at_end and quoting and lexicon.knows(bare):
            continue
        if _ACUTE_BEFORE.search(word):
            continue  # "id´ucich": the acute of the next letter, for `attach_carons`
        first_only = len(word) > 1 and word[1] in _APOSTROPHES
        if (sure >= 2 and not first_only and not lexicon.knows(bare)) or (
            sure >= 1 and fixed.endswith(endings)
        ):
            fixes[match.start()] = fixed
    return _APOSTROPHE_WORD.sub(lambda m: fixes.get(m.start(), m.group()), text)


# þ is the same byte of a code page, read once more in another one.
_CEDILLA = str.maketrans("ţŢþÞ", "žŽžŽ")
_OWN = re.compile(r"[ăşșĂŞȘðæÐÆ]")  # Romanian and Icelandic words


def replace_cedillas(text: str) -> str:
    """ţ and þ made ž, as old Slovak fonts show it; Slovak has neither. Words that do stay."""
    if not any(letter in text for letter in "ţŢþÞ"):
        return text
    return re.sub(
        r"[^\W\d_]*[ţŢþÞ][^\W\d_]*",
        lambda m: m.group() if _OWN.search(m.group()) else m.group().translate(_CEDILLA),
        text,
    )


_BREVE = re.compile("(?<=[cdlnrstzCDLNRSTZ])\u0306")


def unify_breves(text: str) -> str:
    """A breve on a consonant made the caron that it looks like: "s\u0306kola"."""
    return _BREVE.sub("\u030c", text) if "\u0306" in text else text


_COMBINING = {
    "ˇ": "\u030c",
    "´": "\u0301",
    "ˊ": "\u0301",
    "¨": "\u0308",
    "˚": "\u030a",
    "ˆ": "\u0302",
}
_LETTERS = frozenset("áäčďéěíĺľňóôöőŕřšťúůüűýžÁÄČĎÉĚÍĹĽŇÓÔÖŔŘŠŤÚŮÜÝŽ")
_DETACHED = "ˇ´ˊ¨˚ˆ"
_DETACHED_RUN = re.compile(
    rf"[^\W\d_]*(?:[ \t]?[{_DETACHED}]+[ \t]?[^\W\d_{_DETACHED}]*)+", re.UNICODE
)
_WRAPPED_MARK = re.compile(rf"(?<=[^\W\d_])[ \t]*\n(?=[{_DETACHED}])")  # "vä⏎ˇcšina"
_ANY_MARK = re.compile(rf"[\u0300-\u030c{_DETACHED}]")
_SPACED_COMBINING = re.compile(r"(?<=\s)([\u0300-\u030c])|^([\u0300-\u030c])", re.MULTILINE)
_SPACING = {"\u030c": "ˇ", "\u0301": "´", "\u0308": "¨", "\u030a": "˚", "\u0302": "ˆ"}
_MOST_CANDIDATES = 96


def attach_carons(text: str, lexicon: Lexicon) -> str:
    """Detached carons and acutes put on the letters that make words of the dictionary.

    A mark may stand before or behind its letter, with spaces that do not belong there, or behind
    a whole word. Where one reading only gives words, it is taken. Where several do, the readings
    that were sure tell whether this text puts spaces into its words. Where none does, a mark goes
    on the letter that it touches, on the side where the sure ones are. All other marks stay, for
    `damage` to find.
    """
    if not _ANY_MARK.search(text):
        return text
    text = _SPACED_COMBINING.sub(lambda m: _SPACING.get(m.group(1) or m.group(2), ""), text)
    if not any(mark in text for mark in _DETACHED):
        return text
    text = _WRAPPED_MARK.sub(" ", text)
    runs = {run for match in _DETACHED_RUN.findall(text) for run in _bodies(match)}
    readings = {run: _word_readings(run, lexicon) for run in runs}
    sure = [(run, found[0]) for run, found in readings.items() if len(found) == 1]
    joins = sum(_joins(run, reading) for run, reading in sure)
    parts = sum(_parts(run, reading) for run, reading in sure)
    before = sum(reading == _placed(run, _BEFORE) != _placed(run, _BEHIND) for run, reading in sure)
    behind = sum(reading == _placed(run, _BEHIND) != _placed(run, _BEFORE) for run, reading in sure)

    def plain(run: str) -> str:
        """A run read by the habit of its text: marks all before, or all behind their letters."""
        if not behind and (reading := _placed(run, _BEFORE)):
            return reading
        if not before and (reading := _placed(run, _BEHIND)):
            return reading
        return run

    def choose(run: str) -> str:
        found = readings[run]
        if len(found) > 1 and joins >= _SURE and not parts:
            fewest = min(len(_words(reading)) for reading in found)
            found = [
                reading
                for reading in found
                if _joins(run, reading) and len(_words(reading)) == fewest
            ]
        elif len(found) > 1 and parts >= _SURE and not joins:
            found = [reading for reading in found if not _joins(run, reading)]
        if len(found) == 1:
            return found[0]
        if " " not in run:
            habitual = plain(run)
            return habitual if not found or habitual in found else run
        apart = [run] if found else _apart_readings(run, lexicon)
        if len(apart) == 1:
            return apart[0]
        if parts >= _SURE and not joins:
            return plain(run)
        return plain(run.replace(" ", "")) if joins >= _SURE and not parts else run

    def attach(match: re.Match[str]) -> str:
        run = match.group()
        for body in _bodies(run):
            run = run.replace(body, choose(body), 1)
        return run

    return _DETACHED_RUN.sub(attach, text)


_SURE = 2  # readings that tell how a text treats spaces


def _bodies(run: str) -> list[str]:
    """A run parted between two words that each have marks of their own."""
    pieces = re.split(rf"(?<=[^\W\d_{_DETACHED}]) (?=[^\W\d_{_DETACHED}])", run.strip())
    return [piece for piece in pieces if any(mark in piece for mark in _DETACHED)]


def _words(text: str) -> list[str]:
    return re.findall(rf"[^\W\d_{_DETACHED}]+", text)


def _joins(run: str, reading: str) -> bool:
    """Whether `reading` takes a space out of `run`."""
    return len(_words(reading)) < len([w for w in run.split() if _words(w)])


def _parts(run: str, reading: str) -> bool:
    """Whether `reading` keeps the words on both sides of a mark apart."""
    return len(_words(reading)) > 1 and not _joins(run, reading)


def _word_readings(run: str, lexicon: Lexicon) -> list[str]:
    """The readings of a run that are words of the dictionary throughout."""
    readings = _candidates(run)[:_MOST_CANDIDATES]
    return [reading for reading in readings if _all_known(reading, lexicon)]


def _apart_readings(run: str, lexicon: Lexicon) -> list[str]:
    """Readings that keep all words apart, and make words of the dictionary of those with marks."""
    words = _words(run)
    readings = []
    for reading in _candidates(run)[:_MOST_CANDIDATES]:
        found = _words(reading)
        changed = [word for word in found if word not in words]
        if len(found) == len(words) and changed and all(map(lexicon.knows, changed)):
            readings.append(reading)
    return readings


def _compose(letter: str, mark: str) -> str | None:
    if letter == "ı":
        letter = "i"
    composed = unicodedata.normalize("NFC", letter + _COMBINING[mark])
    return composed if len(composed) == 1 and composed in _LETTERS else None


def _candidates(body: str) -> list[str]:
    """All readings of a run: each mark on the letter behind, before, or any of the word before."""
    readings = [body]
    while True:
        following: list[str] = []
        open_ones = False
        for reading in readings:
            at = next((i for i, c in enumerate(reading) if c in _DETACHED), None)
            if at is None:
                following.append(reading)
                continue
            open_ones = True
            following += _place(reading, at)
        if len(following) > 4 * _MOST_CANDIDATES:
            return []
        readings = list(dict.fromkeys(following))
        if not open_ones:
            return readings


def _place(reading: str, at: int) -> list[str]:
    mark = reading[at]
    before, after = reading[:at], reading[at + 1 :]
    placed: list[str] = []
    left = (before, before.rstrip()) if before.endswith(" ") else (before,)
    bare_after = after.lstrip(" ")
    if bare_after:
        letter = _compose(bare_after[0], mark)
        if letter is not None:
            placed += [f"{base}{letter}{bare_after[1:]}" for base in left]
            if before.endswith(" ") and not after.startswith(" "):
                return placed  # it touches one letter that can bear it: that letter's
    word = before.rstrip()
    start = max(word.rfind(" "), -1) + 1
    spaces = ("", " ") if after.startswith(" ") and bare_after else ("",)
    behind = [bare_after] if bare_after else [after]
    for position in range(len(word) - 1, start - 1, -1):
        letter = _compose(word[position], mark)
        if letter is None:
            continue
        for gap, rest in itertools.product(spaces, behind):
            placed.append(f"{word[:position]}{letter}{word[position + 1 :]}{gap}{rest}")
        if not before.endswith(" "):
            break
    return placed


def _all_known(reading: str, lexicon: Lexicon) -> bool:
    return all(
        lexicon.knows(word) and (len(word) > 1 or word.lower() in _one_letter_words(lexicon))
        for word in _words(reading)
    )


@lru_cache(maxsize=4)
def _one_letter_words(lexicon: Lexicon) -> frozenset[str]:
    words = lexicon.words("prose", "function_words", lexicon.code)
    return frozenset(word for word in words if len(word) == 1)


def _placed(body: str, pattern: re.Pattern[str]) -> str | None:
    """Each mark on the letter that it touches on one side; None where one touches none."""

    def put(match: re.Match[str]) -> str:
        return _compose(match["letter"], match["mark"]) or match.group()

    fixed = pattern.sub(put, body)
    return None if any(mark in fixed for mark in _DETACHED) else fixed


_BEFORE = re.compile(rf"(?P<mark>[{_DETACHED}])(?P<letter>[^\W\d_])")
_BEHIND = re.compile(rf"(?P<letter>[^\W\d_])(?P<mark>[{_DETACHED}])")
