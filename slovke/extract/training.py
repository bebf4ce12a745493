"""Fitting on a train split: document frequencies for LemmaRank, and the ranker.

The ranker's features hold counts of gold keyphrases, which would give a document's own gold away if
the model were fitted on the documents that were counted. So the split is parted by a hash of the
ids: the larger part is counted, the model is fitted on the smaller; then all is counted for the
file.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from slovke.errors import InputError, MissingExtraError
from slovke.extract.analysis import Analyzer, Found
from slovke.extract.document_frequencies import DocumentFrequencies
from slovke.extract.protocol import Document
from slovke.extract.ranker import ALL_FEATURES, rankable
from slovke.extract.ranking_model import RankingModel
from slovke.extract.tagging import Tagger
from slovke.extract.vocabulary import Counting
from slovke.record import Record

_BATCH = 256
# One document in this many is for fitting, at most `MOST_FITTED` in all; the others are counted.
_PARTS = 5
MOST_FITTED = 10_000
# How strongly all weights but that of LemmaRank's score are held to 0, against the log-loss summed
# over candidates: some hundred documents move them little, some thousand freely.
PENALTY = 3000.0
_FREE = 100.0

Advance = Callable[[int], None]


def no_progress(_: int) -> None:
    """Show nothing."""


@dataclass(frozen=True, slots=True)
class FitOptions:
    """Options of both fits.

    Attributes:
        use_title: whether titles are read too.
        least: lemmas of fewer documents than this are left out of the file.
    """

    use_title: bool = True
    least: int = 2


@dataclass(frozen=True, slots=True)
class Fitted:
    """A trained ranker, and what its training saw.

    Attributes:
        model: the ranker.
        counted, fitted: documents of the larger and the smaller part.
        candidates, positive: candidates that the model was fitted on, and how many were gold.
    """

    model: RankingModel
    counted: int
    fitted: int
    candidates: int
    positive: int


def revision_of(records: Sequence[Record]) -> str:
    """A hash of what a fit reads of its records: equal data, equal hash, wherever it was read."""
    digest = hashlib.sha256()
    for record in records:
        line = "\x1f".join((record.id, record.title or "", record.abstract, *record.keyphrases))
        digest.update(line.encode("utf-8", "replace") + b"\x1e")
    return f"sha256:{digest.hexdigest()[:16]}"


def documents_to_read(records: Sequence[Record]) -> int:
    """How many documents `fit_ranker` reports to `advance`."""
    return len(records) + min(MOST_FITTED, sum(_part(record.id) == 0 for record in records))


def fit_document_frequencies(
    records: Sequence[Record],
    tagger: Tagger,
    dataset: str,
    options: FitOptions | None = None,
    advance: Advance = no_progress,
) -> DocumentFrequencies:
    """In how many documents each lemma of a noun or adjective stands.

    Args:
        records: the train split.
        tagger: tells nouns and adjectives.
        dataset: what the file should say it was fitted on.
        options: see `FitOptions`.
        advance: called with the number of documents done.

    Raises:
        InputError: no records.
    """
    chosen = options or FitOptions()
    _check(records)
    analyzer = Analyzer(tagger, use_title=chosen.use_title)
    counts: Counter[str] = Counter()
    for _, found in _found(records, analyzer, advance):
        counts.update(found.counts.keys())
    kept = {lemma: count for lemma, count in counts.items() if count >= chosen.least}
    return DocumentFrequencies(len(records), kept, chosen.least, dataset, analyzer.signature)


def fit_ranker(
    records: Sequence[Record],
    tagger: Tagger,
    dataset: str,
    options: FitOptions | None = None,
    advance: Advance = no_progress,
) -> Fitted:
    """Train the ranker. `advance` gets each document, then those of the smaller part once more.

    Raises:
        InputError: too few records, or no gold keyphrase is a candidate.
        MissingExtraError: scikit-learn is not installed.
    """
    chosen = options or FitOptions()
    _check(records, at_least=2 * _PARTS)
    try:
        from sklearn.linear_model import LogisticRegression
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        raise MissingExtraError("training a ranker", "baselines") from None
    import numpy as np

    small = [record for record in records if _part(record.id) == 0][:MOST_FITTED]
    held_out = {record.id for record in small}
    large = [record for record in records if record.id not in held_out]
    if not small or not large:
        raise InputError(f"{len(records)} records are too few to train on: all fall in one part")

    finder = Analyzer(tagger, use_title=chosen.use_title)
    counting = Counting({key for record in records for key in _gold(record)})
    for record, found in _found(large, finder, advance):
        _count(counting, record, found)
    vocabulary = counting.vocabulary()
    for record, found in _found(small, finder, advance):
        _count(counting, record, found)
    kept = {lemma: count for lemma, count in counting.lemmas.items() if count >= chosen.least}
    frequencies = DocumentFrequencies(len(records), kept, chosen.least, dataset, finder.signature)

    analyzer = Analyzer(tagger, frequencies, use_title=chosen.use_title)
    values: list[Any] = []
    labels: list[bool] = []
    for start in range(0, len(small), _BATCH):
        batch = small[start : start + _BATCH]
        for record, analysis in zip(batch, analyzer.analyze(_documents(batch)), strict=True):
            gold = _gold(record)
            ranked = rankable(analysis, vocabulary)
            values.append(np.array([one.values for one in ranked], dtype=np.float32))
            labels += [one.key in gold for one in ranked]
        advance(len(batch))
    if not any(labels) or all(labels):
        raise InputError("no gold keyphrase of the fitted part is a candidate: nothing to learn")
    scaler = StandardScaler()
    scaled = scaler.fit_transform(
        np.concatenate([one for one in values if len(one)], dtype=np.float64)
    )
    # Ridge towards LemmaRank: its score's own weight costs next to nothing, all others do.
    prior = ALL_FEATURES.index("lemmarank")
    scaled[:, prior] *= _FREE
    logistic = LogisticRegression(C=1 / PENALTY, max_iter=1000).fit(scaled, np.array(labels))
    coefficients = logistic.coef_[0].copy()
    coefficients[prior] *= _FREE
    weights = coefficients / scaler.scale_
    model = RankingModel(
        weights={
            name: round(float(weight), 6)
            for name, weight in zip(ALL_FEATURES, weights, strict=True)
        },
        intercept=round(float(logistic.intercept_[0] - weights @ scaler.mean_), 6),
        vocabulary=counting.vocabulary(),
        frequencies=frequencies,
        dataset=dataset,
        signature=finder.signature,
        use_title=chosen.use_title,
    )
    return Fitted(model, len(large), len(small), len(labels), sum(labels))


def model_card(fitted: Fitted, file: str, sha256: str) -> str:
    """The model card in Markdown: what it is, was trained on, how to use it, its weights."""
    model = fitted.model
    weights = "\n".join(f"| {name} | {weight:.3f} |" for name, weight in model.weights.items())
    return f"""---
