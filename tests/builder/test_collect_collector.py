"""The collector against the loopback register, in this process and without Scrapy's engine."""

from __future__ import annotations

import contextlib
import dataclasses
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from builder.collect.fetching import is_within
from builder.collect.manifest import Manifest
from builder.collect.options import CollectOptions, OffPeak
from builder.collect.politeness import Gate
from builder.collect.progress import status_lines
from builder.collect.records import ParsingReport
from builder.collect.report import Report, make_report
from builder.collect.run import collect
from builder.sample_register import server
from builder.sample_register.faults import Faults, Hostility
from builder.sample_register.pages import listing_page
from builder.sample_register.server import Access, SampleRegister
from slovke.errors import InputError
from tests.collecting import YEAR, Run, assert_complete, entries


@pytest.mark.parametrize("total_shown", ["real", "capped"])
@pytest.mark.parametrize("fold", ["case", "diacritics", "digraphs"])
def test_complete_whatever_the_register_ignores_and_shows(
    tmp_path: Path, fold: Any, total_shown: Any
) -> None:
    everything = entries(100)
    register = SampleRegister(everything, cap=60, page_size=20, fold=fold, total_shown=total_shown)
    with register:
        run = Run(register, tmp_path / "out", cap=60)
    assert_complete(run, everything)
    # With diacritics ignored, "u" and "ú" show the same records: listed twice, collected once.
    assert (run.report.duplicates > 0) == (fold == "diacritics")


@pytest.mark.parametrize("fold", ["case", "digraphs"])
def test_letters_of_two_characters(tmp_path: Path, fold: Any) -> None:
    beginnings = ("Ch", "ch", "CH", "C", "Dz", "Dž", "D", "Ech")
    everything = tuple(
        dataclasses.replace(entry, title=f"{beginnings[number % 8]}{'aeiou'[number % 5]} {number}")
        for number, entry in enumerate(entries(160))
    )
    with SampleRegister(everything, cap=15, page_size=10, fold=fold) as register:
        run = Run(register, tmp_path / "out", cap=15)
    assert_complete(run, everything)
    assert run.report.duplicates == 0, run.report.overlaps


def test_titles_that_begin_with_no_letter_at_all(tmp_path: Path) -> None:
    openings = "ЖЩΘΩ∑★→§¶漢字ßÅ%*_?\\&<"
    odd = tuple(
        dataclasses.replace(entry, title=openings[number % len(openings)] + entry.title)
        for number, entry in enumerate(entries(120))
    )
    with SampleRegister(odd, cap=20, page_size=10) as register:
        run = Run(register, tmp_path / "out")
    assert_complete(run, odd)


def test_one_title_for_many_is_reported_as_short(tmp_path: Path) -> None:
    same = tuple(dataclasses.replace(entry, title="Dom") for entry in entries(30))
    with SampleRegister(same, cap=20, page_size=10) as register:
        run = Run(register, tmp_path / "out")
    report = run.report
    assert not report.is_complete
    assert report.adds_up
    assert (report.known, report.collected, report.unreached) == (30, 20, 10)
    (short,) = report.short
    assert short.key.startswith('2024 / Diplomová práca / "dom" / (rest')
    assert "30 shown as the total (30 at first), 20 lines listed" in short.why


def test_a_type_that_we_do_not_know(tmp_path: Path) -> None:
    strange = tuple(
        dataclasses.replace(entry, document_type="Záverečná práca") for entry in entries(30)
    )
    with SampleRegister(strange, cap=20, page_size=10) as register:
        run = Run(register, tmp_path / "out")
    assert_complete(run, strange)


def test_a_total_that_grows_while_paging(tmp_path: Path) -> None:
    everything = entries(60)
    late = tuple(entry.sid for entry in everything[10:40:10])
    faults = Faults(late=25, late_sids=late)
    with SampleRegister(everything, cap=100, page_size=5, faults=faults) as register:
        run = Run(register, tmp_path / "out", cap=100)
    assert_complete(run, everything)


