"""The metric card says what the code does, and the page says what the card says."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest

import slovke_metric
from builder.metric_page import page_of
from slovke_metric import score
from slovke_metric.options import Options

FOLDER = Path(slovke_metric.PATH)
CARD = (FOLDER / "README.md").read_text(encoding="utf-8")


def table_under(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head."""
    part = CARD.split(heading, 1)[1]
    rows = re.search(r"(?:^\|.*\n)+", part, flags=re.MULTILINE)
    assert rows is not None
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[0].split("\n")]
    return cells[2:-1]


def test_the_worked_example_is_what_the_metric_gives() -> None:
    table = table_under("### A worked example, by hand")
    predictions, gold = (
        [[phrase.strip() for phrase in row[side].split(";")] for row in table] for side in (1, 2)
    )
    result = score(predictions, gold, k=3, per_document=True)
    expected: dict[str, Any] = {
        "exact": (1 / 3, 5 / 12, 11 / 30),
        "partial": (1 / 2, 2 / 3, 17 / 30),
    }
    for kind, values in expected.items():
        own = [result[f"{kind}_{measure}@3"] for measure in ("precision", "recall", "f1")]
        assert own == pytest.approx(values)
    assert result["per_document"]["exact_f1@3"] == pytest.approx([2 / 5, 1 / 3])
    assert result["per_document"]["partial_f1@3"] == pytest.approx([4 / 5, 1 / 3])
    assert result["exact_micro_f1@3"] == pytest.approx(4 / 11)
    assert result["partial_micro_f1@3"] == pytest.approx(6 / 11)
    assert 100 * result["gap_f1@3"] == pytest.approx(20.0)
    for fraction in ("11/30 = 36.7 %", "17/30 = 56.7 %", "4/11 = 36.4 %", "6/11 = 54.5 %"):
        assert fraction in CARD


def test_the_arithmetic_of_the_papers_table_is_right() -> None:
    rows = table_under("## Why the mean over documents")
    assert len(rows) == 6
    for _, precision, recall, pooled, printed in rows:
        p, r = float(precision), float(recall)
        assert f"{2 * p * r / (p + r):.2f}" == pooled
        assert 0.34 < float(pooled) - float(printed) < 0.63


def test_every_option_and_default_is_in_the_card() -> None:
    from inspect import signature

    rows = {name.strip("`"): default for name, default, _ in table_under("### Options of")}
    named = {part.strip("` ") for name in rows for part in name.split(",")}
    assert named == {*Options.names(), "documents"}
    for name, parameter in signature(score).parameters.items():
        if name in rows:
            shown = repr(parameter.default).replace("'", '"')
            assert rows[name] == f"`{shown}`", name


def test_the_example_of_use_runs(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    code = re.search(r"```python\n(.*?)```", CARD, flags=re.DOTALL)
    assert code is not None

    class Evaluate:
        """Stands for `evaluate`, whose Hub is not there."""

        def load(self, name: str) -> Any:
            assert name == "NaiveNeuron/slovke_metric"
            return self

        compute = staticmethod(score)

    monkeypatch.setitem(sys.modules, "evaluate", Evaluate())
    exec(code[1], {})
    exact, partial, gap = map(float, capsys.readouterr().out.split())
    assert exact < partial
    assert gap == pytest.approx(partial - exact)


def test_the_page_is_up_to_date_and_needs_no_other_host() -> None:
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    assert page == page_of(CARD), "run python -m scripts.metric_page"
    assert 'name="viewport"' in page
    assert not re.search(r"<script|<link|@import|url\(|src=", page)
    text = re.sub(r"<pre>.*?</pre>|<code>.*?</code>|<[^>]+>", "", page, flags=re.DOTALL)
    assert not re.search(r"\*\*|\]\(|^[#|]", text, flags=re.MULTILINE)


def test_the_card_opens_as_a_space_s_card() -> None:
    header = re.match(r"---\n(.*?)\n---\n", CARD, flags=re.DOTALL)
    assert header is not None
    for line in ("sdk: static", "app_file: index.html", "license: mit"):
        assert line in header[1]
    short = re.search(r"short_description: (.*)", header[1])
    assert short is not None
    assert len(short[1]) <= 60
