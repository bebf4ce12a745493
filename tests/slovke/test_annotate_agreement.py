"""Coefficients of agreement against values computed by hand or printed in the literature."""

from __future__ import annotations

import numpy as np
import pytest

from slovke.annotate.agreement import (
    Weights,
    alpha_of_coincidences,
    cohen_kappa,
    kappa_of_tables,
    krippendorff_alpha,
    landis_koch,
)


def labels(values: str) -> dict[tuple[str, str], int]:
    """One digit a candidate, `.` for none; three candidates a document."""
    return {
        (f"d{place // 3}", f"c{place}"): int(value)
        for place, value in enumerate(values)
        if value != "."
    }


def test_kappa_of_a_table_computed_by_hand() -> None:
    # 20 both yes, 15 both no, 5 and 10 apart: 0.7 observed, 0.5 by chance.
    assert kappa_of_tables(np.array([[20.0, 5], [10, 15]])) == pytest.approx(0.4)


@pytest.mark.parametrize("weights", [None, "linear"])
def test_our_kappa_of_tables_is_scikit_learns(weights: Weights) -> None:
    first, second = labels("012012012210"), labels("012112002211")
    table = np.zeros((3, 3))
    for item, label in first.items():
        table[label, second[item]] += 1
    found = cohen_kappa(first, second, 3, weights=weights, resamples=20)
    assert found.value is not None
    assert found.value == pytest.approx(float(kappa_of_tables(table, weights)))
    assert found.low is not None
    assert found.high is not None
    assert found.low <= found.value <= found.high


def test_kappa_counts_only_what_both_judged() -> None:
    found = cohen_kappa(labels("01.01.0"), labels("01101.."), 2, resamples=5)
    assert (found.value, found.items, found.documents) == (1.0, 4, 2)


@pytest.mark.parametrize(("first", "second"), [("000", "000"), ("...", "010"), ("", "")])
def test_kappa_and_alpha_are_undefined_without_variation_or_data(first: str, second: str) -> None:
    kappa = cohen_kappa(labels(first), labels(second), 2, resamples=5)
    alpha = krippendorff_alpha([labels(first), labels(second)], 2, resamples=5)
    assert kappa.value is alpha.value is None
    assert kappa.word is None
    assert kappa.low is None


@pytest.mark.parametrize(
    ("kappa", "word"),
    [
        (-0.01, "poor"),
        (0.0, "slight"),
        (0.2, "slight"),
        (0.21, "fair"),
        (0.4, "fair"),
        (0.6, "moderate"),
        (0.61, "substantial"),
        (0.8, "substantial"),
        (0.81, "almost perfect"),
        (1.0, "almost perfect"),
    ],
)
def test_the_words_of_landis_and_koch(kappa: float, word: str) -> None:
    assert landis_koch(kappa) == word


# Krippendorff (2011), example C: 4 observers, 12 units, values 1 to 5, missing data.
EXAMPLE = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


def test_alpha_of_krippendorffs_example() -> None:
    own = [
        {("d", f"u{place}"): int(value) - 1 for place, value in enumerate(values) if value != "."}
        for values in EXAMPLE
    ]
    assert krippendorff_alpha(own, 5, resamples=5).value == pytest.approx(0.743, abs=0.0005)
    ordinal = krippendorff_alpha(own, 5, level="ordinal", resamples=5)
    assert ordinal.value == pytest.approx(0.815, abs=0.0005)
    assert ordinal.items == 11


def test_alpha_computed_by_hand() -> None:
    # Two annotators, units 00 01 11 11: coincidences 2, 1 + 1, 4; n = 8, marginals 3 and 5.
    table = np.array([[2.0, 1], [1, 4]])
    assert alpha_of_coincidences(table) == pytest.approx(1 - 7 * 2 / (2 * 3 * 5))
    assert krippendorff_alpha(
        [labels("0011"), labels("0111")], 2, resamples=5
    ).value == pytest.approx(1 - 7 * 2 / 30)


def test_the_interval_comes_from_documents_and_the_seed() -> None:
    first, second = labels("010101010101"), labels("010101110100")
    one = cohen_kappa(first, second, 2, seed=1)
    assert one == cohen_kappa(first, second, 2, seed=1)
    assert one.low is not None
    assert one.low < 0.6 < float(one.value or 0) < 1.0 == one.high
