"""Names and e-mail addresses in what is to be published: nobody's may be there.

A record's own author, supervisor and opponent are looked for in its title, abstract and keyphrases,
in both orders and in any case ("Zuzana Vymyslená", "VYMYSLENÁ Zuzana", "Zuzany Vymyslenej"). An
abstract may name other persons: those that the thesis is about.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slovke.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_WORD = re.compile(r"[^\W\d_]+")
_MAX_ENDING = 3  # letters that an inflected form may be longer than the name
_MAX_LOST = 2  # letters that it may lose at the end (Zuzana, Zuzany; Vymyslená, Vymyslenej)


@dataclass(frozen=True, slots=True)
class Finding:
    """Where something personal stands: no name in it, so that it can be printed and logged."""

    id: str
    field: str
    what: str

    def __str__(self) -> str:
        return f"{self.what} in {self.field!r} of {self.id}"


def persons_file(build: Path) -> Path:
    """Where `split` leaves the names beside a build, outside of what is published."""
    return build.with_name(f"{build.name}.persons.parquet")


def keep_persons(cleaned: Path, build: Path) -> Path:
    """Copy id and names from a cleaned folder to the file beside the build."""
    import pyarrow.parquet as pq

    path = persons_file(build.absolute())
    pq.write_table(_private(cleaned), path)
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
        table = _private(source)
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
    rows: Sequence[Mapping[str, Any]], persons: Mapping[str, Sequence[str]]
) -> Iterator[Finding]:
    """What must not be published, in the order of the rows."""
    for row in rows:
        names = [words for name in persons.get(row["id"], ()) if (words := _name(name))]
        texts = [("title", row["title"] or ""), ("abstract", row["abstract"])]
        texts += [("keyphrases", phrase) for phrase in row["keyphrases"]]
        for field, text in texts:
            if "@" in text and _EMAIL.search(text):
                yield Finding(row["id"], field, "an e-mail address")
            if names and _names_one(text, names):
                yield Finding(row["id"], field, "a name of its author, supervisor or opponent")


def _private(cleaned: Path) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    files = sorted((cleaned / "private").glob("part-*.parquet"))
    if not files:
        raise InputError(f"{cleaned}: no private/part-*.parquet in it, so not a cleaned folder")
    return pa.concat_tables(pq.read_table(file, columns=["id", "persons"]) for file in files)


def _plain(text: str) -> str:
    """Lower-case letters without diacritics."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()


def _name(name: str) -> tuple[str, ...]:
    """The words of a name without degrees and initials; a single word is no name to look for."""
    words = [word for word in name.replace(",", " ").split() if "." not in word]
    plain = tuple(_plain(word) for word in words)
    return plain if len(plain) > 1 and all(len(word) > 1 for word in plain) else ()


def _names_one(text: str, names: Sequence[tuple[str, ...]]) -> bool:
    plain = _plain(text)
    # Most texts hold no beginning of any of the names; words are compared in the others only.
    near = [
        name
        for name in names
        if all(word[: max(3, len(word) - _MAX_LOST)] in plain for word in name)
    ]
    if not near:
        return False
    written = _WORD.findall(unicodedata.normalize("NFC", text))
    words = [(_plain(word), word[0].isupper()) for word in written]
    return any(
        all(_is_form(*form, word) for form, word in zip(words[at:], order, strict=False))
        for name in near
        for order in (name, name[::-1], (name[-1], *name[:-1]))
        for at in range(len(words) - len(order) + 1)
    )


def _is_form(written: str, capital: bool, name: str) -> bool:
    """Whether a word is the name, or an inflected form of it written with a capital."""
    if written == name:
        return True
    stem = name[: max(3, len(name) - _MAX_LOST)]
    return capital and written.startswith(stem) and len(written) <= len(name) + _MAX_ENDING
