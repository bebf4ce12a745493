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
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from sys import intern

from slovke.extract.candidates import Key

# Keyphrases of fewer documents than this are not proposed for texts that do not hold them.
LEAST = 3
# Kept for each lemma: the phrases that go with it most.
LINKS = 30
# A lemma must stand in this many documents with a phrase to be linked with it.
TOGETHER = 2
# Lemmas of more than this share of the documents tell nothing of the topic.
COMMON = 0.1


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


@dataclass(slots=True)
class Counting:
    """Counts documents one by one, and makes the vocabulary of them."""

    gold: Counter[Key] = field(default_factory=Counter)
    spellings: dict[Key, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    candidate: Counter[Key] = field(default_factory=Counter)
    present: Counter[Key] = field(default_factory=Counter)
    lemmas: Counter[str] = field(default_factory=Counter)
    seen: list[tuple[tuple[Key, ...], tuple[str, ...]]] = field(default_factory=list)

    def add(
        self, gold: Mapping[Key, str], candidates: Iterable[Key], lemmas: Iterable[str]
    ) -> None:
        """Count one document: its gold keys with their spelling, its candidates and lemmas."""
        self.gold.update(gold.keys())
        for key, spelling in gold.items():
            self.spellings[key][spelling] += 1
        held = set(candidates)
        self.candidate.update(held)
        self.present.update(held & gold.keys())
        distinct = tuple(map(intern, sorted(set(lemmas))))
        self.lemmas.update(distinct)
        self.seen.append((tuple(gold), distinct))

    @property
    def documents(self) -> int:
        """How many were counted."""
        return len(self.seen)

    def vocabulary(self) -> Vocabulary:
        """The vocabulary of what was counted."""
        return Vocabulary(
            documents=self.documents,
            gold=dict(self.gold),
            spelling={
                key: min(spellings.items(), key=lambda item: (-item[1], item[0]))[0]
                for key, spellings in self.spellings.items()
            },
            candidate={key: count for key, count in self.candidate.items() if key in self.gold},
            present=dict(self.present),
            links=self._links(),
        )

    def _links(self) -> dict[str, tuple[tuple[Key, float], ...]]:
        """For each lemma the phrases that are likelier where it stands, by a shrunk ratio."""
        together: dict[str, Counter[Key]] = defaultdict(Counter)
        common = max(20.0, COMMON * self.documents)
        for gold, lemmas in self.seen:
            proposable = [key for key in gold if self.gold[key] >= LEAST]
            if proposable:
                for lemma in lemmas:
                    if self.lemmas[lemma] <= common:
                        together[lemma].update(proposable)
        found = {}
        for lemma, keys in together.items():
            links = self._best(self.lemmas[lemma], keys)
            if links:
                found[lemma] = links
        return found

    def _best(self, held: int, together: Counter[Key]) -> tuple[tuple[Key, float], ...]:
        links = []
        for key, both in together.items():
            expected = held * self.gold[key] / self.documents
            weight = math.log((both + 0.5) / (expected + 0.5)) * both / (both + 2)
            if both >= TOGETHER and weight > 0:
                links.append((key, round(weight, 4)))
        links.sort(key=lambda item: (-item[1], item[0]))
        return tuple(links[:LINKS])
