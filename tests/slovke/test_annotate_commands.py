"""`slovke annotate report`, `export`, `import`, `serve` as a user meets them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import slovke.cli.annotate  # noqa: F401 - importing it adds the commands
from slovke.annotate.server import AnnotationServer
from slovke.cli.app import app
from slovke.errors import InputError
from tests.slovke.annotation_task import EVA, JURAJ, draw, judge_all


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["annotate", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    task = draw(tmp_path / "task", annotators=("eva", "juraj"))
    judge_all(tmp_path / "task", task, "eva", EVA)
    judge_all(tmp_path / "task", task, "juraj", JURAJ)
    return tmp_path / "task"


def test_report_prints_and_writes(folder: Path, tmp_path: Path) -> None:
    result = run("report", folder, "--out", tmp_path / "out", "--resamples", 20)
    assert result.exit_code == 0, result.output
    assert "| Cohen's κ, eva, juraj | 0.62 |" in result.output
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "figure.svg",
        "report.html",
        "report.json",
        "report.md",
        "report.tex",
    ]
    assert run("report", folder, "--resamples", 20, "--annotators", "eva").exit_code == 0
    assert (folder / "report" / "report.md").exists()


def test_export_and_import(folder: Path, tmp_path: Path) -> None:
    result = run("export", folder, "--out", tmp_path / "all.csv")
    assert "42 rows" in result.output
    result = run("import", folder, tmp_path / "all.csv", "--annotator", "eva")
    assert "eva: 21 judgements read" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("report", "nowhere"), "no task here"),
        (("report", "task", "--confidence", "95"), "--confidence 95.0"),
        (("report", "task", "--annotators", "eve"), "no annotator 'eve'"),
        (("export", "task", "--out", "x", "--format", "xml"), "--format xml"),
        (("import", "task", "x.csv", "--annotator", "eva"), "x.csv: can't be read"),
        (("import", "task", "x", "--annotator", "eva", "--format", "xml"), "--format xml"),
        (("serve", "nowhere", "--annotator", "eva"), "no task here"),
        (("serve", "task", "--annotator", "../eva"), "annotator '../eva'"),
        (("serve", "task", "--annotator", "eva", "--token", "short"), "at least 16"),
        (("serve", "task", "--annotator", "eva", "--token", "a b; c" * 4), "letters, digits"),
        (("serve", "task", "--annotator", "eva", "--port", "99999"), "can't listen"),
        (("sample", "--schema", "poems", "--dataset", "x", "--predictions", "x"), "--schema poems"),
    ],
)
def test_what_is_wrong_is_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(folder.parent)
    more = ("--out", "y") if arguments[0] == "sample" else ()
    result = run(*arguments, *more)
    assert isinstance(result.exception, InputError), result.output
    assert message in str(result.exception)
    assert "\n" not in str(result.exception)


def test_serve_away_from_loopback_makes_up_a_token(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AnnotationServer, "serve_forever", lambda self: None)
    here = run("serve", folder, "--annotator", "eva")
    assert here.output.startswith("eva: open http://127.0.0.1:")
    assert "token" not in here.output
    away = run("serve", folder, "--annotator", "eva", "--host", "0.0.0.0")
    assert len(away.output.split("/?token=")[1].split()[0]) == 32
