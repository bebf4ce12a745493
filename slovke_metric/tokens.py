"""The one tokenizer of the metric: what a word of a keyphrase is.

The paper does not say how it tokenizes; this is our choice, and `TOKENIZER` names its version in
the metric's signature.
"""

import re
import unicodedata

TOKENIZER = "slovke-1"

# Combining marks are no word characters for `re`, yet words of Hindi or Arabic are full of them,
# and NFC leaves some Latin ones uncomposed.
_MARKS = "".join(
    chr(code) for code in range(0x300, 0x3000) if unicodedata.category(chr(code))[0] == "M"
)
# Invisible characters that come with copied text: soft hyphen, zero-width space, word joiner, byte
# order mark, direction marks. The (non-)joiners U+200C, U+200D are spelling in Persian and Hindi.
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff\u200e\u200f"))
_JOINERS = "\u200c\u200d"
_APOSTROPHES = {ord(mark): "'" for mark in "’ʼ‘´`"}

_LETTERS = r"[^\W_]+"
_TOKEN = re.compile(
    rf"""
    \.[nN][eE][tT](?![^\W_])                # the one name whose dot is not punctuation
    | {_LETTERS}
      (?: [{_MARKS}{_JOINERS}]+[^\W_]*      # accents that have no composed letter
        | '{_LETTERS}                       # O'Neil
        | (?<=\d)[.,](?=\d){_LETTERS}       # 4.0 and 2,5
      )*
      (?: \+\+ | \# )?                      # C++ and C#
    """,
    re.VERBOSE,
)


def tokenize(phrase: str) -> tuple[str, ...]:
    """Split a phrase into its words, as written (no case folding), in NFC.

    White space, hyphens, dashes, slashes and all other punctuation separate and are dropped, so
    that `e-learning` equals `e learning`. What survives in a word: digits, an apostrophe between
    letters (all kinds become `'`), a decimal point or comma between digits (`4.0`). `C++`, `C#` and
    `.NET` stay whole. Invisible characters (soft hyphen, zero-width space, ...) are removed.

    Args:
        phrase: one keyphrase, or any text.

    Returns:
        The words in order; empty if the phrase holds none.

    Raises:
        TypeError: `phrase` is not a string.
    """
    if not isinstance(phrase, str):
        raise TypeError(f"a phrase must be a string, not {type(phrase).__name__}: {phrase!r}")
    # Nearly all keyphrases are plain words, for which splitting is the same and ten times faster.
    if phrase.replace(" ", "").isalnum() and unicodedata.is_normalized("NFC", phrase):
        return tuple(phrase.split())
    text = unicodedata.normalize("NFC", phrase).translate(_INVISIBLE).translate(_APOSTROPHES)
    return tuple(_TOKEN.findall(text))
