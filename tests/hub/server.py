"""A Hub on loopback that the unmodified clients talk to (huggingface_hub, datasets, evaluate).

Repositories are real bare git repositories, large files are kept by hash and served from a second
port. There are two ways of uploading and downloading, and the client chooses: plain LFS
(`HF_HUB_DISABLE_XET=1`; in parts if `State.part_bytes` says so) and Xet. `Hub.fail` makes things go
wrong.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from tests.hub import files, reading, writing
from tests.hub.faults import Fault, Handler
from tests.hub.objects import Objects
from tests.hub.repository import Repository
from tests.hub.state import KINDS, STATE, State, state_of

_BODY_LIMIT = 1 << 30


@dataclass(frozen=True, slots=True)
class Hub:
    """A running Hub, seen from a test."""

    state: State

    @property
    def url(self) -> str:
        """For `HF_ENDPOINT`."""
        return self.state.url

    @property
    def requests(self) -> list[tuple[str, str]]:
        """Method and path of every request so far; clear it at will."""
        return self.state.requests

    def repository(self, repo_id: str, kind: str = "datasets") -> Repository:
        """The git repository behind an id."""
        repository = self.state.find(kind, repo_id)
        assert repository is not None, f"{repo_id}: no such repository"
        return repository

    def create(
        self, repo_id: str, kind: str = "datasets", *, private: bool = False, sdk: str | None = None
    ) -> Repository:
        """Make a repository without a client."""
        self.state.create(kind, repo_id, private=private, sdk=sdk)
        return self.repository(repo_id, kind)

    def files(
        self, repo_id: str, revision: str = "main", kind: str = "datasets"
    ) -> dict[str, bytes]:
        """Every file of a revision with its real bytes."""
        repository = self.repository(repo_id, kind)
        commit = repository.resolve(revision)
        assert commit is not None, f"{repo_id}: no revision {revision}"
        return {
            path: self.state.content(repository, entry)
            for path, entry in repository.tree(commit).items()
            if not entry.folder
        }

    def fail(
        self,
        method: str,
        pattern: str,
        *,
        times: int = 1,
        after: int = 0,
        status: int | None = None,
        headers: Mapping[str, str] | None = None,
        dropped: bool = False,
        cut: bool = False,
        lost: bool = False,
        seconds: float = 0,
        call: Callable[[], None] | None = None,
    ) -> None:
        """Let the next matching requests go wrong; see `Fault`."""
        self.state.faults.append(
            Fault(
                method,
                pattern,
                times,
                after,
                status,
                headers or {},
                dropped,
                cut,
                lost,
                seconds,
                call,
            )
        )


@web.middleware
async def _faults(request: web.Request, handler: Handler) -> web.StreamResponse:
    state = state_of(request)
    state.requests.append((request.method, request.raw_path))
    for fault in state.faults:
        if fault.hits(request):
            return await fault.handle(request, handler)
    return await handler(request)


def _hub_app(state: State) -> web.Application:
    app = web.Application(middlewares=[_faults], client_max_size=_BODY_LIMIT)
    app[STATE] = state
    route = app.router
    kinds = "{kind:" + "|".join(KINDS) + "}"
    repo = f"/api/{kinds}/{{namespace}}/{{name}}"
    route.add_get("/api/whoami-v2", reading.whoami)
    route.add_post("/api/repos/create", writing.create_repo)
    route.add_delete("/api/repos/delete", writing.delete_repo)
    route.add_post("/api/validate-yaml", writing.validate_yaml)
    route.add_get(repo, reading.repo_info)
    route.add_get(f"{repo}/revision/{{revision}}", reading.repo_info)
    route.add_get(f"{repo}/refs", reading.refs)
    route.add_get(f"{repo}/commits/{{revision}}", reading.commits)
    route.add_get(f"{repo}/tree/{{revision}}", reading.tree)
    route.add_get(f"{repo}/tree/{{revision}}/{{path:.*}}", reading.tree)
    route.add_post(f"{repo}/paths-info/{{revision}}", reading.paths_info)
    route.add_post(f"{repo}/branch/{{branch}}", writing.create_branch)
    route.add_delete(f"{repo}/branch/{{branch}}", writing.delete_branch)
    route.add_post(f"{repo}/tag/{{revision}}", writing.create_tag)
    route.add_delete(f"{repo}/tag/{{tag}}", writing.delete_tag)
    route.add_post(f"{repo}/preupload/{{revision}}", writing.preupload)
    route.add_get(f"{repo}/xet-write-token/{{revision}}", writing.xet_write_token)
    route.add_get(f"{repo}/xet-read-token/{{revision}}", files.xet_read_token)
    route.add_post(f"{repo}/commit/{{revision}}", writing.commit)
    route.add_post(f"{repo}/discussions", writing.open_discussion)
    for prefix in ("/{kind:datasets|spaces}/{namespace}/{name}", "/{namespace}/{name}"):
        route.add_post(f"{prefix}.git/info/lfs/objects/batch", writing.lfs_batch)
        route.add_post(f"{prefix}.git/info/lfs/verify", writing.lfs_verify)
        route.add_get(f"{prefix}/resolve/{{revision}}/{{path:.+}}", files.resolve)
    return app


def _cdn_app(state: State) -> web.Application:
    app = web.Application(middlewares=[_faults], client_max_size=_BODY_LIMIT)
    app[STATE] = state
    app.router.add_get("/objects/{sha256}", files.stored)
    app.router.add_put("/upload/{sha256}", files.upload)
    app.router.add_put("/part/{sha256}/{number}", files.part)
    app.router.add_post("/complete/{sha256}", files.complete)
    return app


async def start(root: Path, port: int = 0) -> tuple[State, list[web.AppRunner]]:
    """Open both ports on loopback; `port` is the first one's, 0 any free one."""
    state = State(root, Objects(root))
    cdn, state.cdn_url = await _listen(_cdn_app(state), 0)
    hub, state.url = await _listen(_hub_app(state), port)
    return state, [hub, cdn]


async def _listen(app: web.Application, port: int) -> tuple[web.AppRunner, str]:
    """Serve an application; the runner that stops it, and its address."""
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    host, got = runner.addresses[0][:2]
    return runner, f"http://{host}:{got}"


@contextmanager
def running_hub(root: Path, port: int = 0) -> Iterator[Hub]:
    """A Hub in a thread of its own, for the time of the `with` block."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="hub", daemon=True)
    thread.start()
    state, runners = asyncio.run_coroutine_threadsafe(start(root, port), loop).result(10)
    try:
        yield Hub(state)
    finally:

        async def stop() -> None:
            for runner in runners:
                await runner.cleanup()

        asyncio.run_coroutine_threadsafe(stop(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()
