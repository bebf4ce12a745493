"""The sample register's theses: invented records, each labelled with its noise and right result.

They are the pages that the sample server shows, and the gold set that the cleaning is measured by.
One TOML file in `theses/` holds one field of study as `[[thesis]]` tables with the fields of
`Thesis`, each with a `[thesis.expect]` table of the fields of `Expectation`. Control and special
characters that an editor would eat are TOML escapes (`\\u00a0`, `\\f`); a multi-line string ends
directly after its last character.

In an expected abstract wrapped lines are joined by one space and paragraphs by one newline, and the
letters are whole (NFC, no ligatures, no soft hyphens). Expected keyphrases are spelled as their
author spelled them. A duplicate's label stands on the record that loses; near-duplicates are kept.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

from builder.record import RawRecord
from builder.verdict import Reason, Stage
from slovke.errors import InputError

THESES_FOLDER = Path(__file__).parent / "theses"

Fate = Literal["keep", "reject", "withdrawn"]

DOCUMENT_TYPES = (
    "Bakalárska práca",
    "Diplomová práca",
    "Rigorózna práca",
    "Dizertačná práca",
    "Habilitačná práca",
)

# A kind is a section's word and what is wrong there ("header-classic"); these stand alone.
KIND_SECTIONS = ("header", "tail", "list", "language", "encoding", "duplicate", "length")
SINGLE_KINDS = ("no-abstract", "no-keyphrases", "two-abstracts", "withdrawn")

_SID = re.compile(r"[0-9A-F]{28}")
_KIND = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the cleaning should make of one thesis.

    Attributes:
        verdict: "keep", "reject", or "withdrawn" (the page answers 404: nothing to clean).
        abstract: the exact clean abstract of a kept thesis, else None.
        keyphrases: the exact list of a kept thesis in its order, else empty.
        stage: where a rejected thesis ends, else None.
        reason: why a rejected thesis ends there, else None.
    """

    verdict: Fate
    abstract: str | None = None
    keyphrases: tuple[str, ...] = ()
    stage: Stage | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Thesis:
    """One invented thesis as its page shows it, with its labels.

    Attributes:
        sid: 28 upper-case hexadecimal digits. Only a thesis of the kind "duplicate-id" repeats the
            sid of another: the same thesis collected once more.
        field: the field of study, which is the name of its file.
        keyphrases: the items as the page shows them; an item may hold a whole list.
        abstracts: none, one or two, noise included.
        kinds: the slugs of its noise; empty where the page is clean.
    """

    sid: str
    field: str
    title: str
    document_type: str
    university: str
    year: int
    keyphrases: tuple[str, ...]
    abstracts: tuple[str, ...]
    kinds: tuple[str, ...]
    expect: Expectation
    author: str | None = None
    supervisor: str | None = None
    opponent: str | None = None
    faculty: str | None = None
    withdrawn: bool = False

    def raw(self, *, url: str | None = None, collected_at: str | None = None) -> RawRecord:
        """The record that a collector makes of its page."""
        return RawRecord(
            sid=self.sid,
            abstracts=self.abstracts,
            keyphrases=self.keyphrases,
            title=self.title,
            document_type=self.document_type,
            author=self.author,
            supervisor=self.supervisor,
            opponent=self.opponent,
            university=self.university,
            faculty=self.faculty,
            year=self.year,
            url=url,
            collected_at=collected_at,
        )


def load_theses(folder: Path = THESES_FOLDER) -> tuple[Thesis, ...]:
    """Read every `*.toml` of a folder, in the order of file names and of the theses in them.

    Raises:
        InputError: there is no such file; a file is not TOML; a field is missing, unknown, or of a
            wrong type; a verdict, stage, reason or kind is unknown; a sid is used twice.
    """
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise InputError(f"{folder}: no *.toml file of theses in this folder")
    theses: list[Thesis] = []
    for path in paths:
        theses += _read_file(path)
    _refuse_doubled_sids(theses)
    return tuple(theses)


def _read_file(path: Path) -> list[Thesis]:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not valid TOML: {error}") from None
    tables = document.get("thesis")
    if not isinstance(tables, list) or set(document) != {"thesis"}:
        raise InputError(f"{path}: expected [[thesis]] tables and nothing else")
    return [
        _thesis(_Table(table, f"{path.name}: thesis {number}"), path.stem)
        for number, table in enumerate(tables, start=1)
    ]


