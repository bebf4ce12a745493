"""Where a keyphrase stands in a text, in any inflection."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from slovke_metric import keys, tokenize

Key = tuple[str, ...]
Span = tuple[int, int]

# A keyphrase does not run across the end of a sentence or a line, as in the metric's `presence`.
_BREAK = re.compile(r"[.!?;:]\s|\n")


def word_spans(text: str) -> list[tuple[str, Span]]:
    """The metric's words of a text with their places, in characters.

    A word that the tokenizer changed (an invisible character inside it) has no place and is left
    out.
    """
    found, position = [], 0
    for token in tokenize(text):
        start = text.find(token, position)
        if start >= 0:
            position = start + len(token)
            found.append((token, (start, position)))
    return found


def occurrences(text: str, wanted: Sequence[Key]) -> Mapping[Key, list[Span]]:
    """The places of each key.

    Every run of words as long as some key is given to the lemmatizer as a phrase, for its lemma of
    a word depends on the neighbours, and a keyphrase was lemmatized without any.

    Args:
        text: NFC.
        wanted: lemma tuples, as `slovke_metric.keys` gives them.
    """
    words = word_spans(text)
    found: dict[Key, list[Span]] = {key: [] for key in wanted if key}
    windows: dict[str, list[Span]] = {}
    for length in sorted({len(key) for key in found}):
        for first in range(len(words) - length + 1):
            run = words[first : first + length]
            start, end = run[0][1][0], run[-1][1][1]
            if not _BREAK.search(text[start:end]):
                phrase = " ".join(word for word, _ in run)
                windows.setdefault(phrase, []).append((start, end))
    for phrase, key in zip(windows, keys(list(windows)), strict=True):
        if key in found:
            found[key].extend(windows[phrase])
    return {key: sorted(set(spans)) for key, spans in found.items()}


def marked_parts(text: str, spans: Mapping[str, Sequence[Span]]) -> list[tuple[str, list[str]]]:
    """Cut a text where spans begin or end: each part with the names of the spans over it."""
    edges = {0, len(text), *(edge for own in spans.values() for span in own for edge in span)}
    ordered = sorted(edge for edge in edges if 0 <= edge <= len(text))
    return [
        (
            text[start:end],
            [
                name
                for name, own in spans.items()
                if any(low <= start and end <= high for low, high in own)
            ],
        )
        for start, end in pairwise(ordered)
    ]
