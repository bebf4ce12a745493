"""A task for other tools, and their judgements back: a CSV for spreadsheets, JSON of Label Studio.

One row or Label Studio task is one candidate. A CSV has the columns of `COLUMNS`; those from
`label` on (for translations `rank`, `fluency`, `adequacy`) are to be filled in. Label Studio needs
a labelling config, which is written beside its tasks.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from slovke.annotate.criteria import BEST, FAILS, LABELS, SCALES, Value, check_value
from slovke.annotate.judgements import Log, State, log_path, read_state
from slovke.annotate.task import (
    Candidate,
    SchemaName,
    Task,
    TaskDocument,
    check_name,
    enrol,
    read_annotators,
    read_task,
)
from slovke.errors import InputError

COLUMNS = ("annotator", "document", "candidate", "text", "gold_keyphrases", "document_text")
ANSWERS: Mapping[SchemaName, tuple[str, ...]] = {
    "keyphrases": ("label", "gold", "same_as", "fails"),
    "translation": SCALES,
}
FORMATS = ("csv", "label-studio")

Row = tuple[str, TaskDocument, Candidate, Value | None]
Judged = tuple[str, str, dict[str, Any]]


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
        out.write_text(_csv(task, rows), encoding="utf-8-sig", newline="")
    else:
        out.mkdir(parents=True, exist_ok=True)
        (out / "config.xml").write_text(_config(task), encoding="utf-8", newline="\n")
        tasks = [_studio_task(task, row) for row in rows]
        text = json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"
        (out / "tasks.json").write_text(text, encoding="utf-8", newline="\n")
    return len(rows)


def import_judgements(folder: Path, file: Path, format: str, annotator: str) -> int:
    """Append an annotator's judgements from a file to their log; rows without an answer are left.

    Everything is checked before anything is written.

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
    readers: dict[str, Callable[[Path, Task, str], Iterator[Judged]]] = {
        "csv": _from_csv,
        "label-studio": _from_studio,
    }
    if format not in readers:
        raise InputError(f"--format {format}: use {' or '.join(FORMATS)}")
    judged = list(readers[format](file, task, annotator))
    enrol(folder, task, annotator)
    with Log(folder, task, annotator) as log:
        # A variant may name one that comes later in the file: circles are looked for at the end.
        log.judge_all(judged, source=file.name)
    return len(judged)


def _rows(folder: Path, task: Task, annotator: str | None) -> Iterator[Row]:
    names = read_annotators(folder)
    if annotator is not None and annotator not in names:
        names = enrol(folder, task, annotator)
    for name in names if annotator is None else [annotator]:
        state: State = {}
        if log_path(folder, name).exists():
            state = read_state(folder, task, name)
        documents = task.documents if annotator is None else task.queue(name, names)
        for document in documents:
            for candidate in document.candidates:
                value = state.get(document.id, {}).get(candidate.id)
                if value is not None or annotator is not None:
                    yield name, document, candidate, value


