"""`why`: the raw text, each change, the fate; for kept, rejected and duplicate records."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from builder.persons import drop_persons
from builder.phases import Job
from builder.reading import to_line
from builder.record import RawRecord
from builder.runner import LocalExecutor, run_clean
from builder.why import describe, find_ways
from slovke.errors import InputError

CHECKOUT = Path(__file__).resolve().parents[2]
BODY = (
    "Práca opisuje chov včiel na strmých lúkach a porovnáva výnos medu v dvoch druhoch úľov. "
    "Včelstvá sme vážili každý týždeň a zapisovali sme počasie, stav znášky aj prípady rojenia. "
    "Úle s vyššími rámikmi dali viac medu v suchých rokoch, v daždivých sa rozdiel stratil. "
) * 2
HEADER = (
    "TICHÁ, Ema: Chov včiel na Orave. [Bakalárska práca]. Univerzita pod Tatrami. Fakulta "
    "agronómie. Školiteľ: Ing. Ján Lipa, PhD. Poprad: FA UPT, 2018. 57 s. "
)
RECORDS = [
    RawRecord(
        "GOOD",
        (HEADER + BODY,),
        ("včelárstvo, agátový med, úľ, rojenie",),
        title="Chov včiel na Orave",
        author="Ema Tichá",
        year=2018,
    ),
    RawRecord("COPY", (HEADER + BODY,), title="Chov včiel na Orave", author="Ema Tichá", year=2018),
    RawRecord("BARE", (BODY.replace("medu", "peľu"),), title="Chov včiel na Liptove"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("why")
    (base / "raw.jsonl").write_text("".join(f"{to_line(record)}\n" for record in RECORDS))
    with LocalExecutor() as executor:
        run_clean(Job(base / "raw.jsonl", base / "out", shards=2), executor)
    return base / "out"


def told(folder: Path, sid: str) -> str:
    return "\n".join(line for way in find_ways(folder, sid) for line in describe(way))


def test_a_kept_record_shows_its_changes(folder: Path) -> None:
    text = told(folder, "GOOD")
    assert "author: Ema Tichá" in text
    assert "  - TICHÁ, Ema: Chov včiel na Orave. [Bakalárska práca]" in text
    assert "+ agátový med" in text
    assert "2 deduplicate: unchanged" in text
    assert text.endswith("fate: kept, with 4 keyphrases")


def test_a_cut_header_does_not_show_the_whole_text_as_changed(folder: Path) -> None:
    removed = [line for line in told(folder, "GOOD").splitlines() if line.startswith("  - ")]
    assert not any("Včelstvá" in line for line in removed)


def test_a_duplicate_names_the_record_that_stayed(folder: Path) -> None:
    text = told(folder, "COPY")
    assert "2 deduplicate: REJECTED, duplicate-title (GOOD)" in text
    assert "3 segment" not in text


def test_a_rejected_record_ends_with_its_reason(folder: Path) -> None:
    assert told(folder, "BARE").endswith("fate: rejected at keyphrases, no-keyphrases")


def test_an_unknown_record_and_a_wrong_folder_are_named(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'good'"):
        find_ways(folder, "good")
    with pytest.raises(InputError, match=r"no options\.json"):
        find_ways(tmp_path, "GOOD")


def test_without_persons_there_is_nothing_to_tell(tmp_path: Path) -> None:
    (tmp_path / "raw.jsonl").write_text(to_line(RECORDS[0]) + "\n")
    job = Job(tmp_path / "raw.jsonl", tmp_path / "out", shards=1)
    with LocalExecutor() as executor:
        run_clean(job, executor)
    drop_persons(job)
    with pytest.raises(InputError, match="--drop-persons"):
        find_ways(job.out, "GOOD")


def test_the_command_prints_it_and_wrong_input_is_one_line(folder: Path) -> None:
    words = [sys.executable, "-m", "builder", "why", "NOBODY", "--from", str(folder)]
    environment = {**os.environ, "COLUMNS": "100"}
    done = subprocess.run(
        words, check=False, cwd=CHECKOUT, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "NOBODY" in done.stderr
