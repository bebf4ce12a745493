"""skLEP's tasks on small data of our own, in the features of the published dataset."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import slovke.cli.sklep  # noqa: F401 - importing it adds the commands
from slovke.cli.app import app
from slovke.errors import InputError
from slovke.sklep import measures, sums
from slovke.sklep.board import build_sklep_board
from slovke.sklep.reading import read_gold
from slovke.sklep.scoring import SklepResult, score_systems, system_folders
from slovke.sklep.target import Target, pinned
from slovke.sklep.tasks import BY_NAME, TASKS
from tests.slovke.leaderboard_folders import HOSTILE, write_lines
from tests.slovke.sklep_folders import GOLD, RIGHT, submit, write_gold

# Each differs from RIGHT; the scores below are computed by hand.
WORSE: dict[str, Sequence[Any]] = {
    "ner-uner": [["B-PER", "O", "O", "O", "B-LOC"]],  # one of two spans: P = R = 1/2
    "rte": [0, 1, 0, 0],
    "sentiment-analysis": [1, 0, 0],
    "question-answering": ["mesto Nitra", "nič", "Nová"],
}


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
    (result,) = score_systems([folder], Target(str(data)))
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
    (result,) = score_systems([tmp_path / "own"], Target(str(folder)))
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


def test_results_of_two_signatures_share_no_table() -> None:
    one = SklepResult("a", {"rte": {"accuracy": 50.0, "macro_f1": 50.0}}, "sklep:1", slug="a")
    two = replace(one, name="b", slug="b", signature="sklep:2")
    with pytest.raises(ValueError, match="share no table"):
        build_sklep_board([one, two], None, "SlovakBERT")


ROWS: dict[str, tuple[Sequence[Any], Sequence[Any]]] = {
    "ner-uner": (
        [("B-PER", "O"), ("B-LOC", "I-LOC"), ("O",)],
        [("B-PER", "O"), ("B-LOC", "O"), ("B-PER",)],
    ),
    "rte": (["0", "1", "1"], ["0", "0", "1"]),
    "sts": ([0.0, 1.0, 5.0, 4.0], [1.0, 0.5, 0.9, 7.0]),
    "question-answering": ([("v meste Nitra",), ()], ["Nitra", ""]),
}
MEASURES: dict[str, Callable[..., dict[str, float]]] = {
    "spans": measures.spans,
    "class": measures.classes,
    "similarity": measures.similarity,
    "answer": measures.answers,
}


@pytest.mark.parametrize("name", ROWS)
def test_sums_over_all_rows_give_the_measures_themselves(name: str) -> None:
    task, (gold, predicted) = BY_NAME[name], ROWS[name]
    total = sums.row_statistics(task, gold, predicted).sum(axis=1)
    found = 100 * sums.measures_of_sums(task.kind, total)
    expected = MEASURES[task.kind](gold, predicted)
    assert found == pytest.approx([expected[measure] for measure in sums.NAMES[task.kind]])


def test_an_interval_holds_the_score_and_is_the_same_again(data: Path, tmp_path: Path) -> None:
    folder = write_predictions(tmp_path / "worse", WORSE)
    result, again = score_one(data, folder), score_one(data, folder)
    assert result.intervals == again.intervals
    assert result.intervals.keys() == WORSE.keys()
    low, high = result.intervals["rte"]["accuracy"]
    assert low < 75.0 < high
    assert "|bootstrap:1000|seed:12345" in result.signature


def test_the_best_and_the_worst_rows_are_shown_with_gold_beside(data: Path, tmp_path: Path) -> None:
    result = score_one(data, write_predictions(tmp_path / "worse", WORSE))
    best, worst = result.examples["question-answering"]
    assert [one.id for one in best] == ["q1", "q3"]
    assert [one.score for one in best] == pytest.approx([2 / 3, 2 / 3])
    assert [(one.id, one.gold, one.predicted) for one in worst] == [("q2", "no answer", "nič")]
    assert best[0].gold == "v meste Nitra / Nitra"
    assert best[0].text == "Kde? | V meste Nitra."
    (entity,), _ = result.examples["ner-uner"]
    assert (entity.gold, entity.predicted) == ("B-PER I-PER O O B-LOC", "B-PER O O O B-LOC")


@pytest.fixture
def large(tmp_path: Path) -> Path:
    return write_gold(tmp_path / "large")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["sklep", *map(str, arguments)])


def test_the_site_of_submissions(large: Path, tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    submit(folder / "best", large, 60, system='Najlepší & "prvý"', link="https://example.org/a")
    submit(folder / "twin", large, 59)
    submit(folder / "weak", large, 20)
    done = run("build", folder, "--data", large, "--out", tmp_path / "site")
    assert done.exit_code == 0, done.output
    assert "3 systems" in done.output
    value = json.loads((tmp_path / "site/data/scores.json").read_text(encoding="utf-8"))
    best, twin, weak = value["systems"]
    assert (best["slug"], twin["slug"], weak["slug"]) == ("best", "twin", "weak")
    for name in ("rte accuracy", "pos accuracy", "question-answering exact_match"):
        assert best["groups"][name] == twin["groups"][name] == "a", name
        assert weak["groups"][name] == "b", name
    assert best["groups"]["sts pearson"] != weak["groups"]["sts pearson"]
    assert "rte macro_f1" not in best["groups"]
    assert "sts spearman" not in best["groups"]
    first = value["tests"][0]["scores"]
    assert first["rte accuracy"]["difference"] == pytest.approx(100 / 60, abs=1e-4)
    # One row in 60 is no difference: it lies on either side in half of the random assignments.
    assert first["rte accuracy"]["p_randomization"] == 1.0
    # One row in each of nine tasks is one: all nine lie on one side in 2 of 512 assignments.
    assert 0 < first["average"]["p_randomization"] < 0.015
    groups = [one["groups"]["average"] for one in (best, twin, weak)]
    assert groups == [one["groups"]["average_rer"] for one in (best, twin, weak)] == ["a", "b", "c"]
    mean = sum(best["scores"][task.name][task.headline] for task in TASKS) / 9
    assert best["average"] == pytest.approx(mean)
    low, high = twin["average_intervals"]["average"]
    assert low < twin["average"] < high
    page = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert "Najlepší &amp; &#34;prvý&#34;" in page
    assert '<span class="groups" title="group b">b</span>' in page
    assert value["revision"].startswith("sha256:")
    assert value["revision"] in page
    own = (tmp_path / "site/systems/weak.html").read_text(encoding="utf-8")
    assert "125,000,000" in own
    assert "the training split" in own
    assert '<th scope="row" class="name short">20</th>' in own  # the first row that it has wrong
    files = {p: p.read_bytes() for p in (tmp_path / "site").rglob("*") if p.is_file()}
    run("build", folder, "--data", large, "--out", tmp_path / "site")
    assert files == {p: p.read_bytes() for p in (tmp_path / "site").rglob("*") if p.is_file()}
    assert str(tmp_path).encode() not in b"".join(files.values())
    # What a system answered is shown as text.
    assert HOSTILE not in own
    assert "&lt;script&gt;" in own
    assert own.count("<script>") == 1


def test_a_submission_may_be_the_baseline(large: Path, tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    submit(folder / "best", large, 60)
    submit(folder / "weak", large, 20)
    done = run("build", folder, "--data", large, "--out", tmp_path / "site", "--baseline", "WEAK")
    assert done.exit_code == 0, done.output
    value = json.loads((tmp_path / "site/data/scores.json").read_text(encoding="utf-8"))
    assert (value["baseline"], value["systems"][1]["average_rer"]) == ("WEAK", 0.0)
    assert value["systems"][0]["average_rer"] == pytest.approx(100)
    wrong = run("build", folder, "--data", large, "--out", tmp_path / "no", "--baseline", "bert")
    assert "no such submission; there are best, weak" in str(wrong.exception)
    assert not (tmp_path / "no").exists()


def _link(folder: Path) -> None:
    (folder / "rte.jsonl").unlink()
    (folder / "rte.jsonl").symlink_to("/etc/passwd")


def _other_row(folder: Path) -> None:
    write_lines(folder / "rte.jsonl", [{"id": "<b>9</b>", "label": 0}])


@pytest.mark.parametrize(
    ("fields", "tamper", "message"),
    [
        ({"split": "validation"}, None, "split 'validation', but this leaderboard is on 'test'"),
        ({"dataset_revision": "sha256:0"}, None, "dataset_revision 'sha256:0', but this"),
        ({"scores": {"rte accuracy": 99.0}}, None, "rte accuracy is claimed to be 99.0000, but"),
        ({"scores": {"average": 99.0}}, None, "average is claimed to be 99.0000"),
        ({"scores": {"rte bleu": 9.0}}, None, "'rte bleu' is no score of this leaderboard"),
        ({"scores": {"rte accuracy": 101}}, None, "must be in per cent, got 101"),
        ({"signature": "sklep:0"}, None, "different signatures are not comparable"),
        ({"predictions": "../best/rte.jsonl"}, None, "unknown field 'predictions'"),
        ({"system": "<img src=x>"}, None, "system holds '<'"),
        ({}, _link, "a link, which could lead out of the folder"),
        ({}, _other_row, "id '<b>9</b>' is not in rte"),
        ({}, lambda f: (f / "rte.jsonl").write_text("[" * 99_999), "nested too deeply"),
        ({}, lambda f: (f / "run.sh").write_text("x"), "'run.sh' does not belong there"),
    ],
)
def test_a_tampered_submission_is_refused(
    large: Path,
    tmp_path: Path,
    fields: dict[str, Any],
    tamper: Callable[[Path], object] | None,
    message: str,
) -> None:
    folder = submit(tmp_path / "mine", large, 20, **fields)
    if tamper is not None:
        tamper(folder)
    refused = run("check", folder, "--data", large)
    assert isinstance(refused.exception, InputError), refused.output
    assert message in str(refused.exception)
    assert "\n" not in str(refused.exception)


def test_a_true_claim_is_accepted_and_what_is_missing_is_named(large: Path, tmp_path: Path) -> None:
    folder = submit(tmp_path / "mine", large, 20, scores={"rte accuracy": 33.3})
    (folder / "nli.jsonl").unlink()
    done = run("check", folder, "--data", large)
    assert "note: no predictions for nli" in done.output
    assert "MINE: accepted; average " in done.output


def test_the_revision_of_a_folder_is_its_gold_and_that_of_the_hub_a_commit(large: Path) -> None:
    before = pinned(str(large), "test")[1]
    rows = (large / "rte" / "test.jsonl").read_text(encoding="utf-8").splitlines()
    (large / "rte" / "test.jsonl").write_text(
        "\n".join(rows[1:] + rows[:1]) + "\n", encoding="utf-8"
    )
    assert pinned(str(large), "test")[1] != before
    with pytest.raises(InputError, match="no gold of split 'train'"):
        pinned(str(large), "train")
    commit = "0123456789abcdef0123456789abcdef01234567"
    target, names = pinned(f"slovak-nlp/sklep@{commit}", "test")
    assert (target.data, names) == (f"slovak-nlp/sklep@{commit}", (commit,))
