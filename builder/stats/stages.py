"""Figures 8, 9 and 10: what the cleaning counted of the records on their way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from builder.distributions import BIN, Distributions
from builder.options import CleanOptions
from builder.stats import paper
from builder.stats.exhibit import Cell, Exhibit, percent

_LAST_LENGTH = 4_000  # all longer abstracts share a bar
_LAST_COUNT = 30  # all longer lists share a bar
_COUNTED = "Counted over all collected records, but for duplicates and damaged ones."


def figure_8(found: Distributions) -> Exhibit:
    """The languages of first abstracts."""
    total = found.languages.total()
    rows: list[tuple[Cell, ...]] = [
        (
            _LANGUAGES.get(code, code),
            count,
            percent(count, total),
            {"en": paper.ENGLISH}.get(code),
        )
        for code, count in sorted(found.languages.items(), key=lambda item: (-item[1], item[0]))
    ]
    return Exhibit(
        name="figure-08-languages",
        title="Languages of primary abstracts",
        source="figure 8",
        header=("language", "abstracts", "share (%)", "paper (%)"),
        rows=tuple(rows),
        note=(
            "The main language of a page's first abstract, its header and keyphrase list cut off, "
            f"as the cleaning detects it. {_COUNTED} The Slovak abstract stood second on "
            f"{found.second:,} pages and was taken all the same. Of the figure's numbers the paper "
            "prints one: 20 % English."
        ),
        drawn=True,
        details={"second_abstract_taken": found.second},
    )


def figure_9(found: Distributions, options: CleanOptions) -> Exhibit:
    """The number of keyphrases before and after their cleaning."""
    before, after = (_clipped(counts, _LAST_COUNT) for counts in (found.before, found.after))
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
            f"{options.max_keyphrases}. {_COUNTED} The paper prints no numbers."
        ),
        drawn=True,
        details={"least": options.min_keyphrases, "most": options.max_keyphrases},
    )


def figure_10(found: Distributions, options: CleanOptions) -> Exhibit:
    """The lengths of abstracts before they are filtered by length."""
    clipped = _clipped(found.lengths, _LAST_LENGTH)
    top = max([*clipped, options.max_abstract])
    rows: list[tuple[Cell, ...]] = [
        (start, None if start == _LAST_LENGTH else start + BIN, clipped.get(start, 0))
        for start in range(0, top + 1, BIN)
    ]
    return Exhibit(
        name="figure-10-abstract-lengths",
        title="Lengths of abstracts before the length filter",
        source="figure 10",
        header=("from (characters)", "below", "records"),
        rows=tuple(rows),
        note=(
            f"Clean abstracts as they come to the last stage, which keeps {options.min_abstract:,} "
            f"to {options.max_abstract:,} characters. {_COUNTED} The paper prints no numbers."
        ),
        drawn=True,
        details={"least": options.min_abstract, "most": options.max_abstract},
    )


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
    "hr": "Croatian or Serbian",
    "sl": "Slovene",
    "und": "(no letters)",
}
