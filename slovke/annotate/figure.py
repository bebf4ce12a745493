"""Figure 6 as SVG, drawn here: bars of precision, recall and F1 by system, with their intervals.

Inside the page it takes the page's colours; as a file of its own it brings them along. So it
follows the reader's light or dark setting, needs no package, and is the same bytes every time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from slovke.annotate.criteria import BEST, SCALES
from slovke.annotate.report import Report
from slovke.annotate.scores import MEASURES, Interval

_WIDTH, _HEIGHT = 360, 230
_LEFT, _TOP, _BOTTOM = 34, 12, 26
_COLOURS = 8
_SHORT = dict(zip(MEASURES, ("P", "R", "F1"), strict=True))


@dataclass(frozen=True, slots=True)
class Plot:
    """One plot of grouped bars with whiskers.

    Attributes:
        title: above it.
        groups: by name on the x axis, by legend: the value.
        top: the end of the y axis.
        factor: what values are multiplied with to be shown.
    """

    title: str
    groups: Mapping[str, Mapping[str, Interval]]
    top: float
    factor: float

    def shapes(self) -> str:
        """The SVG elements, on a field of 360 x 230."""
        high = _HEIGHT - _TOP - _BOTTOM
        drawn = []
        for part in range(5):
            y = _TOP + high * (1 - part / 4)
            label = f"{self.top * self.factor * part / 4:.4g}"
            drawn.append(
                f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
                f'<text x="{_LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
            )
        step = (_WIDTH - _LEFT) / len(self.groups)
        for place, (group, bars) in enumerate(self.groups.items()):
            width = step * 0.84 / len(bars)
            for number, (name, score) in enumerate(bars.items()):
                x = _LEFT + step * (place + 0.08) + number * width
                y, low, above = (
                    _TOP + high * (1 - one / self.top)
                    for one in (score.value, score.low, score.high)
                )
                middle = x + width / 2
                drawn.append(
                    f"<g><title>{escape(self._says(group, name))}</title>"
                    f'<rect class="b{number % _COLOURS}" x="{x + 1:.1f}" y="{y:.1f}" '
                    f'width="{width - 2:.1f}" height="{_TOP + high - y:.1f}"/>'
                    f'<path class="whisker" d="M{middle:.1f} {low:.1f}V{above:.1f}"/></g>'
                )
            drawn.append(
                f'<text x="{_LEFT + step * (place + 0.5):.1f}" y="{_HEIGHT - 8}" '
                f'text-anchor="middle">{escape(group)}</text>'
            )
        return "".join(drawn)

    def spoken(self) -> str:
        """All values in words, for those who don't see the bars."""
        says = (self._says(group, name) for group, bars in self.groups.items() for name in bars)
        return f"{self.title}. {'; '.join(says)}"

    def _says(self, group: str, name: str) -> str:
        score = self.groups[group][name]
        value, low, high = (self.factor * one for one in (score.value, score.low, score.high))
        return f"{group}, {name}: {value:.3g} [{low:.3g}, {high:.3g}]"


def plots_of(report: Report) -> tuple[list[str], list[Plot]]:
    """The legend and the plots: one a system; of translations one a scale."""
    if report.schema == "translation":
        scales = {system: report.scores[system]["scales"] for system in report.systems}
        worst = max(own["rank"].high for own in scales.values())
        return list(report.systems), [
            Plot(
                scale,
                {scale: {system: own[scale] for system, own in scales.items()}},
                worst if scale == "rank" else BEST,
                1,
            )
            for scale in SCALES
        ]
    legend = list(next(iter(report.scores.values())))
    return legend, [
        Plot(
            system,
            {
                _SHORT[measure]: {way: own[measure] for way, own in report.scores[system].items()}
                for measure in MEASURES
            },
            1.0,
            100,
        )
        for system in report.systems
    ]


def figure_in_page(report: Report) -> str:
    """The figure as HTML with inline SVG."""
    legend, plots = plots_of(report)
    keys = "".join(
        f'<li><span class="key b{number % _COLOURS}"></span>{escape(name)}</li>'
        for number, name in enumerate(legend)
    )
    drawn = "\n".join(
        f"<figure><figcaption>{escape(plot.title)}</figcaption>"
        f'<svg role="img" aria-label="{escape(plot.spoken(), quote=True)}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}">{plot.shapes()}</svg></figure>'
        for plot in plots
    )
    return f'<ul class="legend">{keys}</ul>\n<div class="plots">\n{drawn}\n</div>'


def figure_file(report: Report) -> str:
    """The figure as one SVG file: two plots a row under the legend."""
    legend, plots = plots_of(report)
    columns = min(2, len(plots))
    across, down = _WIDTH + 30, _HEIGHT + 34
    top = 20 * len(legend) + 20
    wide, high = columns * across + 10, top + down * -(-len(plots) // columns)
    style = files("slovke.annotate").joinpath("pages", "report.css").read_text(encoding="utf-8")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" '
        f'font-family="sans-serif" font-size="11">',
        f"<style>{style}</style>",
        f'<rect width="{wide}" height="{high}" fill="var(--paper)"/>',
    ]
    for number, name in enumerate(legend):
        y = 20 * number + 12
        parts.append(
            f'<rect class="b{number % _COLOURS}" x="10" y="{y}" width="12" height="12"/>'
            f'<text x="28" y="{y + 10}">{escape(name)}</text>'
        )
    for number, plot in enumerate(plots):
        x, y = number % columns * across + 10, number // columns * down + top
        parts.append(
            f'<g transform="translate({x} {y})"><text x="0" y="14" font-weight="bold">'
            f'{escape(plot.title)}</text><g transform="translate(0 20)">{plot.shapes()}</g></g>'
        )
    return "\n".join(parts) + "\n</svg>\n"
