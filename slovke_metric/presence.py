"""Is a gold keyphrase in its document? Present, reordered, mixed or unseen, on lemmas.

The four kinds are those of Boudin and Gallina (NAACL 2021), who divide the absent keyphrases of
Meng et al. (2017). The paper says for SlovKE only that 37 % are absent (table 1), not how that was
counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from .inputs import check_documents, check_texts
from .lemmas import get_lemmatizer
from .matching import Flags, Key, Matches, keys_of
from .options import AnyLemmatizer, Cutoff
from .resampling import Floats
from .tokens import tokenize

PRESENCE = ("present", "reordered", "mixed", "unseen")
# A keyphrase does not run across the end of a sentence or a line.
_SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+|\n")


def presence(
    documents: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    lang: str = "sk",
    lemmatizer: AnyLemmatizer = None,
) -> list[list[str]]:
    """Where each gold keyphrase stands in its document.

    `"present"`: its lemmas stand side by side, in order, in one sentence; `"reordered"`: all stand
    in the document, but not so; `"mixed"`: some do; `"unseen"`: none does.

    Args:
        documents: the texts.
        references: the keyphrases of each.
        lang, lemmatizer: as in `slovke_metric.score`.

    Returns:
        One list a document, one word a keyphrase as given. A phrase without a word is `"unseen"`.

    Raises:
        ValueError: different numbers of documents.
        TypeError: a text is not a string, or keyphrases are not a list of strings.
    """
    gold = check_documents(references, "references")
    texts = check_texts(documents, len(gold))
    chosen = get_lemmatizer(lemmatizer, lang)
    key_of = keys_of((phrase for phrases in gold for phrase in phrases), chosen)
    found = presence_of_keys(
        texts, [[key_of[phrase] for phrase in phrases] for phrases in gold], lang, chosen
    )
    return [[PRESENCE[kind] for kind in kinds] for kinds in found]


def presence_of_keys(
    texts: Sequence[str], gold: Iterable[Sequence[Key]], lang: str, lemmatizer: AnyLemmatizer
) -> list[list[int]]:
    """The same for keys: positions in `PRESENCE`."""
    sentences = [[tokenize(part) for part in _SENTENCE_END.split(text)] for text in texts]
    lemmas = iter(
        get_lemmatizer(lemmatizer, lang).lemmatize([one for text in sentences for one in text])
    )
    kinds = []
    for text, phrases in zip(sentences, gold, strict=True):
        own = [next(lemmas) for _ in text]
        line = "\n".join(f" {' '.join(sentence)} " for sentence in own)
        words = {lemma for sentence in own for lemma in sentence}
        kinds.append([_kind(phrase, line, words) for phrase in phrases])
    return kinds


def _kind(key: Key, line: str, words: set[str]) -> int:
    seen = sum(lemma in words for lemma in key)
    if not seen:
        return 3
    if seen < len(key):
        return 2
    return 0 if f" {' '.join(key)} " in line else 1


@dataclass(frozen=True, slots=True)
class PresenceStatistics:
    """How much gold of each kind a document has, and how much of it the first k predictions found.

    Attributes:
        k: the cutoffs.
        values: shape (statistics, documents): for each kind of `PRESENCE` the number of gold
            keyphrases; then for each cutoff, for exact then partial, for each kind those found.
    """

    k: tuple[Cutoff, ...]
    values: Floats

    @classmethod
    def of(
        cls, matches: Matches, kinds: Sequence[Sequence[int]], k: Sequence[Cutoff]
    ) -> PresenceStatistics:
        """Count for each document.

        Args:
            matches: of the same documents.
            kinds: for each document the kind of each of its gold keyphrases that count.
            k: the cutoffs.
        """
        documents = matches.gold.size
        document = np.repeat(np.arange(documents), matches.gold)
        kind = np.fromiter((one for own in kinds for one in own), np.int64, document.size)
        cell = kind * documents + document
        size = len(PRESENCE) * documents
        rows = [np.bincount(cell, minlength=size)]
        for cutoff in k:
            limit = matches.limit(cutoff)[document]
            for rank in (matches.gold_exact_rank, matches.gold_partial_rank):
                rows.append(np.bincount(cell[rank < limit], minlength=size))
        values = np.concatenate([row.reshape(len(PRESENCE), documents) for row in rows])
        return cls(tuple(k), values.astype(np.float64))

    def select(self, documents: Flags) -> PresenceStatistics:
        """The same for the documents whose flag is set."""
        return PresenceStatistics(self.k, self.values[:, documents])

    def names(self) -> list[str]:
        """The names of the scores: pooled recall of each kind of gold."""
        return [
            f"{match}_recall_{kind}@{k}"
            for k in self.k
            for match in ("exact", "partial")
            for kind in PRESENCE
        ]

    def scores(self, sums: Floats) -> Floats:
        """Found / gold of each kind, pooled over documents; 0 where there is none of the kind.

        Args:
            sums: shape (..., statistics).
        """
        shape, kinds = sums.shape[:-1], len(PRESENCE)
        gold = sums[..., None, :kinds]
        found = sums[..., kinds:].reshape(*shape, -1, kinds)
        recall = np.divide(found, gold, out=np.zeros_like(found), where=gold != 0)
        return recall.reshape(*shape, -1)
