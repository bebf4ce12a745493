"""The funnel adds up, in any order, and is written and read without loss."""

import json
from itertools import pairwise, permutations

from rich.console import Console

from builder.clean.pipeline import Step
from builder.funnel import Funnel, funnel_table
from builder.record import Draft, Note, RawRecord
from builder.verdict import Keep, Reason, Reject, Stage, Verdict

DRAFT = Draft.of(RawRecord("x", ()))


def way(*verdicts: Verdict) -> list[Step]:
    return [Step(stage, DRAFT, verdict) for stage, verdict in zip(Stage, verdicts, strict=False)]


def changed(*kinds: str) -> Keep:
    notes = tuple(Note(Stage.REPAIR, kind) for kind in kinds)
    return Keep(Draft(DRAFT.raw, None, (), (), notes=notes))


def small() -> Funnel:
    funnel = Funnel()
    keep = Keep(DRAFT)
    funnel.add(way(keep, keep, keep, keep, keep, keep))
    funnel.add(way(changed("nfc", "nfc", "markup"), keep, Reject(Reason.NO_ABSTRACT)))
    funnel.add(way(Reject(Reason.GARBLED_TEXT)))
    return funnel


def test_every_record_is_kept_or_rejected() -> None:
    funnel = small()
    assert (funnel.start, funnel.kept, funnel.rejected) == (3, 1, 2)
    assert funnel.start == funnel.kept + funnel.rejected


def test_a_stage_receives_what_the_one_before_kept() -> None:
    stages = list(small().stages.values())
    assert [count.kept for count in stages] == [2, 2, 1, 1, 1, 1]
    for before, after in pairwise(stages):
        assert before.kept == after.kept + after.rejected.total()


def test_a_change_counts_once_a_record() -> None:
    count = small().stages[Stage.REPAIR]
    assert count.changed == 1
    assert count.notes == {"nfc": 1, "markup": 1}


def test_merging_is_adding_in_any_order() -> None:
    other = Funnel()
    other.add(way(Keep(DRAFT), Reject(Reason.DUPLICATE_ID, "y")))
    results = set()
    for order in permutations([small(), other, small()]):
        total = Funnel()
        for funnel in order:
            total.merge(funnel)
        results.add(json.dumps(total.to_json()))
    assert len(results) == 1
    assert json.loads(results.pop())["start"] == 7


def test_it_is_read_as_it_was_written() -> None:
    text = json.dumps(small().to_json())
    assert json.dumps(Funnel.from_json(json.loads(text)).to_json()) == text


def test_the_table_shows_each_stage_and_reason() -> None:
    console = Console(width=120, record=True, file=None, quiet=False)
    with console.capture() as capture:
        console.print(funnel_table(small()))
    text = capture.get()
    assert "3 records" in text
    assert all(stage in text for stage in Stage)
    line = next(line for line in text.splitlines() if "garbled-text" in line)
    assert "33.3" in line


def test_an_empty_funnel_has_a_table_too() -> None:
    assert funnel_table(Funnel()).row_count == len(Stage)
