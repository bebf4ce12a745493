"""Completion markers: what was done, from what, with what code; and writing that can't be torn.

A step writes its files under other names, renames them, and then writes its marker. A marker holds
the fingerprint of all that the step's result depends on, so the same command after a kill, or
after a change, does again exactly what is missing or stale.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parent
# Whatever decides about a record's text: a change of any makes all markers stale.
_SOURCES = (
    "clean",
    "record.py",
    "verdict.py",
    "phases.py",
    "funnel.py",
    "distributions.py",
    "audit.py",
    "parts.py",
)
_LIBRARIES = ("datasketch", "lingua-language-detector", "simplemma", "stanza")


@dataclass(frozen=True, slots=True)
class Marker:
    """What a finished step left.

    Attributes:
        fingerprint: of everything that the result depends on.
        files: the files written, relative to the output folder, each with its SHA-256.
        counts: what the step counted; the funnel is the sum of these.
    """

    fingerprint: str
    files: dict[str, str] = field(default_factory=dict)
    counts: dict[str, Any] = field(default_factory=dict)

    def write(self, path: Path) -> None:
        """Write the marker, at once and whole."""
        write_json(
            path,
            {"fingerprint": self.fingerprint, "files": self.files, "counts": self.counts},
        )


def read_marker(path: Path, out: Path, fingerprint: str) -> Marker | None:
    """The marker at `path`, or None where the step must be done (again).

    It must be done when there is no marker, when its fingerprint is another one, or when one of
    its files is gone from the output folder `out`.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    if value["fingerprint"] != fingerprint:
        return None
    if not all((out / name).exists() for name in value["files"]):
        return None
    return Marker(value["fingerprint"], value["files"], value["counts"])


def fingerprint(*parts: object) -> str:
    """Sixteen hexadecimal digits over `parts` (each of them with a stable `str`)."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]


@functools.cache
def code_version() -> str:
    """Sixteen hexadecimal digits over the source of the cleaning and the libraries it asks."""
    total = hashlib.sha256()
    for path in sorted(_code_files()):
        total.update(f"{path.relative_to(_ROOT.parent).as_posix()}\0".encode())
        total.update(path.read_bytes())
    for library in _LIBRARIES:
        try:
            total.update(f"{library} {version(library)}\0".encode())
        except PackageNotFoundError:
            total.update(f"{library} absent\0".encode())
    return total.hexdigest()[:16]


def _code_files() -> Iterator[Path]:
    for name in _SOURCES:
        path = _ROOT / name
        if path.is_dir():
            yield from (p for p in path.rglob("*") if p.suffix in (".py", ".toml"))
        elif path.exists():
            yield path
    yield from (_ROOT.parent / "slovke_metric").glob("*.py")  # duplicates are equal lemmas


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path to write to, which becomes `path` when the block ends well.

    The name holds the process id, so that two processes that do the same work never share a file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield partial
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def write_json(path: Path, value: object) -> None:
    """Write `value` as readable JSON with sorted keys, at once and whole."""
    with replacing(path) as partial:
        text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True)
        partial.write_text(text + "\n", encoding="utf-8")


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's bytes, hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def remove_partials(out: Path) -> None:
    """Remove what a killed run left half written. Call it only where no other run is at work."""
    for path in out.rglob(".*.tmp"):
        path.unlink(missing_ok=True)
