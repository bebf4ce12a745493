"""Near-duplicate abstracts: not dropped, but grouped, so that the splitter keeps them together.

Two abstracts are near-duplicates when the Jaccard similarity of their word 3-grams is at least
`CleanOptions.near_duplicate`. Candidates come from MinHash signatures (datasketch) cut into bands;
each candidate pair is then checked on the texts themselves, so that no group rests on an estimate.
A group is a connected component, named by its smallest id: the order of the records decides
nothing. The paper does not look for near-duplicates.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# 25 bands of 5 rows find a pair of similarity 0.8 with probability 1 - (1 - 0.8^5)^25 = 0.99995,
# and one of 0.7 with 0.99; what they find too much, the check on the texts takes out.
BANDS = 25
ROWS = 5
_SHINGLE = 3
_PRIME = 0x9E3779B97F4A7C15


class Signer:
    """Makes signatures of `BANDS * ROWS` numbers with one MinHash, whose permutations cost most."""

    def __init__(self) -> None:
        """Draw the permutations (by datasketch's fixed seed)."""
        from zlib import crc32

        from datasketch import MinHash

        # Of the hash only the permutations' input depends: 32 bits that differ for other shingles.
        self._minhash = MinHash(num_perm=BANDS * ROWS, hashfunc=crc32)

    def __call__(self, abstract: str) -> NDArray[np.uint32]:
        """The signature of one abstract, of shape (BANDS * ROWS,)."""
        import numpy as np

        self._minhash.clear()
        self._minhash.update_batch([shingle.encode() for shingle in shingles(abstract)])
        values: NDArray[Any] = self._minhash.hashvalues
        return values.astype(np.uint32)


def shingles(abstract: str) -> frozenset[str]:
    """The word 3-grams of an abstract, without case and punctuation; of a shorter one, itself."""
    words = [word for part in abstract.casefold().split() if (word := part.strip('.,;:()„“"–-'))]
    if len(words) < _SHINGLE:
        return frozenset((" ".join(words),))
    return frozenset(" ".join(words[i : i + _SHINGLE]) for i in range(len(words) - _SHINGLE + 1))


def shingle_hashes(abstract: str) -> NDArray[np.uint64]:
    """The shingles of an abstract as 64-bit hashes, sorted: a twentieth of the memory."""
    import numpy as np

    digests = (hashlib.blake2b(s.encode(), digest_size=8).digest() for s in shingles(abstract))
    return np.sort(np.frombuffer(b"".join(digests), np.uint64))


def jaccard(first: NDArray[np.uint64], second: NDArray[np.uint64]) -> float:
    """The share of common members among all members of two sets, 0-1."""
    import numpy as np

    common = len(np.intersect1d(first, second, assume_unique=True))
    return common / ((len(first) + len(second) - common) or 1)


def groups(
    ids: Sequence[str],
    signatures: NDArray[np.uint32],
    texts: Callable[[set[int]], Iterable[tuple[int, str]]],
    threshold: float,
) -> dict[str, str]:
    """The group of each id that has near-duplicates: the smallest id of its component.

    Args:
        ids: of all kept records.
        signatures: of their abstracts, shape (len(ids), BANDS * ROWS).
        texts: gives some rows with their abstracts; asked once, for the candidates only. One
            abstract after the other is read, and none is kept.
        threshold: the least Jaccard similarity, 0-1.
    """
    buckets = list(_buckets(signatures))
    rows = {row for bucket in buckets for row in bucket}
    sets = {row: shingle_hashes(text) for row, text in texts(rows)} if rows else {}
    root = {row: row for row in rows}

    def find(row: int) -> int:
        while root[row] != row:
            root[row] = root[root[row]]
            row = root[row]
        return row

    for bucket in buckets:
        for first, second in combinations(bucket, 2):
            a, b = find(first), find(second)
            # Two that are connected already need no second look: the components stay the same.
            if a != b and jaccard(sets[first], sets[second]) >= threshold:
                root[a] = b
    components: dict[int, list[int]] = {}
    for row in sorted(rows):
        components.setdefault(find(row), []).append(row)
    return {
        ids[row]: min(ids[member] for member in members)
        for members in components.values()
        if len(members) > 1
        for row in members
    }


def _buckets(signatures: NDArray[np.uint32]) -> Iterator[tuple[int, ...]]:
    """Rows that agree in all numbers of one band; each set of rows once."""
    import numpy as np

    seen: set[tuple[int, ...]] = set()
    for band in range(BANDS):
        keys = np.zeros(len(signatures), dtype=np.uint64)
        for column in range(band * ROWS, (band + 1) * ROWS):
            # A collision costs one comparison of texts, nothing else.
            keys = (keys * np.uint64(_PRIME)) ^ signatures[:, column].astype(np.uint64)
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
        starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
        ends = np.r_[starts[1:], len(keys)]
        for start, end in zip(starts, ends, strict=True):
            if end - start > 1:
                bucket = tuple(sorted(int(row) for row in order[start:end]))
                if bucket not in seen:
                    seen.add(bucket)
                    yield bucket
