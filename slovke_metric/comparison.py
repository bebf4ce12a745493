"""Is system A better than system B on the same documents? Paired bootstrap and randomization.

The paper compares systems by their scores alone. Both tests here are over documents, paired: a
resample holds the same documents for both systems; a random assignment swaps a document's two
outputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .document_scores import Statistics, exact_sums
from .inputs import check_documents, check_pair
from .matching import match
from .options import check_options
from .resampling import Floats, bootstrap_sums, percentile_interval, swapped_sums
from .scoring import scored_documents

# Sums of the same numbers in another order differ by less than this.
_ROUNDING = 1e-12


def compare(
    a: Sequence[Sequence[str]],
    b: Sequence[Sequence[str]],
    references: Sequence[Sequence[str]],
    *,
    confidence: float = 0.95,
    **options: Any,
) -> dict[str, Any]:
    """Compare the predictions of two systems for the same documents.

    Args:
        a, b: for each document each system's keyphrases, best first.
        references: for each document its gold keyphrases.
        confidence: of the interval of the difference.
        **options: `k`, `lang`, `lemmatizer`, `duplicates`, `denominator`, `empty_gold`,
            `resamples` (of both tests), `seed`: as in `slovke_metric.score`.

    Returns:
        For each score that `slovke_metric.score` gives, under its name, a dict of plain floats:

        - `a`, `b`: the scores; `difference`: a - b, so positive if A is better (except for the gap,
          where less is better);
        - `low`, `high`: the percentile interval of the difference, from a paired bootstrap;
        - `p_bootstrap`: two-sided: the share of bootstrap differences that lie as far from the
          difference found as 0 does, or farther;
        - `p_randomization`: two-sided, approximate randomization: the share of random assignments
          with a difference as large, or larger.

        Both p count the observed difference itself, so they are never 0. Further `documents`, and
        `signature`, which names the resamples and the seed too.

    Raises:
        ValueError, TypeError: as `slovke_metric.score`.
    """
    checked = check_options(confidence=confidence, **options)
    gold = check_documents(references, "references")
    sides = []
    for name, predictions in (("a", a), ("b", b)):
        predicted = check_documents(predictions, name)
        check_pair(predicted, gold, name)
        matches = match(predicted, gold, checked.lemmatizer, duplicates=checked.duplicates)
        scored = scored_documents(matches, checked)
        sides.append(Statistics.of(matches, checked).select(scored))
    first, second = sides
    point_a, point_b = (side.scores(exact_sums(side.values)) for side in sides)
    difference = point_a - point_b

    both = np.concatenate((first.values, second.values))
    sums_a, sums_b = np.split(bootstrap_sums(both, checked.resamples, checked.seed), 2, axis=1)
    resampled = first.scores(sums_a) - second.scores(sums_b)
    low, high = percentile_interval(resampled, confidence)
    swapped_a, swapped_b = swapped_sums(
        first.values, second.values, checked.resamples, checked.seed
    )
    swapped = first.scores(swapped_a) - second.scores(swapped_b)

    columns = {
        "a": point_a,
        "b": point_b,
        "difference": difference,
        "low": np.minimum(low, difference),
        "high": np.maximum(high, difference),
        "p_bootstrap": _share(resampled - difference, difference),
        "p_randomization": _share(swapped, difference),
    }
    result: dict[str, Any] = {
        name: {column: float(values[position]) for column, values in columns.items()}
        for position, name in enumerate(first.names())
    }
    result["documents"] = first.values.shape[1]
    result["signature"] = f"{checked.interval_signature}|randomization:{checked.resamples}"
    return result


def _share(null: Floats, difference: Floats) -> Floats:
    """The share of draws under the null hypothesis as extreme as the observed one, it counted."""
    extreme = np.abs(null) >= np.abs(difference) - _ROUNDING
    share: Floats = (1 + extreme.sum(axis=0)) / (1 + len(null))
    return share
