"""A task as a CSV for spreadsheets, and their judgements back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from slovke.annotate.cells import ANSWERS, NOTES, Read, Row, answers_of, harmless, read_cells
from slovke.annotate.task import Task
from slovke.errors import InputError

COLUMNS = ("annotator", "document", "candidate", "text", "gold_keyphrases", "document_text")


def to_csv(task: Task, rows: Sequence[Row]) -> str:
    """The rows with what was judged so far."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([*COLUMNS, *ANSWERS[task.schema], *NOTES])
    for row in rows:
        document, candidate = row.document, row.candidate
        gold = "; ".join(f"{number}: {one}" for number, one in enumerate(document.gold, start=1))
        texts = (row.annotator, document.id, candidate.id, candidate.text, gold, document.text)
        answers = answers_of(task.schema, row.value)
        writer.writerow(
            [
                *map(harmless, texts),
                *(answers.get(name, "") for name in ANSWERS[task.schema]),
                *(harmless(row.notes.get(name, "")) for name in NOTES),
            ]
        )
    return text.getvalue()


def from_csv(file: Path, task: Task, annotator: str) -> Iterator[Read]:
    """What the rows of one annotator say; other annotators' rows are left.

    Raises:
        InputError: the file can't be read, or a row is no judgement of this task.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: can't be read as UTF-8 ({error})") from None
    # Spreadsheets of Slovak settings write semicolons.
    head = text.split("\n", 1)[0]
    delimiter = ";" if head.count(";") > head.count(",") else ","
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    needed = ("document", "candidate", *ANSWERS[task.schema])
    missing = [name for name in needed if name not in (reader.fieldnames or ())]
    if missing:
        raise InputError(f"{file}: no column {', '.join(missing)}; export shows the layout")
    for number, row in enumerate(reader, start=2):
        where = f"{file}: row {number}"
        cells = {name: cell for name, cell in row.items() if isinstance(cell, str)}
        if cells.get("annotator", "").strip() not in {"", annotator}:
            continue
        id_ = _known(task, cells.get("document", ""))
        yield from read_cells(task, id_, cells.get("candidate", ""), cells, where)


def _known(task: Task, id_: str) -> str:
    """A document's id as the task has it, whatever `harmless` or a spreadsheet put before it."""
    stripped = id_.removeprefix("'")
    return stripped if task.document(id_) is None and task.document(stripped) else id_
