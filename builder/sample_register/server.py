"""A loopback HTTP server that serves theses as the register does.

Search form, results bound to a session cookie, a cap on the results that a session shows, paging,
detail pages, 404 for a withdrawn thesis, robots.txt; faults on request. For the demo, the tests
and the benchmarks: it listens on 127.0.0.1 only.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self
from urllib.parse import parse_qs, urlsplit

from builder.sample_register.faults import Answer, FaultLine, Faults, Hostility, hostile_page
from builder.sample_register.pages import (
    Entry,
    detail_address,
    detail_page,
    form_page,
    listing_page,
    message_page,
)

Fold = Literal["case", "diacritics", "digraphs"]

_DIGRAPHS = ("ch", "dz", "dž")


@dataclass(frozen=True, slots=True)
class Access:
    """One request as the access log keeps it; `at` is when it came, in monotonic seconds."""

    at: float
    method: str
    target: str
    status: int
    agent: str
    session: str


@dataclass(frozen=True, slots=True)
class Query:
    """What the search form can ask for; empty fields do not narrow."""

    year: str = ""
    document_type: str = ""
    type_not: tuple[str, ...] = ()
    title: str = ""
    title_not: tuple[str, ...] = ()


class Catalogue:
    """The entries and the search over them. Shared by the server's threads."""

    def __init__(self, entries: Sequence[Entry], fold: Fold = "case") -> None:
        """Hold `entries`; `fold` says how a search compares a title's beginning."""
        self._fold = fold
        self._lock = threading.Lock()
        # A sid that the sample lists twice is one thesis: the register has one page for it.
        self._entries = {entry.sid: entry for entry in reversed(entries)}
        self._found: OrderedDict[tuple[Query, frozenset[str]], list[Entry]] = OrderedDict()

    def get(self, sid: str) -> Entry | None:
        """The entry of a sid, if there is one."""
        return self._entries.get(sid)

    def years(self) -> list[int]:
        """All years, ascending."""
        return sorted({entry.year for entry in self._entries.values()})

    def add(self, entry: Entry) -> None:
        """A new or changed entry."""
        with self._lock:
            self._entries[entry.sid] = entry
            self._found.clear()

    def remove(self, sid: str) -> None:
        """Take an entry out of listings and detail pages."""
        with self._lock:
            del self._entries[sid]
            self._found.clear()

    def search(self, query: Query, hidden: frozenset[str]) -> list[Entry]:
        """All entries that the query asks for, by title."""
        key = (query, hidden)
        with self._lock:
            if key not in self._found:
                self._found[key] = sorted(
                    (e for e in self._entries.values() if self._fits(e, query, hidden)),
                    key=lambda entry: (entry.title, entry.sid),
                )
                while len(self._found) > 64:
                    self._found.popitem(last=False)
            return self._found[key]

    def _fits(self, entry: Entry, query: Query, hidden: frozenset[str]) -> bool:
        if query.year and str(entry.year) != query.year:
            return False
        if query.document_type and entry.document_type != query.document_type:
            return False
        if entry.document_type in query.type_not or entry.sid in hidden:
            return False
        title = self._folded(entry.title)
        if not self._begins(title, query.title):
            return False
        return not any(self._begins(title, prefix) for prefix in query.title_not)

    def _begins(self, title: str, prefix: str) -> bool:
        folded = self._folded(prefix)
        if not title.startswith(folded):
            return False
        end = len(folded)
        is_torn = end > 0 and title[end - 1 : end + 1] in _DIGRAPHS
        return not (is_torn and self._fold == "digraphs")

    def _folded(self, text: str) -> str:
        folded = text.casefold().lstrip()
        if self._fold == "diacritics":
            import unicodedata

            decomposed = unicodedata.normalize("NFD", folded)
            folded = "".join(c for c in decomposed if not unicodedata.combining(c))
        return folded


