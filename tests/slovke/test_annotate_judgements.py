"""The log of judgements: what may be said, undo, resume, crashes, two writers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from slovke.annotate.criteria import check_value, representative
from slovke.annotate.judgements import Log, is_done, read_comments, read_state
from slovke.annotate.task import Task
from slovke.errors import InputError
from tests.slovke.annotation_task import draw, judged


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return draw(tmp_path)


EXTENDED = judged()


def variant(of: str) -> dict[str, Any]:
    """A variant of another candidate."""
    return judged(non_redundancy=False, same_as=of)


def test_judge_take_back_undo_and_come_again(tmp_path: Path, task: Task) -> None:
    with Log(tmp_path, task, "eva") as log:
        log.judge("t1", "c1", EXTENDED)
        log.judge("t1", "c1", judged(1))
        log.judge("t1", "c2", {"validity": False})
        log.judge("t1", "c2", {"validity": False, "why": "adjective", "adequacy": False})
        log.judge("t1", "c2", None)
        assert log.state == {"t1": {"c1": judged(1)}}
        assert log.undo() == ("t1", "c2")
        assert list(log.state["t1"]["c2"]) == ["adequacy", "validity", "why"]
    with Log(tmp_path, task, "eva") as log:
        assert log.undo() == ("t1", "c2")
        assert log.state["t1"]["c2"] == {"validity": False}
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
            '{"n": 2, "document": "t1", "candidate": "c9", "value": {"gold": null}}',
            "eva.jsonl:2: document t1: no candidate 'c9'",
        ),
        (
            '{"n": 2, "document": "t1", "candidate": "c1", "value": {"label": "extended"}}',
            "eva.jsonl:2: document t1, candidate c1: a judgement of an earlier version",
        ),
        ('{"n": 2, "document": "t1", "candidate": "c9", "comment": "x"}', "no candidate 'c9'"),
        ('{"n": 2, "document": "t1", "candidate": null, "comment": 7}', "must be text, got int"),
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


def test_answers_one_by_one_and_when_they_are_complete(tmp_path: Path, task: Task) -> None:
    document = task.document("t1")
    assert document is not None
    answers: dict[str, Any] = {}
    with Log(tmp_path, task, "eva") as log:
        for one in document.candidates[1:]:
            log.judge("t1", one.id, EXTENDED)
        for name, answer in judged(0, relevance=False).items():
            assert not is_done(task, document, log.state), name
            answers[name] = answer
            log.judge("t1", "c1", answers)
        assert is_done(task, document, log.state)
        assert log.state["t1"]["c1"] == judged(0, relevance=False)


def test_comments_are_kept_cleaned_and_undone(tmp_path: Path, task: Task) -> None:
    with Log(tmp_path, task, "eva") as log:
        log.comment("t1", "c1", "  prvý\r\nriadok\x07 \ud83d ")
        log.judge("t1", "c1", EXTENDED)
        log.comment("t1", None, "dokument")
        log.comment("t1", None, "dokument")
        assert log.comments == {"t1": {"c1": "prvý\nriadok  ?", None: "dokument"}}
        assert log.undo() == ("t1", None)
        assert log.undo() == ("t1", "c1")
        log.comment("t1", "c1", "   ")
        assert log.comments == {}
    assert len(log.path.read_text(encoding="utf-8").splitlines()) == 6
    assert read_comments(tmp_path, task, "eva") == {}
    with Log(tmp_path, task, "eva") as log:
        assert log.undo() == ("t1", "c1")
        assert log.comments == {"t1": {"c1": "prvý\nriadok  ?"}}
        for document, candidate, text, message in (
            ("t9", None, "x", "not in the task"),
            ("t1", "c9", "x", "no candidate"),
            ("t1", "c1", 7, "must be text"),
            ("t1", "c1", "x" * 2001, "at most 2,000 characters, this has 2,001"),
        ):
            with pytest.raises(InputError, match=message):
                log.comment(document, candidate, text)


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
        log.judge("t1", "c1", variant("c2"))
        log.judge("t1", "c2", variant("c3"))
        with pytest.raises(InputError, match="variants of each other"):
            log.judge("t1", "c3", variant("c1"))
        log.judge("t1", "c3", EXTENDED)
        assert representative(log.state["t1"], "c1") == "c3"
        document = task.document("t1")
        assert document is not None
        assert is_done(task, document, log.state)
    # Undoing can close a circle behind one's back; then the document is not done.
    circle = {"c1": variant("c2")}
    circle["c2"] = variant("c1")
    assert representative(circle, "c1") is None
    assert not is_done(task, document, {"t1": {**circle, "c3": EXTENDED}})


@pytest.mark.parametrize(
    "value",
    [
        "extended",
        [],
        {},
        {"label": "maybe"},
        {"relevance": "yes"},
        {"relevance": 1},
        {"relevance": None},
        {"beauty": True},
        judged(2),
        judged(-1),
        judged(gold=True),
        judged(note="x" * 100),
        judged(why="adjective"),
        judged(adequacy=False, why="beauty"),
        judged(adequacy=False, why=["adjective"]),
        judged(non_redundancy=False),
        judged(same_as="c2"),
        variant("c1"),
        variant("c9"),
        judged(non_redundancy=False, same_as=["c2"]),
    ],
)
def test_what_is_no_judgement_is_refused(task: Task, value: Any) -> None:
    document = task.document("t1")
    assert document is not None
    with pytest.raises(InputError, match="document t1, candidate c1"):
        check_value("keyphrases", document, "c1", value)
