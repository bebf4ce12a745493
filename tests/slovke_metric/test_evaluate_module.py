"""The metric as an `evaluate` module, and every trap of evaluate that it has to step around."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import evaluate
import numpy as np
import pytest
from evaluate.loading import get_imports, import_main_class

import slovke_metric
from slovke.metric_folder import install_metric
from slovke_metric import score
from slovke_metric.slovke_metric import SlovkeMetric

PREDICTIONS = [["rozvoja vidieka", "kraj", "obec"], ["počítačové siete"], []]
GOLD = [["rozvoj vidieka", "mesto"], ["počítačová sieť", "smerovač"], ["prázdno"]]
FOLDER = Path(slovke_metric.PATH)

Make = Callable[..., SlovkeMetric]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def make(**options: Any) -> SlovkeMetric:
        if not options.get("keep_in_memory"):
            options.setdefault("cache_dir", str(tmp_path / "cache"))
        return SlovkeMetric(**options)

    return make


def left_behind(tmp_path: Path) -> list[str]:
    """Files that hold rows or locks of a metric."""
    return sorted(path.name for path in tmp_path.rglob("*.arrow"))


def run(script: str, folder: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a folder, with caches and the Hub out of the way."""
    environment = {
        **os.environ,
        "HF_HOME": str(home),
        "HF_HUB_OFFLINE": "1",
        "HF_EVALUATE_OFFLINE": "1",
        "PYTHONPATH": str(FOLDER.parent),
    }
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


# --- what it gives


def test_compute_gives_what_score_gives(make: Make) -> None:
    options: dict[str, Any] = {"k": [1, "O"], "confidence": 0.9, "resamples": 50}
    options |= {"per_document": True, "documents": ["Rozvoj vidieka.", "Sieť.", ""]}
    computed = make().compute(predictions=PREDICTIONS, references=GOLD, **options)
    assert computed == score(PREDICTIONS, GOLD, **options)


def test_documents_may_come_one_by_one_and_in_batches(make: Make) -> None:
    metric = make()
    metric.add(prediction=PREDICTIONS[0], reference=GOLD[0])
    metric.add_batch(predictions=PREDICTIONS[1:], references=GOLD[1:])
    assert metric.compute(k="M") == score(PREDICTIONS, GOLD, k="M")


def test_it_can_be_used_again_and_kept_in_memory(make: Make) -> None:
    metric = make(keep_in_memory=True)
    for _ in range(2):
        result = metric.compute(predictions=PREDICTIONS, references=GOLD)
        assert result == score(PREDICTIONS, GOLD)


def test_columns_arrays_tuples_and_gold_sets_are_welcome(make: Make) -> None:
    table = datasets.Dataset.from_dict({"own": PREDICTIONS, "gold": GOLD})
    expected = score(PREDICTIONS, GOLD)
    compute = make().compute
    assert compute(predictions=table["own"], references=table["gold"]) == expected
    arrays = [np.array(own, dtype=object) for own in PREDICTIONS]
    assert compute(predictions=arrays, references=[set(own) for own in GOLD]) == expected
    assert compute(predictions=tuple(map(tuple, PREDICTIONS)), references=GOLD) == expected


def test_the_result_can_be_saved(make: Make, tmp_path: Path) -> None:
    result = make().compute(
        predictions=PREDICTIONS, references=GOLD, confidence=0.9, per_document=True
    )
    assert result is not None
    path = evaluate.save(tmp_path / "result.json", **result)
    saved = json.loads(Path(path).read_text(encoding="utf-8"))
    assert {name: saved[name] for name in result} == result


def test_it_combines_with_others(make: Make) -> None:
    both = evaluate.combine({"first": make(), "second": make(experiment_id="other")})
    both.add(prediction=PREDICTIONS[0], reference=GOLD[0])
    both.add_batch(predictions=PREDICTIONS[1:], references=GOLD[1:])
    merged = both.compute(k=2)
    expected = score(PREDICTIONS, GOLD, k=2)
    assert merged["first_exact_f1@2"] == merged["second_exact_f1@2"] == expected["exact_f1@2"]


def test_the_loaded_metric_explains_and_names_itself(make: Make) -> None:
    metric = make()
    assert metric.name == "slovke_metric"
    # evaluate appends the arguments to each method's docstring, and fails where there is none.
    for method in (metric.compute, metric.add, metric.add_batch):
        assert "predictions: for each document" in (method.__doc__ or "")


# --- wrong documents and arguments

WRONG: list[tuple[Any, str]] = [
    ("vidiek", r"the string 'vidiek' where a list of keyphrases is due; write \['vidiek'\]"),
    (None, r"None; write \[\] for a document without keyphrases"),
    ([("vidiek", 0.5)], r"item 0: the pair \('vidiek', 0.5\); keep the phrase alone"),
    (["kraj", 5], "item 1: a number, 5, .* write it as a string"),
    (["kraj", None], "item 1: None, .* leave it out"),
    ([["rozvoj", "vidieka"]], r"nested list .* write ' '.join\(tokens\)"),
    ([("rozvoj", "vidieka")], r"nested list .* write ' '.join\(tokens\)"),
    ([b"kraj"], "item 0: bytes, .* decode it first"),
    ([{"phrase": "kraj"}], "a dict, .* keep its phrase alone"),
    (7, "a number where a list of keyphrases is due"),
    ({"kraj", "obec"}, "a set where a list of keyphrases is due, best first"),
]


