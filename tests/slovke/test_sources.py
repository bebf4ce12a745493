"""Records from files and folders with other people's column names; predictions files."""

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from slovke.errors import InputError
from slovke.sources import (
    Columns,
    choose_columns,
    read_predictions,
    read_records,
)

ROW = {"id": "a", "abstract": "Text o pôde.", "keyphrases": ["pôda", "text"]}


def write_lines(path: Path, rows: list[Any]) -> Path:
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path


def quiet(line: str) -> None:
    raise AssertionError(f"nothing was to be said: {line}")


@pytest.mark.parametrize("name", ["d.jsonl", "d.jsonl.gz"])
def test_the_usual_file_needs_no_word(tmp_path: Path, name: str) -> None:
    path = write_lines(tmp_path / name, [ROW, {**ROW, "id": "b", "year": 2020, "title": "T"}])
    first, second = read_records(path, say=quiet)
    assert (first.id, first.abstract, first.keyphrases) == ("a", "Text o pôde.", ("pôda", "text"))
    assert (second.year, second.title, second.university) == (2020, "T", None)


def test_a_parquet_file_of_large_strings(tmp_path: Path) -> None:
    table = pa.table(
        {
            "id": pa.array(["a"], pa.large_string()),
            "abstract": pa.array(["t"], pa.large_string()),
            "keyphrases": pa.array([["k"]], pa.large_list(pa.large_string())),
        }
    )
    pq.write_table(table, tmp_path / "d.parquet")
    assert read_records(tmp_path / "d.parquet", say=quiet)[0].keyphrases == ("k",)


@pytest.mark.parametrize(
    ("row", "columns", "keyphrases"),
    [
        (
            {"doc_id": 7, "src": "t", "present_kps": ["a"], "absent_kps": ["b"]},
            Columns("doc_id", "src", ("present_kps", "absent_kps")),
            ("a", "b"),
        ),
        (
            {
                "id": 1,
                "document": ["Text", "o", "pôde"],
                "extractive_keyphrases": ["a"],
                "abstractive_keyphrases": ["b"],
            },
            Columns("id", "document", ("extractive_keyphrases", "abstractive_keyphrases")),
            ("a", "b"),
        ),
        (
            {"text": "t", "keywords": "pôda, hnojenie; úroda , "},
            Columns(None, "text", ("keywords",), ";"),
            ("pôda, hnojenie", "úroda ,"),
        ),
        (
            {"text": "t", "keywords": "pôda, hnojenie"},
            Columns(None, "text", ("keywords",), ","),
            ("pôda", "hnojenie"),
        ),
        ({"text": "t", "tags": None, "id": 3}, Columns("id", "text", ("tags",)), ()),
    ],
)
def test_other_names_are_guessed_and_said(
    tmp_path: Path, row: dict[str, Any], columns: Columns, keyphrases: tuple[str, ...]
) -> None:
    said: list[str] = []
    path = write_lines(tmp_path / "d.jsonl", [row])
    (record,) = read_records(path, say=said.append)
    assert record.keyphrases == keyphrases
    assert said == [f"{path}: took {columns}"]
    assert record.id == str(row.get("doc_id", row.get("id", 0)))


def test_what_is_said_reads_well() -> None:
    assert str(Columns(None, "text", ("a", "b"), ";")) == (
        "id from the row number, text from 'text', keyphrases from 'a' + 'b' split at ';'"
    )


def test_names_that_are_given_win_over_guesses(tmp_path: Path) -> None:
    row = {**ROW, "body": "iné", "mine": ["x"]}
    path = write_lines(tmp_path / "d.jsonl", [row])
    (record,) = read_records(
        path, text_column="body", keyphrases_column="mine", say=lambda line: None
    )
    assert (record.abstract, record.keyphrases) == ("iné", ("x",))


