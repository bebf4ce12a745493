from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slovke_metric import explain, score
from slovke_metric.findings import STEPS
from slovke_metric.presence import presence

PREDICTIONS = [
    [
        "Rozvoj vidieka",  # as written, but for the capital
        "rozvojového potenciálu",  # another case
        "trh a práca",  # only "a" in common with "veda a technika"
        "vidiek",  # part of "rozvoj vidieka"
        "miestny rozvoj",  # shares "rozvoj"
        "počítač",  # nothing
    ],
    ["samosprávneho kraja žilinského"],  # the same lemmas in another order
]
GOLD = [
    ["rozvoj vidieka", "Rozvojový potenciál", "veda a technika"],
    ["Žilinský samosprávny kraj"],
]


def steps(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {step["name"]: step for step in result["steps"]}


def test_each_prediction_falls_on_the_first_step_that_fits() -> None:
    result = explain(PREDICTIONS, GOLD)
    found = {
        name: [(one["prediction"], one["gold"]) for one in step["examples"]]
        for name, step in steps(result).items()
    }
    assert found == {
        "surface": [("Rozvoj vidieka", "rozvoj vidieka")],
        "lemmas": [("rozvojového potenciálu", "Rozvojový potenciál")],
        "order": [("samosprávneho kraja žilinského", "Žilinský samosprávny kraj")],
        "granularity": [("vidiek", "rozvoj vidieka")],
        "content": [("miestny rozvoj", "rozvoj vidieka")],
        "function": [("trh a práca", "veda a technika")],
    }
    nothing = {"document": 0, "prediction": "počítač", "gold": None}
    assert result["unmatched"] == {"count": 1, "share": 1 / 7, "examples": [nothing]}
    assert (result["documents"], result["predictions"]) == (2, 7)


def test_the_steps_lead_from_the_surface_to_the_partial_score() -> None:
    result = explain(PREDICTIONS, GOLD)
    own, scores = steps(result), score(PREDICTIONS, GOLD)
    # Document 0: 1 of 6 predictions, 1 of 3 gold: P 1/6, R 1/3, F1 2/9; document 1: 0.
    assert own["surface"]["f1"] == pytest.approx(1 / 9)
    assert own["lemmas"]["f1"] == scores["exact_f1@6"]
    assert own["function"]["f1"] == scores["partial_f1@6"]
    gap = sum(step["points"] for step in result["steps"][2:])
    assert gap == pytest.approx(100 * scores["gap_f1@6"])
    assert all(step["points"] >= 0 for step in result["steps"])


def test_failure_cases_are_counted() -> None:
    predictions = [["rozvoj", "rozvoj vidieka", "rozvoja vidieka", "vidiecky rozvoj", "obec"]]
    failures = explain(predictions, [["rozvoj vidieka", "obce"]])["failures"]
    redundant = failures["redundancy"]
    assert [(one["prediction"], one["earlier"]) for one in redundant["examples"]] == [
        ("rozvoj vidieka", "rozvoj"),
        ("rozvoja vidieka", "rozvoj"),
        ("vidiecky rozvoj", "rozvoj"),
    ]
    assert redundant["share"] == 3 / 5
    assert failures["wrong_granularity"]["count"] == 1
    assert failures["morphological_mismatch"]["examples"] == [
        {"document": 0, "prediction": "obec", "gold": "obce"}
    ]
    assert failures["lone_adjective"] is None


class Tagged:
    """A lemmatizer that knows parts of speech, as Stanza's does."""

    signature = "tagged"

    def lemmatize(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        return list(phrases)

    def tags(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        return [tuple("ADJ" if word.endswith("ý") else "NOUN" for word in own) for own in phrases]


def test_lone_adjectives_are_counted_where_parts_of_speech_are_known() -> None:
    predictions = [["vidiecky", "miestny", "nový", "nový trh", "trh"]]
    failures = explain(predictions, [["trh"]], lemmatizer=Tagged())["failures"]
    assert failures["lone_adjective"]["count"] == 1
    assert failures["lone_adjective"]["examples"][0]["prediction"] == "nový"


def test_function_words_may_be_given_and_are_slovak_by_default() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({}, "function"),
        ({"function_words": ()}, "content"),
        ({"lang": "cs"}, "content"),
    ]
    for options, name in cases:
        result = explain([["a b"]], [["a c"]], **options)
        assert steps(result)[name]["count"] == 1, options


def test_only_the_first_k_are_explained_one_cutoff_at_a_time() -> None:
    assert explain(PREDICTIONS, GOLD, k=2)["predictions"] == 3
    assert explain(PREDICTIONS, GOLD, k="O")["predictions"] == 4
    with pytest.raises(ValueError, match="explain takes one cutoff, got 2"):
        explain(PREDICTIONS, GOLD, k=[1, 2])  # type: ignore[arg-type]


def test_examples_are_as_many_as_asked_for() -> None:
    result = explain([["a b", "b a c"], ["a b"]], [["b a"], ["b a"]], examples=1)
    assert steps(result)["order"]["count"] == 2
    assert len(steps(result)["order"]["examples"]) == 1


def test_gold_is_divided_by_its_presence_in_the_document() -> None:
    document = "Cieľom práce je analýza rozvoja vidieka. Kraja sa týka trh. Práca je veda."
    gold = ["rozvoj vidieka", "vidieka analýza", "trh práce", "veda a technika", "jazyk", "—"]
    assert presence([document], [gold]) == [
        ["present", "reordered", "reordered", "mixed", "unseen", "unseen"]
    ]


def test_recall_is_given_for_each_kind_of_gold() -> None:
    documents = ["Analýza rozvoja vidieka.", "Trh. Práca."]
    gold = [["rozvoj vidieka", "jazyk"], ["trh práce", "analýza trhu"]]
    predictions = [["rozvoj vidieka", "jazyková politika"], ["analýza trhu"]]
    result = explain(predictions, gold, documents=documents)["gold"]
    assert {kind: (own["count"], own["exact_recall"]) for kind, own in result.items()} == {
        "present": (1, 1.0),
        "reordered": (1, 0.0),
        "mixed": (1, 1.0),
        "unseen": (1, 0.0),
    }
    assert result["reordered"]["partial_recall"] == 1.0
    scores = score(predictions, gold, documents=documents, k=[1, 6], confidence=0.9)
    assert scores["exact_recall_mixed@6"] == 1.0
    assert scores["exact_recall_present@1"] == 1.0
    assert scores["exact_recall_unseen@6_high"] == 0.0


def test_recall_by_presence_follows_the_cutoff() -> None:
    documents, gold = ["trh a kraj"], [["trh", "kraj"]]
    result = score([["kraj", "x", "trh"]], gold, documents=documents, k=[1, 2, 3, "O", "M"])
    recalls = [result[f"exact_recall_present@{k}"] for k in (1, 2, 3, "O", "M")]
    assert recalls == [0.5, 0.5, 1.0, 0.5, 1.0]


words = st.lists(st.sampled_from(["a", "b", "c", "d", "u"]), min_size=1, max_size=3)
phrases = st.lists(words.map(" ".join), max_size=6)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(phrases, phrases), min_size=1, max_size=6), st.sampled_from([2, "O"]))
def test_the_steps_always_add_up(pairs: list[tuple[list[str], list[str]]], k: Any) -> None:
    predictions, gold = [p for p, _ in pairs], [[*g, "a"] for _, g in pairs]
    result = explain(predictions, gold, k=k, lemmatizer="none")
    scores = score(predictions, gold, k=k, lemmatizer="none")
    assert steps(result)["lemmas"]["f1"] == pytest.approx(scores[f"exact_f1@{k}"], abs=1e-12)
    assert steps(result)["function"]["f1"] == pytest.approx(scores[f"partial_f1@{k}"], abs=1e-12)
    counted = sum(step["count"] for step in result["steps"]) + result["unmatched"]["count"]
    assert counted == result["predictions"]
    assert list(steps(result)) == list(STEPS)
