"""The end report: how many records are known, what became of each, and that the numbers add up."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from builder.collect.details import UNANSWERED
from builder.collect.manifest import Manifest, State
from builder.collect.record_table import Found
from builder.collect.records import ParsingReport
from builder.markers import write_json

_OVERLAPS_SHOWN = 20
_UNREAD = "too many pages could not be read; the same command asks for them again"
_UNANSWERED = "the same command asks for the unanswered pages again"
_SHORT = "the same command tries the short partitions again"


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A partition that stayed incomplete: its key, the total it showed, and what was missing."""

    key: str
    total: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Report:
    """What was collected. All counts are records, unless they say otherwise.

    known + surplus = collected + withdrawn + unparsable + not_fetched + unreached

    Attributes:
        known: what the register says it has, over the years asked for.
        surplus: listed, but more than the register said it had (its totals changed).
        collected: listed, and their pages read.
        withdrawn: listed, but their pages are gone.
        unparsable: listed, but their pages are of unknown shape, too large, or lead elsewhere.
        not_fetched: listed, but their pages could not be fetched.
        unreached: known, but shown by no listing.
        withdrawn_since: collected or listed before, now neither listed nor there.
        kept_unlisted: collected before, not listed any more, but their pages are there.
        unanswered: of these, the ones whose pages may be gone: they could not be fetched.
        duplicates: lines of listings that showed a record which another partition showed as well.
        overlaps: the partitions that share such records, and how many; the largest twenty.
        short: the partitions that stayed incomplete.
        partitions: partitions in each state.
        unread_share: the unparsable ones as a share (0-1) of these and the collected ones.
        pages_agree: whether the raw pages, read on their own, give as many records, withdrawn and
            unknown ones as the manifest says; true where they were not read.
        is_complete: whether every partition is done, the sum is right, the pages agree, and the
            unread share is within its limit.
        stopped: why the run ended before its end; None if it did not.
        requests: requests of this run.
        seconds: how long this run took.
        cpu_seconds: the processor's part of it.
        parsing: what the raw pages gave; None if the run was stopped before.
    """

    base_url: str
    known: int
    surplus: int
    collected: int
    withdrawn: int
    unparsable: int
    not_fetched: int
    unreached: int
    withdrawn_since: int
    kept_unlisted: int
    unanswered: int
    duplicates: int
    overlaps: tuple[tuple[str, str, int], ...]
    short: tuple[Shortfall, ...]
    partitions: dict[str, int]
    unread_share: float
    pages_agree: bool
    is_complete: bool
    stopped: str | None
    requests: int
    seconds: float
    cpu_seconds: float
    parsing: ParsingReport | None = field(default=None)

    @property
    def adds_up(self) -> bool:
        """Whether every known record is in exactly one place."""
        places = self.collected + self.withdrawn + self.unparsable + self.not_fetched
        return self.known + self.surplus == places + self.unreached

    def write(self, path: Path) -> None:
        """Write the report as JSON, whole or not at all."""
        write_json(path, asdict(self) | {"adds_up": self.adds_up})

    def lines(self) -> list[str]:
        """The report for a reader."""
        numbers = (
            ("known", self.known, "the register's own totals"),
            ("surplus", self.surplus, "listed beyond these totals"),
            ("collected", self.collected, "pages read"),
            ("withdrawn", self.withdrawn, "listed, page gone"),
            ("unparsable", self.unparsable, "unknown shape, too large, or leading elsewhere"),
            ("not fetched", self.not_fetched, "no answer, time after time"),
            ("never reached", self.unreached, "known, but in no listing"),
            ("duplicates", self.duplicates, "lines of a record that another partition has"),
            ("withdrawn since", self.withdrawn_since, "seen before, gone now"),
            ("kept unlisted", self.kept_unlisted, "not listed any more, page still there"),
            ("unanswered", self.unanswered, "of these, not to be fetched just now"),
        )
        always = ("known", "collected", "withdrawn", "unparsable", "never reached", "duplicates")
        lines = [f"{n:<16}{v:>9,}  {what}" for n, v, what in numbers if v or n in always]
        done, short = self.partitions[State.DONE], len(self.short)
        lines.append(f"{'partitions':<16}{done:>9,}  done, {short} short")
        lines += [f"  {n} in both: {one} | {other}" for one, other, n in self.overlaps]
        lines += [f"  short: {s.key}: {s.why}" for s in self.short[:20]]
        if short > 20:
            lines.append(f"  and {short - 20} more: see collect.json")
        if self.unread_share:
            lines.append(f"{'unparsable':<16}{self.unread_share:>9.2%}  of all pages")
        lines.append(
            f"{'sum':<16}{'right' if self.adds_up else 'WRONG':>9}  known + surplus = collected"
            " + withdrawn + unparsable + not fetched + never reached"
        )
        if not self.pages_agree:
            lines.append(
                f"{'raw pages':<16}{'WRONG':>9}  they hold other records than the manifest"
            )
        if self.stopped:
            lines.append(f"stopped: {self.stopped}; the same command goes on")
        elif self.is_complete:
            lines.append(
                f"complete, after {self.requests:,} requests in {self.seconds:,.0f} s,"
                f" {self.cpu_seconds:,.0f} s of them CPU"
            )
        else:
            why = _SHORT if self.short else _UNANSWERED if self.unanswered else _UNREAD
            lines.append(f"NOT complete: {why}")
        return lines