@pytest.mark.parametrize(("document", "message"), WRONG)
def test_every_document_is_checked_before_anything_is_written(
    make: Make, tmp_path: Path, document: Any, message: str
) -> None:
    metric = make()
    wrong = [["a"], ["b"], document]
    where = r"predictions of document 2 \(counted from 0\)"
    with pytest.raises(TypeError, match=f"{where}.*{message}"):
        metric.compute(predictions=wrong, references=GOLD)
    with pytest.raises(TypeError, match=f"{where}.*{message}"):
        metric.add_batch(predictions=wrong, references=GOLD)
    assert left_behind(tmp_path) == []
    metric.add_batch(predictions=wrong[:2], references=GOLD[:2])
    with pytest.raises(TypeError, match=f"{where}.*{message}"):
        metric.add(prediction=document, reference=GOLD[2])
    assert len(metric) == 2


@pytest.mark.parametrize("document", ["vidiek", None, [("vidiek", 0.5)], [3], [["a", "b"]]])
def test_gold_is_checked_as_predictions_are(make: Make, document: Any) -> None:
    with pytest.raises(TypeError, match="references of document 1"):
        make().compute(predictions=PREDICTIONS, references=[["a"], document, ["b"]])


@pytest.mark.parametrize("documents", ["vidiek", {"a": ["b"]}, 3])
def test_a_single_document_is_no_list_of_documents(make: Make, documents: Any) -> None:
    with pytest.raises(TypeError, match="must be a list with one list of keyphrases"):
        make().compute(predictions=documents, references=GOLD)


