"""Files: `resolve` on the Hub's port, and the large ones on a second port, as from a CDN."""

from __future__ import annotations

import re

from aiohttp import web

from tests.hub.state import commit_of, refuse, repository_of, state_of


async def resolve(request: web.Request) -> web.Response:
    """A file of a revision: small ones here, large ones by a redirect."""
    repository, _, _ = repository_of(request)
    state = state_of(request)
    commit = commit_of(repository, request.match_info["revision"])
    headers = {"X-Repo-Commit": commit, "Accept-Ranges": "bytes"}
    entry = repository.tree(commit).get(request.match_info["path"])
    if entry is None or entry.folder:
        raise web.HTTPNotFound(
            headers={
                **headers,
                "X-Error-Code": "EntryNotFound",
                "X-Error-Message": "Entry not found",
            }
        )
    if entry.sha256 is None:
        return _ranged(request, repository.read(entry.oid), {**headers, "ETag": f'"{entry.oid}"'})
    headers |= {
        "ETag": f'"{entry.oid}"',
        "X-Linked-Etag": f'"{entry.sha256}"',
        "X-Linked-Size": str(entry.size),
        "Location": f"{state.cdn_url}/objects/{entry.sha256}",
    }
    return web.Response(status=302, headers=headers)


async def stored(request: web.Request) -> web.Response:
    """A large file. A CDN takes signed addresses, and refuses a token that it was never meant."""
    if "Authorization" in request.headers:
        refuse(400, "Only one auth mechanism allowed")
    sha256 = request.match_info["sha256"]
    path = state_of(request).objects.path(sha256)
    if path is None:
        refuse(404, "no such object")
    return _ranged(request, path.read_bytes(), {"ETag": f'"{sha256}"', "Accept-Ranges": "bytes"})


async def upload(request: web.Request) -> web.Response:
    """Take a large file, if its bytes are those of its hash."""
    if "Authorization" in request.headers:
        refuse(400, "Only one auth mechanism allowed")
    sha256 = request.match_info["sha256"]
    if not state_of(request).objects.store(sha256, await request.read()):
        refuse(400, "the bytes are not those of the hash")
    return web.Response(headers={"ETag": f'"{sha256}"'})


def _ranged(request: web.Request, content: bytes, headers: dict[str, str]) -> web.Response:
    asked = re.fullmatch(r"bytes=(\d*)-(\d*)", request.headers.get("Range", ""))
    if asked is None:
        return web.Response(body=content, headers=headers)
    if asked[1]:
        start, end = int(asked[1]), min(int(asked[2] or len(content)), len(content) - 1)
    else:
        start, end = max(0, len(content) - int(asked[2])), len(content) - 1
    if start >= len(content):
        raise web.HTTPRequestRangeNotSatisfiable(
            headers={"Content-Range": f"bytes */{len(content)}"}
        )
    headers["Content-Range"] = f"bytes {start}-{end}/{len(content)}"
    return web.Response(status=206, body=content[start : end + 1], headers=headers)
