"""What a task's judgements say, as one plain object; every format of the report is made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from slovke.annotate.agreement import (
    Agreement,
    Labels,
    Level,
    Weights,
    cohen_kappa,
    krippendorff_alpha,
)
from slovke.annotate.criteria import SCALES, Value
from slovke.annotate.judgements import State, is_done, log_path, read_state
from slovke.annotate.scores import (
    CASES,
    Interval,
    Resampling,
    automatic_scores,
    failure_cases,
    judges,
    manual_scores,
)
from slovke.annotate.task import Task, TaskDocument, read_annotators, read_task
from slovke.annotate.translation import mean_scales, scale_labels
from slovke.errors import InputError


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an annotator is. `open`: documents begun and not finished, which don't count."""

    annotator: str
    assigned: int
    done: int
    open: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """Agreement in one question.

    Attributes:
        question: `label`, `correct`, `exact`, or a scale.
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


@dataclass(frozen=True, slots=True)
class Report:
    """All numbers. Scores are fractions 0-1; of translations, means of scales.

    Attributes:
        scores: by system, by way of scoring (`automatic exact`, `automatic partial`, `manual
            exact`, `manual extended`; `scales` for translations), by measure.
        failures: by system, by case: how often, its share of the system's judged keyphrases, and
            up to three examples.
    """

    schema: str
    source: Mapping[str, Any]
    k: int
    systems: tuple[str, ...]
    progress: tuple[Progress, ...]
    documents: int
    several: int
    resampling: Resampling
    scores: Mapping[str, Mapping[str, Mapping[str, Interval]]]
    agreement: tuple[AgreementRow, ...]
    disagreements: tuple[Disagreement, ...]
    failures: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    signature: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain values; each coefficient with its word."""
        plain = asdict(self)
        for row, own in zip(plain["agreement"], self.agreement, strict=True):
            row["alpha"]["word"] = own.alpha.word
            row["kappa"] = [
                {"annotators": [a, b], **asdict(kappa), "word": kappa.word}
                for a, b, kappa in own.kappa
            ]
        return plain


def make_report(
    folder: Path, *, annotators: Sequence[str] = (), resampling: Resampling | None = None
) -> Report:
    """Read a task and count.

    Args:
        folder: the task.
        annotators: whose judgements count; empty takes all who have judged anything.
        resampling: of the intervals.

    Raises:
        InputError: no such annotator; a damaged file; or nobody has finished a document yet.
    """
    task = read_task(folder)
    resampling = resampling or Resampling()
    names = read_annotators(folder)
    for name in annotators:
        if name not in names:
            raise InputError(f"{folder}: no annotator {name!r}; there are {', '.join(names)}")
    chosen = [
        name
        for name in names
        if name in annotators or (not annotators and log_path(folder, name).exists())
    ]
    states = {name: read_state(folder, task, name) for name in chosen}
    by_document = judges(task, states)
    if not by_document:
        raise InputError(f"{folder}: no document is judged completely yet; go on with `serve`")
    progress = tuple(_progress(task, name, names, states[name]) for name in chosen)
    common: dict[str, Any] = {
        "schema": task.schema,
        "source": task.source,
        "k": task.k,
        "systems": task.systems,
        "progress": progress,
        "documents": len(by_document),
        "several": sum(len(own) > 1 for own in by_document.values()),
        "resampling": resampling,
        "disagreements": _disagreements(task, states),
    }
    if task.schema == "translation":
        means = mean_scales(task, states, resampling)
        return Report(
            **common,
            scores={system: {"scales": own} for system, own in means.items()},
            agreement=_scale_agreement(task, states, resampling),
        )
    scored = [document for document in task.documents if document.id in by_document]
    automatic, signature = automatic_scores(task, scored, resampling)
    manual = manual_scores(task, states, resampling)
    return Report(
        **common,
        scores={
            system: {
                "automatic exact": automatic[system]["exact"],
                "automatic partial": automatic[system]["partial"],
                "manual exact": manual[system]["exact"],
                "manual extended": manual[system]["extended"],
            }
            for system in task.systems
        },
        agreement=_label_agreement(states, resampling),
        failures=_failures(task, states, by_document),
        signature=signature,
    )


def answer(value: Value, document: TaskDocument) -> str:
    """A judgement in words."""
    if "label" not in value:
        return ", ".join(f"{scale} {value[scale]}" for scale in SCALES if scale in value)
    if value["label"] == "gold":
        return f"= {document.gold[value['gold']]}"
    if value["label"] == "redundant":
        other = document.candidate(value["same_as"])
        return f"variant of {other.text if other else value['same_as']}"
    if value["label"] == "rejected":
        return f"no: {', '.join(value['fails'])}"
    return "relevant, not in gold"


def _progress(task: Task, name: str, names: Sequence[str], state: State) -> Progress:
    queue = task.queue(name, names)
    done = [document for document in task.documents if is_done(task, document, state)]
    begun = tuple(one.id for one in task.documents if state.get(one.id) and one not in done)
    return Progress(name, len(queue), len(done), begun)


# What each label answers to a question; the number of answers.
_QUESTIONS: Mapping[str, tuple[Mapping[str, int], int]] = {
    "label": ({"gold": 0, "extended": 1, "redundant": 2, "rejected": 2}, 3),
    "correct": ({"gold": 0, "extended": 0, "redundant": 1, "rejected": 1}, 2),
    "exact": ({"gold": 0, "extended": 1, "redundant": 1, "rejected": 1}, 2),
}


def _label_agreement(
    states: Mapping[str, State], resampling: Resampling
) -> tuple[AgreementRow, ...]:
    rows = []
    for question, (number, categories) in _QUESTIONS.items():
        labels: dict[str, Labels] = {
            name: {
                (document, candidate): number[value["label"]]
                for document, judged in state.items()
                for candidate, value in judged.items()
            }
            for name, state in states.items()
        }
        rows.append(_row(question, None, labels, categories, resampling))
    return tuple(rows)


def _scale_agreement(
    task: Task, states: Mapping[str, State], resampling: Resampling
) -> tuple[AgreementRow, ...]:
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


def _disagreements(task: Task, states: Mapping[str, State]) -> tuple[Disagreement, ...]:
    found = []
    for document in task.documents:
        for candidate in document.candidates:
            values = {
                name: state[document.id][candidate.id]
                for name, state in states.items()
                if candidate.id in state.get(document.id, {})
            }
            if any(value != other for value, other in combinations(values.values(), 2)):
                answers = {name: answer(value, document) for name, value in values.items()}
                found.append(Disagreement(document.id, candidate.id, candidate.text, answers))
    return tuple(found)


def _failures(
    task: Task, states: Mapping[str, State], by_document: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, dict[str, Any]]]:
    found = failure_cases(task, states)
    failures: dict[str, dict[str, dict[str, Any]]] = {}
    for system, cases in found.items():
        judged = sum(
            len(names) * len(task.said[system][id_].candidates)
            for id_, names in by_document.items()
        )
        failures[system] = {
            case: {
                "count": len(cases[case]),
                "share": len(cases[case]) / judged if judged else 0.0,
                "examples": list(dict.fromkeys(text for _, text in cases[case]))[:3],
            }
            for case in CASES
        }
    return failures
