"""A loopback server that speaks the OpenAI chat API, well or badly, as its script says."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server says to one question: a status, headers, a body, after some seconds."""

    body: str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    after: float = 0.0


def chat(content: str | None, *, prompt_tokens: int = 300, completion_tokens: int = 60) -> Answer:
    """A well-formed answer with that content."""
    return Answer(
        json.dumps(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": "test",
                "choices": [
                    {
                        "index": 0,
                        "finish_reason": "stop",
                        "message": {"role": "assistant", "content": content},
                    }
                ],
                "usage": {
                    "prompt_tokens": prompt_tokens,
                    "completion_tokens": completion_tokens,
                    "total_tokens": prompt_tokens + completion_tokens,
                },
            }
        )
    )


def refuse(status: int, message: str = "no", **headers: str) -> Answer:
    """An error as the API gives it."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(json.dumps({"error": {"message": message}}), status, names)


class LlmServer:
    """Serves `answer(prompt, times_asked)` at `base_url` until the context ends."""

    def __init__(self, answer: Callable[[str, int], Answer]) -> None:
        self.prompts: list[str] = []
        self.keys: set[str] = set()
        self._answer = answer
        self._lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                prompt = json.loads(self.rfile.read(length))["messages"][0]["content"]
                with outer._lock:
                    outer.prompts.append(prompt)
                    outer.keys.add(self.headers["Authorization"])
                    times = outer.prompts.count(prompt)
                answer = outer._answer(prompt, times)
                time.sleep(answer.after)
                body = answer.body.encode("utf-8", "surrogatepass")
                try:
                    self.send_response(answer.status)
                    for name, value in answer.headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except BrokenPipeError:
                    pass  # the client had waited long enough

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