def test_expired_sessions_are_renewed_and_never_mixed(tmp_path: Path) -> None:
    everything = entries(70)
    with SampleRegister(everything, cap=60, page_size=3, faults=Faults(expired=3)) as register:
        run = Run(register, tmp_path / "out", concurrency=3, cap=60)
        posts = [access for access in register.accesses if access.method == "POST"]
        sessions = {access.session for access in posts}
    assert_complete(run, everything)
    # Each session asked for one partition only.
    assert len(sessions) > len(run.partitions()) > 1


def test_a_listing_that_leads_on_for_ever_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        server, "listing_page", lambda *a: listing_page(a[0], a[1], a[2], a[3] + 1, a[4])
    )
    everything = entries(30)
    with SampleRegister(everything, page_size=10) as register:
        run = Run(register, tmp_path / "out", cap=100)
    assert_complete(run, everything)
    pages = [target for target in run.asked if "ResultForm" in target]
    assert len(pages) < 10


def test_links_that_are_none_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    links = ("http://[::1", "/?sid=", "/?sid=../../x", "javascript:x", "/?sid=" + "F" * 41)
    everything = entries(5)
    of = {entry.sid: link for entry, link in zip(everything, links, strict=True)}
    monkeypatch.setattr(server, "detail_address", lambda sid, token: of[sid])
    with SampleRegister(everything) as register:
        run = Run(register, tmp_path / "out")
    assert run.details == []
    assert (run.report.unparsable, run.report.collected, run.report.adds_up) == (5, 0, True)
    assert not run.report.is_complete


def test_the_manifest_shows_each_partition_to_a_reader(tmp_path: Path) -> None:
    everything = entries(30)
    faults = Faults(hostile={everything[3].sid: Hostility.BROKEN})
    with SampleRegister(everything, page_size=10, faults=faults) as register:
        run = Run(register, tmp_path / "out", cap=100, request_attempts=1)
    rows = {row[0]: row[1:5] for row in run.overview()}
    assert rows["2024"] == (30, 29, "short", 0)
    assert rows["2024 / Diplomová práca"] == (30, 29, "short", 3)
    assert rows["2024 / Bakalárska práca"] == (0, 0, "done", 1)
    assert len(rows) == 7


def report_of(out: Path, parsing: ParsingReport | None) -> Report:
    with contextlib.closing(Manifest(out / "manifest.sqlite")) as manifest:
        return make_report(
            manifest,
            "http://127.0.0.1/",
            max_unread=0.01,
            stopped=None,
            requests=0,
            seconds=0.0,
            cpu_seconds=0.0,
            parsing=parsing,
        )


def test_a_record_in_two_years_makes_the_sum_wrong_and_is_named(tmp_path: Path) -> None:
    out, everything = tmp_path / "out", (*entries(10), *entries(10, YEAR - 1))
    with SampleRegister(everything) as register:
        run = Run(register, out, years=(YEAR - 1, YEAR))
    assert run.report.is_complete
    with contextlib.closing(Manifest(out / "manifest.sqlite")) as manifest:
        for row in manifest.roots():
            manifest.list_records(row.id, [everything[0].sid])
    report = report_of(out, run.report.parsing)
    assert (report.adds_up, report.is_complete, report.duplicates) == (False, False, 2)
    lines = "\n".join(report.lines())
    assert "1 in both: 2023 | 2024" in lines
    assert "sum                 WRONG" in lines


def test_raw_pages_that_say_something_else_than_the_manifest_are_no_end(tmp_path: Path) -> None:
    with SampleRegister(entries(10)) as register:
        run = Run(register, tmp_path / "out")
    parsing = run.report.parsing
    assert parsing is not None
    assert report_of(tmp_path / "out", parsing).is_complete
    other = report_of(tmp_path / "out", dataclasses.replace(parsing, records=9))
    assert (other.pages_agree, other.is_complete) == (False, False)
    assert "raw pages           WRONG" in "\n".join(other.lines())


def test_a_page_that_never_answers_leaves_its_partition_short(tmp_path: Path) -> None:
    everything = entries(15)
    broken = everything[7].sid
    faults = Faults(hostile={broken: Hostility.BROKEN})
    with SampleRegister(everything, faults=faults) as register:
        run = Run(register, tmp_path / "out")
        tries = sum(broken in access.target for access in register.accesses)
    report = run.report
    assert not report.is_complete
    assert report.adds_up
    assert (report.collected, report.not_fetched) == (14, 1)
    assert tries == run.options.request_attempts * run.options.partition_attempts
    assert [short.key for short in report.short] == ["2024 / Diplomová práca"]


