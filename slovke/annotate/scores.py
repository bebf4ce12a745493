"""From judgements to each system's precision, recall and F1: Manual Exact and Manual Extended.

The paper (section 6.3) gives no formulas. Ours are the metric's, so that manual and automatic
numbers can stand side by side: of one document, precision = correct / k, recall = min(1, correct /
number of gold keyphrases), F1 of the two; a system's score is the mean over documents. A keyphrase
is correct if it is relevant, adequate and valid, and no correct one before it in the system's list
has its concept (non-redundancy): variants of each other have one concept, and so have two
equivalents of one gold keyphrase. Exact counts the correct ones that are equivalent to a gold
keyphrase, extended all of them. Where several annotators judged a document, it scores the mean of
what each of them gives.

Recall over gold can't rise by what the author did not list. So `pooled_recall` divides the extended
matches by gold plus every extended concept that any system found, as pooling in TREC does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from slovke.annotate.criteria import CRITERIA, Value, representative
from slovke.annotate.judgements import State, is_done
from slovke.annotate.task import Said, Task, TaskDocument
from slovke_metric.resampling import bootstrap_sums, percentile_interval

SETTINGS = ("exact", "extended")
MEASURES = ("precision", "recall", "f1")


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
        answers: to each criterion; to non-redundancy within this system's list.
        gold: the gold keyphrase it is equivalent to, or None.
        why: why it is not adequate, if the annotator said so.
    """

    candidate: str
    text: str
    answers: Mapping[str, bool]
    gold: int | None
    why: str | None

    @property
    def correct(self) -> bool:
        """Whether it meets all four criteria: Manual Extended counts it."""
        return all(self.answers.values())

    @property
    def exact(self) -> bool:
        """Whether Manual Exact counts it too."""
        return self.correct and self.gold is not None


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
    kept: set[tuple[str, object]] = set()
    counted = []
    for candidate, text in zip(said.candidates, said.texts, strict=True):
        value, concepts = judged[candidate], _concepts(judged, candidate)
        answers = {name: bool(value[name]) for name in CRITERIA}
        answers["non_redundancy"] = kept.isdisjoint(concepts)
        one = Counted(candidate, text, answers, value["gold"], value.get("why"))
        if one.correct:
            kept |= concepts
        counted.append(one)
    return counted


def _concepts(judged: Mapping[str, Value], candidate: str) -> set[tuple[str, object]]:
    """What a candidate stands for: who represents it, and the gold keyphrases of the two."""
    head = representative(judged, candidate) or candidate
    golds = {judged[candidate]["gold"], judged[head]["gold"]} - {None}
    return {("candidate", head), *(("gold", number) for number in golds)}


def document_scores(
    counted: Sequence[Counted], document: TaskDocument, k: int
) -> dict[str, tuple[float, float, float]]:
    """Precision, recall and F1 of one document by setting."""
    scores = {}
    for setting, correct in (
        ("exact", sum(one.exact for one in counted)),
        ("extended", sum(one.correct for one in counted)),
    ):
        precision = correct / k
        recall = min(1.0, correct / len(document.gold))
        both = precision + recall
        scores[setting] = (precision, recall, 2 * precision * recall / both if both else 0.0)
    return scores


def pooled_recall(
    counted: Sequence[Counted], judged: Mapping[str, Value], document: TaskDocument
) -> float:
    """Gold and extended concepts found, of all gold and all extended concepts that any found."""
    beyond: set[str] = set()
    for candidate, value in judged.items():
        concepts = _concepts(judged, candidate)
        if all(value[name] for name in CRITERIA if name != "non_redundancy") and not any(
            kind == "gold" for kind, _ in concepts
        ):
            beyond |= {str(head) for _, head in concepts}
    found = sum(one.correct for one in counted)
    return float(found / (len(document.gold) + len(beyond)))


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


def criterion_shares(
    task: Task, states: Mapping[str, State], resampling: Resampling
) -> dict[str, dict[str, Interval]]:
    """The share of yes by system and criterion, of all keyphrases that were judged completely.

    Non-redundancy is that within the system's own list: what it would be if only this system had
    been judged. One keyphrase judged by two annotators counts twice. A system that gave nothing has
    no shares.
    """
    by_document = judges(task, states)
    shares: dict[str, dict[str, Interval]] = {}
    for system in task.systems:
        rows = np.zeros((len(by_document), len(CRITERIA) + 1))
        for row, (id_, names) in enumerate(by_document.items()):
            for name in names:
                for one in count_document(states[name].get(id_, {}), task.said[system][id_]):
                    rows[row] += (*(one.answers[criterion] for criterion in CRITERIA), True)
        total = rows.sum(axis=0)
        if not total[-1]:
            shares[system] = {}
            continue
        sums = bootstrap_sums(rows.T, resampling.resamples, resampling.seed)
        sums = sums[sums[:, -1] > 0]
        low, high = percentile_interval(sums[:, :-1] / sums[:, -1:], resampling.confidence)
        values = (total[:-1] / total[-1]).tolist()
        shares[system] = {
            criterion: Interval(value, min(value, below), max(value, above))
            for criterion, value, below, above in zip(
                CRITERIA, values, low.tolist(), high.tolist(), strict=True
            )
        }
    return shares
