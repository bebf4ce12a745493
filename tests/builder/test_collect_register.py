"""The collector against the loopback register, each run in a process of its own."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import random
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from datetime import date
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from builder.cli.app import app
from builder.collect.options import CollectOptions
from builder.collect.site import ALPHABET
from builder.sample_register import load_theses
from builder.sample_register.copies import scaled
from builder.sample_register.faults import Faults, Hostility
from builder.sample_register.pages import Entry
from builder.sample_register.server import Access, SampleRegister
from slovke.cli.app import run
from slovke.errors import InputError

ROOT = Path(__file__).parents[2]
CONTACT = "tests@example.org"


def register_of(count: int, years: Sequence[int] = (2023, 2024)) -> list[Entry]:
    """Entries squeezed into few years, so that partitions reach the cap."""
    entries = {e.sid: e for e in (Entry.of(thesis) for thesis in load_theses())}
    return [
        dataclasses.replace(entry, year=years[number % len(years)])
        for number, entry in enumerate(scaled(list(entries.values()), count))
    ]


def command(register: SampleRegister, out: Path, *options: str) -> list[str]:
    return [
        *(sys.executable, "-W", "error", "-m", "builder", "collect"),
        *("--base-url", register.base_url, "--out", str(out), "--contact", CONTACT),
        *("--delay", "0", "--backoff", "0.02", "--years", "2023-2024", *options),
    ]


def collect(
    register: SampleRegister, out: Path, *options: str, code: int = 0
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command(register, out, *options),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def report(out: Path) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads((out / "collect.json").read_text(encoding="utf-8"))
    return fields


def records(out: Path) -> list[dict[str, Any]]:
    lines = [
        line
        for path in sorted(out.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").split("\n")
        if line
    ]
    return [json.loads(line) for line in lines]


def shown(entry: Entry) -> dict[str, Any]:
    """The record that a page of this entry must give, but for its address and time."""
    fields = dataclasses.asdict(entry)
    del fields["withdrawn"]
    fields["keyphrases"] = list(entry.keyphrases)
    # White space around a text is the page's layout, not the thesis's.
    fields["abstracts"] = [text.strip(" \t\r\n") for text in entry.abstracts]
    return fields


def readable(entries: Sequence[Entry], faults: Faults) -> list[Entry]:
    """The entries whose pages can be collected in spite of the hostile ones."""
    spoilt = {sid for sid, kind in faults.hostile.items() if kind is not Hostility.SCRIPTS}
    return [e for e in entries if not e.withdrawn and e.sid not in spoilt]


def assert_right(out: Path, expected: Sequence[Entry]) -> None:
    """Exactly these records, each as its page shows it, once, in the order of sids."""
    found = records(out)
    assert [r["sid"] for r in found] == sorted(e.sid for e in expected)
    by_sid = {e.sid: shown(e) for e in expected}
    for record in found:
        assert record.pop("url").endswith(f"sid={record['sid']}&seo=CRZP-detail-kniha")
        assert record.pop("collected_at").endswith("Z")
        assert record == by_sid[record["sid"]]
    assert report(out)["is_complete"]
    assert report(out)["adds_up"]


def collect_with_faults(
    out: Path, *, count: int, cap: int, page_size: int, every: int, kills: Sequence[int] = ()
) -> None:
    """Collect with every fault, killed whenever the register has served so many requests."""
    entries = register_of(count, years=(2021, 2022, 2023, 2024))
    faults = Faults.all_on(entries, every=every)
    register = SampleRegister(entries, cap=cap, page_size=page_size, faults=faults)
    with register:
        options = ("--cap", str(cap), "--years", "2021-2024")
        for served in kills:
            kill_when(register, command(register, out, *options), served)
        collect(register, out, *options)
        accesses = list(register.accesses)
    assert_right(out, readable(entries, faults))
    assert {access.status for access in accesses} == {200, 302, 404, 429, 503}
    # Each 429 asked for a second.
    waits = [b.at - a.at for a, b in pairwise(accesses) if a.status == 429]
    assert min(waits) > 0.95
    numbers = report(out)
    assert numbers["known"] == len(entries)
    assert numbers["withdrawn"] == sum(entry.withdrawn for entry in entries)
    assert numbers["unparsable"] == len(faults.hostile) - 1
    assert numbers["partitions"]["done"] > len(ALPHABET), "narrowed by letters, too"
    assert numbers["duplicates"] == numbers["unreached"] == numbers["surplus"] == 0


def test_complete_with_all_faults(tmp_path: Path) -> None:
    collect_with_faults(tmp_path / "out", count=220, cap=30, page_size=10, every=50)


@pytest.mark.full
def test_complete_with_all_faults_and_5000_records_and_ten_kills(tmp_path: Path) -> None:
    draw = random.Random(20260101)
    kills = sorted(draw.sample(range(20, 6000), 10))
    collect_with_faults(tmp_path / "out", count=5000, cap=200, page_size=20, every=200, kills=kills)


def kill_when(register: SampleRegister, process_command: list[str], served: int) -> None:
    """Start collecting, and kill -9 when the register has served so many requests in all."""
    process = subprocess.Popen(
        process_command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while len(register.accesses) < served:
        assert process.poll() is None, "it ended before it was killed"
        time.sleep(0.002)
    process.kill()
    process.wait()


def kill_and_resume(out: Path, entries: Sequence[Entry], kills: Sequence[int]) -> None:
    """Kill -9 after so many requests each time, then let it end."""
    with SampleRegister(entries, cap=60, page_size=10) as register:
        for requests in kills:
            served = len(register.accesses)
            kill_when(register, command(register, out, "--cap", "60"), served + requests)
        collect(register, out, "--cap", "60", "--resume")
        details = Counter(a.target for a in register.accesses if "detailBiblioForm&" in a.target)
    assert_right(out, [entry for entry in entries if not entry.withdrawn])
    # A page is fetched again only if the kill came between its arrival and its row.
    assert sum(count - 1 for count in details.values()) <= len(kills)


def test_killed_and_resumed(tmp_path: Path) -> None:
    kill_and_resume(tmp_path / "out", register_of(134), kills=(40, 90))


@pytest.mark.full
def test_an_interrupt_ends_it_in_order_and_a_second_at_once(tmp_path: Path) -> None:
    entries, slow = register_of(60), 3.0
    with SampleRegister(entries) as register:
        for interrupts in (1, 2):
            register.faults.faults = Faults()
            served = len(register.accesses)
            process = subprocess.Popen(
                command(register, tmp_path / "out", "--delay", "0.05"),
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            while len(register.accesses) < served + 15:
                assert process.poll() is None
                time.sleep(0.005)
            # The next answer takes its time: one interrupt waits for it, a second one does not.
            register.faults.faults = Faults(slow=1, slow_seconds=slow)
            time.sleep(0.3)
            began = time.monotonic()
            for _ in range(interrupts):
                process.send_signal(signal.SIGINT)
                time.sleep(0.1)
            _, errors = process.communicate(timeout=30)
            took = time.monotonic() - began
            assert process.returncode == 130
            assert "Traceback" not in errors
            assert (took < slow / 2) == (interrupts == 2)
            assert interrupts == 2 or "the same command goes on" in errors
        register.faults.faults = Faults()
        collect(register, tmp_path / "out")
    assert_right(tmp_path / "out", [entry for entry in entries if not entry.withdrawn])


@pytest.mark.full
def test_a_full_disk_ends_it_with_one_line_and_it_goes_on(tmp_path: Path) -> None:
    """On a disk of its own, which is then made larger; mounting it takes a user namespace."""
    disk, copy = tmp_path / "disk", tmp_path / "copy"
    disk.mkdir()
    mount = f"mount -t tmpfs -o size=300k none {disk}"
    inside = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    if shutil.which("unshare") is None or subprocess.run([*inside, mount], check=False).returncode:
        pytest.skip("no tmpfs can be mounted here")
    entries = register_of(150)
    with SampleRegister(entries) as register:
        go_on = shlex.join(command(register, disk / "out"))
        script = (
            f"{mount} && {{ {go_on}; echo code $?; }} && mount -o remount,size=50m {disk} && "
            f"{go_on} && cp -r {disk}/out {copy}"
        )
        done = subprocess.run(
            [*inside, script], cwd=ROOT, capture_output=True, text=True, timeout=100, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert "code 0" not in done.stdout
    assert "can't write" in done.stdout + done.stderr
    assert_right(copy, [entry for entry in entries if not entry.withdrawn])


@pytest.mark.full
def test_an_answer_that_never_ends_is_given_up(tmp_path: Path) -> None:
    entries = register_of(30)
    faults = Faults(hostile={entry.sid: Hostility.DRIP for entry in entries})
    with SampleRegister(entries, faults=faults) as register:
        began = time.monotonic()
        done = collect(register, tmp_path / "out", "--timeout", "0.5", "--max-errors", "3", code=1)
    assert time.monotonic() - began < 15
    assert "stopped: 3 requests failed in a row" in done.stdout
    assert "Timeout" in done.stdout


@pytest.mark.full
def test_delay_and_crawl_delay_show_in_the_access_log(tmp_path: Path) -> None:
    entries = register_of(134)[:4]
    for number, (crawl_delay, delay) in enumerate(((None, "0.12"), (0.12, "0"))):
        with SampleRegister(entries, crawl_delay=crawl_delay) as register:
            collect(register, tmp_path / str(number), "--years", "2023", "--delay", delay)
            times = [access.at for access in register.accesses]
            agents = {access.agent for access in register.accesses}
        gaps = [later - earlier for earlier, later in pairwise(times)]
        # The delay is between the starts of requests; how long one travels varies a little. The
        # first one is robots.txt, and a Crawl-delay is known behind it only.
        assert sum(gaps[1:]) > 0.12 * len(gaps[1:]) - 0.1
        assert min(gaps[1:]) > 0.09
        assert agents == {f"slovke-collector/0.1 (+{CONTACT})"}


def test_a_network_that_drops_and_comes_back(tmp_path: Path) -> None:
    """As in `test_collect_outages`, with Scrapy's own connections and a clock that is not ours."""
    entries = register_of(60)
    with SampleRegister(entries) as register:
        record = register.record
        back = threading.Timer(1.0, register.restore)

        def drop(access: Access) -> None:
            record(access)
            if len(register.accesses) == 40:
                register.drop()
                back.start()

        register.record = drop  # type: ignore[method-assign]
        done = collect(register, tmp_path / "out", "--verbose")
    back.join()
    assert "ConnectionRefused" in done.stderr
    assert_right(tmp_path / "out", [entry for entry in entries if not entry.withdrawn])


