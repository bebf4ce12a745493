"""Letters that stand for others: of an alphabet that no text here uses, or of another script.

Both kinds come from fonts: a code page has another letter in the place of "ž", or a Cyrillic "а"
looks like the Latin one. Only the words that come out can prove it.
"""

from __future__ import annotations

import re

from builder.clean.lexicon import Lexicon

_SURE = 3  # words that prove it
_MOST, _FEW = 0.8, 0.4  # shares of the words: by the right letter, and by any other one
_PLAIN = "abcdefghijklmnoprstuvyz"
# What Slovak pages are written with: Slovak, and the languages around it.
_AT_HOME = "áäčďéěíĺľňóôöőŕřšťúůüűýžßąćęłńśźż"
_STRANGE = re.compile(f"[^\\W\\d_a-zA-Z{_AT_HOME}{_AT_HOME.upper()}]")
_LATIN_WORD = re.compile("[a-zA-Z\u00c0-\u024f]+")


def replace_strange(text: str, lexicon: Lexicon) -> str:
    """A strange letter made the one that it stands for: "đivot", "uđ", "mađe" have đ for ž.

    Where one letter of the language makes words of the dictionary of most words with it, and no
    other letter does; foreign names stay.
    """
    if not _STRANGE.search(text):
        return text
    words = {word for word in _LATIN_WORD.findall(text) if _STRANGE.search(word)}
    for strange in sorted({letter for word in words for letter in _STRANGE.findall(word)}):
        held = [w for w in words if strange in w and (w == strange or w[1:].islower())]
        if len(held) < _SURE:
            continue
        shares = {
            letter: sum(lexicon.knows(word.replace(strange, letter)) for word in held) / len(held)
            for letter in lexicon.marked_letters + _PLAIN
        }
        likely, second = sorted(shares, key=lambda letter: -shares[letter])[:2]
        if shares[likely] >= _MOST and shares[second] <= _FEW:
            text = text.replace(strange, likely)
    return text


# Cyrillic and Greek letters that look like Latin ones.
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "aeopcyxijsdABEKMHOPCTXIJSABEZHIKMNOPTYXo"
)
_OTHER_SCRIPT = re.compile("[\u0370-\u052f]")
_OTHER_WORD = re.compile("[^\\W\\d_]*[\u0370-\u052f][^\\W\\d_]*")
_MIXED = re.compile(
    "[^\\W\\d_]*(?:[a-zA-Z\u00c0-\u024f][\u0370-\u052f]"
    "|[\u0370-\u052f][a-zA-Z\u00c0-\u024f])[^\\W\\d_]*"
)


def replace_lookalikes(text: str, lexicon: Lexicon) -> str:
    """Letters of other scripts made the Latin ones that they look like, where words mix scripts.

    Some of the words that come out must be of the dictionary: "β-karotén" and "µm" stay.
    """
    if not _OTHER_SCRIPT.search(text):
        return text
    mixed = {word for word in _MIXED.findall(text) if not _OTHER_SCRIPT.search(_latin(word))}
    if sum(lexicon.knows(_latin(word)) for word in mixed) < _SURE:
        return text

    def read(match: re.Match[str]) -> str:
        word = match.group()
        return _latin(word) if word in mixed or lexicon.knows(_latin(word)) else word

    return _OTHER_WORD.sub(read, text)


def _latin(word: str) -> str:
    return word.translate(_LOOKALIKES)
