"""Synthetic copies of the sample's theses: a register of any size for tests and benchmarks."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Sequence

from builder.sample_register.pages import Entry

# What titles of the real register begin with besides a Slovak letter: section 4.1's 805 records
# that were never reached are titles that begin with no letter.
OPENINGS = ("3D ", "5G: ", "„", "(Ne)", "[Pre]", '"', "«", "…", "– ", "α-", "Ж", "Θ", "1. ", "'")


def scaled(entries: Sequence[Entry], count: int, seed: int = 42) -> tuple[Entry, ...]:
    """`count` entries: the given ones first, then copies with new sids and varied titles.

    A tenth of the copies begin with no Slovak letter. The same seed gives the same entries.
    """
    return tuple(iter_scaled(entries, count, seed))


def iter_scaled(entries: Sequence[Entry], count: int, seed: int = 42) -> Iterator[Entry]:
    """As `scaled`, one after the other."""
    rng = random.Random(seed)
    words = sorted({word for entry in entries for word in entry.title.split() if word.isalpha()})
    yield from entries[:count]
    for number in range(len(entries), count):
        original = entries[number % len(entries)]
        word = rng.choice(words).capitalize()
        opening = rng.choice(OPENINGS) if rng.random() < 0.1 else ""
        yield dataclasses.replace(
            original,
            sid=f"{rng.getrandbits(112):028X}",
            title=f"{opening}{word}: {original.title} {number}",
            withdrawn=False,
        )
