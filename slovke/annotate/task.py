"""A task of manual evaluation: a folder of plain files that git can hold.

    task.json          what was drawn from what, by which seed, for which schema
    documents.jsonl    what an annotator sees: text, gold, candidates in shuffled order
    systems.jsonl      who said what; the page never shows it
    annotators.json    names, in order; the first is the primary annotator
    judgements/NAME.jsonl   one annotator's log, only ever appended to

Each annotator writes a file of their own, so work done on two machines merges without conflicts.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from slovke.errors import InputError

FORMAT = 1
SchemaName = Literal["keyphrases", "translation"]
SCHEMAS: tuple[SchemaName, ...] = ("keyphrases", "translation")
Rest = Literal["first", "deal"]

# A name becomes a file's name, here and on an annotator's Windows machine.
_NAME = re.compile(r"[^\W_][\w-]{0,39}")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing to judge.

    Attributes:
        id: `c1`, `c2`, ... in the order shown.
        text: the keyphrase in one of the forms that systems gave, or one translation.
        also: its other forms, equal by lemmas.
        occurrences: where it stands in the document in any inflection: (start, end) in characters.
        same_as_gold: the number of the gold keyphrase with the same lemmas, or None.
    """

    id: str
    text: str
    also: tuple[str, ...] = ()
    occurrences: tuple[tuple[int, int], ...] = ()
    same_as_gold: int | None = None


@dataclass(frozen=True, slots=True)
class TaskDocument:
    """One document as an annotator sees it.

    Attributes:
        id: as in the dataset.
        title: or None.
        text: the abstract, or the text that was translated; NFC.
        gold: the author's keyphrases, duplicates by lemmas dropped; numbered from 0.
        candidates: what the systems gave, pooled and shuffled.
        overlap: every annotator judges it.
    """

    id: str
    title: str | None
    text: str
    gold: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    overlap: bool

    def candidate(self, id_: str) -> Candidate | None:
        """The candidate of that id, or None."""
        return next((one for one in self.candidates if one.id == id_), None)


@dataclass(frozen=True, slots=True)
class Said:
    """What one system gave for one document, best first: candidate ids and its own wording."""

    candidates: tuple[str, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """A task.

    Attributes:
        schema: `keyphrases` or `translation`.
        source: dataset, split, seed and the like: what was drawn, for the report.
        k: how many keyphrases of each system were pooled (0 for translations).
        rest: who judges the documents outside the overlap: the `first` annotator, as in the paper,
            or all in turn (`deal`).
        systems: their names, in the order given.
        documents: in the order shown, the overlap first.
        said: by system, by document id.
    """

    schema: SchemaName
    source: Mapping[str, Any]
    k: int
    rest: Rest
    systems: tuple[str, ...]
    documents: tuple[TaskDocument, ...]
    said: Mapping[str, Mapping[str, Said]]

    def document(self, id_: str) -> TaskDocument | None:
        """The document of that id, or None."""
        return next((one for one in self.documents if one.id == id_), None)

    def queue(self, annotator: str, annotators: Sequence[str]) -> tuple[TaskDocument, ...]:
        """What one annotator has to judge, in order: the overlap, then their share of the rest."""
        place = list(annotators).index(annotator)
        others = [one for one in self.documents if not one.overlap]
        if self.rest == "first":
            mine = others if place == 0 else []
        else:
            mine = others[place :: len(annotators)]
        return (*(one for one in self.documents if one.overlap), *mine)


def check_name(name: str) -> str:
    """An annotator's name, if it can be a file's name.

    Raises:
        InputError: it can't.
    """
    if not _NAME.fullmatch(name):
        raise InputError(
            f"annotator {name!r}: use letters, digits, _ and -, at most 40, a letter or digit first"
        )
    return name


def write_task(folder: Path, task: Task, annotators: Sequence[str]) -> None:
    """Write a new task.

    Raises:
        InputError: the folder holds a task already (its judgements would no longer fit).
    """
    if (folder / "task.json").exists():
        raise InputError(f"{folder}: holds a task already; draw into another folder")
    (folder / "judgements").mkdir(parents=True, exist_ok=True)
    (folder / "judgements" / ".gitkeep").touch()
    _write_lines(folder / "documents.jsonl", map(asdict, task.documents))
    _write_lines(
        folder / "systems.jsonl",
        (
            {"system": system, "document": id_, **asdict(said)}
            for system in task.systems
            for id_, said in task.said[system].items()
        ),
    )
    write_annotators(folder, annotators)
    head = {
        "format": FORMAT,
        "schema": task.schema,
        "k": task.k,
        "rest": task.rest,
        "systems": list(task.systems),
        "source": dict(task.source),
    }
    # Last: a folder with task.json is a whole task.
    _replace(folder / "task.json", json.dumps(head, ensure_ascii=False, indent=2) + "\n")


def read_task(folder: Path) -> Task:
    """Read a task.

    Raises:
        InputError: no task there, or of another format, or a file of it was damaged.
    """
    head = _read_json(folder / "task.json", f"{folder}: no task here; make one with `sample`")
    if head.get("format") != FORMAT or head.get("schema") not in SCHEMAS:
        raise InputError(
            f"{folder / 'task.json'}: format {head.get('format')!r}, schema "
            f"{head.get('schema')!r}; this version reads format {FORMAT} of {', '.join(SCHEMAS)}"
        )
    documents, said = [], {system: dict[str, Said]() for system in head["systems"]}
    for where, row in read_lines(folder / "documents.jsonl"):
        try:
            documents.append(_document(row))
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f"{where}: not a document of a task ({error!r})") from None
    for where, row in read_lines(folder / "systems.jsonl"):
        try:
            said[row["system"]][row["document"]] = Said(
                tuple(row["candidates"]), tuple(row["texts"])
            )
        except (KeyError, TypeError) as error:
            raise InputError(f"{where}: not a system's line ({error!r})") from None
    return Task(
        schema=head["schema"],
        source=head["source"],
        k=head["k"],
        rest=head["rest"],
        systems=tuple(head["systems"]),
        documents=tuple(documents),
        said=said,
    )


