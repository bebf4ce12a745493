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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from slovke.extract.grammatical_cases import ANY, GENITIVE, NOMINATIVE
from slovke.extract.tagging import CONTENT, NOMINAL, Pos, TaggedWord
from slovke_metric import get_lemmatizer, tokenize

if TYPE_CHECKING:
    from slovke_metric.lemmas import Lemmatizer

Key = tuple[str, ...]

MOST_WORDS = 3  # content words of a candidate
_REMEMBERED = 300_000  # phrases, and words
_PARTICIPLES = tuple(
    stem + ending
    for stem in ("an", "en", "úc", "iac")
    for ending in "ý á é ej ého ému ú ou om ých ým ými a e y í i".split()
)
_JOINING = frozenset(("a", "i", "aj", "alebo", "&"))


# Tuples, since a document has some hundred of each and they cost a fifth of a frozen dataclass.
class Occurrence(NamedTuple):
    """One place of a candidate.

    Attributes:
        text: the phrase as it stands there, one space between words.
        nominative: whether its head, and what agrees with it, may stand in the nominative there.
        initial: whether it begins a sentence.
    """

    text: str
    nominative: bool
    initial: bool


class Sentence(NamedTuple):
    """A sentence's words, their forms and metric tokens, and how many words stand before it."""

    words: Sequence[TaggedWord]
    forms: list[str]
    tokens: list[Key]
    before: int


