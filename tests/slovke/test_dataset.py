"""`slovke.SlovKE` and `slovke.load`: the version asked for, checked bytes, offline."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import datasets
import pytest
from huggingface_hub import constants

import slovke
from builder.build import BuildOptions, read_cleaned, read_previous, write_build
from slovke.errors import InputError
from slovke.record import features
from slovke.releases import REPO_ID, Releases, read_build
from slovke.sources import read_records
from tests.cleaned_folder import record, write_cleaned

COMMITS = {"1.0.0": "1" * 40, "1.1.0": "2" * 40}


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Two releases; the second has 20 more documents."""
    folder = tmp_path_factory.mktemp("builds")
    made: dict[str, Path] = {}
    for version, count in (("1.0.0", 60), ("1.1.0", 80)):
        cleaned = write_cleaned(folder / f"c{version}", [record(at) for at in range(count)])
        options = BuildOptions(version=version, test45k=True, configs=("default", "keyphrases"))
        previous = read_previous(made["1.0.0"]) if made else None
        made[version] = write_build(read_cleaned(cleaned), folder / version, options, previous).root
    return made


@pytest.fixture
def hub_cache(builds: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Both releases in the Hub's cache, main at the newer one, and no Hub."""
    root = tmp_path / "datasets--NaiveNeuron--SlovKE"
    releases = {
        version: replace(read_build(build), commit=COMMITS[version], date="2026-01-01")
        for version, build in builds.items()
    }
    for version, build in builds.items():
        shutil.copytree(build, root / "snapshots" / COMMITS[version])
    listed = json.dumps(Releases(REPO_ID, releases).to_json())
    (root / "snapshots" / COMMITS["1.1.0"] / "releases.json").write_text(listed, encoding="utf-8")
    (root / "refs").mkdir()
    (root / "refs" / "main").write_text(COMMITS["1.1.0"], encoding="utf-8")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    return root


def test_the_version_asked_for_is_the_version_loaded_offline(
    hub_cache: Path, tmp_path: Path
) -> None:
    cache = str(tmp_path / "datasets")
    for version, sizes in (
        ("1.0.0", {"train": 48, "validation": 6, "test": 6}),
        ("1.1.0", {"train": 64, "validation": 8, "test": 8}),
        ("1.0.0", {"train": 48, "validation": 6, "test": 6}),
    ):
        loaded = slovke.load(version, cache_dir=cache)
        assert {split: part.num_rows for split, part in loaded.items()} == sizes
        assert str(loaded["train"].info.version) == version
        assert loaded["train"].features == features()
    assert slovke.load(cache_dir=cache)["test"].num_rows == 8
    with pytest.raises(InputError, match=r"no release 1\.2\.0"):
        slovke.load("1.2.0", cache_dir=cache)


def test_a_changed_shard_is_named_and_nothing_is_prepared(hub_cache: Path, tmp_path: Path) -> None:
    name = "data/train-00003-of-00008.parquet"
    path = hub_cache / "snapshots" / COMMITS["1.0.0"] / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"{name} of {REPO_ID} 1.0.0: the bytes are not those"):
        slovke.load("1.0.0", cache_dir=str(tmp_path / "datasets"))
    with pytest.raises(InputError, match=f"{name} of {REPO_ID} 1.0.0: the bytes are not those"):
        slovke.load("1.0.0", "train", streaming=True, cache_dir=str(tmp_path / "datasets"))
    assert slovke.load("1.0.0", "test", cache_dir=str(tmp_path / "datasets")).num_rows == 6


def test_offline_the_missing_files_are_named(hub_cache: Path, tmp_path: Path) -> None:
    for number in (2, 5):
        name = f"data/train-{number:05d}-of-00008.parquet"
        (hub_cache / "snapshots" / COMMITS["1.0.0"] / name).unlink()
    with pytest.raises(InputError, match="2 of 12 files") as caught:
        slovke.load("1.0.0", cache_dir=str(tmp_path / "datasets"))
    assert "data/train-00002-of-00008.parquet, data/train-00005-of" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_only_the_files_of_the_splits_named_are_needed(hub_cache: Path, tmp_path: Path) -> None:
    for path in (hub_cache / "snapshots" / COMMITS["1.0.0"] / "data").glob("train-*"):
        path.unlink()
    cache = str(tmp_path / "datasets")
    assert slovke.load("1.0.0", "test[:2]", cache_dir=cache).num_rows == 2
    assert slovke.load("1.0.0", "validation+test", cache_dir=cache).num_rows == 12
    assert slovke.load("1.0.0", config="test45k", cache_dir=cache)["test"].num_rows == 12
    with pytest.raises(InputError, match="8 of 8 files"):
        slovke.load("1.0.0", "train", cache_dir=cache)


