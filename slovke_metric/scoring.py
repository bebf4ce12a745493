"""Exact, partial and gap precision, recall and F1 at k: from matches to one table of scores.

Source: the paper, section 5.1 and tables 2-3. Where it is silent, the choices are ours and stand in
`score`'s docstring and in the metric card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from .document_scores import Statistics, exact_sums
from .inputs import check_documents, check_pair, check_texts
from .matching import Flags, Key, Matches, match
from .options import AnyCutoff, AnyLemmatizer, Options, check_options
from .presence import PresenceStatistics, presence_of_keys
from .resampling import bootstrap_sums, percentile_interval


def score(
    predictions: Sequence[Sequence[str]],
    references: Sequence[Sequence[str]],
    *,
    k: AnyCutoff | Iterable[AnyCutoff] = 6,
    lang: str = "sk",
    lemmatizer: AnyLemmatizer = None,
    duplicates: str = "drop",
    denominator: str = "k",
    empty_gold: str = "skip",
    documents: Sequence[str] | None = None,
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = 12345,
    per_document: bool = False,
) -> dict[str, Any]:
    """Score ranked keyphrases against gold ones, lemmatized, exactly and partially, at k.

    Both sides are normalized alike: NFC, our tokenizer, a lemma for each token, casefolded. A
    keyphrase is the tuple of its lemmas; one without any word is dropped and counted.

    For one document at k, of the first k predictions: exact matches are those whose tuple is gold;
    partial matches share at least one lemma with some gold keyphrase. precision = matches / k,
    recall = min(1, matches / number of gold), F1 = 2PR / (P + R), or 0 if both are 0. The gap is
    partial minus exact; the ratio is exact / partial (0 if nothing matches at all).

    Args:
        predictions: for each document its keyphrases, best first. A document without any scores 0.
        references: for each document its gold keyphrases; a set is welcome.
        k: one or several cutoffs: 1, 2, ..., `"O"` (the number of gold keyphrases of the document,
            deduplicated), `"M"` (all predictions given, deduplicated).
        lang: language of the default lemmatizer, any of simplemma's.
        lemmatizer: None (the language's default), `"simplemma"`, `"stanza"` (the paper's choice),
            `"none"`, a function from token to lemma, or a `Lemmatizer`.
        duplicates: `"drop"`: of phrases with the same lemmas only the first counts, on both sides,
            before the first k are taken; `"keep"`: all count. The paper does not say.
        denominator: of precision: `"k"`, however few were given; `"min"`: min(k, given).
        empty_gold: a document without gold: `"skip"` leaves it out of every average, `"zero"` lets
            it score 0, `"error"` raises.
        documents: the documents' texts: adds `{exact,partial}_recall_{present,reordered,mixed,
            unseen}@{k}`: of the gold keyphrases of that kind in all documents (see
            `presence.presence`) the share that the first k predictions found.
        confidence: such as 0.95: adds the percentile bootstrap interval of every score.
        resamples, seed: of the bootstrap over documents.
        per_document: adds `per_document`, the statistics of each document.

    Returns:
        A dict of plain Python values. Scores are fractions between 0 and 1:

        - `{exact,partial,gap,ratio}_{precision,recall,f1}@{k}`: the mean over documents, the
          headline. (Of ratio: the ratio of the two means.)
        - `{exact,partial,gap,ratio}_micro_{precision,recall,f1}@{k}`: from pooled counts: precision
          is all matches / all denominators; recall is all matches, each document's capped at its
          number of gold keyphrases, / all gold; F1 is of the two.
        - with `confidence`, each under the same name + `_low` and `_high`.
        - `documents` (given), `documents_without_gold`, `documents_without_predictions`,
          `predictions_per_document` (mean number that count), `gold_per_document`,
          `empty_predictions`, `empty_gold`, `duplicate_predictions`, `duplicate_gold` (phrases
          dropped), `signature`.

        The paper's text says "micro-average", but its table 3 cannot come from pooled counts: all
        six F1 lie 0.35 to 0.6 points below the harmonic mean of the printed precision and recall,
        as a mean of F1 over documents does.

    Raises:
        ValueError: no documents, or none with gold; different numbers of documents; a bad option.
        TypeError: a document is not a list of strings; the error names it and says the mend.
    """
    options = check_options(
        k=k,
        lang=lang,
        lemmatizer=lemmatizer,
        duplicates=duplicates,
        denominator=denominator,
        empty_gold=empty_gold,
        confidence=confidence,
        resamples=resamples,
        seed=seed,
        per_document=per_document,
    )
    predicted = check_documents(predictions, "predictions")
    gold = check_documents(references, "references")
    check_pair(predicted, gold)
    texts = None if documents is None else check_texts(documents, len(gold))
    return score_checked(predicted, gold, options, texts)


def score_checked(
    predictions: Sequence[Sequence[str]],
    references: Sequence[Sequence[str]],
    options: Options,
    texts: Sequence[str] | None = None,
) -> dict[str, Any]:
    """`score` for documents and options that were checked before."""
    matches = match(predictions, references, options.lemmatizer, duplicates=options.duplicates)
    return score_matches(matches, options, texts)


def score_matches(
    matches: Matches, options: Options, texts: Sequence[str] | None = None
) -> dict[str, Any]:
    """`score` for documents that were matched before, with the same options."""
    scored = scored_documents(matches, options)
    statistics = Statistics.of(matches, options)
    blocks: list[Statistics | PresenceStatistics] = [statistics.select(scored)]
    if texts is not None:
        kinds = presence_of_keys(texts, golden_keys(matches), options.lang, options.lemmatizer)
        blocks.append(PresenceStatistics.of(matches, kinds, options.k).select(scored))
    result: dict[str, Any] = {}
    for block in blocks:
        result |= zip(block.names(), block.scores(exact_sums(block.values)).tolist(), strict=True)
    if options.confidence is not None:
        result |= _intervals(blocks, result, options, options.confidence)
    result |= {
        "documents": matches.gold.size,
        "documents_without_gold": int((matches.gold == 0).sum()),
        "documents_without_predictions": int((matches.given == 0).sum()),
        "predictions_per_document": float(matches.given[scored].mean()),
        "gold_per_document": float(matches.gold[scored].mean()),
        "empty_predictions": matches.predicted.empty,
        "empty_gold": matches.golden.empty,
        "duplicate_predictions": matches.predicted.duplicates,
        "duplicate_gold": matches.golden.duplicates,
        "signature": options.signature,
    }
    if options.per_document:
        result["per_document"] = statistics.table(matches, scored)
    return result


def _intervals(
    blocks: Sequence[Statistics | PresenceStatistics],
    points: Mapping[str, float],
    options: Options,
    confidence: float,
) -> dict[str, Any]:
    values = blocks[0].values
    if len(blocks) > 1:
        values = np.concatenate([block.values for block in blocks])
    sums = bootstrap_sums(values, options.resamples, options.seed)
    ends: dict[str, Any] = {}
    for block in blocks:
        own, sums = np.split(sums, [len(block.values)], axis=1)
        low, high = percentile_interval(block.scores(own), confidence)
        for name, below, above in zip(block.names(), low.tolist(), high.tolist(), strict=True):
            # With very few resamples, or by rounding, the point could lie outside: it is held.
            ends[f"{name}_low"] = min(points[name], below)
            ends[f"{name}_high"] = max(points[name], above)
    ends["interval_signature"] = options.interval_signature
    return ends


def scored_documents(matches: Matches, options: Options) -> Flags:
    """Which documents the averages run over.

    Raises:
        ValueError: a document has no gold and `empty_gold="error"`; or none has any.
    """
    has_gold = matches.gold > 0
    if options.empty_gold == "zero":
        return np.ones_like(has_gold)
    if options.empty_gold == "error" and not has_gold.all():
        raise ValueError(
            f"document {int(np.argmin(has_gold))} (counted from 0) has no gold keyphrase, as "
            f'{int((~has_gold).sum())} in all: give them, or pass empty_gold="skip" or "zero"'
        )
    if not has_gold.any():
        raise ValueError(
            "no document has a gold keyphrase: there is nothing to score against "
            '(empty_gold="zero" would give 0)'
        )
    return has_gold


def golden_keys(matches: Matches) -> list[list[Key]]:
    """The keys of each document's gold keyphrases that count."""
    keys = [matches.keys[number] for number in matches.golden.key.tolist()]
    starts = matches.golden.starts.tolist()
    return [keys[begin:end] for begin, end in pairwise(starts)]
