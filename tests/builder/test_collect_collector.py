"""The collector against the loopback register, in this process and without Scrapy's engine."""

from __future__ import annotations

import asyncio
import dataclasses
import http.client
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from builder.collect.collector import Collector
from builder.collect.fetching import is_within
from builder.collect.manifest import Manifest, State
from builder.collect.options import CollectOptions
from builder.collect.partition import Partition
from builder.collect.politeness import Gate, StoppedError
from builder.collect.progress import status_lines
from builder.collect.raw import read_raw
from builder.collect.report import Report, make_report
from builder.collect.run import collect, open_raw
from builder.sample_register.copies import scaled
from builder.sample_register.faults import Faults, Hostility
from builder.sample_register.pages import Entry
from builder.sample_register.server import Access, SampleRegister
from slovke.errors import InputError

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

YEAR = 2024
SEED_ENTRIES = tuple(
    Entry(
        sid=f"{number:028X}",
        title=title,
        document_type="Diplomová práca",
        year=YEAR,
        abstracts=(f"Abstrakt {number}",),
        keyphrases=(f"fráza {number}",),
    )
    for number, title in enumerate(
        ("Vplyv hnojenia na úrodu", "Úroda ľanu", "Učenie žiakov", "Ľan siaty", "Analýza textu")
    )
)


class PlainDownload:
    """Downloads as Scrapy would, over one connection that is opened anew after a failure."""

    def __init__(self, register: SampleRegister) -> None:
        parts = urlsplit(register.base_url)
        self._connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)

    def close(self) -> None:
        self._connection.close()

    async def __call__(self, request: Request) -> Response:
        from scrapy.http import HtmlResponse

        headers = {k.decode(): v[0].decode() for k, v in request.headers.items()}
        target = request.url.split("/", 3)[3]
        try:
            self._connection.request(request.method, f"/{target}", request.body, headers)
            answer = self._connection.getresponse()
            body = answer.read()
        except Exception:
            self._connection.close()
            raise
        return HtmlResponse(
            request.url, status=answer.status, headers=answer.headers.items(), body=body
        )


class Run:
    """One collecting: its manifest, its report, or why it stopped."""

    def __init__(self, register: SampleRegister, out: Path, **changes: Any) -> None:
        out.mkdir(exist_ok=True)
        self.options = CollectOptions(
            **{
                "base_url": register.base_url,
                "out": out,
                "contact": "tests@example.org",
                "years": (YEAR, YEAR),
                "delay": 0.0,
                "backoff": 0.0,
                "cap": 20,
                **changes,
            }
        )
        self.manifest = Manifest(out / "manifest.sqlite")
        self.manifest.release_all()
        if not self.manifest.known_years():
            self.manifest.add([Partition(YEAR)], None, State.PENDING)
        writer = open_raw(out / "raw", self.manifest)
        options = self.options
        gate = Gate(options.delay, backoff=options.backoff, max_errors=options.max_errors)
        self.collector = Collector(options, self.manifest, writer, gate)
        self.stopped: str | None = None
        download = PlainDownload(register)
        try:
            asyncio.run(self.collector.run(download))
        except StoppedError as error:
            self.stopped = str(error)
        finally:
            writer.close()
            download.close()
        self.out = out

    @property
    def report(self) -> Report:
        return make_report(
            self.manifest,
            self.options.base_url,
            max_unknown=self.options.max_unknown,
            stopped=self.stopped,
            requests=0,
            seconds=0.0,
            cpu_seconds=0.0,
            parsing=None,
        )

    def pages(self) -> dict[str, bytes]:
        kept = [page for page in read_raw(self.out / "raw") if page.sid]
        assert len({page.sid for page in kept}) == len(kept), "a page was fetched twice"
        return {page.sid or "": page.body for page in kept}


def entries(count: int) -> tuple[Entry, ...]:
    return scaled(SEED_ENTRIES, count, seed=1)


def assert_complete(run: Run, expected: Sequence[Entry]) -> None:
    report = run.report
    assert report.is_complete, report.lines()
    assert report.adds_up
    pages = run.pages()
    assert pages.keys() == {entry.sid for entry in expected}
    for entry in expected:
        assert entry.abstracts[0].encode() in pages[entry.sid]


@pytest.mark.parametrize("total_shown", ["real", "capped"])
@pytest.mark.parametrize("fold", ["case", "diacritics"])
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
    same = tuple(dataclasses.replace(entry, title="Projekt") for entry in entries(30))
    with SampleRegister(same, cap=20, page_size=10) as register:
        run = Run(register, tmp_path / "out")
    report = run.report
    assert not report.is_complete
    assert report.adds_up
    assert (report.known, report.collected, report.unreached) == (30, 20, 10)
    (short,) = report.short
    assert short.key.startswith('2024 / Diplomová práca / "projekt" / (rest')
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
    assert len(sessions) > len(run.manifest.children(1)) > 1


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
        first.manifest.add([Partition(YEAR)], None, State.RECHECK)
        second = Run(register, tmp_path / "out")
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
    assert min(gaps[2:healed]) > 2 * slow - 0.02
    assert max(gaps[-3:]) < 2 * slow - 0.02
    # The very first request arrives late: its connection is yet to be opened.
    assert min(gaps[1:]) > delay - 0.005


def test_a_register_that_is_down_stops_the_run_and_the_next_one_goes_on(tmp_path: Path) -> None:
    everything = entries(30)
    faults = Faults(down=(10, 40))
    with SampleRegister(everything, page_size=10, faults=faults) as register:
        first = Run(register, tmp_path / "out", cap=100)
        assert "20 requests failed in a row" in (first.stopped or "")
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
    assert report.is_complete
    assert report.adds_up
    assert (report.known, report.collected, report.unparsable) == (30, 27, 3)
    assert not any(".." in target for target in targets)
    inside = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*")}
    assert inside == {"out"}
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {"manifest.sqlite", "raw"}


def test_too_many_pages_of_unknown_shape_stop_the_run(tmp_path: Path) -> None:
    everything = entries(60)
    hostile = {entry.sid: Hostility.UNKNOWN for entry in everything[::2]}
    with SampleRegister(everything, faults=Faults(hostile=hostile)) as register:
        run = Run(register, tmp_path / "out", cap=100)
    assert "20 pages are of unknown shape" in (run.stopped or "")
    assert len(run.pages()) >= 20, "they are kept all the same"


def test_one_page_of_unknown_shape_in_few_fails_at_the_end(tmp_path: Path) -> None:
    everything = entries(30)
    faults = Faults(hostile={everything[3].sid: Hostility.UNKNOWN})
    with SampleRegister(everything, faults=faults) as register:
        run = Run(register, tmp_path / "out", cap=100)
    assert run.stopped is None
    assert run.report.unknown_share == pytest.approx(1 / 30)
    assert not run.report.is_complete
    lenient = dataclasses.replace(run.options, max_unknown=0.05)
    run.options = lenient
    assert run.report.is_complete


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