def test_one_separator_for_the_whole_column() -> None:
    rows = [{"text": "t", "keywords": "a, b"}, {"text": "t", "keywords": "c; d"}]
    assert choose_columns("d", ["text", "keywords"], rows).separator == ";"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"id": "a", "abstract": "t"}], "can't tell which column holds the keyphrases"),
        ([{"id": "a", "keyphrases": ["k"]}], "can't tell which column is the text"),
        ([ROW, {**ROW, "id": "b", "abstract": ""}], "row 2: 'abstract' must be a text, got ''"),
        ([ROW, {**ROW, "id": "b", "abstract": 5}], "row 2: 'abstract' must be a text, got 5"),
        ([ROW, {**ROW, "id": None}], "row 2: 'id' must be a string or a number, got None"),
        ([{**ROW, "keyphrases": ["a", 5]}], r"row 1: 'keyphrases' must be a list of strings"),
        ([{**ROW, "keyphrases": {"a": 1}}], r"row 1: 'keyphrases' must be a list of strings"),
        ([ROW, {**ROW}], "rows 1 and 2 have the same id 'a'"),
        ([[1, 2]], r"d.jsonl:1: expected a JSON object, got \[1, 2\]"),
        ([], "no rows in it"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, rows: list[Any], message: str) -> None:
    path = write_lines(tmp_path / "d.jsonl", rows)
    with pytest.raises(InputError, match=message) as caught:
        read_records(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("d.jsonl", b'{"id": 1\n', "d.jsonl:1: not a line of JSON"),
        ("d.jsonl", b"\xff\xfe", "d.jsonl: not UTF-8"),
        ("d.jsonl.gz", b"plain", "d.jsonl.gz: can't be read"),
        ("d.parquet", b"plain", "d.parquet: not a Parquet file"),
        ("d.csv", b"id,text", "expected a .jsonl, .jsonl.gz or .parquet file"),
    ],
)
def test_a_file_that_can_not_be_read(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_records(tmp_path / name)


@pytest.mark.parametrize(
    ("dataset", "message"),
    [
        ("nowhere.jsonl", "nowhere.jsonl: no such file"),
        ("not a name", "neither a file, nor a folder, nor a Hub repository"),
    ],
)
def test_nothing_there(dataset: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_records(dataset, "test")


def test_a_column_that_was_given_must_be_there(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "d.jsonl", [ROW])
    with pytest.raises(InputError, match=r"no column 'body' \(--text-column\); it has id, abs"):
        read_records(path, text_column="body")


def test_predictions_are_read_plain_and_compressed(tmp_path: Path) -> None:
    predictions = {"a": ["pôda", "úroda"], "b": []}
    lines = [json.dumps({"id": id_, "keyphrases": own}) for id_, own in predictions.items()]
    (tmp_path / "p.jsonl").write_text("\n".join(lines), encoding="utf-8-sig")
    (tmp_path / "p.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    assert read_predictions(tmp_path / "p.jsonl") == predictions
    assert read_predictions(tmp_path / "p.jsonl.gz") == predictions


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"id": "b"}, "p.jsonl:2: no 'keyphrases'"),
        ({"keyphrases": []}, "p.jsonl:2: no 'id'"),
        ({"id": "b", "keyphrases": "a, b"}, "p.jsonl:2: 'keyphrases' must be a list of strings"),
        ({"id": "b", "keyphrases": [["a", 0.5]]}, "p.jsonl:2: keyphrase 1 of id 'b' must be a str"),
        ({"id": None, "keyphrases": []}, "p.jsonl:2: 'id' must be a string, got None"),
        ({"id": "a", "keyphrases": []}, "p.jsonl:2: id 'a' occurs a second time"),
        ("text", "p.jsonl:2: expected a JSON object, got 'text'"),
    ],
)
def test_a_wrong_prediction_is_named(tmp_path: Path, line: Any, message: str) -> None:
    path = write_lines(tmp_path / "p.jsonl", [{"id": "a", "keyphrases": ["k"]}, line])
    with pytest.raises(InputError, match=message):
        read_predictions(path)


def test_a_number_as_id_is_taken_as_its_text(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "p.jsonl", [{"id": 7, "keyphrases": []}])
    assert read_predictions(path) == {"7": []}
