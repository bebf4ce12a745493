"""A table as Markdown, LaTeX (booktabs) and HTML."""

from __future__ import annotations

from html import escape

from slovke.report.latex import table_float, tex
from slovke.report.tables import Table


def markdown(table: Table) -> str:
    """With a heading, the numbers right-aligned, the best in bold, and the note under it."""
    lines = [f"### {table.title}", ""]
    lines.append("| " + " | ".join(map(_markdown_cell, table.head)) + " |")
    lines.append("|---|" + "---:|" * (len(table.head) - 1))
    for number, row in enumerate(table.rows):
        cells = [_markdown_cell(cell) for cell in row]
        cells = [
            f"**{cell}**" if table.is_best(number, column) else cell
            for column, cell in enumerate(cells)
        ]
        lines.append("| " + " | ".join(cells) + " |")
    if table.note:
        lines += ["", _markdown_cell(table.note)]
    return "\n".join(lines) + "\n"


def latex(table: Table) -> str:
    """A `table` float with booktabs rules, the best in bold."""
    rows = [
        [
            rf"\textbf{{{tex(cell)}}}" if table.is_best(number, column) else tex(cell)
            for column, cell in enumerate(row)
        ]
        for number, row in enumerate(table.rows)
    ]
    note = f" {tex(table.note)}" if table.note else ""
    return table_float(
        "l" + "r" * (len(table.head) - 1),
        [tex(cell) for cell in table.head],
        rows,
        f"{tex(table.title)}.{note}",
        table.slug,
    )


def html(table: Table) -> str:
    """A section with a heading and a table that scrolls inside its own frame."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = []
    for number, row in enumerate(table.rows):
        cells = "".join(
            f"<td>{'<b>' if table.is_best(number, column + 1) else ''}{escape(cell)}"
            f"{'</b>' if table.is_best(number, column + 1) else ''}</td>"
            for column, cell in enumerate(row[1:])
        )
        rows.append(f'<tr><th scope="row">{escape(row[0])}</th>{cells}</tr>')
    return (
        f'<section id="{table.slug}"><h2>{escape(table.title)}</h2>'
        f'<div class="frame" tabindex="0" role="region" aria-label="{escape(table.title)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
        f'<p class="note">{escape(table.note)}</p></section>\n'
    )


def _markdown_cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", r"\|").replace("\n", " ").replace("<", "&lt;")