def test_a_partition_that_has_changed_is_not_done_before_all_of_it_is_there(
    tmp_path: Path,
) -> None:
    everything = entries(15)
    *old, new = everything
    faults = Faults(hostile={new.sid: Hostility.BROKEN})
    with SampleRegister(old, faults=faults) as register:
        first = Run(register, tmp_path / "out")
        assert_complete(first, old)
        register.catalogue.add(new)
        second = Run(register, tmp_path / "out", since=YEAR + 1, recheck=None)
    assert not second.report.is_complete
    assert (second.report.known, second.report.not_fetched) == (15, 1)
    assert [short.key for short in second.report.short] == ["2024 / Diplomová práca"]


def test_a_slow_register_is_asked_less_often_as_its_access_log_shows(tmp_path: Path) -> None:
    everything = entries(16)
    slow, delay, healed = 0.06, 0.02, 10
    with SampleRegister(everything, faults=Faults(slow=1, slow_seconds=slow)) as register:
        record = register.record

        def heal(access: Access) -> None:
            record(access)
            if len(register.accesses) == healed:
                register.faults.faults = Faults()

        register.record = heal  # type: ignore[method-assign]
        run = Run(register, tmp_path / "out", delay=delay)
        starts = [access.at for access in register.accesses]
    assert_complete(run, everything)
    gaps = [later - earlier for earlier, later in pairwise(starts)]
    # Robots.txt is not slow. Then the register rests as long as it worked, till it is well again.
    # Means, since on a busy machine one request arrives late and the next one does not.
    assert fmean(gaps[2:healed]) > 2 * slow - 0.02
    assert min(gaps[-3:]) < 2 * slow - 0.02
    # The very first request arrives late: its connection is yet to be opened.
    assert fmean(gaps[healed:]) > delay - 0.005


def test_off_peak_hours_show_in_the_access_log(tmp_path: Path) -> None:
    everything = entries(30)
    start, seconds, times = datetime(2026, 1, 1, 5, 59, 30), [0.0], []

    def now() -> datetime:
        return start + timedelta(seconds=seconds[0])

    async def sleep(seconds_left: float) -> None:
        seconds[0] += seconds_left

    def prepare(gate: Gate) -> None:
        gate._clock = lambda: seconds[0]
        gate._now = now
        gate._sleep = sleep  # type: ignore[assignment, method-assign]

    with SampleRegister(everything, page_size=10) as register:
        record = register.record

        def note(access: Access) -> None:
            record(access)
            times.append(now())

        register.record = note  # type: ignore[method-assign]
        run = Run(
            register,
            tmp_path / "out",
            cap=100,
            delay=2.0,
            off_peak=OffPeak.parse("22-06"),
            prepare=prepare,
        )
    assert_complete(run, everything)
    assert (times[0], len(times)) == (start, len(run.asked))
    evening = [moment for moment in times if moment.hour == 22]
    assert len(evening) > 10
    assert {moment.hour for moment in times} == {5, 22}
    assert all(b - a >= timedelta(seconds=2) for a, b in pairwise(times))


def test_a_register_that_is_down_stops_the_run_and_the_next_one_goes_on(tmp_path: Path) -> None:
    everything = entries(30)
    faults = Faults(down=(10, 40))
    with SampleRegister(everything, page_size=10, faults=faults) as register:
        first = Run(register, tmp_path / "out", cap=100)
        assert "20 requests failed in a row" in first.stopped
        assert not first.report.is_complete
        second = Run(register, tmp_path / "out", cap=100)
    assert_complete(second, everything)