language: sk
tags: [keyphrase-extraction, slovke]
---
# Keyphrase ranker for Slovak

A logistic model over the features of LemmaRank and the counts of a train split, by `slovke fit
ranker`. Use: `slovke extract ranker={file} --dataset DATASET --out predictions.jsonl`.

| | |
|---|---|
| file | `{file}`, sha256 {sha256} |
| trained on | {model.dataset} |
| made with | `{model.signature}` |
| titles | {"used" if model.use_title else "not used"} |
| documents counted, fitted on | {fitted.counted}, {fitted.fitted} |
| candidates fitted on, of them gold | {fitted.candidates}, {fitted.positive} |
| keyphrases known | {len(model.vocabulary.gold)} |

The file is gzipped JSON and runs nothing. It holds the keyphrases of its train split as their
authors wrote them, and no other text of it. It proposes phrases that a text does not hold; they may
be wrong. Its figures on a test split are for `slovke bench` to say.

| feature | weight |
|---|---|
{weights}
"""


def _check(records: Sequence[Record], at_least: int = 1) -> None:
    if len(records) < at_least:
        raise InputError(f"{len(records)} records to fit on; at least {at_least} are needed")


def _part(id_: str) -> int:
    return hashlib.sha256(id_.encode("utf-8", "replace")).digest()[0] % _PARTS


def _documents(records: Sequence[Record]) -> list[Document]:
    return [Document(record.id, record.abstract, record.title) for record in records]


def _found(
    records: Sequence[Record], finder: Analyzer, advance: Advance
) -> Iterator[tuple[Record, Found]]:
    for start in range(0, len(records), _BATCH):
        batch = records[start : start + _BATCH]
        yield from zip(batch, finder.find(_documents(batch)), strict=True)
        advance(len(batch))


def _gold(record: Record) -> dict[tuple[str, ...], str]:
    from slovke_metric import keys

    found: dict[tuple[str, ...], str] = {}
    for key, phrase in zip(keys(record.keyphrases), record.keyphrases, strict=True):
        if key:
            found.setdefault(key, phrase)
    return found


def _count(counting: Counting, record: Record, found: Found) -> None:
    counting.add(_gold(record), [one.key for one in found.candidates], found.counts)
