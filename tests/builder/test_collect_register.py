"""The collector against the loopback register, each run in a process of its own."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from builder.sample_register import load_theses
from builder.sample_register.copies import scaled
from builder.sample_register.faults import Faults, Hostility
from builder.sample_register.pages import Entry
from builder.sample_register.server import SampleRegister

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
        command(register, out, *options), cwd=ROOT, capture_output=True, text=True, timeout=100
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


def test_complete_with_all_faults(tmp_path: Path) -> None:
    entries = register_of(300)
    faults = Faults.all_on(entries, every=60)
    with SampleRegister(entries, cap=60, page_size=10, faults=faults) as register:
        collect(register, tmp_path / "out", "--cap", "60")
    found = records(tmp_path / "out")
    expected = readable(entries, faults)
    assert [r["sid"] for r in found] == sorted(e.sid for e in expected)
    by_sid = {e.sid: shown(e) for e in expected}
    for record in found:
        assert record.pop("url").endswith(f"sid={record['sid']}&seo=CRZP-detail-kniha")
        assert record.pop("collected_at").endswith("Z")
        assert record == by_sid[record["sid"]]
