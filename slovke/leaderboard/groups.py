"""Which systems do not differ significantly: Holm's correction, and letters for the groups."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from string import ascii_lowercase

Pair = tuple[str, str]


def holm(p_values: Mapping[Pair, float]) -> dict[Pair, float]:
    """Holm's step-down correction: the p values of several tests, made comparable with one level.

    Args:
        p_values: pair to p (0-1).

    Returns:
        The corrected values, at most 1, in the order given.
    """
    corrected: dict[Pair, float] = {}
    highest = 0.0
    for rank, pair in enumerate(sorted(p_values, key=lambda pair: (p_values[pair], pair))):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[pair]))
        corrected[pair] = highest
    return {pair: corrected[pair] for pair in p_values}


def resamples_needed(systems: int, level: float, least: int) -> int:
    """How many resamples a test needs, so that the smallest possible p can survive the correction.

    p is at least 1 / (resamples + 1), and Holm multiplies it by up to the number of pairs. Twice
    that many leave room for one draw as extreme as what was observed.
    """
    pairs = systems * (systems - 1) // 2
    return max(least, 2 * pairs * round(1 / level))


def letters(order: Sequence[str], different: Collection[Pair]) -> dict[str, str]:
    """A compact letter display: two systems share a letter exactly if they do not differ.

    "Not significantly different" is not transitive, so a system may have several letters. The
    letters are the largest sets without a significant pair, named from the best system on.

    Args:
        order: the systems, best first.
        different: the pairs that differ significantly, in either order.
    """
    apart = {frozenset(pair) for pair in different}
    near = {
        one: {other for other in order if other != one and frozenset((one, other)) not in apart}
        for one in order
    }
    sets: list[frozenset[str]] = []
    _largest(frozenset(), set(order), set(), near, sets)
    rank = {system: position for position, system in enumerate(order)}
    sets.sort(key=lambda group: sorted(rank[system] for system in group))
    return {
        system: " ".join(_letter(number) for number, group in enumerate(sets) if system in group)
        for system in order
    }


def pairs_of(order: Sequence[str]) -> list[Pair]:
    """All pairs, the better system first."""
    return list(combinations(order, 2))


def _largest(
    chosen: frozenset[str],
    open_: set[str],
    done: set[str],
    near: Mapping[str, set[str]],
    found: list[frozenset[str]],
) -> None:
    """Bron and Kerbosch's search for maximal cliques, with a pivot."""
    if not open_ and not done:
        found.append(chosen)
        return
    pivot = max(sorted(open_ | done), key=lambda one: len(near[one] & open_))
    for one in sorted(open_ - near[pivot]):
        _largest(chosen | {one}, open_ & near[one], done & near[one], near, found)
        open_ = open_ - {one}
        done = done | {one}


def _letter(number: int) -> str:
    """a, b, ..., z, aa, ab, ..."""
    word = ""
    number += 1
    while number:
        number, last = divmod(number - 1, len(ascii_lowercase))
        word = ascii_lowercase[last] + word
    return word