class SampleRegister:
    """The running register: a context manager with a `base_url` and a list of `accesses`."""

    def __init__(
        self,
        entries: Sequence[Entry],
        *,
        port: int = 0,
        cap: int = 20_000,
        page_size: int = 20,
        total_shown: Literal["real", "capped"] = "real",
        fold: Fold = "case",
        crawl_delay: float | None = None,
        faults: Faults | None = None,
        access_log: Path | None = None,
    ) -> None:
        """Prepare to serve.

        Args:
            entries: what the register holds; withdrawn ones are listed, their pages answer 404.
            port: 0 takes a free one.
            cap: as many results as a session shows.
            page_size: results a page.
            total_shown: whether the total above the results is the true one or stops at the cap.
            fold: whether a search for the beginning of a title ignores case alone, diacritics as
                well, or case but takes ch, dz and dž for letters of their own.
            crawl_delay: seconds that robots.txt asks for; None asks for none.
            faults: what goes wrong; None is nothing.
            access_log: a file that gets one JSON line for each request.
        """
        self.catalogue = Catalogue(entries, fold)
        self.cap = cap
        self.page_size = page_size
        self.total_shown = total_shown
        self.crawl_delay = crawl_delay
        self.faults = FaultLine(faults or Faults())
        self.accesses: list[Access] = []
        self.sessions: OrderedDict[str, Query] = OrderedDict()
        self._log = access_log
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", port), self)
        self._thread: threading.Thread | None = None

    @property
    def base_url(self) -> str:
        """The address to collect from."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def drop(self) -> None:
        """The network is gone: open connections are cut, new ones refused, until `restore`."""
        self._stop()
        self._server.cut_connections()

    def restore(self) -> None:
        """The network is back, at the same address."""
        self._server = _Server(self._server.server_address[:2], self)
        self._start()

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def _stop(self) -> None:
        if self._thread is None:
            return
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._thread = None

    def serve_forever(self) -> None:
        """Serve in this thread until it is interrupted."""
        try:
            self._server.serve_forever()
        finally:
            self._server.server_close()

    def open_session(self) -> str:
        """A new session with nothing searched yet; the oldest of a thousand is forgotten."""
        token = secrets.token_hex(8)
        with self._lock:
            self.sessions[token] = Query()
            while len(self.sessions) > 1000:
                self.sessions.popitem(last=False)
        return token

    def record(self, access: Access) -> None:
        """Add to the access log."""
        with self._lock:
            self.accesses.append(access)
            if self._log is not None:
                with self._log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(access)) + "\n")


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # Waiting for a client's idle keep-alive connection would hold up the end of every test.
    block_on_close = False
    request_queue_size = 128  # a full queue resets connections, which is a fault of its own

    def __init__(self, address: Any, register: SampleRegister) -> None:
        self.register = register
        self._connections: set[socket.socket] = set()
        super().__init__(address, _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Remember the connection, so that it can be cut."""
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """The connection has ended."""
        self._connections.discard(request)
        super().shutdown_request(request)

    def cut_connections(self) -> None:
        """End all connections in the midst of whatever they are at."""
        for connection in list(self._connections):
            with contextlib.suppress(OSError):  # it has just ended by itself
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away (killed on purpose in the tests) is no error of the server."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Answer a page, a detail, robots.txt."""
        self._answer({})

    def do_POST(self) -> None:
        """Answer a search."""
        length = min(int(self.headers.get("Content-Length") or 0), 100_000)
        body = self.rfile.read(length).decode("utf-8", "replace")
        self._answer(parse_qs(body))

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet: the access log is kept elsewhere."""

    def _answer(self, fields: dict[str, list[str]]) -> None:
        self._began = time.monotonic()
        register = self.server.register
        parts = urlsplit(self.path)
        parameters = parse_qs(parts.query)
        function = parameters.get("fn", [""])[0]
        if parts.path == "/robots.txt":
            self._send(200, self._robots().encode(), "text/plain; charset=utf-8")
            return
        answer = register.faults.next_answer(function.startswith("ResultForm"))
        if answer is Answer.TOO_MANY:
            seconds = str(register.faults.faults.retry_after)
            self._page(429, message_page("429", "Príliš veľa požiadaviek."), retry_after=seconds)
            return
        if answer is Answer.UNAVAILABLE:
            self._page(503, message_page("503", "Služba je nedostupná."))
            return
        if answer is Answer.SLOW:
            time.sleep(register.faults.faults.slow_seconds)
        cut = answer is Answer.CUT
        if function.startswith("detailBiblioForm"):
            self._detail(parameters.get("sid", [""])[0], cut)
        elif function.startswith("ResultForm") and answer is not Answer.EXPIRED:
            self._results(int(parameters.get("page", ["1"])[0]), cut)
        elif fields:
            self._search(fields, cut)
        else:
            expired = function.startswith("ResultForm")
            notice = "Platnosť relácie vypršala, zadajte dopyt znova." if expired else ""
            token = register.open_session()
            page = form_page(token, register.catalogue.years(), notice)
            self._page(200, page, cut=cut, token=token)

    def _robots(self) -> str:
        delay = self.server.register.crawl_delay
        line = "" if delay is None else f"Crawl-delay: {delay:g}\n"
        return f"User-agent: *\n{line}Disallow: /?fn=protocol\n"

    def _session(self) -> str | None:
        try:
            cookie = SimpleCookie(self.headers.get("Cookie", "")).get("SESSION")
        except CookieError:
            return None
        if cookie is None or cookie.value not in self.server.register.sessions:
            return None
        return cookie.value

    def _search(self, fields: dict[str, list[str]], cut: bool) -> None:
        token = self._session()
        if token is None:
            self._expired(cut)
            return
        self.server.register.sessions[token] = Query(
            year=fields.get("year", [""])[0],
            document_type=fields.get("type", [""])[0],
            type_not=tuple(fields.get("type_not", [])),
            title=fields.get("title", [""])[0],
            title_not=tuple(fields.get("title_not", [])),
        )
        self._results(1, cut)

    def _expired(self, cut: bool) -> None:
        register = self.server.register
        token = register.open_session()
        notice = "Platnosť relácie vypršala, zadajte dopyt znova."
        self._page(200, form_page(token, register.catalogue.years(), notice), cut=cut, token=token)

    def _results(self, page: int, cut: bool) -> None:
        register = self.server.register
        token = self._session()
        if token is None:
            self._expired(cut)
            return
        found = register.catalogue.search(register.sessions[token], register.faults.hidden)
        shown = found[: register.cap]
        total = len(found) if register.total_shown == "real" else len(shown)
        pages = max(1, -(-len(shown) // register.page_size))
        page = min(max(1, page), pages)
        rows = []
        start = (page - 1) * register.page_size
        for number, entry in enumerate(shown[start : start + register.page_size]):
            sid = entry.sid
            if register.faults.faults.hostile.get(sid) is Hostility.PATH:
                sid = f"../../../../tmp/{sid}"
            rows.append((detail_address(sid, token if number % 2 else None), entry))
        self._page(200, listing_page(rows, total, page, pages, token), cut=cut)

    def _detail(self, sid: str, cut: bool) -> None:
        register = self.server.register
        entry = register.catalogue.get(sid)
        if entry is None or entry.withdrawn:
            self._page(404, message_page("404", "Záznam neexistuje."), cut=cut)
            return
        kind = register.faults.faults.hostile.get(sid)
        if kind is None or kind is Hostility.PATH:
            self._page(200, detail_page(entry), cut=cut)
        elif kind is Hostility.BROKEN:
            self._page(500, message_page("500", "Vnútorná chyba."))
        elif kind in (Hostility.REDIRECT, Hostility.LOOP):
            elsewhere = f"http://other.invalid/?sid={sid}"
            self._send(302, b"", location=elsewhere if kind is Hostility.REDIRECT else self.path)
        elif kind is Hostility.DRIP:
            self._drip()
        else:
            encoding = "gzip" if kind is Hostility.BOMB else None
            self._send(200, hostile_page(entry, kind), cut=cut, encoding=encoding)

    def _drip(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        self.close_connection = True
        with contextlib.suppress(OSError):  # the client has left
            while True:
                self.wfile.write(b" ")
                time.sleep(0.05)

    def _page(
        self,
        status: int,
        page: str,
        *,
        cut: bool = False,
        token: str | None = None,
        retry_after: str | None = None,
    ) -> None:
        body = page.encode("utf-8", "surrogatepass")
        self._send(status, body, cut=cut, token=token, retry_after=retry_after)

    def _send(
        self,
        status: int,
        body: bytes,
        kind: str = "text/html; charset=utf-8",
        *,
        cut: bool = False,
        token: str | None = None,
        retry_after: str | None = None,
        location: str | None = None,
        encoding: str | None = None,
    ) -> None:
        self.server.register.record(
            Access(
                self._began,
                self.command,
                self.path,
                status,
                self.headers.get("User-Agent", ""),
                self.headers.get("Cookie", ""),
            )
        )
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if token is not None:
            self.send_header("Set-Cookie", f"SESSION={token}; Path=/; HttpOnly")
        if retry_after is not None:
            self.send_header("Retry-After", retry_after)
        if encoding is not None:
            self.send_header("Content-Encoding", encoding)
        if location is not None:
            self.send_header("Location", location)
        self.end_headers()
        if cut:
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        else:
            self.wfile.write(body)
