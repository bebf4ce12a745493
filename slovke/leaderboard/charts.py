"""F1 against k as inline SVG: no script, no font, no address outside the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

COLOURS = 8
"""Colours of the style sheet (`.s0` to `.s7`); after them lines are dashed (`.d1`, `.d2`)."""

_WIDTH, _HEIGHT = 420, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 12, 12, 34


@dataclass(frozen=True, slots=True)
class Line:
    """One system's curve.

    Attributes:
        name: of the system.
        css: classes of colour and dashes.
        values: a score in points (0-100) for each k of the chart.
    """

    name: str
    css: str
    values: tuple[float, ...]


def line_css(position: int) -> str:
    """The classes of the line of that position."""
    return f"s{position % COLOURS} d{position // COLOURS % 3}"


def curves(lines: Sequence[Line], ks: Sequence[int], label: str) -> Markup:
    """Draw curves over k.

    Args:
        lines: the curves, drawn so that the first lies on top.
        ks: the cutoffs, ascending.
        label: what is drawn, for those who can't see it and for the axis.
    """
    from markupsafe import Markup

    top = _nice_top(max((max(line.values) for line in lines), default=1.0))
    inner_width, inner_height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    xs = [_LEFT + inner_width * place / max(1, len(ks) - 1) for place in range(len(ks))]

    def y(value: float) -> float:
        return _TOP + inner_height * (1 - value / top)

    parts = []
    for step in range(5):
        value = top * step / 4
        parts.append(
            Markup(
                '<line class="grid" x1="{}" x2="{}" y1="{y}" y2="{y}"/>'
                '<text x="{}" y="{}" text-anchor="end">{}</text>'
            ).format(
                _LEFT,
                _WIDTH - _RIGHT,
                _LEFT - 6,
                f"{y(value) + 4:.1f}",
                f"{value:g}",
                y=f"{y(value):.1f}",
            )
        )
    for place, k in enumerate(ks):
        if k % 2 or len(ks) < 9:
            parts.append(
                Markup('<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>').format(
                    xs[place], _HEIGHT - _BOTTOM + 16, k
                )
            )
    parts.append(
        Markup('<text x="{}" y="{}" text-anchor="middle">k</text>').format(
            _LEFT + inner_width // 2, _HEIGHT - 4
        )
    )
    for line in reversed(lines):
        points = " ".join(f"{x:.1f},{y(v):.1f}" for x, v in zip(xs, line.values, strict=True))
        parts.append(
            Markup('<polyline class="{}" points="{}"><title>{}</title></polyline>').format(
                line.css, points, line.name
            )
        )
    return Markup(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(_WIDTH, _HEIGHT, label, Markup("").join(parts))


def _nice_top(value: float) -> float:
    """The axis's end: a multiple of 4 that leaves a little room."""
    return max(4.0, 4.0 * -(-value * 1.05 // 4))
