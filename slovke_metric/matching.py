"""From keyphrases to matches: which prediction equals, or touches, which document's gold.

Source: the paper, section 5.1. Exact: the lemmas of a prediction are those of a gold keyphrase, in
the same order. Partial: at least one lemma in common with some gold keyphrase. The paper leaves
open what a duplicate is and whether it counts; here two phrases with the same lemmas are
duplicates, and `duplicates="drop"` keeps the first of them on both sides.

Everything after the lemmas is whole-array arithmetic on numbered keyphrases: the phrases of all
documents stand in one array, document after document, predictions in rank order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from .lemmas import Lemmatizer, get_lemmatizer
from .tokens import tokenize

Key = tuple[str, ...]
Documents = Sequence[Sequence[str]]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

NEVER = np.iinfo(np.int64).max
"""The rank of a gold keyphrase that no prediction found."""


def keys(
    phrases: Sequence[str],
    *,
    lang: str = "sk",
    lemmatizer: str | Lemmatizer | Callable[[str], str] | None = None,
) -> list[Key]:
    """The key of each phrase: the tuple of its lemmas, casefolded. Phrases match if it is equal.

    All phrases go through the lemmatizer in one batch, each distinct one once.

    Args:
        phrases: keyphrases as written.
        lang: the language of the default lemmatizer.
        lemmatizer: as in `slovke_metric.score`.

    Returns:
        One tuple a phrase; empty if the phrase holds no word.

    Raises:
        TypeError: a string instead of a list of strings.
    """
    if isinstance(phrases, str):
        raise TypeError(f"expected a list of phrases, got one string: write [{phrases!r}]")
    key_of = keys_of(phrases, get_lemmatizer(lemmatizer, lang))
    return [key_of[phrase] for phrase in phrases]


def keys_of(phrases: Iterable[str], lemmatizer: Lemmatizer) -> dict[str, Key]:
    """The key of each distinct phrase, in the order of first appearance."""
    key_of: dict[str, Key] = dict.fromkeys(phrases, ())
    lemmas = lemmatizer.lemmatize([tokenize(phrase) for phrase in key_of])
    for phrase, own in zip(key_of, lemmas, strict=True):
        key_of[phrase] = own if all(own) else tuple(filter(None, own))
    return key_of


@dataclass(frozen=True, slots=True)
class Phrases:
    """One side, numbered: the keyphrases that count, document after document.

    Attributes:
        key: the number of each phrase's key.
        document: the number of its document.
        source: the position of each phrase among all phrases of the side as given.
        starts: where each document's phrases begin; one more entry than documents.
        empty: phrases without a word, dropped.
        duplicates: phrases with the lemmas of an earlier one, dropped.
    """

    key: Ints
    document: Ints
    source: Ints
    starts: Ints
    empty: int
    duplicates: int


@dataclass(frozen=True, slots=True)
class Matches:
    """Which predictions match, for all documents at once.

    Attributes:
        keys: the distinct keys, by number.
        predicted, golden: the two sides.
        exact, partial: one flag a prediction.
        gold_exact_rank, gold_partial_rank: for each gold keyphrase the rank (from 0) of the first
            prediction that equals it, or shares a lemma with it; `NEVER` if none does.
    """

    keys: tuple[Key, ...]
    predicted: Phrases
    golden: Phrases
    exact: Flags
    partial: Flags
    gold_exact_rank: Ints
    gold_partial_rank: Ints

    @property
    def given(self) -> Ints:
        """Number of predictions of each document that count."""
        return np.diff(self.predicted.starts)

    @property
    def gold(self) -> Ints:
        """Number of gold keyphrases of each document that count."""
        return np.diff(self.golden.starts)

    def limit(self, k: int | str) -> Ints:
        """The cutoff of each document: k, or its number of gold keyphrases, or of predictions."""
        if k == "O":
            return self.gold
        if k == "M":
            return self.given
        return np.full(self.golden.starts.size - 1, k, dtype=np.int64)

    def found(self, flags: Flags, k: int | str) -> Ints:
        """How many of the first k predictions of each document have their flag set."""
        reached = _starts(flags)
        begin = self.predicted.starts[:-1]
        found: Ints = reached[begin + np.minimum(self.limit(k), self.given)] - reached[begin]
        return found


def match(
    predictions: Documents,
    references: Documents,
    lemmatizer: Lemmatizer,
    *,
    duplicates: str = "drop",
) -> Matches:
    """Match the predictions of each document with its gold keyphrases.

    Args:
        predictions: the ranked keyphrases of each document, best first.
        references: the gold keyphrases of each document, as many documents.
        lemmatizer: gives the lemmas of both sides alike.
        duplicates: `"drop"` or `"keep"`.
    """
    both = chain(chain.from_iterable(predictions), chain.from_iterable(references))
    return match_keys(predictions, references, keys_of(both, lemmatizer), duplicates=duplicates)


def match_keys(
    predictions: Documents,
    references: Documents,
    key_of: Mapping[str, Key],
    *,
    duplicates: str = "drop",
) -> Matches:
    """`match` with the key of every phrase known; keys of other phrases do no harm."""
    both = chain(chain.from_iterable(predictions), chain.from_iterable(references))
    number: dict[Key, int] = {}
    of_phrase = {
        phrase: number.setdefault(key_of[phrase], len(number)) for phrase in dict.fromkeys(both)
    }
    distinct, empty = tuple(number), number.get((), -1)
    predicted = _number(predictions, of_phrase, empty, duplicates)
    golden = _number(references, of_phrase, empty, duplicates)

    width = len(distinct) + 1
    exact, exact_first = _meet(
        predicted.document * width + predicted.key, golden.document * width + golden.key
    )
    lemmas = _Lemmas.of(distinct)
    predicted_lemmas, predicted_begin = lemmas.expand(predicted)
    golden_lemmas, golden_begin = lemmas.expand(golden)
    partial, partial_first = _meet(predicted_lemmas, golden_lemmas)
    # From positions among the predictions' lemmas to positions among the predictions.
    owner = np.repeat(
        np.arange(predicted.key.size), np.diff(predicted_begin, append=predicted_lemmas.size)
    )
    seen = partial_first != NEVER
    partial_first[seen] = owner[partial_first[seen]]
    # No run of lemmas is empty, since a keyphrase without a lemma was dropped.
    if golden_begin.size:
        partial_first = np.minimum.reduceat(partial_first, golden_begin)
    return Matches(
        keys=distinct,
        predicted=predicted,
        golden=golden,
        exact=exact,
        partial=np.logical_or.reduceat(partial, predicted_begin) if partial.size else partial,
        gold_exact_rank=_ranks(exact_first, predicted, golden),
        gold_partial_rank=_ranks(partial_first, predicted, golden),
    )


def _number(phrases: Documents, of_phrase: dict[str, int], empty: int, duplicates: str) -> Phrases:
    """Number the phrases of one side, without the empty ones and, if asked, the duplicates."""
    lengths = np.fromiter(map(len, phrases), np.int64, len(phrases))
    key = np.fromiter(
        map(of_phrase.__getitem__, chain.from_iterable(phrases)), np.int64, int(lengths.sum())
    )
    document = np.repeat(np.arange(len(phrases)), lengths)
    source = np.flatnonzero(key != empty)
    key, document = key[source], document[source]
    given = key.size
    if duplicates == "drop":
        first = np.sort(np.unique(document * (len(of_phrase) + 1) + key, return_index=True)[1])
        key, document, source = key[first], document[first], source[first]
    return Phrases(
        key=key,
        document=document,
        source=source,
        starts=_starts(np.bincount(document, minlength=len(phrases))),
        empty=int(lengths.sum()) - given,
        duplicates=given - key.size,
    )


def _meet(predicted: Ints, golden: Ints) -> tuple[Flags, Ints]:
    """Which predicted codes are golden; for each golden code where it is first predicted."""
    if not predicted.size or not golden.size:
        return np.zeros(predicted.size, np.bool_), np.full(golden.size, NEVER)
    distinct, first, inverse = np.unique(predicted, return_index=True, return_inverse=True)
    place = np.minimum(np.searchsorted(distinct, golden), distinct.size - 1)
    hit = distinct[place] == golden
    met = np.zeros(distinct.size, np.bool_)
    met[place[hit]] = True
    return met[inverse], np.where(hit, first[place], NEVER)


def _ranks(position: Ints, predicted: Phrases, golden: Phrases) -> Ints:
    """From positions among all predictions to ranks within the document."""
    return np.where(position == NEVER, NEVER, position - predicted.starts[golden.document])


@dataclass(frozen=True, slots=True)
class _Lemmas:
    """The lemmas of each key, numbered: those of key i stand in `lemma` from `starts[i]` on."""

    lemma: Ints
    starts: Ints
    width: int

    @classmethod
    def of(cls, distinct: Sequence[Key]) -> _Lemmas:
        number: dict[str, int] = {}
        lemma = [number.setdefault(lemma, len(number)) for key in distinct for lemma in key]
        lengths = np.fromiter(map(len, distinct), np.int64, len(distinct))
        return cls(np.array(lemma, dtype=np.int64), _starts(lengths), len(number))

    def expand(self, side: Phrases) -> tuple[Ints, Ints]:
        """A code for each (document, lemma), phrase after phrase, and where each phrase begins."""
        begin = self.starts[side.key]
        count = self.starts[side.key + 1] - begin
        starts = _starts(count)
        position = np.arange(starts[-1]) + np.repeat(begin - starts[:-1], count)
        return np.repeat(side.document, count) * self.width + self.lemma[position], starts[:-1]


def _starts(lengths: npt.NDArray[np.generic]) -> Ints:
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
