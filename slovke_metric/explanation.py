"""What the gap between exact and partial matches is made of, and where a system fails.

Source: the paper, section 6.1 (the gap as a diagnostic metric), section 6.3.2 (failure cases). The
paper gives the gap as one number and calls it morphological; here it is divided into what
inflection, word order, granularity, a shared content word and a shared function word each cost.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np

from .document_scores import exact_sums, mean_f1
from .failures import failures
from .findings import STEPS, UNMATCHED, Finding, findings
from .function_words import function_words_of
from .inputs import check_documents, check_pair, check_texts
from .matching import Flags, Ints, Key, Matches, keys_of, match_keys
from .options import AnyCutoff, AnyLemmatizer, Options, check_options
from .presence import PRESENCE, PresenceStatistics, presence_of_keys
from .scoring import golden_keys, scored_documents


def explain(
    predictions: Sequence[Sequence[str]],
    references: Sequence[Sequence[str]],
    *,
    k: AnyCutoff = 6,
    lang: str = "sk",
    lemmatizer: AnyLemmatizer = None,
    documents: Sequence[str] | None = None,
    examples: int = 5,
    function_words: Collection[str] | None = None,
) -> dict[str, Any]:
    """Break the gap at k into steps, each looser than the last, and count the failure cases.

    Duplicates are dropped by lemmas, precision is over k, documents without gold are skipped, all
    as `score` does by default. Each of the first k predictions falls on the first step at which it
    meets some gold keyphrase of its document:

    - `surface`: its lemmas are gold, and so are its words as written, case folded;
    - `lemmas`: its lemmas are gold (here the F1 is `score`'s `exact_f1@k`);
    - `order`: the same lemmas in another order;
    - `granularity`: its lemmas contain those of a gold keyphrase or are contained in them, with at
      least one content word in common;
    - `content`: it shares a content word with a gold keyphrase;
    - `function`: it shares only function words (here the F1 is `partial_f1@k`).

    Args:
        predictions: for each document one system's keyphrases, best first.
        references: for each document its gold keyphrases.
        k: one cutoff, as in `score`.
        lang, lemmatizer: as in `score`.
        documents: the documents' texts; adds `gold`.
        examples: how many examples to give of each step and failure.
        function_words: lemmas that carry no content; None: our list for Slovak, none for others.

    Returns:
        A dict of plain Python values:

        - `k`, `documents` (scored), `predictions` (the first k of all of them), `signature`;
        - `steps`: for each step `name`, `meaning`, `f1` (a fraction: the mean F1 if all predictions
          up to this step count as matches), `points` (what the step adds, in F1 points, 0-100),
          `count` (predictions on this step), `share` (of all predictions), `examples`;
        - `unmatched`: `count`, `share`, `examples` of predictions that share no lemma with gold;
        - `failures`: for each case of section 6.3.2 `count`, `share`, `meaning`, `examples`:
          `morphological_mismatch` (the step `lemmas`), `wrong_granularity` (the step
          `granularity`), `redundancy` (of the first k as given, duplicates included: its lemmas
          repeat or contain an earlier one's), `lone_adjective` (None unless the lemmatizer tags
          parts of speech, as Stanza does);
        - with `documents`, `gold`: for each of present, reordered, mixed, unseen `count`, `share`
          (of gold), `exact_recall` and `partial_recall` of the first k, pooled.

    Raises:
        ValueError, TypeError: as `slovke_metric.score`.
    """
    options = check_options(k=k, lang=lang, lemmatizer=lemmatizer)
    if len(options.k) > 1:
        raise ValueError(f"explain takes one cutoff, got {len(options.k)}: call it for each")
    predicted = check_documents(predictions, "predictions")
    gold = check_documents(references, "references")
    check_pair(predicted, gold)
    texts = None if documents is None else check_texts(documents, len(gold))
    words = function_words_of(lang) if function_words is None else frozenset(function_words)
    key_of = keys_of(
        chain(chain.from_iterable(predicted), chain.from_iterable(gold)), options.lemmatizer
    )
    matches = match_keys(predicted, gold, key_of)
    return explain_matches(matches, predicted, gold, key_of, options, words, texts, examples)


def explain_matches(
    matches: Matches,
    predicted: Sequence[Sequence[str]],
    gold: Sequence[Sequence[str]],
    key_of: Mapping[str, Key],
    options: Options,
    words: frozenset[str],
    texts: Sequence[str] | None = None,
    examples: int = 5,
) -> dict[str, Any]:
    """`explain` for documents that were matched before, duplicates dropped, by these keys."""
    scored = scored_documents(matches, options)
    found = list(
        findings(matches, predicted, gold, k=options.k[0], scored=scored, function_words=words)
    )
    unmatched = [one for one in found if one.level == UNMATCHED]
    result: dict[str, Any] = {
        "k": options.k[0],
        "documents": int(scored.sum()),
        "predictions": len(found),
        "steps": _steps(found, matches, options, scored, examples),
        "unmatched": {
            "count": len(unmatched),
            "share": _share(len(unmatched), len(found)),
            "examples": [one.example() for one in unmatched[:examples]],
        },
        "failures": failures(
            found,
            _as_given(predicted, key_of, matches.limit(options.k[0]), scored),
            options.lemmatizer,
            examples,
        ),
        "signature": options.signature,
    }
    if texts is not None:
        result["gold"] = _gold_by_presence(texts, matches, options, scored)
    return result


def _steps(
    found: Sequence[Finding], matches: Matches, options: Options, scored: Flags, examples: int
) -> list[dict[str, Any]]:
    level = np.array([one.level for one in found], dtype=np.int64)
    position = np.array([one.position for one in found], dtype=np.int64)
    steps, before = [], 0.0
    for step, (name, meaning) in enumerate(STEPS.items()):
        flags = np.zeros(matches.predicted.key.size, dtype=np.bool_)
        flags[position[level <= step]] = True
        f1 = mean_f1(matches, flags, options, scored)
        count = int((level == step).sum())
        shown = np.flatnonzero(level == step)[:examples].tolist()
        steps.append(
            {
                "name": name,
                "meaning": meaning,
                "f1": f1,
                "points": 100 * (f1 - before),
                "count": count,
                "share": _share(count, len(found)),
                "examples": [found[number].example() for number in shown],
            }
        )
        before = f1
    return steps


def _as_given(
    predicted: Sequence[Sequence[str]], key_of: Mapping[str, Key], limits: Ints, scored: Flags
) -> list[tuple[int, list[tuple[str, Key]]]]:
    """The first k predictions of each scored document, duplicates kept, with their lemmas."""
    limit = limits.tolist()
    given = []
    for document in np.flatnonzero(scored).tolist():
        worded = ((phrase, key_of[phrase]) for phrase in predicted[document] if key_of[phrase])
        given.append((document, list(islice(worded, limit[document]))))
    return given


def _gold_by_presence(
    texts: Sequence[str], matches: Matches, options: Options, scored: Flags
) -> dict[str, dict[str, Any]]:
    kinds = presence_of_keys(texts, golden_keys(matches), options.lang, options.lemmatizer)
    statistics = PresenceStatistics.of(matches, kinds, options.k).select(scored)
    sums = exact_sums(statistics.values)
    recall = dict(zip(statistics.names(), statistics.scores(sums).tolist(), strict=True))
    counts = dict(zip(PRESENCE, sums[: len(PRESENCE)].astype(int).tolist(), strict=True))
    return {
        kind: {
            "count": count,
            "share": _share(count, sum(counts.values())),
            "exact_recall": recall[f"exact_recall_{kind}@{options.k[0]}"],
            "partial_recall": recall[f"partial_recall_{kind}@{options.k[0]}"],
        }
        for kind, count in counts.items()
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
