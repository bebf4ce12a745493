"""Tables, figures and the page, from invented results: what stands where, and that it is whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest

from slovke.report.charts import Bar, Series, bar_chart, line_chart, stacked_chart
from slovke.report.figures import figures
from slovke.report.markup import html, latex, markdown
from slovke.report.paper import is_papers_test_set, paper
from slovke.report.tables import Table, tables
from slovke.report.writing import page
from slovke_metric import compare, explain, score

GOLD = [["rozvoj vidieka", "turizmus"], ["ľan", "pole"], ["cesta"]]
TEXTS = ["Rozvoj vidieka a turizmus.", "Na poli rastie ľan.", "Cesty a mosty."]
GIVEN = {
    "yake": [["rozvoja vidieka", "kraj"], ["ľanu"], ["cesta"]],
    "textrank": [["vidiek"], ["pole", "ľan"], ["most"]],
    "keyllm": [["turizmus"], ["ľan"], []],
    "keyllm-75-mini": [["turizmus"], ["turizmus"], ["turizmus"]],
    "keyllm-85-mini": [["turizmus"], ["ľan"], ["turizmus"]],
}
COST = {
    "documents": 3, "seconds": 0.5, "cpu_seconds": 0.25, "load_seconds": 1.0, "base_mb": 20.0,
    "peak_mb": 60.0, "asked": None, "spent": None,
}  # fmt: skip


def results(*, of_the_paper: bool = False, without: str = "") -> dict[str, Any]:
    systems = {}
    for name, given in GIVEN.items():
        if name == without:
            continue
        options: dict[str, Any] = {}
        if name.startswith("keyllm-"):
            options = {"threshold": int(name.split("-")[1]) / 100, "encoder": "a/mini"}
        systems[name] = {
            "family": name.partition("-")[0],
            "options": options,
            "scores": score(given, GOLD, k=[*range(1, 16), "O"], confidence=0.95, resamples=20),
            "surface": score(given, GOLD, lemmatizer="none", confidence=0.95, resamples=20),
            "explain": explain(given, GOLD, documents=TEXTS),
            "failures": {},
        }
    change = compare(GIVEN["yake"], GIVEN["textrank"], GOLD, resamples=20)
    both = {
        f"{kind}_f1@6": {**change[f"{kind}_f1@6"], "p_holm": 1.0} for kind in ("exact", "partial")
    }
    return {
        "dataset": "a<b", "split": "test", "documents": 3, "is_papers_test_set": of_the_paper,
        "k": 6, "confidence": 0.95, "systems": systems, "failed": {"keybert": "no <such> model"},
        "comparisons": [{"a": "yake", "b": "textrank", **both}], "citation": [],
    }  # fmt: skip


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    return results()


def table(made: Mapping[str, Any], slug: str) -> Table:
    return next(one for one in tables(made, {"yake": COST}) if one.slug == slug)


def test_the_papers_figures_stand_beside_ours_on_its_test_set_only(plain: dict[str, Any]) -> None:
    rows = {row[0]: row for row in table(results(of_the_paper=True), "table-2").rows}
    assert rows["yake"][-6:] == ("10.4", "13.2", "11.6", "6.8", "8.6", "7.5")
    assert rows["textrank"][-6:] == ("7.7", "9.8", "8.6", "6.5", "8.3", "7.2")
    assert rows["keyllm"][-6:] == ("-", "-", "15.2", "-", "-", "-")
    assert set(rows["keyllm-75-mini"][-6:]) == {"-"}  # the paper draws these, and prints none
    partial = {row[0]: row for row in table(results(of_the_paper=True), "table-3").rows}
    assert partial["yake"][-6:] == ("36.9", "46.0", "40.6", "26.6", "33.2", "29.1")
    assert len(table(plain, "table-2").head) == 5


def test_figure_3_has_the_papers_bars_and_zelinkas_on_its_test_set_only(
    plain: dict[str, Any],
) -> None:
    (ours,) = [one for one in figures(plain) if one.slug == "figure-3"]
    (beside,) = [one for one in figures(results(of_the_paper=True)) if one.slug == "figure-3"]
    for whose, numbers in (
        ("the paper, SlovKE", ["11.6 · 40.6", "8.6 · 51.5", "15.2 · 49.1"]),
        ("the paper, Zelinka", ["7.5 · 29.1", "7.2 · 46.5"]),  # none of KeyLLM
    ):
        assert beside.svg.count(whose) == len(numbers)
        for one in numbers:
            assert f">{one}<" in beside.svg
        assert whose not in ours.svg
    assert "tables 2 and 3" in beside.caption
    assert "2603.15523" in beside.caption
    assert "Zelinka" not in ours.caption


@pytest.mark.parametrize(
    ("dataset", "documents", "known"),
    [
        ("NaiveNeuron/SlovKE", 22_344, True),
        ("NaiveNeuron/SlovKE@1.0.0", 22_344, True),
        ("someone/SlovKE", 22_344, True),
        ("NaiveNeuron/SlovKE", 100, False),
        ("NaiveNeuron/SlovKE", 22_343, False),
        ("build", 22_344, False),
        ("other/NotSlovKE", 22_344, False),
    ],
)
def test_the_papers_test_set_is_known_by_name_and_size(
    dataset: str, documents: int, known: bool
) -> None:
    assert is_papers_test_set(dataset, documents) is known


def test_the_papers_figures_agree_with_its_own_f1() -> None:
    for system in paper()["systems"].values():
        for kinds in (system, system.get("zelinka", {})):
            for kind in ("exact", "partial"):
                own = kinds.get(kind, {})
                if "precision" in own:
                    p, r = own["precision"], own["recall"]
                    # A mean of F1 lies under the F1 of the means, by up to 0.7 points here.
                    assert -0.1 <= 2 * p * r / (p + r) - own["f1"] <= 0.7


def test_a_table_in_three_languages_of_markup() -> None:
    made = Table(
        "x", "A & B | C_d", ("System", "F1"), (("a_b|<i>", "5.0"), ("c%", "12.5")), "", (1,)
    )
    assert "| a_b\\|&lt;i> | 5.0 |" in markdown(made)
    assert "| c% | **12.5** |" in markdown(made)
    assert r"a\_b|\textless{}i\textgreater{} & 5.0 \\" in latex(made)
    assert r"c\% & \textbf{12.5} \\" in latex(made)
    assert r"\caption{A \& B | C\_d" in latex(made)
    assert "a_b|&lt;i&gt;" in html(made)
    assert "<b>12.5</b>" in html(made)


def test_every_row_is_as_wide_as_its_head(plain: dict[str, Any]) -> None:
    for one in (*tables(plain, {"yake": COST}), *tables(results(of_the_paper=True), {})):
        assert {len(row) for row in one.rows} == {len(one.head)}, one.slug
        # LaTeX: as many cells as columns in every line.
        lines = [line for line in latex(one).splitlines() if line.endswith(r"\\")]
        assert {len(re.split(r"(?<!\\)&", line)) for line in lines} == {len(one.head)}


def test_time_and_memory_of_a_system(plain: dict[str, Any]) -> None:
    llm = COST | {"spent": 0.5, "asked": 2, "questions": 3}
    assert tables(plain, {"keyllm": llm})[-1].rows[0][-1] == "0.5000 (2 of 3)"
    row = table(plain, "cost").rows[0]
    assert row == ("yake", "3", "6.0", "166.7", "83.3", "1.0", "60", "20", "-")


def test_the_figures_of_the_paper_are_there_and_are_whole_svg(plain: dict[str, Any]) -> None:
    made = {figure.slug: figure for figure in figures(plain)}
    assert set(made) == {"figure-3", "figure-4", "figure-5", "figure-gap"}
    for figure in made.values():
        root = ElementTree.fromstring(figure.svg)
        width, height = map(float, root.attrib["viewBox"].split()[2:])
        for node in root.iter():
            for name, limit in (("x", width), ("cx", width), ("y", height), ("cy", height)):
                if name in node.attrib:
                    assert 0 <= float(node.attrib[name]) <= limit, (figure.slug, node.attrib)
    assert "none" in made["figure-5"].svg
    one_threshold = results(without="keyllm-85-mini")
    del one_threshold["systems"]["keyllm"]
    assert "figure-5" not in {figure.slug for figure in figures(one_threshold)}


def test_bars_are_as_long_as_their_values() -> None:
    svg = bar_chart([Bar("a", 10, 40), Bar("b", 20, 80)], "t", keys=("exact", "partial"))
    widths = [
        float(w) for w in re.findall(r'<rect x="4" y="\d+" width="([\d.]+)" height="16"', svg)
    ]
    assert widths == pytest.approx([44 * 4, 44, 88 * 4, 88], abs=0.1)


def test_charts_of_nothing_but_zeros_are_drawn() -> None:
    ElementTree.fromstring(bar_chart([Bar("a", 0, 0)], "t", keys=("e", "p")))
    ElementTree.fromstring(stacked_chart(["a"], {"x": [0.0], "y": [0.0]}, "t"))
    ElementTree.fromstring(line_chart({"p": [Series("a", [0.0], "red")]}, ["1"], "t"))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"meta", "rect", "line", "circle", "path"}:
            self.open.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in {"src", "href"}]

    def handle_endtag(self, tag: str) -> None:
        if tag not in {"rect", "line", "circle", "path"}:
            assert self.open.pop() == tag


def test_the_page_loads_nothing_and_shows_names_as_text(plain: dict[str, Any]) -> None:
    text = page(plain, tables(plain, {"yake": COST}), figures(plain))
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert tags.addresses == []
    assert "url(" not in text
    assert "@import" not in text
    assert "a&lt;b" in text
    assert "No result of keybert: no &lt;such&gt; model" in text
    assert plain["systems"]["yake"]["scores"]["signature"] in text
    assert "keyllm-75-mini: threshold 0.75, encoder a/mini" in text
