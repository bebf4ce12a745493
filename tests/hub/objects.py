"""Large files by their SHA-256, and what the Xet client left in its own store."""

from __future__ import annotations

import hashlib
import shutil
import struct
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any


class Objects:
    """A folder of files named by hash, and one folder for each Xet upload.

    hf_xet takes `casUrl: "local:///folder"` as a complete store; a committed file is taken out of
    it and kept by its SHA-256, so that all ways of uploading end in the same place, and a folder
    of that kind is made of the kept files for who downloads.
    """

    def __init__(self, root: Path) -> None:
        """Keep everything under `root`."""
        self._plain = root / "lfs"
        self._parts = root / "parts"
        self._xet = root / "xet"
        self._downloads = root / "xet-downloads"
        self._xet_hashes: dict[str, str] = {}
        self._plain.mkdir(parents=True, exist_ok=True)
        self._xet.mkdir(parents=True, exist_ok=True)

    def path(self, sha256: str) -> Path | None:
        """Where the file is, if it is there."""
        path = self._plain / sha256
        return path if path.is_file() else None

    def store(self, sha256: str, content: bytes) -> bool:
        """Keep the bytes; False if they are not what the hash says."""
        if hashlib.sha256(content).hexdigest() != sha256:
            return False
        with tempfile.NamedTemporaryFile(dir=self._plain, delete=False) as file:
            file.write(content)
        Path(file.name).replace(self._plain / sha256)
        return True

    def keep_part(self, sha256: str, number: int, content: bytes) -> str:
        """Keep one part of a large file; gives the tag by which the client names it later."""
        folder = self._parts / sha256
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}").write_bytes(content)
        return hashlib.md5(content, usedforsecurity=False).hexdigest()

    def join_parts(self, sha256: str, tags: Sequence[str]) -> bool:
        """Make the file of its parts; False if one is missing, another, or the whole is."""
        paths = [self._parts / sha256 / f"{number}" for number in range(1, len(tags) + 1)]
        if not all(path.is_file() for path in paths):
            return False
        parts = [path.read_bytes() for path in paths]
        own = [hashlib.md5(part, usedforsecurity=False).hexdigest() for part in parts]
        return own == list(tags) and self.store(sha256, b"".join(parts))

    def open_upload(self) -> Path:
        """A new empty Xet store, for one upload."""
        folder = self._xet / f"{time.time_ns()}"
        folder.mkdir()
        return folder

    def open_download(self, wanted: Iterable[str]) -> Path:
        """A new Xet store that holds these files."""
        import hf_xet

        with tempfile.TemporaryDirectory() as made:
            with hf_xet.XetSession().new_upload_commit(**_connection(Path(made))) as commit:
                for sha256 in wanted:
                    commit.start_upload_file(str(self._plain / sha256))
            folder = self._downloads / f"{time.time_ns()}"
            shutil.copytree(made, folder)  # the one that was written is locked
        return folder

    def xet_hash(self, sha256: str) -> str:
        """The hash by which the Xet client asks for a file."""
        import hf_xet

        if sha256 not in self._xet_hashes:
            (info,) = hf_xet.hash_files([str(self._plain / sha256)])
            self._xet_hashes[sha256] = info.hash
        return self._xet_hashes[sha256]

    def take_from_uploads(self, sha256: str, size: int) -> bool:
        """Look for the file in the Xet stores, the newest first, and keep it by its hash."""
        for folder in sorted(self._xet.iterdir(), reverse=True):
            for found, xet_hash in _uploaded(folder):
                if found == sha256:
                    return self._reconstruct(folder, xet_hash, sha256, size)
        return False

    def _reconstruct(self, folder: Path, xet_hash: str, sha256: str, size: int) -> bool:
        import hf_xet

        # The client may still hold the store's lock, so a copy is read.
        with tempfile.TemporaryDirectory() as place:
            copy, file = Path(place) / "store", Path(place) / "file"
            shutil.copytree(folder, copy)
            with hf_xet.XetSession().new_file_download_group(**_connection(copy)) as group:
                group.start_download_file(hf_xet.XetFileInfo(xet_hash, size), str(file))
            return self.store(sha256, file.read_bytes())


def _connection(store: Path) -> dict[str, Any]:
    """How hf_xet opens a folder as a store."""
    return {
        "endpoint": f"local://{store}",
        "token": "none",
        "token_expiry_unix_secs": int(time.time()) + 3600,
    }


def _uploaded(folder: Path) -> Iterator[tuple[str, str]]:
    """The (SHA-256, Xet hash) of every file in a Xet store, from its shards' tables.

    A shard has a header of 48 bytes, then for each file a line of 48 bytes (hash, flags, number of
    segments), its segments, if flagged one verification for each, and if flagged the SHA-256; all
    are 48 bytes long. A line of ones ends the table.
    """
    for shard in folder.glob("xet/xorbs/shards/*.mdb"):
        table = shard.read_bytes()
        at = 48
        while table[at : at + 32] != b"\xff" * 32:
            xet_hash = _hexadecimal(table[at : at + 32])
            flags, segments = struct.unpack("<II", table[at + 32 : at + 40])
            at += 48 + 48 * segments * (2 if flags & 0x80000000 else 1)
            if flags & 0x40000000:
                yield _hexadecimal(table[at : at + 32]), xet_hash
                at += 48


def _hexadecimal(digest: bytes) -> str:
    """Xet writes a hash as four little-endian words."""
    return "".join(f"{word:016x}" for word in struct.unpack("<4Q", digest))
