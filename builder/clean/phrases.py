"""Cleans one phrase of a list: what surrounds a term goes, what belongs to it stays."""

from __future__ import annotations

import re

from builder.clean.folding import fold
from builder.clean.list_words import ListWords

_QUOTES = "„“”\"'’‘«»`*_"
_LEAD = re.compile(r"^(?:[\s,;:!?/|•·∙▪●■►➢✓*_~=]|[-–—](?!\w)|\.(?![A-Za-z]))+")
_TRAIL = re.compile(r"[\s,;:!?/|•·∙▪●■►*_~=\-–—]+$")
_ROMAN = re.compile(r"[ivx]+|[IVX]+")
# A letter with a mark behind it is a term's own: "C++", "C#", "PRINCE2®", "A*".
_STOP = re.compile(r"\s*(?:\.|…)+$")


def clean_phrase(phrase: str, words: ListWords) -> str:
    """The phrase without bullets, numbers of items, quotation marks and stops around it.

    Returns the empty string where nothing of a term is left: a lone number or roman numeral (a
    page), dots, signs.
    """
    text = " ".join(phrase.replace("…", "...").split())
    previous = None
    while text != previous:
        previous = text
        text = _LEAD.sub("", text)
        text = _TRAIL.sub("", text)
        text = _without_stop(text, words)
        text = _unquoted(text)
        text = _balanced(text)
    if not any(c.isalpha() for c in text) or _ROMAN.fullmatch(text):
        return ""
    if fold(text) in words.and_so_on:
        return ""
    return text


def _without_stop(text: str, words: ListWords) -> str:
    """No full stop at the end, unless it ends an abbreviation: "Alfa, s. r. o."."""
    folded = fold(text)
    if not text.endswith("."):
        # The dot that ended the phrase was the abbreviation's own.
        own = any(match.end() > len(text) for match in words.compounds.finditer(f"{folded}."))
        return f"{text}." if own else text
    if any(match.end() == len(text) for match in words.compounds.finditer(folded)):
        return text
    stripped = _STOP.sub("", text)
    last = fold(stripped).split()[-1:] or [""]
    kept = not text.endswith("..") and len(last[0]) > 1 and last[0] in words.abbreviations
    return text if kept and len(stripped.split()) > 1 else stripped


def _unquoted(text: str) -> str:
    """No quotation marks around the whole phrase; those around a part of it stay."""
    if len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES:
        return text[1:-1].strip()
    if text[:1] and text[0] in _QUOTES and not any(c in _QUOTES for c in text[1:]):
        return text[1:].lstrip()
    if text[-1:] and text[-1] in '„“”"' and not any(c in '„“”"' for c in text[:-1]):
        return text[:-1].rstrip()
    return text


def _balanced(text: str) -> str:
    """No parenthesis that lost its partner, nor a pair around the whole phrase."""
    for left, right in ("()", "[]", "{}"):
        if text.startswith(left) and text.endswith(right) and text.count(left) == 1:
            return text[1:-1].strip()
        if text.count(left) > text.count(right):
            place = text.rindex(left)
            # What is behind it was cut off; without a word before it, it is the phrase.
            text = f"{text[:place]} {text[place + 1 :]}" if place else text[1:]
        elif text.count(right) > text.count(left):
            place = text.index(right)
            text = f"{text[:place]} {text[place + 1 :]}"
    return " ".join(text.split())


def is_template(phrases: tuple[str, ...], words: ListWords) -> bool:
    """Whether most of a list is what a form puts in the place of keyphrases."""
    if not phrases:
        return False
    return 2 * sum(_fills(fold(phrase), words) for phrase in phrases) > len(phrases)


def _fills(folded: str, words: ListWords) -> bool:
    bare = re.sub(r"[\d.,:()<>\[\]_\-–]+", " ", folded).split()
    return bool(bare) and (" ".join(bare) in words.template or words.template.issuperset(bare))