def make_report(
    manifest: Manifest,
    base_url: str,
    *,
    max_unread: float,
    stopped: str | None,
    requests: int,
    seconds: float,
    cpu_seconds: float,
    parsing: ParsingReport | None,
) -> Report:
    """Count what the manifest holds."""
    totals = [(row.total or 0, manifest.listed(row.id)) for row in manifest.roots()]
    listed, unlisted = manifest.records_by_listing()
    partitions = manifest.partitions_by_state()
    short = tuple(Shortfall(r.partition.key, r.total, r.why) for r in manifest.short())
    unparsable = listed[Found.UNKNOWN] + listed[Found.REFUSED]
    pages = listed[Found.COLLECTED] + unparsable
    unread_share = unparsable / pages if pages else 0.0
    unanswered = int(manifest.note(UNANSWERED) or 0)
    is_finished = (
        partitions[State.DONE] == sum(partitions.values())
        and not listed[Found.LISTED]
        and not unanswered
    )
    duplicates = manifest.listing_rows() - sum(listed.values())
    pages_agree = parsing is None or all(
        count == listed[found] + unlisted[found]
        for found, count in (
            (Found.COLLECTED, parsing.records),
            (Found.WITHDRAWN, parsing.withdrawn),
            (Found.UNKNOWN, parsing.unknown),
        )
    )
    report = Report(
        base_url=base_url,
        known=sum(total for total, _ in totals),
        surplus=sum(max(0, count - total) for total, count in totals),
        collected=listed[Found.COLLECTED],
        withdrawn=listed[Found.WITHDRAWN],
        unparsable=unparsable,
        not_fetched=listed[Found.LISTED],
        unreached=sum(max(0, total - count) for total, count in totals),
        withdrawn_since=unlisted[Found.WITHDRAWN],
        kept_unlisted=unlisted[Found.COLLECTED],
        unanswered=unanswered,
        duplicates=duplicates,
        overlaps=tuple(manifest.overlaps(_OVERLAPS_SHOWN)) if duplicates else (),
        short=short,
        partitions={str(state): count for state, count in partitions.items()},
        unread_share=unread_share,
        pages_agree=pages_agree,
        is_complete=is_finished and stopped is None and unread_share <= max_unread and pages_agree,
        stopped=stopped,
        requests=requests,
        seconds=round(seconds, 1),
        cpu_seconds=round(cpu_seconds, 1),
        parsing=parsing,
    )
    return report if report.adds_up else replace(report, is_complete=False)
