"""The report as one HTML page with figure 6: bars of precision, recall and F1 by system.

The page needs nothing from elsewhere; its plots are SVG drawn here, so that they follow the
reader's light or dark colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files

from slovke.annotate.criteria import BEST, SCALES
from slovke.annotate.report import Report
from slovke.annotate.report_text import MOST_DISAGREEMENTS, sections, summary
from slovke.annotate.scores import MEASURES, Interval

_WIDTH, _HEIGHT = 360, 230
_LEFT, _TOP, _BOTTOM = 34, 12, 26


def page(report: Report) -> str:
    """The whole report in HTML."""
    style = files("slovke.annotate").joinpath("pages", "report.css").read_text(encoding="utf-8")
    parts = ["<ul>", *(f"<li>{escape(line)}</li>" for line in summary(report)), "</ul>"]
    for number, (title, (head, rows)) in enumerate(sections(report)):
        parts.append(f"<h2>{escape(title)}</h2>")
        if number == 0:
            parts.append(_plots(report))
        kind = "texts" if title == "Disagreements" else "figures"
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


def _plots(report: Report) -> str:
    if report.schema == "translation":
        scales = {system: report.scores[system]["scales"] for system in report.systems}
        most = max(one["rank"].high for one in scales.values())
        plots = [
            _plot(
                scale,
                {scale: {system: own[scale] for system, own in scales.items()}},
                most if scale == "rank" else BEST,
                1,
            )
            for scale in SCALES
        ]
        legend = list(report.systems)
    else:
        legend = list(next(iter(report.scores.values())))
        plots = [
            _plot(
                system,
                {
                    {"precision": "P", "recall": "R", "f1": "F1"}[measure]: {
                        way: own[measure] for way, own in report.scores[system].items()
                    }
                    for measure in MEASURES
                },
                1.0,
                100,
            )
            for system in report.systems
        ]
    keys = "".join(
        f'<li><span class="key b{number % 8}"></span>{escape(name)}</li>'
        for number, name in enumerate(legend)
    )
    return f'<ul class="legend">{keys}</ul>\n<div class="plots">\n' + "\n".join(plots) + "\n</div>"


def _plot(
    title: str, groups: Mapping[str, Mapping[str, Interval]], top: float, factor: float
) -> str:
    """Grouped bars with whiskers.

    Args:
        title: above the plot.
        groups: by name on the x axis, by legend: the value.
        top: the end of the y axis.
        factor: what values are multiplied with to be shown.
    """
    high = _HEIGHT - _TOP - _BOTTOM
    drawn = []
    for part in range(5):
        y = _TOP + high * (1 - part / 4)
        label = f"{top * factor * part / 4:.4g}"
        drawn.append(
            f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{_LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
        )
    step = (_WIDTH - _LEFT) / len(groups)
    spoken = []
    for place, (group, bars) in enumerate(groups.items()):
        width = step * 0.84 / len(bars)
        for number, (name, score) in enumerate(bars.items()):
            x = _LEFT + step * (place + 0.08) + number * width
            y, low, above = (
                _TOP + high * (1 - one / top) for one in (score.value, score.low, score.high)
            )
            says = (
                f"{group}, {name}: {factor * score.value:.3g} "
                f"[{factor * score.low:.3g}, {factor * score.high:.3g}]"
            )
            spoken.append(says)
            middle = x + width / 2
            drawn.append(
                f'<g><title>{escape(says)}</title><rect class="b{number % 8}" x="{x + 1:.1f}" '
                f'y="{y:.1f}" width="{width - 2:.1f}" height="{_TOP + high - y:.1f}"/>'
                f'<path class="whisker" d="M{middle:.1f} {low:.1f}V{above:.1f}"/></g>'
            )
        drawn.append(
            f'<text x="{_LEFT + step * (place + 0.5):.1f}" y="{_HEIGHT - 8}" '
            f'text-anchor="middle">{escape(group)}</text>'
        )
    label = escape(f"{title}. {'; '.join(spoken)}", quote=True)
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg role="img" aria-label="{label}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}">{"".join(drawn)}</svg></figure>'
    )
