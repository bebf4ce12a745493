"""Table 4 and figure 7: missing and short fields, by university and by year."""

import pytest

from builder.record import RawRecord
from builder.stats.missing import MissingTally, figure_7, table_4
from builder.stats.options import StatsOptions
from builder.stats.paper import MISSING, UNIVERSITIES, name_in_table_4
from slovke.errors import InputError

LONG = "á" * 100


def raw(
    *abstracts: str,
    keyphrases: tuple[str, ...] = ("vodná nádrž",),
    university: str | None = "Univerzita pod Tatrami",
    year: int | None = 2015,
) -> RawRecord:
    return RawRecord("x", abstracts, keyphrases, university=university, year=year)


def tally(*records: RawRecord, universities: int = 15) -> MissingTally:
    counted = MissingTally(StatsOptions(universities=universities))
    for one in records:
        counted.add(one)
    return counted


def test_missing_or_short() -> None:
    counted = tally(
        raw(LONG, LONG),
        raw(LONG[1:], "  "),  # one character too short; blank is missing
        raw(keyphrases=(" ", "")),
        raw(LONG, LONG, keyphrases=("soľ", "voda")),
    )
    assert table_4(counted).rows[0] == ("Univerzita pod Tatrami", 4, 50.0, 50.0, 50.0)
    assert figure_7(counted).rows == (("2015", 4, 25.0, 50.0, 25.0),)


def test_the_largest_come_first_and_the_rest_together() -> None:
    records = [raw(LONG, LONG, university=name) for name in ("B", "A", "C", "C", None)]
    rows = table_4(tally(*records, universities=2)).rows
    assert [row[:2] for row in rows[:4]] == [
        ("C", 2),
        ("(none given)", 1),
        ("2 others", 2),
        ("all", 5),
    ]
    assert [row[0] for row in rows[4:]] == [f"paper: {name}" for name in MISSING]


def test_the_papers_values_stand_below_the_same_university() -> None:
    name = "Katolícka univerzita v Ružomberku"
    rows = table_4(tally(raw(LONG, university=name))).rows
    assert rows[0][0] == name
    assert rows[1] == ("paper: KU RK", None, 56.55, 60.65, 38.29)
    assert sum(row[0] == "paper: KU RK" for row in rows) == 1


@pytest.mark.parametrize(
    ("university", "short"),
    [
        ("Univerzita Komenského v Bratislave", "UK BA"),
        ("Slovenská technická univerzita v Bratislave", "STU BA"),
        ("SPU Nitra", "SPU Nitra"),
        ("Vysoká škola Danubius", "VŠD Sládk."),
        ("Technická univerzita Považie", None),
    ],
)
def test_names_of_table_4(university: str, short: str | None) -> None:
    assert name_in_table_4(university) == short
    assert UNIVERSITIES.keys() == MISSING.keys()


def test_years_in_order_those_without_last() -> None:
    records = [raw(year=None), raw(year=2020), raw(year=2010)]
    assert figure_7(tally(*records)).column("year") == ["2010", "2020", "(none given)"]


@pytest.mark.parametrize("name", ["short_abstract", "short_keyphrases"])
def test_negative_numbers_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=f"--{name.replace('_', '-')} -1: must not be negative"):
        StatsOptions(**{name: -1})
    with pytest.raises(InputError, match="at least 1"):
        StatsOptions(universities=0)
