"""Write a report's files: Markdown, LaTeX, the figures, and one page that holds all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from slovke.report.figures import Figure, figures
from slovke.report.latex import NEEDS
from slovke.report.markup import html, latex, markdown
from slovke.report.tables import Table, tables


def write_report(
    results: Mapping[str, Any], measured: Mapping[str, Mapping[str, Any]], out: Path
) -> None:
    """Write `report.md`, `tables.tex`, `figures/*.svg` and `index.html` into `out`.

    Args:
        results: what stands in `scores.json`.
        measured: run name -> time and memory.
        out: the benchmark's folder.
    """
    made, drawn = tables(results, measured), figures(results)
    folder = out / "figures"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("figure-*.svg"):
        old.unlink()
    for figure in drawn:
        (folder / f"{figure.slug}.svg").write_text(figure.svg + "\n", encoding="utf-8")
    (out / "report.md").write_text(_markdown(results, made, drawn), encoding="utf-8")
    parts = ["\n".join(NEEDS) + "\n", *map(latex, made)]
    (out / "tables.tex").write_text("\n".join(parts), encoding="utf-8")
    (out / "index.html").write_text(page(results, made, drawn), encoding="utf-8")


def _title(results: Mapping[str, Any]) -> str:
    return f"Keyphrases of {results['dataset']}, {results['split']}: a benchmark"


def _about(results: Mapping[str, Any]) -> str:
    return (
        f"{len(results['systems'])} systems over {results['documents']:,} documents. Scores are "
        "points (0-100); exact: the lemmas of a phrase are those of a gold keyphrase; partial: one "
        "lemma in common is enough."
    )


def _signatures(results: Mapping[str, Any]) -> list[str]:
    first = next(iter(results["systems"].values()))
    return [first["scores"]["interval_signature"], first["surface"]["signature"]]


def _options(results: Mapping[str, Any]) -> list[str]:
    """One line for each system that was given options."""
    return [
        f"{name}: " + ", ".join(f"{key} {value}" for key, value in system["options"].items())
        for name, system in results["systems"].items()
        if system["options"]
    ]


def _markdown(results: Mapping[str, Any], made: Sequence[Table], drawn: Sequence[Figure]) -> str:
    parts = [f"# {_title(results)}\n", _about(results) + "\n"]
    parts += [f"**No result of {name}**: {error}\n" for name, error in results["failed"].items()]
    parts += [markdown(table) for table in made]
    parts += [
        f"### {one.title}\n\n![{one.title}](figures/{one.slug}.svg)\n\n{one.caption}\n"
        for one in drawn
    ]
    options = _options(results)
    if options:
        parts += ["Options:\n", *(f"- `{line}`" for line in options), ""]
    parts += ["Signatures:\n", *(f"- `{signature}`" for signature in _signatures(results))]
    return "\n".join(parts) + "\n"


def page(results: Mapping[str, Any], made: Sequence[Table], drawn: Sequence[Figure]) -> str:
    """The whole report as one HTML text that loads nothing."""
    css = files("slovke").joinpath("report/page.css").read_text(encoding="utf-8")
    body = [f"<h1>{escape(_title(results))}</h1><p>{escape(_about(results))}</p>"]
    body += [
        f'<p class="warning">No result of {escape(name)}: {escape(error)}</p>'
        for name, error in results["failed"].items()
    ]
    body.append('<div class="figures">')
    body += [
        f'<figure id="{one.slug}"><h2>{escape(one.title)}</h2>{one.svg}'
        f"<figcaption>{escape(one.caption)}</figcaption></figure>"
        for one in drawn
    ]
    body.append("</div>")
    body += [html(table) for table in made]
    options = _options(results)
    if options:
        body.append("<h2>Options</h2>")
        body += [f'<p class="signature">{escape(line)}</p>' for line in options]
    body.append("<h2>Signatures of the metric</h2>")
    body += [f'<p class="signature">{escape(one)}</p>' for one in _signatures(results)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(_title(results))}</title><style>\n{css}</style></head>"
        f"<body><main>\n{''.join(body)}</main></body></html>\n"
    )
