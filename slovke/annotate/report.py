"""What a task's judgements say, as one plain object; every format of the report is made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from slovke.annotate.failures import CASES, failure_cases
from slovke.annotate.judgements import (
    Comments,
    State,
    is_done,
    log_path,
    read_comments,
    read_state,
)
from slovke.annotate.report_agreement import (
    AgreementRow,
    Disagreement,
    answer_agreement,
    disagreements,
    scale_agreement,
)
from slovke.annotate.scores import (
    Interval,
    Resampling,
    automatic_scores,
    criterion_shares,
    judges,
    manual_scores,
)
from slovke.annotate.task import Task, read_annotators, read_task
from slovke.annotate.translation import mean_scales
from slovke.errors import InputError


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an annotator is. `open`: documents begun and not finished, which don't count."""

    annotator: str
    assigned: int
    done: int
    open: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comment:
    """What an annotator wrote, about a candidate or with None about the document."""

    document: str
    candidate: str | None
    text: str | None
    annotator: str
    comment: str


@dataclass(frozen=True, slots=True)
class Report:
    """All numbers. Scores are fractions 0-1; of translations, means of scales.

    Attributes:
        scores: by system, by way of scoring (`automatic exact`, `automatic partial`, `manual
            exact`, `manual extended`; `scales` for translations), by measure.
        criteria: by system, by criterion: the share of yes.
        comments: in the order of the documents.
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
    comments: tuple[Comment, ...] = ()
    criteria: Mapping[str, Mapping[str, Interval]] = field(default_factory=dict)
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
        "disagreements": disagreements(task, states),
        "comments": _comments(task, {name: read_comments(folder, task, name) for name in chosen}),
    }
    if task.schema == "translation":
        means = mean_scales(task, states, resampling)
        return Report(
            **common,
            scores={system: {"scales": own} for system, own in means.items()},
            agreement=scale_agreement(task, states, resampling),
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
        agreement=answer_agreement(states, resampling),
        criteria=criterion_shares(task, states, resampling),
        failures=_failures(task, states, by_document),
        signature=signature,
    )


def _progress(task: Task, name: str, names: Sequence[str], state: State) -> Progress:
    queue = task.queue(name, names)
    done = [document for document in task.documents if is_done(task, document, state)]
    begun = tuple(one.id for one in task.documents if state.get(one.id) and one not in done)
    return Progress(name, len(queue), len(done), begun)


def _comments(task: Task, written: Mapping[str, Comments]) -> tuple[Comment, ...]:
    found = []
    for document in task.documents:
        for about in (None, *(candidate.id for candidate in document.candidates)):
            candidate = None if about is None else document.candidate(about)
            text = None if candidate is None else candidate.text
            found += [
                Comment(document.id, about, text, name, own[document.id][about])
                for name, own in written.items()
                if about in own.get(document.id, {})
            ]
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
