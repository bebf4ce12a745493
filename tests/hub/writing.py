"""The calls that change something: repositories, branches, tags, uploads, commits."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Mapping
from typing import Any

import yaml
from aiohttp import web

from tests.hub.repository import Entry, Repository, StaleParentError, pointer_of
from tests.hub.state import (
    USER,
    State,
    card_of,
    commit_of,
    must_write,
    refuse,
    repository_of,
    role_of,
    state_of,
)


async def create_repo(request: web.Request) -> web.Response:
    """Make a repository; 409 if there is one."""
    asked = await request.json()
    namespace = asked.get("organization") or USER
    must_write(request, namespace)
    kind, repo_id = f"{asked.get('type') or 'model'}s", f"{namespace}/{asked['name']}"
    private = asked.get("visibility") == "private" or bool(asked.get("private"))
    state = state_of(request)
    made = state.create(kind, repo_id, private=private, sdk=asked.get("sdk"))
    prefix = "" if kind == "models" else f"{kind}/"
    answer = {"url": f"{state.url}/{prefix}{repo_id}", "name": repo_id, "id": "0" * 24}
    if not made:
        answer["error"] = "You already created this repo"
    return web.json_response(answer, status=200 if made else 409)


async def delete_repo(request: web.Request) -> web.Response:
    """Remove a repository."""
    import shutil

    asked = await request.json()
    namespace = asked.get("organization") or USER
    must_write(request, namespace)
    kind = f"{asked.get('type') or 'model'}s"
    repository = state_of(request).find(kind, f"{namespace}/{asked['name']}")
    if repository is None:
        refuse(404, "Repository not found", "RepoNotFound")
    shutil.rmtree(repository.path)
    return web.Response()


async def create_branch(request: web.Request) -> web.Response:
    """A branch at a revision; 409 if there is one."""
    repository, _, _ = repository_of(request, write=True)
    asked = await request.json() if request.can_read_body else {}
    commit = commit_of(repository, asked.get("startingPoint") or "main")
    if not repository.branch(request.match_info["branch"], commit):
        refuse(409, "Reference already exists")
    return web.Response()


async def delete_branch(request: web.Request) -> web.Response:
    """Remove a branch."""
    repository, _, _ = repository_of(request, write=True)
    if not repository.delete(f"refs/heads/{request.match_info['branch']}"):
        refuse(404, "Reference doesn't exist", "RevisionNotFound")
    return web.Response()


async def create_tag(request: web.Request) -> web.Response:
    """A tag on a revision, annotated if it has a message; 409 if there is one."""
    repository, _, _ = repository_of(request, write=True)
    asked = await request.json()
    commit = commit_of(repository, request.match_info["revision"])
    if not repository.tag(asked["tag"], commit, asked.get("message")):
        refuse(409, f"Tag reference exists already: {asked['tag']}")
    return web.Response()


async def delete_tag(request: web.Request) -> web.Response:
    """Remove a tag."""
    repository, _, _ = repository_of(request, write=True)
    if not repository.delete(f"refs/tags/{request.match_info['tag']}"):
        refuse(404, "Tag doesn't exist", "RevisionNotFound")
    return web.Response()


async def validate_yaml(request: web.Request) -> web.Response:
    """Whether a card's YAML can be read."""
    asked = await request.json()
    try:
        card_of(asked["content"])
    except yaml.YAMLError as error:
        return web.json_response({"errors": [{"message": str(error)}], "warnings": []}, status=400)
    return web.json_response({"errors": [], "warnings": []})


async def preupload(request: web.Request) -> web.Response:
    """How each file is to be sent, and what stands there already."""
    repository, _, _ = repository_of(request, write=True)
    asked = await request.json()
    entries = repository.tree(commit_of(repository, request.match_info["revision"]))
    state = state_of(request)
    rows = []
    for file in asked["files"]:
        row = {
            "path": file["path"],
            "uploadMode": "lfs" if state.is_large(file["path"], file["size"]) else "regular",
            "shouldIgnore": False,
        }
        there = entries.get(file["path"])
        if there is not None:
            row["oid"] = there.sha256 or there.oid
        rows.append(row)
    return web.json_response({"files": rows})


async def lfs_batch(request: web.Request) -> web.Response:
    """Where to put each large file that is not there yet."""
    _, kind, repo_id = repository_of(request, write=True)
    asked = await request.json()
    state = state_of(request)
    prefix = "" if kind == "models" else f"{kind}/"
    parts = state.part_bytes if "multipart" in asked["transfers"] else None
    rows = []
    for wanted in asked["objects"]:
        row = {"oid": wanted["oid"], "size": wanted["size"]}
        if state.objects.path(wanted["oid"]) is None:
            row["actions"] = {
                "upload": _upload(state.cdn_url, wanted["oid"], wanted["size"], parts),
                "verify": {"href": f"{state.url}/{prefix}{repo_id}.git/info/lfs/verify"},
            }
        rows.append(row)
    transfer = "basic" if parts is None else "multipart"
    return web.json_response({"transfer": transfer, "objects": rows})


