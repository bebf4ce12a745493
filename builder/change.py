"""What one commit is to do, and whether a tree is as it should be afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from huggingface_hub import CommitOperationAdd, CommitOperationCopy, CommitOperationDelete


@dataclass(frozen=True, slots=True)
class FileHash:
    """What a file is: its size in bytes and a hash; large files have the one, small ones the other.

    Attributes:
        size: bytes.
        sha256: of the bytes.
        git: the SHA-1 that git gives the file as a blob.
    """

    size: int
    sha256: str | None
    git: str | None

    @classmethod
    def of(cls, source: Path | bytes) -> FileHash:
        """Both hashes of local bytes."""
        content = source if isinstance(source, bytes) else source.read_bytes()
        git = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False)
        return cls(len(content), hashlib.sha256(content).hexdigest(), git.hexdigest())

    def same(self, other: FileHash | None) -> bool:
        """Whether both are the same bytes."""
        if other is None or self.size != other.size:
            return False
        if self.sha256 is not None and other.sha256 is not None:
            return self.sha256 == other.sha256
        return self.git is not None and self.git == other.git


@dataclass(frozen=True, slots=True)
class Change:
    """What one commit does.

    Attributes:
        additions: path to the file or the bytes to put there.
        copies: path to the commit whose file of the same path is put there.
        deletions: paths that end.
        expected: what must stand at each path afterwards; those of `additions` are added.
    """

    additions: Mapping[str, Path | bytes] = field(default_factory=dict)
    copies: Mapping[str, str] = field(default_factory=dict)
    deletions: Sequence[str] = ()
    expected: Mapping[str, FileHash] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.additions or self.copies or self.deletions)

    def done_in(self, files: Mapping[str, FileHash]) -> bool:
        """Whether a tree is as it should be after the change."""
        added = {
            path: FileHash.of(source)
            for path, source in self.additions.items()
            if path not in self.expected
        }
        wanted = {**added, **self.expected}
        return all(hash_.same(files.get(path)) for path, hash_ in wanted.items()) and not any(
            path in files for path in self.deletions
        )


def operations_of(
    change: Change,
) -> Iterator[CommitOperationAdd | CommitOperationCopy | CommitOperationDelete]:
    """The client's objects; new ones for each try, since it writes into them."""
    from huggingface_hub import CommitOperationAdd, CommitOperationCopy, CommitOperationDelete

    for path, source in change.additions.items():
        data = source if isinstance(source, bytes) else str(source)
        yield CommitOperationAdd(path_in_repo=path, path_or_fileobj=data)
    for path, commit in change.copies.items():
        yield CommitOperationCopy(src_path_in_repo=path, path_in_repo=path, src_revision=commit)
    for path in change.deletions:
        yield CommitOperationDelete(path_in_repo=path, is_folder=False)
