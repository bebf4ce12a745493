"""Publishing to the Hub on loopback: what lands there, what stays, what is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from builder.names import keep_persons
from slovke.errors import InputError
from slovke.releases import parse_releases
from tests.cleaned_folder import record
from tests.hub.server import Hub
from tests.hub.state import USER
from tests.published import REPO, Publisher, make_build

BOTH = pytest.mark.parametrize(
    "protocol", ["plain", pytest.param("xet", marks=pytest.mark.full)], indirect=True
)


def content(build: Path) -> dict[str, bytes]:
    return {
        path.relative_to(build).as_posix(): path.read_bytes()
        for path in build.rglob("*")
        if path.is_file()
    }


def titles(hub: Hub) -> list[str]:
    return [commit.title for commit in hub.repository(REPO).log("refs/heads/main")]


@BOTH
def test_a_release_is_one_commit_an_annotated_tag_and_an_entry_in_the_list(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path], protocol: str
) -> None:
    first, second = (publisher.send(build) for build in builds)
    assert titles(hub) == [
        "List the release 1.1.0",
        "SlovKE 1.1.0",
        "List the release 1.0.0",
        "SlovKE 1.0.0",
        "initial commit",
    ]
    repository = hub.repository(REPO)
    for build, published, version in zip(builds, (first, second), ("1.0.0", "1.1.0"), strict=True):
        assert repository.resolve(f"v{version}") == published.commit
        assert repository.kind_of(f"refs/tags/v{version}") == "tag"
        files = hub.files(REPO, f"v{version}")
        assert {path: files[path] for path in content(build)} == content(build)
    there = hub.files(REPO)
    assert there.keys() == content(builds[1]).keys() | {".gitattributes", "releases.json"}
    releases = parse_releases(there["releases.json"].decode(), REPO, "releases.json")
    assert {name: item.commit for name, item in releases.releases.items()} == {
        "1.0.0": first.commit,
        "1.1.0": second.commit,
    }
    assert releases.choose().version == "1.1.0"
    sent_by_xet = any("xet-write-token" in path for _, path in hub.requests)
    assert sent_by_xet == (protocol == "xet")


@pytest.mark.full
def test_the_same_command_again_changes_nothing(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    once = publisher.publish(builds[0])
    refs = hub.repository(REPO).references("refs/")
    assert publisher.publish(builds[0]) == once
    assert hub.repository(REPO).references("refs/") == refs
    assert "is published already" in publisher.said[-1]


def test_a_dry_run_shows_the_plan_and_sends_nothing(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    publisher.send(builds[0])
    hub.requests.clear()
    assert publisher.publish(builds[1], dry_run=True) is None
    assert {method for method, _ in hub.requests} <= {"GET", "HEAD"}
    plan = publisher.plans[0]
    kinds = [kind for row in plan.rows for kind in row.kinds]
    counted = {kind: kinds.count(kind) for kind in kinds}
    assert counted == {"added": 10, "removed": 5, "withdrawn": 2, "changed": 3}
    changed = [path for path in plan.change.additions if path.endswith(".parquet")]
    assert 0 < len(changed) <= len([path for path in content(builds[1]) if "parquet" in path])
    assert plan.sent == sum(len(content(builds[1])[path]) for path in plan.change.additions)


@pytest.mark.full
def test_only_changed_files_are_sent_and_stale_ones_end_in_the_same_commit(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path], tmp_path: Path
) -> None:
    publisher.send(builds[0])
    narrow = make_build(
        tmp_path, "1.0.1", [record(number) for number in range(60)], builds[0], ("default",)
    )
    hub.requests.clear()
    published = publisher.send(narrow)
    assert not any(method == "PUT" for method, _ in hub.requests)  # the shards are there already
    files = hub.files(REPO, published.commit)
    assert not any(path.startswith("keyphrases/") for path in files)
    assert [path for path in files if path.startswith("data/")]
    assert titles(hub)[:2] == ["List the release 1.0.1", "SlovKE 1.0.1"]


def test_foreign_files_stay(hub: Hub, publisher: Publisher, builds: tuple[Path, Path]) -> None:
    foreign: dict[str, bytes | None] = {
        "LICENSE": b"CC",
        "notes/years.csv": b"2010",
        "figures/theirs.txt": b"a",
        "build.json": b'{"files": {"LICENSE": {}}}',  # another project's file of that name
    }
    repository = hub.create(REPO)
    repository.commit("refs/heads/main", repository.resolve("main"), foreign, "by hand")
    publisher.send(builds[0])
    later: dict[str, bytes | None] = {"notes/later.csv": b"2024"}
    repository.commit("refs/heads/main", repository.resolve("main"), later, "by hand")
    publisher.send(builds[1])
    files = hub.files(REPO)
    for path in ("LICENSE", "notes/years.csv", "figures/theirs.txt"):
        assert files[path] == foreign[path]
    assert files["notes/later.csv"] == b"2024"
    assert files["build.json"] == content(builds[1])["build.json"]


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("data/train-00000-of-00001.parquet", "would be loaded with the build's"),
        ("SlovKE.py", "makes datasets 4 and later refuse"),
        (".huggingface.yaml", "overrides the card's YAML"),
    ],
)
def test_foreign_files_that_change_what_is_loaded_are_named_and_taken_over_on_request(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path], path: str, why: str
) -> None:
    repository = hub.create(REPO)
    before = repository.commit(
        "refs/heads/main", repository.resolve("main"), {path: b"x", "kept.txt": b"y"}, "by hand"
    )
    with pytest.raises(InputError, match=f"1 files of others in the way: {path} {why}"):
        publisher.send(builds[0])
    assert repository.resolve("main") == before
    publisher.send(builds[0], take_over=True)
    files = hub.files(REPO)
    assert path not in files
    assert files["kept.txt"] == b"y"


def test_a_version_must_be_the_builds_and_greater_than_the_last(
    publisher: Publisher, builds: tuple[Path, Path], tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=r"--version 2.0.0: .* is version 1.0.0"):
        publisher.send(builds[0], version="2.0.0")
    publisher.send(builds[1])
    with pytest.raises(InputError, match=r"--version 1.0.0: must be greater than 1.1.0"):
        publisher.send(builds[0])
    other = make_build(tmp_path, "1.1.0", [record(number) for number in range(20)])
    with pytest.raises(InputError, match=r"--version 1.1.0: must be greater than 1.1.0"):
        publisher.send(other)


def test_a_published_version_with_another_card_is_not_passed_over_in_silence(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path], tmp_path: Path
) -> None:
    publisher.send(builds[0])
    refs = hub.repository(REPO).references("refs/")
    build = tmp_path / "1.0.0"
    shutil.copytree(builds[0], build)
    (build / "README.md").write_text("another card", encoding="utf-8")
    with pytest.raises(InputError, match=r"main differs from this build in 1 files \(README.md\)"):
        publisher.send(build)
    assert hub.repository(REPO).references("refs/") == refs


def test_a_tag_on_other_files_is_not_moved(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    repository = hub.create(REPO)
    before = repository.resolve("main")
    assert before is not None
    assert repository.tag("v1.0.0", before, "by hand")
    with pytest.raises(InputError, match=r"has a tag v1.0.0 with other files"):
        publisher.send(builds[0])
    assert repository.resolve("main") == before


def test_a_missing_repository_is_made_on_request_only(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    with pytest.raises(InputError, match=r"no such dataset on the Hub.*; --create makes it"):
        publisher.send(builds[0], create=False)
    publisher.send(builds[0], create=False, private=True)
    assert hub.state.settings("datasets", REPO)["private"] is True


def test_a_public_repository_is_not_taken_for_a_private_one(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    hub.create(REPO)
    with pytest.raises(InputError, match="is public already"):
        publisher.send(builds[0], private=True)


def test_a_pull_request_leaves_main_alone_and_is_completed_when_merged(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    publisher.send(builds[0])
    repository = hub.repository(REPO)
    before = repository.references("refs/")
    proposed = publisher.send(builds[1], create_pr=True)
    assert proposed.pull_request == f"{hub.url}/datasets/{REPO}/discussions/1"
    again = publisher.send(builds[1], create_pr=True)
    assert again.commit == proposed.commit
    assert repository.references("refs/") == before | {"refs/pr/1": proposed.commit}

    assert repository.branch("kept", proposed.commit)
    repository.delete("refs/heads/main")
    assert repository.branch("main", proposed.commit)  # merged, as the Hub's button does
    published = publisher.send(builds[1])
    assert published.commit == proposed.commit == repository.resolve("v1.1.0")
    assert titles(hub)[0] == "List the release 1.1.0"


def test_withdrawn_theses_are_counted_and_must_be_gone(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    publisher.send(builds[0])
    with pytest.raises(InputError, match="1 theses that the source withdrew are still in"):
        publisher.send(builds[1], withdrawn=[record(0)["id"], record(30)["id"]])
    publisher.send(builds[1], withdrawn=[record(0)["id"]])
    message = hub.repository(REPO).log("v1.1.0", 1)[0].message
    said = "Against 1.0.0: 10 added, 5 removed (2 withdrawn at the source), 3 changed, 0 moved."
    assert said in message
    releases = json.loads(hub.files(REPO)["releases.json"])["releases"]
    assert [releases[name]["withdrawn"] for name in ("1.0.0", "1.1.0")] == [0, 2]


@pytest.mark.full
def test_an_entry_of_a_later_program_keeps_its_fields(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    publisher.send(builds[0])
    repository = hub.repository(REPO)
    listed = json.loads(hub.files(REPO)["releases.json"])
    listed["releases"]["1.0.0"]["doi"] = "10.0/1"
    text = json.dumps(listed).encode()
    repository.commit(
        "refs/heads/main", repository.resolve("main"), {"releases.json": text}, "a DOI"
    )
    publisher.send(builds[1])
    assert json.loads(hub.files(REPO)["releases.json"])["releases"]["1.0.0"]["doi"] == "10.0/1"


def test_all_checks_come_before_a_byte_is_sent(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path], tmp_path: Path
) -> None:
    broken = tmp_path / "1.0.0"
    shutil.copytree(builds[0], broken)
    keep_persons(builds[0].parent / "cleaned-1.0.0", broken)
    shard = next((broken / "data").iterdir())
    shard.write_bytes(shard.read_bytes()[:-1] + b"?")
    with pytest.raises(InputError, match="failed the checks files; nothing was sent"):
        publisher.publish(broken)
    assert {method for method, _ in hub.requests} <= {"GET", "HEAD"}
    assert not (hub.state.root / "datasets").exists()


@pytest.mark.parametrize("repo_id", ["SlovKE", "a/b/c", "/x", "x/"])
def test_a_repository_has_an_owner_and_a_name(publisher: Publisher, repo_id: str) -> None:
    with pytest.raises(InputError, match="expected owner/name"):
        publisher.remote(repo_id)


def test_ones_own_namespace_needs_no_organization(publisher: Publisher) -> None:
    assert publisher.remote(f"{USER}/mine").check_may_write() == USER
    with pytest.raises(InputError, match="user tester is not a member of someone"):
        publisher.remote("someone/else").check_may_write()
