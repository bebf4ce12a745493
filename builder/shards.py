"""Parquet shards whose bytes depend on their rows alone, and change little when rows are added.

A row goes to the shard that a hash of its id names; in the shard rows stand by the release that
brought them, then by that hash. So an added year is appended to every shard: the Hub keeps all but
the end of each column, about 0.9 MB of a shard however large it is. Content-defined chunking does
the same where a row is gone from the middle. One row group a shard: leaving a streamed shard of
several row groups early aborts or hangs the interpreter (pyarrow 24 to 26).
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from slovke.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

MIN_SHARDS: Mapping[str, int] = {"train": 8}  # every other split: 2
MAX_SHARD_BYTES = 64_000_000
ZSTD_LEVEL = 3
# Their values never recur, so a dictionary of them is the column over again, and their least and
# greatest values, which stand in the footer and in each page's header, say nothing: rows are not
# in their order. Without both a shard is 2 % smaller, and an added year sends a fifth less.
_UNIQUE = frozenset({"id", "title", "abstract"})


@dataclass(frozen=True, slots=True)
class Shard:
    """One written file: its path inside the build, hash, size in bytes, rows, bytes in memory."""

    path: str
    sha256: str
    size: int
    rows: int
    num_bytes: int


@dataclass(frozen=True, slots=True)
class ShardedSplit:
    """The files of one split.

    Attributes:
        shards: the files in order.
        num_examples: rows in all.
        num_bytes: bytes in memory (Arrow), as `datasets` counts them.
    """

    shards: tuple[Shard, ...]
    num_examples: int
    num_bytes: int


def id_hash(id_: str) -> int:
    """The number that decides a row's shard and place; the same on every machine."""
    return int.from_bytes(hashlib.sha256(id_.encode()).digest()[:8], "big")


def write_split(
    table: pa.Table,
    root: Path,
    folder: str,
    split: str,
    *,
    generations: Mapping[str, int] | None = None,
    at_least: int = 0,
    max_bytes: int = MAX_SHARD_BYTES,
) -> ShardedSplit:
    """Write the rows of one split as `folder/split-00000-of-00008.parquet` and on.

    Args:
        table: the rows in any order; the first column is `id`, distinct and never null.
        root: the build's folder.
        folder: the config's folder in it.
        split: the split's name, the beginning of the file names.
        generations: the number of the release that brought each id (0, 1, ...); missing ids are 0.
        at_least: the shard count of the release before, so that rows stay in their files.
        max_bytes: a larger file makes the split be written again with twice the shards.

    Raises:
        InputError: a required column holds a null, or a single row exceeds `max_bytes`.
    """
    _check_required(table, split)
    ids = table.column("id").to_pylist()
    hashes = [id_hash(id_) for id_ in ids]
    age = generations or {}
    order = sorted(range(len(ids)), key=lambda row: (age.get(ids[row], 0), hashes[row], ids[row]))
    count = max(MIN_SHARDS.get(split, 2), at_least)
    while True:
        rows = _rows_of_shards(order, hashes, count)
        written = list(_write(table, rows, root, folder, split))
        if all(shard.size <= max_bytes for shard in written):
            break
        for shard in written:
            (root / shard.path).unlink()
        if count > len(ids):
            raise InputError(f"{split}: a single row takes more than {max_bytes:,} bytes")
        count = len(rows) * 2
    return ShardedSplit(tuple(written), len(ids), sum(shard.num_bytes for shard in written))


def _rows_of_shards(order: Sequence[int], hashes: Sequence[int], count: int) -> list[list[int]]:
    """The row numbers of each shard; fewer shards if one would be empty (a few rows only).

    An empty Parquet file has no row group, which datasets 2.x can't read.
    """
    for number in range(min(count, max(len(order), 1)), 0, -1):
        rows: list[list[int]] = [[] for _ in range(number)]
        for row in order:
            rows[hashes[row] % number].append(row)
        if all(rows):
            return rows
    return [[]]


def _write(
    table: pa.Table, rows: Sequence[Sequence[int]], root: Path, folder: str, split: str
) -> Iterator[Shard]:
    import pyarrow.parquet as pq

    (root / folder).mkdir(parents=True, exist_ok=True)
    for number, part in enumerate(rows):
        path = f"{folder}/{split}-{number:05d}-of-{len(rows):05d}.parquet"
        taken = table.take(part)
        write_shard(taken, root / path)
        # Read back: what is on disk is what was meant, and its size in memory is what `datasets`
        # will count.
        written = pq.read_table(root / path)
        if not written.equals(taken):
            raise RuntimeError(f"{root / path}: the file does not hold the rows that were written")
        size = (root / path).stat().st_size
        yield Shard(path, sha256_of(root / path), size, len(part), written.nbytes)


def write_shard(table: pa.Table, path: Path) -> None:
    """Write one table as one row group: zstd, page index, content-defined chunks."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    recurring = [field for field in table.schema if field.name not in _UNIQUE]
    lists = {field.name for field in recurring if pa.types.is_list(field.type)}
    single = [field.name for field in recurring if field.name not in lists]
    pq.write_table(
        table.replace_schema_metadata(None).combine_chunks(),
        path,
        row_group_size=max(table.num_rows, 1),
        compression="zstd",
        compression_level=ZSTD_LEVEL,
        write_page_index=True,
        use_dictionary=[*single, *(f"{name}.list.element" for name in sorted(lists))],
        write_statistics=single or False,
        **_chunking(),
    )


@cache
def _chunking() -> dict[str, Any]:
    """Content-defined chunking came with pyarrow 21; before it the file is written without."""
    import pyarrow.parquet as pq

    known = "use_content_defined_chunking" in inspect.signature(pq.write_table).parameters
    return {"use_content_defined_chunking": True} if known else {}


def chunks_by_content() -> bool:
    """Whether the installed pyarrow cuts pages by content."""
    return bool(_chunking())


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_required(table: pa.Table, split: str) -> None:
    import pyarrow.compute as pc

    from slovke.record import REQUIRED

    for name in REQUIRED:
        if name in table.column_names and table.column(name).null_count:
            row = pc.index(pc.is_null(table.column(name)), True).as_py()
            raise InputError(
                f"{split}: row {row} (id {table.column('id')[row].as_py()!r}) has no {name!r}"
            )