class Span(NamedTuple):
    """Words `start` to `end` of a sentence, and which of them are its content."""

    start: int
    end: int
    content: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One phrase with all its inflected occurrences. What only chosen ones need is worked out late.

    Attributes:
        key: the metric's lemma key.
        words: the keys of its content words, in order (a hyphenated word's key has several lemmas).
        adjectives: how many adjectives stand before the head.
        places: of its occurrences, in the order of the text.
    """

    key: Key
    words: tuple[Key, ...]
    adjectives: int
    places: tuple[tuple[Span, Sentence], ...]

    @property
    def head(self) -> Key:
        """The key of its head, the noun that the rest belongs to."""
        return self.words[self.adjectives]

    @property
    def first_place(self) -> int:
        """Words and marks of the document before its first occurrence."""
        span, sentence = self.places[0]
        return sentence.before + span.start

    @property
    def forms(self) -> list[str]:
        """The words of its first occurrence."""
        span, sentence = self.places[0]
        return sentence.forms[span.start : span.end]

    @property
    def named(self) -> bool:
        """Whether its first word is a name by the dictionary, or unknown to it."""
        span, sentence = self.places[0]
        return sentence.words[span.start].named

    @property
    def occurrences(self) -> list[Occurrence]:
        """Its occurrences, in the order of the text."""
        return [
            Occurrence(
                " ".join(sentence.forms[span.start : span.end]),
                _is_nominative(sentence.words, span.content[: self.adjectives + 1]),
                not span.start,
            )
            for span, sentence in self.places
        ]

    @property
    def joins(self) -> list[Pos]:
        """The parts of speech of the words that join its content words."""
        (start, end, content), sentence = self.places[0]
        if len(content) == end - start:
            return []
        return [sentence.words[i].pos for i in range(start, end) if i not in content]


class Keys:
    """The metric's keys of phrases, remembered: most words of a text have been seen before."""

    __slots__ = ("_known", "_lemmatizer", "_tokens")

    def __init__(self, lemmatizer: Lemmatizer | None = None) -> None:
        """Take a lemmatizer; None for the metric's own."""
        self._lemmatizer = lemmatizer or get_lemmatizer()
        self._known: dict[Key, Key] = {}
        self._tokens: dict[str, Key] = {}

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

    def tokens(self, words: Sequence[TaggedWord]) -> list[Key]:
        """The metric's tokens of each word."""
        if len(self._tokens) > _REMEMBERED:
            self._tokens.clear()
        known = self._tokens
        found = []
        for word in words:
            tokens = known.get(word.form)
            if tokens is None:
                tokens = known[word.form] = tokenize(word.form)
            found.append(tokens)
        return found


def find_candidates(
    text: Sequence[Sequence[TaggedWord]], keys_of: Keys
) -> tuple[list[Candidate], Counter[str]]:
    """The candidates of a tagged text in the order of their first occurrence.

    Returns:
        The candidates, and how often each lemma of a noun or an adjective stands in the text.
    """
    places: list[tuple[Span, Sentence]] = []
    phrases: list[Key] = []
    contents: list[Key] = []
    before = 0
    for words in text:
        tokens = keys_of.tokens(words)
        sentence = Sentence(words, [word.form for word in words], tokens, before)
        whole = all(tokens)
        for span in spans(words):
            if not whole and not all(tokens[i] for i in span.content):
                continue  # a content word that holds nothing for the metric
            places.append((span, sentence))
            phrases.append(tuple(chain.from_iterable(tokens[span.start : span.end])))
        contents += [own for word, own in zip(words, tokens, strict=True) if word.pos in CONTENT]
        before += len(words)
    counts = Counter(chain.from_iterable(keys_of.of(contents)))
    merged: dict[Key, list[tuple[Span, Sentence]]] = {}
    for place, key in zip(places, keys_of.of(phrases), strict=True):
        merged.setdefault(key, []).append(place)
    return [_merge(key, alike) for key, alike in merged.items()], counts


def _merge(key: Key, places: list[tuple[Span, Sentence]]) -> Candidate:
    span, sentence = places[0]
    adjectives = 0
    for word in span.content:
        if sentence.words[word].pos in NOMINAL:
            break
        adjectives += 1
    words = _content_keys(key, span, sentence)
    return Candidate(key, words, min(adjectives, len(words) - 1), tuple(places))


def _content_keys(key: Key, span: Span, sentence: Sentence) -> tuple[Key, ...]:
    """The keys of the content words of a phrase, cut out of its own."""
    start, end, content = span
    if len(key) == end - start:  # a token for each word
        return tuple([(key[i - start],) for i in content])
    lemmas = iter(key)
    parts = [tuple(islice(lemmas, len(tokens))) for tokens in sentence.tokens[start:end]]
    return tuple([parts[i - start] for i in content])


def _is_nominative(sentence: Sequence[TaggedWord], words: Sequence[int]) -> bool:
    """Whether a head and the adjectives before it may all stand in the nominative."""
    possible = NOMINATIVE
    for word in words:
        possible &= sentence[word].cases
    return possible != 0


def spans(sentence: Sequence[TaggedWord]) -> Iterator[Span]:
    """The spans of a sentence that match a pattern and cut no name."""
    joined = _joined_names(sentence)
    for first, word in enumerate(sentence):
        if first - 1 in joined:
            continue
        found: Iterable[Span] = ()
        if word.pos == "ADJ":
            found = _from_adjective(sentence, first)
        elif word.pos in NOMINAL:
            alone = Span(first, first + 1, (first,))
            found = chain((alone,), _from_noun(sentence, first, (first,), MOST_WORDS))
        for span in found:
            if span.end - 1 not in joined:
                yield span


def _joined_names(sentence: Sequence[TaggedWord]) -> set[int]:
    """The words that make one name with the next: `Malých` Karpatoch, `Boženy` Slančíkovej.

    A capital at the beginning of the sentence says nothing; names of more words than a candidate
    has may be cut.
    """
    joined: set[int] = set()
    run = 0
    for place in range(1, len(sentence)):
        word = sentence[place]
        after = sentence[place + 1] if place + 1 < len(sentence) else None
        if after is not None and _is_joined(word, after):
            joined.add(place)
            run += 1
            continue
        if run >= MOST_WORDS:
            joined.difference_update(range(place - run, place))
        run = 0
    return joined


def _is_joined(word: TaggedWord, after: TaggedWord) -> bool:
    if not word.form[:1].isupper() or not word.form[1:].islower():
        return False
    if word.pos == "ADJ":
        return after.pos in CONTENT and word.cases & after.cases != 0
    return word.pos == "PROPN" and after.pos == "PROPN" and after.form[1:].islower()


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
        yield from _from_noun(sentence, here, content, MOST_WORDS, prepositions=False)


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
        and not any(word.pos in ("ADJ", "NOUN", "PROPN", "CONJ") for word in after)
        and not any(word.pos == "ADJ" for word in before)
        and not adjective.form.casefold().endswith(_PARTICIPLES)
    )


def _is_genitive(word: TaggedWord) -> bool:
    return bool(word.cases & GENITIVE) and word.cases & ~NOMINATIVE != 0
