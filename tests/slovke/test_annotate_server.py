"""The server: what the page gets, and who may not write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from slovke.annotate.judgements import read_comments, read_state
from slovke.annotate.server import AnnotationServer, Session, is_loopback, open_session
from slovke.annotate.task import Task
from slovke.errors import InputError
from tests.slovke.annotation_task import draw, judged


@contextmanager
def running(session: Session, host: str = "127.0.0.1") -> Iterator[AnnotationServer]:
    with AnnotationServer(session, host) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return draw(tmp_path)


@pytest.fixture
def server(tmp_path: Path, task: Task) -> Iterator[AnnotationServer]:
    with running(open_session(tmp_path, "eva")) as started:
        yield started


def ask(
    server: AnnotationServer, method: str, path: str, body: object = None, **headers: str | None
) -> tuple[int, Any, dict[str, str]]:
    """One request as our page makes it; a header of None is left out, `_` stands for `-`."""
    own: dict[str, str | None] = {"Host": f"127.0.0.1:{server.server_port}"}
    data = b""
    if method == "POST":
        own |= {"Content-Type": "application/json", "X-Slovke": server.session.secret}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        own["Content-Length"] = str(len(data))
    own |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in own.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(data)
        answer = connection.getresponse()
        text = answer.read().decode()
        is_json = answer.headers.get("Content-Type") == "application/json"
        return answer.status, json.loads(text) if is_json else text, dict(answer.headers)
    finally:
        connection.close()


SCRIPTS = ("annotate", "comments", "criteria", "scales")
GOOD = {"document": "t1", "candidate": "c1", "value": judged()}


def test_judge_and_undo_over_http(server: AnnotationServer, tmp_path: Path, task: Task) -> None:
    status, said, _ = ask(server, "POST", "/api/judge", GOOD)
    assert (status, said["judged"]) == (200, {"c1": judged()})
    assert read_state(tmp_path, task, "eva") == {"t1": {"c1": judged()}}
    status, said, _ = ask(server, "POST", "/api/undo", {})
    place = [document.id for document in task.documents].index("t1")
    assert said["undone"] == {"n": place, "candidate": "c1"}
    status, said, _ = ask(server, "POST", "/api/undo", {})
    assert (status, said["undone"]) == (200, None)


def test_comments_over_http(server: AnnotationServer, tmp_path: Path, task: Task) -> None:
    of_candidate = {"document": "t1", "candidate": "c1", "text": " <b>prečo</b> "}
    status, said, _ = ask(server, "POST", "/api/comment", of_candidate)
    assert (status, said["comments"]) == (200, {"c1": "<b>prečo</b>"})
    of_document = {"document": "t1", "candidate": None, "text": "celý"}
    _, said, _ = ask(server, "POST", "/api/comment", of_document)
    assert said["comments"] == {"c1": "<b>prečo</b>", "": "celý"}
    place = [document.id for document in task.documents].index("t1")
    _, shown, _ = ask(server, "GET", f"/api/document?n={place}")
    assert shown["comments"] == said["comments"]
    _, said, _ = ask(server, "POST", "/api/undo", {})
    assert (said["undone"], said["comments"]) == (
        {"n": place, "candidate": None},
        {"c1": "<b>prečo</b>"},
    )
    for wrong in ({"text": 7}, {"candidate": "c9"}, {"candidate": 1}, {"text": "x" * 2001}):
        assert ask(server, "POST", "/api/comment", {**of_candidate, **wrong})[0] == 400, wrong
    assert read_comments(tmp_path, task, "eva") == {"t1": {"c1": "<b>prečo</b>"}}


def test_the_page_and_its_files_with_their_headers(server: AnnotationServer) -> None:
    for path in ("/", *(f"/{name}.js" for name in SCRIPTS), "/annotate.css", "/texts.json"):
        status, _, headers = ask(server, "GET", path)
        assert status == 200, path
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
    _, text, _ = ask(server, "GET", "/")
    assert server.session.secret in text
    assert "http" not in text
    for path in ("/systems.jsonl", "/../task.json", "/pages/index.html", "/api/document?n=6"):
        assert ask(server, "GET", path)[0] == 404, path
    assert ask(server, "GET", "/api/document?n=-1")[0] == 404
    assert ask(server, "PUT", "/api/judge")[0] == 501


def test_both_languages_say_the_same_things(server: AnnotationServer) -> None:
    _, texts, _ = ask(server, "GET", "/texts.json")
    assert texts["sk"].keys() == texts["en"].keys()
    for name in ("keys", "scaleKeys"):
        assert [key for key, _ in texts["sk"][name]] == [key for key, _ in texts["en"][name]]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example"}, 403),
        ({"Host": None}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"X_Slovke": None}, 409),
        ({"X_Slovke": "guess"}, 409),
        ({"X_Slovke": "é"}, 409),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Length": "64001"}, 413),
        ({"Content_Length": "-1"}, 413),
        ({"Content_Length": None}, 413),
    ],
)
def test_a_page_elsewhere_cannot_write(
    server: AnnotationServer,
    headers: dict[str, str | None],
    status: int,
    tmp_path: Path,
    task: Task,
) -> None:
    body: object = GOOD if "Content_Length" not in headers else b""
    given, said, _ = ask(server, "POST", "/api/judge", body, **headers)
    assert given == status
    assert set(said) == {"error"}
    assert read_state(tmp_path, task, "eva") == {}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[1]",
        b"[" * 60_000,
        {"document": 1, "candidate": "c1", "value": None},
        {"document": "t9", "candidate": "c1", "value": None},
        {"document": "t1", "candidate": "c9", "value": None},
        {**GOOD, "value": judged(non_redundancy=False, same_as="c1")},
        {**GOOD, "value": {"label": "extended"}},
    ],
)
def test_what_is_no_judgement_gets_an_answer_and_no_line(
    server: AnnotationServer, body: object, tmp_path: Path, task: Task
) -> None:
    status, said, _ = ask(server, "POST", "/api/judge", body)
    assert status == 400
    assert said["error"]
    assert read_state(tmp_path, task, "eva") == {}
    assert ask(server, "POST", "/api/judge", GOOD)[0] == 200


def test_a_full_disk_is_told(
    server: AnnotationServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, task: Task
) -> None:
    def full(file: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("slovke.annotate.judgements.os.write", full)
        status, said, _ = ask(server, "POST", "/api/judge", GOOD)
    assert status == 500
    assert "not saved" in said["error"]
    assert server.session.log.state == {}
    assert ask(server, "POST", "/api/judge", GOOD)[0] == 200


def test_many_at_once_lose_nothing(server: AnnotationServer, tmp_path: Path, task: Task) -> None:
    wanted = [(document.id, one.id) for document in task.documents for one in document.candidates]

    def send(document: str, candidate: str) -> None:
        ask(
            server,
            "POST",
            "/api/judge",
            {"document": document, "candidate": candidate, "value": judged()},
        )

    threads = [Thread(target=send, args=item) for item in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    state = read_state(tmp_path, task, "eva")
    assert {(id_, one) for id_, own in state.items() for one in own} == set(wanted)


def test_away_from_loopback_a_token_is_needed(tmp_path: Path, task: Task) -> None:
    with open_session(tmp_path, "eva").log as log:
        session = Session(task, "eva", task.documents, log)
        with pytest.raises(InputError, match="a token is needed"):
            AnnotationServer(session, "0.0.0.0")
    session = open_session(tmp_path, "eva", "a-token-of-some-length")
    with running(session, "0.0.0.0") as server:
        assert ask(server, "GET", "/", Host="box.example")[0] == 403
        assert ask(server, "GET", "/?token=guess", Host="box.example")[0] == 403
        assert ask(server, "POST", "/api/judge", GOOD, Host="box.example")[0] == 403
        status, _, headers = ask(
            server, "GET", "/?token=a-token-of-some-length", Host="box.example"
        )
        assert (status, headers["Location"]) == (303, "/")
        assert "HttpOnly" in headers["Set-Cookie"]
        assert "SameSite=Strict" in headers["Set-Cookie"]
        cookie = headers["Set-Cookie"].split(";")[0]
        assert ask(server, "GET", "/", Host="box.example", Cookie=cookie)[0] == 200
        status, _, _ = ask(
            server,
            "POST",
            "/api/judge",
            GOOD,
            Host="box.example",
            Cookie=cookie,
            Origin="http://box.example",
        )
        assert status == 200


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("192.168.1.7", False),
        ("localhost.example", False),
        ("", False),
    ],
)
def test_what_is_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback
