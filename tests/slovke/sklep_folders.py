"""skLEP's nine tasks on small invented data, in the features of the published dataset."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from slovke.sklep.target import pinned
from slovke.sklep.tasks import TASKS
from tests.slovke.leaderboard_folders import HOSTILE, write_lines

GOLD: dict[str, list[dict[str, Any]]] = {
    "pos": [
        {"tokens": ["Mačka", "spí", "."], "pos_tags": ["NOUN", "VERB", "PUNCT"]},
        {"tokens": ["Prší"], "pos_tags": ["VERB"]},
    ],
    "ner-uner": [
        {"tokens": ["Jana", "Nová", "žije", "v", "Žiline"],
         "ner_tags": ["B-PER", "I-PER", "O", "O", "B-LOC"]},
    ],
    "ner-wikigoldsk": [
        {"sentence": "Cena Dunaja", "tokens": ["Cena", "Dunaja"], "ner_tags": [7, 8],
         "ner_tags_text": ["B-MISC", "I-MISC"]},
        {"sentence": "Nič", "tokens": ["Nič"], "ner_tags": [0], "ner_tags_text": ["O"]},
    ],
    "rte": [{"text1": "Prší.", "text2": "Je mokro.", "label": label} for label in (0, 1, 1, 0)],
    "nli": [{"premise": "a", "hypothesis": "b", "label": label} for label in (0, 1, 2)],
    "sts": [{"sentence1": "a", "sentence2": "b", "similarity_score": s} for s in (0.0, 2.5, 5.0)],
    "hate-speech": [{"text": "t", "label": label, "id": 10 + label} for label in (0, 1)],
    "sentiment-analysis": [{"text": "t", "label": label} for label in (1, 1, 0)],
    "question-answering": [
        {"id": "q1", "question": "Kde?", "context": "V meste Nitra.",
         "answers": {"text": ["v meste Nitra", "Nitra"], "answer_start": [0, 8]}},
        {"id": "q2", "question": "Kedy?", "context": "c",
         "answers": {"text": [], "answer_start": []}},
        {"id": "q3", "question": "Kto?", "context": "c", "answers": {"text": ["Jana Nová"],
         "answer_start": [0]}},
    ],
}  # fmt: skip
RIGHT: dict[str, Sequence[Any]] = {
    "pos": [["NOUN", "VERB", "PUNCT"], ["VERB"]],
    "ner-uner": [["B-PER", "I-PER", "O", "O", "B-LOC"]],
    "ner-wikigoldsk": [["B-MISC", "I-MISC"], ["O"]],
    "rte": [0, 1, 1, 0],
    "nli": [0, 1, 2],
    "sts": [0.1, 0.5, 0.9],
    "hate-speech": [0, 1],
    "sentiment-analysis": [1, 1, 0],
    "question-answering": ["Nitra", "", "Jana Nová"],
}
MANY = 60


def write_gold(folder: Path) -> Path:
    """Gold of all nine tasks with enough rows for differences to be significant."""
    for task, rows in GOLD.items():
        plain = [{name: row[name] for name in row if name != "id"} for row in rows]
        write_lines(folder / task / "test.jsonl", (plain * MANY)[:MANY])
    return folder


def submit(folder: Path, data: Path, right: int, /, **fields: Any) -> Path:
    """A submission that is right in the first rows of each task and wrong in the others."""
    wrong = {"class": "no such label", "similarity": 0.0, "answer": HOSTILE}
    for task in TASKS:
        rows: list[dict[str, Any]] = []
        for number in range(MANY):
            value = RIGHT[task.name][number % len(RIGHT[task.name])]
            if number >= right:
                value = ["O" if tag == "B-PER" else "B-PER" for tag in value] if (
                    task.kind == "spans") else wrong[task.kind]  # fmt: skip
            rows.append({"id": number, task.field: value})
        write_lines(folder / f"{task.name}.jsonl", rows)
    metadata = {
        "system": folder.name.upper(),
        "authors": ["Jana Vymyslená"],
        "licence": "MIT",
        "parameters": 125_000_000,
        "trained_on": "the training split",
        "dataset_revision": pinned(str(data), "test")[1][0],
        "split": "test",
        **fields,
    }
    (folder / "submission.yaml").write_text(yaml.safe_dump(metadata), encoding="utf-8")
    return folder
