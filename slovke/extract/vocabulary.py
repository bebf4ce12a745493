"""What a train split knows of keyphrases: which there are, how authors write them, what text goes
with them.

A controlled vocabulary that nobody wrote: the lemma keys of the gold keyphrases with how many
documents have each, its commonest spelling, in how many documents the key is a candidate (so that
`keyphraseness`, Mihalcea and Csomai 2007, is the share of them where it is gold), and for each
lemma of the texts the keyphrases that go with it, by which phrases that a text does not hold are
proposed.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from slovke.extract.candidates import Key

# Keyphrases of fewer documents than this are not proposed for texts that do not hold them.
LEAST = 3
# Kept for each lemma: the phrases that go with it most.
LINKS = 30
# A lemma must stand in this many documents with a phrase to be linked with it.
TOGETHER = 2
# Lemmas of more than this share of the documents tell nothing of the topic.
COMMON = 0.1
_BLOCK = 4096  # lemmas whose links are counted at once

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Counts of a train split.

    Attributes:
        documents: how many there were.
        gold: key -> documents whose gold list has it.
        spelling: key -> its commonest spelling by authors.
        candidate: key -> documents that have it as a candidate, of the keys in `gold`.
        present: key -> documents where it is both.
        links: lemma -> the keys that go with it, each with ln(how many times likelier the phrase is
            where the lemma stands).
    """

    documents: int
    gold: Mapping[Key, int]
    spelling: Mapping[Key, str]
    candidate: Mapping[Key, int]
    present: Mapping[Key, int]
    links: Mapping[str, tuple[tuple[Key, float], ...]]

    def gold_rate(self, key: Key) -> float:
        """ln of the share of documents whose gold list has the key, with one added; <= 0."""
        return math.log((self.gold.get(key, 0) + 1) / (self.documents + 1))

    def keyphraseness(self, key: Key) -> float:
        """The log-odds that a candidate of this key is gold, against those of any candidate.

        Zero for a key that was never gold nor candidate; five candidates of the usual kind are
        added, so that one case proves little.
        """
        usual = 0.05
        share = (self.present.get(key, 0) + 5 * usual) / (self.candidate.get(key, 0) + 5)
        return math.log(share / (1 - share)) - math.log(usual / (1 - usual))

    def proposed(self, lemmas: Iterable[str], most: int = 20) -> list[tuple[Key, float]]:
        """The keys that go best with a text's lemmas, with the sum of their links, best first."""
        total: dict[Key, float] = defaultdict(float)
        for lemma in sorted(lemmas):
            for key, weight in self.links.get(lemma, ()):
                total[key] += weight
        best = sorted(total.items(), key=lambda item: (-round(item[1], 6), item[0]))
        return [(key, round(weight, 6)) for key, weight in best[:most]]


class Counting:
    """Counts documents one by one, and makes the vocabulary of them.

    What it holds grows with the documents by four bytes a lemma or keyphrase of one; only phrases
    that are somebody's keyphrase are counted as candidates.
    """

    def __init__(self, ever_gold: set[Key]) -> None:
        """Take the keys of all gold keyphrases that there will be."""
        self.lemmas: Counter[str] = Counter()
        self._ever_gold = ever_gold
        self._gold: Counter[Key] = Counter()
        self._spellings: dict[Key, Counter[str]] = defaultdict(Counter)
        self._candidate: Counter[Key] = Counter()
        self._present: Counter[Key] = Counter()
        self._of_lemmas = _Incidence[str]()
        self._of_gold = _Incidence[Key]()

    def add(
        self, gold: Mapping[Key, str], candidates: Iterable[Key], lemmas: Iterable[str]
    ) -> None:
        """Count one document: its gold keys with their spelling, its candidates and lemmas."""
        self._gold.update(gold.keys())
        for key, spelling in gold.items():
            self._spellings[key][spelling] += 1
        held = self._ever_gold.intersection(candidates)
        self._candidate.update(held)
        self._present.update(held & gold.keys())
        distinct = set(lemmas)
        self.lemmas.update(distinct)
        self._of_lemmas.add(distinct)
        self._of_gold.add(gold)

    @property
    def documents(self) -> int:
        """How many were counted."""
        return len(self._of_gold.ends)

    def vocabulary(self) -> Vocabulary:
        """The vocabulary of what was counted."""
        return Vocabulary(
            documents=self.documents,
            gold=dict(self._gold),
            spelling={
                key: min(spellings.items(), key=lambda item: (-item[1], item[0]))[0]
                for key, spellings in self._spellings.items()
            },
            candidate={key: n for key, n in self._candidate.items() if key in self._gold},
            present=dict(self._present),
            links=self._links(),
        )

    def _links(self) -> dict[str, tuple[tuple[Key, float], ...]]:
        """For each lemma the phrases that are likelier where it stands, by a shrunk ratio."""
        import numpy as np

        common = max(20.0, COMMON * self.documents)
        lemmas = sorted(
            lemma for lemma, count in self.lemmas.items() if TOGETHER <= count <= common
        )
        keys = sorted(key for key, count in self._gold.items() if count >= LEAST)
        gold = np.array([self._gold[key] for key in keys], dtype=np.float64)
        in_documents = self._of_gold.matrix(keys)
        found: dict[str, tuple[tuple[Key, float], ...]] = {}
        for start in range(0, len(lemmas), _BLOCK):
            some = lemmas[start : start + _BLOCK]
            together = (self._of_lemmas.matrix(some).T @ in_documents).tocsr()
            together.sort_indices()
            for row, lemma in enumerate(some):
                of_row = slice(together.indptr[row], together.indptr[row + 1])
                both, columns = together.data[of_row], together.indices[of_row]
                expected = self.lemmas[lemma] * gold[columns] / self.documents
                weight = np.log((both + 0.5) / (expected + 0.5)) * both / (both + 2)
                weight = np.where((both >= TOGETHER) & (weight > 0), np.round(weight, 4), 0.0)
                best = np.argsort(-weight, kind="stable")[:LINKS]  # of equals the first key
                links = [(keys[columns[i]], float(weight[i])) for i in best if weight[i] > 0]
                if links:
                    found[lemma] = tuple(links)
        return found


class _Incidence(Generic[T]):
    """Which things each document has, as numbers."""

    def __init__(self) -> None:
        self.number: dict[T, int] = {}
        self.things = array("i")
        self.ends = array("q")

    def add(self, things: Iterable[T]) -> None:
        """The things of the next document."""
        number = self.number
        self.things.extend([number.setdefault(thing, len(number)) for thing in things])
        self.ends.append(len(self.things))

    def matrix(self, columns: Sequence[T]) -> Any:
        """Documents by these things, 1 where a document has one: a sparse matrix."""
        import numpy as np
        from scipy.sparse import csr_array

        column = np.full(len(self.number) + 1, -1, dtype=np.int32)
        column[[self.number[thing] for thing in columns]] = np.arange(len(columns))
        things = np.frombuffer(self.things, dtype=np.int32) if self.things else column[:0]
        starts = np.concatenate(([0], np.frombuffer(self.ends, dtype=np.int64)))
        wanted = column[things]
        kept = np.concatenate(([0], np.cumsum(wanted >= 0)))
        indices = wanted[wanted >= 0]
        ones = np.ones(len(indices), dtype=np.int32)
        return csr_array((ones, indices, kept[starts]), shape=(len(self.ends), len(columns)))
