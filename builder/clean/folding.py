"""Comparing text without case and diacritics, at unchanged positions."""

from __future__ import annotations

import unicodedata


class _Fold(dict[int, int | str]):
    """A `str.translate` table that is filled as letters are met: one letter for each letter."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        base = _WITHOUT_DECOMPOSITION.get(letter) or unicodedata.normalize("NFD", letter)[0]
        lowered = base.lower()
        folded = lowered if len(lowered) == 1 else letter
        self[code] = folded
        return folded


_WITHOUT_DECOMPOSITION = {"ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ø": "o", "Ø": "o", "ı": "i"}
_FOLD = _Fold()


def fold(text: str) -> str:
    """`text` in lower case and without diacritics, as long as it was.

    A position in the result is the same position in `text`, so that one search serves
    "Kľúčové slová", "KĽÚČOVÉ SLOVÁ" and "Klucove slova", and its span cuts the original.
    """
    return text.translate(_FOLD)
