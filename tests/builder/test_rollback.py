"""Rolling main back to an earlier release: its content again, without a byte sent twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.remote_errors import ConflictError
from builder.rollback import rollback
from slovke.errors import InputError
from slovke.releases import parse_releases
from tests.cleaned_folder import record
from tests.hub.server import Hub
from tests.published import REPO, Publisher, make_build


@pytest.fixture
def published(publisher: Publisher, builds: tuple[Path, Path], tmp_path: Path) -> Publisher:
    """1.0.0 with two configs, then 1.0.1 with one, so that files must come back and go."""
    narrow = [record(number) for number in range(3, 60)]
    publisher.send(make_build(tmp_path, "0.9.0", narrow, None, ("default",)))
    publisher.send(builds[0])
    return publisher


def without_lists(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if path != "releases.json"}


def test_main_gets_the_content_of_the_release_as_a_new_commit(
    hub: Hub, published: Publisher
) -> None:
    repository = hub.repository(REPO)
    parent = repository.resolve("main")
    repository.commit("refs/heads/main", parent, {"notes.txt": b"theirs"}, "By hand")
    refs = repository.references("refs/tags/")
    hub.requests.clear()
    commit = rollback(published.remote(), "0.9.0", published.said.append)
    assert not any(method == "PUT" for method, _ in hub.requests)
    assert [item.title for item in repository.log("main", 2)] == ["Back to 0.9.0", "By hand"]
    assert repository.resolve("main") == commit
    assert repository.references("refs/tags/") == refs
    there = hub.files(REPO)
    assert without_lists(there) == {
        **without_lists(hub.files(REPO, "v0.9.0")),
        "notes.txt": b"theirs",
    }
    releases = parse_releases(there["releases.json"].decode(), REPO, "releases.json")
    assert releases.choose().version == "0.9.0"
    assert releases.choose("1.0.0").version == "1.0.0"


@pytest.mark.full
def test_twice_is_once_and_forward_again_works(hub: Hub, published: Publisher) -> None:
    remote = published.remote()
    commit = rollback(remote, "v0.9.0", published.said.append)
    assert rollback(remote, "0.9.0", published.said.append) == commit
    rollback(remote, "1.0.0", published.said.append)
    assert without_lists(hub.files(REPO)) == without_lists(hub.files(REPO, "v1.0.0"))


@pytest.mark.full
def test_a_release_after_a_rollback_is_the_current_one(
    hub: Hub, published: Publisher, builds: tuple[Path, Path]
) -> None:
    rollback(published.remote(), "0.9.0", published.said.append)
    published.send(builds[1])
    text = hub.files(REPO)["releases.json"].decode()
    assert parse_releases(text, REPO, "releases.json").choose().version == "1.1.0"


@pytest.mark.full
def test_a_lost_answer_makes_no_second_commit(hub: Hub, published: Publisher) -> None:
    hub.fail("POST", "/commit/main", lost=True)
    rollback(published.remote(), "0.9.0", published.said.append)
    titles = [item.title for item in hub.repository(REPO).log("main")]
    assert titles.count("Back to 0.9.0") == 1


@pytest.mark.full
def test_who_was_faster_is_not_overwritten(hub: Hub, published: Publisher) -> None:
    repository = hub.repository(REPO)

    def someone() -> None:
        parent = repository.resolve("main")
        repository.commit("refs/heads/main", parent, {"README.md": b"by hand"}, "By hand")

    hub.fail("POST", "/commit/main", call=someone)
    with pytest.raises(ConflictError, match="By hand"):
        rollback(published.remote(), "0.9.0", published.said.append)
    assert hub.files(REPO)["README.md"] == b"by hand"


def test_an_unknown_release_and_a_missing_repository(hub: Hub, published: Publisher) -> None:
    with pytest.raises(InputError, match=r"has no release 2.0.0; it has 0.9.0, 1.0.0"):
        rollback(published.remote(), "2.0.0", published.said.append)
    with pytest.raises(InputError, match="no such dataset on the Hub"):
        rollback(published.remote("tester/none"), "1.0.0", published.said.append)
