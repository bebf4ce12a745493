"""The page of one annotator, served over HTTP by the standard library.

Who may write: only the page that this server itself gave out. A page elsewhere that is open in the
same browser can't: the `Host` must be ours (a foreign name that was pointed at this machine is
refused), a write must be JSON with a header that holds a secret of this run, and its `Origin`, if
there is one, must be ours. Away from loopback every request also needs the token of the address
that was printed, which becomes a cookie.
"""

from __future__ import annotations

import ipaddress
import json
import re
import secrets
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

from slovke.annotate.judgements import Log
from slovke.annotate.task import Task, TaskDocument, enrol, read_task
from slovke.annotate.view import comments_view, document_view, session_view
from slovke.errors import InputError

_MOST_BYTES = 64_000
_PAGES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/annotate.css": ("annotate.css", "text/css; charset=utf-8"),
    "/annotate.js": ("annotate.js", "text/javascript; charset=utf-8"),
    "/comments.js": ("comments.js", "text/javascript; charset=utf-8"),
    "/criteria.js": ("criteria.js", "text/javascript; charset=utf-8"),
    "/scales.js": ("scales.js", "text/javascript; charset=utf-8"),
    "/texts.json": ("texts.json", "application/json"),
}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


@dataclass(slots=True)
class Session:
    """One annotator at one task.

    Attributes:
        task, annotator, queue, log: what is judged, by whom, in which order, and where it goes.
        token: what every request must know, or None on loopback.
        secret: what a write must know: given to our own page only.
        lock: requests come in threads; the log is for one at a time.
    """

    task: Task
    annotator: str
    queue: tuple[TaskDocument, ...]
    log: Log
    token: str | None = None
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    lock: threading.Lock = field(default_factory=threading.Lock)


