"""Draws the figures with matplotlib, in a light and a dark version, with the same bytes each time.

The figures are narrow, so that they can be read on a phone: 4.6 inches, letters of 9 to 10 points.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.stats.exhibit import Exhibit
from slovke.errors import MissingExtraError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH = 4.6  # inches
_DPI = 160


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one version. `series` are told apart by the colour-blind too (Okabe, Ito)."""

    name: str
    background: str
    text: str
    muted: str
    grid: str
    series: tuple[str, ...]


LIGHT = Theme(
    "light",
    "#ffffff",
    "#1c2733",
    "#5b6875",
    "#dfe4e9",
    ("#0b6aa8", "#d9822b", "#12866a", "#b0529a"),
)
DARK = Theme(
    "dark", "#161b22", "#e4e9ee", "#9aa7b4", "#2f3842", ("#5aaee8", "#f0a555", "#3fbf9b", "#da8cc6")
)


def draw(exhibit: Exhibit, theme: Theme) -> bytes:
    """One figure as a PNG file.

    Raises:
        MissingExtraError: matplotlib is not installed.
        KeyError: the exhibit is a table.
    """
    drawing = _DRAWINGS[exhibit.name]
    with _canvas(theme) as figure:
        drawing(figure, exhibit, theme)
        stream = io.BytesIO()
        # No name of the software and no date: the file depends on the numbers alone.
        figure.savefig(stream, format="png", dpi=_DPI, metadata={"Software": None})
    return stream.getvalue()


@contextmanager
def _canvas(theme: Theme) -> Iterator[Figure]:
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingExtraError("matplotlib", "plots") from None
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    settings: dict[str, Any] = {
        "font.family": "DejaVu Sans",
        "font.size": 9.5,
        "text.color": theme.text,
        "axes.edgecolor": theme.grid,
        "axes.facecolor": theme.background,
        "axes.labelcolor": theme.muted,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.grid": False,
        "grid.color": theme.grid,
        "grid.linewidth": 0.7,
        "xtick.color": theme.muted,
        "ytick.color": theme.muted,
        "xtick.major.size": 0,
        "ytick.major.size": 0,
        "legend.frameon": False,
        "figure.facecolor": theme.background,
        "savefig.facecolor": theme.background,
    }
    # A user's own matplotlibrc must not change the files.
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(settings)  # type: ignore[arg-type]  # its keys are typed one by one
        figure = Figure(figsize=(_WIDTH, 3.1), layout="constrained")
        FigureCanvasAgg(figure)
        yield figure


def _funnel(figure: Figure, exhibit: Exhibit, theme: Theme) -> None:
    axes = figure.subplots()
    names, shares = exhibit.column("after"), exhibit.column("% of start")
    values = [share or 0.0 for share in shares]
    place = range(len(names))
    axes.barh(place, values, color=theme.series[0], height=0.72)
    for at, (value, records) in enumerate(zip(values, exhibit.column("records"), strict=True)):
        axes.text(value + 1.2, at, f"{value:.1f} %  ({records:,})", va="center", color=theme.text)
    axes.set_yticks(place, names)
    axes.tick_params(axis="y", colors=theme.text)
    axes.invert_yaxis()
    axes.set_xlim(0, 138)
    axes.set_xticks([0, 25, 50, 75, 100])
    axes.set_xlabel("% of the collected records")
    axes.grid(visible=True, axis="x")


