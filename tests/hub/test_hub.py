"""The test Hub itself: the unmodified huggingface_hub works with it, in both ways of uploading."""

from __future__ import annotations

import hashlib
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.hub.objects import Objects
from tests.hub.repository import pointer_of
from tests.hub.server import Hub
from tests.hub.state import READ_TOKEN, WRITE_TOKEN
from tests.published import REPO, Publisher, client_environment, run

CLIENT = """
import os, shutil
from huggingface_hub import (
    CommitOperationAdd as Add, CommitOperationCopy as Copy, CommitOperationDelete as Delete,
    HfApi, HfFileSystem, hf_hub_download, snapshot_download,
)
from huggingface_hub.utils import EntryNotFoundError, HfHubHTTPError, RepositoryNotFoundError

api, repo = HfApi(), {"repo_id": "tester/things", "repo_type": "dataset"}
large = os.urandom(150_000)

def fails(kind, status, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except kind as error:
        assert error.response.status_code == status, error
    else:
        raise AssertionError(f"{call} did not fail")

assert api.whoami()["name"] == "tester"
fails(RepositoryNotFoundError, 404, api.repo_info, **repo)
api.create_repo(**repo, private=True)
api.create_repo(**repo, exist_ok=True)
fails(HfHubHTTPError, 409, api.create_repo, **repo)
one = api.create_commit(
    **repo,
    operations=[Add("a/x.parquet", large), Add("README.md", b"---\\nlicense: mit\\n---\\n"),
                Add("b.txt", b"hello")],
    commit_message="one",
).oid
api.create_tag(**repo, tag="v1", tag_message="the first", revision=one)
fails(HfHubHTTPError, 409, api.create_tag, **repo, tag="v1", revision=one)
two = api.create_commit(
    **repo,
    operations=[Delete("b.txt"), Copy("a/x.parquet", "c/y.parquet"), Add("z.parquet", large * 2)],
    commit_message="two", commit_description="with a copy", parent_commit=one,
).oid
fails(HfHubHTTPError, 412, api.create_commit, **repo, operations=[Add("q", b"q")],
      commit_message="stale", parent_commit=one)
fails(EntryNotFoundError, 404, api.create_commit, **repo, operations=[Delete("none")],
      commit_message="none")
info = api.repo_info(**repo, files_metadata=True)
assert info.sha == two and info.private and info.card_data.license == "mit"
assert api.repo_info(**repo, revision="v1").sha == one
tree = {item.path: item for item in api.list_repo_tree(**repo, recursive=True)}
assert set(tree) == {".gitattributes", "README.md", "a", "a/x.parquet", "c", "c/y.parquet",
                     "z.parquet"}
assert tree["c/y.parquet"].lfs.sha256 == tree["a/x.parquet"].lfs.sha256
assert [item.path for item in api.list_repo_tree(**repo, path_in_repo="a")] == ["a/x.parquet"]
found = api.get_paths_info(**repo, paths=["b.txt", "none", "a"], revision="v1", expand=True)
assert [item.path for item in found] == ["b.txt", "a"] and found[0].last_commit.title == "one"
assert [item.title for item in api.list_repo_commits(**repo)] == ["two", "one", "initial commit"]
refs = api.list_repo_refs(**repo)
assert [(tag.name, tag.target_commit) for tag in refs.tags] == [("v1", one)]
api.create_branch(**repo, branch="side", revision="v1")
api.delete_branch(**repo, branch="side")
more = [Add("p.txt", b"p")]
pull = api.create_commit(**repo, operations=more, commit_message="p", create_pr=True)
assert pull.pr_num == 1
assert open(hf_hub_download(**repo, filename="p.txt", revision="refs/pr/1")).read() == "p"
fails(EntryNotFoundError, 404, hf_hub_download, **repo, filename="p.txt")
assert open(hf_hub_download(**repo, filename="a/x.parquet"), "rb").read() == large
folder = snapshot_download(**repo)
assert sorted(os.listdir(folder)) == [".gitattributes", "README.md", "a", "c", "z.parquet"]
assert api.verify_repo_checksums(**repo).mismatches == []
with HfFileSystem().open("datasets/tester/things@v1/a/x.parquet") as file:
    file.seek(100_000)
    assert file.read(10) == large[100_000:100_010]
shutil.copytree(folder, "copy")
api.upload_folder(**repo, folder_path="copy/a", path_in_repo="up", delete_patterns="*.txt")
api.delete_tag(**repo, tag="v1")
api.delete_repo(**repo)
fails(RepositoryNotFoundError, 404, api.repo_info, **repo)
"""


