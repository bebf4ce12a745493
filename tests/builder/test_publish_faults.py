"""Publishing when things go wrong: lost answers, outages, kills, other publishers, wrong tokens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from builder.remote import Remote
from builder.remote_errors import ConflictError, Patience
from slovke.errors import InputError
from tests.cleaned_folder import record
from tests.hub.server import Hub
from tests.hub.state import READ_TOKEN, WRITE_TOKEN
from tests.published import REPO, ROOT, Publisher, client_environment, make_build

COMMIT = r"/commit/main"
TAG = r"/tag/"
WHOLE = ["List the release 1.0.0", "SlovKE 1.0.0", "initial commit"]


def titles(hub: Hub) -> list[str]:
    return [commit.title for commit in hub.repository(REPO).log("refs/heads/main")]


def assert_published_once(hub: Hub) -> None:
    """The release is whole, and no commit is there twice."""
    assert titles(hub) == WHOLE
    repository = hub.repository(REPO)
    assert repository.resolve("v1.0.0") == repository.log("main")[1].oid
    assert repository.references("refs/pr/") == {}


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param({"method": "POST", "pattern": COMMIT, "lost": True}, id="commit-landed"),
        pytest.param(
            {"method": "POST", "pattern": COMMIT, "dropped": True},
            id="commit-dropped",
            marks=pytest.mark.full,
        ),
        pytest.param({"method": "POST", "pattern": COMMIT, "status": 502}, id="commit-502"),
        pytest.param(
            {"method": "POST", "pattern": COMMIT, "lost": True, "after": 1},
            id="list-landed",
            marks=pytest.mark.full,
        ),
        pytest.param({"method": "POST", "pattern": TAG, "lost": True}, id="tag-landed"),
        pytest.param(
            {"method": "POST", "pattern": TAG, "status": 503}, id="tag-503", marks=pytest.mark.full
        ),
        pytest.param(
            {"method": "GET", "pattern": "/tree/", "dropped": True},
            id="tree-dropped",
            marks=pytest.mark.full,
        ),
        pytest.param(
            {"method": "GET", "pattern": "whoami", "status": 429, "headers": {"Retry-After": "0"}},
            id="whoami-429",
        ),
        pytest.param(
            {"method": "POST", "pattern": "validate-yaml", "status": 500},
            id="yaml-500",
            marks=pytest.mark.full,
        ),
        pytest.param({"method": "PUT", "pattern": "/upload/", "cut": True}, id="upload-cut"),
    ],
)
def test_one_fault_is_outlived_and_nothing_is_done_twice(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path], fault: dict[str, Any]
) -> None:
    hub.create(REPO)
    hub.fail(**fault)
    publisher.send(builds[0])
    assert hub.state.faults[0].times < 1, "the fault was not met"
    assert_published_once(hub)


@pytest.mark.parametrize(
    ("method", "pattern", "after", "left"),
    [
        ("POST", COMMIT, 0, ["initial commit"]),
        pytest.param("POST", TAG, 0, WHOLE[1:], marks=pytest.mark.full),
        pytest.param("POST", COMMIT, 1, WHOLE[1:], marks=pytest.mark.full),
    ],
)
def test_an_outage_is_one_line_and_the_same_command_does_the_rest(
    hub: Hub,
    publisher: Publisher,
    builds: tuple[Path, Path],
    method: str,
    pattern: str,
    after: int,
    left: list[str],
) -> None:
    hub.create(REPO)
    hub.fail(method, pattern, after=after, status=500, times=publisher.tries)
    with pytest.raises(InputError, match=r"the Hub answered 500, 3 times; .*same command goes on"):
        publisher.send(builds[0])
    assert titles(hub) == left
    publisher.send(builds[0])
    assert_published_once(hub)


def test_what_someone_commits_in_between_is_not_overwritten(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    repository = hub.create(REPO)

    def someone() -> None:
        parent = repository.resolve("main")
        repository.commit("refs/heads/main", parent, {"README.md": b"by hand"}, "By hand")

    hub.fail("POST", COMMIT, call=someone)
    with pytest.raises(ConflictError, match=r"moved from \w{8} to \w{8} \('By hand'\)"):
        publisher.send(builds[0])
    assert titles(hub) == ["By hand", "initial commit"]
    assert repository.references("refs/tags/") == {}
    publisher.send(builds[0])
    assert titles(hub) == ["List the release 1.0.0", "SlovKE 1.0.0", "By hand", "initial commit"]


@pytest.mark.full
def test_someone_elses_commit_before_the_listing_does_no_harm(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    repository = hub.create(REPO)

    def someone() -> None:
        parent = repository.resolve("main")
        repository.commit("refs/heads/main", parent, {"notes.txt": b"a"}, "By hand")

    hub.fail("POST", COMMIT, after=1, call=someone)
    publisher.send(builds[0])
    assert titles(hub) == ["List the release 1.0.0", "By hand", "SlovKE 1.0.0", "initial commit"]


def test_of_two_publishers_of_one_version_the_slower_one_is_told(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path], tmp_path: Path
) -> None:
    hub.create(REPO)
    other = make_build(tmp_path, "1.0.0", [record(number) for number in range(20)])
    hub.fail("POST", COMMIT, call=lambda: void(Publisher(hub).send(other)))
    with pytest.raises(ConflictError, match="moved from"):
        publisher.send(builds[0])
    assert_published_once(hub)
    with pytest.raises(InputError, match=r"must be greater than 1\.0\.0"):
        publisher.send(builds[0])


@pytest.mark.full
def test_of_two_publishers_of_one_build_both_succeed(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    hub.create(REPO)
    hub.fail("POST", COMMIT, call=lambda: void(Publisher(hub).send(builds[0])))
    publisher.send(builds[0])
    assert_published_once(hub)


@pytest.mark.full
def test_a_lost_answer_makes_no_second_pull_request(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    hub.create(REPO)
    hub.fail("POST", COMMIT, lost=True)
    proposed = publisher.send(builds[0], create_pr=True)
    assert hub.repository(REPO).references("refs/pr/") == {"refs/pr/1": proposed.commit}
    assert titles(hub) == ["initial commit"]


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("hf_thisTokenIsOfNobody", r"the Hub refused the token \(401\): run `hf auth login`"),
        (READ_TOKEN, r"the token only reads \(role 'read'\)"),
    ],
)
def test_a_wrong_token_is_one_line_without_it(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path], token: str, message: str
) -> None:
    hub.create(REPO)
    publisher.token = token
    with pytest.raises(InputError, match=message) as caught:
        publisher.send(builds[0])
    assert token not in str(caught.value)
    assert "\n" not in str(caught.value)
    assert {method for method, _ in hub.requests} == {"GET"}


def test_a_refusal_while_publishing_is_one_line(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    hub.create(REPO)
    hub.fail("POST", COMMIT, status=403)
    with pytest.raises(InputError, match=r"may not \(403\): it needs the right to write to") as it:
        publisher.send(builds[0])
    assert "\n" not in str(it.value)
    assert titles(hub) == ["initial commit"]


@pytest.mark.parametrize(
    ("permissions", "may"),
    [(["repo.content.read"], False), ([], False), (["repo.content.read", "repo.write"], True)],
)
def test_a_fine_grained_token_must_have_the_right_to_write(
    publisher: Publisher, monkeypatch: pytest.MonkeyPatch, permissions: list[str], may: bool
) -> None:
    scope = {"entity": {"type": "org", "name": "NaiveNeuron"}, "permissions": permissions}
    token = {"role": "fineGrained", "fineGrained": {"scoped": [scope]}}
    who = {"name": "tester", "orgs": [{"name": "NaiveNeuron"}], "auth": {"accessToken": token}}
    monkeypatch.setattr("huggingface_hub.HfApi.whoami", lambda self: who)
    remote = publisher.remote()
    if may:
        assert remote.check_may_write() == "tester"
    else:
        with pytest.raises(InputError, match=r"the token only reads \(role 'fineGrained'\)"):
            remote.check_may_write()


def test_no_token_at_all(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.get_token", lambda: None)
    with pytest.raises(InputError, match="no Hub token: run `hf auth login`, or set HF_TOKEN"):
        Remote(REPO, endpoint=hub.url).check_may_write()


def test_no_network_is_one_line_that_says_so(tmp_path: Path) -> None:
    said: list[str] = []
    remote = Remote(
        REPO,
        endpoint="http://127.0.0.1:9",  # the port that nobody listens on
        token=WRITE_TOKEN,
        patience=Patience(2, 0.01, 0.01),
        say=said.append,
    )
    with pytest.raises(InputError, match=r"the Hub can't be reached \(ConnectionRefusedError\)"):
        remote.check_may_write()
    assert said == [
        "asking who the token belongs to: the Hub can't be reached (ConnectionRefusedError); "
        "trying again in 0 s"
    ]


def test_what_the_hub_asks_to_wait_is_waited_within_bounds() -> None:
    class Response:
        status_code = 429
        headers = {"Retry-After": "7"}  # noqa: RUF012

    error = OSError("too many requests")
    error.response = Response()  # type: ignore[attr-defined]
    assert Patience(6, 1, 60).wait(0, error) == 7
    assert Patience(6, 1, 5).wait(0, error) == 5
    assert Patience(6, 1, 60).wait(4, OSError()) == 16


_PUBLISH = """
import sys
from pathlib import Path
from tests.hub.server import Hub
from tests.hub.objects import Objects
from tests.hub.state import State
from tests.published import Publisher
state = State(Path(sys.argv[1]), Objects(Path(sys.argv[1])), url=sys.argv[2])
Publisher(Hub(state)).send(Path(sys.argv[3]))
"""


@pytest.mark.parametrize(
    ("method", "pattern", "after", "left"),
    [
        ("PUT", "/upload/", 2, ["initial commit"]),
        ("POST", COMMIT, 0, WHOLE[1:]),  # a request that was sent whole lands all the same
        ("POST", TAG, 0, WHOLE[1:]),
        ("POST", COMMIT, 1, WHOLE),
    ],
)
@pytest.mark.full
def test_after_a_kill_the_same_command_does_the_rest(
    hub: Hub,
    publisher: Publisher,
    builds: tuple[Path, Path],
    tmp_path: Path,
    method: str,
    pattern: str,
    after: int,
    left: list[str],
) -> None:
    hub.create(REPO)
    command = [sys.executable, "-c", _PUBLISH, str(hub.state.root), hub.url, str(builds[0])]
    environment = client_environment(hub, tmp_path / "home")
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    hub.fail(method, pattern, after=after, call=lambda: os.kill(process.pid, signal.SIGKILL))
    assert process.wait(60) == -signal.SIGKILL
    give_up = time.monotonic() + 10
    while titles(hub) != left and time.monotonic() < give_up:
        time.sleep(0.05)  # the Hub is still at the last request
    assert titles(hub) == left
    publisher.send(builds[0])
    assert_published_once(hub)


def void(_: object) -> None:
    """For a callback whose result is not wanted."""