def _missing(figure: Figure, exhibit: Exhibit, theme: Theme) -> None:
    axes = figure.subplots()
    years = exhibit.column("year")
    marks = ("o", "s", "^")
    for number, name in enumerate(exhibit.header[2:]):
        axes.plot(
            range(len(years)),
            exhibit.column(name),
            color=theme.series[number],
            marker=marks[number],
            markersize=4.5,
            linewidth=1.7,
            label=name.removesuffix(" (%)"),
            clip_on=False,
        )
    labels = ["none" if year.startswith("(") else year for year in years]
    step = max(1, -(-len(years) // 8))
    axes.set_xticks(range(0, len(years), step), labels[::step])
    axes.set_ylim(0, None)
    _room(axes, 5)
    axes.set_ylabel("missing, % of the records")
    axes.set_xlabel("year")
    axes.grid(visible=True, axis="y")
    _legend(figure, axes)


def _languages(figure: Figure, exhibit: Exhibit, theme: Theme) -> None:
    axes = figure.subplots()
    names, values = exhibit.column("language"), exhibit.column("share (%)")
    place = range(len(names))
    axes.barh(place, values, color=theme.series[0], height=0.7, label="these records")
    published = exhibit.column("paper (%)")
    for at, (value, theirs) in enumerate(zip(values, published, strict=True)):
        free = theirs is None or theirs > value + 13  # no mark where the number would stand
        end = value + 1.5 if free else max(value, theirs) + 3.5
        axes.text(end, at, f"{value:.1f} %", va="center")
        if theirs is not None:
            axes.plot(
                theirs,
                at,
                "D",
                color=theme.series[1],
                markersize=6,
                label=f"paper: {theirs:.0f} % {names[at]}",
            )
    axes.set_yticks(place, names)
    axes.tick_params(axis="y", colors=theme.text)
    axes.invert_yaxis()
    axes.set_xlim(0, 114)
    axes.set_xticks([0, 25, 50, 75, 100])
    axes.set_xlabel("% of the primary abstracts")
    axes.grid(visible=True, axis="x")
    _legend(figure, axes)
    figure.set_figheight(1.5 + 0.32 * len(names))


def _counts(figure: Figure, exhibit: Exhibit, theme: Theme) -> None:
    labels = exhibit.column("keyphrases")
    upper, lower = figure.subplots(2, 1, sharex=True)
    for number, (axes, when) in enumerate(((upper, "before"), (lower, "after"))):
        values = exhibit.column(f"records {when}")
        axes.bar(range(len(labels)), values, color=theme.series[number], width=0.82)
        axes.set_title(when, loc="left", fontsize=10, color=theme.text)
        _bounds(axes, exhibit.details["least"], exhibit.details["most"], 0.5, theme)
        axes.set_ylabel("records")
        axes.grid(visible=True, axis="y")
        _whole(axes)
    step = max(1, -(-len(labels) // 11))
    lower.set_xticks(range(0, len(labels), step), labels[::step])
    lower.set_xlabel("keyphrases of a record")
    figure.set_figheight(4.3)


def _lengths(figure: Figure, exhibit: Exhibit, theme: Theme) -> None:
    axes = figure.subplots()
    starts = exhibit.column("from (characters)")
    width = starts[1] - starts[0] if len(starts) > 1 else 100
    axes.bar(
        starts, exhibit.column("records"), width=0.88 * width, align="edge", color=theme.series[0]
    )
    _bounds(axes, exhibit.details["least"], exhibit.details["most"], 0, theme)
    axes.set_xlim(0, starts[-1] + width)
    axes.set_xlabel("characters of the abstract")
    axes.set_ylabel("records")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.grid(visible=True, axis="y")
    _whole(axes)


def _boxes(figure: Figure, exhibit: Exhibit, theme: Theme) -> None:
    whats = list(dict.fromkeys(exhibit.column("what")))
    panels = figure.subplots(len(whats), 1, squeeze=False)[:, 0]
    for number, (axes, what) in enumerate(zip(panels, whats, strict=True)):
        rows = [dict(zip(exhibit.header, row, strict=True)) for row in exhibit.rows]
        boxes: list[dict[str, Any]] = [
            {
                "label": row["split"],
                "mean": row["mean"],
                "whislo": row["lower whisker"],
                "q1": row["lower quartile"],
                "med": row["median"],
                "q3": row["upper quartile"],
                "whishi": row["upper whisker"],
                "fliers": [],
            }
            for row in rows
            if row["what"] == what
        ]
        line = {"color": theme.muted, "linewidth": 1.1}
        axes.bxp(
            boxes,
            orientation="horizontal",
            widths=0.6,
            showmeans=True,
            showfliers=False,
            patch_artist=True,
            boxprops={"facecolor": theme.series[number], "edgecolor": theme.muted, "alpha": 0.75},
            medianprops={"color": theme.text, "linewidth": 1.6},
            meanprops={
                "marker": "D",
                "markersize": 4.5,
                "markerfacecolor": theme.background,
                "markeredgecolor": theme.text,
            },
            whiskerprops=line,
            capprops=line,
        )
        axes.invert_yaxis()
        axes.set_xlim(0, None)
        axes.set_title(what, loc="left", fontsize=10, color=theme.text)
        axes.tick_params(axis="y", colors=theme.text)
        axes.grid(visible=True, axis="x")
    figure.set_figheight(0.4 + len(whats) * (0.75 + 0.27 * len(boxes)))


def _presence(figure: Figure, exhibit: Exhibit, theme: Theme) -> None:
    axes = figure.subplots()
    splits = exhibit.column("split")
    left = [0.0] * len(splits)
    for number, name in enumerate(exhibit.header[2:]):
        values = [value or 0.0 for value in exhibit.column(name)]
        axes.barh(
            range(len(splits)),
            values,
            left=left,
            color=theme.series[number],
            height=0.7,
            label=name.removesuffix(" (%)"),
        )
        for at, (start, value) in enumerate(zip(left, values, strict=True)):
            if value >= 6:
                axes.text(
                    start + value / 2,
                    at,
                    f"{value:.0f} %",
                    ha="center",
                    va="center",
                    color=theme.background,
                    fontweight="bold",
                )
        left = [start + value for start, value in zip(left, values, strict=True)]
    axes.set_yticks(range(len(splits)), splits)
    axes.tick_params(axis="y", colors=theme.text)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the keyphrases")
    _legend(figure, axes)
    figure.set_figheight(1.4 + 0.36 * len(splits))


def _bounds(axes: Axes, least: Any, most: Any, around: float, theme: Theme) -> None:
    """Shade what the length filter keeps."""
    axes.axvspan(least - around, most + around, color=theme.muted, alpha=0.16, linewidth=0)
    axes.text(
        (least + most) / 2,
        0.97,
        "kept by the length filter",
        transform=axes.get_xaxis_transform(),
        ha="center",
        va="top",
        color=theme.muted,
        fontsize=8.5,
    )
    axes.margins(y=0.18)


def _whole(axes: Axes) -> None:
    """Whole numbers only, thousands parted."""
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")


def _room(axes: Axes, least: float) -> None:
    """An axis that does not blow up a line of zeros."""
    axes.set_ylim(0, max(least, axes.get_ylim()[1]))


def _legend(figure: Figure, axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    if len(axes.containers) == 1:  # bars before the marks on them
        handles, labels = handles[::-1], labels[::-1]
    figure.legend(
        handles,
        ["\n".join(textwrap.wrap(label, 24)) for label in labels],
        loc="outside upper left",
        ncols=len(labels),
        handlelength=1.2,
        columnspacing=1.2,
    )


_DRAWINGS: Mapping[str, Callable[[Figure, Exhibit, Theme], None]] = {
    "table-01b-presence": _presence,
    "figure-02-funnel": _funnel,
    "figure-07-missing-by-year": _missing,
    "figure-08-languages": _languages,
    "figure-09-keyphrase-counts": _counts,
    "figure-10-abstract-lengths": _lengths,
    "figure-11-sentences-and-tokens": _boxes,
}