def test_options_reach_the_collector(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[CollectOptions] = []

    def stop(options: CollectOptions) -> None:
        seen.append(options)
        raise InputError("that is all")

    monkeypatch.setattr("builder.collect.run.collect", stop)
    arguments = "--since 2024 --recheck 2015-2018 --delay 3 --concurrency 2 --off-peak 22-06"
    arguments += " --cap 500 --backoff 7 --max-errors 9 --timeout 8"
    assert in_process(tmp_path, arguments.split()) == (2, "error: that is all\n")
    (options,) = seen
    assert options.since == 2024
    assert options.years == (2024, date.today().year)
    assert [year for year in range(2010, 2026) if options.relists(year)] == [
        *range(2015, 2019),
        2024,
        2025,
    ]
    assert (options.delay, options.concurrency, options.cap) == (3.0, 2, 500)
    assert (options.backoff, options.max_errors, options.timeout) == (7.0, 9, 8.0)
    assert str(options.off_peak) == "22:00-06:00"


def test_status_and_parse_from_another_terminal(tmp_path: Path) -> None:
    entries = register_of(20)
    out = tmp_path / "out"
    with SampleRegister(entries) as register:
        # On one's own machine nobody needs to be told whom to ask.
        collect(register, out, "--contact", "")
        assert {a.agent for a in register.accesses} == {"slovke-collector/0.1 (+loopback)"}
    builder = [sys.executable, "-W", "error", "-m", "builder"]
    status = subprocess.run(
        [*builder, "collect", "--status", str(out)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "state: finished" in status
    assert "records: 20 collected, 0 withdrawn, 0 unparsable, of 20 known so far" in status
    parsed = tmp_path / "parsed"
    subprocess.run(
        [*builder, "parse", str(out / "raw"), "--out", str(parsed)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    name = "records-00000.jsonl"
    assert (parsed / name).read_bytes() == (out / name).read_bytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--contact", "nobody"], "--contact 'nobody': expected a mail address"),
        (["--base-url", "opac.sk"], "--base-url 'opac.sk': expected http://HOST/"),
        (["--off-peak", "night"], "--off-peak 'night'"),
        (["--recheck", "some"], "--recheck 'some': expected all, totals, or years"),
        (["--resume"], "holds no manifest.sqlite to go on with"),
        (["--contact", "", "--base-url", "http://opac.sk/"], "collect needs --contact"),
    ],
)
def test_wrong_input_is_one_line(tmp_path: Path, options: list[str], message: str) -> None:
    code, printed = in_process(tmp_path, options)
    assert code == 2
    assert printed.startswith("error: ")
    assert message in printed
    assert printed.count("\n") == 1
    assert not (tmp_path / "out").exists()


def in_process(tmp_path: Path, options: list[str]) -> tuple[int, str]:
    """The exit code of `collect` and what it printed as an error."""
    import_module("builder.cli.collect")
    arguments = ["collect", "--base-url", "http://127.0.0.1:1/", "--out", str(tmp_path / "out")]
    arguments += ["--contact", CONTACT, *options]
    printed = io.StringIO()
    with contextlib.redirect_stderr(printed):
        code = run(lambda: app(arguments, standalone_mode=False))
    return code, printed.getvalue()
