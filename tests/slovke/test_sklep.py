"""skLEP's tasks on small data of our own, in the features of the published dataset."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import slovke.cli.sklep  # noqa: F401 - importing it adds the commands
from slovke.cli.app import app
from slovke.errors import InputError
from slovke.sklep import measures
from slovke.sklep.page import write_page
from slovke.sklep.reading import read_gold
from slovke.sklep.scoring import SklepResult, score_systems, system_folders
from slovke.sklep.tasks import BY_NAME, TASKS

GOLD: dict[str, list[dict[str, Any]]] = {
    "pos": [
        {"tokens": ["Mačka", "spí", "."], "pos_tags": ["NOUN", "VERB", "PUNCT"]},
        {"tokens": ["Prší"], "pos_tags": ["VERB"]},
    ],
    "ner-uner": [
        {"tokens": ["Jana", "Nová", "žije", "v", "Žiline"],
         "ner_tags": ["B-PER", "I-PER", "O", "O", "B-LOC"]},
    ],
    "ner-wikigoldsk": [
        {"sentence": "Cena Dunaja", "tokens": ["Cena", "Dunaja"], "ner_tags": [7, 8],
         "ner_tags_text": ["B-MISC", "I-MISC"]},
        {"sentence": "Nič", "tokens": ["Nič"], "ner_tags": [0], "ner_tags_text": ["O"]},
    ],
    "rte": [{"text1": "Prší.", "text2": "Je mokro.", "label": label} for label in (0, 1, 1, 0)],
    "nli": [{"premise": "a", "hypothesis": "b", "label": label} for label in (0, 1, 2)],
    "sts": [{"sentence1": "a", "sentence2": "b", "similarity_score": s} for s in (0.0, 2.5, 5.0)],
    "hate-speech": [{"text": "t", "label": label, "id": 10 + label} for label in (0, 1)],
    "sentiment-analysis": [{"text": "t", "label": label} for label in (1, 1, 0)],
    "question-answering": [
        {"id": "q1", "question": "Kde?", "context": "V meste Nitra.",
         "answers": {"text": ["v meste Nitra", "Nitra"], "answer_start": [0, 8]}},
        {"id": "q2", "question": "Kedy?", "context": "c",
         "answers": {"text": [], "answer_start": []}},
        {"id": "q3", "question": "Kto?", "context": "c", "answers": {"text": ["Jana Nová"],
         "answer_start": [0]}},
    ],
}  # fmt: skip
RIGHT: dict[str, Sequence[Any]] = {
    "pos": [["NOUN", "VERB", "PUNCT"], ["VERB"]],
    "ner-uner": [["B-PER", "I-PER", "O", "O", "B-LOC"]],
    "ner-wikigoldsk": [["B-MISC", "I-MISC"], ["O"]],
    "rte": [0, 1, 1, 0],
    "nli": [0, 1, 2],
    "sts": [0.1, 0.5, 0.9],
    "hate-speech": [0, 1],
    "sentiment-analysis": [1, 1, 0],
    "question-answering": ["Nitra", "", "Jana Nová"],
}
# Each differs from RIGHT; the scores below are computed by hand.
WORSE: dict[str, Sequence[Any]] = {
    "ner-uner": [["B-PER", "O", "O", "O", "B-LOC"]],  # one of two spans: P = R = 1/2
    "rte": [0, 1, 0, 0],
    "sentiment-analysis": [1, 0, 0],
    "question-answering": ["mesto Nitra", "nič", "Nová"],
}


def write_lines(path: Path, rows: Sequence[Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def write_predictions(folder: Path, predictions: dict[str, Sequence[Any]]) -> Path:
    for task, values in predictions.items():
        rows = [
            {"id": GOLD[task][number].get("id", number), BY_NAME[task].field: value}
            for number, value in enumerate(values)
        ]
        write_lines(folder / f"{task}.jsonl", rows)
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "sklep"
    for task, rows in GOLD.items():
        write_lines(folder / task / "test.json", rows)
    return folder


def score_one(data: Path, folder: Path) -> SklepResult:
    (result,) = score_systems([folder], str(data))
    return result


def test_right_predictions_score_100_in_all_nine_tasks(data: Path, tmp_path: Path) -> None:
    result = score_one(data, write_predictions(tmp_path / "right", RIGHT))
    assert result.missing == ()
    assert result.headline == pytest.approx({task.name: 100.0 for task in TASKS})
    assert result.average == pytest.approx(100)
    own = result.reductions()
    assert own.complete
    assert own.mean == pytest.approx(100)


def test_each_measure_is_that_of_its_definition_and_missing_tasks_are_named(
    data: Path, tmp_path: Path
) -> None:
    result = score_one(data, write_predictions(tmp_path / "worse", WORSE))
    assert result.scores["ner-uner"] == pytest.approx(
        {"f1": 50.0, "precision": 50.0, "recall": 50.0, "accuracy": 80.0}
    )
    assert result.scores["rte"]["accuracy"] == 75.0
    # Of class 0 F1 = 2 * (2/3 * 1) / (5/3) = 4/5, of class 1 F1 = 2 * (1 * 1/2) / (3/2) = 2/3.
    assert result.scores["rte"]["macro_f1"] == pytest.approx(100 * (4 / 5 + 2 / 3) / 2)
    # q1: "Nitra" of two words given: P 1/2, R 1; the longer answer shares one of three: 2/5.
    # q2: an answer where there is none: 0. q3: one of two words: 2/3.
    assert result.scores["question-answering"]["f1"] == pytest.approx(100 * (2 / 3 + 0 + 2 / 3) / 3)
    assert result.scores["question-answering"]["exact_match"] == 0
    assert result.missing == ("pos", "ner-wikigoldsk", "nli", "sts", "hate-speech")
    own = result.reductions()
    assert set(own.missing) == set(result.missing)
    assert len(own.values) == 4


def test_a_baseline_of_ones_own_takes_the_place_of_slovakbert(data: Path, tmp_path: Path) -> None:
    base = score_one(data, write_predictions(tmp_path / "base", WORSE))
    result = score_one(data, write_predictions(tmp_path / "right", RIGHT))
    own = result.reductions(base.headline)
    assert own.values == pytest.approx(dict.fromkeys(WORSE, 100.0))
    assert base.reductions(base.headline).mean == 0
    assert set(own.missing.values()) == {"no score of the baseline"}


def test_similarity_needs_no_scale_and_a_constant_has_no_correlation() -> None:
    found = measures.similarity([0.0, 1.0, 4.0], [1.0, 2.0, 9.0])
    assert found["spearman"] == pytest.approx(100)
    assert found["pearson"] < 100
    assert measures.similarity([0.0, 5.0], [9.0, 1.0])["pearson"] == pytest.approx(-100)
    with pytest.raises(InputError, match="no correlation"):
        measures.similarity([0.0, 1.0], [1.0, 1.0])


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [
        ("V meste Nitra", "v meste Nitra.", 1.0),
        ("Nitra", "", 0.0),
        ("", "", 1.0),
        ("", "Nitra", 0.0),
        ("chlieb a soľ", "chlieb soľ", 1.0),  # SQuAD drops "a", an English article
        ("ryba ryba", "ryba", 2 / 3),  # words are a bag
    ],
)
def test_squad_f1_is_of_bags_of_words(gold: str, predicted: str, expected: float) -> None:
    assert measures.squad_f1(gold, predicted) == pytest.approx(expected)


def test_parts_of_speech_are_spans_of_seqeval_as_in_the_benchmark() -> None:
    # Two nouns in a row are one span to seqeval: one of them wrong loses both.
    found = measures.spans([["NOUN", "NOUN", "VERB"]], [["NOUN", "VERB", "VERB"]])
    assert found["accuracy"] == pytest.approx(200 / 3)
    assert found["f1"] == 0


def test_names_of_labels_come_from_parquet(data: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    features = datasets.Features(
        {"text": datasets.Value("string"), "label": datasets.ClassLabel(names=["nie", "áno"])}
    )
    folder = tmp_path / "named"
    (folder / "hate-speech").mkdir(parents=True)
    table = datasets.Dataset.from_dict({"text": ["a", "b"], "label": [0, 1]}, features)
    table.to_parquet(str(folder / "hate-speech" / "test.parquet"))
    gold = read_gold(BY_NAME["hate-speech"], str(folder))
    assert gold.values == ("nie", "áno")
    write_lines(
        tmp_path / "own" / "hate-speech.jsonl", [{"id": 1, "label": "áno"}, {"id": 0, "label": 1}]
    )
    (result,) = score_systems([tmp_path / "own"], str(folder))
    assert result.scores["hate-speech"]["accuracy"] == 50.0


@pytest.mark.parametrize(
    ("task", "rows", "message"),
    [
        ("rte", [{"id": 0, "label": 0}], "3 of 4 rows are missing, the first is '1'"),
        ("rte", [{"id": 9, "label": 0}], "id '9' is not in rte"),
        ("rte", [{"id": 0, "label": 0}] * 2, "occurs a second time"),
        ("rte", [{"id": 0, "tags": 0}], "no 'label'"),
        ("rte", [{"id": None, "label": 0}], "'id' must be"),
        ("sts", [{"id": 0, "score": float("nan")}], "nothing that sts could score"),
        ("sts", [{"id": 0, "score": True}], "nothing that sts could score"),
        ("pos", [{"id": 0, "tags": ["NOUN"]}], "1 tags, but the sentence has 3 words"),
        ("question-answering", [{"id": "q1", "answer": 7}], "nothing that question-answering"),
    ],
)
def test_wrong_predictions_are_refused_with_the_line(
    data: Path, tmp_path: Path, task: str, rows: list[Any], message: str
) -> None:
    write_lines(tmp_path / "own" / f"{task}.jsonl", rows)
    with pytest.raises(InputError, match=message) as error:
        score_one(data, tmp_path / "own")
    assert f"{task}.jsonl" in str(error.value)


def test_a_file_named_after_no_task_is_refused(data: Path, tmp_path: Path) -> None:
    write_lines(tmp_path / "own" / "ner.jsonl", [])
    with pytest.raises(InputError, match=r"ner\.jsonl is named after no task; they are pos, "):
        score_one(data, tmp_path / "own")
    with pytest.raises(InputError, match="no predictions"):
        system_folders(data / "pos")


def test_the_command_prints_averages_and_writes_the_page(data: Path, tmp_path: Path) -> None:
    write_predictions(tmp_path / "systems" / "right", RIGHT)
    write_predictions(tmp_path / "systems" / "worse", WORSE)
    arguments = ["sklep", "score", str(tmp_path / "systems"), "--data", str(data)]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0, shown.output
    assert "average score: 100.00 over 9 tasks\n" in shown.output
    assert "(without pos, ner-wikigoldsk, nli, sts, hate-speech)" in shown.output
    assert "average RER: +100.00 over 9 tasks\n" in shown.output
    asked = CliRunner().invoke(app, [*arguments, "--json", "--out", str(tmp_path / "site")])
    assert asked.exit_code == 0, asked.output
    value = json.loads(asked.stdout)
    assert [one["system"] for one in value["systems"]] == ["right", "worse"]
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "<b>worse</b>: no predictions for pos, ner-wikigoldsk, nli, sts, hate-speech." in page
    assert "−332.7" in page  # ModernBERT's reduction on UD, in the table of what was published
    assert "http://" not in page
    assert "https://" not in page
    first = {p.name: p.read_bytes() for p in (tmp_path / "site").rglob("*") if p.is_file()}
    CliRunner().invoke(app, [*arguments, "--out", str(tmp_path / "site")])
    assert first == {p.name: p.read_bytes() for p in (tmp_path / "site").rglob("*") if p.is_file()}


def test_results_of_two_signatures_share_no_page(tmp_path: Path) -> None:
    one = SklepResult("a", {"rte": {"accuracy": 50.0, "macro_f1": 50.0}}, "sklep:1")
    two = SklepResult("b", {"rte": {"accuracy": 50.0, "macro_f1": 50.0}}, "sklep:2")
    with pytest.raises(ValueError, match="share no table"):
        write_page([one, two], None, "SlovakBERT", tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_sums_over_all_rows_give_the_headline_itself(data: Path, tmp_path: Path) -> None:
    import numpy as np

    from slovke.sklep import intervals

    rows: dict[str, tuple[Sequence[Any], Sequence[Any]]] = {
        "spans": ([("B-PER", "O"), ("B-LOC", "I-LOC")], [("B-PER", "O"), ("B-LOC", "O")]),
        "class": (["0", "1", "1"], ["0", "0", "1"]),
        "similarity": ([0.0, 1.0, 5.0, 4.0], [1.0, 0.5, 0.9, 7.0]),
        "answer": ([("v meste Nitra",), ()], ["Nitra", ""]),
    }
    measure: dict[str, Callable[..., dict[str, float]]] = {
        "spans": measures.spans,
        "class": measures.classes,
        "similarity": measures.similarity,
        "answer": measures.answers,
    }
    statistics = {
        "spans": intervals._spans,
        "class": intervals._hits,
        "similarity": intervals._products,
        "answer": intervals._answers,
    }
    for name in ("ner-uner", "rte", "sts", "question-answering"):
        task = BY_NAME[name]
        gold, predicted = rows[task.kind]
        sums = np.array(statistics[task.kind](gold, predicted), dtype=float).sum(axis=0)[None]
        expected = measure[task.kind](gold, predicted)[task.headline]
        assert 100 * intervals.headline_from_sums(task, sums)[0] == pytest.approx(expected), name


def test_an_interval_holds_the_score_and_is_the_same_again(data: Path, tmp_path: Path) -> None:
    folder = write_predictions(tmp_path / "worse", WORSE)
    result, again = score_one(data, folder), score_one(data, folder)
    assert result.intervals == again.intervals
    assert result.intervals.keys() == WORSE.keys()
    low, high = result.intervals["rte"]
    assert low < 75.0 < high
    assert "|bootstrap:1000|seed:12345" in result.signature
