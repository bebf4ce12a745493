"""The checks before publishing: each kind of damage is found, named, and stops everything."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builder import checks
from builder.build import assignment_review
from builder.card import write_card
from builder.card_figures import statistics_of
from builder.checks import check_build, open_build
from builder.names import findings_file, persons_file, read_allowed, read_persons
from builder.shards import sha256_of, write_shard
from slovke.errors import InputError
from tests.cleaned_folder import PERSON

TRAIN = "data/train-00000-of-00008.parquet"
TEST = "data/test-00000-of-00002.parquet"
KEYPHRASES = "keyphrases/test-00000-of-00002.parquet"


@pytest.fixture
def build(builds: tuple[Path, Path], tmp_path: Path) -> Path:
    copy = tmp_path / "1.0.0"
    shutil.copytree(builds[0], copy)
    for beside in (persons_file, assignment_review):
        shutil.copy(beside(builds[0]), beside(copy))
    return copy


@pytest.fixture
def without_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last check takes longest, and is not what most of these tests are about."""
    monkeypatch.setattr(checks, "_loading", lambda build: iter(()))


def failures(build: Path) -> list[str]:
    """The lines of the checks that failed."""
    said: list[str] = []
    opened = open_build(build)
    with pytest.raises(InputError, match=r"failed the checks .*; nothing was sent"):
        check_build(opened, read_persons(persons_file(build)), (), said.append)
    return [line for line in said if "FAILED" in line]


def describe_anew(build: Path, **changes: int) -> None:
    """Let `build.json` list the shards as they are now."""
    path = build / "build.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    for name, file in value["files"].items():
        file.update(sha256=sha256_of(build / name), size=(build / name).stat().st_size)
    for split, part in value["splits"]["default"].items():
        columns = ["abstract", "keyphrases"]
        table = pa.concat_tables(pq.read_table(build / f, columns=columns) for f in part["files"])
        value["statistics"][split] = statistics_of(table, None)
    for split, rows in changes.items():
        value["splits"]["default"][split]["num_examples"] = rows
    path.write_text(json.dumps(value), encoding="utf-8")


def edit(build: Path, name: str, change: Callable[[list[dict[str, Any]]], None]) -> None:
    """Write a shard again with other rows."""
    table = pq.read_table(build / name)
    rows = table.to_pylist()
    change(rows)
    write_shard(pa.Table.from_pylist(rows, schema=table.schema), build / name)
    describe_anew(build)
    write_card(build)


def edit_card(build: Path, pattern: str, text: str) -> None:
    card = build / "README.md"
    changed, count = re.subn(pattern, text, card.read_text(encoding="utf-8"))
    assert count, f"the card has no {pattern}"
    card.write_text(changed, encoding="utf-8")


def test_a_build_as_split_wrote_it_passes(build: Path) -> None:
    said: list[str] = []
    check_build(open_build(build), read_persons(persons_file(build)), (), said.append)
    names = ("files", "schema", "counts", "ids", "statistics", "persons", "card", "loading")
    assert said == [f"check {name}: ok" for name in names]


def test_a_folder_that_is_no_build(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a build"):
        open_build(tmp_path)


def test_a_missing_file_is_named(build: Path) -> None:
    (build / "assignment.csv").unlink()
    with pytest.raises(InputError, match=r"assignment.csv is missing; make the build again"):
        check_build(open_build(build), {}, (), lambda line: None)


def test_changed_bytes(build: Path) -> None:
    path = build / TRAIN
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert failures(build) == [
        f"check files: FAILED: {TRAIN} is not the file that build.json lists"
    ]


def test_a_shard_that_lies_beside_the_others(build: Path) -> None:
    shutil.copy(build / TRAIN, build / "data" / "train-old.parquet")
    (line,) = failures(build)
    assert line.endswith("data/train-old.parquet is not of the build, but would be loaded with it")


def without_year(table: pa.Table) -> pa.Table:
    return table.drop_columns(["year"])


def year_as_text(table: pa.Table) -> pa.Table:
    at = table.schema.get_field_index("year")
    return table.set_column(at, "year", table.column("year").cast(pa.string()))


def with_metadata(table: pa.Table) -> pa.Table:
    return table.replace_schema_metadata({"huggingface": "{}"})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without_year, "has another schema (year)"),
        (year_as_text, "has another schema (year)"),
        (with_metadata, "carries the metadata of datasets, which older ones can't read"),
        (lambda table: table, "has 7 row groups, so streaming it would hang"),
    ],
)
def test_a_shard_of_another_schema(
    build: Path, change: Callable[[pa.Table], pa.Table], message: str
) -> None:
    table = pq.read_table(build / TRAIN)
    pq.write_table(change(table), build / TRAIN, row_group_size=1 if "groups" in message else 999)
    message = message.replace("7", str(table.num_rows))
    describe_anew(build)
    assert failures(build) == [f"check schema: FAILED: {TRAIN} {message}"]


@pytest.mark.usefixtures("without_loading")
def test_another_number_of_rows_than_described(build: Path) -> None:
    describe_anew(build, test=5)
    found = failures(build)
    assert found[0] == "check counts: FAILED: default/test has 6 rows, build.json says 5"
    assert "it does not say that test has 5 documents" in found[1]


@pytest.mark.usefixtures("without_loading")
def test_an_id_that_occurs_twice_or_in_two_splits(build: Path) -> None:
    ids = pq.read_table(build / TRAIN).column("id").to_pylist()
    edit(build, TRAIN, lambda rows: rows[1].update(id=ids[0]))
    edit(build, TEST, lambda rows: rows[0].update(id=ids[2]))
    line = failures(build)[0]
    assert f"default/train has the id {ids[0]} twice" in line
    assert f"default: the id {ids[2]} is in train and in test" in line


