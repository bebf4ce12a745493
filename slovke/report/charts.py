"""Charts as SVG text: bars, stacked bars and lines, 360 units wide, so that a phone shows them 1:1.

Colours are CSS variables with a fallback: the page sets them for light and dark, and a file on its
own is drawn for a light ground. Written by hand rather than by a plotting library, so that the
page needs no extra package, follows the reader's theme, and has the same bytes everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 360
INK, FAINT, GRID = "var(--ink,#1d2530)", "var(--faint,#5b6675)", "var(--grid,#d9dee5)"
STRONG, LIGHT = "var(--strong,#14599e)", "var(--light,#a9c9ea)"
# Eight colours that also readers with impaired colour vision tell apart, then dashes.
_FALLBACK = (
    "#14599e", "#c2410c", "#15803d", "#9333a8", "#a16207", "#0e7490", "#be185d", "#475569",
)  # fmt: skip
_DASHES = ("", "5 3", "2 3")


@dataclass(frozen=True, slots=True)
class Bar:
    """One system's pair of values in points, `strong` drawn over `light`.

    Attributes:
        interval: of the strong value, or None.
        beside: what others have for the same system, as thinner bars: whose, strong, light.
    """

    name: str
    strong: float
    light: float
    interval: tuple[float, float] | None = None
    beside: tuple[tuple[str, float, float], ...] = ()


def color(place: int) -> str:
    """The colour of the series at that place."""
    number = place % len(_FALLBACK)
    return f"var(--c{number},{_FALLBACK[number]})"


def bar_chart(bars: Sequence[Bar], title: str, *, keys: tuple[str, str]) -> str:
    """Horizontal bars, the strong value inside the light one, with both numbers in words."""
    others = [light for bar in bars for _, _, light in bar.beside]
    scale = (WIDTH - 8) / _ceiling([bar.light for bar in bars] + others)
    parts = [_legend_row([(keys[0], STRONG), (keys[1], LIGHT)], 12)]
    y = 34
    for bar in bars:
        numbers = f"{keys[0]} {bar.strong:.1f} · {keys[1]} {bar.light:.1f}"
        parts.append(_text(4, y, shortened(bar.name, 25), weight=600))
        parts.append(_text(WIDTH - 4, y, numbers, anchor="end", fill=FAINT))
        parts.append(_rect(4, y + 6, bar.light * scale, 16, LIGHT))
        parts.append(_rect(4, y + 6, bar.strong * scale, 16, STRONG))
        if bar.interval is not None:
            low, high = (4 + value * scale for value in bar.interval)
            parts.append(_line(low, y + 14, high, y + 14, INK, 1.5))
            parts += [_line(x, y + 10, x, y + 18, INK, 1.5) for x in (low, high)]
        for whose, strong, light in bar.beside:
            y += 30
            parts.append(_text(4, y + 6, whose, size=11, fill=FAINT))
            numbers = f"{strong:.1f} · {light:.1f}"
            parts.append(_text(WIDTH - 4, y + 6, numbers, anchor="end", size=11, fill=FAINT))
            parts.append(_rect(4, y + 10, light * scale, 8, LIGHT))
            parts.append(_rect(4, y + 10, strong * scale, 8, STRONG))
        y += 46
    return _svg(y - 16, title, parts)


def stacked_chart(names: Sequence[str], parts_of: Mapping[str, Sequence[float]], title: str) -> str:
    """One bar for each name, of parts that add up; a legend over it.

    Args:
        names: of the bars.
        parts_of: part -> its value for each name, in points; none below 0.
        title: for readers who hear the page.
    """
    totals = [sum(values) for values in zip(*parts_of.values(), strict=True)]
    scale = (WIDTH - 8) / _ceiling(totals)
    colors = {part: color(place) for place, part in enumerate(parts_of)}
    parts, y = _legend_rows(list(colors.items()), 12)
    y += 22
    for number, name in enumerate(names):
        parts.append(_text(4, y, shortened(name, 40), weight=600))
        parts.append(_text(WIDTH - 4, y, f"{totals[number]:.1f}", anchor="end", fill=FAINT))
        x = 4.0
        for part, values in parts_of.items():
            parts.append(_rect(x, y + 6, values[number] * scale, 16, colors[part]))
            x += values[number] * scale
        y += 44
    return _svg(y - 14, title, parts)


@dataclass(frozen=True, slots=True)
class Series:
    """One line: a value in points at each place of the x axis; `dashed` sets a second kind off."""

    name: str
    values: Sequence[float]
    color: str
    dashed: bool = False


def line_chart(
    panels: Mapping[str, Sequence[Series]], ticks: Sequence[str], title: str, *, gap: bool = False
) -> str:
    """Panels of lines over one x axis, a legend under the last.

    Args:
        panels: heading -> its lines.
        ticks: labels of the x axis.
        title: for readers who hear the page.
        gap: whether the last tick stands apart (O beside the numbers) and is no part of the line.
    """
    places = [float(number) for number in range(len(ticks))]
    if gap:
        places[-1] += 0.8
    left, right, height = 30, WIDTH - 22, 150
    step = (right - left) / max(places[-1], 1.0)
    xs = [left + place * step for place in places]
    parts: list[str] = []
    y = 14
    for heading, series in panels.items():
        top = _ceiling([value for one in series for value in one.values])
        parts.append(_text(4, y, heading, weight=600))
        base = y + 12 + height
        for share in (0, 0.25, 0.5, 0.75, 1):
            level = base - share * height
            parts.append(_line(left, level, right, level, GRID, 1))
            label = f"{share * top:g}"
            parts.append(_text(left - 5, level + 4, label, anchor="end", size=11, fill=FAINT))
        for one in series:
            ys = [base - value / top * height for value in one.values]
            joined = list(zip(xs, ys, strict=True))
            parts.append(_path(joined[:-1] if gap else joined, one))
            parts += [
                f'<circle cx="{_n(x)}" cy="{_n(at)}" r="2.6" style="fill:{one.color}"/>'
                for x, at in joined
            ]
        for x, tick in zip(xs, ticks, strict=True):
            parts.append(_text(x, base + 16, tick, anchor="middle", size=11, fill=FAINT))
        y = base + 42
    shown: dict[str, Series] = {}
    for series in panels.values():
        for one in series:
            shown.setdefault(one.name, one)
    for place, one in enumerate(shown.values()):
        row, column = divmod(place, 2)
        x, at = 4 + column * 178, y + row * 19
        parts.append(_path([(x, at - 4), (x + 22, at - 4)], one))
        parts.append(_text(x + 28, at, shortened(one.name, 19), size=12))
    return _svg(y + (len(shown) + 1) // 2 * 19 - 6, title, parts)


def shortened(name: str, most: int) -> str:
    """A name of at most so many letters, cut in the middle: variants differ at their ends."""
    if len(name) <= most:
        return name
    end = (most - 1) * 2 // 3
    return f"{name[: most - 1 - end]}…{name[-end:]}"


def dashed_from(place: int) -> bool:
    """Whether the series at that place shares its colour with an earlier one."""
    return place >= len(_FALLBACK)


def _ceiling(values: Sequence[float]) -> float:
    """A round number at or over all values."""
    most = max([*values, 1.0])
    unit = 10.0 ** math.floor(math.log10(most))
    return next(f * unit for f in (1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10) if f * unit >= most)


def _legend_row(entries: Sequence[tuple[str, str]], y: int) -> str:
    parts, x = [], 4.0
    for name, fill in entries:
        parts += [_rect(x, y - 9, 12, 10, fill), _text(x + 17, y, name, size=12)]
        x += 30 + 7 * len(name)
    return "".join(parts)


def _legend_rows(entries: Sequence[tuple[str, str]], y: int) -> tuple[list[str], int]:
    parts = []
    for place, (name, fill) in enumerate(entries):
        row, column = divmod(place, 3)
        x, at = 4 + column * 118, y + row * 18
        parts += [_rect(x, at - 9, 12, 10, fill), _text(x + 17, at, name, size=12)]
    return parts, y + (len(entries) - 1) // 3 * 18


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {_n(height)}" role="img" '
        f'aria-label="{escape(title)}" font-family="system-ui,sans-serif">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _text(
    x: float,
    y: float,
    text: str,
    *,
    anchor: str = "start",
    size: int = 12,
    weight: int = 400,
    fill: str = INK,
) -> str:
    bold = f' font-weight="{weight}"' if weight != 400 else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size}" text-anchor="{anchor}"{bold} '
        f'style="fill:{fill}">{escape(text)}</text>'
    )


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(max(width, 0))}" height="{_n(height)}" '
        f'style="fill:{fill}"/>'
    )


def _line(
    x1: float, y1: float, x2: float, y2: float, stroke: str, width: float, dash: str = ""
) -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" stroke-width="{width}"'
        f'{dashes} style="stroke:{stroke}"/>'
    )


def _path(points: Sequence[tuple[float, float]], series: Series) -> str:
    d = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
    dashes = f' stroke-dasharray="{_DASHES[1]}"' if series.dashed else ""
    return f'<path d="{d}" fill="none" stroke-width="2"{dashes} style="stroke:{series.color}"/>'


def _n(value: float) -> str:
    """A coordinate with no more digits than a screen shows."""
    return f"{value:.1f}".removesuffix(".0")