def read_annotators(folder: Path) -> list[str]:
    """The names, the primary annotator first."""
    names = _read_json(folder / "annotators.json", f"{folder}: annotators.json is missing")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError(f"{folder / 'annotators.json'}: must be a list of names")
    return [check_name(name) for name in names]


def write_annotators(folder: Path, names: Sequence[str]) -> None:
    """Write the names, whole or not at all."""
    _replace(folder / "annotators.json", json.dumps(list(names), ensure_ascii=False) + "\n")


def enrol(folder: Path, task: Task, name: str) -> list[str]:
    """Add an annotator to a task, unless they are in it; returns all names.

    Raises:
        InputError: the documents were dealt among the names given when the task was drawn.
    """
    names = read_annotators(folder)
    if check_name(name) in names:
        return names
    if any(name.casefold() == other.casefold() for other in names):
        raise InputError(f"annotator {name!r}: differs from one of {names} in capitals only")
    if task.rest == "deal":
        raise InputError(
            f"{folder}: the documents were dealt to {', '.join(names)}; {name!r} is none of them"
        )
    write_annotators(folder, [*names, name])
    return [*names, name]


def _document(row: Mapping[str, Any]) -> TaskDocument:
    candidates = tuple(
        Candidate(
            id=one["id"],
            text=one["text"],
            also=tuple(one["also"]),
            occurrences=tuple((int(start), int(end)) for start, end in one["occurrences"]),
            same_as_gold=one["same_as_gold"],
        )
        for one in row["candidates"]
    )
    return TaskDocument(
        id=row["id"],
        title=row["title"],
        text=row["text"],
        gold=tuple(row["gold"]),
        candidates=candidates,
        overlap=row["overlap"],
    )


def _read_json(path: Path, absent: str) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(absent) from None
    except (ValueError, OSError) as error:
        raise InputError(f"{path}: can't be read ({error})") from None


def read_lines(path: Path) -> Iterable[tuple[str, Any]]:
    """Yield (file:line, value) for each line of JSON.

    Raises:
        InputError: the file or a line of it can't be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: can't be read ({error})") from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield f"{path}:{number}", json.loads(line)
        except ValueError as error:
            raise InputError(f"{path}:{number}: not a line of JSON ({error})") from None


def _write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    _replace(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all, and on the disk before this returns."""
    draft = path.with_name(path.name + ".part")
    with draft.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
