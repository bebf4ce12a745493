"""Later runs: what is new, what was withdrawn, what came back, what could not be read before."""

from __future__ import annotations

import dataclasses
import json
import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from builder.collect.options import parse_recheck
from builder.sample_register.faults import Faults, Hostility
from builder.sample_register.pages import Entry
from builder.sample_register.server import SampleRegister
from slovke.errors import InputError
from tests.collecting import YEAR, Run, entries

OLD = YEAR - 1
BOTH = (OLD, YEAR)


def sids(out: Path) -> list[str]:
    """The records that a collecting gave."""
    return [
        json.loads(line)["sid"]
        for path in sorted(out.glob("records-*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def withdrawn(out: Path) -> list[str]:
    listed = json.loads((out / "withdrawn.json").read_text(encoding="utf-8"))
    return [entry["sid"] for entry in listed]


def sorted_sids(*groups: Sequence[Entry]) -> list[str]:
    return sorted(entry.sid for group in groups for entry in group)


def test_one_gone_and_another_in_its_place_leave_the_total_as_it_was(tmp_path: Path) -> None:
    old, out = entries(60, OLD), tmp_path / "out"
    *before, new = old
    gone = before[7]
    with SampleRegister(before, cap=20, page_size=5) as register:
        Run(register, out, years=(OLD, OLD))
        register.catalogue.remove(gone.sid)
        register.catalogue.add(new)
        by_totals = Run(register, out, since=YEAR, recheck=None)
        assert sids(out) == sorted_sids(before), "a total alone can't show it"
        assert not any("ResultForm" in target for target in by_totals.asked)
        run = Run(register, out, since=YEAR)
    assert run.report.is_complete
    assert sids(out) == sorted_sids([e for e in old if e is not gone])
    assert withdrawn(out) == [gone.sid]
    # Listings are read again, pages of theses are not.
    assert sorted(run.details) == sorted([new.sid, gone.sid])
    assert run.report.withdrawn_since == 1


def test_a_withdrawn_thesis_that_comes_back_is_fetched_again(tmp_path: Path) -> None:
    old, out = entries(30, OLD), tmp_path / "out"
    back, still_gone = old[3], old[4]
    with SampleRegister(old, page_size=10) as register:
        Run(register, out, years=(OLD, OLD))
        for entry in (back, still_gone):
            register.catalogue.remove(entry.sid)
        Run(register, out, since=YEAR)
        assert withdrawn(out) == sorted_sids([back, still_gone])
        register.catalogue.add(dataclasses.replace(back, abstracts=("Prepracovaný.",)))
        run = Run(register, out, since=YEAR)
        quiet = Run(register, out, since=YEAR)
    assert run.report.is_complete
    assert run.details == [back.sid]
    assert withdrawn(out) == [still_gone.sid]
    assert sids(out) == sorted_sids([e for e in old if e is not still_gone])
    assert "Prepracovaný." in (out / "records-00000.jsonl").read_text(encoding="utf-8")
    assert quiet.details == []


def test_a_page_that_is_listed_but_gone_is_asked_for_once_an_update(tmp_path: Path) -> None:
    old, out = entries(12, OLD), tmp_path / "out"
    hidden = dataclasses.replace(old[5], withdrawn=True)
    with SampleRegister([e for e in old if e is not old[5]], page_size=5) as register:
        register.catalogue.add(hidden)
        first = Run(register, out, years=(OLD, OLD))
        assert (first.report.collected, first.report.withdrawn) == (11, 1)
        second = Run(register, out, since=YEAR)
        assert second.details == [hidden.sid]
        assert second.report.is_complete
        register.catalogue.add(old[5])
        third = Run(register, out, since=YEAR)
    assert third.details == [hidden.sid]
    assert (third.report.collected, third.report.withdrawn) == (12, 0)
    assert sids(out) == sorted_sids(old)


def test_an_update_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    old, new, out = entries(40, OLD), entries(30, YEAR), tmp_path / "out"
    back, gone = old[3], old[9]
    with SampleRegister(old, page_size=10) as register:
        Run(register, out, years=(OLD, OLD))
        register.catalogue.remove(back.sid)
        Run(register, out, since=YEAR)
        register.catalogue.add(back)
        register.catalogue.remove(gone.sid)
        for entry in new:
            register.catalogue.add(entry)
        asked = []
        for _ in range(20):
            asked_before = register.faults._requests
            # Down for good behind the next thirty requests.
            register.faults.faults = Faults(down=(asked_before + 30, 10**6))
            run = Run(register, out, since=YEAR, max_errors=3)
            asked += run.details
            if not run.stopped:
                break
        assert len(asked) > len(new)
    assert run.report.is_complete
    assert sids(out) == sorted_sids([e for e in old if e is not gone], new)
    assert withdrawn(out) == [gone.sid]
    assert sorted(set(asked)) == sorted_sids(new, [back, gone])


def test_only_the_years_that_were_named_are_listed_again(tmp_path: Path) -> None:
    years = (YEAR - 3, YEAR - 2, YEAR - 1)
    groups, out = {year: entries(12, year) for year in years}, tmp_path / "out"
    flat = [entry for group in groups.values() for entry in group]
    with SampleRegister(flat, page_size=4) as register:
        Run(register, out, years=(years[0], years[-1]))
        for year in years:
            register.catalogue.remove(groups[year][2].sid)
            register.catalogue.add(dataclasses.replace(groups[year][2], sid=f"{year:028X}"))
        run = Run(register, out, since=YEAR, recheck=(years[1], years[1]))
        whole = Run(register, out, since=YEAR)
    assert sorted(run.details) == sorted([groups[years[1]][2].sid, f"{years[1]:028X}"])
    pages = [target for target in run.asked if "ResultForm" in target]
    assert len(pages) == 2, "three pages of one year, the first of them is the search itself"
    assert len(whole.details) == 4


@pytest.mark.parametrize(
    ("text", "years"),
    [("all", (0, 9999)), ("totals", None), ("2015-2018", (2015, 2018)), ("2015", (2015, 2015))],
)
def test_recheck(text: str, years: tuple[int, int] | None) -> None:
    assert parse_recheck(text) == years


@pytest.mark.parametrize("text", ["", "none", "2018-2015"])
def test_wrong_recheck(text: str) -> None:
    with pytest.raises(InputError, match="--recheck"):
        parse_recheck(text)


def test_listings_that_lost_too_much_at_once_withdraw_nothing(tmp_path: Path) -> None:
    old, out = entries(150, OLD), tmp_path / "out"
    with SampleRegister(old, page_size=50) as register:
        Run(register, out, years=(OLD, OLD), cap=200)
        for entry in old[20:]:
            register.catalogue.add(dataclasses.replace(entry, year=1900))
        run = Run(register, out, since=YEAR, cap=200)
    assert "130 of 150 collected records are in no listing any more" in run.stopped
    assert run.details == []
    assert sids(out) == sorted_sids(old)


def test_an_unlisted_record_that_does_not_answer_is_not_forgotten(tmp_path: Path) -> None:
    old, out = entries(20, OLD), tmp_path / "out"
    moved, gone = old[3], old[4]
    with SampleRegister(old, page_size=10) as register:
        Run(register, out, years=(OLD, OLD))
        register.catalogue.add(dataclasses.replace(moved, year=1900))
        register.catalogue.remove(gone.sid)
        register.faults.faults = Faults(hostile={moved.sid: Hostility.BROKEN})
        run = Run(register, out, since=YEAR)
        report = run.report
        assert (report.withdrawn_since, report.kept_unlisted, report.unanswered) == (1, 1, 1)
        assert not report.is_complete
        assert "the same command asks for the unanswered pages again" in report.lines()[-1]
        register.catalogue.remove(moved.sid)
        register.faults.faults = Faults()
        again = Run(register, out, since=YEAR)
    assert again.report.is_complete
    assert withdrawn(out) == sorted_sids([moved, gone])


def test_an_update_before_the_first_run_has_ended_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    old, out = entries(30, OLD), tmp_path / "out"
    with SampleRegister(old, page_size=10, faults=Faults(down=(9, 12))) as register:
        assert Run(register, out, years=(OLD, OLD), max_errors=3).stopped
        with caplog.at_level(logging.WARNING):
            Run(register, out, since=YEAR)
    assert "an earlier run has not ended: this ends it; then give --since again" in caplog.text
    assert sids(out) == sorted_sids(old)


@pytest.mark.parametrize("kind", [Hostility.UNKNOWN, Hostility.REDIRECT])
def test_a_register_that_is_being_mended_stops_the_run_and_no_page_is_lost(
    tmp_path: Path, kind: Hostility
) -> None:
    everything, out = entries(120), tmp_path / "out"
    mending = Faults(hostile={entry.sid: kind for entry in everything})
    with SampleRegister(everything, page_size=40) as register:
        # A share of one in two would be right: it is the row that stops the run.
        register.faults.faults = Faults(down=(60, 10**6))
        Run(register, out, cap=200, max_errors=3)
        register.faults.faults = mending
        run = Run(register, out, cap=200, max_unread=0.5)
        assert run.stopped.startswith("20 pages in a row could not be read")
        again = Run(register, out, cap=200, max_unread=0.5)
        assert again.stopped.startswith("20 pages in a row could not be read")
        register.faults.faults = Faults()
        healed = Run(register, out, cap=200)
    assert healed.report.is_complete
    assert healed.report.unparsable == 0
    assert sids(out) == sorted_sids(everything)


def test_many_that_are_gone_in_a_row_stop_the_run_once(tmp_path: Path) -> None:
    everything, out = entries(60), tmp_path / "out"
    by_title = sorted(everything, key=lambda entry: entry.title)
    gone = {entry.sid for entry in by_title[10:35]}
    shown = [dataclasses.replace(entry, withdrawn=entry.sid in gone) for entry in everything]
    with SampleRegister(shown, page_size=20) as register:
        run = Run(register, out, cap=200)
        assert run.stopped.startswith(
            "20 pages in a row could not be read, the last one: withdrawn"
        )
        second = Run(register, out, cap=200)
    assert second.report.is_complete
    assert second.report.withdrawn == 25
    assert sids(out) == sorted(entry.sid for entry in everything if entry.sid not in gone)


def test_a_refused_page_is_asked_for_again_by_the_next_run(tmp_path: Path) -> None:
    everything, out = entries(30), tmp_path / "out"
    bad = everything[4].sid
    faults = Faults(hostile={bad: Hostility.LOOP})
    with SampleRegister(everything, page_size=10, faults=faults) as register:
        first = Run(register, out, cap=200)
        assert (first.report.unparsable, first.report.is_complete) == (1, False)
        second = Run(register, out, cap=200)
        assert set(second.details) == {bad}
        register.faults.faults = Faults()
        third = Run(register, out, cap=200)
    assert third.details == [bad]
    assert third.report.is_complete
