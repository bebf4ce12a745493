"""Drawing a task: what is drawn, pooled, hidden, and found in the text."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import slovke.cli.annotate  # noqa: F401 - importing it adds the commands
from slovke.annotate.occurrences import marked_parts, occurrences
from slovke.annotate.sampling import SampleOptions, sample_keyphrases
from slovke.annotate.task import enrol, read_annotators, read_task, write_task
from slovke.annotate.view import document_view
from slovke.cli.app import app
from slovke.errors import InputError
from slovke_metric import keys
from tests.slovke.annotation_task import ABSTRACTS, GOLD, SYSTEMS, draw, records

OPTIONS = SampleOptions(documents=6, overlap=2, k=2)


def test_a_task_is_read_as_it_was_written(tmp_path: Path) -> None:
    task = draw(tmp_path, overlap=2, annotators=("eva", "juraj"))
    assert read_task(tmp_path) == task
    assert read_annotators(tmp_path) == ["eva", "juraj"]
    with pytest.raises(InputError, match="holds a task already"):
        write_task(tmp_path, task, [])


def test_equal_lemmas_are_one_candidate_and_the_first_k_of_each_system() -> None:
    task = sample_keyphrases(records(), SYSTEMS, OPTIONS)
    first = task.document("t1")
    assert first is not None
    forms = {frozenset((one.text, *one.also)) for one in first.candidates}
    assert forms == {
        frozenset({"rozvoj vidieka", "rozvoja vidieka"}),
        frozenset({"turizmus"}),
        frozenset({"zamestnanosť"}),
    }
    # A repetition does not use up one of the two places; the third keyphrase is not judged.
    assert task.said["alfa"]["t2"].texts == ("počítačové siete", "siete")
    assert task.said["beta"]["t6"].texts == ()


def test_the_same_seed_draws_the_same_another_another() -> None:
    options = replace(OPTIONS, documents=3)
    first = sample_keyphrases(records(), SYSTEMS, options)
    assert first == sample_keyphrases(records(), SYSTEMS, options)
    orders = {
        tuple(one.id for one in sample_keyphrases(records(), SYSTEMS, drawn).documents)
        for drawn in (replace(options, seed=seed) for seed in range(6))
    }
    assert len(orders) > 1


def test_neither_order_nor_page_tells_the_system() -> None:
    """Over many documents, the first candidate comes from either system about as often."""
    many = [replace(records()[0], id=f"d{number}") for number in range(60)]
    systems = {
        "alfa": {one.id: ["turizmus", "rozvoja vidieka"] for one in many},
        "beta": {one.id: ["zamestnanosť", "rozvoj vidieka"] for one in many},
    }
    task = sample_keyphrases(many, systems, replace(OPTIONS, documents=60))
    first = [document.candidates[0].text for document in task.documents]
    assert 8 <= first.count("turizmus") <= 32
    assert 8 <= first.count("zamestnanosť") <= 32
    shown = [one.text for document in task.documents for one in document.candidates if one.also]
    assert 15 <= shown.count("rozvoj vidieka") <= 45
    page = json.dumps([document_view(task, document) for document in task.documents])
    assert "alfa" not in page
    assert "beta" not in page


def test_documents_without_gold_are_not_drawn() -> None:
    rows = [
        replace(one, keyphrases=("—",) if one.id == "t1" else one.keyphrases) for one in records()
    ]
    with pytest.raises(InputError, match="only 5 documents can be drawn"):
        sample_keyphrases(rows, SYSTEMS, OPTIONS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"documents": 7}, "-n 7: only 6"),
        ({"documents": 0}, "-n 0"),
        ({"overlap": 7}, "--overlap 7: must be 0 to -n 6"),
        ({"k": 0}, "-k 0"),
        ({"annotators": ("eva", "Eva")}, "a name occurs twice"),
        ({"annotators": ("../eva",)}, "annotator '../eva'"),
        ({"rest": "deal"}, "name the annotators"),
    ],
)
def test_wrong_options_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sample_keyphrases(records(), SYSTEMS, replace(OPTIONS, **change))


def test_the_rest_goes_to_the_first_or_is_dealt(tmp_path: Path) -> None:
    first = draw(tmp_path / "first", overlap=2, annotators=("eva",))
    names = enrol(tmp_path / "first", first, "juraj")
    assert [len(first.queue(name, names)) for name in names] == [6, 2]
    dealt = draw(tmp_path / "dealt", overlap=2, annotators=("eva", "juraj"), rest="deal")
    queues = [dealt.queue(name, ["eva", "juraj"]) for name in ("eva", "juraj")]
    assert [len(queue) for queue in queues] == [4, 4]
    assert queues[0][:2] == queues[1][:2]
    assert {one.id for queue in queues for one in queue} == set(ABSTRACTS)
    with pytest.raises(InputError, match="'mara' is none of them"):
        enrol(tmp_path / "dealt", dealt, "mara")


def test_who_serves_first_is_the_first_annotator(tmp_path: Path) -> None:
    task = draw(tmp_path)
    assert enrol(tmp_path, task, "juraj") == ["juraj"]
    assert enrol(tmp_path, task, "eva") == ["juraj", "eva"]
    assert enrol(tmp_path, task, "eva") == ["juraj", "eva"]
    with pytest.raises(InputError, match="capitals only"):
        enrol(tmp_path, task, "EVA")


def test_occurrences_in_any_inflection_not_across_sentences() -> None:
    text = "Rozvojom vidieka. Vidiek a rozvoj. Vidieka je rozvoj vidieka, rozvoja\u00ad vidieka"
    (rural, country) = keys(["rozvoj vidieka", "vidiek"])
    found = occurrences(text, [rural, country, ()])
    assert [text[start:end] for start, end in found[rural]] == [
        "Rozvojom vidieka",
        "rozvoj vidieka",
        "rozvoja\u00ad vidieka",
    ]
    assert len(found[country]) == 5
    assert () not in found


def test_a_text_is_cut_where_marks_begin_and_end() -> None:
    parts = marked_parts("abcdef", {"x": [(1, 4)], "y": [(2, 3)]})
    assert parts == [("a", []), ("b", ["x"]), ("c", ["x", "y"]), ("d", ["x"]), ("ef", [])]
    assert "".join(text for text, _ in marked_parts("", {})) == ""


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    path.write_text("".join(lines), encoding="utf-8")


def test_the_command_takes_several_files_after_one_option(tmp_path: Path) -> None:
    write(
        tmp_path / "data.jsonl",
        [{"id": i, "abstract": ABSTRACTS[i], "keyphrases": GOLD[i]} for i in ABSTRACTS],
    )
    for name, own in SYSTEMS.items():
        rows = [{"id": id_, "keyphrases": phrases} for id_, phrases in own.items()]
        write(tmp_path / f"{name}.jsonl", rows)
    arguments = ["annotate", "sample", "--dataset", str(tmp_path / "data.jsonl"), "-n", "6"]
    arguments += ["--overlap", "3", "--seed", "42", "-k", "2", "--predictions"]
    arguments += [str(tmp_path / "alfa.jsonl"), str(tmp_path / "beta.jsonl")]
    result = CliRunner().invoke(app, [*arguments, "--out", str(tmp_path / "TASK")])
    assert result.exit_code == 0, result.output
    assert "6 documents, 21 candidates" in result.output
    task = read_task(tmp_path / "TASK")
    assert task.systems == ("alfa", "beta")
    assert sum(document.overlap for document in task.documents) == 3
    # No folder of this machine in what git will hold.
    assert str(tmp_path) not in (tmp_path / "TASK" / "task.json").read_text(encoding="utf-8")
    again = CliRunner().invoke(
        app, [*arguments, str(tmp_path / "alfa.jsonl"), "--out", str(tmp_path / "TASK2")]
    )
    assert isinstance(again.exception, InputError)
    assert "both are called 'alfa'" in str(again.exception)


def test_a_damaged_task_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no task here"):
        read_task(tmp_path)
    draw(tmp_path)
    path = tmp_path / "documents.jsonl"
    path.write_text(path.read_text(encoding="utf-8") + '{"id": "x"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"documents.jsonl:7: not a document"):
        read_task(tmp_path)
