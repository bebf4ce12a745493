"""From a cleaned folder to a build and the next one, and what `load_dataset` makes of it."""

import csv
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import datasets
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from huggingface_hub import constants

from builder.build import (
    Build,
    BuildOptions,
    Previous,
    assignment_review,
    read_cleaned,
    read_previous,
    write_build,
)
from builder.cli.app import app
from builder.split import SplitOptions
from slovke.cli.app import run
from slovke.errors import InputError
from slovke.record import features_of
from slovke.releases import Releases, read_build
from tests.cleaned_folder import PERSON, record, write_cleaned


def build_of(
    folder: Path,
    numbers: range,
    options: BuildOptions | None = None,
    previous: Previous | None = None,
    groups: dict[str, str] | None = None,
    persons: dict[str, str] | None = None,
) -> Build:
    records = [record(number) for number in numbers]
    cleaned = write_cleaned(folder / "cleaned", records, groups=groups, persons=persons)
    return write_build(read_cleaned(cleaned), folder / "build", options or BuildOptions(), previous)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return build_of(tmp_path_factory.mktemp("first"), range(120), BuildOptions(test45k=True))


def files_of(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def test_the_same_input_gives_the_same_bytes(build: Build, tmp_path: Path) -> None:
    again = build_of(tmp_path, range(120), BuildOptions(test45k=True))
    assert files_of(again.root) == files_of(build.root)
    assert not list(build.root.parent.glob(".*"))


@pytest.mark.parametrize("config", ["default", "keyphrases", "extraction", "test45k"])
def test_load_dataset_gives_the_declared_features_sizes_and_version(
    build: Build, tmp_path: Path, config: str
) -> None:
    loaded = datasets.load_dataset(str(build.root), config, cache_dir=str(tmp_path))
    release = read_build(build.root)
    assert {split: part.num_rows for split, part in loaded.items()} == {
        split: part.num_examples for split, part in release.splits[config].items()
    }
    for split, part in loaded.items():
        assert part.features == features_of(config)
        assert str(part.info.version) == "1.0.0"
        declared = release.splits[config][str(split)].num_bytes
        assert part.info.splits[split].num_bytes == declared


def test_test45k_is_validation_and_test_and_nothing_of_train(build: Build, tmp_path: Path) -> None:
    """The paper's 44,687 documents: all that are not in the 182,745 of train (section 4.3)."""
    cache = str(tmp_path)
    larger = datasets.load_dataset(str(build.root), "test45k", split="test", cache_dir=cache)
    parts = datasets.load_dataset(str(build.root), cache_dir=cache)
    ids = {split: set(part["id"]) for split, part in parts.items()}
    assert larger.num_rows == len(ids["validation"]) + len(ids["test"])
    assert set(larger["id"]) == ids["validation"] | ids["test"]
    assert not set(larger["id"]) & ids["train"]
    card = (build.root / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"\| `test45k` \|.*\| test \| {larger.num_rows} \|", card)


def test_every_record_is_in_one_split_unchanged(build: Build, tmp_path: Path) -> None:
    loaded = datasets.load_dataset(str(build.root), cache_dir=str(tmp_path))
    rows = [row for part in loaded.values() for row in part]
    expected = [record(number) for number in range(120)]
    by_id = sorted(rows, key=lambda row: str(row["id"]))
    assert by_id == sorted(expected, key=lambda row: str(row["id"]))


def test_slices_columns_and_the_extraction_config(build: Build, tmp_path: Path) -> None:
    cache = str(tmp_path)
    few = datasets.load_dataset(
        str(build.root), split="test[:5]", columns=["id", "keyphrases"], cache_dir=cache
    )
    assert few.num_rows == 5
    assert few.column_names == ["id", "keyphrases"]
    tagged = datasets.load_dataset(str(build.root), "extraction", split="train", cache_dir=cache)
    counts = Counter(tag for tags in tagged["doc_bio_tags"] for tag in tags)
    assert set(counts) == {"B", "I", "O"}
    for row in tagged:
        assert len(row["document"]) == len(row["doc_bio_tags"])


def test_the_assignment_is_a_file_to_review(build: Build) -> None:
    with (build.root / "assignment.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == sorted(record(number)["id"] for number in range(120))
    on_disk = {
        id_: split
        for split in ("train", "validation", "test")
        for path in (build.root / "data").glob(f"{split}-*")
        for id_ in pq.read_table(path, columns=["id"]).column("id").to_pylist()
    }
    assert {row["id"]: row["split"] for row in rows} == on_disk
    assert {row["since"] for row in rows} == {"1.0.0"}


def test_who_wrote_two_theses_is_told_beside_the_build_only(tmp_path: Path) -> None:
    ids = [record(number)["id"] for number in range(63)]
    first = build_of(tmp_path / "first", range(60))
    persons = {ids[0]: "p", ids[61]: "p"}
    later = build_of(
        tmp_path / "later",
        range(63),
        BuildOptions(version="1.1.0"),
        read_previous(first.root),
        persons=persons,
    )
    review = assignment_review(later.root).read_text(encoding="utf-8")
    assert f"{ids[61]},{later.assignment.split_of()[ids[0]]},1.1.0,follows {ids[0]}\n" in review
    for path, content in files_of(later.root).items():
        assert b"follows" not in content, path


def test_what_the_source_withdrew_is_left_out_and_counted(build: Build, tmp_path: Path) -> None:
    """Of ten that are gone three were withdrawn; one was kept by a cleaning before that."""
    ids = [record(number)["id"] for number in range(130)]
    records = [record(number) for number in range(9, 130)]
    gone = [ids[0], ids[5], ids[9], ids[125], "F" * 28]  # 125 is new, the last was never seen
    cleaned = write_cleaned(tmp_path / "cleaned", records, withdrawn=gone[:3])
    read = read_cleaned(cleaned, gone[3:])
    assert read.left_out == 2
    made = write_build(
        read, tmp_path / "build", BuildOptions(version="1.1.0"), read_previous(build.root)
    )
    assert not {row.id for row in made.assignment.rows} & set(gone)
    entry = made.description["changelog"][-1]
    assert (entry["documents"], entry["removed"], entry["withdrawn"]) == (119, 10, 3)
    assert made.description["withdrawn"] == sorted(gone[:3])
    card = (made.root / "README.md").read_text(encoding="utf-8")
    assert "; 9 new, 10 no longer there (3 withdrawn at the source)." in card
    assert "| *withdrawn* | 119 |" in card

    # The list stays; who is there again is on it no more.
    back = write_cleaned(tmp_path / "back", [record(number) for number in range(5, 130)])
    next_ = write_build(
        read_cleaned(back),
        tmp_path / "next",
        BuildOptions(version="1.2.0"),
        read_previous(made.root),
    )
    assert next_.description["withdrawn"] == [ids[0]]
    assert next_.description["changelog"][-1]["withdrawn"] == 0


def test_no_column_and_no_byte_of_a_person(build: Build) -> None:
    for path, content in files_of(build.root).items():
        text = content.decode("utf-8", "ignore")
        if path.endswith(".parquet"):
            rows = pq.read_table(build.root / path)
            assert not {"person", "persons", "group", "author"} & set(rows.column_names)
            text = str(rows.to_pylist())
        assert PERSON not in text, path


def test_ties_hold_through_the_build(tmp_path: Path) -> None:
    ids = [record(number)["id"] for number in range(90)]
    groups = {id_: f"g{at // 3}" for at, id_ in enumerate(ids)}
    persons = {ids[0]: "p", ids[50]: "p"}
    made = build_of(tmp_path, range(90), groups=groups, persons=persons)
    assert set(made.description["leakage"].values()) == {0}
    split_of = made.assignment.split_of()
    assert split_of[ids[0]] == split_of[ids[50]] == split_of[ids[2]]


def test_the_next_version_keeps_splits_and_leaves_old_rows_in_place(
    build: Build, tmp_path: Path
) -> None:
    options = BuildOptions(version="1.1.0", note="The year 2025.")
    grown = build_of(tmp_path, range(10, 160), options, read_previous(build.root))
    before, after = build.assignment.split_of(), grown.assignment.split_of()
    gone = {record(number)["id"] for number in range(10)}
    assert {id_: after[id_] for id_ in before if id_ not in gone} == {
        id_: split for id_, split in before.items() if id_ not in gone
    }
    assert grown.assignment.sizes() == {"train": 120, "validation": 15, "test": 15}
    entry = grown.description["changelog"][-1]
    assert (entry["added"], entry["removed"], entry["note"]) == (40, 10, "The year 2025.")
    assert len(grown.description["changelog"]) == 2
    table = pq.read_table(grown.root / "data" / "train-00000-of-00008.parquet")
    ages = [grown_since(grown.root)[id_] for id_ in table.column("id").to_pylist()]
    assert ages == sorted(ages)
    assert "1.1.0" in ages


def grown_since(root: Path) -> dict[str, str]:
    with (root / "assignment.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["since"] for row in csv.DictReader(file)}


def test_the_release_before_may_stand_on_the_hub(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = "a" * 40
    snapshot = tmp_path / "datasets--invented--SlovKE" / "snapshots" / commit
    shutil.copytree(build.root, snapshot)
    release = replace(read_build(build.root), commit=commit, date="2026-01-01")
    listed = Releases("invented/SlovKE", {"1.0.0": release}).to_json()
    (snapshot / "releases.json").write_text(json.dumps(listed), encoding="utf-8")
    (snapshot.parent.parent / "refs").mkdir()
    (snapshot.parent.parent / "refs" / "main").write_text(commit, encoding="utf-8")
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    for name in ("invented/SlovKE", "invented/SlovKE@1.0.0"):
        assert read_previous(name) == read_previous(build.root)
    with pytest.raises(InputError, match=r"no release 2\.0\.0"):
        read_previous("invented/SlovKE@2.0.0")
    with pytest.raises(InputError, match="no such folder, and not a Hub repository"):
        read_previous(tmp_path / "none")


def test_a_build_is_replaced_but_nothing_else_is(build: Build, tmp_path: Path) -> None:
    made = build_of(tmp_path, range(20))
    cleaned = read_cleaned(tmp_path / "cleaned")
    (made.root / "data" / "train-00099-of-00100.parquet").touch()
    again = write_build(cleaned, made.root, BuildOptions(configs=("default",)))
    assert "keyphrases" not in again.description["splits"]
    assert not (made.root / "data" / "train-00099-of-00100.parquet").exists()
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="not a build"):
        write_build(cleaned, tmp_path, BuildOptions())
    assert (tmp_path / "thesis.txt").exists()


def test_a_failure_leaves_the_old_build(tmp_path: Path) -> None:
    made = build_of(tmp_path, range(20))
    before = files_of(made.root)
    impossible = BuildOptions(split=SplitOptions(sizes=(1, 1, 1)))
    with pytest.raises(InputError, match="add up to 3"):
        write_build(read_cleaned(tmp_path / "cleaned"), made.root, impossible)
    assert files_of(made.root) == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (BuildOptions(version="1.0"), "three numbers"),
        (BuildOptions(version="1.0.0"), "must be greater than 1.0.0"),
        (BuildOptions(version="1.1.0", configs=("default", "tags")), "unknown 'tags'"),
        (BuildOptions(version="1.1.0", configs=("default", "test45k")), "asked for with --test45k"),
        (BuildOptions(version="1.1.0", configs=("keyphrases",)), "'default' must be among them"),
    ],
)
def test_wrong_options(build: Build, tmp_path: Path, options: BuildOptions, message: str) -> None:
    cleaned = write_cleaned(tmp_path / "cleaned", [record(1)])
    with pytest.raises(InputError, match=message):
        write_build(read_cleaned(cleaned), tmp_path / "build", options, read_previous(build.root))


def break_nothing_kept(folder: Path) -> None:
    for path in (folder / "kept").iterdir():
        path.unlink()


def break_schema(folder: Path) -> None:
    path = folder / "kept" / "part-00001.parquet"
    table = pq.read_table(path)
    year = table.schema.get_field_index("year")
    pq.write_table(table.set_column(year, "year", table["year"].cast(pa.string())), path)


def break_column(folder: Path) -> None:
    path = folder / "kept" / "part-00001.parquet"
    pq.write_table(pq.read_table(path).drop_columns(["faculty"]), path)


def break_private(folder: Path) -> None:
    path = folder / "private" / "part-00000.parquet"
    pq.write_table(pq.read_table(path).slice(1), path)


def break_twice(folder: Path) -> None:
    path = folder / "kept" / "part-00001.parquet"
    table = pq.read_table(path)
    pq.write_table(pa.concat_tables([table, table.slice(0, 1)]), path)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (break_nothing_kept, "no part-"),
        (break_schema, "part-00001.parquet: .*'year' is string, not int32"),
        (break_column, "part-00001.parquet: .*no column 'faculty'"),
        (break_private, "have no row in private"),
        (break_twice, "occur more than once"),
    ],
)
def test_a_wrong_cleaned_folder_is_named(tmp_path: Path, damage: Any, message: str) -> None:
    cleaned = write_cleaned(tmp_path / "cleaned", [record(number) for number in range(9)])
    damage(cleaned)
    with pytest.raises(InputError, match=message):
        write_build(read_cleaned(cleaned), tmp_path / "build", BuildOptions())


def test_the_release_before_is_not_overwritten(
    build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    import_module("builder.cli.split")
    root = str(build.root)
    words = ["split", "cleaned", "--out", root, "--previous", root, "--version", "1.1.0"]
    assert run(lambda: app(words, prog_name="builder")) == 2
    assert "is the release before, which must stay" in capsys.readouterr().err


def test_the_command_prints_sizes_and_leakage(tmp_path: Path) -> None:
    cleaned = write_cleaned(tmp_path / "cleaned", [record(number) for number in range(50)])
    out = tmp_path / "build"
    command = [sys.executable, "-m", "builder", "split", str(cleaned), "--out", str(out)]
    done = subprocess.run(
        [*command, "--configs", "default", "--sizes", "40,5,5"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert "train-test 0" in done.stdout
    assert "50 documents" in done.stdout
    wrong = subprocess.run(
        [*command, "--sizes", "40,5,6"], capture_output=True, text=True, timeout=120, check=False
    )
    assert wrong.returncode == 2
    assert wrong.stderr == "error: --sizes add up to 51, but there are 50 documents\n"
    description = json.loads((out / "build.json").read_text(encoding="utf-8"))
    assert description["split"]["sizes"] == [40, 5, 5]
