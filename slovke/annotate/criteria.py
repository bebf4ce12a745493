"""What may be said of a candidate, by schema, and when it is said completely.

Keyphrases follow the paper, section 6.3. Of each candidate an annotator answers five questions:

- the four criteria, each yes or no: `relevance` (topical relevance: a central concept that the
  abstract discusses), `adequacy` (conceptual adequacy: a meaningful concept; a no may say `why`: a
  lone `adjective`, or wrong `granularity`), `non_redundancy` (a no names the candidate that it is a
  variant of, `same_as`), `validity` (linguistic validity: an inflected form is as good as any);
- `gold`: the number of the author's keyphrase that it is equivalent to, or null for none.

A candidate is correct if all four answers are yes. Manual Exact counts the correct ones with a gold
keyphrase, Manual Extended all correct ones. Two variants may come from different systems: a no to
non-redundancy costs a system something only if it gave another variant too, which is decided when
scores are counted.

Translations follow skLEP: rank among the systems (1 is best, ties allowed), fluency and adequacy on
1-4.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slovke.annotate.task import SchemaName, TaskDocument
from slovke.errors import InputError

CRITERIA = ("relevance", "adequacy", "non_redundancy", "validity")
REASONS = ("adjective", "granularity")
"""Why a candidate may not be conceptually adequate."""
SCALES = ("rank", "fluency", "adequacy")
BEST = 4

Value = Mapping[str, Any]


def check_value(
    schema: SchemaName, document: TaskDocument, candidate: str, value: object
) -> dict[str, Any]:
    """A judgement in its one spelling, if it is one; some of its answers may be open still.

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
    if not isinstance(value, Mapping) or not value:
        raise InputError(f"{where}: a judgement must be an object with answers, got {value!r}")
    if schema == "translation":
        return _check_scales(document, value, where)
    return _check_answers(document, candidate, value, where)


def is_complete(schema: SchemaName, value: Value | None) -> bool:
    """Whether a judgement says all that the schema asks for."""
    if value is None:
        return False
    questions = (*CRITERIA, "gold") if schema == "keyphrases" else SCALES
    return all(question in value for question in questions)


def is_correct(value: Value) -> bool:
    """Whether a complete judgement of a keyphrase says yes to all four criteria."""
    return all(value[criterion] for criterion in CRITERIA)


def highest(scale: str, document: TaskDocument) -> int:
    """The highest number of a scale: for rank the number of translations."""
    return len(document.candidates) if scale == "rank" else BEST


def _check_scales(document: TaskDocument, value: Value, where: str) -> dict[str, Any]:
    checked: dict[str, Any] = {}
    _refuse_unknown(value, SCALES, where)
    for scale in SCALES:
        if scale in value:
            number, top = value[scale], highest(scale, document)
            if type(number) is not int or not 1 <= number <= top:
                raise InputError(f"{where}: {scale} must be 1 to {top}, got {number!r}")
            checked[scale] = number
    return checked


def _check_answers(
    document: TaskDocument, candidate: str, value: Value, where: str
) -> dict[str, Any]:
    if "label" in value:
        raise InputError(
            f"{where}: a judgement of an earlier version, which did not ask for each criterion; "
            "move the file away and judge anew"
        )
    _refuse_unknown(value, (*CRITERIA, "why", "same_as", "gold"), where)
    checked: dict[str, Any] = {}
    for criterion in CRITERIA:
        if criterion in value:
            if not isinstance(value[criterion], bool):
                raise InputError(f"{where}: {criterion} must be yes or no (true or false in JSON)")
            checked[criterion] = value[criterion]
    if "why" in value:
        if checked.get("adequacy") is not False or value["why"] not in REASONS:
            raise InputError(f"{where}: why goes with a no to adequacy: {' or '.join(REASONS)}")
        checked["why"] = value["why"]
    if ("same_as" in value) != (checked.get("non_redundancy") is False):
        raise InputError(f"{where}: same_as goes with a no to non_redundancy, and only with it")
    if "same_as" in value:
        other = value["same_as"]
        if other == candidate or not isinstance(other, str) or document.candidate(other) is None:
            raise InputError(f"{where}: can't be a variant of {other!r}")
        checked["same_as"] = other
    if "gold" in value:
        number = value["gold"]
        if number is not None and (type(number) is not int or not 0 <= number < len(document.gold)):
            raise InputError(f"{where}: gold keyphrase {number!r} is not in the document")
        checked["gold"] = number
    return checked


def _refuse_unknown(value: Value, known: tuple[str, ...], where: str) -> None:
    unknown = sorted(str(name) for name in value if name not in known)
    if unknown:
        raise InputError(f"{where}: {unknown[0]!r} is none of {', '.join(known)}")


def representative(judged: Mapping[str, Value], candidate: str) -> str | None:
    """The candidate at the end of the chain of variants; None if the chain runs in a circle."""
    seen = {candidate}
    while (value := judged.get(candidate)) is not None and "same_as" in value:
        candidate = value["same_as"]
        if candidate in seen:
            return None
        seen.add(candidate)
    return candidate
