"""The files of `stats`: what is counted from what, equal bytes, a page that needs nothing else."""

import csv
import json
import re
import shutil
import struct
from html.parser import HTMLParser
from pathlib import Path

import pytest

from builder.build import BuildOptions, read_cleaned, write_build
from builder.card import write_card
from builder.checks import open_build
from builder.stats.exhibit import Exhibit, shown
from builder.stats.inputs import Inputs
from builder.stats.options import StatsOptions
from builder.stats.plots import LIGHT, draw
from builder.stats.report import Statistics, compute, print_statistics, write
from slovke.errors import InputError
from tests.cleaned_folder import record, write_cleaned


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cleaned folder, its build and its raw records, in one folder."""
    folder = tmp_path_factory.mktemp("stats")
    records = [record(number) for number in range(40)]
    cleaned = write_cleaned(folder / "cleaned", records)
    write_build(read_cleaned(cleaned), folder / "build", BuildOptions())
    lines = [
        {
            "sid": row["id"],
            "abstracts": [row["abstract"]],
            "keyphrases": row["keyphrases"],
            "university": row["university"],
            "year": row["year"],
        }
        for row in records
    ]
    (folder / "raw").mkdir()
    text = "\n".join(json.dumps(line) for line in lines)
    (folder / "raw" / "part-00000.jsonl").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def statistics(folder: Path) -> Statistics:
    inputs = Inputs.find([folder / "cleaned", folder / "build"], folder / "raw")
    return compute(inputs, StatsOptions())


@pytest.fixture(scope="module")
def written(folder: Path, statistics: Statistics) -> Path:
    out = folder / "stats"
    write(statistics, out)
    return out


def names(statistics: Statistics) -> list[str]:
    return [exhibit.name for exhibit in statistics.exhibits]


ALL = [
    "table-01-statistics",
    "table-01b-presence",
    "figure-02-funnel",
    "table-04-missing-by-university",
    "figure-07-missing-by-year",
    "figure-08-languages",
    "figure-09-keyphrase-counts",
    "figure-10-abstract-lengths",
    "figure-11-sentences-and-tokens",
]


FROM_RAW = ("table-04-missing-by-university", "figure-07-missing-by-year")


def test_every_table_and_figure_is_there(statistics: Statistics) -> None:
    assert names(statistics) == ALL
    assert statistics.left_out == ()
    assert statistics.splits == {"train": 32, "validation": 4, "test": 4}
    assert statistics.collected == 47
    for exhibit in statistics.exhibits:
        assert {len(row) for row in exhibit.rows} == {len(exhibit.header)}
        assert re.match(r"(table|figure) \d", exhibit.source)


def test_without_raw_records_the_rest_is_counted_and_the_want_is_said(folder: Path) -> None:
    alone = compute(Inputs.find([folder / "build"]), StatsOptions())
    assert names(alone) == [name for name in ALL if name not in FROM_RAW]
    assert "table 4 and figure 7" in alone.left_out[0]
    cleaned = compute(Inputs.find([folder / "cleaned"]), StatsOptions())
    assert cleaned.splits == {"kept": 40}
    assert cleaned.exhibits[0].header == ("", "kept", "paper")
    assert cleaned.exhibits[0].rows[0] == ("documents", 40, 227_432)


def test_figures_8_to_10_are_of_all_records_from_a_build_alone(folder: Path) -> None:
    found = {e.name: e for e in compute(Inputs.find([folder / "build"]), StatsOptions()).exhibits}
    assert found["figure-08-languages"].rows == (
        ("Slovak", 40, 90.91, None),
        ("English", 4, 9.09, 20.0),
    )
    assert found["figure-09-keyphrase-counts"].rows[6] == ("6", 40, 40)
    assert found["figure-10-abstract-lengths"].rows[5] == (500, 600, 40)
    assert "all collected records" in found["figure-08-languages"].note


def test_raw_records_beside_a_build_alone(folder: Path) -> None:
    inputs = Inputs.find([folder / "build"], folder / "raw")
    exhibits = {e.name: e for e in compute(inputs, StatsOptions()).exhibits}
    assert list(exhibits) == ALL
    assert exhibits["table-04-missing-by-university"].column("records")[:3] == [26, 14, 40]


def test_what_an_older_version_cleaned_lacks_the_distributions(
    folder: Path, tmp_path: Path
) -> None:
    cleaned = tmp_path / "cleaned"
    shutil.copytree(folder / "cleaned", cleaned)
    funnel = json.loads((cleaned / "funnel.json").read_text(encoding="utf-8"))
    del funnel["distributions"]
    (cleaned / "funnel.json").write_text(json.dumps(funnel), encoding="utf-8")
    statistics = compute(Inputs.find([cleaned]), StatsOptions())
    assert "figures 8 to 10" in statistics.left_out[0]
    assert "figure-08-languages" not in names(statistics)


def test_folders_are_told_apart(folder: Path, tmp_path: Path) -> None:
    found = Inputs.find([folder / "build", folder / "cleaned"])
    assert (found.cleaned, found.build) == (folder / "cleaned", folder / "build")
    with pytest.raises(InputError, match="neither an output of `clean`"):
        Inputs.find([tmp_path])
    with pytest.raises(InputError, match="a second build"):
        Inputs.find([folder / "build", folder / "build"])
    with pytest.raises(InputError, match="no such folder"):
        Inputs.find([tmp_path / "none"])
    with pytest.raises(InputError, match="or both"):
        Inputs.find([])
    (tmp_path / "kept").mkdir()
    with pytest.raises(InputError, match="has not finished"):
        Inputs.find([tmp_path])


def test_two_runs_give_equal_bytes(
    folder: Path, written: Path, statistics: Statistics, tmp_path: Path
) -> None:
    inputs = Inputs.find([folder / "build", folder / "cleaned"], folder / "raw")
    again = compute(inputs, StatsOptions())
    assert again.to_json() == statistics.to_json()
    for exhibit in again.exhibits:
        if exhibit.drawn:
            assert draw(exhibit, LIGHT) == (written / f"{exhibit.name}.png").read_bytes()
    first, second = (
        {path.name: path.read_bytes() for path in out.iterdir()}
        for out in (_table_only(tmp_path / "first", again), _table_only(tmp_path / "second", again))
    )
    assert first == second


def test_a_users_own_settings_change_no_picture(written: Path, statistics: Statistics) -> None:
    import matplotlib as mpl

    funnel = statistics.exhibits[2]
    with mpl.rc_context({"font.size": 22, "savefig.bbox": "tight", "lines.linewidth": 9}):
        assert draw(funnel, LIGHT) == (written / f"{funnel.name}.png").read_bytes()
        assert mpl.rcParams["font.size"] == 22


def _table_only(out: Path, statistics: Statistics) -> Path:
    write(Statistics(statistics.exhibits[:1], "1.0.0", statistics.splits, 47), out)
    return out


def test_a_picture_says_nothing_but_the_picture(written: Path) -> None:
    pictures = sorted(written.glob("*.png"))
    assert len(pictures) == 7
    for path in pictures:
        content = path.read_bytes()
        assert content.startswith(b"\x89PNG\r\n\x1a\n")
        kinds, place = [], 8
        while place < len(content):
            (length,) = struct.unpack(">I", content[place : place + 4])
            kinds.append(content[place + 4 : place + 8])
            place += 12 + length
        assert set(kinds) <= {b"IHDR", b"pHYs", b"IDAT", b"IEND"}


def test_csv_and_json_hold_the_same_numbers(written: Path, statistics: Statistics) -> None:
    numbers = json.loads((written / "stats.json").read_text(encoding="utf-8"))
    assert list(numbers["exhibits"]) == ALL
    for exhibit in statistics.exhibits:
        with (written / f"{exhibit.name}.csv").open(encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        assert tuple(header) == exhibit.header
        as_text = [["" if cell is None else str(cell) for cell in row] for row in exhibit.rows]
        assert rows == as_text
        assert numbers["exhibits"][exhibit.name]["rows"] == [list(row) for row in exhibit.rows]


class Links(HTMLParser):
    """Collects what a page fetches and shows."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.alternatives: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.fetched += [found[name] for name in ("src", "srcset") if name in found]
        if tag in ("link", "script", "iframe"):
            self.fetched.append(tag)
        if tag == "img":
            self.alternatives.append(found["alt"])
        if tag == "section":
            self.ids.append(found["id"])


