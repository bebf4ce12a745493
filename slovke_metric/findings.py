"""How close each prediction comes to its document's gold: the steps that `explain` reports.

Source: the paper, section 6.1, which gives the gap as one number and calls it morphological. The
steps that divide it are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .matching import Flags, Key, Matches, Phrases
from .options import Cutoff
from .tokens import tokenize

STEPS = {
    "surface": "equal as written, but for capitals",
    "lemmas": "equal after lemmatization: what inflection costs",
    "order": "the same lemmas in another order",
    "granularity": "one contains the other",
    "content": "a content lemma in common",
    "function": "only a function word in common: coincidence",
}
LEVEL = {name: level for level, name in enumerate(STEPS)}
UNMATCHED = len(STEPS)


@dataclass(frozen=True, slots=True)
class Finding:
    """One of a document's first k predictions, and the gold keyphrase that it comes closest to.

    Attributes:
        position: among all predictions that count.
        document: the document's number.
        phrase: as written.
        key: its lemmas.
        level: the first step at which it meets gold; `UNMATCHED` if at none.
        gold: that gold keyphrase as written, or None.
    """

    position: int
    document: int
    phrase: str
    key: Key
    level: int
    gold: str | None

    def example(self) -> dict[str, Any]:
        """For the result of `explain`."""
        return {"document": self.document, "prediction": self.phrase, "gold": self.gold}


@dataclass(frozen=True, slots=True)
class _Gold:
    """A gold keyphrase, ready to be compared."""

    phrase: str
    key: Key
    ordered: tuple[str, ...]
    lemmas: frozenset[str]


def findings(
    matches: Matches,
    predicted: Sequence[Sequence[str]],
    gold: Sequence[Sequence[str]],
    *,
    k: Cutoff,
    scored: Flags,
    function_words: frozenset[str],
) -> Iterator[Finding]:
    """Compare the first k predictions of each scored document with its gold.

    Args:
        matches: of the same documents.
        predicted, gold: the phrases as written.
        k: the cutoff.
        scored: which documents count.
        function_words: lemmas without content.
    """
    predictions = _phrases(matches.predicted, predicted, matches.keys)
    golden = _phrases(matches.golden, gold, matches.keys)
    limits = np.minimum(matches.limit(k), matches.given).tolist()
    predicted_starts = matches.predicted.starts.tolist()
    golden_starts = matches.golden.starts.tolist()
    for document in np.flatnonzero(scored).tolist():
        own = [
            _Gold(phrase, key, tuple(sorted(key)), frozenset(key))
            for phrase, key in golden(golden_starts[document], golden_starts[document + 1])
        ]
        surfaces = {surface(phrase) for phrase in gold[document]}
        begin = predicted_starts[document]
        own_predictions = predictions(begin, begin + limits[document])
        for position, (phrase, key) in enumerate(own_predictions, start=begin):
            level, closest = _closest(key, own, function_words)
            if level == LEVEL["lemmas"] and surface(phrase) in surfaces:
                level = LEVEL["surface"]
            yield Finding(position, document, phrase, key, level, closest)


def _closest(
    key: Key, gold: Sequence[_Gold], function_words: frozenset[str]
) -> tuple[int, str | None]:
    """The first step, from `lemmas` on, at which a key meets a gold keyphrase, and that one."""
    best, closest = UNMATCHED, None
    for one in gold:
        level = _level(key, one, function_words)
        if level < best:
            best, closest = level, one.phrase
    return best, closest


def _level(key: Key, gold: _Gold, function_words: frozenset[str]) -> int:
    lemmas = frozenset(key)
    common = lemmas & gold.lemmas
    if not common:
        return UNMATCHED
    if key == gold.key:
        return LEVEL["lemmas"]
    if tuple(sorted(key)) == gold.ordered:
        return LEVEL["order"]
    if common <= function_words:
        return LEVEL["function"]
    if common in (lemmas, gold.lemmas):
        return LEVEL["granularity"]
    return LEVEL["content"]


def _phrases(
    side: Phrases, documents: Sequence[Sequence[str]], keys: Sequence[Key]
) -> Callable[[int, int], Iterator[tuple[str, Key]]]:
    """Gives the phrases of one side that count, from one position to another, with their keys."""
    flat = [phrase for document in documents for phrase in document]

    def between(begin: int, end: int) -> Iterator[tuple[str, Key]]:
        sources, numbers = side.source[begin:end].tolist(), side.key[begin:end].tolist()
        return ((flat[source], keys[key]) for source, key in zip(sources, numbers, strict=True))

    return between


def surface(phrase: str) -> tuple[str, ...]:
    """The words of a phrase as written, case folded."""
    return tuple(token.casefold() for token in tokenize(phrase))
