"""One annotator's judgements: a log that is only appended to, one JSON line at every key.

A line is `{"n": 3, "at": "2026-05-04T10:11:12+00:00", "document": ..., "candidate": ..., "value":
{...}}`; a `value` of null takes a judgement back. With `"comment": "..."` in place of the value it
is a comment on the candidate or, with a candidate of null, on the document. `{"n": 4, "at": ...,
"undo": 3}` undoes line 3. The state is what the lines say in order, those undone left out. So
nothing that was ever judged is lost, a crash costs at most the line that was being written, and
`git diff` reads well.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from slovke.annotate.comments import clean_comment
from slovke.annotate.criteria import Value, check_value, is_complete, representative
from slovke.annotate.task import Task, TaskDocument, check_name
from slovke.errors import InputError

Event = dict[str, Any]
State = dict[str, dict[str, dict[str, Any]]]
# By document id, by candidate id, or None for the document itself.
Comments = dict[str, dict[str | None, str]]


def log_path(folder: Path, annotator: str) -> Path:
    """Where an annotator's log is."""
    return folder / "judgements" / f"{check_name(annotator)}.jsonl"


def read_state(folder: Path, task: Task, annotator: str) -> State:
    """What an annotator said: by document id, by candidate id. A cut last line is left out.

    Raises:
        InputError: a line is damaged, or speaks of what is not in the task.
    """
    events, _ = _read(log_path(folder, annotator), task)
    return fold(events)


def read_comments(folder: Path, task: Task, annotator: str) -> Comments:
    """What an annotator wrote beside the judgements.

    Raises:
        InputError: as `read_state`.
    """
    events, _ = _read(log_path(folder, annotator), task)
    return fold_comments(events)


def fold(events: Sequence[Event]) -> State:
    """The state after the events."""
    state: State = {}
    for event in _standing(events):
        if "value" not in event:
            continue
        of_document = state.setdefault(event["document"], {})
        if event["value"] is None:
            of_document.pop(event["candidate"], None)
        else:
            of_document[event["candidate"]] = event["value"]
    return state


def fold_comments(events: Sequence[Event]) -> Comments:
    """The comments after the events."""
    comments: Comments = {}
    for event in _standing(events):
        if "comment" not in event:
            continue
        of_document = comments.setdefault(event["document"], {})
        if event["comment"] is None:
            of_document.pop(event["candidate"], None)
        else:
            of_document[event["candidate"]] = event["comment"]
    return {id_: own for id_, own in comments.items() if own}


def _standing(events: Sequence[Event]) -> list[Event]:
    """What was said and not undone."""
    undone = {event["undo"] for event in events if "undo" in event}
    return [one for one in events if "undo" not in one and one["n"] not in undone]


def is_done(task: Task, document: TaskDocument, state: Mapping[str, Mapping[str, Value]]) -> bool:
    """Whether every candidate of the document is judged completely, without a circle."""
    judged = state.get(document.id, {})
    return all(
        is_complete(task.schema, judged.get(one.id)) and representative(judged, one.id) is not None
        for one in document.candidates
    )