@pytest.mark.usefixtures("without_loading")
def test_a_config_with_other_ids(build: Path) -> None:
    edit(build, KEYPHRASES, lambda rows: rows[0].update(id="other"))
    assert failures(build) == ["check ids: FAILED: keyphrases/test has other ids than default/test"]


@pytest.mark.usefixtures("without_loading")
def test_an_assignment_of_other_documents(build: Path) -> None:
    file = build / "assignment.csv"
    text = file.read_text(encoding="utf-8")
    wrong = "check ids: FAILED: assignment.csv lists other documents or splits than the shards"
    file.write_text(f"{text}X,train,1.0.0\n", encoding="utf-8")
    assert failures(build) == [wrong]
    file.write_text(text.replace(",test,", ",train,"), encoding="utf-8")
    assert failures(build) == [wrong]


@pytest.mark.usefixtures("without_loading")
def test_an_assignment_that_tells_more_than_may_be_published(build: Path) -> None:
    shutil.copy(assignment_review(build), build / "assignment.csv")
    assert failures(build) == [
        "check ids: FAILED: assignment.csv has other columns than id, split, since"
    ]


@pytest.mark.usefixtures("without_loading")
def test_statistics_of_another_build(build: Path) -> None:
    path = build / "build.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    right = value["statistics"]["test"]["words_per_keyphrase"]
    value["statistics"]["test"]["words_per_keyphrase"] = 9.99
    path.write_text(json.dumps(value), encoding="utf-8")
    assert failures(build) == [
        f"check statistics: FAILED: words_per_keyphrase of test is {right}, build.json says 9.99"
    ]


@pytest.mark.usefixtures("without_loading")
def test_a_larger_test_split_of_other_documents(build: Path) -> None:
    path = build / "build.json"
    value = json.loads(path.read_text(encoding="utf-8"))
    parts = value["splits"]["default"]
    both = [*parts["validation"]["files"], *parts["test"]["files"]]
    for files, wrong in ((both, False), (both[1:], True), ([*parts["train"]["files"]], True)):
        value["splits"]["test45k"] = {"test": {**parts["test"], "files": files}}
        path.write_text(json.dumps(value), encoding="utf-8")
        said = failures(build)
        found = "check ids: FAILED: test45k/test is not validation and test of default"
        assert (found in said) == wrong


@pytest.mark.usefixtures("without_loading")
def test_names_and_addresses_are_found_and_not_printed(build: Path) -> None:
    def change(rows: list[dict[str, Any]]) -> None:
        rows[0]["abstract"] += f" Vypracovala {PERSON}."
        rows[1]["keyphrases"].append("zuzana@example.org")

    edit(build, TEST, change)
    first, second = pq.read_table(build / TEST).column("id").to_pylist()[:2]
    (line,) = failures(build)
    assert line.startswith("check persons: FAILED: 2 records name somebody: look at them in 1.0.0")
    assert line.endswith(
        f"; a name of its author, supervisor or opponent in 'abstract' of {first}; an e-mail "
        f"address in 'keyphrases' of {second}"
    )
    assert PERSON not in line
    file = findings_file(build)
    assert PERSON in file.read_text(encoding="utf-8")
    assert read_allowed([str(file), "another"]) == {first, second, "another"}
    said: list[str] = []
    known = read_persons(persons_file(build))
    check_build(open_build(build), known, [first, second], said.append)
    assert "check persons: ok" in said


@pytest.mark.usefixtures("without_loading")
def test_a_record_whose_persons_are_unknown(build: Path) -> None:
    known = read_persons(persons_file(build))
    known.pop(next(iter(known)))
    said: list[str] = []
    with pytest.raises(InputError, match="persons"):
        check_build(open_build(build), known, (), said.append)
    assert "1 records are not among those whose persons are known" in said[5]


@pytest.mark.usefixtures("without_loading")
@pytest.mark.parametrize(
    ("pattern", "text", "message"),
    [
        ("## Licence", "## ${licence}", "${licence} is not filled"),
        ("## Licence", "[More Information Needed]", "[More Information Needed] is not filled"),
        ("license: cc-by-4.0", "license: mit", "its YAML is not that of the build"),
        ("num_examples: 48", "num_examples: 47", "its YAML is not that of the build"),
        ("license: cc-by-4.0", "license: [", "its YAML can't be read"),
        (r"\| `train` \| 48 \|", "| `train` | 49 |", "it does not say that train has 48 documents"),
        (r"60 documents", "61 documents", "it does not say that there are 60 documents"),
        (r"- \*\*1.0.0\*\*", "- **0.9.0**", "its changelog has no version 1.0.0"),
        ("## Licence", "![Lengths](figures/no.png)", "its picture figures/no.png is missing"),
    ],
)
def test_a_card_that_is_not_this_builds(build: Path, pattern: str, text: str, message: str) -> None:
    edit_card(build, pattern, text)
    (line,) = failures(build)
    assert line.startswith("check card: FAILED: ")
    assert message in line


def test_a_folder_that_load_dataset_can_not_load(build: Path) -> None:
    # The card's words and YAML are right, but another file overrides them for `datasets`.
    (build / ".huggingface.yaml").write_text("configs: [{config_name: other}]\n", encoding="utf-8")
    (line,) = failures(build)
    assert line.startswith("check loading: FAILED: load_dataset fails on default")
