"""The report's files."""

from __future__ import annotations

import json
from pathlib import Path

from slovke.annotate.figure import figure_file
from slovke.annotate.report import Report
from slovke.annotate.report_page import page
from slovke.annotate.report_text import latex, markdown


def write_report(folder: Path, report: Report) -> list[Path]:
    """Write `report.md`, `.tex`, `.html`, `.json` and `figure.svg`; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "report.md": markdown(report),
        "report.tex": latex(report),
        "report.html": page(report),
        "figure.svg": figure_file(report),
        "report.json": json.dumps(report.as_json(), ensure_ascii=False, indent=2) + "\n",
    }
    for name, text in texts.items():
        # Half of a surrogate pair, as in a file's name, becomes a question mark.
        (folder / name).write_bytes(text.encode("utf-8", "replace"))
    return [folder / name for name in texts]
