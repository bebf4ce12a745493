"""A task for other tools, and their judgements back: a CSV for spreadsheets, JSON of Label Studio.

One row or Label Studio task is one candidate. A CSV has columns that show it, and behind them those
to be filled in (`cells`). Label Studio needs a labelling config, which is written beside its tasks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from slovke.annotate.cells import Read, Row
from slovke.annotate.judgements import (
    Comments,
    Log,
    State,
    log_path,
    read_comments,
    read_state,
)
from slovke.annotate.label_studio import from_studio, labelling_config, studio_task
from slovke.annotate.spreadsheet import from_csv, to_csv
from slovke.annotate.task import Task, check_name, enrol, read_annotators, read_task
from slovke.errors import InputError

FORMATS = ("csv", "label-studio")


def export_task(folder: Path, out: Path, format: str, annotator: str | None = None) -> int:
    """Write candidates and what was said of them.

    Args:
        folder: the task.
        out: the CSV, or for `label-studio` a folder: `tasks.json` and `config.xml`.
        format: `csv` or `label-studio`.
        annotator: all that this annotator has to judge, judged or not; None: all judgements of all.

    Returns:
        The number of candidates written.

    Raises:
        InputError: unknown format; a damaged task.
    """
    task = read_task(folder)
    if format not in FORMATS:
        raise InputError(f"--format {format}: use {' or '.join(FORMATS)}")
    rows = list(_rows(folder, task, annotator))
    if format == "csv":
        out.write_text(to_csv(task, rows), encoding="utf-8-sig", newline="")
    else:
        out.mkdir(parents=True, exist_ok=True)
        (out / "config.xml").write_text(labelling_config(task), encoding="utf-8", newline="\n")
        tasks = [studio_task(task, row) for row in rows]
        text = json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"
        (out / "tasks.json").write_text(text, encoding="utf-8", newline="\n")
    return len(rows)


def import_judgements(folder: Path, file: Path, format: str, annotator: str) -> int:
    """Append an annotator's judgements and comments from a file to their log.

    Everything is checked before anything is written. Rows without an answer and without a comment
    are left: nothing is taken back by an import.

    Args:
        folder: the task.
        file: a CSV with the columns of an export, or Label Studio's JSON export.
        format: `csv` or `label-studio`.
        annotator: whose they are; a CSV's rows of other annotators are left.

    Returns:
        The number of judgements read.

    Raises:
        InputError: the file can't be read, or a row is no judgement of this task.
    """
    task = read_task(folder)
    check_name(annotator)
    readers: dict[str, Callable[[Path, Task, str], Iterator[Read]]] = {
        "csv": from_csv,
        "label-studio": from_studio,
    }
    if format not in readers:
        raise InputError(f"--format {format}: use {' or '.join(FORMATS)}")
    rows = list(readers[format](file, task, annotator))
    judged = [(row.document, row.candidate, row.value) for row in rows if row.value is not None]
    comments = {
        (row.document, None if name == "document_comment" else row.candidate): text
        for row in rows
        for name, text in row.notes.items()
    }
    enrol(folder, task, annotator)
    with Log(folder, task, annotator) as log:
        # A variant may name one that comes later in the file: circles are looked for at the end.
        told = [(document, about, text) for (document, about), text in comments.items()]
        log.judge_all(judged, file.name, told)
    return len(judged)


def _rows(folder: Path, task: Task, annotator: str | None) -> Iterator[Row]:
    names = read_annotators(folder)
    if annotator is not None and annotator not in names:
        names = enrol(folder, task, annotator)
    for name in names if annotator is None else [annotator]:
        state: State = {}
        comments: Comments = {}
        if log_path(folder, name).exists():
            state, comments = read_state(folder, task, name), read_comments(folder, task, name)
        documents = task.documents if annotator is None else task.queue(name, names)
        for document in documents:
            said = comments.get(document.id, {})
            # What is said of a document stands in its first row.
            first = {"document_comment": said[None]} if None in said else {}
            for candidate in document.candidates:
                value = state.get(document.id, {}).get(candidate.id)
                notes = {"comment": said[candidate.id]} if candidate.id in said else {}
                if value is not None or notes or first or annotator is not None:
                    yield Row(name, document, candidate, value, {**notes, **first})
                    first = {}
