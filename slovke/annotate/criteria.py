"""What may be said of a candidate, by schema, and when it is said completely.

Keyphrases follow the paper, section 6.3: a candidate is

- `gold`: meets all four criteria and is equivalent to a gold keyphrase, whose number is given
  (Manual Exact counts these only; an inflected form is as good as any: linguistic validity);
- `extended`: meets all four, though its concept is not in gold (Manual Extended counts both);
- `redundant`: a variant of another candidate, which is named (non-redundancy). Two variants may
  come from different systems, so what this costs is decided for each system when scores are
  counted: of the variants that one system gave, the first is kept;
- `rejected`, because it fails `relevance` (topical relevance), or conceptual adequacy as an
  `adjective` (a modifier alone) or by its `granularity` (generic, too wide, a fragment), or
  `validity` (linguistic validity: no form of the concept).

Translations follow skLEP: rank among the systems (1 is best, ties allowed), fluency and adequacy on
1-4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slovke.annotate.task import SchemaName, TaskDocument
from slovke.errors import InputError

LABELS = ("gold", "extended", "redundant", "rejected")
FAILS = ("relevance", "adjective", "granularity", "validity")
SCALES = ("rank", "fluency", "adequacy")
BEST = 4

Value = Mapping[str, Any]


def check_value(
    schema: SchemaName, document: TaskDocument, candidate: str, value: object
) -> dict[str, Any]:
    """A judgement in its one spelling, if it is one.

    Args:
        schema: of the task.
        document: the candidate's document.
        candidate: the candidate's id.
        value: as it came from a page or a file.

    Raises:
        InputError: it says something that the schema doesn't know, or names what isn't there.
    """
    where = f"document {document.id}, candidate {candidate}"
    if document.candidate(candidate) is None:
        raise InputError(f"{where}: no such candidate")
    if not isinstance(value, Mapping):
        raise InputError(f"{where}: a judgement must be an object, got {value!r}")
    if schema == "translation":
        return _check_scales(document, value, where)
    return _check_label(document, candidate, value, where)


def is_complete(schema: SchemaName, value: Value | None) -> bool:
    """Whether a judgement says all that the schema asks for."""
    if value is None:
        return False
    return schema == "keyphrases" or all(scale in value for scale in SCALES)


def highest(scale: str, document: TaskDocument) -> int:
    """The highest number of a scale: for rank the number of translations."""
    return len(document.candidates) if scale == "rank" else BEST


def _check_scales(document: TaskDocument, value: Value, where: str) -> dict[str, Any]:
    checked: dict[str, Any] = {}
    for scale in value:
        if scale not in SCALES:
            raise InputError(f"{where}: {scale!r} is none of {', '.join(SCALES)}")
    for scale in SCALES:
        if scale in value:
            number, top = value[scale], highest(scale, document)
            if type(number) is not int or not 1 <= number <= top:
                raise InputError(f"{where}: {scale} must be 1 to {top}, got {number!r}")
            checked[scale] = number
    return checked


def _check_label(
    document: TaskDocument, candidate: str, value: Value, where: str
) -> dict[str, Any]:
    label = value.get("label")
    if label == "gold":
        number = value.get("gold")
        if type(number) is not int or not 0 <= number < len(document.gold):
            raise InputError(f"{where}: gold keyphrase {number!r} is not in the document")
        checked: dict[str, Any] = {"label": label, "gold": number}
    elif label == "extended":
        checked = {"label": label}
    elif label == "redundant":
        other = value.get("same_as")
        if other == candidate or not isinstance(other, str) or document.candidate(other) is None:
            raise InputError(f"{where}: can't be a variant of {other!r}")
        checked = {"label": label, "same_as": other}
    elif label == "rejected":
        fails = value.get("fails")
        if not isinstance(fails, list) or not fails or any(one not in FAILS for one in fails):
            raise InputError(f"{where}: fails must list some of {', '.join(FAILS)}, got {fails!r}")
        checked = {"label": label, "fails": [one for one in FAILS if one in fails]}
    else:
        raise InputError(f"{where}: label {label!r} is none of {', '.join(LABELS)}")
    unknown = set(value) - set(checked)
    if unknown:
        raise InputError(f"{where}: {label} doesn't go with {', '.join(sorted(map(str, unknown)))}")
    return checked


def representative(judged: Mapping[str, Value], candidate: str) -> str | None:
    """The candidate at the end of the chain of variants; None if the chain runs in a circle."""
    seen = {candidate}
    while (value := judged.get(candidate)) is not None and value.get("label") == "redundant":
        candidate = value["same_as"]
        if candidate in seen:
            return None
        seen.add(candidate)
    return candidate
