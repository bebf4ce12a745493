"""The benchmark's numbers as a table for a terminal, in per cent."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from slovke.leaderboard.heatmap import missing_text
from slovke.sklep.scoring import SklepResult, measure_names
from slovke.sklep.tasks import TASKS


def print_results(
    results: Sequence[SklepResult], baseline: Mapping[str, float | None] | None, name: str
) -> None:
    """Print each task's measures and RER, and the averages with what they leave out."""
    from rich.console import Console
    from rich.table import Table

    console = Console(file=sys.stdout)
    for one in results:
        own = one.reductions(baseline)
        table = Table(title=one.name, title_justify="left")
        for head in ("task", "measure", "score", f"RER against {name}", "beside it"):
            table.add_column(head, justify="left" if head in ("task", "measure") else "right")
        for task in TASKS:
            scores = one.scores.get(task.name, {})
            more = ", ".join(
                f"{measure} {scores[measure]:.2f}" for measure in measure_names(task)[1:] if scores
            )
            table.add_row(
                task.name,
                task.headline,
                f"{scores[task.headline]:.2f}" if scores else "missing",
                f"{own.values[task.name]:+.2f}" if task.name in own.values else "missing",
                more,
            )
        console.print(table)
        left_out = f" (without {', '.join(one.missing)})" if one.missing else ""
        print(f"average score: {one.average:.2f} over {len(one.scores)} tasks{left_out}")
        mean = "none" if own.mean is None else f"{own.mean:+.2f}"
        why = f" (missing: {missing_text(own.missing)})" if own.missing else ""
        print(f"average RER: {mean} over {len(own.values)} tasks{why}")
    print(f"signature: {results[0].signature}")
