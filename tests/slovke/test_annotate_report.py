"""The report's numbers against a hand computation, and its formats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from slovke.annotate.judgements import Log
from slovke.annotate.report import make_report
from slovke.annotate.report_files import write_report
from slovke.annotate.report_page import page
from slovke.annotate.report_text import latex, markdown
from slovke.annotate.scores import Resampling, count_document
from slovke.annotate.task import Said, enrol
from slovke.errors import InputError
from tests.slovke.annotation_task import (
    CRITERION_KAPPA,
    EVA,
    FAILURES,
    JURAJ,
    KAPPA,
    SUMS,
    YES,
    draw,
    judge_all,
    judged,
)

FEW = Resampling(resamples=50)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    task = draw(tmp_path / "task", annotators=("eva", "juraj"))
    judge_all(tmp_path / "task", task, "eva", EVA)
    judge_all(tmp_path / "task", task, "juraj", JURAJ)
    return tmp_path / "task"


def test_every_score_is_what_a_hand_computes(folder: Path) -> None:
    report = make_report(folder, resampling=FEW)
    assert report.documents == report.several == 6
    for (system, way), sums in SUMS.items():
        own = report.scores[system][way]
        found = [own[name].value for name in ("precision", "recall", "f1")]
        assert found == pytest.approx([one / 6 for one in sums]), (system, way)
        assert all(one.low <= one.value <= one.high for one in own.values())
    # Pooled, by document: Eva's alfa finds 2/3 1/2 0/2 2/3 1/2 2/2, Juraj's 1/3 1/2 0 2/2 1/3 1/2.
    pooled = report.scores["alfa"]["manual extended"]["pooled_recall"].value
    assert pooled == pytest.approx((10 / 3 + 8 / 3) / 2 / 6)


def test_agreement_disagreements_and_failure_cases(folder: Path) -> None:
    report = make_report(folder, resampling=FEW)
    label = report.agreement[0]
    ((a, b, kappa),) = label.kappa
    assert (a, b, kappa.items, kappa.documents, kappa.word) == (
        "eva",
        "juraj",
        21,
        6,
        "substantial",
    )
    assert kappa.value == pytest.approx(KAPPA)
    texts = {one.text for one in report.disagreements}
    assert texts == {"turizmus", "mzda", "opelenie rastlín", "liečba", "rozpočet"}
    (one,) = (one for one in report.disagreements if one.text == "opelenie rastlín")
    assert one.answers == {"eva": "not in gold", "juraj": "variant of opelenie; = opelenie"}
    (one,) = (one for one in report.disagreements if one.text == "rozpočet")
    assert one.answers["juraj"] == "not adequate (granularity); not in gold"
    by_question = {row.question: row for row in report.agreement}
    for criterion, expected in CRITERION_KAPPA.items():
        ((_, _, own),) = by_question[criterion].kappa
        assert own.items == 21
        assert (own.value is None) == (expected is None)
        assert expected is None or own.value == pytest.approx(expected), criterion
    for system, cases in FAILURES.items():
        found = {case: own["count"] for case, own in report.failures[system].items()}
        assert found == cases, system
    assert report.failures["alfa"]["granularity"]["share"] == pytest.approx(5 / 24)


def test_the_share_of_yes_by_system_and_criterion(folder: Path) -> None:
    report = make_report(folder, resampling=FEW)
    for (system, yes), judged_ in zip(YES.items(), (24, 20), strict=True):
        shares = report.criteria[system]
        assert {name: one.value for name, one in shares.items()} == pytest.approx(
            {name: number / judged_ for name, number in yes.items()}
        )
        assert all(0 <= one.low <= one.value <= one.high <= 1 for one in shares.values())
    assert (
        report.criteria["alfa"]["adequacy"].low < 17 / 24 < report.criteria["alfa"]["adequacy"].high
    )
    assert "| beta | 90.0 [" in markdown(report)


def test_the_annotators_can_be_chosen(folder: Path) -> None:
    report = make_report(folder, annotators=["eva"], resampling=FEW)
    assert report.scores["alfa"]["manual exact"]["precision"].value == pytest.approx(3.5 / 6)
    assert report.several == 0
    with pytest.raises(InputError, match="no annotator 'mara'; there are eva, juraj"):
        make_report(folder, annotators=["mara"])


def test_a_document_begun_does_not_count(tmp_path: Path) -> None:
    task = draw(tmp_path, annotators=("eva",))
    with pytest.raises(InputError, match="no document is judged completely yet"):
        make_report(tmp_path)
    plan = {id_: EVA[id_] for id_ in ("t1", "t3")}
    judge_all(tmp_path, task, "eva", plan)
    with Log(tmp_path, task, "eva") as log:
        log.judge("t5", "c1", judged())
    report = make_report(tmp_path, resampling=FEW)
    assert report.documents == 2
    (progress,) = report.progress
    assert (progress.assigned, progress.done, progress.open) == (6, 2, ("t5",))


def outcomes(answers: dict[str, dict[str, Any]], *candidates: str) -> list[tuple[bool, bool]]:
    """Whether extended and exact count each candidate of a list."""
    counted = count_document(answers, Said(candidates, candidates))
    return [(one.correct, one.exact) for one in counted]


def test_a_variant_costs_a_system_only_beside_what_it_is_a_variant_of() -> None:
    answers = {
        "c1": judged(),
        "c2": judged(non_redundancy=False, same_as="c1"),
        "c3": judged(0),
        "c4": judged(0),
        "c5": judged(non_redundancy=False, same_as="c3"),
    }
    yes, exact, no = (True, False), (True, True), (False, False)
    assert outcomes(answers, "c2", "c1") == [yes, no]
    assert outcomes(answers, "c2") == [yes]
    assert outcomes(answers, "c4", "c3") == [exact, no]
    # A variant of an equivalent of gold stands for the same keyphrase, whatever its own answer is.
    assert outcomes(answers, "c4", "c5") == [exact, no]


def test_every_criterion_alone_makes_a_keyphrase_wrong_and_another_form_may_stand_in() -> None:
    for criterion in ("relevance", "adequacy", "validity"):
        assert outcomes({"c1": judged(0, **{criterion: False})}, "c1") == [(False, False)], (
            criterion
        )
    # The first form is not valid, so the second is the one that is kept, and the third is too much.
    answers = {
        "c1": judged(0, validity=False),
        "c2": judged(0, non_redundancy=False, same_as="c1"),
        "c3": judged(0),
    }
    assert outcomes(answers, "c1", "c2", "c3") == [(False, False), (True, True), (False, False)]


def test_comments_are_in_the_report_as_text(tmp_path: Path) -> None:
    task = draw(tmp_path, annotators=("eva",))
    judge_all(tmp_path, task, "eva", EVA)
    with Log(tmp_path, task, "eva") as log:
        log.comment("t1", "c1", "<b>prečo</b> | $x_1 &\nnový riadok")
        log.comment("t2", None, "celý dokument")
    report = make_report(tmp_path, resampling=FEW)
    told = {(one.document, one.candidate, one.comment) for one in report.comments}
    assert told == {
        ("t1", "c1", "<b>prečo</b> | $x_1 &\nnový riadok"),
        ("t2", None, "celý dokument"),
    }
    shown = page(report)
    assert "&lt;b&gt;prečo&lt;/b&gt; | $x_1 &amp;" in shown
    assert "<b>" not in shown
    assert "| t2 | (the document) | eva | celý dokument |" in markdown(report)
    assert "\\<b\\>prečo\\</b\\> \\| $x\\_1 & nový riadok |" in markdown(report)
    assert report.as_json()["comments"][0]["annotator"] == "eva"
    assert "celý" not in latex(report)


def test_three_annotators_get_krippendorffs_alpha(folder: Path) -> None:
    from slovke.annotate.task import read_task

    task = read_task(folder)
    assert "Krippendorff" not in markdown(make_report(folder, resampling=FEW))
    enrol(folder, task, "mara")
    judge_all(folder, task, "mara", EVA)
    report = make_report(folder, resampling=FEW)
    assert [(a, b) for a, b, _ in report.agreement[0].kappa] == [
        ("eva", "juraj"),
        ("eva", "mara"),
        ("juraj", "mara"),
    ]
    assert report.agreement[0].kappa[1][2].value == 1
    # Pairs of coincidences: 5 candidates with answers x x y, 16 with one answer; n = 63.
    # Observed disagreement 5 * 2 * 2 / 2 = 10; marginals gold 31, extended 11, no 21.
    expected = 63**2 - 31**2 - 11**2 - 21**2
    assert report.agreement[0].alpha.value == pytest.approx(1 - 62 * 10 / expected)
    assert "Krippendorff's α" in markdown(report)


def test_the_files_hold_the_same_numbers(folder: Path) -> None:
    report = make_report(folder, resampling=FEW)
    paths = write_report(folder / "report", report)
    assert [path.name for path in paths] == [
        "report.md",
        "report.tex",
        "report.html",
        "figure.svg",
        "report.json",
    ]
    told = json.loads(paths[4].read_text(encoding="utf-8"))
    assert told["agreement"][0]["kappa"][0]["word"] == "substantial"
    assert told["scores"]["beta"]["manual extended"]["f1"]["value"] == pytest.approx(
        SUMS["beta", "manual extended"][2] / 6
    )
    for path in paths[:3]:
        text = path.read_text(encoding="utf-8")
        assert "69.4" in text  # beta, manual extended, F1
        assert "0.62" in text
        assert "substantial" in text
    assert "http" not in paths[2].read_text(encoding="utf-8")
    # Figure 6: two systems, three measures, four bars each, and four keys and the paper.
    drawing = ElementTree.parse(paths[3]).getroot()
    assert len(drawing.findall(".//{*}rect")) == 2 * 3 * 4 + 4 + 1
    titles = [title.text for title in drawing.findall(".//{*}title")]
    assert any(str(title).startswith("F1, manual extended: 69.4 [") for title in titles)


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    from dataclasses import replace

    task = draw(tmp_path, annotators=("eva", "juraj"))
    judge_all(tmp_path, task, "eva", EVA)
    judge_all(tmp_path, task, "juraj", JURAJ)
    report = make_report(tmp_path, resampling=FEW)
    bad = "<script>alert(1)</script> | $x_1 & 50% \\input{a} [a](javascript:b)\n# c"
    hostile = replace(
        report,
        source={**report.source, "dataset": bad},
        disagreements=(replace(report.disagreements[0], text=bad),),
    )
    assert "<script>" not in page(hostile)
    text = markdown(hostile)
    assert "<script" not in text.replace("\\<", "")
    assert "](javascript" not in text
    assert "\n# c" not in text
    # In LaTeX the summary is a comment, each of its lines.
    assert [line for line in latex(hostile).splitlines() if "input" in line] == [
        line for line in latex(hostile).splitlines() if line.startswith("%") and "input" in line
    ]
