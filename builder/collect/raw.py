"""The raw pages: every page that was fetched, as it came, so that a better parser needs no network.

Numbered files `pages-00000.jsonl.zst` of bounded size. Each page is one JSON line in a Zstandard
frame of its own: a file stays readable up to its last whole frame however the writing ended, and
`zstdcat` prints it.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import IO, Literal

from slovke.errors import InputError

FILE_BYTES = 256_000_000  # compressed; the next page starts a new file
_LEVEL = 10
_NAME = re.compile(r"pages-(\d{5,})\.jsonl\.zst")


@dataclass(frozen=True, slots=True)
class RawPage:
    """One answer of the register.

    Attributes:
        kind: a thesis's own page, or a page of the search that did not look as expected.
        sid: the key that it was asked for; None for pages of the search.
        at: when it was fetched, ISO 8601, UTC.
        status: the HTTP status; 404 and 410 say that a thesis was withdrawn.
        body: the bytes of the page, unpacked.
        listed: the keyphrases that the listing showed for the thesis; None where unknown.
        content_type: the header that came with the page; None where there was none.
    """

    kind: Literal["detail", "search"]
    sid: str | None
    url: str
    at: str
    status: int
    body: bytes
    listed: tuple[str, ...] | None = None
    content_type: str | None = None

    def to_line(self) -> bytes:
        """The page as a JSON line with its SHA-256."""
        fields = {
            "kind": self.kind,
            "sid": self.sid,
            "url": self.url,
            "at": self.at,
            "status": self.status,
            "sha256": hashlib.sha256(self.body).hexdigest(),
            "listed": self.listed,
            "content_type": self.content_type,
            # Bytes that are no UTF-8 survive as lone surrogates, which JSON can escape.
            "body": self.body.decode("utf-8", "surrogateescape"),
        }
        return json.dumps(fields).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes, where: str) -> RawPage:
        """Read a line and check its SHA-256.

        Raises:
            InputError: it is no such line, or the page is not the one that was fetched.
        """
        try:
            fields = json.loads(line)
            body = fields["body"].encode("utf-8", "surrogateescape")
            listed = fields["listed"]
            page = cls(
                fields["kind"],
                fields["sid"],
                fields["url"],
                fields["at"],
                fields["status"],
                body,
                None if listed is None else tuple(listed),
                fields.get("content_type"),
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{where}: not a raw page: {error!r}") from None
        if hashlib.sha256(body).hexdigest() != fields.get("sha256"):
            raise InputError(f"{where}: the page does not match its SHA-256; restore the file")
        return page


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in the raw pages: number of the file and bytes before the place."""

    file: int = 0
    offset: int = 0


class RawWriter:
    """Appends pages. What stands behind the last `Position` that was recorded is cut on opening."""

    def __init__(self, folder: Path, end: Position, file_bytes: int = FILE_BYTES) -> None:
        """Open the file that `end` names, cut at `end`, and remove later ones.

        A file shorter than `end` (the machine lost power) is taken as it is: see `position`.
        """
        import zstandard

        self._compress = zstandard.ZstdCompressor(level=_LEVEL).compress
        self._folder = folder
        self._file_bytes = file_bytes
        folder.mkdir(parents=True, exist_ok=True)
        for path in raw_files(folder):
            if _number(path) > end.file:
                path.unlink()
        self._is_unsynced = False
        self._number = end.file
        self._file = self._open(end.file)
        self._file.truncate(min(end.offset, self._file.seek(0, os.SEEK_END)))
        self._file.seek(0, os.SEEK_END)

    @property
    def position(self) -> Position:
        """Where the next page would begin."""
        return Position(self._number, self._file.tell())

    def append(self, page: RawPage) -> Position:
        """Write a page and hand it to the operating system; returns where it begins.

        Raises:
            OSError: the disk is full or gone; the page is then not in the file's valid part.
        """
        if self._file.tell() >= self._file_bytes:
            self.close()
            self._number += 1
            self._file = self._open(self._number)
        begin = self.position
        self._is_unsynced = True
        frame = self._compress(page.to_line())
        # Unbuffered: after a failure nothing is left that closing would try to write again.
        written = self._file.write(frame)
        if written != len(frame):
            self._file.truncate(begin.offset)
            self._file.seek(begin.offset)
            raise OSError(errno.ENOSPC, "only a part of a raw page could be written")
        return begin

    def sync(self) -> None:
        """Make sure that what was written survives a loss of power."""
        if self._is_unsynced:
            os.fsync(self._file.fileno())
            self._is_unsynced = False

    def close(self) -> None:
        """Sync and close."""
        self.sync()
        self._file.close()

    def _open(self, number: int) -> FileIO:
        path = self._folder / f"pages-{number:05d}.jsonl.zst"
        return path.open("r+b" if path.exists() else "w+b", buffering=0)


def raw_files(folder: Path) -> list[Path]:
    """The files of raw pages in the order in which they were written."""
    return sorted((p for p in folder.iterdir() if _NAME.fullmatch(p.name)), key=_number)


def read_page(folder: Path, at: Position) -> RawPage:
    """The one page that begins at a position.

    Raises:
        InputError: there is none.
    """
    import zstandard

    path = folder / f"pages-{at.file:05d}.jsonl.zst"
    try:
        with path.open("rb") as file:
            file.seek(at.offset)
            reader = zstandard.ZstdDecompressor().stream_reader(file)
            return RawPage.from_line(next(_lines(reader)), f"{path}, byte {at.offset}")
    except (OSError, StopIteration, zstandard.ZstdError) as error:
        raise InputError(f"{path}: no page at byte {at.offset}: {error}") from None


def read_raw(folder: Path) -> Iterator[RawPage]:
    """All pages in the order in which they were fetched.

    A last page that was cut off while it was written is left out.

    Raises:
        InputError: there are no files of raw pages; one is damaged.
    """
    import zstandard

    files = raw_files(folder) if folder.is_dir() else []
    if not files:
        raise InputError(f"{folder}: no pages-NNNNN.jsonl.zst here; expected the raw/ of `collect`")
    for path in files:
        number = 0
        with path.open("rb") as file:
            reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
            try:
                for number, line in enumerate(_lines(reader), 1):
                    yield RawPage.from_line(line, f"{path}:{number}")
            except zstandard.ZstdError as error:
                raise InputError(f"{path}: damaged after page {number}: {error}") from None


def _lines(reader: IO[bytes]) -> Iterator[bytes]:
    rest = b""
    while chunk := reader.read(1 << 17):
        *whole, rest = (rest + chunk).split(b"\n")
        yield from whole


def _number(path: Path) -> int:
    match = _NAME.fullmatch(path.name)
    return int(match[1]) if match else -1
