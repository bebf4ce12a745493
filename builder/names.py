"""Names and e-mail addresses in what is to be published: nobody's may be there.

A record's own author, supervisor and opponent are looked for with much patience: in any case of
the letters, in any form. The persons of all other records are looked for as well, by their full
names. An abstract may name persons whom the thesis is about, and one of them may bear the name of
some student, so of the others two kinds are passed over: a name that stands in several theses of
other people (`KNOWN`: Ľudovít Štúr), and words that are common ones (`COMMON`: Viera Nová). What is
left must be looked at by a person.
"""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.markers import replacing
from builder.name_forms import Name, NameIndex, name_words, plain
from slovke.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

KNOWN = 5  # records of other people that name someone: from then on theses are about that person
COMMON = 10  # records that have a word in lower-case letters: from then on it may begin a sentence

_EMAIL = re.compile(r"[\w.+-]+\s?(?:@|[(\[]\s?(?:at|zavináč)\s?[)\]])\s?[\w-]+(?:\.[\w-]+)+")
_WORD = re.compile(r"[^\W\d_]+")
_LOWER = re.compile(r"(?<![^\W\d_])[a-záäčďéíĺľňóôŕšťúýžěřůöü]{2,}")
_MAX_ENDING = 3  # letters that an inflected form may be longer than the name
_MAX_LOST = 2  # letters that it may lose at the end (Zuzana, Zuzany; Vymyslená, Vymyslenej)
_AROUND = 40  # characters shown on each side of a finding
_COLUMNS = ("id", "field", "what", "text")


@dataclass(frozen=True, slots=True)
class Finding:
    """Where something personal stands.

    Attributes:
        id, field: the record and its field.
        what: what it is, without the name, so that it can be printed and logged.
        text: the words around it, for who looks at it: never printed or logged.
    """

    id: str
    field: str
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.what} in {self.field!r} of {self.id}"


def persons_file(build: Path) -> Path:
    """Where `split` leaves the names beside a build, outside of what is published."""
    return build.with_name(f"{build.name}.persons.parquet")


def findings_file(build: Path) -> Path:
    """Where a check leaves what it found, with the names, beside a build."""
    return build.with_name(f"{build.name}.names.csv")


def keep_persons(cleaned: Path, build: Path) -> Path:
    """Copy the names of all records, rejected ones too, to the file beside the build."""
    import pyarrow.parquet as pq

    path = persons_file(build.absolute())
    with replacing(path) as partial:
        pq.write_table(_all_persons(cleaned), partial)
    return path


def read_persons(source: Path) -> dict[str, tuple[str, ...]]:
    """The names of each record's persons.

    Args:
        source: the file beside a build, a cleaned folder, or a folder of raw records.

    Raises:
        InputError: nothing of the kind, or no names in it.
    """
    import pyarrow.parquet as pq

    if source.is_file() and source.suffix == ".parquet":
        table = pq.read_table(source, columns=["id", "persons"])
    elif (source / "private").is_dir():
        table = _all_persons(source)
    else:
        from builder.reading import input_files, read_raw

        return {raw.sid: raw.persons for raw in read_raw(input_files(source))}
    columns = table.to_pydict()
    persons = {
        id_: tuple(names or ())
        for id_, names in zip(columns["id"], columns["persons"], strict=True)
    }
    if persons and not any(persons.values()):
        raise InputError(
            f"{source}: holds no names (cleaned with --drop-persons), so nothing can be compared; "
            "give --persons the folder of raw records"
        )
    return persons


def find_personal(
    rows: Iterable[Mapping[str, Any]], persons: Mapping[str, Sequence[str]]
) -> list[Finding]:
    """What must not be published: addresses, names of a record's own persons, names of others'.

    Args:
        rows: the records; each is read once and not kept.
        persons: the names of every record's persons, of the rejected records too.
    """
    titles = _titles()
    index = NameIndex(
        words for names in persons.values() for name in names if (words := name_words(name, titles))
    )
    found: list[Finding] = []
    others: list[tuple[Name, str, Finding]] = []
    lower: Counter[str] = Counter()
    for row in rows:
        own = [words for name in persons.get(row["id"], ()) if (words := name_words(name, titles))]
        seen: set[str] = set()
        for field, written in _texts(row):
            text = unicodedata.normalize("NFC", written)
            seen.update(_LOWER.findall(text))
            email = _EMAIL.search(text) if "@" in text or "(" in text or "[" in text else None
            if email is not None:
                found.append(_finding(row, field, "an e-mail address", text, *email.span()))
            span = _own_name(text, own) if own else None
            if span is not None:
                what = "a name of its author, supervisor or opponent"
                found.append(_finding(row, field, what, text, *span))
                continue
            for name, start, end in index.find(text):
                what = "the name of a person of another thesis"
                finding = _finding(row, field, what, text, start, end)
                others.append((name, text[start:end], finding))
        lower.update(seen)
    return found + _private_ones(others, lower)


