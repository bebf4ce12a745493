"""How far annotators agree, question by question, and where they do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import combinations

from slovke.annotate.agreement import (
    Agreement,
    Labels,
    Level,
    Weights,
    cohen_kappa,
    krippendorff_alpha,
)
from slovke.annotate.criteria import CRITERIA, SCALES, Value, is_complete, is_correct
from slovke.annotate.judgements import State
from slovke.annotate.scores import Resampling
from slovke.annotate.task import SchemaName, Task, TaskDocument
from slovke.annotate.translation import scale_labels


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """Agreement in one question.

    Attributes:
        question: `label`, `correct`, `exact`, a criterion, or a scale.
        system: of which the answers are, or None for all.
        kappa: of each pair of annotators, `weights` "linear" for scales.
        alpha: of all of them; for two annotators too, where it is close to kappa.
    """

    question: str
    system: str | None
    kappa: tuple[tuple[str, str, Agreement], ...]
    alpha: Agreement


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A candidate whose annotators gave different answers: the answer of each, in words."""

    document: str
    candidate: str
    text: str
    answers: Mapping[str, str]


def answer(schema: SchemaName, value: Value, document: TaskDocument) -> str:
    """A judgement in words."""
    if schema == "translation":
        return ", ".join(f"{scale} {value[scale]}" for scale in SCALES if scale in value)
    words = []
    if value.get("relevance") is False:
        words.append("not relevant")
    if value.get("adequacy") is False:
        words.append(f"not adequate ({value['why']})" if "why" in value else "not adequate")
    if value.get("non_redundancy") is False:
        other = document.candidate(value["same_as"])
        words.append(f"variant of {other.text if other else value['same_as']}")
    if value.get("validity") is False:
        words.append("not valid")
    unanswered = [one.replace("_", "-") for one in CRITERIA if one not in value]
    if unanswered:
        words.append(f"open: {', '.join(unanswered)}")
    if "gold" in value:
        number = value["gold"]
        words.append("not in gold" if number is None else f"= {document.gold[number]}")
    return "; ".join(words)


def _outcome(value: Value) -> int:
    """0: correct and equivalent to gold, 1: correct, 2: not correct."""
    if not is_correct(value):
        return 2
    return 1 if value["gold"] is None else 0


# What each outcome answers to a question; the number of answers.
_QUESTIONS: Mapping[str, tuple[tuple[int, int, int], int]] = {
    "label": ((0, 1, 2), 3),
    "correct": ((0, 0, 1), 2),
    "exact": ((0, 1, 1), 2),
}


def answer_agreement(
    states: Mapping[str, State], resampling: Resampling
) -> tuple[AgreementRow, ...]:
    """Agreement of keyphrases: in the outcome, and in each criterion as it was answered."""
    rows = []
    for question, (number, categories) in _QUESTIONS.items():
        labels: dict[str, Labels] = {
            name: {
                (document, candidate): number[_outcome(value)]
                for document, judged in state.items()
                for candidate, value in judged.items()
                if is_complete("keyphrases", value)
            }
            for name, state in states.items()
        }
        rows.append(_row(question, None, labels, categories, resampling))
    for criterion in CRITERIA:
        answers: dict[str, Labels] = {
            name: {
                (document, candidate): int(value[criterion])
                for document, judged in state.items()
                for candidate, value in judged.items()
                if criterion in value
            }
            for name, state in states.items()
        }
        rows.append(_row(criterion, None, answers, 2, resampling))
    return tuple(rows)


def scale_agreement(
    task: Task, states: Mapping[str, State], resampling: Resampling
) -> tuple[AgreementRow, ...]:
    """Agreement of translations: in each scale, of all systems and of each."""
    rows = []
    for system in (None, *task.systems):
        for scale in SCALES:
            labels, categories = scale_labels(task, states, scale, system)
            rows.append(
                _row(scale, system, labels, categories, resampling, "ordinal", weights="linear")
            )
    return tuple(rows)


def _row(
    question: str,
    system: str | None,
    labels: Mapping[str, Labels],
    categories: int,
    resampling: Resampling,
    level: Level = "nominal",
    weights: Weights = None,
) -> AgreementRow:
    options = asdict(resampling)
    return AgreementRow(
        question,
        system,
        tuple(
            (a, b, cohen_kappa(labels[a], labels[b], categories, weights=weights, **options))
            for a, b in combinations(labels, 2)
        ),
        krippendorff_alpha(list(labels.values()), categories, level=level, **options),
    )


def disagreements(task: Task, states: Mapping[str, State]) -> tuple[Disagreement, ...]:
    """The candidates that annotators judged differently."""
    found = []
    for document in task.documents:
        for candidate in document.candidates:
            values = {
                name: state[document.id][candidate.id]
                for name, state in states.items()
                if candidate.id in state.get(document.id, {})
            }
            if any(value != other for value, other in combinations(values.values(), 2)):
                answers = {
                    name: answer(task.schema, value, document) for name, value in values.items()
                }
                found.append(Disagreement(document.id, candidate.id, candidate.text, answers))
    return tuple(found)
