"""How well annotators agree: Cohen's kappa of two, Krippendorff's alpha of any number.

Kappa is scikit-learn's. Alpha is ours, after Krippendorff (2011, "Computing Krippendorff's
alpha-reliability"), since the package that has it is under the GPL; nominal and ordinal. Intervals
are percentile bootstraps over documents, not over candidates: what one annotator thinks of two
candidates of a document is not independent. Everything that a resample needs is a sum over
documents, as in `slovke_metric.resampling`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from slovke.errors import MissingExtraError
from slovke_metric.resampling import bootstrap_sums, percentile_interval

Floats = npt.NDArray[np.float64]
Weights = Literal["linear"] | None
Level = Literal["nominal", "ordinal"]

# Labels of one annotator: (document, candidate) to the number of a category.
Labels = Mapping[tuple[str, str], int]

_WORDS = (
    (0.0, "poor"),
    (0.2, "slight"),
    (0.4, "fair"),
    (0.6, "moderate"),
    (0.8, "substantial"),
    (1.0, "almost perfect"),
)


@dataclass(frozen=True, slots=True)
class Agreement:
    """One coefficient.

    Attributes:
        value: None if it is undefined: nothing judged in common, or one category only was used.
        low, high: ends of the bootstrap interval; None as above.
        items: candidates judged by both, or by at least two.
        documents: documents with such candidates.
    """

    value: float | None
    low: float | None
    high: float | None
    items: int
    documents: int

    @property
    def word(self) -> str | None:
        """The word of Landis and Koch (1977)."""
        return None if self.value is None else landis_koch(self.value)


def landis_koch(kappa: float) -> str:
    """The word for a kappa: below 0 poor, to 0.20 slight, 0.40 fair, 0.60 moderate, 0.80
    substantial, else almost perfect (Landis and Koch 1977).
    """
    if kappa < 0:
        return "poor"
    return next((word for top, word in _WORDS[1:] if kappa <= top + 1e-12), _WORDS[-1][1])


def cohen_kappa(
    first: Labels,
    second: Labels,
    categories: int,
    *,
    weights: Weights = None,
    resamples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> Agreement:
    """Cohen's kappa over the candidates that both judged.

    Args:
        first, second: the labels of two annotators.
        categories: how many there are.
        weights: `linear` for scales, where 3 against 4 is less than 1 against 4.
        resamples, seed, confidence: of the interval.

    Raises:
        MissingExtraError: scikit-learn is not installed.
    """
    try:
        from sklearn.metrics import cohen_kappa_score
    except ImportError:
        raise MissingExtraError("Cohen's kappa", "people") from None

    common = sorted(set(first) & set(second))
    documents = sorted({document for document, _ in common})
    place = {document: number for number, document in enumerate(documents)}
    tables = np.zeros((len(documents), categories, categories))
    for item in common:
        tables[place[item[0]], first[item], second[item]] += 1
    if _undefined(tables.sum(axis=(1, 2)), tables.sum(axis=(0, 2)) + tables.sum(axis=(0, 1))):
        return Agreement(None, None, None, len(common), len(documents))
    value = float(
        cohen_kappa_score(
            [first[item] for item in common],
            [second[item] for item in common],
            labels=list(range(categories)),
            weights=weights,
        )
    )
    samples = kappa_of_tables(_resampled(tables, resamples, seed), weights)
    return _with_interval(value, samples, confidence, len(common), len(documents))


def kappa_of_tables(tables: Floats, weights: Weights = None) -> Floats:
    """Kappa of each confusion table; nan where it is undefined.

    Args:
        tables: shape (..., categories, categories).
        weights: as in `cohen_kappa`.
    """
    categories = np.arange(tables.shape[-1])
    apart = np.abs(categories[:, None] - categories[None, :]).astype(np.float64)
    if weights is None:
        apart = (apart > 0).astype(np.float64)
    total = tables.sum(axis=(-2, -1))
    expected = tables.sum(axis=-1)[..., :, None] * tables.sum(axis=-2)[..., None, :]
    observed = (tables * apart).sum(axis=(-2, -1)) * total
    by_chance = (expected * apart).sum(axis=(-2, -1))
    return 1 - _divided(observed, by_chance)


def krippendorff_alpha(
    labels: Sequence[Labels],
    categories: int,
    *,
    level: Level = "nominal",
    resamples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> Agreement:
    """Krippendorff's alpha over the candidates that at least two annotators judged.

    Args:
        labels: of each annotator.
        categories: how many there are; for `ordinal` in their order.
        level: `nominal` or `ordinal`.
        resamples, seed, confidence: of the interval.
    """
    given: dict[tuple[str, str], list[int]] = {}
    for own in labels:
        for item, category in own.items():
            given.setdefault(item, []).append(category)
    common = {item: values for item, values in sorted(given.items()) if len(values) > 1}
    documents = sorted({document for document, _ in common})
    place = {document: number for number, document in enumerate(documents)}
    tables = np.zeros((len(documents), categories, categories))
    for (document, _), values in common.items():
        for one, other in combinations(values, 2):
            share = 1 / (len(values) - 1)
            tables[place[document], one, other] += share
            tables[place[document], other, one] += share
    if _undefined(tables.sum(axis=(1, 2)), tables.sum(axis=(0, 1))):
        return Agreement(None, None, None, len(common), len(documents))
    value = float(alpha_of_coincidences(tables.sum(axis=0), level))
    samples = alpha_of_coincidences(_resampled(tables, resamples, seed), level)
    return _with_interval(value, samples, confidence, len(common), len(documents))


def alpha_of_coincidences(tables: Floats, level: Level = "nominal") -> Floats:
    """Alpha of each table of coincidences; nan where it is undefined.

    Args:
        tables: shape (..., categories, categories), symmetric.
        level: as in `krippendorff_alpha`.
    """
    marginal = tables.sum(axis=-1)
    total = marginal.sum(axis=-1)
    categories = tables.shape[-1]
    if level == "nominal":
        apart = np.broadcast_to(1 - np.eye(categories), tables.shape)
    else:
        # Squared number of values that lie between two categories, each end counted half.
        middle = np.cumsum(marginal, axis=-1) - marginal / 2
        apart = (middle[..., :, None] - middle[..., None, :]) ** 2
    observed = (tables * apart).sum(axis=(-2, -1)) * (total - 1)
    pairs = marginal[..., :, None] * marginal[..., None, :]
    by_chance = (pairs * apart).sum(axis=(-2, -1))
    return 1 - _divided(observed, by_chance)


def _undefined(per_document: Floats, per_category: Floats) -> bool:
    return not per_document.sum() or int((per_category > 0).sum()) < 2


def _resampled(tables: Floats, resamples: int, seed: int) -> Floats:
    documents, categories, _ = tables.shape
    sums = bootstrap_sums(tables.reshape(documents, -1).T, resamples, seed)
    return sums.reshape(resamples, categories, categories)


def _divided(above: Any, below: Any) -> Floats:
    top, bottom = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    share: Floats = np.full_like(bottom, np.nan)
    np.divide(top, bottom, out=share, where=bottom != 0)
    return share


def _with_interval(
    value: float, samples: Floats, confidence: float, items: int, documents: int
) -> Agreement:
    # A resample in which all labels are one says nothing of agreement, and is left out.
    defined = samples[~np.isnan(samples)]
    if not defined.size:
        return Agreement(value, None, None, items, documents)
    low, high = percentile_interval(defined[:, None], confidence)
    return Agreement(value, min(value, float(low[0])), max(value, float(high[0])), items, documents)
