"""A task for Label Studio: its tasks and labelling config, and its JSON export back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from slovke.annotate.cells import NO_GOLD, NOTES, Read, Row, answers_of, read_cells
from slovke.annotate.criteria import BEST, CRITERIA, REASONS, SCALES, Value
from slovke.annotate.task import SchemaName, Task, TaskDocument
from slovke.errors import InputError


def studio_task(task: Task, row: Row) -> dict[str, Any]:
    """One candidate as a task, with what was judged so far as its annotation."""
    document, candidate = row.document, row.candidate
    data = {
        "document": document.id,
        "candidate": candidate.id,
        "phrase": candidate.text,
        "text": document.text,
        "gold": [
            {"value": NO_GOLD},
            *({"value": f"{n}: {one}"} for n, one in enumerate(document.gold, start=1)),
        ],
        "others": [
            {"value": f"{one.id}: {one.text}"}
            for one in document.candidates
            if one.id != candidate.id
        ],
        "ranks": [{"value": str(rank)} for rank in range(1, len(document.candidates) + 1)],
    }
    made: dict[str, Any] = {"data": data, "meta": {"annotator": row.annotator}}
    if row.value is not None or row.notes:
        result = [] if row.value is None else _studio_result(task.schema, document, row.value)
        result += [
            {"from_name": about, "to_name": "text", "type": "textarea", "value": {"text": [text]}}
            for about, text in row.notes.items()
        ]
        made["annotations"] = [{"result": result}]
    return made


def _studio_result(
    schema: SchemaName, document: TaskDocument, value: Value
) -> list[dict[str, Any]]:
    answers = answers_of(schema, value)
    if value.get("gold") is not None:
        answers["gold"] += f": {document.gold[value['gold']]}"
    if "same_as" in value:
        other = document.candidate(value["same_as"])
        answers["same_as"] += f": {other.text if other else ''}"
    return [
        {"from_name": name, "to_name": "text", "type": "choices", "value": {"choices": [chosen]}}
        for name, chosen in answers.items()
    ]


def labelling_config(task: Task) -> str:
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
        when = ' visibleWhen="choice-selected" whenTagName="{}" whenChoiceValue="no"'
        for criterion in CRITERIA:
            parts.append(f'  <Header value="{criterion}"/>\n')
            parts.append(choices(criterion, ("yes", "no"), ' required="true"'))
            if criterion == "adequacy":
                parts.append(choices("why", REASONS, when.format(criterion)))
            if criterion == "non_redundancy":
                parts.append(
                    f'  <Choices name="same_as" toName="text" value="$others"'
                    f"{when.format(criterion)}/>\n"
                )
        parts.append('  <Header value="gold"/>\n')
        parts.append('  <Choices name="gold" toName="text" value="$gold" required="true"/>\n')
    for name in NOTES:
        parts.append(f'  <Header value="{name.replace("_", " ")}"/>\n')
        parts.append(f'  <TextArea name="{name}" toName="text" maxSubmissions="1"/>\n')
    return "".join(parts) + "</View>\n"


def from_studio(file: Path, task: Task, annotator: str) -> Iterator[Read]:
    """What the tasks of an export say.

    Raises:
        InputError: the file can't be read, or a task's annotation is no judgement of this task.
    """
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
                name, own = str(result["from_name"]), result["value"]
                if name in NOTES:
                    text = own["text"]
                    cells[name] = text if isinstance(text, str) else "\n".join(map(str, text))
                    continue
                (chosen,) = own["choices"]
                # Before the colon stands what a candidate or gold keyphrase is called here.
                cells[name] = str(chosen).split(":")[0]
            id_, candidate = str(one["data"]["document"]), str(one["data"]["candidate"])
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InputError(f"{where}: not a task as exported from here ({error!r})") from None
        yield from read_cells(task, id_, candidate, cells, where)