def write_findings(path: Path, findings: Sequence[Finding]) -> None:
    """One row for each finding, with the words around it."""
    with (
        replacing(path) as partial,
        partial.open("w", encoding="utf-8", newline="") as file,
    ):
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows((item.id, item.field, item.what, item.text) for item in findings)


def read_allowed(values: Sequence[str]) -> set[str]:
    """The ids that `--allow` names: each value is one, or a file that `write_findings` wrote.

    Raises:
        InputError: a file without the column `id`.
    """
    allowed: set[str] = set()
    for value in values:
        if not Path(value).is_file():
            allowed.add(value)
            continue
        with Path(value).open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            if "id" not in (rows.fieldnames or ()):
                raise InputError(f"--allow {value}: no column 'id' in it")
            allowed.update(row["id"] for row in rows)
    return allowed


def _private_ones(
    others: Sequence[tuple[Name, str, Finding]], lower: Counter[str]
) -> list[Finding]:
    """The findings of other persons' names without those of known persons and of common words."""
    records: dict[Name, set[str]] = {}
    for name, _, finding in others:
        records.setdefault(name, set()).add(finding.id)
    return [
        finding
        for name, written, finding in others
        if len(records[name]) < KNOWN
        and not all(lower[word.lower()] >= COMMON for word in _WORD.findall(written))
    ]


def _texts(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for field in ("title", "abstract", "university", "faculty", "document_type"):
        if row.get(field):
            yield field, row[field]
    for phrase in row["keyphrases"]:
        yield "keyphrases", phrase


def _finding(
    row: Mapping[str, Any], field: str, what: str, text: str, start: int, end: int
) -> Finding:
    around = text[max(0, start - _AROUND) : end + _AROUND]
    return Finding(row["id"], field, what, " ".join(around.split()))


def _titles() -> frozenset[str]:
    """Academic titles that may stand without a dot; words with one are left out anyway."""
    from builder.clean.lexicon import load_lexicon

    written = load_lexicon("sk").words("header", "academic_titles")
    return frozenset(plain(word) for word in written if "." not in word and " " not in word)


def _all_persons(cleaned: Path) -> pa.Table:
    """Id and names of the kept and the rejected records of a cleaned folder."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from builder.record import RawRecord

    files = sorted((cleaned / "private").glob("part-*.parquet"))
    if not files:
        raise InputError(f"{cleaned}: no private/part-*.parquet in it, so not a cleaned folder")
    tables = [pq.read_table(file, columns=["id", "persons"]) for file in files]
    for file in sorted((cleaned / "rejected").glob("part-*.parquet")):
        lines = pq.read_table(file, columns=["raw"]).column("raw").to_pylist()
        raws = [RawRecord.from_json(json.loads(line), str(file)) for line in lines]
        rows = [{"id": raw.sid, "persons": list(raw.persons)} for raw in raws]
        tables.append(pa.Table.from_pylist(rows, schema=tables[0].schema))
    return pa.concat_tables(tables)


def _own_name(text: str, names: Sequence[Name]) -> tuple[int, int] | None:
    """Where one of a record's own names stands in a text, in whatever form; None if nowhere."""
    bare = plain(text)
    # Most texts hold no beginning of any of the names; words are compared in the others only.
    near = [
        name
        for name in names
        if all(word[: max(3, len(word) - _MAX_LOST)] in bare for word in name)
    ]
    if not near:
        return None
    matches = list(_WORD.finditer(text))
    words = [(plain(match.group()), match.group()[0].isupper()) for match in matches]
    for name in near:
        for order in (name, name[::-1], (name[-1], *name[:-1])):
            for at in range(len(words) - len(order) + 1):
                forms = zip(words[at:], order, strict=False)
                if all(_may_be(*form, word) for form, word in forms):
                    return matches[at].start(), matches[at + len(order) - 1].end()
    return None


def _may_be(written: str, capital: bool, name: str) -> bool:
    """Whether a word is the name, or an inflected form of it written with a capital."""
    if written == name:
        return True
    stem = name[: max(3, len(name) - _MAX_LOST)]
    return capital and written.startswith(stem) and len(written) <= len(name) + _MAX_ENDING
