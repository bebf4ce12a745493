"""One repository of the test Hub: a real bare git repository, by git's plumbing commands."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "hub",
    "GIT_AUTHOR_EMAIL": "hub@localhost",
    "GIT_COMMITTER_NAME": "hub",
    "GIT_COMMITTER_EMAIL": "hub@localhost",
    "PATH": os.environ.get("PATH", os.defpath),
}
_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:"


class StaleParentError(Exception):
    """The reference moved since the client looked."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder of a commit.

    Attributes:
        path: from the root, with slashes.
        oid: git's SHA-1 of the blob or tree.
        size: of the file itself in bytes, of a large one too; 0 for folders.
        folder: whether it is one.
        sha256: the large file's hash, None for others.
        pointer: bytes of the pointer that stands for a large file.
    """

    path: str
    oid: str
    size: int
    folder: bool = False
    sha256: str | None = None
    pointer: int = 0


@dataclass(frozen=True, slots=True)
class Commit:
    """One line of the history."""

    oid: str
    title: str
    message: str
    date: str


def pointer_of(sha256: str, size: int) -> bytes:
    """The text that stands in git for a large file."""
    return _POINTER + f"{sha256}\nsize {size}\n".encode()


class Repository:
    """Commits, references and files; nothing of HTTP."""

    def __init__(self, path: Path) -> None:
        """Open the bare repository at `path`."""
        self.path = path

    @classmethod
    def create(cls, path: Path) -> Repository:
        """Make an empty bare repository with the branch main."""
        path.mkdir(parents=True)
        repository = cls(path)
        repository._git("init", "--quiet", "--bare", "--initial-branch=main", ".")
        return repository

    def resolve(self, revision: str) -> str | None:
        """The commit of a branch, a tag, `refs/pr/1` or a (shortened) commit id."""
        names = (
            [revision]
            if revision.startswith("refs/")
            else [f"refs/heads/{revision}", f"refs/tags/{revision}"]
        )
        if 7 <= len(revision) <= 40 and not revision.strip("0123456789abcdef"):
            names.append(revision)
        for name in names:
            # References are files here: nothing ever packs them.
            file = self.path / name
            oid = file.read_text().strip() if file.is_file() else name
            if oid != name or name == revision:
                found = _commit(self, oid)
                if found is not None:
                    return found
        return None

    def peel(self, oid: str) -> str | None:
        """The commit that an object leads to, read by git."""
        return self._try("rev-parse", "--verify", "--quiet", f"{oid}^{{commit}}")

    def references(self, prefix: str) -> dict[str, str]:
        """The references under `prefix` (as `refs/tags/`), each with the commit it leads to."""
        format_ = "--format=%(refname) %(objectname) %(*objectname)"
        lines = self._git("for-each-ref", format_, prefix).decode().splitlines()
        fields = (line.split(" ") for line in lines)
        return {name: peeled or oid for name, oid, peeled in fields}

    def commit(
        self,
        ref: str,
        parent: str | None,
        changes: Mapping[str, bytes | None],
        message: str,
    ) -> str:
        """Commit changes (None deletes) on top of `parent` and move `ref` there.

        Raises:
            StaleParentError: `ref` is no longer at `parent`.
        """
        with tempfile.TemporaryDirectory(dir=self.path) as folder:
            index = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
            if parent is not None:
                self._git("read-tree", parent, extra=index)
            lines = self._index_lines(changes, Path(folder))
            self._git("update-index", "-z", "--index-info", stdin=lines, extra=index)
            tree = self._git("write-tree", extra=index).decode().strip()
        parents = [] if parent is None else ["-p", parent]
        oid = self._git("commit-tree", tree, *parents, stdin=message.encode()).decode().strip()
        before = "0" * 40 if ref.startswith("refs/pr/") else parent or "0" * 40
        if self._try("update-ref", ref, oid, before) is None:
            raise StaleParentError
        return oid

    def _index_lines(self, changes: Mapping[str, bytes | None], folder: Path) -> bytes:
        added = [path for path, content in changes.items() if content is not None]
        places = [folder / str(number) for number in range(len(added))]
        for path, place in zip(added, places, strict=True):
            place.write_bytes(changes[path] or b"")
        names = "".join(f"{place.absolute()}\n" for place in places).encode()
        hashes = self._git("hash-object", "-w", "--stdin-paths", stdin=names).decode().split()
        oids = dict(zip(added, hashes, strict=True))
        lines = [
            f"0 {'0' * 40}\t{path}" if content is None else f"100644 {oids[path]}\t{path}"
            for path, content in changes.items()
        ]
        return "".join(f"{line}\0" for line in lines).encode()

    def tree(self, commit: str) -> dict[str, Entry]:
        """All files and folders of a commit, by path."""
        return _tree(self, commit)

    def read(self, oid: str) -> bytes:
        """A blob's bytes; a large file's pointer."""
        return self._git("cat-file", "blob", oid)

    def log(self, revision: str, limit: int = 50, skip: int = 0) -> list[Commit]:
        """The history from a revision backwards."""
        commit = self.resolve(revision)
        assert commit is not None, f"no revision {revision}"
        return list(_log(self, commit, limit, skip))

    def read_log(self, commit: str, limit: int, skip: int) -> list[Commit]:
        """The same, read by git."""
        text = self._git(
            "log", f"-{limit}", f"--skip={skip}", "--format=%H%x1f%s%x1f%b%x1f%ct%x1e", commit
        ).decode()
        parts = (part.strip("\n").split("\x1f") for part in text.split("\x1e") if part.strip())
        return [Commit(oid, title, body.strip(), _date(when)) for oid, title, body, when in parts]

    def tag(self, name: str, commit: str, message: str | None) -> bool:
        """Make a tag, annotated if there is a message; False if there is one of that name."""
        ref = f"refs/tags/{name}"
        if self._try("rev-parse", "--verify", "--quiet", ref) is not None:
            return False
        target = commit
        if message:
            when = int(datetime.now(UTC).timestamp())
            body = (
                f"object {commit}\ntype commit\ntag {name}\n"
                f"tagger hub <hub@localhost> {when} +0000\n\n{message}\n"
            )
            target = self._git("mktag", stdin=body.encode()).decode().strip()
        self._git("update-ref", ref, target)
        return True

    def branch(self, name: str, commit: str) -> bool:
        """Make a branch; False if there is one of that name."""
        return self._try("update-ref", f"refs/heads/{name}", commit, "0" * 40) is not None

    def delete(self, ref: str) -> bool:
        """Delete a reference; False if there is none."""
        if self._try("rev-parse", "--verify", "--quiet", ref) is None:
            return False
        self._git("update-ref", "-d", ref)
        return True

    def kind_of(self, ref: str) -> str:
        """`tag` for an annotated tag, `commit` for a plain reference."""
        return self._git("cat-file", "-t", ref).decode().strip()

    def blobs(self, oids: Iterable[str]) -> dict[str, bytes]:
        """Several blobs' bytes at once."""
        wanted = list(dict.fromkeys(oids))
        stream = self._git(
            "cat-file", "--batch", stdin="".join(f"{oid}\n" for oid in wanted).encode()
        )
        found, at = {}, 0
        for oid in wanted:
            end = stream.index(b"\n", at)
            size = int(stream[at:end].split()[2])
            found[oid] = stream[end + 1 : end + 1 + size]
            at = end + 1 + size + 1
        return found

    def list_tree(self, commit: str) -> list[tuple[str, str, int, bool]]:
        """Path, oid, bytes in git, whether it is a folder, of everything in a commit."""
        rows = []
        for line in self._git("ls-tree", "-r", "-t", "-l", "-z", commit).decode().split("\0"):
            if line:
                fields, path = line.split("\t", 1)
                _, kind, oid, size = fields.split()
                rows.append((path, oid, 0 if size == "-" else int(size), kind == "tree"))
        return rows

    def _git(self, *args: str, stdin: bytes = b"", extra: Mapping[str, str] | None = None) -> bytes:
        return subprocess.run(
            ["git", *args],
            cwd=self.path,
            env={**_ENVIRONMENT, **(extra or {})},
            input=stdin,
            capture_output=True,
            check=True,
        ).stdout

    def _try(self, *args: str) -> str | None:
        """The output, or None if git says no."""
        try:
            return self._git(*args).decode().strip()
        except subprocess.CalledProcessError:
            return None


