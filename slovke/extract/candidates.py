"""Keyphrase candidates of a tagged text: noun phrases of one to three content words.

The patterns (N a noun, A an adjective that agrees with its noun, G a noun in the genitive, P a
preposition, C "a", "i" or "alebo"):

    N · A N · A A N · N G · A N G · N A G · N G G · N P N · N P A N · A C A N · N A

(the last for species and compounds: `ľan siaty`, `oxid siričitý`), and proper or foreign nouns side
by side (`React Native`, `scorecard metóda`). An occurrence never crosses a punctuation mark.
Occurrences are merged by the metric's lemma key, so that all inflections of a phrase add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from slovke.extract.tagging import ANY, GENITIVE, NOMINAL, NOMINATIVE, TaggedWord
from slovke_metric import get_lemmatizer, tokenize

if TYPE_CHECKING:
    from slovke_metric.lemmas import Lemmatizer

Key = tuple[str, ...]

_REMEMBERED = 300_000  # phrases
_PARTICIPLES = tuple(
    stem + ending
    for stem in ("an", "en", "úc", "iac")
    for ending in "ý á é ej ého ému ú ou om ých ým ými a e y í i".split()
)
_JOINING = frozenset(("a", "i", "aj", "alebo", "&"))


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place of a candidate.

    Attributes:
        text: the phrase as it stands there, one space between words.
        place: words and marks of the document before it.
        nominative: whether its head, and what agrees with it, may stand in the nominative there.
        initial: whether it begins a sentence.
    """

    text: str
    place: int
    nominative: bool
    initial: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """One phrase with all its inflected occurrences.

    Attributes:
        key: the metric's lemma key.
        words: the keys of its content words, in order (a hyphenated word's key has several lemmas).
        head: the key of its head, the noun that the rest belongs to.
        adjectives: how many adjectives stand before the head.
        preposition, conjunction: whether it holds one.
        named: whether its first word is a name by the dictionary, or unknown to it.
        occurrences: in the order of the text.
    """

    key: Key
    words: tuple[Key, ...]
    head: Key
    adjectives: int
    preposition: bool
    conjunction: bool
    named: bool
    occurrences: tuple[Occurrence, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A candidate's occurrence before it has a key: words `start` to `end` of a sentence."""

    start: int
    end: int
    content: tuple[int, ...]


class Keys:
    """The metric's keys of phrases, remembered: most words of a text have been seen before."""

    __slots__ = ("_known", "_lemmatizer")

    def __init__(self, lemmatizer: Lemmatizer | None = None) -> None:
        """Take a lemmatizer; None for the metric's own."""
        self._lemmatizer = lemmatizer or get_lemmatizer()
        self._known: dict[Key, Key] = {}

    @property
    def signature(self) -> str:
        """The lemmatizer's."""
        return self._lemmatizer.signature

    def of(self, phrases: Sequence[Key]) -> list[Key]:
        """The key of each phrase, given as its tokens."""
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        known = self._known
        missing = list(dict.fromkeys(phrase for phrase in phrases if phrase not in known))
        known.update(zip(missing, self._lemmatizer.lemmatize(missing), strict=True))
        return [known[phrase] for phrase in phrases]


def find_candidates(
    text: Sequence[Sequence[TaggedWord]], keys_of: Keys
) -> tuple[list[Candidate], Counter[str]]:
    """The candidates of a tagged text in the order of their first occurrence.

    Returns:
        The candidates, and how often each lemma of a noun or an adjective stands in the text.
    """
    found: list[tuple[Span, Sequence[TaggedWord], int]] = []
    contents: list[TaggedWord] = []
    place = 0
    for sentence in text:
        found += [(span, sentence, place) for span in spans(sentence)]
        contents += [word for word in sentence if word.pos in NOMINAL or word.pos == "ADJ"]
        place += len(sentence)
    phrases = [
        tuple(tokenize(word.form) for word in sentence[span.start : span.end])
        for span, sentence, _ in found
    ]
    keys = keys_of.of(
        [tuple(token for word in phrase for token in word) for phrase in phrases]
        + [tokenize(word.form) for word in contents]
    )
    counts = Counter(lemma for key in keys[len(found) :] for lemma in key)
    merged: dict[Key, list[tuple[Span, Sequence[TaggedWord], int, tuple[Key, ...]]]] = {}
    for (span, sentence, before), phrase, key in zip(found, phrases, keys, strict=False):
        parts = _parts(key, phrase)
        words = tuple(parts[i - span.start] for i in span.content)
        if all(words):
            merged.setdefault(key, []).append((span, sentence, before, words))
    return [_merge(key, places) for key, places in merged.items()], counts


def _parts(key: Key, phrase: Sequence[tuple[str, ...]]) -> list[Key]:
    """The key of a phrase cut into the keys of its words."""
    lemmas = iter(key)
    return [tuple(islice(lemmas, len(word))) for word in phrase]


def _merge(
    key: Key, places: list[tuple[Span, Sequence[TaggedWord], int, tuple[Key, ...]]]
) -> Candidate:
    span, sentence, _, words = places[0]
    inside = [sentence[i].pos for i in range(span.start, span.end)]
    adjectives = next(
        (n for n, i in enumerate(span.content) if sentence[i].pos in NOMINAL), len(words) - 1
    )
    occurrences = tuple(
        Occurrence(
            " ".join(word.form for word in its[where.start : where.end]),
            before + where.start,
            _is_nominative(its, where.content[: adjectives + 1]),
            not where.start,
        )
        for where, its, before, _ in places
    )
    return Candidate(
        key=key,
        words=words,
        head=words[adjectives],
        adjectives=adjectives,
        preposition="ADP" in inside,
        conjunction="CONJ" in inside,
        named=sentence[span.start].named,
        occurrences=occurrences,
    )


def _is_nominative(sentence: Sequence[TaggedWord], words: Sequence[int]) -> bool:
    """Whether a head and the adjectives before it may all stand in the nominative."""
    possible = NOMINATIVE
    for word in words:
        possible &= sentence[word].cases
    return possible != 0


def spans(sentence: Sequence[TaggedWord]) -> Iterator[Span]:
    """The spans of a sentence that match a pattern."""
    for first, word in enumerate(sentence):
        if word.pos == "ADJ":
            yield from _from_adjective(sentence, first)
        elif word.pos in NOMINAL:
            yield Span(first, first + 1, (first,))
            yield from _from_noun(sentence, first, (first,), 3)


def _from_adjective(sentence: Sequence[TaggedWord], first: int) -> Iterator[Span]:
    possible = sentence[first].cases
    here = first + 1
    inner: tuple[int, ...] = (first,)
    if here < len(sentence) and sentence[here].pos == "CONJ":
        if sentence[here].form not in _JOINING or here + 1 >= len(sentence):
            return
        here += 1
        if sentence[here].pos != "ADJ":
            return
    if here < len(sentence) and sentence[here].pos == "ADJ":
        possible &= sentence[here].cases
        inner = (first, here)
        here += 1
    if not possible or here >= len(sentence) or sentence[here].pos not in NOMINAL:
        return
    if not possible & sentence[here].cases:
        return
    content = (*inner, here)
    yield Span(first, here + 1, content)
    if len(content) == 2:
        yield from _from_noun(sentence, here, content, 3, prepositions=False)


def _from_noun(
    sentence: Sequence[TaggedWord],
    noun: int,
    content: tuple[int, ...],
    most: int,
    *,
    prepositions: bool = True,
) -> Iterator[Span]:
    """What may follow the noun of a span: genitives, names, a preposition with its noun."""
    here = noun + 1
    if here >= len(sentence) or len(content) >= most:
        return
    word, before = sentence[here], sentence[noun]
    first = content[0]
    if word.pos in NOMINAL:
        named = before.pos == "PROPN" and word.pos == "PROPN"
        if named or ANY in (before.cases, word.cases) or _is_genitive(word):
            longer = (*content, here)
            yield Span(first, here + 1, longer)
            yield from _from_noun(sentence, here, longer, most, prepositions=False)
    elif word.pos == "ADJ" and word.cases & GENITIVE:
        after = here + 1
        if after < len(sentence) and sentence[after].pos in NOMINAL and len(content) + 2 <= most:
            agreed = word.cases & sentence[after].cases & GENITIVE
            if agreed:
                yield Span(first, after + 1, (*content, here, after))
    if word.pos == "ADJ" and len(content) == 1 and _is_postposed(sentence, noun):
        yield Span(first, here + 1, (*content, here))
    elif word.pos == "ADP" and prepositions:
        after = here + 1
        if after < len(sentence) and sentence[after].pos in NOMINAL:
            yield Span(first, after + 1, (*content, after))
        elif after + 1 < len(sentence) and sentence[after].pos == "ADJ":
            noun = after + 1
            if sentence[noun].pos in NOMINAL and sentence[after].cases & sentence[noun].cases:
                yield Span(first, noun + 1, (*content, after, noun))


def _is_postposed(sentence: Sequence[TaggedWord], noun: int) -> bool:
    """Whether the adjective after a noun belongs to it: `ľan siaty`, `oxid siričitý`."""
    adjective = sentence[noun + 1]
    before, after = sentence[noun - 1 : noun], sentence[noun + 2 : noun + 3]
    return (
        bool(adjective.cases & sentence[noun].cases)
        and not any(word.pos in ("ADJ", "NOUN", "PROPN", "ADP", "CONJ") for word in after)
        and not any(word.pos == "ADJ" for word in before)
        and not adjective.form.casefold().endswith(_PARTICIPLES)
    )


def _is_genitive(word: TaggedWord) -> bool:
    return bool(word.cases & GENITIVE) and word.cases & ~NOMINATIVE != 0
