"""The nine tasks of skLEP: where the gold is, what a prediction looks like, what is measured.

Source: skLEP (2025) and the features of the dataset `slovak-nlp/sklep`. The headline measure of
each task is the one that the benchmark's own toolkit takes; for `hate-speech` and
`sentiment-analysis` that is accuracy, so their F1 is given beside it and not averaged.
"""

from __future__ import annotations

from dataclasses import dataclass

DATASET = "slovak-nlp/sklep"


@dataclass(frozen=True, slots=True)
class Task:
    """One task.

    Attributes:
        name: the config of the dataset, and the name of the predictions file before `.jsonl`.
        short: as the paper calls it.
        kind: `spans`, `class`, `similarity` or `answer`.
        gold: the columns where the gold may be; the first that is there is taken.
        field: of a line of predictions.
        headline: the measure that is averaged.
        more: measures given beside it.
    """

    name: str
    short: str
    kind: str
    gold: tuple[str, ...]
    field: str
    headline: str
    more: tuple[str, ...]


def _spans(name: str, short: str, column: str) -> Task:
    gold = (f"{column}_text", column)
    return Task(name, short, "spans", gold, "tags", "f1", ("precision", "recall", "accuracy"))


def _class(name: str, short: str) -> Task:
    return Task(name, short, "class", ("label", "labels"), "label", "accuracy", ("macro_f1",))


TASKS: tuple[Task, ...] = (
    _spans("pos", "UD", "pos_tags"),
    _spans("ner-uner", "UNER", "ner_tags"),
    _spans("ner-wikigoldsk", "WikiGoldSK", "ner_tags"),
    _class("rte", "RTE"),
    _class("nli", "NLI"),
    Task(
        "sts",
        "STS",
        "similarity",
        ("similarity_score", "score", "label"),
        "score",
        "pearson",
        ("spearman",),
    ),
    _class("hate-speech", "HS"),
    _class("sentiment-analysis", "SA"),
    Task("question-answering", "QA", "answer", ("answers",), "answer", "f1", ("exact_match",)),
)

BY_NAME = {task.name: task for task in TASKS}
