"""What a run has done so far, in numbers: for the progress table and the end report."""

from __future__ import annotations

from dataclasses import dataclass, field

from builder.collect.manifest import Manifest, State
from builder.collect.record_table import Found


@dataclass(slots=True)
class Tally:
    """Counts that grow while the run goes on. The one mutable thing that is passed around."""

    records: dict[Found, int] = field(default_factory=lambda: dict.fromkeys(Found, 0))
    partitions: dict[State, int] = field(default_factory=lambda: dict.fromkeys(State, 0))
    known: int = 0
    requests: int = 0
    fetched: int = 0
    working_on: set[str] = field(default_factory=set)
    waiting: str = ""

    @classmethod
    def of(cls, manifest: Manifest) -> Tally:
        """The counts that a manifest holds."""
        return cls(
            records=manifest.records_by_state(),
            partitions=manifest.partitions_by_state(),
            known=known_records(manifest),
            working_on=set(manifest.active()),
        )

    @property
    def settled(self) -> int:
        """Records whose page was fetched or refused."""
        return sum(count for found, count in self.records.items() if found is not Found.LISTED)

    def move(self, before: Found, found: Found) -> None:
        """A record was fetched; it may be in another state than before."""
        self.fetched += 1
        if before is not Found.LISTED:  # those are not counted while a run goes on
            self.records[before] -= 1
        self.records[found] += 1

    def unread_share(self) -> float:
        """The share (0-1) of pages that could not be read among all that are there."""
        unread = self.records[Found.UNKNOWN] + self.records[Found.REFUSED]
        pages = unread + self.records[Found.COLLECTED]
        return unread / pages if pages else 0.0


def known_records(manifest: Manifest) -> int:
    """How many records the register says it has, over all years that were asked for so far."""
    return sum(row.total or 0 for row in manifest.roots())
