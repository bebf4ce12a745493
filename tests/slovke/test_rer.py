"""Relative error reduction, and skLEP's printed table as its golden test."""

from __future__ import annotations

import math

import pytest

from slovke.leaderboard.rer import reductions, relative_error_reduction
from slovke.sklep.published import (
    BASELINE,
    implied_rest,
    printed_reductions,
    published_models,
    slovakbert_scores,
)
from slovke.sklep.tasks import TASKS

# By hand from the printed table, 100 * (s - b) / (100 - b), b = SlovakBERT; to two decimals.
BY_HAND = {
    "mDeBERTaV3-Base": {"pos": -1.02, "rte": 16.49, "nli": 9.62, "question-answering": 5.97},
    "SlovakBERT": {"pos": 0.0, "rte": 0.0, "nli": 0.0, "question-answering": 0.0},
    "HPLT BERT-sk": {"pos": 9.69, "rte": -24.11, "nli": -11.83, "question-answering": 3.04},
    "FERNET-CC": {"pos": -8.67, "rte": 8.71, "nli": -5.33, "question-answering": -1.99},
    "XLM-R-Large": {"pos": 9.69, "rte": -22.56, "nli": 17.68, "question-answering": 10.84},
    "DeBERTaV3-Large": {"pos": -25.0, "rte": 26.15, "nli": 13.8, "question-answering": 1.44},
    "ModernBERT-Base": {"pos": -332.65, "rte": -21.35, "nli": -65.68},
}


@pytest.mark.parametrize(
    ("score", "baseline", "expected"),
    [
        (75.0, 50.0, 50.0),  # half of the error is gone
        (100.0, 50.0, 100.0),
        (50.0, 50.0, 0.0),
        (25.0, 50.0, -50.0),
        (0.0, 90.0, -900.0),
        (99.0, 98.0, 50.0),  # one point near the top
        (76.0, 75.0, 4.0),  # one point far from it
        (-20.0, 40.0, -100.0),  # a correlation below zero
    ],
)
def test_rer_is_the_share_of_the_baselines_error(
    score: float, baseline: float, expected: float
) -> None:
    assert relative_error_reduction(score, baseline) == pytest.approx(expected)


@pytest.mark.parametrize(("score", "baseline"), [(50, 100), (101, 50), (50, 101), (math.nan, 50)])
def test_what_has_no_rer_is_refused(score: float, baseline: float) -> None:
    with pytest.raises(ValueError, match=r"in per cent|nothing to reduce"):
        relative_error_reduction(score, baseline)


def test_a_mean_names_what_it_leaves_out() -> None:
    own = reductions(
        {"a": 75.0, "b": None, "c": 50.0, "d": 90.0},
        {"a": 50.0, "b": 50.0, "c": 100.0, "d": None},
        ["a", "b", "c", "d", "e"],
    )
    assert own.values == {"a": 50.0}
    assert own.mean == 50.0
    assert not own.complete
    assert own.missing == {
        "b": "no score",
        "c": "the baseline makes no error",
        "d": "no score of the baseline",
        "e": "no score",
    }
    assert reductions({}, {"a": 1.0}).mean is None


@pytest.mark.parametrize("model", published_models(), ids=lambda model: model.name)
def test_each_printed_score_gives_the_reduction_computed_by_hand(model: object) -> None:
    own = printed_reductions(model)  # type: ignore[arg-type]
    expected = BY_HAND[model.name]  # type: ignore[attr-defined]
    assert {name: round(value, 2) for name, value in own.values.items()} == pytest.approx(
        expected, abs=0.011
    )
    # Five tasks are not printed for anyone, a sixth not for ModernBERT: each is named.
    assert set(own.missing) == {task.name for task in TASKS} - expected.keys()


def test_the_order_in_each_task_is_that_of_the_scores_and_so_are_the_signs() -> None:
    models = published_models()
    base = next(model for model in models if model.name == BASELINE)
    for task, bar in base.scores.items():
        there = [(m.scores[task], printed_reductions(m).values[task]) for m in models
                 if m.scores[task] is not None]  # fmt: skip
        by_score = sorted(there, key=lambda pair: pair[0] or 0)
        assert by_score == sorted(there, key=lambda pair: pair[1])
        assert bar is not None
        for score, value in there:
            assert score is not None
            assert (value > 0, value < 0) == (score > bar, score < bar)


def test_over_the_printed_tasks_alone_the_order_is_not_the_printed_one() -> None:
    means = {model.name: printed_reductions(model).mean for model in published_models()}
    order = sorted(means, key=lambda name: -(means[name] or 0))
    assert order == [
        "mDeBERTaV3-Base",
        "DeBERTaV3-Large",
        "XLM-R-Large",
        "SlovakBERT",
        "FERNET-CC",
        "HPLT BERT-sk",
        "ModernBERT-Base",
    ]
    # The printed mean over nine tasks has the other sign for these three: the tasks that are not
    # printed decide, so the printed averages can't be recomputed from what is printed.
    other = [m.name for m in published_models() if (means[m.name] or 0) * m.rer < 0]
    assert other == ["FERNET-CC", "XLM-R-Large", "DeBERTaV3-Large"]


def test_the_printed_averages_are_possible_but_not_recomputable() -> None:
    for model in published_models():
        printed = [score for score in model.scores.values() if score is not None]
        assert abs(math.fsum(printed) / len(printed) - model.average) > 0.5, model.name
        assert 0 < implied_rest(model) < 100, model.name


def test_slovakberts_nine_scores_average_to_what_is_printed() -> None:
    scores = slovakbert_scores()
    assert set(scores) == {task.name for task in TASKS}
    base = next(model for model in published_models() if model.name == BASELINE)
    assert round(math.fsum(scores.values()) / 9, 2) == base.average
    for task, printed in base.scores.items():
        assert scores[task] == pytest.approx(printed, abs=0.006)
