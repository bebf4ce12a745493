"""From judgements to each system's precision, recall and F1: Manual Exact and Manual Extended.

The paper (section 6.3) gives no formulas. Ours are the metric's, so that manual and automatic
numbers can stand side by side: of one document, precision = correct / k, recall = min(1, correct /
number of gold keyphrases), F1 of the two; a system's score is the mean over documents. A keyphrase
is correct if its concept was judged `gold` (exact) or `gold` or `extended` (extended), and it is
the first of the system's list with this concept: variants of each other, and two equivalents of
one gold keyphrase, count once (non-redundancy). Where several annotators judged a document, it
scores the mean of what each of them gives.

Recall over gold can't rise by what the author did not list. So `pooled_recall` divides the extended
matches by gold plus every extended concept that any system found, as pooling in TREC does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from slovke.annotate.criteria import FAILS, Value, representative
from slovke.annotate.judgements import State, is_done
from slovke.annotate.task import Said, Task, TaskDocument
from slovke_metric.resampling import bootstrap_sums, percentile_interval

SETTINGS = ("exact", "extended")
MEASURES = ("precision", "recall", "f1")
CASES = (
    "morphology",
    "beyond_lemmas",
    "lemmas_alone",
    "redundancy",
    "granularity",
    "lone_adjective",
    "off_topic",
    "bad_form",
)
_CASE_OF_FAIL = dict(
    zip(FAILS, ("off_topic", "lone_adjective", "granularity", "bad_form"), strict=True)
)


@dataclass(frozen=True, slots=True)
class Interval:
    """A score, a fraction 0-1 (or the mean of a scale), with the ends of its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Counted:
    """One keyphrase of one system as one annotator judged it.

    Attributes:
        candidate, text: which, in the system's own wording.
        outcome: `gold`, `extended`, `redundant` (an earlier one has its concept) or `rejected`.
        gold: the gold keyphrase it is equivalent to, or None; also for a redundant one.
        fails: why it was rejected.
    """

    candidate: str
    text: str
    outcome: str
    gold: int | None
    fails: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made: bootstrap over documents."""

    resamples: int = 1000
    seed: int = 12345
    confidence: float = 0.95


def count_document(judged: Mapping[str, Value], said: Said) -> list[Counted]:
    """Decide each keyphrase of one system and document, best first.

    Args:
        judged: a complete judgement of the document.
        said: the system's list.
    """
    seen: set[tuple[str, object]] = set()
    counted = []
    for candidate, text in zip(said.candidates, said.texts, strict=True):
        head = representative(judged, candidate)
        value = judged[candidate if head is None else head]
        gold: int | None = value.get("gold")
        concept = ("candidate", head) if gold is None else ("gold", gold)
        outcome = "redundant" if concept in seen else str(value["label"])
        seen.add(concept)
        counted.append(Counted(candidate, text, outcome, gold, tuple(value.get("fails", ()))))
    return counted


def document_scores(
    counted: Sequence[Counted], document: TaskDocument, k: int
) -> dict[str, tuple[float, float, float]]:
    """Precision, recall and F1 of one document by setting."""
    scores = {}
    for setting, outcomes in (("exact", ("gold",)), ("extended", ("gold", "extended"))):
        correct = sum(one.outcome in outcomes for one in counted)
        precision = correct / k
        recall = min(1.0, correct / len(document.gold))
        both = precision + recall
        scores[setting] = (precision, recall, 2 * precision * recall / both if both else 0.0)
    return scores


def pooled_recall(
    counted: Sequence[Counted], judged: Mapping[str, Value], document: TaskDocument
) -> float:
    """Gold and extended concepts found, of all gold and all extended concepts that any found."""
    extended = sum(value.get("label") == "extended" for value in judged.values())
    found = sum(one.outcome in {"gold", "extended"} for one in counted)
    return float(found / (len(document.gold) + extended))


def judges(task: Task, states: Mapping[str, State]) -> dict[str, list[str]]:
    """For each document that anyone judged completely, who did, in the task's order."""
    done = {
        document.id: [name for name, state in states.items() if is_done(task, document, state)]
        for document in task.documents
    }
    return {id_: names for id_, names in done.items() if names}


