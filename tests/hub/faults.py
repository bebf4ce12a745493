"""What can go wrong on the way to the Hub, on demand."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(slots=True)
class Fault:
    """One fault: which requests, how often, and what happens.

    Attributes:
        method: the HTTP method.
        pattern: searched in the path as it was sent.
        times: so many requests are hit.
        after: so many matching ones pass before.
        status: answer with this status instead.
        headers: sent with the status.
        dropped: close the connection instead of an answer.
        cut: read half of the body, then close the connection.
        lost: do what is asked, then close the connection.
        seconds: wait before all else.
        call: is called before the request is handled.
    """

    method: str
    pattern: str
    times: int = 1
    after: int = 0
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    dropped: bool = False
    cut: bool = False
    lost: bool = False
    seconds: float = 0
    call: Callable[[], None] | None = None

    def hits(self, request: web.Request) -> bool:
        """Whether this request is hit; it is counted."""
        if request.method != self.method or not re.search(self.pattern, request.raw_path):
            return False
        if self.after:
            self.after -= 1
            return False
        self.times -= 1
        return self.times >= 0

    async def handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let it go wrong."""
        if self.seconds:
            await asyncio.sleep(self.seconds)
        if self.call is not None:
            await request.read()  # whole, since the call may end the client
            await asyncio.to_thread(self.call)
        if self.status is not None:
            return web.json_response(
                {"error": f"fault {self.status}"}, status=self.status, headers=self.headers
            )
        if self.cut:
            await request.content.readexactly((request.content_length or 0) // 2)
        response = None
        if not self.dropped and not self.cut:
            response = await handler(request)
        if response is None or self.lost:
            if request.transport is not None:
                request.transport.abort()
            return web.Response()
        return response
