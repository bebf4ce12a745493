"""Files: `resolve` on the Hub's port, and the large ones on a second port, as from a CDN."""

from __future__ import annotations

import asyncio
import re
import time

from aiohttp import web

from tests.hub.state import commit_of, refuse, repository_of, state_of


async def resolve(request: web.Request) -> web.Response:
    """A file of a revision: small ones here, large ones by a redirect, or by Xet."""
    repository, kind, repo_id = repository_of(request)
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
    route = f"{state.url}/api/{kind}/{repo_id}/xet-read-token/{commit}"
    headers |= {
        "X-Xet-Hash": state.objects.xet_hash(entry.sha256),
        "Link": f'<{route}>; rel="xet-auth"',
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


async def xet_read_token(request: web.Request) -> web.Response:
    """A folder that hf_xet takes as a store, with the large files of a revision."""
    repository, _, _ = repository_of(request)
    entries = repository.tree(commit_of(repository, request.match_info["revision"])).values()
    objects = state_of(request).objects
    wanted = {entry.sha256 for entry in entries if entry.sha256 is not None}
    folder = await asyncio.to_thread(objects.open_download, sorted(wanted))
    return web.Response(
        headers={
            "X-Xet-Cas-Url": f"local://{folder}",
            "X-Xet-Access-Token": "none",
            "X-Xet-Token-Expiration": f"{int(time.time()) + 3600}",
        }
    )


async def part(request: web.Request) -> web.Response:
    """Take one part of a large file."""
    info = request.match_info
    content = await request.read()
    tag = state_of(request).objects.keep_part(info["sha256"], int(info["number"]), content)
    return web.Response(headers={"ETag": f'"{tag}"'})


async def complete(request: web.Request) -> web.Response:
    """Make a large file of its parts."""
    asked = await request.json()
    sha256 = request.match_info["sha256"]
    parts = sorted(asked["parts"], key=lambda part: int(part["partNumber"]))
    tags = [part["etag"].strip('"') for part in parts]
    if asked["oid"] != sha256 or not state_of(request).objects.join_parts(sha256, tags):
        refuse(400, "the parts are not those of the file")
    return web.json_response({})


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