def test_hostile_pages_are_counted_and_do_no_harm(tmp_path: Path) -> None:
    everything = entries(30)
    kinds = (Hostility.SCRIPTS, Hostility.REDIRECT, Hostility.LOOP, Hostility.PATH)
    hostile = {entry.sid: kind for entry, kind in zip(everything, kinds, strict=False)}
    with SampleRegister(everything, faults=Faults(hostile=hostile)) as register:
        run = Run(register, tmp_path / "out", cap=100)
        targets = [access.target for access in register.accesses]
    report = run.report
    assert report.adds_up
    assert (report.known, report.collected, report.unparsable) == (30, 27, 3)
    assert not report.is_complete, "that is a tenth of all"
    assert not any(".." in target for target in targets)
    inside = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*")}
    assert inside == {"out"}
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"manifest.sqlite", "raw"}


def test_too_many_pages_of_unknown_shape_stop_the_run(tmp_path: Path) -> None:
    everything = entries(60)
    hostile = {entry.sid: Hostility.UNKNOWN for entry in everything[::2]}
    with SampleRegister(everything, faults=Faults(hostile=hostile)) as register:
        run = Run(register, tmp_path / "out", cap=100)
    assert run.stopped.startswith("20 pages could not be read, ")
    assert "the last one: no title" in run.stopped
    assert len(run.pages()) >= 20, "they are kept all the same"


def test_one_page_of_unknown_shape_in_few_fails_at_the_end(tmp_path: Path) -> None:
    everything = entries(30)
    faults = Faults(hostile={everything[3].sid: Hostility.UNKNOWN})
    with SampleRegister(everything, faults=faults) as register:
        run = Run(register, tmp_path / "out", cap=100)
    assert not run.stopped
    assert run.report.unread_share == pytest.approx(1 / 30)
    assert not run.report.is_complete
    assert "too many pages could not be read" in run.report.lines()[-1]
    with SampleRegister(everything, faults=faults) as register:
        assert Run(register, tmp_path / "out", cap=100, max_unread=0.05).report.is_complete


def test_lost_raw_pages_are_fetched_again(tmp_path: Path) -> None:
    everything = entries(30)
    with SampleRegister(everything, page_size=10) as register:
        Run(register, tmp_path / "out", cap=100)
        path = tmp_path / "out" / "raw" / "pages-00000.jsonl.zst"
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
        again = Run(register, tmp_path / "out", cap=100)
    assert_complete(again, everything)


@pytest.mark.parametrize(
    ("base", "url", "is_inside"),
    [
        ("http://opac.sk/", "http://opac.sk/?fn=x", True),
        ("http://opac.sk/", "https://opac.sk/?fn=x", True),
        ("http://opac.sk/", "http://opac.sk:80/", True),
        ("https://opac.sk/", "http://opac.sk/", False),
        ("http://opac.sk/", "http://opac.sk:8080/", False),
        ("http://opac.sk/", "http://opac.sk.evil.org/", False),
        ("http://opac.sk/", "http://opac.sk@evil.org/", False),
        ("http://opac.sk/", "//evil.org/", False),
        ("http://opac.sk/", "file:///etc/passwd", False),
        ("http://opac.sk/", "javascript:alert(1)", False),
        ("http://opac.sk/", "http://opac.sk:99999/", False),
        ("http://127.0.0.1:81/", "http://127.0.0.1:82/", False),
    ],
)
def test_only_the_register_is_asked(base: str, url: str, is_inside: bool) -> None:
    assert is_within(base, url) is is_inside


def test_another_register_does_not_get_into_the_same_folder(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path / "manifest.sqlite")
    manifest.set_note("host", "opac.sk")
    manifest.close()
    options = CollectOptions("http://other.sk/", tmp_path, "a@b.sk", (YEAR, YEAR))
    with pytest.raises(InputError, match=r"holds records of opac\.sk; give another --out"):
        collect(options)


def test_two_processes_do_not_collect_into_the_same_folder(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    options = CollectOptions("http://other.sk/", tmp_path, "a@b.sk", (YEAR, YEAR))
    with (tmp_path / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(InputError, match="another process collects into this folder"):
            collect(options)


@pytest.mark.parametrize("content", [b"not a database, but long enough to look at", None])
def test_a_folder_without_a_manifest_has_no_status(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "manifest.sqlite").write_bytes(content)
    with pytest.raises(InputError, match=r"manifest\.sqlite: "):
        status_lines(tmp_path)