def test_the_page_needs_no_other_file(written: Path) -> None:
    page = (written / "index.html").read_text(encoding="utf-8")
    links = Links()
    links.feed(page)
    assert links.ids == ALL
    assert len(links.fetched) == 14  # a light and a dark picture each
    assert all(link.startswith("data:image/png;base64,") for link in links.fetched)
    assert len(set(links.fetched)) == 14
    assert len(set(links.alternatives)) == 7
    assert "url(" not in page
    assert "@import" not in page


def test_a_name_with_markup_is_text_in_the_page(statistics: Statistics, tmp_path: Path) -> None:
    odd = Exhibit("table-04-x", "a <b> & c", "table 4", ("<i>",), (("<script>",),), "")
    write(Statistics((odd,), "1.0.0", {}, 0), tmp_path / "out")
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_an_older_run_leaves_nothing_and_other_files_are_safe(
    statistics: Statistics, tmp_path: Path
) -> None:
    write(Statistics(statistics.exhibits[2:3], "1.0.0", {}, 0), tmp_path / "out")
    assert (tmp_path / "out" / "figure-02-funnel.png").is_file()
    less = Statistics(statistics.exhibits[:1], "1.0.0", {}, 0)
    write(less, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "table-01-statistics.csv",
        "stats.json",
        "statistics.md",
        "index.html",
    }
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="holds other files"):
        write(statistics, tmp_path / "mine")


