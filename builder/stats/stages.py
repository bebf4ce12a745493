"""Figures 8, 9 and 10: a sample of the collected records walks through the stages again.

What the figures show is gone when a record has left the cleaning: the languages of its abstracts,
the length of an abstract that was rejected for its keyphrases. So some records take the way again,
with the options of the run. The sample is drawn by a hash of the id, so it never depends on the
order of the records, and a larger sample contains a smaller one.
"""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from builder.record import Draft, RawRecord
from builder.stats import paper
from builder.stats.exhibit import Cell, Exhibit, percent
from builder.verdict import Keep, Stage

if TYPE_CHECKING:
    from builder.clean.pipeline import Tools
    from builder.options import CleanOptions

_BIN = 100  # characters of one bar of figure 10
_LAST_LENGTH = 4_000  # all longer abstracts share a bar
_LAST_COUNT = 30  # all longer lists share a bar


class Sample:
    """The records with the smallest hashes of their ids, each id once.

    Args:
        size: how many; 0 for all.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._heap: list[tuple[int, str, RawRecord]] = []
        self._ids: set[str] = set()
        self.seen = 0

    def add(self, raw: RawRecord) -> None:
        """Look at one record."""
        if raw.sid in self._ids:
            return
        self.seen += 1
        order = -int.from_bytes(hashlib.blake2b(raw.sid.encode(), digest_size=8).digest())
        entry = (order, raw.sid, raw)
        if not self.size or len(self._heap) < self.size:
            heapq.heappush(self._heap, entry)
        elif entry[:2] > self._heap[0][:2]:
            self._ids.discard(heapq.heapreplace(self._heap, entry)[1])
        else:
            return
        self._ids.add(raw.sid)

    def records(self) -> list[RawRecord]:
        """The sample, by id."""
        return [raw for _, _, raw in sorted(self._heap, key=lambda entry: entry[1])]


@dataclass(slots=True)
class StageTally:
    """What the figures count, over the records of the sample.

    Attributes:
        languages: the language of the first abstract, as detected.
        second: records whose Slovak abstract stood second.
        before, after: how many records had so many keyphrases as the page shows them, and after
            the stage `keyphrases`: of the records that passed it.
        lengths: how many abstracts had a length in each bin, as they came to the stage `lengths`.
    """

    records: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    second: int = 0
    before: Counter[int] = field(default_factory=Counter)
    after: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)

    def add(self, raw: RawRecord, options: CleanOptions, tools: Tools) -> None:
        """Walk one record, which is no duplicate, through the stages."""
        from builder.clean.pipeline import walk

        self.records += 1
        for step in walk(Draft.of(raw), options, tools):
            if step.stage is Stage.LANGUAGE:
                passages = step.before.passages
                if passages:
                    self.languages[tools.detector.language(passages[0].text) or "und"] += 1
                if isinstance(step.verdict, Keep):
                    self.second += any(
                        note.kind == "second-abstract" for note in step.verdict.draft.notes
                    )
            elif step.stage is Stage.KEYPHRASES:
                self.before[sum(bool(item.strip()) for item in raw.keyphrases)] += 1
            elif step.stage is Stage.LENGTHS:
                self.after[len(step.before.keyphrases)] += 1
                self.lengths[len(step.before.passages[0].text) // _BIN * _BIN] += 1


def walk_sample(
    records: Iterable[RawRecord],
    early: Set[str],
    options: CleanOptions,
    tools: Tools,
    tick: Callable[[int], None],
) -> StageTally:
    """Count the figures over a sample.

    Args:
        records: the sample.
        early: the ids of those that ended before `segment`; they are not walked again.
        options: of the cleaning run.
        tools: what the stages read.
        tick: called with the number of records done.
    """
    tally = StageTally()
    for raw in records:
        if raw.sid not in early:
            tally.add(raw, options, tools)
        tick(1)
    return tally


def figure_8(tally: StageTally, sample: str) -> Exhibit:
    """The languages of first abstracts."""
    total = tally.languages.total()
    rows: list[tuple[Cell, ...]] = [
        (
            _LANGUAGES.get(code, code),
            count,
            percent(count, total),
            {"en": paper.ENGLISH}.get(code),
        )
        for code, count in sorted(tally.languages.items(), key=lambda item: (-item[1], item[0]))
    ]
    return Exhibit(
        name="figure-08-languages",
        title="Languages of primary abstracts",
        source="figure 8",
        header=("language", "abstracts", "share (%)", "paper (%)"),
        rows=tuple(rows),
        note=(
            f"The first abstract of a page, without header and keyphrase list, as lingua detects "
            f"its main language. {sample} The Slovak abstract stood second on {tally.second:,} "
            "pages and was taken all the same. Of the figure's numbers the paper prints one: 20 % "
            "English."
        ),
        drawn=True,
        details={"second_abstract_taken": tally.second},
    )


def figure_9(tally: StageTally, options: CleanOptions, sample: str) -> Exhibit:
    """The number of keyphrases before and after their cleaning."""
    before, after = (_clipped(counts, _LAST_COUNT) for counts in (tally.before, tally.after))
    top = max([*before, *after, options.max_keyphrases])
    rows: list[tuple[Cell, ...]] = [
        (
            f"{_LAST_COUNT}+" if number == _LAST_COUNT else str(number),
            before.get(number, 0),
            after.get(number, 0),
        )
        for number in range(top + 1)
    ]
    return Exhibit(
        name="figure-09-keyphrase-counts",
        title="Keyphrases of a record, before and after their cleaning",
        source="figure 9",
        header=("keyphrases", "records before", "records after"),
        rows=tuple(rows),
        note=(
            "Before: the items of the register's field, of all records that came to the stage; "
            "0 is a page without the field, whose list may stand in the abstract. After: of those "
            f"that passed the stage, before the bounds of {options.min_keyphrases} and "
            f"{options.max_keyphrases}. {sample} The paper prints no numbers."
        ),
        drawn=True,
        details={"least": options.min_keyphrases, "most": options.max_keyphrases},
    )


def figure_10(tally: StageTally, options: CleanOptions, sample: str) -> Exhibit:
    """The lengths of abstracts before they are filtered by length."""
    clipped = _clipped(tally.lengths, _LAST_LENGTH)
    top = max([*clipped, options.max_abstract])
    rows: list[tuple[Cell, ...]] = [
        (start, None if start == _LAST_LENGTH else start + _BIN, clipped.get(start, 0))
        for start in range(0, top + 1, _BIN)
    ]
    return Exhibit(
        name="figure-10-abstract-lengths",
        title="Lengths of abstracts before the length filter",
        source="figure 10",
        header=("from (characters)", "below", "records"),
        rows=tuple(rows),
        note=(
            f"Clean abstracts as they come to the last stage, which keeps {options.min_abstract:,} "
            f"to {options.max_abstract:,} characters. {sample} The paper prints no numbers."
        ),
        drawn=True,
        details={"least": options.min_abstract, "most": options.max_abstract},
    )


def sample_text(size: int, seen: int, *, without_duplicates: bool = True) -> str:
    """What the figures are counted over, for their notes."""
    which = (
        f"all {seen:,} collected records"
        if size >= seen
        else f"a sample of {size:,} of {seen:,} collected records (by a hash of the id)"
    )
    but = "duplicates and damaged ones" if without_duplicates else "damaged ones"
    return f"Counted over {which}, but for {but}."


def _clipped(counts: Mapping[int, int], last: int) -> dict[int, int]:
    clipped: Counter[int] = Counter()
    for value, count in counts.items():
        clipped[min(value, last)] += count
    return dict(clipped)


_LANGUAGES = {
    "sk": "Slovak",
    "en": "English",
    "cs": "Czech",
    "de": "German",
    "hu": "Hungarian",
    "pl": "Polish",
    "und": "(no letters)",
}
