"""The gold set of the cleaning: the sample register's theses and hand-written cases, in one form.

A file of cases (`tests/builder/quality/cases_*.toml`) holds a table `[texts]`, whose values stand
in the cases as `{name}`, and the cases::

    [[case]]
    row = "header-pages"       # what it is a case of
    name = "pages glued"       # says in a few words what is special
    title = "..."              # and author, supervisor, university, faculty, year of the record
    field = "..."              # the abstract's field; or fields = ["...", "..."]
    abstract = "..."           # the right abstract; or
    reject = "no-abstract"     # the reason why the record must be rejected
    list = "..."               # the right list as it stands in the field, where there is one

`cases_lists.toml` has the same texts stage left out: `field` is the register's items, or `tail` a
list that stood beside an abstract; `expect` is the right list, `reject` the reason; `kind` the row.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.record import RawRecord
from builder.sample_register import load_theses
from builder.verdict import Reason, Stage
from slovke.errors import InputError

# Which measure the first word of a thesis's kind counts for; a case counts for its file's.
ASPECTS = ("header", "tail", "list", "language", "encoding")
TEXT_STAGES = (Stage.REPAIR, Stage.SEGMENT, Stage.LANGUAGE)


@dataclass(frozen=True, slots=True)
class GoldRecord:
    """One record with its right results.

    Attributes:
        name: where it comes from, for the report of misses.
        raw: the record as collected.
        aspects: what it is about: "header", "tail", "list", "language", "encoding".
        abstract: the right abstract, or None where no text stage may keep the record, or where the
            case is not about the abstract.
        reject: why a text stage must reject it, else None.
        tail: the list that stands in its abstract field, as it stands there; None where unknown.
        keyphrases: the right keyphrases; None where unknown or where there are none.
        list_reject: why the stage `keyphrases` must reject it, else None.
        beside: a list that stood beside an abstract, to be split; None where the register's is.
    """

    name: str
    raw: RawRecord
    aspects: frozenset[str]
    abstract: str | None = None
    reject: Reason | None = None
    tail: str | None = None
    keyphrases: tuple[str, ...] | None = None
    list_reject: Reason | None = None
    beside: str | None = None


def sample_records() -> list[GoldRecord]:
    """The theses of the sample register that no duplicate and no withdrawal removes."""
    records = []
    for thesis in load_theses():
        expect = thesis.expect
        if expect.verdict == "withdrawn" or expect.stage is Stage.DEDUPLICATE:
            continue
        aspects = {kind.split("-", maxsplit=1)[0] for kind in thesis.kinds} & {*ASPECTS}
        in_text = expect.stage in TEXT_STAGES
        in_list = expect.stage is Stage.KEYPHRASES
        records.append(
            GoldRecord(
                name=f"{thesis.field}/{thesis.sid} {', '.join(thesis.kinds)}",
                raw=thesis.raw(),
                aspects=frozenset(aspects),
                abstract=expect.abstract,
                reject=expect.reason if in_text else None,
                keyphrases=expect.keyphrases if expect.verdict == "keep" else None,
                list_reject=expect.reason if in_list else None,
            )
        )
    return records


def read_cases(folder: Path) -> list[GoldRecord]:
    """All cases of the files `cases_*.toml` in `folder`.

    Raises:
        InputError: there are none, or one lacks what it needs.
    """
    paths = sorted(folder.glob("cases_*.toml"))
    if not paths:
        raise InputError(f"{folder}: no files cases_*.toml; run this from a checkout's root")
    return [record for path in paths for record in _read_file(path)]


def _read_file(path: Path) -> list[GoldRecord]:
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    texts: dict[str, str] = tables.get("texts", {})
    aspect = path.stem.removeprefix("cases_")
    records = []
    for number, case in enumerate(tables.get("case", []), 1):
        where = f"{path.name}, case {number}"
        is_list = aspect == "lists"
        records.append(
            _list_case(case, where) if is_list else _text_case(case, texts, aspect, where)
        )
    return records


def _list_case(case: dict[str, Any], where: str) -> GoldRecord:
    kind = _required(case, "kind", where)
    expect = case.get("expect")
    rejected = "reject" in case
    raw = RawRecord(sid=kind, abstracts=(), keyphrases=tuple(case.get("field", ())))
    return GoldRecord(
        name=f"{where}: {kind}",
        raw=raw,
        aspects=frozenset(("list",)),
        keyphrases=tuple(expect) if expect is not None and not rejected else None,
        list_reject=Reason(case["reject"]) if rejected else None,
        beside=case.get("tail"),
    )


def _required(case: dict[str, Any], key: str, where: str) -> str:
    value = case.get(key)
    if not isinstance(value, str):
        raise InputError(f"{where}: {key} is missing")
    return value


def _text_case(case: dict[str, Any], texts: dict[str, str], aspect: str, where: str) -> GoldRecord:
    row, name = _required(case, "row", where), _required(case, "name", where)

    def filled(text: str) -> str:
        for key, value in texts.items():
            text = text.replace(f"{{{key}}}", value)
        return text

    fields = case.get("fields") or [_required(case, "field", where)]
    abstract = case.get("abstract")
    raw = RawRecord(
        sid=row,
        abstracts=tuple(map(filled, fields)),
        title=case.get("title"),
        author=case.get("author"),
        supervisor=case.get("supervisor"),
        university=case.get("university"),
        faculty=case.get("faculty"),
        year=case.get("year"),
    )
    return GoldRecord(
        name=f"{where}: {row}, {name}",
        raw=raw,
        aspects=frozenset((aspect,)),
        abstract=filled(abstract) if abstract is not None else None,
        reject=Reason(case["reject"]) if "reject" in case else None,
        tail=filled(case["list"]) if "list" in case else None,
    )
