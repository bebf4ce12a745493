"""Bootstrap and randomization over documents, from statistics kept as arrays.

Every score is computed from sums over documents. So one resample is a row of counts (how often each
document was drawn), and all resamples are a matrix product.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

# Rows of counts that are multiplied at a time: 12 MB of them.
_CHUNK_BYTES = 12_000_000


def bootstrap_sums(statistics: Floats, resamples: int, seed: int) -> Floats:
    """The sums of the statistics in each bootstrap resample of the documents.

    Args:
        statistics: shape (statistics, documents).
        resamples: number of resamples, each of as many documents, drawn with replacement.
        seed: of a generator of our own; numpy's global state is neither read nor changed.

    Returns:
        Shape (resamples, statistics). It depends on the seed and the shape alone, not on memory.
    """
    documents = statistics.shape[1]
    generator = np.random.default_rng(seed)

    def draws() -> Iterator[Floats]:
        while True:
            drawn = generator.integers(0, documents, documents, dtype=np.uint32)
            counts: Floats = np.bincount(drawn, minlength=documents).astype(np.float64)
            yield counts

    return _products(draws(), statistics, resamples)


def swapped_sums(a: Floats, b: Floats, resamples: int, seed: int) -> tuple[Floats, Floats]:
    """The sums of two systems' statistics when each document's outputs are swapped at random.

    Args:
        a, b: shape (statistics, documents), of the same documents.
        resamples: number of random assignments; each document is swapped with probability 1/2.
        seed: of a generator of our own.

    Returns:
        The sums of the two sides, each of shape (resamples, statistics).
    """
    documents = a.shape[1]
    # A stream apart from the bootstrap's of the same seed.
    generator = np.random.default_rng((seed, 1))

    def swaps() -> Iterator[Floats]:
        while True:
            swapped = np.asarray(generator.integers(0, 2, documents, dtype=np.uint8))
            yield swapped.astype(np.float64)

    moved = _products(swaps(), b - a, resamples)
    return a.sum(axis=1) + moved, b.sum(axis=1) - moved


def _products(rows: Iterator[Floats], statistics: Floats, count: int) -> Floats:
    documents = statistics.shape[1]
    chunk = max(1, min(count, _CHUNK_BYTES // (8 * max(1, documents))))
    weights = np.empty((chunk, documents))
    sums = np.empty((count, statistics.shape[0]))
    for start in range(0, count, chunk):
        size = min(chunk, count - start)
        for row in range(size):
            weights[row] = next(rows)
        np.matmul(weights[:size], statistics.T, out=sums[start : start + size])
    return sums


def percentile_interval(samples: Floats, confidence: float) -> tuple[Floats, Floats]:
    """The percentile interval of each column: its lower and its upper end.

    Args:
        samples: shape (resamples, scores).
        confidence: such as 0.95.
    """
    tail = (1 - confidence) / 2
    low, high = np.quantile(samples, (tail, 1 - tail), axis=0)
    return low, high
