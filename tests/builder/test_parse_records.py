"""Raw pages into raw records: the last page of a thesis counts, and the order is that of sids."""

from __future__ import annotations

import dataclasses
import json
from importlib import import_module
from pathlib import Path

import pytest

import builder.collect.records as records_module
from builder.cli.app import app
from builder.collect.raw import Position, RawPage, RawWriter
from builder.collect.records import parse
from builder.sample_register.pages import Entry, detail_page
from slovke.cli.app import run


def sid_of(number: int) -> str:
    return f"{number:028X}"


def detail(number: int, title: str, at: str = "2026-01-01T00:00:00Z", status: int = 200) -> RawPage:
    entry = Entry(sid_of(number), title, "Diplomová práca", 2020, abstracts=("Text.",))
    body = detail_page(entry).encode() if status == 200 else b"gone"
    return RawPage("detail", sid_of(number), f"http://x/{number}", at, status, body)


def write(folder: Path, pages: list[RawPage]) -> Path:
    writer = RawWriter(folder, Position())
    for page in pages:
        writer.append(page)
    writer.close()
    return folder


def titles(out: Path) -> list[list[str]]:
    return [
        [json.loads(line)["title"] for line in path.read_text(encoding="utf-8").splitlines()]
        for path in sorted(out.glob("*.jsonl"))
    ]


def test_every_page_ends_in_one_place(tmp_path: Path) -> None:
    unknown = RawPage("detail", sid_of(5), "u", "2026-01-01T00:00:00Z", 200, b"<p>?</p>")
    search = RawPage("search", None, "u", "2026-01-01T00:00:00Z", 200, b"<p>?</p>")
    pages = [
        detail(3, "tri"),
        detail(1, "jeden"),
        search,
        detail(2, "dva"),
        detail(4, "", status=404),
        unknown,
        detail(1, "jeden nanovo", "2026-02-01T00:00:00Z"),
        detail(2, "", "2026-02-02T00:00:00Z", status=410),
    ]
    report = parse(write(tmp_path / "raw", pages), tmp_path / "out")
    assert titles(tmp_path / "out") == [["jeden nanovo", "tri"]]
    assert (
        report.pages
        == 8
        == (
            report.records
            + report.withdrawn
            + report.unknown
            + report.earlier_pages
            + report.search_pages
        )
    )
    assert (report.records, report.withdrawn, report.unknown) == (2, 2, 1)
    assert report.unknown_pages == ((sid_of(5), "no title"),)
    assert report.null["keyphrases"] == 2
    withdrawn = json.loads((tmp_path / "out" / "withdrawn.json").read_text())
    assert withdrawn == [
        {"sid": sid_of(2), "seen": "2026-01-01T00:00:00Z", "gone": "2026-02-02T00:00:00Z"},
        {"sid": sid_of(4), "seen": None, "gone": "2026-01-01T00:00:00Z"},
    ]
    saved = json.loads((tmp_path / "out" / "parsing.json").read_text())
    assert saved["records"] == 2


def test_facts_that_no_field_takes_are_counted(tmp_path: Path) -> None:
    pages = [detail(number, "x") for number in range(3)]
    renamed = [
        dataclasses.replace(
            page, body=page.body.replace(b"<dl", b"<dl><dt>Odbor</dt><dd>les</dd", 1)
        )
        for page in pages[:2]
    ]
    report = parse(write(tmp_path / "raw", [*renamed, pages[2]]), tmp_path / "out")
    assert report.unread == {"Odbor": 2}
    assert report.records == 3


def test_files_are_bounded_and_older_ones_do_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = write(tmp_path / "raw", [detail(number, str(number)) for number in range(5)])
    monkeypatch.setattr(records_module, "RECORDS_A_FILE", 2)
    parse(raw, tmp_path / "out")
    assert titles(tmp_path / "out") == [["0", "1"], ["2", "3"], ["4"]]
    monkeypatch.setattr(records_module, "RECORDS_A_FILE", 3)
    parse(raw, tmp_path / "out")
    assert titles(tmp_path / "out") == [["0", "1", "2"], ["3", "4"]]
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {
        "records-00000.jsonl",
        "records-00001.jsonl",
        "parsing.json",
        "withdrawn.json",
    }


def test_the_command_fails_above_its_share_of_unknown_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import_module("builder.cli.collect")
    unknown = RawPage("detail", sid_of(99), "u", "t", 200, b"<p>?</p>")
    raw = write(tmp_path / "raw", [*(detail(number, "x") for number in range(60)), unknown])
    command = ["parse", str(raw), "--out", str(tmp_path / "out")]
    assert run(lambda: app(command)) == 1
    assert "too many pages of unknown shape (over 1%)" in capsys.readouterr().out
    assert run(lambda: app([*command, "--max-unknown", "0.02"])) == 0
    printed = capsys.readouterr().out
    assert "61 pages: 60 records, 0 withdrawn, 1 of unknown shape (1.64%)" in printed
    assert "without author: 60, of these doubtful: 0" in printed


def test_a_folder_that_cant_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import_module("builder.cli.collect")
    raw = write(tmp_path / "raw", [detail(1, "x")])
    (tmp_path / "out").write_text("a file")
    assert run(lambda: app(["parse", str(raw), "--out", str(tmp_path / "out")])) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"error: {tmp_path / 'out'}: can't write")
    assert printed.count("\n") == 1


def test_no_pages_give_no_records(tmp_path: Path) -> None:
    report = parse(write(tmp_path / "raw", []), tmp_path / "out")
    assert (report.pages, report.unknown_share) == (0, 0.0)
    assert titles(tmp_path / "out") == [[]]


def test_persons_can_be_left_out(tmp_path: Path) -> None:
    entry = Entry(
        sid_of(1),
        "Názov",
        "Diplomová práca",
        2020,
        author="Hedviga Jasenská",
        supervisor="Blažej Riečny",
        opponent="Ema Lesná",
        university="Univerzita pod Tatrami",
    )
    page = RawPage("detail", entry.sid, "u", "t", 200, detail_page(entry).encode())
    raw = write(tmp_path / "raw", [page])
    parse(raw, tmp_path / "with")
    parse(raw, tmp_path / "without", drop_persons=True)
    name = "records-00000.jsonl"
    whole = json.loads((tmp_path / "with" / name).read_text(encoding="utf-8"))
    without = json.loads((tmp_path / "without" / name).read_text(encoding="utf-8"))
    assert (whole["author"], whole["supervisor"], whole["opponent"]) == entry_persons(entry)
    assert without == whole | {"author": None, "supervisor": None, "opponent": None}


def entry_persons(entry: Entry) -> tuple[str | None, str | None, str | None]:
    return entry.author, entry.supervisor, entry.opponent