def manual_scores(
    task: Task, states: Mapping[str, State], resampling: Resampling
) -> dict[str, dict[str, dict[str, Interval]]]:
    """The scores: by system, by setting (`exact`, `extended`), by measure.

    `extended` has `pooled_recall` too. Empty if no document was judged completely.
    """
    by_document = judges(task, states)
    if not by_document:
        return {}
    scores: dict[str, dict[str, dict[str, Interval]]] = {}
    for system in task.systems:
        rows = []
        for document in task.documents:
            own = []
            for name in by_document.get(document.id, ()):
                judged = states[name].get(document.id, {})
                counted = count_document(judged, task.said[system][document.id])
                one = document_scores(counted, document, task.k)
                pooled = pooled_recall(counted, judged, document)
                own.append((*one["exact"], *one["extended"], pooled))
            if own:
                rows.append(np.mean(own, axis=0))
        exact = intervals(np.array(rows), resampling)
        scores[system] = {
            "exact": dict(zip(MEASURES, exact[:3], strict=True)),
            "extended": dict(zip((*MEASURES, "pooled_recall"), exact[3:], strict=True)),
        }
    return scores


def intervals(rows: np.ndarray, resampling: Resampling) -> list[Interval]:
    """The mean of each column with its interval.

    Args:
        rows: shape (documents, scores).
        resampling: how.
    """
    means = rows.mean(axis=0)
    sums = bootstrap_sums(rows.T, resampling.resamples, resampling.seed) / len(rows)
    low, high = percentile_interval(sums, resampling.confidence)
    return [
        Interval(mean, min(mean, below), max(mean, above))
        for mean, below, above in zip(means.tolist(), low.tolist(), high.tolist(), strict=True)
    ]


def automatic_scores(
    task: Task, documents: Sequence[TaskDocument], resampling: Resampling
) -> tuple[dict[str, dict[str, dict[str, Interval]]], str]:
    """The metric's exact and partial scores of the same lists on the same documents.

    Returns:
        By system, by match (`exact`, `partial`), by measure; and the metric's signature.
    """
    from slovke_metric import score

    scores: dict[str, dict[str, dict[str, Interval]]] = {}
    signature = ""
    for system in task.systems:
        result = score(
            [list(task.said[system][document.id].texts) for document in documents],
            [list(document.gold) for document in documents],
            k=task.k,
            confidence=resampling.confidence,
            resamples=resampling.resamples,
            seed=resampling.seed,
        )
        signature = result["signature"]
        scores[system] = {
            match: {
                measure: Interval(
                    *(result[f"{match}_{measure}@{task.k}{end}"] for end in ("", "_low", "_high"))
                )
                for measure in MEASURES
            }
            for match in ("exact", "partial")
        }
    return scores, signature


def failure_cases(
    task: Task, states: Mapping[str, State]
) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """The failure cases of section 6.3.2 by system: each as (document id, keyphrase).

    Counted over all complete judgements; one judged by two annotators counts twice.

    - `morphology`: equals a gold keyphrase, in another form: the lemmas are the same, the words as
      written are not;
    - `beyond_lemmas`: equals a gold keyphrase for people, not for the metric;
    - `lemmas_alone`: the metric's exact match that people did not accept as one;
    - `redundancy`, `granularity`, `lone_adjective`, `off_topic`, `bad_form`: as judged.
    """
    by_document = judges(task, states)
    cases: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for system in task.systems:
        own: dict[str, list[tuple[str, str]]] = {case: [] for case in CASES}
        for document in task.documents:
            for name in by_document.get(document.id, ()):
                judged = states[name].get(document.id, {})
                for one in count_document(judged, task.said[system][document.id]):
                    for case in _cases(one, document):
                        own[case].append((document.id, one.text))
        cases[system] = own
    return cases


def _cases(one: Counted, document: TaskDocument) -> list[str]:
    if one.outcome == "redundant":
        return ["redundancy"]
    candidate = document.candidate(one.candidate)
    by_lemmas = None if candidate is None else candidate.same_as_gold
    found = []
    if one.gold is not None:
        if by_lemmas != one.gold:
            found.append("beyond_lemmas")
        elif document.gold[one.gold].casefold() != one.text.casefold():
            found.append("morphology")
    elif by_lemmas is not None:
        found.append("lemmas_alone")
    return found + [_CASE_OF_FAIL[fail] for fail in one.fails]
