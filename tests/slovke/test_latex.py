"""The tables for a paper: what LaTeX is given, and that it sets it."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slovke.annotate.report import make_report
from slovke.annotate.report_text import latex as manual_tables
from slovke.annotate.scores import Resampling
from slovke.report.latex import _PLAIN, NEEDS, table_float, tex
from slovke.report.tables import tables
from slovke.report.writing import write_report
from tests.slovke.annotation_task import EVA, JURAJ, draw, judge_all
from tests.slovke.test_report import COST, results

HOSTILE = (
    "\\input{/etc/passwd} & 50 % $x^2_1$ #1 {a} ~ \"q\" 'r' `s` <b> [t] * | -- ,, ?` !` ''",
    "ĽŠČŤŽÝÁÍÉ ľščťžýáíéúäôňŕĺď „úvodzovky“ – — … κ = 0.61 ± 0.05 → −3 × 2 · α",
    "中文 Ελλάδα Привет ạ ẽ 🙂 \u200b\u202e\x07\ud83d ﬁ ½ ² e\u0301",
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a_b & 5 %", r"a\_b \& 5 \%"),
        ("ľúbozvučný\nspev", "ľúbozvučný spev"),
        ("e\u0301", "é"),
        ("\\x{y}", r"\textbackslash{}x\{y\}"),
        ("a---b,,c", "a-{}-{}-b,{},c"),
        ("*[x]", "{*}{[}x{]}"),
        ("κ −0.1", r"$\kappa$ $-$0.1"),
        ("ạ\u200b中", "a{[}U+4E2D{]}"),
    ],
)
def test_what_a_text_becomes(text: str, expected: str) -> None:
    assert tex(text) == expected


def test_nothing_is_left_that_could_stop_latex_or_be_a_command() -> None:
    for text in (*HOSTILE, "".join(map(chr, range(0x3000)))):
        written = tex(text)
        assert all(one.isascii() or one in _PLAIN for one in written)
        bare = written.replace("\\textbackslash{}", "")
        for command in ("\\input", "\\x"):
            assert command not in bare
        assert "\n" not in written


@pytest.mark.full
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_pdflatex_sets_the_tables(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    task = draw(folder, annotators=("eva", "juraj"))
    judge_all(folder, task, "eva", EVA)
    judge_all(folder, task, "juraj", JURAJ)
    report = make_report(folder, resampling=Resampling(resamples=20))
    names = dict(zip(report.systems, HOSTILE[:2], strict=True))
    renamed: dict[str, Any] = {
        field: {names[system]: own for system, own in getattr(report, field).items()}
        for field in ("scores", "criteria", "failures")
    }
    renamed["source"] = {**report.source, "dataset": HOSTILE[2]}
    hostile = replace(report, systems=tuple(names.values()), **renamed)
    everything = [[tex(text)] for text in (*HOSTILE, "".join(sorted(_PLAIN)))]
    wide = table_float("l" * 30, ["head"] * 30, [["a wide cell"] * 30], tex(HOSTILE[0]), "wide")
    body = "\n".join(
        (manual_tables(hostile), table_float("l", ["x"], everything, "All", "all"), wide)
    )
    compile_tex(tmp_path, body)


@pytest.mark.full
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_pdflatex_sets_the_tables_of_a_benchmark(tmp_path: Path) -> None:
    measured = {"yake": COST, "textrank": COST}
    bench = results(of_the_paper=True)
    bench["systems"] = {f"{name}_č & 50 %": own for name, own in bench["systems"].items()}
    made = tables(bench, measured)
    write_report({**bench, "citation": []}, measured, tmp_path / "bench")
    body = (tmp_path / "bench" / "tables.tex").read_text(encoding="utf-8")
    assert body.count(r"\begin{table}") == len(made)
    compile_tex(tmp_path, body)


def compile_tex(folder: Path, body: str) -> None:
    """Set a document that loads the packages that the file itself asks for, and no other."""
    packages = re.findall(r"\\usepackage(?:\[\w+\])?\{[\w,]+\}", " ".join(NEEDS))
    text = "\n".join(
        (r"\documentclass{article}", *packages, r"\begin{document}", body, r"\end{document}", "")
    )
    (folder / "paper.tex").write_bytes(text.encode("utf-8", "replace"))
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "paper.tex"]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", check=False
    )
    log = (folder / "paper.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, [line for line in log.splitlines() if line.startswith(("!", "l."))]
    assert (folder / "paper.pdf").stat().st_size > 0
    for complaint in ("Overfull \\hbox", "Missing character"):
        assert complaint not in log
