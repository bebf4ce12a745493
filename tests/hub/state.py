"""The repositories of the test Hub, who may do what, and the answers that say no."""

from __future__ import annotations

import fnmatch
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import yaml
from aiohttp import web

from tests.hub.faults import Fault
from tests.hub.objects import Objects
from tests.hub.repository import Entry, Repository

USER = "tester"
WRITE_TOKEN = "hf_theTokenThatMayWrite"
READ_TOKEN = "hf_theTokenThatMayRead"
ORGANIZATIONS = ("NaiveNeuron", "slovak-nlp")
KINDS = ("models", "datasets", "spaces")
# As on the Hub: the first commit of a repository brings the list of what is a large file.
_LARGE = ("*.parquet", "*.arrow", "*.png", "*.jpg", "*.gz", "*.zst", "*.zip", "*.bin")
_ATTRIBUTES = "".join(f"{pattern} filter=lfs diff=lfs merge=lfs -text\n" for pattern in _LARGE)
_LARGE_BYTES = 10_000_000


@dataclass(slots=True)
class State:
    """Everything that the handlers share.

    Attributes:
        root: the folder of the repositories and objects.
        objects: the large files.
        faults: what is to go wrong, in order.
        requests: every request so far, method and path as sent.
        url, cdn_url: where the two ports answer.
        part_bytes: larger files are sent in parts of this size; None sends them whole.
    """

    root: Path
    objects: Objects
    faults: list[Fault] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)
    url: str = ""
    cdn_url: str = ""
    part_bytes: int | None = None
    _open: dict[Path, Repository] = field(default_factory=dict)

    def _path(self, kind: str, repo_id: str) -> Path:
        return self.root / kind / f"{repo_id}.git"

    def settings(self, kind: str, repo_id: str) -> dict[str, Any]:
        """What the repository was made with: private, sdk."""
        text = (self._path(kind, repo_id) / "hub.json").read_text(encoding="utf-8")
        return dict(json.loads(text))

    def find(self, kind: str, repo_id: str) -> Repository | None:
        """The repository, or None."""
        path = self._path(kind, repo_id)
        if not path.is_dir():
            self._open.pop(path, None)
            return None
        if path not in self._open:
            self._open[path] = Repository(path)
        return self._open[path]

    def create(self, kind: str, repo_id: str, *, private: bool, sdk: str | None) -> bool:
        """Make a repository with its first commit; False if it is there."""
        path = self._path(kind, repo_id)
        if path.is_dir():
            return False
        repository = Repository.create(path)
        files: dict[str, bytes | None] = {".gitattributes": _ATTRIBUTES.encode()}
        if kind == "spaces":
            files["README.md"] = f"---\ntitle: new\nsdk: {sdk}\n---\n".encode()
        settings = json.dumps({"private": private, "sdk": sdk})
        (path / "hub.json").write_text(settings, encoding="utf-8")
        repository.commit("refs/heads/main", None, files, "initial commit")
        return True

    def is_large(self, path: str, size: int) -> bool:
        """Whether a file goes to the large files."""
        name = path.rsplit("/", 1)[-1]
        return size > _LARGE_BYTES or any(fnmatch.fnmatch(name, pattern) for pattern in _LARGE)

    def content(self, repository: Repository, entry: Entry) -> bytes:
        """A file's real bytes."""
        if entry.sha256 is None:
            return repository.read(entry.oid)
        path = self.objects.path(entry.sha256)
        assert path is not None, f"{entry.path}: committed without its bytes"
        return path.read_bytes()


STATE = web.AppKey("state", State)


def state_of(request: web.Request) -> State:
    """The state of the application that got the request."""
    return request.app[STATE]


def refuse(status: int, message: str, code: str | None = None) -> NoReturn:
    """Answer no, in the way that the clients understand."""
    headers = {"X-Error-Message": message}
    if code is not None:
        headers["X-Error-Code"] = code
    error = {
        400: web.HTTPBadRequest,
        401: web.HTTPUnauthorized,
        403: web.HTTPForbidden,
        404: web.HTTPNotFound,
        409: web.HTTPConflict,
        412: web.HTTPPreconditionFailed,
        416: web.HTTPRequestRangeNotSatisfiable,
        422: web.HTTPUnprocessableEntity,
    }[status]
    raise error(
        headers=headers, text=json.dumps({"error": message}), content_type="application/json"
    )


def role_of(request: web.Request) -> str | None:
    """`write`, `read`, or None without a token; any other token is refused."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    roles = {f"Bearer {WRITE_TOKEN}": "write", f"Bearer {READ_TOKEN}": "read"}
    if header not in roles:
        refuse(401, "Invalid credentials in Authorization header")
    return roles[header]


def must_write(request: web.Request, namespace: str) -> None:
    """Refuse who may not write in this namespace."""
    role = role_of(request)
    if role is None:
        refuse(401, "Invalid username or password.")
    if role != "write" or namespace not in (USER, *ORGANIZATIONS):
        refuse(403, f"you don't have the rights to write to {namespace}")


def repository_of(request: web.Request, *, write: bool = False) -> tuple[Repository, str, str]:
    """The repository that the path names, its kind and id.

    A private one does not exist for who has no token.
    """
    info = request.match_info
    kind = info.get("kind", "models")
    repo_id = f"{info['namespace']}/{info['name']}"
    state = state_of(request)
    role = role_of(request)
    repository = state.find(kind, repo_id)
    if repository is None or (role is None and state.settings(kind, repo_id)["private"]):
        refuse(401 if role is None else 404, "Repository not found", "RepoNotFound")
    if write:
        must_write(request, info["namespace"])
    return repository, kind, repo_id


def commit_of(repository: Repository, revision: str) -> str:
    """The commit of a revision, or the answer that there is none."""
    commit = repository.resolve(revision)
    if commit is None:
        refuse(404, f"Invalid rev id: {revision}", "RevisionNotFound")
    return commit


def card_of(text: str) -> Any:
    """The YAML between the two lines of dashes of a README.

    Raises:
        yaml.YAMLError: it is none.
    """
    if not text.startswith("---\n"):
        return {}
    return yaml.safe_load(text.split("---\n", 2)[1]) or {}
