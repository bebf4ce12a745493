"""A thesis that the register withdraws between two releases: the second lacks it and says so."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from builder.cli.app import COMMAND_MODULES, app
from builder.sample_register import load_theses
from builder.sample_register.pages import Entry
from builder.sample_register.server import SampleRegister
from builder.withdrawn import hand_on, handed_on
from slovke.cli.app import run
from slovke.errors import InputError

ROOT = Path(__file__).parents[2]


def builder(*words: str | Path) -> None:
    for module in COMMAND_MODULES:
        import_module(module)
    assert run(lambda: app([str(word) for word in words], prog_name="builder")) == 0


def collect(register: SampleRegister, out: Path, *options: str) -> None:
    command = [sys.executable, "-m", "builder", "collect", "--base-url", register.base_url]
    command += ["--out", str(out), "--contact", "tests@example.org", "--delay", "0", *options]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)


def test_the_next_release_drops_what_was_withdrawn_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = [thesis for thesis in load_theses() if thesis.expect.verdict == "keep"][:24]
    entries = [dataclasses.replace(Entry.of(thesis), year=2023) for thesis in kept]
    raw, cleaned = tmp_path / "raw", tmp_path / "cleaned"
    old, new, changed = tmp_path / "1.0.0", tmp_path / "1.1.0", tmp_path / "diff.csv"
    only = ("--configs", "default")

    with SampleRegister(entries) as register:
        collect(register, raw, "--years", "2023-2023")
    builder("clean", raw, "--out", cleaned)
    builder("split", cleaned, "--out", old, "--version", "1.0.0", *only)
    assert "withdrawn" not in capsys.readouterr().out

    gone = entries[7].sid
    with SampleRegister([entry for entry in entries if entry.sid != gone]) as register:
        collect(register, raw, "--years", "2023-2023", "--since", "2023")
    builder("clean", raw, "--out", cleaned)
    said = capsys.readouterr().out
    assert "withdrawn at the source: 1; `split` leaves these theses out" in said
    builder("split", cleaned, "--out", new, "--version", "1.1.0", "--previous", old, *only)
    said = capsys.readouterr().out
    assert "published before and no longer there: 1, of them withdrawn at the source: 1" in said

    assert gone in (old / "assignment.csv").read_text(encoding="utf-8")
    assert gone not in (new / "assignment.csv").read_text(encoding="utf-8")
    description = json.loads((new / "build.json").read_text(encoding="utf-8"))
    assert description["withdrawn"] == [gone]
    assert f"{len(kept) - 1} documents" in (new / "README.md").read_text(encoding="utf-8")
    assert "1 no longer there (1 withdrawn at the source)" in (new / "README.md").read_text(
        encoding="utf-8"
    )
    builder("diff", old, new, "--out", changed)
    assert "0 added, 1 removed (1 withdrawn at the source)" in capsys.readouterr().out
    assert f"\n{gone},removed withdrawn," in changed.read_text(encoding="utf-8")


def test_the_list_goes_with_its_raw_records(tmp_path: Path) -> None:
    raw, cleaned = tmp_path / "raw", tmp_path / "cleaned"
    raw.mkdir()
    assert hand_on(raw, cleaned) == 0
    assert handed_on(cleaned) == []
    (raw / "withdrawn.json").write_text('[{"sid": "A"}]', encoding="utf-8")
    assert hand_on(raw, cleaned) == 1
    assert handed_on(cleaned) == ["A"]
    (raw / "withdrawn.json").unlink()
    assert hand_on(raw, cleaned) == 0  # an older list does not stay behind
    assert handed_on(cleaned) == []


@pytest.mark.parametrize("text", ["{", "[1]", '[{"id": "A"}]'])
def test_another_file_of_that_name_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "withdrawn.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="not a list of withdrawn theses"):
        hand_on(tmp_path, tmp_path / "cleaned")
