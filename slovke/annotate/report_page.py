"""The report as one HTML page with figure 6. It needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from slovke.annotate.figure import figure_in_page
from slovke.annotate.report import Report
from slovke.annotate.report_text import (
    COMMENTS,
    DISAGREEMENTS,
    MOST_DISAGREEMENTS,
    sections,
    summary,
)


def page(report: Report) -> str:
    """The whole report in HTML."""
    style = files("slovke.annotate").joinpath("pages", "report.css").read_text(encoding="utf-8")
    parts = ["<ul>", *(f"<li>{escape(line)}</li>" for line in summary(report)), "</ul>"]
    for number, (title, (head, rows)) in enumerate(sections(report)):
        parts.append(f"<h2>{escape(title)}</h2>")
        if number == 0:
            parts.append(figure_in_page(report))
        kind = "texts" if title in {DISAGREEMENTS, COMMENTS} else "figures"
        parts.append(_table(head, rows, kind) if rows else "<p>None.</p>")
    hidden = len(report.disagreements) - MOST_DISAGREEMENTS
    if hidden > 0:
        parts.append(f"<p>{hidden} more disagreements are in report.json.</p>")
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<title>Manual evaluation</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>Manual evaluation</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], kind: str) -> str:
    cells = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return (
        f'<div class="wide {kind}" tabindex="0"><table><thead><tr>{cells}</tr></thead>\n<tbody>\n'
        + "\n".join(lines)
        + "\n</tbody></table></div>"
    )