class Log:
    """The open log of one annotator; one process at a time may have it open."""

    def __init__(self, folder: Path, task: Task, annotator: str) -> None:
        """Open it, read what is there, and cut off a last line that a crash left half written.

        Raises:
            InputError: a damaged line; or another process has the log open.
        """
        self._task = task
        self.path = log_path(folder, annotator)
        self.path.parent.mkdir(exist_ok=True)
        self._file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            _lock(self._file, self.path)
            self._events, whole = _read(self.path, task)
            if whole < self.path.stat().st_size:
                os.ftruncate(self._file, whole)
        except BaseException:
            os.close(self._file)
            raise
        self.state = fold(self._events)
        self.comments = fold_comments(self._events)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, which also lets others open it."""
        os.close(self._file)

    def judge(self, document_id: str, candidate: str, value: object) -> None:
        """Append a judgement, or with None take it back. It is on the disk when this returns.

        Raises:
            InputError: it is no judgement of the schema, or makes a circle of variants.
        """
        document = self._task.document(document_id)
        if document is None:
            raise InputError(f"document {document_id!r} is not in the task")
        checked = None
        if value is not None:
            checked = check_value(self._task.schema, document, candidate, value)
            judged = {**self.state.get(document_id, {}), candidate: checked}
            if representative(judged, candidate) is None:
                raise InputError(
                    f"document {document_id}, candidate {candidate}: the two would be variants of "
                    "each other; keep one of them"
                )
        elif document.candidate(candidate) is None:
            raise InputError(f"document {document_id}: no candidate {candidate!r}")
        if self.state.get(document_id, {}).get(candidate) != checked:
            self._append({"document": document_id, "candidate": candidate, "value": checked})

    def comment(self, document_id: str, candidate: str | None, text: object) -> None:
        """Append a comment on a candidate or, with None, on the document; an empty one removes it.

        Raises:
            InputError: no such document or candidate; no text, or a longer one than is kept.
        """
        document = self._task.document(document_id)
        if document is None:
            raise InputError(f"document {document_id!r} is not in the task")
        if candidate is not None and document.candidate(candidate) is None:
            raise InputError(f"document {document_id}: no candidate {candidate!r}")
        kept = clean_comment(text)
        if self.comments.get(document_id, {}).get(candidate) != kept:
            self._append({"document": document_id, "candidate": candidate, "comment": kept})

    def judge_all(
        self,
        judged: Sequence[tuple[str, str, dict[str, Any]]],
        source: str,
        comments: Sequence[tuple[str, str | None, str]] = (),
    ) -> None:
        """Append many judgements that `check_value` has passed, all or none.

        Args:
            judged: document id, candidate id, value.
            comments: document id, candidate id or None, text that `clean_comment` has passed.
            source: the name of the file they come from, kept in each line.

        Raises:
            InputError: together with what is there they make a circle of variants.
        """
        after = {id_: dict(own) for id_, own in self.state.items()}
        for id_, candidate, value in judged:
            after.setdefault(id_, {})[candidate] = value
        for id_, candidate, _ in judged:
            if representative(after[id_], candidate) is None:
                raise InputError(
                    f"document {id_}, candidate {candidate}: variants in a circle; one of them "
                    "must be judged for itself"
                )
        for id_, candidate, value in judged:
            if self.state.get(id_, {}).get(candidate) != value:
                self._append(
                    {"document": id_, "candidate": candidate, "value": value, "from": source}
                )
        for id_, about, text in comments:
            if self.comments.get(id_, {}).get(about) != text:
                self._append({"document": id_, "candidate": about, "comment": text, "from": source})

    def undo(self) -> tuple[str, str | None] | None:
        """Undo the last judgement or comment that stands; returns what it was about, or None.

        That is a document and a candidate, or None for a comment on the document.

        Repeated, it goes back further, over a restart too.
        """
        undone = {event["undo"] for event in self._events if "undo" in event}
        for event in reversed(self._events):
            if "undo" not in event and event["n"] not in undone:
                self._append({"undo": event["n"]})
                return event["document"], event["candidate"]
        return None

    def _append(self, said: Event) -> None:
        number = self._events[-1]["n"] + 1 if self._events else 1
        event = {"n": number, "at": datetime.now(UTC).isoformat(timespec="seconds"), **said}
        line = (json.dumps(event, ensure_ascii=False) + "\n").encode()
        written = os.write(self._file, line)
        if written < len(line):
            os.ftruncate(self._file, os.fstat(self._file).st_size - written)
            raise OSError(f"{self.path}: the disk took {written} of {len(line)} bytes")
        os.fsync(self._file)
        self._events.append(event)
        self.state = fold(self._events)
        self.comments = fold_comments(self._events)


def _read(path: Path, task: Task) -> tuple[list[Event], int]:
    """The events of a log, and the length in bytes of its whole lines."""
    if not path.exists():
        return [], 0
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    events: list[Event] = []
    for number, line in enumerate(data[:whole].split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            event = json.loads(line)
        except ValueError as error:
            raise InputError(f"{where}: not a line of JSON ({error}); mend or remove it") from None
        events.append(_check_event(event, len(events) + 1, task, where))
    return events, whole


def _check_event(event: Any, number: int, task: Task, where: str) -> Event:
    if not isinstance(event, dict) or event.get("n") != number:
        raise InputError(f"{where}: expected event n = {number}; a line was lost or merged in")
    if "undo" in event:
        if type(event["undo"]) is not int or not 0 < event["undo"] < number:
            raise InputError(f"{where}: undoes {event['undo']!r}, which is no earlier event")
        return event
    document = task.document(str(event.get("document")))
    if document is None:
        raise InputError(f"{where}: document {event.get('document')!r} is not in the task")
    candidate = event.get("candidate")
    about_document = "comment" in event and candidate is None
    if document.candidate(str(candidate)) is None and not about_document:
        raise InputError(f"{where}: document {document.id}: no candidate {candidate!r}")
    try:
        if "comment" in event:
            event["comment"] = None if event["comment"] is None else clean_comment(event["comment"])
        elif event.get("value") is None:
            event["value"] = None
        else:
            event["value"] = check_value(task.schema, document, str(candidate), event["value"])
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    return event


def _lock(file: int, path: Path) -> None:
    try:
        import fcntl
    except ImportError:
        return  # Windows has no flock; there two servers of one annotator are the user's care.
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InputError(f"{path}: open in another process; stop the other server first") from None
