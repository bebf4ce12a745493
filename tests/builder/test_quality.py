"""The measuring itself, and the floors on the gold set."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.clean.pipeline import Tools, load_tools
from builder.options import CleanOptions
from builder.quality import Floors, Measure, clean_text, lost_words, measure
from builder.quality_cases import GoldRecord, read_cases, sample_records
from builder.quality_report import counts, print_measures
from builder.record import RawRecord
from builder.verdict import Reason
from slovke.errors import InputError

FOLDER = Path(__file__).parent / "quality"
OPTIONS = CleanOptions()
FLOORS = {  # a floor below these is a change of the goal, not of the code
    "header_exact": 0.98,
    "keyphrase_recovery": 0.98,
    "list_exact": 0.95,
    "language_right": 0.98,
}


@pytest.fixture(scope="module")
def tools() -> Tools:
    return load_tools(OPTIONS)


def test_the_gold_set_reaches_its_floors(tools: Tools, capsys: pytest.CaptureFixture[str]) -> None:
    floors = Floors.read(FOLDER / "floors.toml")
    measures = measure([*sample_records(), *read_cases(FOLDER)], OPTIONS, tools)
    below = [(m.name, m.misses) for m in measures if not floors.holds(m)]
    assert not below
    assert all(m.total > 20 for m in measures)
    print_measures(measures, floors, 5)
    assert "header_exact" in capsys.readouterr().out


def test_no_floor_is_lower_than_the_goal() -> None:
    floors = Floors.read(FOLDER / "floors.toml")
    assert all(floors.at_least[name] >= goal for name, goal in FLOORS.items())
    assert floors.at_most == {"text_lost": 0, "broken_kept": 0}


def test_two_hundred_cases() -> None:
    cases = read_cases(FOLDER)
    assert len(cases) >= 200
    assert {"header", "tail", "list", "language", "encoding"} <= set(counts(cases).split(" ")[::2])
    assert len({case.name for case in cases}) == len(cases)


def record(abstract: str | None, field: str, reject: Reason | None = None) -> GoldRecord:
    return GoldRecord(
        name="x",
        raw=RawRecord(sid="1", abstracts=(field,)),
        aspects=frozenset(("header", "encoding")),
        abstract=abstract,
        reject=reject,
    )


RIGHT = "Práca opisuje pestovanie ľanu siateho v horských polohách Oravy a jeho návrat na polia."


def test_what_the_measures_count(tools: Tools) -> None:
    records = [
        record(RIGHT, f"ABSTRAKT\n{RIGHT}"),
        record(f"Chýbajúca veta. {RIGHT}", f"ABSTRAKT\n{RIGHT}"),
        record(None, RIGHT, Reason.GARBLED_TEXT),
    ]
    measures = {m.name: m for m in measure(records, OPTIONS, tools)}
    assert (measures["header_exact"].hits, measures["header_exact"].total) == (1, 3)
    assert measures["text_lost"].hits == 1
    assert measures["broken_kept"].hits == 2


def test_lost_words_are_counted_as_often_as_they_stand(tools: Tools) -> None:
    gold = record(f"{RIGHT} {RIGHT}", RIGHT)
    lost = lost_words(gold, clean_text(gold, OPTIONS, tools))
    assert sum(lost.values()) == len(RIGHT.split())


def test_floors() -> None:
    floors = Floors({"share": 0.9}, {"count": 0})
    assert floors.holds(Measure("share", 9, 10, ("a",)))
    assert not floors.holds(Measure("share", 8, 10, ("a", "b")))
    assert floors.holds(Measure("count", 0, 10, ()))
    assert not floors.holds(Measure("count", 1, 10, ("a",)))
    assert Measure("nothing", 0, 0, ()).share == 1.0
    assert floors.of(Measure("other", 0, 0, ())) == "none"


def test_missing_files_say_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        Floors.read(tmp_path / "floors.toml")
    with pytest.raises(InputError, match="no files cases"):
        read_cases(tmp_path)
    (tmp_path / "cases_header.toml").write_text('[[case]]\nrow = "x"\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"cases_header\.toml, case 1: name is missing"):
        read_cases(tmp_path)