def _upload(cdn: str, oid: str, size: int, part: int | None) -> dict[str, Any]:
    """Where a file goes: whole, or each of its parts and then the word that all are there."""
    if part is None or size <= part:
        return {"href": f"{cdn}/upload/{oid}"}
    count = -(-size // part)
    urls = {f"{number}": f"{cdn}/part/{oid}/{number}" for number in range(1, count + 1)}
    return {"href": f"{cdn}/complete/{oid}", "header": {"chunk_size": f"{part}", **urls}}


async def lfs_verify(request: web.Request) -> web.Response:
    """Whether a large file arrived whole."""
    repository_of(request, write=True)
    asked = await request.json()
    path = state_of(request).objects.path(asked["oid"])
    if path is None or path.stat().st_size != asked["size"]:
        refuse(422, f"{asked['oid']} did not arrive")
    return web.json_response({})


async def xet_write_token(request: web.Request) -> web.Response:
    """A folder that hf_xet takes as a complete store: one for each upload."""
    repository_of(request, write=True)
    folder = state_of(request).objects.open_upload()
    return web.json_response(
        {"accessToken": "none", "exp": int(time.time()) + 3600, "casUrl": f"local://{folder}"}
    )


async def commit(request: web.Request) -> web.Response:
    """One commit of additions and deletions, on a branch or as a new pull request."""
    repository, kind, repo_id = repository_of(request, write=True)
    state = state_of(request)
    lines = [json.loads(line) for line in (await request.read()).splitlines() if line.strip()]
    header = next(line["value"] for line in lines if line["key"] == "header")
    revision = request.match_info["revision"]
    head = commit_of(repository, revision)
    pull = request.query.get("create_pr") == "1"
    parent = header.get("parentCommit")
    if parent is not None and not head.startswith(parent) and not pull:
        refuse(412, "A commit has happened since. Please refresh and try again.")
    if pull and parent is not None:
        head = commit_of(repository, parent)
    changes: dict[str, bytes | None] = {}
    for line in lines:
        changes.update(_change(state, repository.tree(head), line["key"], line["value"]))
    number = len(repository.references("refs/pr/")) + 1
    ref = revision if revision.startswith("refs/") else f"refs/heads/{revision}"
    message = f"{header['summary']}\n\n{header.get('description') or ''}"
    try:
        oid = repository.commit(f"refs/pr/{number}" if pull else ref, head, changes, message)
    except StaleParentError:
        refuse(412, "A commit has happened since. Please refresh and try again.")
    prefix = "" if kind == "models" else f"{kind}/"
    base = f"{state.url}/{prefix}{repo_id}"
    return web.json_response(
        {
            "success": True,
            "commitOid": oid,
            "commitUrl": f"{base}/commit/{oid}",
            "pullRequestUrl": f"{base}/discussions/{number}" if pull else None,
        }
    )


def _change(
    state: State, entries: Mapping[str, Entry], key: str, value: Mapping[str, Any]
) -> dict[str, bytes | None]:
    """What one line of a commit changes."""
    path = str(value.get("path", "")).strip("/")
    if key == "file":
        return {path: base64.b64decode(value["content"])}
    if key == "lfsFile":
        size = value.get("size")
        if state.objects.path(value["oid"]) is None:
            state.objects.take_from_uploads(value["oid"], int(size or 0))
        file = state.objects.path(value["oid"])
        if file is None or (size is not None and file.stat().st_size != size):
            refuse(422, f"{path}: the large file {value['oid']} was not uploaded")
        return {path: pointer_of(value["oid"], file.stat().st_size)}
    if key == "deletedFile":
        if path not in entries or entries[path].folder:
            refuse(404, "A file with this name doesn't exist", "EntryNotFound")
        return {path: None}
    if key == "deletedFolder":
        inside = {p: None for p, e in entries.items() if p.startswith(f"{path}/") and not e.folder}
        if not inside:
            refuse(404, "A folder with this name doesn't exist", "EntryNotFound")
        return {**inside}
    return {}


async def open_discussion(request: web.Request) -> web.Response:
    """An empty pull request at main's head, as `upload_folder(create_pr=True)` opens one."""
    repository, _, _ = repository_of(request)
    if role_of(request) is None:
        refuse(401, "Invalid username or password.")
    number = len(repository.references("refs/pr/")) + 1
    _point(repository, f"refs/pr/{number}", commit_of(repository, "main"))
    return web.json_response({"num": number})


def _point(repository: Repository, ref: str, commit_: str) -> None:
    repository.commit(ref, commit_, {}, "Open a pull request")
