"""The calls that only read: who am I, repositories, references, history, trees."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import yaml
from aiohttp import web

from tests.hub.repository import Commit, Entry, Repository
from tests.hub.state import (
    ORGANIZATIONS,
    USER,
    card_of,
    commit_of,
    refuse,
    repository_of,
    role_of,
    state_of,
)

_PAGE, _EXPANDED_PAGE = 1000, 50


async def whoami(request: web.Request) -> web.Response:
    """Name, organizations and role of the token."""
    role = role_of(request)
    if role is None:
        refuse(401, "Invalid username or password.")
    return web.json_response(
        {
            "type": "user",
            "name": USER,
            "orgs": [{"type": "org", "name": name} for name in ORGANIZATIONS],
            "auth": {
                "type": "access_token",
                "accessToken": {"displayName": "tests", "role": role},
            },
        }
    )


async def repo_info(request: web.Request) -> web.Response:
    """Head, card and files of a revision."""
    repository, kind, repo_id = repository_of(request)
    state = state_of(request)
    commit = commit_of(repository, request.match_info.get("revision", "main"))
    entries = repository.tree(commit)
    files = [entry for entry in entries.values() if not entry.folder]
    readme = entries.get("README.md")
    card: Any = None
    if readme is not None:
        try:
            card = card_of(repository.read(readme.oid).decode())
        except yaml.YAMLError:
            card = None
    settings = state.settings(kind, repo_id)
    date = repository.log(commit, 1)[0].date
    return web.json_response(
        {
            "_id": "0" * 24,
            "id": repo_id,
            "author": repo_id.split("/", maxsplit=1)[0],
            "sha": commit,
            "private": settings["private"],
            "sdk": settings["sdk"],
            "gated": False,
            "disabled": False,
            "downloads": 0,
            "likes": 0,
            "tags": [],
            "createdAt": date,
            "lastModified": date,
            "cardData": card,
            "siblings": [{"rfilename": entry.path, **_blob(request, entry)} for entry in files],
        }
    )


def _blob(request: web.Request, entry: Entry) -> dict[str, Any]:
    if "blobs" not in request.query:
        return {}
    row: dict[str, Any] = {"blobId": entry.oid, "size": entry.size}
    if entry.sha256 is not None:
        row["lfs"] = {"sha256": entry.sha256, "size": entry.size, "pointerSize": entry.pointer}
    return row


async def refs(request: web.Request) -> web.Response:
    """Branches, tags and pull requests."""
    repository, _, _ = repository_of(request)

    def rows(prefix: str) -> list[dict[str, str]]:
        return [
            {"name": name.removeprefix(prefix), "ref": name, "targetCommit": commit}
            for name, commit in repository.references(prefix).items()
        ]

    answer = {"branches": rows("refs/heads/"), "tags": rows("refs/tags/"), "converts": []}
    if "include_prs" in request.query:
        answer["pullRequests"] = rows("refs/pr/")
    return web.json_response(answer)


async def commits(request: web.Request) -> web.Response:
    """The history, 50 commits a page."""
    repository, _, _ = repository_of(request)
    commit = commit_of(repository, request.match_info["revision"])
    page = int(request.query.get("p", "0"))
    rows = repository.log(commit, 51, page * 50)
    answer = web.json_response([_commit_row(row) for row in rows[:50]])
    if len(rows) > 50:
        answer.headers["Link"] = f'<{_same(request, p=str(page + 1))}>; rel="next"'
    return answer


def _commit_row(commit: Commit) -> dict[str, Any]:
    return {
        "id": commit.oid,
        "title": commit.title,
        "message": commit.message,
        "date": commit.date,
        "authors": [{"user": USER}],
    }


async def tree(request: web.Request) -> web.Response:
    """The files and folders under a path, in pages."""
    repository, _, _ = repository_of(request)
    commit = commit_of(repository, request.match_info["revision"])
    folder = request.match_info.get("path", "").strip("/")
    entries = repository.tree(commit)
    if folder and (folder not in entries or not entries[folder].folder):
        refuse(404, f"{folder} does not exist on {commit}", "EntryNotFound")
    prefix = f"{folder}/" if folder else ""
    rows = [entry for path, entry in entries.items() if path.startswith(prefix)]
    if not _asked(request, "recursive"):
        rows = [entry for entry in rows if "/" not in entry.path.removeprefix(prefix)]
    expand = _asked(request, "expand")
    size = _EXPANDED_PAGE if expand else _PAGE
    start = int(request.query.get("cursor", "0"))
    answer = web.json_response(
        [_tree_row(repository, commit, entry, expand) for entry in rows[start : start + size]]
    )
    if start + size < len(rows):
        answer.headers["Link"] = f'<{_same(request, cursor=str(start + size))}>; rel="next"'
    return answer


async def paths_info(request: web.Request) -> web.Response:
    """The same rows for some paths; unknown ones are left out."""
    repository, _, _ = repository_of(request)
    commit = commit_of(repository, request.match_info["revision"])
    form = await request.post()
    expand = str(form.get("expand", "false")).lower() == "true"
    entries = repository.tree(commit)
    wanted = [str(path).strip("/") for path in form.getall("paths", [])]
    return web.json_response(
        [_tree_row(repository, commit, entries[path], expand) for path in wanted if path in entries]
    )


def _tree_row(repository: Repository, commit: str, entry: Entry, expand: bool) -> dict[str, Any]:
    row: dict[str, Any] = {
        "type": "directory" if entry.folder else "file",
        "path": entry.path,
        "oid": entry.oid,
        "size": entry.size,
    }
    if entry.sha256 is not None:
        row["lfs"] = {"oid": entry.sha256, "size": entry.size, "pointerSize": entry.pointer}
    if expand:
        last = repository.log(commit, 1)[0]
        row["lastCommit"] = {"id": last.oid, "title": last.title, "date": last.date}
    return row


def _asked(request: web.Request, name: str) -> bool:
    return request.query.get(name, "false").lower() in {"true", "1"}


def _same(request: web.Request, **changes: str) -> str:
    """The same call with other parameters, as the next page's address."""
    query = urlencode({**request.query, **changes})
    return f"{state_of(request).url}{request.raw_path.split('?', maxsplit=1)[0]}?{query}"