def _thesis(table: _Table, field: str) -> Thesis:
    table.refuse_unknown(set(Thesis.__dataclass_fields__) - {"field"})
    sid = table.text("sid")
    if not _SID.fullmatch(sid):
        raise InputError(f"{table.where}: sid {sid!r} is not 28 upper-case hexadecimal digits")
    where = f"{table.where} ({sid})"
    document_type = table.text("document_type")
    if document_type not in DOCUMENT_TYPES:
        raise InputError(f"{where}: document_type {document_type!r} is none of {DOCUMENT_TYPES}")
    kinds = table.texts("kinds")
    for kind in kinds:
        _check_kind(kind, where)
    abstracts = table.texts("abstracts")
    if len(abstracts) > 2:
        raise InputError(f"{where}: a page shows at most two abstracts, not {len(abstracts)}")
    thesis = Thesis(
        sid=sid,
        field=field,
        title=table.text("title"),
        document_type=document_type,
        university=table.text("university"),
        year=table.integer("year"),
        keyphrases=table.texts("keyphrases"),
        abstracts=abstracts,
        kinds=kinds,
        expect=_expectation(_Table(table.values.get("expect"), f"{where}: expect")),
        author=table.optional_text("author"),
        supervisor=table.optional_text("supervisor"),
        opponent=table.optional_text("opponent"),
        faculty=table.optional_text("faculty"),
        withdrawn=table.flag("withdrawn"),
    )
    if thesis.withdrawn != (thesis.expect.verdict == "withdrawn"):
        raise InputError(f"{where}: withdrawn = true goes with the verdict 'withdrawn' only")
    return thesis


def _expectation(table: _Table) -> Expectation:
    table.refuse_unknown(set(Expectation.__dataclass_fields__))
    verdict = table.text("verdict")
    if verdict not in get_args(Fate):
        raise InputError(f"{table.where}: verdict {verdict!r} is none of {get_args(Fate)}")
    if verdict == "keep":
        table.refuse_unknown({"verdict", "abstract", "keyphrases"})
        return Expectation("keep", table.text("abstract"), table.texts("keyphrases"))
    if verdict == "withdrawn":
        table.refuse_unknown({"verdict"})
        return Expectation("withdrawn")
    table.refuse_unknown({"verdict", "stage", "reason"})
    try:
        stage, reason = Stage(table.text("stage")), Reason(table.text("reason"))
    except ValueError as error:
        raise InputError(f"{table.where}: {error} of builder/verdict.py") from None
    return Expectation("reject", stage=stage, reason=reason)


def _check_kind(kind: str, where: str) -> None:
    known = kind in SINGLE_KINDS or (
        _KIND.fullmatch(kind) and "-" in kind and kind.partition("-")[0] in KIND_SECTIONS
    )
    if not known:
        sections = ", ".join(f"{section}-*" for section in KIND_SECTIONS)
        raise InputError(f"{where}: kind {kind!r} is none of {sections}, {', '.join(SINGLE_KINDS)}")


def _refuse_doubled_sids(theses: Sequence[Thesis]) -> None:
    seen: set[str] = set()
    for thesis in theses:
        if "duplicate-id" in thesis.kinds:
            continue
        if thesis.sid in seen:
            raise InputError(
                f"{thesis.field}.toml: sid {thesis.sid} is used twice; a repeated record needs "
                "the kind 'duplicate-id'"
            )
        seen.add(thesis.sid)


class _Table:
    """One TOML table with typed access; `where` opens every error."""

    def __init__(self, values: object, where: str) -> None:
        if not isinstance(values, dict):
            raise InputError(f"{where}: expected a table")
        self.values: Mapping[str, object] = values
        self.where = where

    def refuse_unknown(self, known: set[str]) -> None:
        unknown = sorted(set(self.values) - known)
        if unknown:
            raise InputError(f"{self.where}: field {unknown[0]!r} does not belong here")

    def text(self, name: str) -> str:
        value = self.optional_text(name)
        if not value:
            raise InputError(f"{self.where}: {name!r} is missing or empty")
        return value

    def optional_text(self, name: str) -> str | None:
        value = self.values.get(name)
        if value is not None and not isinstance(value, str):
            raise InputError(f"{self.where}: {name!r} must be a string")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.values.get(name)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise InputError(f"{self.where}: {name!r} must be a list of strings")
        return tuple(cast(list[str], value))

    def integer(self, name: str) -> int:
        value = self.values.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise InputError(f"{self.where}: {name!r} must be an integer")
        return value

    def flag(self, name: str) -> bool:
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            raise InputError(f"{self.where}: {name!r} must be true or false")
        return value
