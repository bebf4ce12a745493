"""The files of a cleaned folder: one Parquet file a shard, one row group, the same bytes each time.

One row group a file: a streamed file of several, left early, hangs the interpreter (pyarrow 24-26).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.markers import replacing
from builder.record import Draft, Note, Passage, RawRecord
from builder.verdict import Reason, Reject, Stage
from slovke.record import Record

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class Rejected:
    """A record that ended: where, why, and all that was collected of it (with names: private)."""

    id: str
    raw: str
    stage: Stage
    reason: Reason
    detail: str


@dataclass(frozen=True, slots=True)
class Private:
    """What must never be published of a kept record.

    Attributes:
        group: the smallest id among the near-duplicates of its abstract; None where it has none.
        person: an opaque key of the author, equal for all works of one; None where unknown.
        persons: all names of its page, for the check before publishing.
    """

    id: str
    group: str | None
    person: str | None
    persons: tuple[str, ...]


def part_name(shard: int, suffix: str = ".parquet") -> str:
    """`part-00007.parquet`."""
    return f"part-{shard:05d}{suffix}"


def rejected_schema() -> pa.Schema:
    """The schema of `rejected/`."""
    import pyarrow as pa

    return pa.schema([pa.field(name, pa.string()) for name in Rejected.__slots__])


def private_schema() -> pa.Schema:
    """The schema of `private/`."""
    import pyarrow as pa

    return pa.schema(
        [
            pa.field("id", pa.string()),
            pa.field("group", pa.string()),
            pa.field("person", pa.string()),
            pa.field("persons", pa.list_(pa.string())),
        ]
    )


def write_part(path: Path, rows: Sequence[Record | Rejected | Private], schema: pa.Schema) -> None:
    """Write one shard's rows, at once and whole."""
    import pyarrow as pa

    columns = [
        pa.array([_plain(getattr(row, field.name)) for row in rows], type=field.type)
        for field in schema
    ]
    write_table(path, pa.Table.from_arrays(columns, schema=schema))


def write_table(path: Path, table: pa.Table) -> None:
    """Write a table as one row group, at once and whole."""
    import pyarrow.parquet as pq

    with replacing(path) as partial:
        pq.write_table(table, partial, compression="zstd", row_group_size=max(1, table.num_rows))


def write_lines(path: Path, lines: Iterator[str]) -> None:
    """Write lines into one zstd file, at once and whole."""
    import zstandard

    compressor = zstandard.ZstdCompressor(level=3)
    with replacing(path) as partial, zstandard.open(partial, "wb", cctx=compressor) as stream:
        for line in lines:
            stream.write(f"{line}\n".encode())


def read_lines(path: Path) -> Iterator[str]:
    """The lines of a file that `write_lines` wrote."""
    import io

    import zstandard

    with path.open("rb") as packed:
        reader = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)
        with io.TextIOWrapper(reader, encoding="utf-8", newline="\n") as text:
            for line in text:
                yield line[:-1]


def repaired_to_line(raw: RawRecord, outcome: Draft | Reject) -> str:
    """A record after its repair, or the reason of its rejection, as one line of JSON."""
    value: dict[str, Any] = {"raw": raw.to_json()}
    if isinstance(outcome, Reject):
        value["reject"] = [outcome.reason, outcome.detail]
    else:
        value["title"] = outcome.title
        value["passages"] = [[p.text, p.keyphrases, p.label] for p in outcome.passages]
        value["items"] = outcome.items
        value["notes"] = [[note.stage, note.kind, note.detail] for note in outcome.notes]
    return json.dumps(value, ensure_ascii=False)


def repaired_from_line(line: str) -> tuple[RawRecord, Draft | Reject]:
    """The inverse of `repaired_to_line`."""
    value = json.loads(line)
    raw = RawRecord.from_json(value["raw"], "intermediate")
    if "reject" in value:
        reason, detail = value["reject"]
        return raw, Reject(Reason(reason), detail)
    return raw, Draft(
        raw=raw,
        title=value["title"],
        passages=tuple(Passage(*passage) for passage in value["passages"]),
        items=tuple(value["items"]),
        notes=tuple(Note(*note) for note in value["notes"]),
    )


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
