"""The stage `lengths`: the bounds themselves are kept."""

import pytest

from builder.clean.lengths import lengths
from builder.options import CleanOptions
from builder.record import Draft, Passage, RawRecord
from builder.verdict import Keep, Reason, Reject


def draft(characters: int, phrases: int) -> Draft:
    return Draft(
        RawRecord("x", ()),
        None,
        (Passage("á" * characters),),
        (),
        keyphrases=tuple(f"pojem {n}" for n in range(phrases)),
    )


@pytest.mark.parametrize("characters", [500, 2000])
@pytest.mark.parametrize("phrases", [4, 15])
def test_the_bounds_are_kept(characters: int, phrases: int) -> None:
    record = draft(characters, phrases)
    assert lengths(record, CleanOptions()) == Keep(record)


@pytest.mark.parametrize(
    ("characters", "phrases", "reason"),
    [
        (499, 4, Reason.ABSTRACT_TOO_SHORT),
        (2001, 4, Reason.ABSTRACT_TOO_LONG),
        (500, 3, Reason.TOO_FEW_KEYPHRASES),
        (500, 16, Reason.TOO_MANY_KEYPHRASES),
        (499, 3, Reason.ABSTRACT_TOO_SHORT),
    ],
)
def test_what_is_beyond_them_is_rejected(characters: int, phrases: int, reason: Reason) -> None:
    verdict = lengths(draft(characters, phrases), CleanOptions())
    assert isinstance(verdict, Reject) and verdict.reason is reason
    number = phrases if "keyphrases" in reason else characters
    assert verdict.detail.startswith(str(number))


def test_options_move_the_bounds() -> None:
    options = CleanOptions(min_abstract=10, max_keyphrases=20)
    assert isinstance(lengths(draft(10, 20), options), Keep)
