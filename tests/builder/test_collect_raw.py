"""Raw pages: what was written is read again, whatever ended the writing."""

from __future__ import annotations

from pathlib import Path

import pytest
import zstandard

from builder.collect.raw import Position, RawPage, RawWriter, raw_files, read_page, read_raw
from slovke.errors import InputError


def page(number: int, body: bytes = b"<p>text</p>") -> RawPage:
    return RawPage("detail", f"{number:028X}", "http://x/", "2026-01-01T00:00:00Z", 200, body)


def test_bytes_of_any_kind_survive(tmp_path: Path) -> None:
    pages = [
        page(1, "ľščťž \f\u00a0\r\n".encode()),
        page(2, bytes(range(256))),
        page(3, b""),
        RawPage("search", None, "http://x/?a=1", "2026-01-01T00:00:00Z", 404, b"\xff", ("á",)),
        RawPage("detail", "A", "u", "t", 200, b"\xbe", None, "text/html; charset=windows-1250"),
    ]
    writer = RawWriter(tmp_path, Position())
    begins = [writer.append(each) for each in pages]
    writer.close()
    assert list(read_raw(tmp_path)) == pages
    assert [read_page(tmp_path, at) for at in begins] == pages


def test_files_are_bounded_and_go_on_in_order(tmp_path: Path) -> None:
    writer = RawWriter(tmp_path, Position(), file_bytes=500)
    for number in range(12):
        writer.append(page(number))
    end = writer.position
    writer.close()
    assert len(raw_files(tmp_path)) > 3
    assert all(path.stat().st_size < 900 for path in raw_files(tmp_path))
    again = RawWriter(tmp_path, end, file_bytes=500)
    again.append(page(12))
    again.close()
    assert [p.sid for p in read_raw(tmp_path)] == [f"{n:028X}" for n in range(13)]


def test_what_the_manifest_does_not_know_is_cut_away(tmp_path: Path) -> None:
    writer = RawWriter(tmp_path, Position(), file_bytes=500)
    writer.append(page(0))
    known = writer.position
    for number in range(1, 9):
        writer.append(page(number))
    writer.close()
    again = RawWriter(tmp_path, known, file_bytes=500)
    assert again.position == known
    again.append(page(99))
    again.close()
    assert [p.sid for p in read_raw(tmp_path)] == [f"{n:028X}" for n in (0, 99)]


def test_a_page_cut_off_while_it_was_written_is_left_out(tmp_path: Path) -> None:
    writer = RawWriter(tmp_path, Position())
    writer.append(page(0))
    writer.append(page(1))
    writer.close()
    path = raw_files(tmp_path)[0]
    path.write_bytes(path.read_bytes()[:-20])
    assert [p.sid for p in read_raw(tmp_path)] == [f"{0:028X}"]


def test_a_changed_page_is_noticed(tmp_path: Path) -> None:
    line = page(0).to_line().replace(b"text", b"test")
    (tmp_path / "pages-00000.jsonl.zst").write_bytes(zstandard.compress(line))
    with pytest.raises(InputError, match=r"pages-00000.jsonl.zst:1: .* SHA-256"):
        list(read_raw(tmp_path))


@pytest.mark.parametrize("content", [b"no zstandard at all", zstandard.compress(b"[1]\n")])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "pages-00000.jsonl.zst").write_bytes(content)
    with pytest.raises(InputError, match=r"pages-00000\.jsonl\.zst"):
        list(read_raw(tmp_path))


def test_a_folder_without_pages_is_wrong_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected the raw/ of `collect`"):
        list(read_raw(tmp_path))
