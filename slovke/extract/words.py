"""Sentences and words of a running text, for systems that draw candidates from it.

The metric's tokenizer takes a phrase apart at hyphens; here a hyphenated word stays one word, since
what a system returns should read as the text does.
"""

import re
import unicodedata

# Letters and digits, joined by single hyphens, apostrophes, dots or slashes inside (`e-learning`,
# `TCP/IP`, `2.0`); a sign that belongs to a name may follow (`C++`, `C#`, `PRINCE2®`).
_WORD = re.compile(r"\.?\w+(?:[-‐‑'’./&]\w+)*(?:\+\+|#|®|™)?|[^\w\s]")

# What ends a sentence: a stop before white space and a capital, a digit or a quotation mark. A run
# of stops is looked at once, from its beginning: a table of contents has long ones.
_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"“”»)\]]*+(?=\s+[\"„«(\[]?[^\W\d_a-záäčďéíĺľňóôŕšťúýž])|\n\s*\n|[\r\n\f](?=\s*[-•*])"
)

# Abbreviations whose dot ends nothing, in lower case; a single letter's never does.
_ABBREVIATIONS = frozenset(
    "napr tzv resp atď tj t.j čl str sv mgr ing bc doc prof dr phdr mudr judr rndr pp "
    "hl cca min max mil mld tis odd kap obr tab pozn porov".split()
)


def sentences(text: str) -> list[list[str]]:
    """The words and marks of a text in NFC, sentence by sentence; empty sentences are left out."""
    text = unicodedata.normalize("NFC", text)
    found = []
    for start, end in _spans(text):
        words = _WORD.findall(text, start, end)
        if words:
            found.append(words)
    return found


def is_word(form: str) -> bool:
    """Whether a form is a word rather than a punctuation mark."""
    return form.isalnum() or any(letter.isalnum() for letter in form)


def is_content(form: str, stop_words: frozenset[str]) -> bool:
    """Whether a word may be part of a keyphrase, where no tagger tells."""
    form = form.casefold()
    return len(form) > 2 and form not in stop_words and any(c.isalpha() for c in form)


def _spans(text: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for stop in _END.finditer(text):
        before = text[start : stop.start()].rsplit(None, 1)
        last = before[-1].lstrip('(„"').lower() if before else ""
        if stop.group().startswith(".") and (last in _ABBREVIATIONS or len(last) == 1):
            continue
        spans.append((start, stop.end()))
        start = stop.end()
    spans.append((start, len(text)))
    return spans