def _date(seconds: str) -> str:
    """The one form of a date that the clients read."""
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")


@lru_cache(maxsize=1024)
def _commit(repository: Repository, oid: str) -> str | None:
    """The commit that an object id (shortened, or a tag's) leads to: always the same."""
    return repository.peel(oid)


@lru_cache(maxsize=256)
def _log(repository: Repository, commit: str, limit: int, skip: int) -> tuple[Commit, ...]:
    """A commit's history never changes either."""
    return tuple(repository.read_log(commit, limit, skip))


@lru_cache(maxsize=256)
def _tree(repository: Repository, commit: str) -> dict[str, Entry]:
    """A commit never changes, so its tree is read once."""
    rows = repository.list_tree(commit)
    small = [oid for _, oid, size, folder in rows if not folder and len(_POINTER) < size < 200]
    pointers = {
        oid: content
        for oid, content in repository.blobs(small).items()
        if content.startswith(_POINTER)
    }
    entries = {}
    for path, oid, size, folder in rows:
        if oid in pointers:
            fields = pointers[oid].decode().split()
            sha256, real = fields[3].removeprefix("sha256:"), int(fields[5])
            entries[path] = Entry(path, oid, real, False, sha256, size)
        else:
            entries[path] = Entry(path, oid, size, folder)
    return entries
