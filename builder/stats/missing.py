"""Table 4 and figure 7: what is missing on the collected pages, by university and by year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from builder.record import RawRecord
from builder.stats import paper
from builder.stats.exhibit import Cell, Exhibit, percent
from builder.stats.options import StatsOptions

FIELDS = ("primary abstracts", "secondary abstracts", "keyphrases")


@dataclass(slots=True)
class Missing:
    """Of some records, in how many each field is missing, or short (and not missing)."""

    records: int = 0
    missing: list[int] = field(default_factory=lambda: [0, 0, 0])
    short: list[int] = field(default_factory=lambda: [0, 0, 0])

    def add(self, lengths: tuple[int, int, int], least: tuple[int, int, int]) -> None:
        """Count one record by the lengths of its three fields."""
        self.records += 1
        for place, length in enumerate(lengths):
            if not length:
                self.missing[place] += 1
            elif length < least[place]:
                self.short[place] += 1


@dataclass(slots=True)
class MissingTally:
    """Missing and short fields, by university and by year, None where the page says none."""

    options: StatsOptions
    universities: dict[str | None, Missing] = field(default_factory=lambda: defaultdict(Missing))
    years: dict[int | None, Missing] = field(default_factory=lambda: defaultdict(Missing))

    def add(self, raw: RawRecord) -> None:
        """Count one collected record."""
        first, second = (*raw.abstracts, "", "")[:2]
        lengths = (
            len(first.strip()),
            len(second.strip()),
            sum(len(item.strip()) for item in raw.keyphrases),
        )
        short = self.options.short_abstract
        least = (short, short, self.options.short_keyphrases)
        self.universities[" ".join((raw.university or "").split()) or None].add(lengths, least)
        self.years[raw.year].add(lengths, least)


def table_4(tally: MissingTally) -> Exhibit:
    """The universities with the most records, and the share of missing or short fields."""
    options = tally.options
    ordered = sorted(tally.universities.items(), key=lambda item: (-item[1].records, item[0] or ""))
    rows: list[tuple[Cell, ...]] = []
    unmatched = dict(paper.MISSING)
    for university, found in ordered[: options.universities]:
        rows.append((university or "(none given)", found.records, *_both(found)))
        short = paper.name_in_table_4(university) if university else None
        if short in unmatched:
            rows.append((f"paper: {short}", None, *unmatched.pop(short)))
    rest = _sum(dict(ordered[options.universities :]))
    if rest.records:
        number = len(ordered) - options.universities
        rows.append((f"{number} others", rest.records, *_both(rest)))
    total = _sum(tally.universities)
    rows.append(("all", total.records, *_both(total)))
    rows += [(f"paper: {short}", None, *shares) for short, shares in unmatched.items()]
    return Exhibit(
        name="table-04-missing-by-university",
        title="Missing or short fields by university",
        source="table 4",
        header=("university", "records", *(f"{name} (%)" for name in FIELDS)),
        rows=tuple(rows),
        note=(
            f"Of the collected pages. Short is an abstract under {options.short_abstract} "
            f"characters or a keyphrase field under {options.short_keyphrases}; the paper does not "
            "say where it draws the line. It shows five universities, abbreviated, without a key: "
            "under which of ours each one stands is our reading of its name; the others stand at "
            "the end."
        ),
    )


def figure_7(tally: MissingTally) -> Exhibit:
    """The share of missing fields by year."""
    rows: list[tuple[Cell, ...]] = [
        (
            "(none given)" if year is None else str(year),
            found.records,
            *(percent(count, found.records) for count in found.missing),
        )
        for year, found in sorted(
            tally.years.items(), key=lambda item: (item[0] is None, item[0] or 0)
        )
    ]
    return Exhibit(
        name="figure-07-missing-by-year",
        title="Missing abstracts and keyphrases by year",
        source="figure 7",
        header=("year", "records", *(f"{name} (%)" for name in FIELDS)),
        rows=tuple(rows),
        note=(
            "Of the collected pages; missing is an empty field. The paper prints no numbers; it "
            "found primary abstracts and keyphrases missing in the first five years above all, "
            "secondary abstracts in all years."
        ),
        drawn=True,
    )


def _both(found: Missing) -> tuple[float | None, ...]:
    return tuple(
        percent(missing + short, found.records)
        for missing, short in zip(found.missing, found.short, strict=True)
    )


def _sum(parts: Mapping[str | None, Missing]) -> Missing:
    total = Missing()
    for part in parts.values():
        total.records += part.records
        for place in range(3):
            total.missing[place] += part.missing[place]
            total.short[place] += part.short[place]
    return total