def open_session(folder: Path, annotator: str, token: str | None = None) -> Session:
    """Open a task for an annotator, who is added to it if new.

    Raises:
        InputError: no task there, a damaged log, or one that another server has open.
    """
    task = read_task(folder)
    names = enrol(folder, task, annotator)
    return Session(
        task, annotator, task.queue(annotator, names), Log(folder, task, annotator), token
    )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server bound to `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class AnnotationServer(ThreadingHTTPServer):
    """Serves one session."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128  # quick keys come many at once; a full queue resets connections

    def __init__(self, session: Session, host: str = "127.0.0.1", port: int = 0) -> None:
        """Bind; port 0 takes a free one.

        Raises:
            InputError: the host is not loopback and the session has no token; or the address can't
                be had.
        """
        if session.token is None and not is_loopback(host):
            raise InputError(f"--host {host} is open to others: a token is needed")
        self.session = session
        self.host = host
        if ":" in host:
            self.address_family = socket.AF_INET6
        try:
            super().__init__((host, port), _Handler)
        except (OSError, OverflowError) as error:
            raise InputError(f"can't listen on {host}:{port}: {error}") from None

    @property
    def address(self) -> str:
        """The address to open, with the token if there is one."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        base = f"http://{name}:{self.server_port}/"
        return base if self.session.token is None else f"{base}?token={self.session.token}"

    def server_close(self) -> None:
        """Close the socket and the log."""
        super().server_close()
        self.session.log.close()


class _Refusal(Exception):  # noqa: N818 - it is an answer, not a fault
    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class _Handler(BaseHTTPRequestHandler):
    server: AnnotationServer
    protocol_version = "HTTP/1.1"
    server_version = "slovke"
    sys_version = ""
    timeout = 30
    _written: ClassVar[tuple[str, ...]] = ("/api/judge", "/api/comment", "/api/undo")

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: a line holds the token, and one a key would hide what matters."""

    def _answer(self, act: Callable[[], None]) -> None:
        try:
            self._check_host()
            if self._takes_token():
                return
            act()
        except _Refusal as refusal:
            self.close_connection = True
            self._send_json({"error": str(refusal)}, refusal.status)
        except InputError as error:
            self._send_json({"error": str(error)}, 400)
        except OSError as error:
            # The disk is full or gone: the page must know that the key was not saved.
            self._send_json({"error": f"not saved: {error}"}, 500)

    def _get(self) -> None:
        url = urlsplit(self.path)
        session = self.server.session
        if url.path == "/api/session":
            with session.lock:
                self._send_json(self._session())
        elif url.path == "/api/document":
            with session.lock:
                self._send_json(self._document(parse_qs(url.query).get("n", [""])[0]))
        elif url.path in _PAGES:
            name, kind = _PAGES[url.path]
            text = files("slovke.annotate").joinpath("pages", name).read_text(encoding="utf-8")
            if name == "index.html":
                text = text.replace("{{secret}}", session.secret)
            self._send(text.encode(), kind)
        else:
            raise _Refusal(404, "nothing here")

    def _post(self) -> None:
        path = urlsplit(self.path).path
        if path not in self._written:
            raise _Refusal(404, "nothing here")
        self._check_own_page()
        said = self._read_json()
        session = self.server.session
        with session.lock:
            if path == "/api/undo":
                answer = self._undo()
            else:
                id_, candidate = said.get("document"), said.get("candidate")
                if not isinstance(id_, str):
                    raise _Refusal(400, "document must be a string")
                if path == "/api/comment" and (candidate is None or isinstance(candidate, str)):
                    session.log.comment(id_, candidate, said.get("text"))
                elif isinstance(candidate, str):
                    session.log.judge(id_, candidate, said.get("value"))
                else:
                    raise _Refusal(400, "candidate must be a string")
                answer = {**self._session(), **self._said_of(id_)}
        self._send_json(answer)

    def _undo(self) -> dict[str, Any]:
        session = self.server.session
        undone = session.log.undo()
        if undone is None:
            return {**self._session(), "undone": None}
        places = [document.id for document in session.queue]
        place = places.index(undone[0]) if undone[0] in places else None
        return {
            **self._session(),
            **self._said_of(undone[0]),
            "undone": {"n": place, "candidate": undone[1]},
        }

    def _said_of(self, document: str) -> dict[str, Any]:
        log = self.server.session.log
        return {
            "judged": log.state.get(document, {}),
            "comments": comments_view(log, document),
        }

    def _session(self) -> dict[str, Any]:
        session = self.server.session
        view: dict[str, Any] = session_view(
            session.task, session.queue, session.log, session.annotator
        )
        return view

    def _document(self, number: str) -> dict[str, Any]:
        session = self.server.session
        if not re.fullmatch(r"\d{1,6}", number) or int(number) >= len(session.queue):
            raise _Refusal(404, "no such document")
        document = session.queue[int(number)]
        view: dict[str, Any] = document_view(session.task, document)
        return {**view, "n": int(number), **self._said_of(document.id)}

    def _check_host(self) -> None:
        """Refuse a name that is not ours. (Away from loopback our names are unknown: the token.)"""
        if self.server.session.token is None:
            host = urlsplit(f"//{self.headers.get('Host', '')}").hostname or ""
            if not is_loopback(host):
                raise _Refusal(403, "this server answers to its loopback address only")

    def _takes_token(self) -> bool:
        """Check the token; True if the request was answered: a token in the address is a cookie."""
        token = self.server.session.token
        if token is None:
            return False
        url = urlsplit(self.path)
        given = parse_qs(url.query).get("token", [""])[0]
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(self.headers.get("Cookie", ""))
        except CookieError:
            cookies.clear()
        # Cookies know no ports: servers of several annotators on one host need names of their own.
        name = f"slovke{self.server.server_port}"
        kept = cookies[name].value if name in cookies else ""
        if self.command == "GET" and _same(given, token):
            self.send_response(303)
            self.send_header("Location", "/")
            self.send_header("Set-Cookie", f"{name}={token}; HttpOnly; SameSite=Strict; Path=/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return True
        if not _same(kept, token):
            raise _Refusal(403, "open the address with the token that `serve` printed")
        return False

    def _check_own_page(self) -> None:
        origin = self.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != self.headers.get("Host"):
            raise _Refusal(403, "a page of another site may not write here")
        if self.headers.get("Content-Type", "").split(";")[0] != "application/json":
            raise _Refusal(415, "send JSON")
        if not _same(self.headers.get("X-Slovke", ""), self.server.session.secret):
            # 409 tells our own page, left open over a restart, to load itself again.
            raise _Refusal(409, "the server was restarted: load the page again")

    def _read_json(self) -> dict[str, Any]:
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch(r"\d{1,6}", length) or int(length) > _MOST_BYTES:
            raise _Refusal(413, f"at most {_MOST_BYTES} bytes, their number given")
        try:
            said = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            raise _Refusal(400, "not JSON") from None
        if not isinstance(said, dict):
            raise _Refusal(400, "send a JSON object")
        return said

    def _send_json(self, answer: object, status: int = 200) -> None:
        self._send(json.dumps(answer, ensure_ascii=False).encode(), "application/json", status)

    def _send(self, body: bytes, kind: str, status: int = 200) -> None:
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)


def _same(given: str, wanted: str) -> bool:
    return secrets.compare_digest(given.encode(), wanted.encode())
