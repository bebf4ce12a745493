"""The log of judgements: what may be said, undo, resume, crashes, two writers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from slovke.annotate.criteria import check_value, representative
from slovke.annotate.judgements import Log, is_done, read_state
from slovke.annotate.task import Task
from slovke.errors import InputError
from tests.slovke.annotation_task import draw


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return draw(tmp_path)


EXTENDED = {"label": "extended"}


def test_judge_take_back_undo_and_come_again(tmp_path: Path, task: Task) -> None:
    with Log(tmp_path, task, "eva") as log:
        log.judge("t1", "c1", EXTENDED)
        log.judge("t1", "c1", {"label": "gold", "gold": 1})
        log.judge("t1", "c2", {"label": "rejected", "fails": ["validity", "relevance"]})
        log.judge("t1", "c2", None)
        assert log.state == {"t1": {"c1": {"label": "gold", "gold": 1}}}
        assert log.undo() == ("t1", "c2")
        assert log.state["t1"]["c2"]["fails"] == ["relevance", "validity"]
    with Log(tmp_path, task, "eva") as log:
        assert log.undo() == ("t1", "c2")
        assert log.undo() == ("t1", "c1")
        assert log.state == {"t1": {"c1": EXTENDED}}
        assert log.undo() == ("t1", "c1")
        assert log.undo() is None
        log.judge("t2", "c1", EXTENDED)
        assert log.undo() == ("t2", "c1")
        assert log.undo() is None
    assert not any(read_state(tmp_path, task, "eva").values())
    lines = (tmp_path / "judgements" / "eva.jsonl").read_text(encoding="utf-8").splitlines()
    events = [json.loads(line) for line in lines]
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    assert all(event["at"].endswith("+00:00") for event in events)


def test_the_same_answer_again_is_no_line(tmp_path: Path, task: Task) -> None:
    with Log(tmp_path, task, "eva") as log:
        log.judge("t1", "c1", EXTENDED)
        size = log.path.stat().st_size
        log.judge("t1", "c1", EXTENDED)
        log.judge("t1", "c2", None)
        assert log.path.stat().st_size == size


def test_a_line_cut_by_a_crash_is_dropped_and_the_next_one_is_whole(
    tmp_path: Path, task: Task
) -> None:
    with Log(tmp_path, task, "eva") as log:
        log.judge("t1", "c1", EXTENDED)
        log.judge("t1", "c2", EXTENDED)
    whole = log.path.read_bytes()
    for cut in range(1, len(whole) - whole.index(b"\n") - 1):
        log.path.write_bytes(whole[:-cut])
        assert read_state(tmp_path, task, "eva") == {"t1": {"c1": EXTENDED}}
    with Log(tmp_path, task, "eva") as log:
        log.judge("t1", "c3", EXTENDED)
    assert read_state(tmp_path, task, "eva") == {"t1": {"c1": EXTENDED, "c3": EXTENDED}}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{nonsense", "not a line of JSON"),
        ('{"n": 3, "undo": 1}', "expected event n = 2"),
        ('{"n": 2, "undo": 2}', "no earlier event"),
        ('{"n": 2, "document": "t9", "candidate": "c1", "value": null}', "not in the task"),
        (
            '{"n": 2, "document": "t1", "candidate": "c9", "value": {"label": "extended"}}',
            "no such candidate",
        ),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, task: Task, line: str, message: str) -> None:
    with Log(tmp_path, task, "eva") as log:
        log.judge("t1", "c1", EXTENDED)
    with log.path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(InputError, match=message):
        read_state(tmp_path, task, "eva")
    with pytest.raises(InputError, match=message):
        Log(tmp_path, task, "eva")


def test_two_processes_never_write_one_log(tmp_path: Path, task: Task) -> None:
    with (
        Log(tmp_path, task, "eva"),
        Log(tmp_path, task, "juraj"),
        pytest.raises(InputError, match="open in another process"),
    ):
        Log(tmp_path, task, "eva")
    Log(tmp_path, task, "eva").close()


def test_variants_never_run_in_a_circle(tmp_path: Path, task: Task) -> None:
    with Log(tmp_path, task, "eva") as log:
        log.judge("t1", "c1", {"label": "redundant", "same_as": "c2"})
        log.judge("t1", "c2", {"label": "redundant", "same_as": "c3"})
        with pytest.raises(InputError, match="variants of each other"):
            log.judge("t1", "c3", {"label": "redundant", "same_as": "c1"})
        log.judge("t1", "c3", EXTENDED)
        assert representative(log.state["t1"], "c1") == "c3"
        document = task.document("t1")
        assert document is not None
        assert is_done(task, document, log.state)
    # Undoing can close a circle behind one's back; then the document is not done.
    circle = {"c1": {"label": "redundant", "same_as": "c2"}}
    circle["c2"] = {"label": "redundant", "same_as": "c1"}
    assert representative(circle, "c1") is None
    assert not is_done(task, document, {"t1": {**circle, "c3": EXTENDED}})


@pytest.mark.parametrize(
    "value",
    [
        "extended",
        [],
        {},
        {"label": "maybe"},
        {"label": "gold"},
        {"label": "gold", "gold": 2},
        {"label": "gold", "gold": -1},
        {"label": "gold", "gold": True},
        {"label": "gold", "gold": 0, "fails": ["relevance"]},
        {"label": "extended", "note": "x" * 100},
        {"label": "redundant", "same_as": "c1"},
        {"label": "redundant", "same_as": "c9"},
        {"label": "redundant", "same_as": ["c2"]},
        {"label": "rejected", "fails": []},
        {"label": "rejected", "fails": "relevance"},
        {"label": "rejected", "fails": ["beauty"]},
        {"label": "rejected", "fails": [["relevance"]]},
    ],
)
def test_what_is_no_judgement_is_refused(task: Task, value: Any) -> None:
    document = task.document("t1")
    assert document is not None
    with pytest.raises(InputError, match="document t1, candidate c1"):
        check_value("keyphrases", document, "c1", value)