def test_the_builder_is_one_of_datasets(hub_cache: Path, tmp_path: Path) -> None:
    builder = slovke.SlovKE("1.0.0", cache_dir=str(tmp_path / "datasets"))
    assert isinstance(builder, datasets.DatasetBuilder)
    assert builder.info.splits["train"].num_examples == 48
    urls = builder.config.data_files["test"]
    assert urls[0] == (
        f"hf://datasets/{REPO_ID}@{COMMITS['1.0.0']}/data/test-00000-of-00002.parquet"
    )
    builder.download_and_prepare()
    assert builder.as_dataset("test").num_rows == 6
    assert list(builder.config.data_files["test"]) == list(urls)
    stream = builder.as_streaming_dataset("validation")
    assert len(list(stream)) == 6
    assert stream.features == features()


def test_columns_are_read_alone_in_the_records_order(
    builds: dict[str, Path], tmp_path: Path
) -> None:
    root, cache = str(builds["1.0.0"]), str(tmp_path)
    part = slovke.load(root=root, split="test", columns=["keyphrases", "id"], cache_dir=cache)
    assert part.column_names == ["id", "keyphrases"]
    stream = slovke.load(root=root, split="test", columns=["year"], streaming=True, cache_dir=cache)
    assert set(next(iter(stream))) == {"year"}


def test_a_local_build(builds: dict[str, Path], tmp_path: Path) -> None:
    root, cache = str(builds["1.0.0"]), str(tmp_path)
    loaded = slovke.load(root=root, cache_dir=cache)
    assert loaded["train"].num_rows == 48
    assert len(list(slovke.load(root=root, split="train", streaming=True))) == 48
    keyphrases = slovke.load("1.0.0", root=root, config="keyphrases", cache_dir=cache)
    assert keyphrases["test"].column_names == ["id", "keyphrases"]
    with pytest.raises(InputError, match=r"the build has version 1\.0\.0, not 1\.1\.0"):
        slovke.load("1.1.0", root=root)


def test_a_local_build_whose_content_changed_is_prepared_anew(
    builds: dict[str, Path], tmp_path: Path
) -> None:
    root, cache = tmp_path / "build", str(tmp_path / "cache")
    shutil.copytree(builds["1.0.0"], root)
    first = slovke.load(root=str(root), cache_dir=cache)
    shutil.rmtree(root)
    shutil.copytree(builds["1.1.0"], root)
    second = slovke.load(root=str(root), cache_dir=cache)
    assert (first["train"].num_rows, second["train"].num_rows) == (48, 64)


def test_a_shard_with_fewer_rows_than_the_release_says_is_refused(
    builds: dict[str, Path], tmp_path: Path
) -> None:
    root = tmp_path / "build"
    shutil.copytree(builds["1.0.0"], root)
    description = json.loads((root / "build.json").read_text(encoding="utf-8"))
    description["splits"]["default"]["test"]["num_examples"] += 1
    (root / "build.json").write_text(json.dumps(description), encoding="utf-8")
    with pytest.raises(datasets.exceptions.NonMatchingSplitsSizesError):
        slovke.load(root=str(root), split="test", cache_dir=str(tmp_path / "cache"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"config": "tags"}, "no config 'tags'; it has default, keyphrases, test45k"),
        ({"split": "dev"}, "no split 'dev'; it has train, validation, test"),
        ({"columns": ["author"]}, "no column 'author'; it has id, title"),
        ({"columns": []}, "no column ''"),
        ({"columns": "id"}, r"columns='id': expected a list of names, \['id'\]"),
        ({"split": "test[:5]", "streaming": True}, "a stream can't be sliced"),
    ],
)
def test_wrong_names_are_one_clear_line(
    builds: dict[str, Path], options: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        slovke.load(root=str(builds["1.0.0"]), **options)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_records_of_a_build_and_of_a_release(
    builds: dict[str, Path], hub_cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "datasets")
    from_build = read_records(builds["1.0.0"], "test")
    from_hub = read_records(f"{REPO_ID}@v1.0.0", "test")
    assert from_build == from_hub
    assert len(read_records(REPO_ID, "test")) == 8
    known = {record(at)["id"]: record(at) for at in range(60)}
    for row in from_build:
        assert list(row.keyphrases) == known[row.id]["keyphrases"]
    with pytest.raises(InputError, match="name a split, as in --split test"):
        read_records(builds["1.0.0"])
    with pytest.raises(InputError, match="no split 'dev'"):
        read_records(builds["1.0.0"], "dev")
