"""Export and import: what goes out comes back the same, and what is wrong is refused whole."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from slovke.annotate.formats import export_task, import_judgements
from slovke.annotate.judgements import Log, log_path, read_comments, read_state
from slovke.annotate.sampling import SampleOptions, sample_keyphrases, sample_translations
from slovke.annotate.task import read_annotators, write_task
from slovke.errors import InputError
from tests.slovke.annotation_task import CRITERIA, EVA, JURAJ, draw, judge_all, judged, records


@pytest.mark.parametrize(("format", "name"), [("csv", "out"), ("label-studio", "out/tasks.json")])
def test_there_and_back(tmp_path: Path, format: str, name: str) -> None:
    folder = tmp_path / "task"
    task = draw(folder, annotators=("eva",))
    judge_all(folder, task, "eva", EVA)
    with Log(folder, task, "eva") as log:
        log.judge("t3", "c1", {"relevance": False})  # begun, not finished
        log.comment("t1", "c1", "=2+3")
        log.comment("t1", "c2", 'dva\nriadky, "a" čiarka')
        log.comment("t2", None, "celý dokument")
    assert export_task(folder, tmp_path / "out", format, "eva") == 21
    # Another annotator takes the file over: a CSV's rows name whose they are.
    path = tmp_path / name
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\neva,", "\nmara,"), encoding="utf-8", newline="")
    assert import_judgements(folder, path, format, "mara") == 21
    assert read_state(folder, task, "mara") == read_state(folder, task, "eva")
    comments = read_comments(folder, task, "mara")
    assert comments == read_comments(folder, task, "eva")
    assert comments["t2"] == {None: "celý dokument"}
    assert comments["t1"]["c1"] == "=2+3"
    assert read_annotators(folder) == ["eva", "mara"]


@pytest.mark.parametrize("format", ["csv", "label-studio"])
def test_an_empty_task_is_exported_to_be_filled_in(tmp_path: Path, format: str) -> None:
    folder = tmp_path / "task"
    draw(folder, overlap=2, annotators=("eva", "juraj"))
    assert export_task(folder, tmp_path / "all", format) == 0
    count = export_task(folder, tmp_path / "juraj", format, "juraj")
    assert 0 < count < 21
    path = tmp_path / "juraj" if format == "csv" else tmp_path / "juraj" / "tasks.json"
    assert import_judgements(folder, path, format, "juraj") == 0


def test_a_spreadsheet_with_semicolons_and_decimals(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    task = draw(folder, annotators=("eva",))
    path = tmp_path / "filled.csv"
    path.write_text(
        "document;candidate;relevance;adequacy;why;non_redundancy;same_as;validity;gold\r\n"
        "t1;c1;áno;ANO;;1;;PRAVDA;2,0\r\nt1;c2;nie;0;adjective;false;c1;No;None\r\n"
        "t1;c3;;;;;;;\r\n",
        encoding="utf-8-sig",
    )
    assert import_judgements(folder, path, "csv", "eva") == 2
    assert read_state(folder, task, "eva")["t1"] == {
        "c1": judged(1),
        "c2": judged(
            relevance=False,
            adequacy=False,
            why="adjective",
            non_redundancy=False,
            same_as="c1",
            validity=False,
        ),
    }


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("t1,c1,yes,yes,,yes,,yes,9\n", "row 3: document t1, candidate c1: gold keyphrase 8 is"),
        ("t1,c1,yes,yes,,yes,,yes,one\n", "row 3: gold must be a whole number or none, got 'one'"),
        ("t1,c1,maybe,yes,,yes,,yes,1\n", "row 3: relevance must be yes or no, got 'maybe'"),
        ("t9,c1,yes,,,,,,\n", "row 3: document 't9' is not in the task"),
        ("t1,c9,yes,,,,,,\n", "no such candidate"),
        ("t1,c1,,,,no,,,\n", "same_as goes with a no to non_redundancy"),
        ("t1,c1,,,,no,c2,,\nt1,c2,,,,no,c1,,\n", "variants in a circle"),
    ],
)
def test_a_wrong_row_stops_the_whole_file(tmp_path: Path, rows: str, message: str) -> None:
    folder = tmp_path / "task"
    draw(folder, annotators=("eva",))
    path = tmp_path / "filled.csv"
    head = "document,candidate,relevance,adequacy,why,non_redundancy,same_as,validity,gold\n"
    path.write_text(f"{head}t2,c1,yes,yes,,yes,,yes,none\n{rows}", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        import_judgements(folder, path, "csv", "eva")
    log = log_path(folder, "eva")
    assert not log.exists() or log.read_bytes() == b""


def test_what_label_studio_may_send(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    task = draw(folder, annotators=("eva",))
    judge_all(folder, task, "eva", JURAJ)
    export_task(folder, tmp_path, "label-studio", "eva")
    tasks = json.loads((tmp_path / "tasks.json").read_text(encoding="utf-8"))
    tasks[0]["annotations"].append({"was_cancelled": True, "result": []})
    tasks[1]["annotations"] = []
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps(tasks), encoding="utf-8")
    assert import_judgements(folder, path, "label-studio", "mara") == 20
    for bad, message in (({}, "expected a list"), ([{"annotations": [{}]}], "task 1: not a task")):
        path.write_text(json.dumps(bad), encoding="utf-8")
        with pytest.raises(InputError, match=message):
            import_judgements(folder, path, "label-studio", "mara")
    config = (tmp_path / "config.xml").read_text(encoding="utf-8")
    for name in (*CRITERIA, "why", "gold", "same_as", "comment", "document_comment"):
        assert f'name="{name}" toName="text"' in config


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    rows = [replace(one, id=f"={one.id}") for one in records()]
    systems = {"alfa": {one.id: ['=HYPERLINK("x")', "@včela"] for one in rows}}
    task = sample_keyphrases(rows, systems, SampleOptions(documents=6, overlap=6, k=2))
    write_task(folder, task, ["eva"])
    path = tmp_path / "out.csv"
    export_task(folder, path, "csv", "eva")
    with path.open(encoding="utf-8-sig", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert not [cell for cell in cells if cell[:1] in {"=", "+", "-", "@"}]
    with path.open(encoding="utf-8-sig", newline="") as file:
        read = list(csv.DictReader(file))
    for row in read:
        row |= {**dict.fromkeys(CRITERIA, "yes"), "gold": "none", "comment": "+1"}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, read[0])
        writer.writeheader()
        writer.writerows(read)
    assert import_judgements(folder, path, "csv", "eva") == len(read)
    export_task(folder, path, "csv")
    assert ",'+1," in path.read_text(encoding="utf-8-sig")


def test_translations_there_and_back(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    systems = {"one": {"s": "Pes spí."}, "two": {"s": "Psík spinká."}}
    task = sample_translations({"s": "A dog."}, systems, SampleOptions(documents=1, overlap=1))
    write_task(folder, task, ["eva"])
    path = tmp_path / "filled.csv"
    path.write_text(
        "document,candidate,rank,fluency,adequacy\ns,c1,1,4,4\ns,c2,2,3,\n", encoding="utf-8"
    )
    assert import_judgements(folder, path, "csv", "eva") == 2
    for format, name in (("csv", "out"), ("label-studio", "ls/tasks.json")):
        out = tmp_path / name.split("/")[0]
        export_task(folder, out, format, "eva")
        text = (tmp_path / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("\neva,", "\nmara,"), "utf-8", newline="")
        import_judgements(folder, tmp_path / name, format, "mara")
        assert read_state(folder, task, "mara") == read_state(folder, task, "eva")
    path.write_text("document,candidate,rank,fluency,adequacy\ns,c1,3,4,4\n", encoding="utf-8")
    with pytest.raises(InputError, match="rank must be 1 to 2, got 3"):
        import_judgements(folder, path, "csv", "eva")
