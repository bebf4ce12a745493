"""What the page is told: one document, without who said what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slovke.annotate.criteria import BEST
from slovke.annotate.judgements import Log, is_done
from slovke.annotate.occurrences import marked_parts
from slovke.annotate.task import Task, TaskDocument


def session_view(task: Task, queue: Sequence[TaskDocument], log: Log, annotator: str) -> Any:
    """Schema, progress, and where to go on: the first document that is not done."""
    done = [is_done(task, document, log.state) for document in queue]
    return {
        "schema": task.schema,
        "annotator": annotator,
        "done": done,
        "next": done.index(False) if False in done else max(len(queue) - 1, 0),
    }


def comments_view(log: Log, document: str) -> dict[str, str]:
    """The comments on a document: by candidate, and under "" that on the document itself."""
    return {about or "": text for about, text in log.comments.get(document, {}).items()}


def document_view(task: Task, document: TaskDocument) -> Any:
    """The document: its text cut at the occurrences, gold, candidates."""
    spans = {one.id: one.occurrences for one in document.candidates}
    return {
        "id": document.id,
        "title": document.title,
        "parts": [
            {"text": text, "candidates": names}
            for text, names in marked_parts(document.text, spans)
        ],
        "gold": list(document.gold),
        "candidates": [
            {
                "id": one.id,
                "text": one.text,
                "also": list(one.also),
                "times": len(one.occurrences),
                "gold": one.same_as_gold,
            }
            for one in document.candidates
        ],
        "scales": (
            {"rank": len(document.candidates), "fluency": BEST, "adequacy": BEST}
            if task.schema == "translation"
            else {}
        ),
    }