def test_both_sides_need_the_same_documents(make: Make) -> None:
    metric = make()
    with pytest.raises(ValueError, match="2 documents in predictions and 3 in references"):
        metric.compute(predictions=PREDICTIONS[:2], references=GOLD)
    with pytest.raises(ValueError, match="references are missing"):
        metric.compute(predictions=PREDICTIONS)
    with pytest.raises(ValueError, match="no documents"):
        metric.compute()
    with pytest.raises(ValueError, match="no documents"):
        metric.compute(predictions=[], references=[])
    with pytest.raises(ValueError, match="no documents"):
        make(keep_in_memory=True).compute()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"top_k": 5}, TypeError, "unknown argument 'top_k'; known are predictions, .*, k, "),
        ({"k": 0}, ValueError, "k must be"),
        ({"lemmatizer": "morpho"}, ValueError, "morpho"),
        ({"confidence": 95}, ValueError, "between 0 and 1"),
        ({"documents": ["a"]}, ValueError, "1 texts in documents, but 3 documents"),
        ({"documents": "a"}, TypeError, "must be a list of texts"),
        ({"documents": ["a", None, "b"]}, TypeError, "text of document 1"),
    ],
)
def test_arguments_are_checked_before_anything_is_written(
    make: Make, tmp_path: Path, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    metric = make()
    with pytest.raises(error, match=message):
        metric.compute(predictions=PREDICTIONS, references=GOLD, **options)
    assert left_behind(tmp_path) == []
    # A lock that stayed would make the next instance wait a second and take another file.
    assert metric.compute(predictions=PREDICTIONS, references=GOLD) == score(PREDICTIONS, GOLD)


def test_an_argument_that_evaluate_load_would_forget_is_refused(make: Make) -> None:
    with pytest.raises(TypeError, match=r"no argument 'k' .* go to compute"):
        make(k=10)


def test_an_error_in_the_scoring_leaves_nothing_behind(make: Make, tmp_path: Path) -> None:
    metric = make()
    with pytest.raises(ValueError, match=r"document 1 .* has no gold"):
        metric.compute(predictions=PREDICTIONS, references=[["a"], [], ["b"]], empty_gold="error")
    assert left_behind(tmp_path) == []
    assert metric.compute(predictions=PREDICTIONS, references=GOLD) == score(PREDICTIONS, GOLD)


def test_an_error_in_one_instance_leaves_the_rows_of_another_alone(make: Make) -> None:
    first, second = make(), make()
    first.compute(predictions=PREDICTIONS, references=GOLD)
    # This takes the cache file that the first had, and has left.
    second.add_batch(predictions=PREDICTIONS, references=GOLD)
    with pytest.raises(ValueError, match="no document has a gold keyphrase"):
        first.compute(predictions=[["a"]], references=[[]])
    first.reset()
    assert second.compute() == score(PREDICTIONS, GOLD)


# --- rows of before, seeds, threads


def test_rows_of_before_are_not_merged_unseen(make: Make, tmp_path: Path) -> None:
    metric = make()
    metric.add(prediction=["a"], reference=["a"])
    with pytest.raises(ValueError, match="1 documents were added before and are not computed"):
        metric.compute(predictions=PREDICTIONS, references=GOLD)
    assert len(metric) == 1
    metric.reset()
    assert (len(metric), left_behind(tmp_path)) == (0, [])
    assert metric.compute(predictions=PREDICTIONS, references=GOLD) == score(PREDICTIONS, GOLD)
    metric.add(prediction=["a"], reference=["a"])
    result = metric.compute()
    assert result is not None
    assert result["documents"] == 1


def test_numpy_s_global_seed_neither_matters_nor_changes(make: Make) -> None:
    results: list[Any] = []
    for seed in (1, 2):
        np.random.seed(seed)
        following = np.random.random(3)
        np.random.seed(seed)
        metric = make(seed=seed)
        results.append(
            metric.compute(predictions=PREDICTIONS, references=GOLD, confidence=0.9, resamples=99)
        )
        assert (np.random.random(3) == following).all()
    assert results[0] == results[1]


def test_each_thread_may_have_an_instance_of_its_own(make: Make) -> None:
    results: list[Any] = []

    def work(number: int) -> None:
        metric = make(experiment_id=f"thread-{number}")
        results.append(metric.compute(predictions=PREDICTIONS, references=GOLD))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [score(PREDICTIONS, GOLD)] * 3


# --- loading


def siblings() -> set[str]:
    own = {"__init__", "app", "slovke_metric"}
    return {path.stem for path in FOLDER.glob("*.py")} - own


def test_the_source_scan_finds_every_sibling_and_nothing_to_download() -> None:
    imports = get_imports(str(FOLDER / "slovke_metric.py"))
    found = {name for kind, name, _, _ in imports if kind == "internal"}
    assert found == siblings()
    assert {kind for kind, *_ in imports} == {"internal", "library"}
    libraries = {name for kind, name, *_ in imports if kind == "library"}
    assert libraries - set(sys.stdlib_module_names) == {"datasets", "evaluate"}


def test_no_module_needs_more_than_the_requirements() -> None:
    allowed = {"datasets", "evaluate", "numpy", "simplemma"}
    for name in siblings():
        libraries = {
            library
            for kind, library, *_ in get_imports(str(FOLDER / f"{name}.py"))
            if kind == "library"
        }
        assert libraries - set(sys.stdlib_module_names) <= allowed, name
    requirements = (FOLDER / "requirements.txt").read_text(encoding="utf-8").split()
    assert {line.split(">=")[0] for line in requirements} == allowed


def test_the_class_that_evaluate_takes_is_ours() -> None:
    assert import_main_class("slovke_metric.slovke_metric") is SlovkeMetric


LOAD = """
import json, os, sys
sys.modules["transformers"] = None  # evaluate imports it, and torch, where they are: half a minute
import evaluate
del sys.modules["transformers"]  # datasets takes a name that is there for a module
for name in ("slovke", "typer", "stanza", "gradio"):
    sys.modules[name] = None  # as if it were not installed
for folder, path in json.loads(sys.argv[1]):
    os.chdir(folder)
    try:
        metric = evaluate.load(path)
    except FileNotFoundError as error:
        print(str(error).split(" at ")[0])
    else:
        own, gold = [["rozvoja vidieka"]], [["rozvoj vidieka"]]
        print(metric.compute(predictions=own, references=gold)["exact_recall@6"])
"""


def test_it_loads_in_every_way_that_the_card_names_and_in_no_other(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    copy = install_metric(tmp_path / "project")
    ways = [
        (FOLDER.parent, "slovke_metric"),
        (FOLDER.parent, "./slovke_metric"),
        (FOLDER.parent, "slovke_metric/slovke_metric.py"),
        (tmp_path / "elsewhere", slovke_metric.PATH),
        (copy.parent, "slovke_metric"),
        (tmp_path / "elsewhere", "slovke_metric"),
    ]
    argument = json.dumps([(str(folder), path) for folder, path in ways])
    done = run(LOAD, tmp_path, tmp_path, argument)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["1.0"] * 5 + ["Couldn't find a module script"]


TWO = """
import json, sys
sys.modules["transformers"] = None
from slovke_metric.slovke_metric import SlovkeMetric
del sys.modules["transformers"]
predictions, references, number, cache = json.loads(sys.argv[1])
results = []
for cut in (1, 3):  # the second time the second process has no documents
    own = slice(cut) if number == 0 else slice(cut, None)
    metric = SlovkeMetric(
        num_process=2, process_id=number, experiment_id=str(cut), cache_dir=cache, timeout=300
    )
    results.append(metric.compute(predictions=predictions[own], references=references[own], k="O"))
print(json.dumps(results))
"""


def test_two_processes_score_as_one(tmp_path: Path) -> None:
    answers: dict[int, Any] = {}

    def work(number: int) -> None:
        argument = json.dumps([PREDICTIONS, GOLD, number, str(tmp_path / "cache")])
        done = run(TWO, tmp_path, tmp_path, argument)
        assert done.returncode == 0, done.stderr
        answers[number] = json.loads(done.stdout)

    threads = [threading.Thread(target=work, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {0: [score(PREDICTIONS, GOLD, k="O")] * 2, 1: [None, None]}
