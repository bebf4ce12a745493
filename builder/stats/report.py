"""The whole command: read, count, draw, write."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.card import STATS_FILE
from builder.markers import replacing
from builder.stats.exhibit import Exhibit, shown
from builder.stats.inputs import Inputs, batches
from builder.stats.options import StatsOptions
from slovke.errors import InputError

if TYPE_CHECKING:
    from builder.progress import Report

CARD_TEXT = "statistics.md"
PAGE = "index.html"


@dataclass(frozen=True, slots=True)
class Statistics:
    """All tables and figures, and what they were counted from.

    Attributes:
        splits: the number of documents of each split.
        left_out: what could not be counted, and why.
    """

    exhibits: tuple[Exhibit, ...]
    version: str
    splits: dict[str, int]
    collected: int
    left_out: tuple[str, ...] = ()

    @property
    def lead(self) -> str:
        """A sentence on what was counted."""
        documents = sum(self.splits.values())
        return f"{documents:,} documents, cleaned from {self.collected:,} collected records."

    def to_json(self) -> dict[str, Any]:
        """As written to `stats.json`."""
        return {
            "version": self.version or None,
            "splits": self.splits,
            "collected": self.collected,
            "exhibits": {exhibit.name: exhibit.to_json() for exhibit in self.exhibits},
            "left_out": list(self.left_out),
        }


def compute(
    inputs: Inputs,
    options: StatsOptions,
    tick: Report = lambda what, records: None,
) -> Statistics:
    """Count everything that the inputs allow.

    Args:
        inputs: a cleaned folder, a build, or both.
        options: how to count.
        tick: called with what is being done and the number of records done.
    """
    from builder.stats.descriptive import (
        SplitTally,
        figure_11,
        presence_shares,
        table_1,
    )
    from builder.stats.funnel import figure_2

    tallies: dict[str, SplitTally] = {}
    for split, files in inputs.splits().items():
        tallies[split] = SplitTally()
        for rows in batches(files):
            tallies[split].add(rows)
            tick("reading the splits", len(rows))
    funnel = inputs.funnel()
    exhibits = [table_1(tallies), presence_shares(tallies), figure_2(funnel)]
    left_out: list[str] = []
    if "distributions" in funnel:
        exhibits += _from_funnel(inputs, funnel["distributions"])
    else:
        left_out.append("figures 8 to 10: an older version cleaned these records; clean again")
    if inputs.has_raw():
        exhibits += _from_raw(inputs, options, tick)
    else:
        left_out.append(
            "table 4 and figure 7: they need the collected records; give the output folder of "
            "`clean`, or --raw"
        )
    exhibits.append(figure_11(tallies))
    return Statistics(
        exhibits=tuple(sorted(exhibits, key=_order)),
        version=str(inputs.description().get("version", "")),
        splits={split: tally.documents for split, tally in tallies.items()},
        collected=int(funnel["start"]),
        left_out=tuple(left_out),
    )


def _from_raw(inputs: Inputs, options: StatsOptions, tick: Report) -> list[Exhibit]:
    from builder.stats.missing import MissingTally, figure_7, table_4

    missing = MissingTally(options)
    for raw in inputs.raw_records():
        missing.add(raw)
        tick("reading the collected records", 1)
    return [table_4(missing), figure_7(missing)]


def _from_funnel(inputs: Inputs, distributions: dict[str, Any]) -> list[Exhibit]:
    from builder.distributions import Distributions
    from builder.stats.stages import figure_8, figure_9, figure_10

    found, options = Distributions.from_json(distributions), inputs.clean_options()
    return [figure_8(found), figure_9(found, options), figure_10(found, options)]


def write(statistics: Statistics, out: Path) -> list[Path]:
    """Write CSV, PNG, `stats.json`, the card's text and the page; older ones of ours are replaced.

    Raises:
        InputError: `out` holds something that `stats` did not write.
        MissingExtraError: matplotlib or jinja2 is not installed.
    """
    from builder.stats.card_text import card_text
    from builder.stats.page import render_page
    from builder.stats.plots import DARK, LIGHT, draw

    _clear(out)
    files: dict[str, bytes] = {}
    pictures: dict[str, tuple[bytes, bytes]] = {}
    for exhibit in statistics.exhibits:
        files[f"{exhibit.name}.csv"] = exhibit.to_csv().encode()
        if exhibit.drawn:
            light, dark = draw(exhibit, LIGHT), draw(exhibit, DARK)
            pictures[exhibit.name] = (light, dark)
            files[f"{exhibit.name}.png"] = light
    page = render_page(statistics.exhibits, pictures, statistics.version, statistics.lead)
    files[PAGE] = page.encode()
    files[CARD_TEXT] = card_text(statistics.exhibits).encode()
    numbers = json.dumps(statistics.to_json(), ensure_ascii=False, indent=1)
    files[STATS_FILE] = f"{numbers}\n".encode()
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        with replacing(out / name) as partial:
            partial.write_bytes(content)
    return [out / name for name in files]


def _clear(out: Path) -> None:
    """Remove what an earlier run left, so that no figure of another build stays."""
    if not out.exists():
        return
    if not out.is_dir():
        raise InputError(f"{out}: not a folder; name one with --out")
    if not any(out.iterdir()):
        return
    if not (out / STATS_FILE).is_file():
        raise InputError(f"{out}: holds other files; name an empty folder with --out")
    names: Mapping[str, Any] = json.loads((out / STATS_FILE).read_text(encoding="utf-8"))
    for name in names["exhibits"]:
        for suffix in (".csv", ".png"):
            (out / f"{name}{suffix}").unlink(missing_ok=True)


_ORDER = ("table-01-", "table-01b-", "figure-02-", "table-04-", "figure-")


def _order(exhibit: Exhibit) -> tuple[int, str]:
    """Table 1 first; wide tables behind pairs of figures, so that the page has no holes."""
    place = next(place for place, start in enumerate(_ORDER) if exhibit.name.startswith(start))
    return place, exhibit.name


def print_statistics(statistics: Statistics, files: Sequence[Path]) -> None:
    """Print table 1, what was left out, and where the page is."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    first = statistics.exhibits[0]
    table = Table(title=f"{first.title} ({first.source})")
    for place, head in enumerate(first.header):
        table.add_column(head, justify="right" if place else "left")
    for row in first.rows:
        table.add_row(*map(shown, row))
    console.print(table)
    for line in statistics.left_out:
        print(f"left out: {line}")
    page = next(path for path in files if path.name == PAGE)
    print(f"{len(files)} files; the page is {page}")
