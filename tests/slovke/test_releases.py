"""The list of releases, and files that are exactly those of a release, without a network."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import huggingface_hub
import pytest
from huggingface_hub import constants

from slovke.errors import InputError
from slovke.releases import (
    REPO_ID,
    Release,
    Releases,
    ShardFile,
    SplitFiles,
    check_remote,
    fetch_files,
    fetch_releases,
    local_files,
    parse_releases,
    read_build,
    version_key,
)

CONTENT = b"rows"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
PATH = "data/test-00000-of-00001.parquet"
RELEASE = Release(
    version="1.0.0",
    files={PATH: ShardFile(sha256(CONTENT).hexdigest(), len(CONTENT))},
    splits={"default": {"test": SplitFiles(3, 100, (PATH,))}},
    options="abc",
    commit=COMMIT,
    date="2026-05-01",
)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty Hub cache, and a Hub that is not there."""

    def gone(*args: object, **kwargs: object) -> str:
        raise ConnectionError("no route to host")

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(huggingface_hub, "hf_hub_download", gone)
    return tmp_path / "datasets--NaiveNeuron--SlovKE"


def put(cache: Path, commit: str, path: str, content: bytes, *, main: bool = False) -> Path:
    """Place a file as the Hub's client leaves it."""
    file = cache / "snapshots" / commit / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    if main:
        (cache / "refs").mkdir(exist_ok=True)
        (cache / "refs" / "main").write_text(commit, encoding="utf-8")
    return file


def listed(*releases: Release) -> bytes:
    by_version = {release.version: release for release in releases}
    return json.dumps(Releases(REPO_ID, by_version).to_json()).encode()


def test_a_list_of_releases_reads_back() -> None:
    newer = replace(RELEASE, version="1.10.0", commit="f" * 40)
    text = listed(newer, RELEASE, replace(RELEASE, version="1.9.0")).decode()
    releases = parse_releases(text, REPO_ID, "here")
    assert list(releases.releases) == ["1.0.0", "1.9.0", "1.10.0"]
    assert releases.choose() == newer
    assert releases.choose("1.0.0") == releases.choose("v1.0.0") == RELEASE
    with pytest.raises(InputError, match=r"no release 2\.0\.0; it has 1\.0\.0, 1\.9\.0, 1\.10\.0"):
        releases.choose("2.0.0")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"commit": None}, "names no commit"),
        ({"commit": "main"}, "names no commit"),
        ({"files": {}}, f"gives no hash of {PATH}"),
        ({"files": {PATH: {"size": 3}}}, "damaged .*sha256"),
        ({"splits": []}, "damaged"),
    ],
)
def test_a_damaged_release_is_named(change: dict[str, Any], message: str) -> None:
    text = json.dumps({"releases": {"1.0.0": RELEASE.to_json() | change}})
    with pytest.raises(InputError, match=message) as caught:
        parse_releases(text, REPO_ID, "here")
    assert str(caught.value).startswith("here: release '1.0.0'")


@pytest.mark.parametrize("text", ["", "[]", '{"releases": 3}', "{}"])
def test_no_list_at_all(text: str) -> None:
    with pytest.raises(InputError, match="here: not a list of releases"):
        parse_releases(text, REPO_ID, "here")


def test_versions_are_ordered_as_numbers() -> None:
    assert version_key("1.10.0") > version_key("1.9.9")
    for wrong in ("1.0", "v1.0.0", "1.0.0-rc1", ""):
        with pytest.raises(InputError, match="three numbers"):
            version_key(wrong)


