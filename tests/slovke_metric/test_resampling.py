import numpy as np
import pytest

from slovke_metric import compare, score
from slovke_metric.resampling import bootstrap_sums, percentile_interval, swapped_sums


def test_a_resample_draws_as_many_documents_with_replacement() -> None:
    sums = bootstrap_sums(np.vstack([np.ones(7), np.arange(7.0)]), resamples=200, seed=1)
    assert (sums[:, 0] == 7).all()
    assert sums[:, 1].min() < 21 < sums[:, 1].max()
    assert sums[:, 1].mean() == pytest.approx(21, rel=0.05)


def test_the_draws_depend_on_the_seed_and_not_on_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(3).random((2, 50))
    first = bootstrap_sums(values, 30, seed=5)
    assert (bootstrap_sums(values, 30, seed=5) == first).all()
    assert (bootstrap_sums(values, 30, seed=6) != first).any()
    monkeypatch.setattr("slovke_metric.resampling._CHUNK_BYTES", 1)
    assert bootstrap_sums(values, 30, seed=5) == pytest.approx(first, rel=1e-12)


def test_an_interval_is_as_wide_as_theory_says() -> None:
    # For a mean of many documents: 1.96 standard errors to either side.
    values = np.random.default_rng(7).random(2000)
    sums = bootstrap_sums(values[None], 2000, seed=1)
    (low,), (high,) = percentile_interval(sums / 2000, 0.95)
    error = values.std() / np.sqrt(2000)
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.08)
    assert (low + high) / 2 == pytest.approx(values.mean(), abs=error / 4)


def test_nine_of_ten_intervals_hold_the_true_value() -> None:
    truth, held, trials = 0.3, 0, 60
    generator = np.random.default_rng(11)
    for _ in range(trials):
        found = generator.random(150) < truth
        predictions = [["a"] if hit else ["x"] for hit in found]
        result = score(
            predictions,
            [["a"]] * 150,
            k=1,
            lemmatizer="none",
            confidence=0.9,
            resamples=200,
        )
        held += result["exact_precision@1_low"] <= truth <= result["exact_precision@1_high"]
    assert 0.8 <= held / trials <= 0.97


def test_swapping_keeps_the_total_and_moves_whole_documents() -> None:
    a, b = np.array([[1.0, 2.0, 4.0]]), np.array([[8.0, 16.0, 32.0]])
    own, other = swapped_sums(a, b, 100, seed=1)
    assert (own + other == 63).all()
    possible = {x + y + z for x in (1, 8) for y in (2, 16) for z in (4, 32)}
    assert set(own[:, 0].tolist()) == possible


GOLD = [["a", "b"]] * 40
GOOD = [["a", "b"]] * 30 + [["x", "y"]] * 10
BAD = [["a", "x"]] * 30 + [["x", "y"]] * 10


def test_a_clear_difference_is_found() -> None:
    result = compare(GOOD, BAD, GOLD, k=2, lemmatizer="none")
    own = result["exact_f1@2"]
    assert (own["a"], own["b"]) == (0.75, 0.375)
    assert own["difference"] == 0.375
    assert 0 < own["low"] < 0.375 < own["high"]
    assert own["p_bootstrap"] == own["p_randomization"] == 1 / 1001
    assert result["documents"] == 40
    assert "randomization:1000" in result["signature"]
    assert result["exact_micro_recall@2"]["a"] == score(GOOD, GOLD, k=2)["exact_micro_recall@2"]


def test_the_order_of_the_systems_changes_the_sign_alone() -> None:
    one, other = (compare(*pair, GOLD, lemmatizer="none") for pair in ((GOOD, BAD), (BAD, GOOD)))
    for name in ("exact_f1@6", "gap_recall@6", "partial_micro_f1@6"):
        assert one[name]["difference"] == -other[name]["difference"]
        assert one[name]["low"] == pytest.approx(-other[name]["high"])
        assert one[name]["p_bootstrap"] == other[name]["p_bootstrap"]


def test_a_system_does_not_differ_from_itself() -> None:
    own = compare(GOOD, GOOD, GOLD, k=1)["partial_precision@1"]
    assert own["difference"] == own["low"] == own["high"] == 0
    assert own["p_bootstrap"] == own["p_randomization"] == 1


def test_equal_systems_rarely_seem_to_differ() -> None:
    generator = np.random.default_rng(2)
    small = {"p_bootstrap": 0, "p_randomization": 0}
    for _ in range(60):
        a, b = ([["a"] if hit else ["x"] for hit in generator.random(60) < 0.5] for _ in "ab")
        own = compare(a, b, [["a"]] * 60, k=1, lemmatizer="none", resamples=200)["exact_f1@1"]
        for test in small:
            small[test] += own[test] < 0.05
    assert max(small.values()) <= 8


def test_randomization_is_exact_where_it_can_be_counted() -> None:
    # Three documents, A right in all, B in none: of 8 assignments 2 are as extreme, so p is 1/4.
    own = compare([["a"]] * 3, [["x"]] * 3, [["a"]] * 3, k=1, resamples=4000)["exact_f1@1"]
    assert own["p_randomization"] == pytest.approx(0.25, abs=0.03)


def test_documents_without_gold_are_skipped_in_both() -> None:
    result = compare([["a"], ["a"]], [["x"], ["a"]], [["a"], []], k=1)
    assert result["documents"] == 1
    assert result["exact_f1@1"]["difference"] == 1.0


def test_a_wrong_side_is_named() -> None:
    with pytest.raises(ValueError, match="1 documents in b and 2 in references"):
        compare([["a"], ["b"]], [["a"]], [["a"], ["b"]])
    with pytest.raises(TypeError, match="b of document 1"):
        compare([["a"], ["b"]], [["a"], "b"], [["a"], ["b"]])
    with pytest.raises(TypeError, match="per_sentence"):
        compare([["a"]], [["a"]], [["a"]], per_sentence=True)
