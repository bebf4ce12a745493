"""Reads collected records: a folder of `*.jsonl`, `*.jsonl.gz`, `*.jsonl.zst`, or one such file."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from builder.record import RawRecord
from slovke.errors import InputError

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")
_BLOCK = 1 << 20


def input_files(source: Path) -> tuple[Path, ...]:
    """The files of collected records in `source`, by name; a file stands for itself.

    Raises:
        InputError: there is no such path, or no file of the format in it.
    """
    if source.is_file():
        if not source.name.endswith(SUFFIXES):
            raise InputError(f"{source}: expected a name ending in {', '.join(SUFFIXES)}")
        return (source,)
    if not source.is_dir():
        raise InputError(f"{source}: no such folder; give the folder that `collect` wrote")
    files = sorted(path for path in source.iterdir() if path.name.endswith(SUFFIXES))
    if not files:
        raise InputError(f"{source}: no {', '.join('*' + suffix for suffix in SUFFIXES)} in it")
    return tuple(files)


def digest_of(files: tuple[Path, ...]) -> str:
    """A digest of the bytes of `files`: it changes when any record, line or file does."""
    total = hashlib.sha256()
    for path in files:
        total.update(f"{path.name}\0{path.stat().st_size}\0".encode())
        with path.open("rb") as stream:
            while block := stream.read(_BLOCK):
                total.update(block)
    return total.hexdigest()


def read_raw(files: tuple[Path, ...]) -> Iterator[RawRecord]:
    """The records of `files`, one a line, in order; empty lines are passed over.

    Raises:
        InputError: a line is no JSON, or no record of the format, or can't be unpacked: the error
            names its file and line.
    """
    for path in files:
        number = 0
        try:
            for number, line in enumerate(_lines(path), start=1):
                if line.strip():
                    yield from_line(line, f"{path}:{number}")
        except (OSError, EOFError, _zstd_error()) as error:
            raise InputError(
                f"{path}:{number + 1}: can't be unpacked ({error}); was its writing cut off?"
            ) from error


def to_line(raw: RawRecord) -> str:
    """The record as one line of JSON, keys sorted: equal records give equal lines."""
    return json.dumps(raw.to_json(), ensure_ascii=False, sort_keys=True)


_SID = re.compile(r', "sid": ("(?:[^"\\]|\\.)*")')


def sid_of(line: str) -> str:
    """The id in a line that `to_line` wrote, the rest of it unread: no text holds a bare quote."""
    match = _SID.search(line)
    return str(json.loads(match.group(1)) if match else json.loads(line)["sid"])


def from_line(line: bytes, where: str) -> RawRecord:
    """One record from a line of JSON; `where` opens every error.

    Raises:
        InputError: it is no JSON, or no record of the format.
    """
    try:
        value = json.loads(line)
    except UnicodeDecodeError:
        raise InputError(f"{where}: not UTF-8; write the file again as UTF-8") from None
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"{where}: not a line of JSON ({error})") from None
    raw = RawRecord.from_json(value, where)
    if raw.year is not None and not 0 <= raw.year <= 9999:
        raise InputError(f"{where}: 'year' must be between 0 and 9999, got {raw.year}")
    if b"\\u" in line:  # the only way in which half a pair gets into JSON
        try:
            to_line(raw).encode()
        except UnicodeEncodeError:
            raise InputError(f"{where}: holds half of a surrogate pair, which is no text") from None
    return raw


def _lines(path: Path) -> Iterator[bytes]:
    if path.name.endswith(".gz"):
        with gzip.open(path, "rb") as stream:
            yield from stream
    elif path.name.endswith(".zst"):
        yield from _zst_lines(path)
    else:
        with path.open("rb") as plain:
            yield from plain


def _zst_lines(path: Path) -> Iterator[bytes]:
    """The lines of one zstd file of any number of frames; its own stream reader passes over a cut.

    Raises:
        EOFError: the last frame is not whole.
    """
    import zstandard

    frame = None
    rest = b""
    with path.open("rb") as packed:
        while block := packed.read(_BLOCK):
            while block:
                frame = frame or zstandard.ZstdDecompressor().decompressobj()
                *lines, rest = (rest + frame.decompress(block)).split(b"\n")
                yield from lines
                block = frame.unused_data
                if frame.eof:
                    frame = None
    if frame is not None:
        raise EOFError("the file ends inside a frame")
    if rest:
        yield rest


def _zstd_error() -> type[Exception]:
    import zstandard

    return zstandard.ZstdError