def test_the_card_has_the_figures_and_they_are_published(folder: Path, written: Path) -> None:
    root = folder / "build"
    text = write_card(root, written).read_text(encoding="utf-8")
    shown_in_card = re.findall(r"!\[[^\]]*\]\((figures/[^)]+)\)", text)
    assert sorted(shown_in_card) == [f"figures/{p.name}" for p in sorted(written.glob("*.png"))]
    assert all((root / name).is_file() for name in shown_in_card)
    assert set(shown_in_card) <= set(open_build(root).files)
    assert text.count("words per keyphrase") == 1  # one table 1, that of `stats`
    assert "absent keyphrases, as written (%)" in text
    assert "${" not in text
    write_card(root)


@pytest.mark.parametrize(("version", "train"), [("1.0.0", 31), ("1.1.0", 32)])
def test_statistics_of_another_build_are_refused(
    folder: Path, statistics: Statistics, tmp_path: Path, version: str, train: int
) -> None:
    splits = {**statistics.splits, "train": train}
    write(Statistics(statistics.exhibits[:1], version, splits, 47), tmp_path / "stats")
    before = (folder / "build" / "README.md").read_bytes()
    with pytest.raises(InputError, match=r"run `stats` on the build"):
        write_card(folder / "build", tmp_path / "stats")
    assert (folder / "build" / "README.md").read_bytes() == before


def test_what_is_printed(
    statistics: Statistics, written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    print_statistics(statistics, sorted(written.iterdir()))
    text = capsys.readouterr().out
    assert "words per document" in text
    assert "index.html" in text.replace("\n", "")


@pytest.mark.parametrize(
    ("cell", "text"),
    [(None, "–"), (1234567, "1,234,567"), (1234.5, "1,234.50"), ("a", "a"), (0, "0")],
)
def test_cells(cell: str | float | None, text: str) -> None:
    assert shown(cell) == text
