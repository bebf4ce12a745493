"""`slovke score`, `compare`, `explain` and `metric` as a user meets them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import slovke.cli.metric
import slovke.cli.score  # noqa: F401 - importing it adds the commands
import slovke_metric
from slovke.cli.app import app, run
from slovke.errors import InputError
from slovke.pairing import pair
from slovke.record import Record

DATASET = [
    ("d1", "Rozvoja vidieka sa týka kraj.", ["rozvoj vidieka", "rozvojový potenciál"]),
    ("d2", "Počítačové siete.", ["počítačová sieť", "smerovač", "protokol"]),
    ("d3", "Nič.", ["trh práce"]),
]
FIRST = {"d1": ["rozvoja vidieka", "rozvoj vidieka", "územný rozvoj"], "d2": ["počítačové siete"]}
SECOND = {"d1": ["kraj"], "d2": ["sieť"], "d3": ["—"]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    rows = [{"id": i, "abstract": a, "keyphrases": k} for i, a, k in DATASET]
    write(tmp_path / "data.jsonl", rows)
    for name, predictions in (("first.jsonl", FIRST), ("second.jsonl", SECOND)):
        write(tmp_path / name, [{"id": i, "keyphrases": k} for i, k in predictions.items()])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, rows: list[Any]) -> None:
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def slovke_(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_the_table_is_in_percent_and_says_the_gap(folder: Path) -> None:
    output = slovke_("score", "first.jsonl", "--dataset", "data.jsonl", "-k", "3")
    rows = [line.split() for line in output.splitlines() if line.strip().startswith("@3")]
    # Documents: exact F1 2/5, 1/3, 0; partial 4/5, 1/3, 0.
    assert [(row[1], row[4]) for row in rows] == [
        ("exact", "24.4"),
        ("partial", "37.8"),
        ("gap", "13.3"),
    ]
    assert "3 documents" in output
    assert "documents that the file does not name, scored 0: 1" in output
    assert "duplicate predictions: 1" in output
    assert "signature: slovke_metric:" in output


def test_json_holds_the_numbers_of_the_function(folder: Path) -> None:
    output = slovke_(
        *("score", "first.jsonl", "--dataset", "data.jsonl", "-k", "1,3", "-k", "O", "--json"),
        *("--denominator", "min", "--lemmatizer", "none", "--confidence", "0.9"),
        *("--resamples", "50", "--presence"),
    )
    expected = slovke_metric.score(
        [FIRST.get(id_, []) for id_, _, _ in DATASET],
        [gold for *_, gold in DATASET],
        documents=[text for _, text, _ in DATASET],
        k=[1, 3, "O"],
        denominator="min",
        lemmatizer="none",
        confidence=0.9,
        resamples=50,
    )
    assert json.loads(output) == {**expected, "missing_predictions": 1}


def test_intervals_and_presence_stand_in_the_table(folder: Path) -> None:
    output = slovke_(
        *("score", "first.jsonl", "--dataset", "data.jsonl", "-k", "O"),
        *("--confidence", "0.95", "--presence"),
    )
    assert "to" in output.split("@O", 1)[1].splitlines()[1]
    assert "reordered" in output
    assert "bootstrap:1000|seed:12345" in output


def test_two_systems_are_compared(folder: Path) -> None:
    arguments = ("compare", "first.jsonl", "second.jsonl", "--dataset", "data.jsonl", "-k", "3")
    output = slovke_(*arguments)
    row = next(line.split() for line in output.splitlines() if " exact_f1@3 " in line)
    assert row[1:4] == ["24.4", "0.0", "+24.4"]
    assert "scored 0: 1 of a, 0 of b" in output
    own = json.loads(slovke_(*arguments, "--json"))["exact_f1@3"]
    assert set(own) == {"a", "b", "difference", "low", "high", "p_bootstrap", "p_randomization"}


def test_the_gap_is_explained_for_each_system(folder: Path) -> None:
    arguments = ("explain", "first.jsonl", "second.jsonl", "--dataset", "data.jsonl", "-k", "3")
    output = slovke_(*arguments)
    assert "first.jsonl" in output
    assert "second.jsonl" in output
    assert "lemmas: 'rozvoja vidieka' for 'rozvoj vidieka'" in output
    assert "redundancy: 'rozvoj vidieka' after 'rozvoja vidieka'" in output
    own = json.loads(slovke_(*arguments, "--json"))
    assert own["first.jsonl"]["steps"][1]["count"] == 2
    assert own["second.jsonl"]["gold"]["present"]["count"] == 2


BAD = [
    (["score", "first.jsonl", "--dataset", "data.jsonl", "-k", "six"], "k must be"),
    (["score", "first.jsonl", "--dataset", "data.jsonl", "--lang", "xx"], "lang='xx'"),
    (["score", "first.jsonl", "--dataset", "data.jsonl", "--confidence", "95"], "confidence"),
    (["score", "none.jsonl", "--dataset", "data.jsonl"], "none.jsonl"),
    (["score", "unknown.jsonl", "--dataset", "data.jsonl"], "unknown.jsonl: row 2: id 'd9'"),
    (["score", "twice.jsonl", "--dataset", "data.jsonl"], "twice.jsonl:2: id 'd1' occurs a second"),
    (["score", "string.jsonl", "--dataset", "data.jsonl"], "string.jsonl:1: 'keyphrases'"),
    (["compare", "first.jsonl", "unknown.jsonl", "--dataset", "data.jsonl"], "unknown.jsonl: row"),
    (["explain", "first.jsonl", "--dataset", "data.jsonl", "-k", "1,2"], "one cutoff, got 2"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_wrong_input_is_one_line_and_code_2(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    write(folder / "unknown.jsonl", [{"id": i, "keyphrases": []} for i in ("d1", "d9")])
    write(folder / "twice.jsonl", [{"id": "d1", "keyphrases": []}] * 2)
    write(folder / "string.jsonl", [{"id": "d1", "keyphrases": "trh"}])
    command = typer.main.get_command(app)
    assert run(lambda: command(arguments, standalone_mode=False)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert message in err
    assert err.count("\n") == 1


def test_the_console_script_leaves_with_2_and_no_traceback(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "slovke", "score", "x.jsonl", "--dataset", "data.jsonl"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={"PYTHONPATH": str(Path(slovke_metric.PATH).parent)},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: x.jsonl")
    assert "Traceback" not in done.stderr


def test_the_help_of_the_commands_loads_nothing_heavy() -> None:
    script = (
        "import sys, slovke.cli.score, slovke.cli.metric\n"
        "heavy = {'numpy', 'datasets', 'evaluate', 'simplemma', 'pyarrow', 'rich.table'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(slovke_metric.PATH).parent)},
    )
    assert done.stdout.strip() == "[]"


def test_the_metric_is_copied_where_one_says(folder: Path) -> None:
    assert slovke_("metric", "path").strip() == slovke_metric.PATH
    assert "evaluate.load" in slovke_("metric", "install", "project")
    copied = {path.name for path in (folder / "project" / "slovke_metric").iterdir()}
    assert {"slovke_metric.py", "scoring.py", "README.md", "requirements.txt"} <= copied
    assert "__pycache__" not in copied
    with pytest.raises(InputError, match="there already; --force replaces it"):
        slovke_("metric", "install", "project")
    slovke_("metric", "install", "project", "--force")
    with pytest.raises(InputError, match="the installed package itself"):
        slovke_("metric", "install", str(Path(slovke_metric.PATH).parent), "--force")


def record(id_: str) -> Record:
    return Record(id_, None, "text", ("a",), None, None, None, None)


def test_predictions_are_brought_into_the_dataset_s_order() -> None:
    records = [record("1"), record("2"), record("3")]
    paired = pair({"3": ["c"], "1": ["a"]}, records, "p.jsonl")
    assert paired.predictions == [["a"], [], ["c"]]
    assert paired.missing == 1
    with pytest.raises(InputError, match="no records"):
        pair({}, [], "p.jsonl")
