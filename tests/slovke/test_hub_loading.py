"""Loading two published releases from a Hub, each step by the unmodified clients in a process."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hub.server import Hub, running_hub
from tests.loading import BY_NAME, BY_VERSION
from tests.published import REPO, Publisher, client_environment, run

CHANGED_BYTES = """
import os
import slovke
from slovke.releases import fetch_files, fetch_releases

release = fetch_releases().choose("1.1.0")
path = release.config("default")["test"].files[1]
file = fetch_files(release, "NaiveNeuron/SlovKE", [path])[path].resolve()
file.write_bytes(file.read_bytes()[:-1] + b"?")
try:
    slovke.load("1.1.0", "test", cache_dir=os.environ["HF_HOME"] + "/elsewhere")
except slovke.InputError as error:
    print(error)
"""

STREAMED = """
import slovke

stream = slovke.load("1.0.0", "train", streaming=True)
print(len(list(stream.take(2))), next(iter(stream))["id"])
"""

FIRST_TIME_OFFLINE = """
import slovke
try:
    slovke.load("1.0.0")
except slovke.InputError as error:
    print(error)
"""


@pytest.fixture(scope="module")
def published(builds: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """A Hub with both releases."""
    root = tmp_path_factory.mktemp("published")
    with running_hub(root / "hub") as hub, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for build in builds:
            Publisher(hub).send(build)
        yield hub


@pytest.fixture(scope="module")
def home(published: Hub, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's home that has loaded both versions, with what that printed."""
    folder = tmp_path_factory.mktemp("home")
    done = run(["-c", BY_VERSION], client_environment(published, folder))
    assert done.returncode == 0, done.stderr
    (folder / "loaded.json").write_text(done.stdout, encoding="utf-8")
    return folder


def sizes(build: Path) -> dict[str, int]:
    splits = json.loads((build / "build.json").read_text(encoding="utf-8"))["splits"]["default"]
    return {split: part["num_examples"] for split, part in splits.items()}


def assert_both_versions(loaded: dict[str, Any], builds: tuple[Path, Path]) -> None:
    """Each version has its own rows, streamed and not."""
    assert loaded["old"] == sizes(builds[0])
    assert loaded["new"] == sizes(builds[1])
    assert (loaded["old version"], loaded["new version"]) == ("1.0.0", "1.1.0")
    assert loaded["old"] != loaded["new"]
    assert loaded["streamed"] == loaded["first"]


@pytest.mark.parametrize(
    "xet", [False, pytest.param(True, marks=pytest.mark.full)], ids=["plain", "xet"]
)
def test_load_dataset_by_name_revision_config_columns_slice_and_stream(
    published: Hub, builds: tuple[Path, Path], tmp_path: Path, xet: bool
) -> None:
    published.requests.clear()
    done = run(["-c", BY_NAME], client_environment(published, tmp_path, xet=xet))
    assert done.returncode == 0, done.stderr
    assert any("xet-read-token" in path for _, path in published.requests) == xet
    loaded = json.loads(done.stdout)
    assert_both_versions(loaded, builds)
    assert loaded["columns"] == loaded["columns with features"] == ["id", "keyphrases"]
    assert loaded["few"] == [["id", "keyphrases"], 3]


@pytest.mark.full
def test_slovke_load_takes_exactly_the_version_asked_for(
    home: Path, builds: tuple[Path, Path]
) -> None:
    loaded = json.loads((home / "loaded.json").read_text(encoding="utf-8"))
    assert_both_versions(loaded, builds)
    assert loaded["columns"] == ["id", "title"]
    assert loaded["unknown"] == f"{REPO} has no release 3.0.0; it has 1.0.0, 1.1.0"


def test_a_stream_from_the_hub_may_be_left_after_a_row(published: Hub, tmp_path: Path) -> None:
    """Nothing is in the cache, so the bytes come over the network; the process must end well."""
    published.requests.clear()
    done = run(["-c", STREAMED], client_environment(published, tmp_path), 60)
    assert done.returncode == 0, done.stderr
    count, id_ = done.stdout.split()
    assert (count, len(id_)) == ("2", 28)
    streamed = {path for _, path in published.requests if "resolve" in path and "parquet" in path}
    assert len(streamed) <= 2  # of eight shards those before the second row only


@pytest.mark.full
def test_offline_both_versions_are_right_from_the_cache(
    published: Hub, home: Path, builds: tuple[Path, Path]
) -> None:
    published.requests.clear()
    environment = client_environment(published, home, HF_HUB_OFFLINE="1")
    done = run(["-c", BY_VERSION], environment)
    assert done.returncode == 0, done.stderr
    assert_both_versions(json.loads(done.stdout), builds)
    assert published.requests == []


@pytest.mark.full
def test_with_the_hub_answering_500_both_versions_are_right_from_the_cache(
    published: Hub, home: Path, builds: tuple[Path, Path]
) -> None:
    for method in ("GET", "HEAD", "POST"):
        published.fail(method, ".", status=500, times=10_000)
    try:
        done = run(["-c", BY_VERSION], client_environment(published, home))
    finally:
        published.state.faults.clear()
    assert done.returncode == 0, done.stderr
    assert_both_versions(json.loads(done.stdout), builds)


@pytest.mark.full
def test_offline_without_a_cache_it_says_what_is_missing(published: Hub, tmp_path: Path) -> None:
    environment = client_environment(published, tmp_path, HF_HUB_OFFLINE="1")
    done = run(["-c", FIRST_TIME_OFFLINE], environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout == (f"offline, and {REPO}/releases.json is not in the cache: connect once\n")


@pytest.mark.full
def test_changed_bytes_in_the_cache_are_found_and_the_file_is_named(
    published: Hub, tmp_path: Path
) -> None:
    done = run(["-c", CHANGED_BYTES], client_environment(published, tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(
        f"data/test-00001-of-00002.parquet of {REPO} 1.1.0: the bytes are not those of the release"
    )
