"""What submissions are scored on: a split of the dataset, and the names of its revision."""

from __future__ import annotations

import hashlib
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from slovke.errors import InputError
from slovke.record import Record


@dataclass(frozen=True, slots=True)
class Document:
    """What a leaderboard needs of a record.

    Attributes:
        id, title, keyphrases: of the record.
        text: its abstract in UTF-8, half as large as the string; a few of them are shown.
    """

    id: str
    title: str | None
    keyphrases: tuple[str, ...]
    text: bytes

    @classmethod
    def of(cls, record: Record) -> Document:
        """Keep what is needed."""
        text = record.abstract.encode("utf-8", "surrogatepass")
        return cls(record.id, record.title, record.keyphrases, text)

    @property
    def abstract(self) -> str:
        """The abstract."""
        return self.text.decode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class Target:
    """The split that submissions are scored on. It comes from whoever builds, never from them.

    Attributes:
        dataset: as named on the command line.
        split: its split.
        revisions: the names of its revision that a submission may give: the version and, on the
            Hub, the commit; of a single file "sha256:" and the first 16 digits.
        documents: in the dataset's order.
    """

    dataset: str
    split: str
    revisions: tuple[str, ...]
    documents: tuple[Document, ...]


def open_target(
    dataset: str,
    split: str,
    *,
    text_column: str | None = None,
    keyphrases_column: str | None = None,
) -> Target:
    """Read the split to score on, and the names of its revision.

    Raises:
        InputError: it can't be read, or a Hub repository tells no revision.
    """
    from slovke.sources import read_records

    revisions, pinned = _revisions(dataset)
    records = read_records(
        pinned, split, text_column=text_column, keyphrases_column=keyphrases_column
    )
    if not records:
        raise InputError(f"{dataset}: no documents in split {split!r}")
    if "pyarrow" in sys.modules:
        # What a Parquet file was read through would stay with Arrow, as much as the texts again.
        sys.modules["pyarrow"].default_memory_pool().release_unused()
    return Target(dataset, split, revisions, tuple(map(Document.of, records)))


def _revisions(dataset: str) -> tuple[tuple[str, ...], str]:
    """The names of the revision, and the dataset's name with the revision pinned."""
    from slovke.releases import fetch_releases, read_build

    path = Path(dataset)
    if path.is_dir():
        return (read_build(path).version,), dataset
    if path.is_file():
        return (f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()[:16]}",), dataset
    repo_id, _, revision = dataset.partition("@")
    if re.fullmatch(r"[0-9a-f]{40}", revision):
        return (revision,), dataset
    release = fetch_releases(repo_id).choose(revision or None)
    names = (release.version, *(() if release.commit is None else (release.commit,)))
    return names, f"{repo_id}@{release.version}"
