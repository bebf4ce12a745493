"""Texts that were read in a wrong encoding, and the letters that this put for others.

Two kinds: UTF-8 read byte by byte ("KÄ¾ÃºÄ..."), where every broken letter is a sequence that no
text holds otherwise; and one single-byte encoding read as another ("Cie¾om"), where the wrong
letters are letters of other languages, so that only the words which come out can tell.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import lru_cache

from builder.clean.lexicon import Lexicon

# Letters of Slovak and the languages around it, and the marks that their texts use.
_LETTERS = "áäčďéěíĺľňóôöőŕřšťúůüűýžąćęłńśźżßâëîçèàăşţđœøåæï"
_MARKS = "–—‘’‚“”„…•«»°±²³µ·×§©®™€†‰¼½¾\u00a0\u00ad≥≤→−"
_BROKEN_BY = ("cp1250", "cp1252", "latin-1", "iso8859-2", "mac_roman", "cp852", "cp437")
_ROUNDS = 3  # a text can be broken twice over

# Bytes that open the UTF-8 sequences of our letters, as the wrong encodings show them.
_LEADS = "ÃÄÅĂĹÂâ√ƒ≈├─┼"
_MOST_LEADS = 3
_LOST = {"Ã": "íÁ", "Ă": "íÁ", "Ä": "čďČĎ", "Å": "ňŕŠŇ", "Ĺ": "ňŕŠŇ"}


def _byte_string(character: str, codec: str) -> str:
    return "".join(
        bytes([byte]).decode(codec, errors="ignore") or chr(byte)
        for byte in character.encode("utf-8")
    )


@lru_cache(maxsize=8)
def _sequences(codec: str) -> tuple[re.Pattern[str], dict[str, str]]:
    # The wrong encoding's own characters are there too: a text may be broken twice over.
    own = bytes(range(0x80, 0x100)).decode(codec, errors="ignore")
    characters = _LETTERS + _LETTERS.upper() + _MARKS + own
    table = {_byte_string(c, codec): c for c in characters}
    longest_first = sorted(table, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first))), table


_MAY_BE_UTF8 = re.compile(f"[{_LEADS}]")


def repair_utf8(text: str, lexicon: Lexicon) -> str:
    """`text` with each UTF-8 sequence that was read byte by byte put right.

    A letter whose second byte was lost on the way is restored only where the dictionary knows
    exactly one word that fits; elsewhere it stays, for `damage` to find.
    """
    if not _MAY_BE_UTF8.search(text):
        return text
    lost = False
    for _ in range(_ROUNDS):
        counts = {codec: len(_sequences(codec)[0].findall(text)) for codec in _BROKEN_BY}
        codec = max(_BROKEN_BY, key=lambda name: counts[name])
        if not counts[codec]:
            break
        pattern, table = _sequences(codec)
        text = pattern.sub(lambda match, table=table: table[match.group()], text)  # type: ignore[misc]
        lost = lost or counts[codec] >= 2
    # Only behind the last round: a text that is still broken seems to have lost bytes.
    return _restore_lost_bytes(text, lexicon) if lost else text


# A letter whose second byte is gone, or is a space where it was a no-break space.
_HALF = re.compile(
    r"[^\W\d_]*(?:[ÃĂÄÅĹ](?:[\x80-\x9f]|(?<=[ÅĹ]) (?=[a-záäčďéěíĺľňóôöőŕřšťúůüűýž]))?[^\W\d_]*)+"
)
_LEAD = re.compile(r"([ÃĂÄÅĹ])(?:[\x80-\x9f]|(?<=[ÅĹ]) (?=[a-záäčďéěíĺľňóôöőŕřšťúůüűýž]))?")


def _restore_lost_bytes(text: str, lexicon: Lexicon) -> str:
    def restore(match: re.Match[str]) -> str:
        readings = _whole_readings(match.group(), lexicon)
        return readings[0] if len(readings) == 1 else match.group()

    return _HALF.sub(restore, text)


def _whole_readings(word: str, lexicon: Lexicon) -> list[str]:
    """The words of the dictionary that `word` may have been before it lost bytes."""
    leads = _LEAD.findall(word)
    if len(leads) > _MOST_LEADS:
        return []
    readings = set()
    for letters in itertools.product(*(_LOST[lead] for lead in leads)):
        letter = iter(letters)
        reading = _LEAD.sub(lambda _: next(letter), word)  # noqa: B023 - used up at once
        if (reading[1:].islower() or reading.isupper()) and lexicon.knows(reading):
            readings.add(reading)
    return sorted(readings)


def half_words(text: str, lexicon: Lexicon) -> list[str]:
    """Words that lack bytes of their letters: the dictionary knows what they may have been."""
    if not _MAY_BE_UTF8.search(text):
        return []
    return [word for word in _HALF.findall(text) if _whole_readings(word, lexicon)]


@dataclass(frozen=True, slots=True)
class _Pair:
    """An encoding that a text was in, and the one that it was read as."""

    name: str
    table: dict[int, str]
    words: re.Pattern[str]
    letters: re.Pattern[str]


@lru_cache(maxsize=1)
def _pairs() -> tuple[_Pair, ...]:
    pairs = []
    for right, wrong in (
        ("cp1250", "cp1252"),
        ("iso8859-2", "latin-1"),
        ("iso8859-2", "cp1250"),
        ("cp1250", "iso8859-2"),
        ("cp852", "cp1250"),
        ("cp852", "latin-1"),
    ):
        table: dict[int, str] = {}
        for byte in range(0x80, 0x100):
            meant = bytes([byte]).decode(right, errors="ignore")
            if not meant or not meant.isalpha():
                continue
            for codec in (wrong, "latin-1" if wrong == "cp1252" else wrong):
                seen = bytes([byte]).decode(codec, errors="ignore") or chr(byte)
                if seen != meant:
                    table[ord(seen)] = meant
        alphabet = re.escape("".join(map(chr, table)))
        pairs.append(
            _Pair(
                f"{right} read as {wrong}",
                table,
                re.compile(rf"(?:[^\W\d_]++|[{alphabet}]++)++"),
                re.compile(f"[{alphabet}]"),
            )
        )
    return tuple(pairs)


def _replaced(words: re.Pattern[str], text: str, changed: dict[str, str]) -> str:
    # Words that do not change come back as they are.
    return words.sub(lambda match: changed.get(match.group(), match.group()), text)


# What right texts hold: a text without any other sign was read in the encoding that it was in.
_USUAL = frozenset("áäčďéíĺľňóôŕšťúýžÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ„“”‚‘’–—…\u00a0\u00ad§°€•")


# Text has no C1 control characters: where UTF-8 is put right already, one is a mark of cp1250 (or
# cp1252, which has the same marks in these places) that was read as Latin-1.
_MARK_BYTES = {
    byte: mark
    for byte in range(0x80, 0xA0)
    if (mark := bytes([byte]).decode("cp1250", errors="ignore")) and not mark.isalpha()
}
_A_MARK_BYTE = re.compile("[" + "".join(map(chr, _MARK_BYTES)) + "]")


@lru_cache(maxsize=1)
def _suspects() -> re.Pattern[str]:
    keys = {chr(code) for pair in _pairs() for code in pair.table} - _USUAL
    return re.compile("[" + re.escape("".join(sorted(keys))) + "]")


def repair_single_bytes(text: str, lexicon: Lexicon) -> tuple[str, str | None]:
    """`text` read again in the encoding it was in: (the text, what it was read as, or None).

    Accepted only if most of the words that change become words of the dictionary, and hardly one
    of them was a word before.
    """
    text, name = _reread(text, lexicon)
    if _A_MARK_BYTE.search(text):
        text = text.translate(_MARK_BYTES)
        if name is None:
            text, name = _reread(text, lexicon)
    return text, name


def _reread(text: str, lexicon: Lexicon) -> tuple[str, str | None]:
    if not _suspects().search(text):
        return text, None
    best: tuple[int, str, _Pair] | None = None
    for pair in _pairs():
        if not pair.letters.search(text):
            continue
        found = set(pair.words.findall(text))
        broken = {word for word in found if len(word) > 1 and pair.letters.search(word)}
        if not broken:
            continue
        changed = {word: word.translate(pair.table) for word in broken}
        fixed = sum(lexicon.knows(word) for word in changed.values())
        right = sum(lexicon.knows(word) for word in broken)
        if fixed < max(1, len(broken) / 2) or right > fixed / 4:
            continue
        if len(broken) == 1 and len(next(iter(broken))) < 4:
            continue
        gain = fixed - right
        if best is None or gain > best[0]:
            best = gain, _replaced(pair.words, text, changed), pair
    if best is None:
        return text, None
    return best[1], best[2].name
