"""A judgement in the cells of a row: what the formats for other tools have in common.

Criteria are yes or no, `gold` is the number of the author's keyphrase, from 1 as on the page, or
`none`; translations have a number for each scale. Comments are cells too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from slovke.annotate.comments import clean_comment
from slovke.annotate.criteria import CRITERIA, SCALES, Value, check_value
from slovke.annotate.task import Candidate, SchemaName, Task, TaskDocument
from slovke.errors import InputError

ANSWERS: Mapping[SchemaName, tuple[str, ...]] = {
    "keyphrases": ("relevance", "adequacy", "why", "non_redundancy", "same_as", "validity", "gold"),
    "translation": SCALES,
}
NOTES = ("comment", "document_comment")
NO_GOLD = "none"
_YES = frozenset({"yes", "y", "true", "1", "áno", "ano", "a", "pravda"})
_NO = frozenset({"no", "n", "false", "0", "nie", "nepravda"})
Notes = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Read:
    """One row of a file: document and candidate, the judgement if there is one, the notes."""

    document: str
    candidate: str
    value: dict[str, Any] | None
    notes: Notes


@dataclass(frozen=True, slots=True)
class Row:
    """One candidate to be exported: whose it is, what was judged so far, the notes."""

    annotator: str
    document: TaskDocument
    candidate: Candidate
    value: Value | None
    notes: Notes


_RISKY = ("=", "+", "-", "@", "\t", "\r")


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(_RISKY) else cell


def answers_of(schema: SchemaName, value: Value | None) -> dict[str, str]:
    """A judgement as cells; what is not answered has none."""
    if value is None:
        return {}
    cells = {}
    for name in ANSWERS[schema]:
        if name not in value:
            continue
        own = value[name]
        if name == "gold":
            cells[name] = NO_GOLD if own is None else str(own + 1)
        else:
            cells[name] = ("no", "yes")[own] if isinstance(own, bool) else str(own)
    return cells


def _value(schema: SchemaName, cells: Mapping[str, str], where: str) -> dict[str, Any] | None:
    """The judgement in a row's cells, unchecked; None if nothing was filled in."""
    filled = {name: cells[name].strip() for name in ANSWERS[schema] if cells.get(name, "").strip()}
    if not filled:
        return None
    value: dict[str, Any] = dict(filled)
    for name, cell in filled.items():
        if name == "gold" and cell.casefold() == NO_GOLD:
            value[name] = None
        elif name == "gold" or schema == "translation":
            # A spreadsheet may have made 3.0 of 3.
            whole = re.fullmatch(r"(\d{1,4})([.,]0+)?", cell)
            if not whole:
                number = "a whole number or none" if name == "gold" else "a whole number"
                raise InputError(f"{where}: {name} must be {number}, got {cell!r:.60}")
            value[name] = int(whole[1]) - (name == "gold")
        elif name in CRITERIA:
            if cell.casefold() not in _YES | _NO:
                raise InputError(f"{where}: {name} must be yes or no, got {cell!r:.60}")
            value[name] = cell.casefold() in _YES
    return value


def _notes(cells: Mapping[str, str], where: str) -> Notes:
    """The comments in a row's cells."""
    notes = {}
    for name in NOTES:
        text = cells.get(name, "")
        # The quote that keeps a spreadsheet from taking it for a formula.
        text = text[1:] if text.startswith("'") and text[1:].startswith(_RISKY) else text
        try:
            kept = clean_comment(text)
        except InputError as error:
            raise InputError(f"{where}: {name}: {error}") from None
        if kept is not None:
            notes[name] = kept
    return notes


def read_cells(
    task: Task, id_: str, candidate: str, cells: Mapping[str, str], where: str
) -> Iterator[Read]:
    """What a row says, if anything.

    Raises:
        InputError: a cell can't be read, or it is no judgement of the task.
    """
    value, notes = _value(task.schema, cells, where), _notes(cells, where)
    if value is None and not notes:
        return
    document = task.document(id_)
    if document is None:
        raise InputError(f"{where}: document {id_!r} is not in the task")
    try:
        checked = None if value is None else check_value(task.schema, document, candidate, value)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    if document.candidate(candidate) is None:
        raise InputError(f"{where}: document {id_}, candidate {candidate}: no such candidate")
    yield Read(id_, candidate, checked, notes)
