"""The funnel: at each stage how many records were kept, changed, rejected and why (figure 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from builder.clean.pipeline import Step
from builder.distributions import Distributions
from builder.verdict import Reason, Reject, Stage

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(slots=True)
class StageCount:
    """What one stage did. A record that it changed and kept counts in both.

    Attributes:
        notes: how often the stage made each kind of change, by the kind's name.
    """

    kept: int = 0
    changed: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Funnel:
    """Counts of records, summed over shards: adding two funnels in any order gives the same.

    Attributes:
        start: all records.
        stages: what each stage did.
        distributions: what the records looked like on their way, for the statistics.
    """

    start: int = 0
    stages: dict[Stage, StageCount] = field(
        default_factory=lambda: {stage: StageCount() for stage in Stage}
    )
    distributions: Distributions = field(default_factory=Distributions)

    @property
    def kept(self) -> int:
        """Records that passed all stages."""
        return self.stages[Stage.LENGTHS].kept

    @property
    def rejected(self) -> int:
        """Records that ended at a stage."""
        return sum(count.rejected.total() for count in self.stages.values())

    def add(self, steps: Sequence[Step]) -> None:
        """Count one record's way."""
        self.start += 1
        self.distributions.add(steps)
        for step in steps:
            count = self.stages[step.stage]
            if isinstance(step.verdict, Reject):
                count.rejected[step.verdict.reason] += 1
            else:
                count.kept += 1
                notes = step.verdict.draft.notes[len(step.before.notes) :]
                count.changed += bool(notes)
                count.notes.update({note.kind for note in notes})

    def merge(self, other: Funnel) -> None:
        """Add another shard's counts."""
        self.start += other.start
        self.distributions.merge(other.distributions)
        for stage, count in self.stages.items():
            more = other.stages[stage]
            count.kept += more.kept
            count.changed += more.changed
            count.rejected.update(more.rejected)
            count.notes.update(more.notes)

    def to_json(self) -> dict[str, Any]:
        """As written to `funnel.json`."""
        return {
            "start": self.start,
            "kept": self.kept,
            "rejected": self.rejected,
            "stages": [
                {
                    "stage": stage,
                    "kept": count.kept,
                    "changed": count.changed,
                    "rejected": dict(sorted(count.rejected.items())),
                    "notes": dict(sorted(count.notes.items())),
                }
                for stage, count in self.stages.items()
            ],
            "distributions": self.distributions.to_json(),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Funnel:
        """The inverse of `to_json`."""
        distributions = Distributions.from_json(value["distributions"])
        funnel = cls(start=value["start"], distributions=distributions)
        for entry in value["stages"]:
            funnel.stages[Stage(entry["stage"])] = StageCount(
                kept=entry["kept"],
                changed=entry["changed"],
                rejected=Counter(entry["rejected"]),
                notes=Counter(entry["notes"]),
            )
        return funnel


def funnel_table(funnel: Funnel) -> Table:
    """The funnel as a table for a terminal: one row a stage, one more for each reason."""
    from rich.table import Table

    def share(count: int) -> str:
        return f"{100 * count / funnel.start:.1f}" if funnel.start else "-"

    table = Table(title=f"{funnel.start:,} records; shares are % of these")
    table.add_column("stage", no_wrap=True)
    for name in ("kept", "%", "changed", "rejected", "%"):
        table.add_column(name, justify="right", no_wrap=True)
    for stage, count in funnel.stages.items():
        lost = count.rejected.total()
        table.add_row(
            stage,
            f"{count.kept:,}",
            share(count.kept),
            f"{count.changed:,}",
            f"{lost:,}",
            share(lost),
        )
        reasons = sorted(count.rejected.items(), key=lambda item: (-item[1], item[0]))
        for reason, number in reasons:
            row = (f"  {Reason(reason)}", "", "", "", f"{number:,}", share(number))
            table.add_row(*row, style="dim")
        table.add_section()
    return table
