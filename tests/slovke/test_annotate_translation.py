"""skLEP's study of translations: means and agreement by system, against a hand computation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import slovke.cli.annotate  # noqa: F401 - importing it adds the commands
from slovke.annotate.judgements import Log
from slovke.annotate.report import make_report
from slovke.annotate.report_page import page
from slovke.annotate.report_text import latex, markdown
from slovke.annotate.sampling import SampleOptions, sample_translations
from slovke.annotate.scores import Resampling
from slovke.annotate.task import Task, write_task
from slovke.cli.app import app
from slovke.errors import InputError

SOURCES = {"s1": "The dog sleeps.", "s2": "Bees live in the city.", "s3": "Rain."}
SYSTEMS = {
    "one": {"s1": "Pes spí.", "s2": "Včely žijú v meste.", "s3": "Dážď."},
    "two": {"s1": "Pes  spí.", "s2": "Včely bývajú v mesto.", "s3": "Prší."},
}
FEW = Resampling(resamples=50)

# (rank, fluency, adequacy) by annotator, by text.
EVA = {
    "Pes spí.": (1, 4, 4),
    "Včely žijú v meste.": (1, 4, 4),
    "Včely bývajú v mesto.": (2, 2, 3),
    "Dážď.": (2, 4, 3),
    "Prší.": (1, 4, 4),
}
MARA = {**EVA, "Včely bývajú v mesto.": (2, 1, 3), "Dážď.": (1, 4, 4), "Prší.": (1, 4, 4)}


def made(folder: Path) -> Task:
    task = sample_translations(SOURCES, SYSTEMS, SampleOptions(documents=3, overlap=3))
    write_task(folder, task, ["eva", "mara"])
    for name, plan in (("eva", EVA), ("mara", MARA)):
        with Log(folder, task, name) as log:
            for document in task.documents:
                for one in document.candidates:
                    rank, fluency, adequacy = plan[one.text]
                    value = {"rank": rank, "fluency": fluency, "adequacy": adequacy}
                    if len(document.candidates) == 1:
                        value["rank"] = 1
                    log.judge(document.id, one.id, value)
    return task


def test_means_by_system(tmp_path: Path) -> None:
    task = made(tmp_path)
    # Two systems that say the same are one candidate, which is judged once.
    assert sorted(len(document.candidates) for document in task.documents) == [1, 2, 2]
    report = make_report(tmp_path, resampling=FEW)
    means = {
        system: {scale: one.value for scale, one in report.scores[system]["scales"].items()}
        for system in ("one", "two")
    }
    # Sums over s1, s2, s3, each the mean of the two annotators.
    assert means["one"] == pytest.approx(
        {"rank": (1 + 1 + 1.5) / 3, "fluency": 4, "adequacy": (4 + 4 + 3.5) / 3}
    )
    assert means["two"] == pytest.approx(
        {"rank": (1 + 2 + 1) / 3, "fluency": (4 + 1.5 + 4) / 3, "adequacy": (4 + 3 + 4) / 3}
    )


def test_agreement_by_scale_and_system(tmp_path: Path) -> None:
    made(tmp_path)
    report = make_report(tmp_path, resampling=FEW)
    rows = {(row.question, row.system): row for row in report.agreement}
    assert set(rows) == {
        (scale, system)
        for scale in ("rank", "fluency", "adequacy")
        for system in (None, "one", "two")
    }
    # All flawless: nothing varies, so nothing can be said.
    assert rows["fluency", "one"].alpha.value is None
    # Adequacy of `one`: 44 44 34. Coincidences 3-4 one each way, 4-4 four; n = 6.
    assert rows["adequacy", "one"].alpha.value == pytest.approx(1 - 5 * 2 / (2 * 1 * 5))
    # Linear kappa of rank over all five candidates: pairs 11 11 22 21 11.
    ((_, _, kappa),) = rows["rank", None].kappa
    assert kappa.items == 5
    assert kappa.value == pytest.approx((4 / 5 - 14 / 25) / (1 - 14 / 25))
    assert {one.text for one in report.disagreements} == {"Včely bývajú v mesto.", "Dážď."}


def test_the_texts_of_the_report(tmp_path: Path) -> None:
    made(tmp_path)
    report = make_report(tmp_path, resampling=FEW)
    text = markdown(report)
    assert "| two | 1.33 [" in text
    assert "Krippendorff's α" in text
    assert "Failure cases" not in text
    assert "undefined" in text
    assert page(report).count("<svg") == 3
    assert latex(report).count(r"\begin{table}") == 2


def test_a_half_judged_translation_does_not_count(tmp_path: Path) -> None:
    task = sample_translations(SOURCES, SYSTEMS, SampleOptions(documents=3, overlap=3))
    write_task(tmp_path, task, ["eva"])
    with Log(tmp_path, task, "eva") as log:
        log.judge("s1", "c1", {"rank": 1, "fluency": 4})
        for bad in ({"rank": 2}, {"fluency": 5}, {"fluency": 4.0}, {"beauty": 1}):
            with pytest.raises(InputError, match="document s1, candidate c1"):
                log.judge("s1", "c1", bad)
    with pytest.raises(InputError, match="no document is judged completely"):
        make_report(tmp_path)


def test_the_command_draws_texts_that_all_translated(tmp_path: Path) -> None:
    def write(name: str, texts: dict[str, str]) -> str:
        lines = [json.dumps({"id": id_, "text": text}) + "\n" for id_, text in texts.items()]
        (tmp_path / name).write_text("".join(lines), encoding="utf-8")
        return str(tmp_path / name)

    files = [write("one.jsonl", SYSTEMS["one"]), write("two.jsonl", {"s1": "Pes spí."})]
    arguments = ["annotate", "sample", "--schema", "translation", "--overlap", "1"]
    arguments += ["--dataset", write("texts.jsonl", SOURCES), "--predictions", *files]
    result = CliRunner().invoke(app, [*arguments, "-n", "1", "--out", str(tmp_path / "task")])
    assert result.exit_code == 0, result.output
    assert "1 documents, 1 candidates" in result.output
    refused = CliRunner().invoke(app, [*arguments, "-n", "2", "--out", str(tmp_path / "more")])
    assert "only 1 documents can be drawn" in str(refused.exception)
