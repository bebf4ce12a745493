"""Figure 2: how many records were left after each stage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builder.stats import paper
from builder.stats.exhibit import Cell, Exhibit, percent, shown


def figure_2(funnel: Mapping[str, Any]) -> Exhibit:
    """The funnel, with the largest reasons of each stage."""
    start = funnel["start"]
    rows: list[tuple[Cell, ...]] = [("collected", start, percent(start, start), 0, None, "")]
    for stage in funnel["stages"]:
        reasons = sorted(stage["rejected"].items(), key=lambda item: (-item[1], item[0]))
        lost = sum(stage["rejected"].values())
        rows.append(
            (
                stage["stage"],
                stage["kept"],
                percent(stage["kept"], start),
                lost,
                percent(lost, start),
                ", ".join(f"{reason} {count:,}" for reason, count in reasons),
            )
        )
    share = percent(paper.KEPT, paper.COLLECTED)
    return Exhibit(
        name="figure-02-funnel",
        title="Records left after each stage",
        source="figure 2",
        header=("after", "records", "% of start", "rejected", "rejected (%)", "why"),
        rows=tuple(rows),
        note=(
            f"The paper kept {paper.KEPT:,} of {paper.COLLECTED:,} collected records, "
            f"{shown(share)} %; the shares inside its figure are not printed in its text. Our "
            "stages are its stages, with a repair before them."
        ),
        drawn=True,
    )