def test_without_a_hub_the_list_of_the_cache_is_used_and_said(
    cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    put(cache, COMMIT, "releases.json", listed(RELEASE), main=True)
    assert fetch_releases().choose() == RELEASE
    assert "using the releases.json that is in the cache" in caplog.text
    caplog.clear()
    assert fetch_releases(offline=True).choose() == RELEASE
    assert not caplog.records
    with pytest.raises(InputError, match=r"no release 1\.1\.0; it has 1\.0\.0"):
        fetch_releases().choose("1.1.0")


def test_without_a_hub_and_without_a_cache(cache: Path) -> None:
    with pytest.raises(InputError, match=r"releases.json can't be fetched: no route to host"):
        fetch_releases()
    with pytest.raises(InputError, match=r"offline, and NaiveNeuron/SlovKE/releases.json is not"):
        fetch_releases(offline=True)
    assert not cache.exists()


def test_files_come_from_the_cache_of_exactly_that_commit(cache: Path) -> None:
    file = put(cache, COMMIT, PATH, CONTENT)
    put(cache, "f" * 40, PATH, b"other rows", main=True)
    assert fetch_files(RELEASE, REPO_ID, [PATH], offline=True) == {PATH: file}
    assert fetch_files(RELEASE, REPO_ID, [PATH]) == {PATH: file}


@pytest.mark.parametrize("offline", [True, False])
def test_what_is_missing_is_said_precisely(cache: Path, offline: bool) -> None:
    put(cache, "f" * 40, PATH, CONTENT, main=True)  # another revision does not help
    with pytest.raises(InputError, match=rf"1 of 1 files of {REPO_ID} 1\.0\.0 \(commit 01234567\)"):
        fetch_files(RELEASE, REPO_ID, [PATH], offline=offline)


def test_changed_bytes_in_the_cache_are_an_error_that_names_the_file(cache: Path) -> None:
    file = put(cache, COMMIT, PATH, b"rowz")
    with pytest.raises(InputError) as caught:
        fetch_files(RELEASE, REPO_ID, [PATH], offline=True)
    assert f"{PATH} of {REPO_ID} 1.0.0: the bytes are not those of the release" in str(caught.value)
    assert f"delete {file}" in str(caught.value)


class _Announced:
    def __init__(self, path: str, size: int, hexadecimal: str | None) -> None:
        self.path, self.size = path, size
        self.lfs = None if hexadecimal is None else {"sha256": hexadecimal}


@pytest.mark.parametrize(
    ("announced", "message"),
    [
        ([_Announced(PATH, 4, RELEASE.files[PATH].sha256)], None),
        ([_Announced(PATH, 4, None)], None),
        ([_Announced(PATH, 5, None)], "another file than the release lists"),
        ([_Announced(PATH, 4, "0" * 64)], "another file than the release lists"),
        ([], "is missing from its commit"),
    ],
)
def test_a_stream_is_checked_by_what_the_hub_announces(
    monkeypatch: pytest.MonkeyPatch, announced: list[_Announced], message: str | None
) -> None:
    def answer(self: object, repo_id: str, paths: list[str], **options: object) -> object:
        assert (repo_id, paths) == (REPO_ID, [PATH])
        assert options == {"revision": COMMIT, "repo_type": "dataset"}
        return announced

    monkeypatch.setattr(huggingface_hub.HfApi, "get_paths_info", answer)
    if message is None:
        check_remote(RELEASE, REPO_ID, [PATH])
    else:
        with pytest.raises(InputError, match=message):
            check_remote(RELEASE, REPO_ID, [PATH])


def test_a_folder_that_is_no_build(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"not a build \(no build.json in it\)"):
        read_build(tmp_path)
    (tmp_path / "build.json").write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=r"build.json: damaged; make the build again"):
        read_build(tmp_path)


def test_a_local_build_is_checked_too(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with pytest.raises(InputError, match=r"lists .* but the file is missing"):
        local_files(RELEASE, tmp_path, [PATH])
    (tmp_path / PATH).write_bytes(b"rowz")
    with pytest.raises(InputError, match="make the build again"):
        local_files(RELEASE, tmp_path, [PATH])
    (tmp_path / PATH).write_bytes(CONTENT)
    assert local_files(RELEASE, tmp_path, [PATH]) == {PATH: tmp_path / PATH}


def test_a_file_that_the_hub_is_known_not_to_have(cache: Path) -> None:
    missing = cache / ".no_exist" / COMMIT / "releases.json"
    missing.parent.mkdir(parents=True)
    missing.touch()
    put(cache, COMMIT, "README.md", b"", main=True)
    with pytest.raises(InputError, match=r"has no releases.json on the Hub"):
        fetch_releases(offline=True)