def _csv(task: Task, rows: list[Row]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([*COLUMNS, *ANSWERS[task.schema]])
    for name, document, candidate, value in rows:
        gold = "; ".join(f"{number}: {one}" for number, one in enumerate(document.gold, start=1))
        texts = (name, document.id, candidate.id, candidate.text, gold, document.text)
        answers = _answers(task.schema, value)
        writer.writerow(
            [*map(_harmless, texts), *(answers.get(name, "") for name in ANSWERS[task.schema])]
        )
    return text.getvalue()


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in {"=", "+", "-", "@", "\t", "\r"} else cell


def _answers(schema: SchemaName, value: Value | None) -> dict[str, str]:
    """A judgement as a CSV's cells. Gold keyphrases are numbered from 1, as on the page."""
    if value is None:
        return {}
    if schema == "translation":
        return {scale: str(value[scale]) for scale in SCALES if scale in value}
    return {
        "label": value["label"],
        "gold": str(value["gold"] + 1) if "gold" in value else "",
        "same_as": value.get("same_as", ""),
        "fails": " ".join(value.get("fails", ())),
    }


def _value(schema: SchemaName, cells: Mapping[str, str], where: str) -> dict[str, Any] | None:
    """The judgement in a row's cells, unchecked; None if nothing was filled in."""
    filled = {name: cells[name].strip() for name in ANSWERS[schema] if cells.get(name, "").strip()}
    if not filled:
        return None
    value: dict[str, Any] = dict(filled)
    for name in (*SCALES, "gold"):
        if name in filled:
            # A spreadsheet may have made 3.0 of 3.
            whole = re.fullmatch(r"(\d{1,4})([.,]0+)?", filled[name])
            if not whole:
                raise InputError(f"{where}: {name} must be a whole number, got {filled[name]!r}")
            value[name] = int(whole[1]) - (name == "gold")
    if "fails" in filled:
        value["fails"] = re.split(r"[\s,;]+", filled["fails"])
    return value


def _from_csv(file: Path, task: Task, annotator: str) -> Iterator[Judged]:
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
        value = _value(task.schema, cells, where)
        if value is not None:
            id_ = _known(task, cells.get("document", ""))
            yield _checked(task, id_, cells.get("candidate", ""), value, where)


def _known(task: Task, id_: str) -> str:
    """A document's id as the task has it, whatever `_harmless` or a spreadsheet put before it."""
    stripped = id_.removeprefix("'")
    return stripped if task.document(id_) is None and task.document(stripped) else id_


def _checked(task: Task, id_: str, candidate: str, value: dict[str, Any], where: str) -> Judged:
    document = task.document(id_)
    if document is None:
        raise InputError(f"{where}: document {id_!r} is not in the task")
    try:
        return id_, candidate, check_value(task.schema, document, candidate, value)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _studio_task(task: Task, row: Row) -> dict[str, Any]:
    name, document, candidate, value = row
    data = {
        "document": document.id,
        "candidate": candidate.id,
        "phrase": candidate.text,
        "text": document.text,
        "gold": [{"value": f"{n}: {one}"} for n, one in enumerate(document.gold, start=1)],
        "others": [
            {"value": f"{one.id}: {one.text}"}
            for one in document.candidates
            if one.id != candidate.id
        ],
        "ranks": [{"value": str(rank)} for rank in range(1, len(document.candidates) + 1)],
    }
    made: dict[str, Any] = {"data": data, "meta": {"annotator": name}}
    if value is not None:
        made["annotations"] = [{"result": _studio_result(task.schema, document, value)}]
    return made


def _studio_result(
    schema: SchemaName, document: TaskDocument, value: Value
) -> list[dict[str, Any]]:
    answers: dict[str, list[str]] = {}
    for name in ANSWERS[schema]:
        if name not in value:
            continue
        if name == "gold":
            answers[name] = [f"{value['gold'] + 1}: {document.gold[value['gold']]}"]
        elif name == "same_as":
            other = document.candidate(value["same_as"])
            answers[name] = [f"{value['same_as']}: {other.text if other else ''}"]
        else:
            answers[name] = value[name] if name == "fails" else [str(value[name])]
    return [
        {"from_name": name, "to_name": "text", "type": "choices", "value": {"choices": chosen}}
        for name, chosen in answers.items()
    ]


def _config(task: Task) -> str:
    """Label Studio's labelling config: the page's questions as choices."""

    def choices(name: str, options: tuple[str, ...], extra: str = "") -> str:
        inner = "".join(f'<Choice value="{option}"/>' for option in options)
        return f'  <Choices name="{name}" toName="text"{extra}>{inner}</Choices>\n'

    parts = ['<View>\n  <Header value="$phrase"/>\n  <Text name="text" value="$text"/>\n']
    if task.schema == "translation":
        grades = tuple(map(str, range(1, BEST + 1)))
        parts.append('  <Choices name="rank" toName="text" value="$ranks"/>\n')
        parts += [choices(scale, grades) for scale in SCALES if scale != "rank"]
    else:
        when = ' visibleWhen="choice-selected" whenTagName="label" whenChoiceValue="{}"'
        parts += [
            choices("label", LABELS, ' required="true"'),
            f'  <Choices name="gold" toName="text" value="$gold"{when.format("gold")}/>\n',
            f'  <Choices name="same_as" toName="text" value="$others"'
            f"{when.format('redundant')}/>\n",
            choices("fails", FAILS, ' choice="multiple"' + when.format("rejected")),
        ]
    return "".join(parts) + "</View>\n"


def _from_studio(file: Path, task: Task, annotator: str) -> Iterator[Judged]:
    try:
        tasks = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise InputError(f"{file}: not Label Studio's JSON ({error})") from None
    if not isinstance(tasks, list):
        raise InputError(f"{file}: expected a list of tasks (export as JSON, not JSON-MIN)")
    for number, one in enumerate(tasks, start=1):
        where = f"{file}: task {number}"
        try:
            written = [own for own in one.get("annotations", []) if not own.get("was_cancelled")]
            if not written:
                continue
            cells: dict[str, str] = {}
            # The last annotation stands, as in Label Studio's own list.
            for result in written[-1]["result"]:
                chosen = [str(choice) for choice in result["value"]["choices"]]
                cells[result["from_name"]] = " ".join(
                    choice.split(":")[0] if result["from_name"] in {"gold", "same_as"} else choice
                    for choice in chosen
                )
            id_, candidate = str(one["data"]["document"]), str(one["data"]["candidate"])
        except (AttributeError, KeyError, TypeError) as error:
            raise InputError(f"{where}: not a task as exported from here ({error!r})") from None
        value = _value(task.schema, cells, where)
        if value is not None:
            yield _checked(task, id_, candidate, value, where)