@pytest.mark.full
@pytest.mark.parametrize("xet", [False, True], ids=["plain", "xet"])
def test_the_unmodified_client_does_everything(hub: Hub, tmp_path: Path, xet: bool) -> None:
    script = tmp_path / "client.py"
    script.write_text(f"import os\nos.chdir({str(tmp_path)!r})\n{CLIENT}", encoding="utf-8")
    environment = client_environment(hub, tmp_path / "home", xet=xet, token=WRITE_TOKEN)
    done = run([script], environment)
    assert done.returncode == 0, done.stderr
    for name in ("xet-write-token", "xet-read-token"):
        assert any(name in path for _, path in hub.requests) == xet
    assert any(method == "PUT" for method, _ in hub.requests) != xet


def test_a_large_file_may_come_in_parts_and_one_that_fails_is_sent_again(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path]
) -> None:
    hub.state.part_bytes = 2000
    hub.fail("PUT", "/part/.*/2", status=500)
    publisher.send(builds[0])
    shards = [path for path in (builds[0] / "data").iterdir() if path.stat().st_size > 2000]
    files = hub.files(REPO, "v1.0.0")
    assert shards
    for shard in shards:
        assert files[f"data/{shard.name}"] == shard.read_bytes()
    sent = [path for method, path in hub.requests if method == "PUT"]
    assert {path.split("/")[1] for path in sent} == {"part", "upload"}
    assert sum(path.startswith("/complete/") for _, path in hub.requests) >= len(shards)


def test_parts_that_are_not_the_files_are_refused(tmp_path: Path) -> None:
    objects = Objects(tmp_path)
    content = b"one, two"
    sha256 = hashlib.sha256(content).hexdigest()
    one, two = (objects.keep_part(sha256, n, part) for n, part in ((1, b"one, "), (2, b"two")))
    assert not objects.join_parts(sha256, [one])
    assert not objects.join_parts(sha256, [two, one])
    assert not objects.join_parts(sha256, [one, two, two])
    assert objects.join_parts(sha256, [one, two])
    assert objects.path(sha256)


def answer(url: str, token: str | None = None, method: str = "GET") -> tuple[int, bytes]:
    request = urllib.request.Request(url, method=method, data=b"{}" if method == "POST" else None)
    if token is not None:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=10) as got:
            return got.status, got.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_who_may_read_and_write(hub: Hub) -> None:
    hub.create("tester/open")
    hub.create("tester/closed", private=True)
    open_, closed = (f"{hub.url}/api/datasets/tester/{name}" for name in ("open", "closed"))
    assert answer(open_)[0] == 200
    assert answer(closed)[0] == 401
    assert answer(closed, READ_TOKEN)[0] == 200
    assert answer(open_, "hf_wrong")[0] == 401
    assert answer(f"{open_}/tag/main", READ_TOKEN, "POST")[0] == 403
    assert answer(f"{open_}/tag/main", None, "POST")[0] == 401


def test_large_files_come_from_a_second_port_that_refuses_a_token(hub: Hub) -> None:
    repository = hub.create("tester/open")
    content = b"parquet"
    sha256 = hashlib.sha256(content).hexdigest()
    assert not hub.state.objects.store(sha256, b"other bytes")
    assert hub.state.objects.store(sha256, content)
    repository.commit(
        "refs/heads/main",
        repository.resolve("main"),
        {"a.parquet": pointer_of(sha256, len(content))},
        "a",
    )
    assert hub.files("tester/open")["a.parquet"] == content
    url = f"{hub.url}/datasets/tester/open/resolve/main/a.parquet"
    assert answer(url) == (200, content)
    assert answer(f"{hub.state.cdn_url}/objects/{sha256}", READ_TOKEN)[0] == 400
    assert answer(f"{hub.url}/datasets/tester/open/resolve/main/none")[0] == 404
