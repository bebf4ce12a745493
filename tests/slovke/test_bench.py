"""The benchmark's runs: own processes, resuming, systems that fail, variants, files written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from slovke.bench.benchmark import benchmark
from slovke.bench.plan import fingerprint, plan
from slovke.bench.scoring import holm
from slovke.errors import InputError
from slovke.extract.protocol import Document
from slovke.predict import predict
from slovke.record import Record
from tests.slovke.llm_server import Answer, LlmServer, chat, refuse

OWN_SYSTEMS = '''
"""Systems of a user's own."""
import os
from pathlib import Path


class FirstWords:
    """Each document's first words; leaves a line for each document that it sees."""

    name = "first words"

    def extract(self, documents):
        for document in documents:
            with Path("seen.txt").open("a") as seen:
                seen.write(document.id + "\\n")
            print("systems may print")
            yield document.abstract.split()[:4]


class Broken(FirstWords):
    def extract(self, documents):
        raise KeyError("nothing\\nthere")


class Dies(FirstWords):
    def extract(self, documents):
        os._exit(9)
'''

RECORDS = [
    Record(
        id=f"d{n}",
        title=None,
        abstract=f"Rozvoja vidieka sa týka práca {n}. Cestovný ruch na Orave rastie.",
        keyphrases=("rozvoj", "cestovný ruch", f"práca {n}"),
        university=None,
        faculty=None,
        year=None,
        document_type=None,
    )
    for n in range(5)
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "own_systems.py").write_text(OWN_SYSTEMS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(systems: list[str], out: Path, lines: list[str] | None = None, **more: Any) -> Any:
    names = ("options", "thresholds", "encoders", "canonical")
    runs = plan(systems, **{name: more.pop(name) for name in names if name in more})
    say = (lines if lines is not None else []).append
    return benchmark(
        runs, RECORDS, out, dataset="own.jsonl", split="test", resamples=50, say=say, **more
    )


def test_a_users_class_and_predictions_file_are_scored_side_by_side(folder: Path) -> None:
    gold = folder / "gold.jsonl"
    rows = [json.dumps({"id": r.id, "keyphrases": r.keyphrases}) + "\n" for r in RECORDS]
    gold.write_text("".join(rows), encoding="utf-8")
    lines: list[str] = []
    results = run(["own_systems:FirstWords", str(gold)], folder / "out", lines, canonical=True)

    first, cited, given, _ = results["systems"]
    assert (first, cited, given) == (
        "own_systems.FirstWords",
        "own_systems.FirstWords+canonical",
        "gold",
    )
    assert results["systems"]["gold"]["scores"]["exact_recall@6"] == 1.0
    assert re.search(r"documents/s, [\d.]+ ms each\), \d+ MB", lines[0])
    # "Rozvoja" is "rozvoj" by lemmas, and on the surface only in citation form.
    assert results["systems"][first]["scores"]["exact_f1@6"] > 0
    surfaces = [results["systems"][name]["surface"]["exact_f1@6"] for name in (first, cited)]
    assert surfaces[0] == 0.0 < surfaces[1]
    change = results["citation"][0]["surface"]
    assert change["difference"] == pytest.approx(surfaces[1])
    assert [(one["a"], one["b"]) for one in results["comparisons"]] == [(first, "gold")]
    written = {path.name for path in (folder / "out").iterdir()}
    assert written >= {"scores.json", "report.md", "tables.tex", "index.html", "predictions"}
    assert json.loads((folder / "out/scores.json").read_text()) == results


def test_the_same_call_runs_nothing_twice_and_gives_the_same_scores(folder: Path) -> None:
    systems, out = ["own_systems:FirstWords"], folder / "out"
    run(systems, out)
    scores = (out / "scores.json").read_bytes()
    lines: list[str] = []
    run(systems, out, lines)
    assert lines[0].endswith("done before")
    assert (folder / "seen.txt").read_text().split() == [r.id for r in RECORDS]
    assert (out / "scores.json").read_bytes() == scores
    assert str(folder) not in scores.decode()

    own = folder / "own_systems.py"  # another version of the system is run again
    own.write_text(OWN_SYSTEMS.replace("[:4]", "[:1]"), encoding="utf-8")
    run(systems, out)
    assert len((folder / "seen.txt").read_text().split()) == 10
    assert (out / "scores.json").read_bytes() != scores


def test_a_killed_run_goes_on_in_the_middle(folder: Path) -> None:
    out = folder / "out"
    (single,) = plan(["own_systems:FirstWords"])
    run([single.system], out)
    whole = (out / "predictions/own_systems.FirstWords.jsonl").read_bytes()
    # What a kill leaves: the partial file with two whole lines and a cut one, no result.
    digest = __import__("hashlib").sha256((out / "documents.jsonl").read_bytes()).hexdigest()
    mark = fingerprint(single, digest)
    (out / "runs/own_systems.FirstWords.json").unlink()
    target = out / "predictions/own_systems.FirstWords.jsonl"
    target.unlink()

    class Cut:
        name = "first words"

        def extract(self, documents: object) -> Any:
            raise RuntimeError("killed")

    documents = [Document(r.id, r.abstract) for r in RECORDS]
    with pytest.raises(RuntimeError):
        predict(Cut(), documents, target, fingerprint=mark)
    (partial,) = target.parent.glob("*.partial")
    partial.write_bytes(b"".join(whole.splitlines(keepends=True)[:2]) + b'{"id": "d2", "ke')
    (folder / "seen.txt").unlink()

    run([single.system], out)
    assert (folder / "seen.txt").read_text().split() == ["d2", "d3", "d4"]
    assert target.read_bytes() == whole


def test_a_system_that_fails_costs_its_own_row_only(folder: Path) -> None:
    reasons = {
        "own_systems:Broken": r"KeyError: .*nothing.*\(own_systems.py:\d+\)",
        "own_systems:Dies": "ended with code 9",
        "own_systems:Missing": "has no 'Missing'",
        "no_such_module.inner:Thing": "cannot import 'no_such_module'",
        "nonesuch": "no system 'nonesuch'",
    }
    with pytest.raises(InputError, match=r"no result of own_systems\.Broken, ") as caught:
        run([*reasons, "own_systems:FirstWords"], folder / "out")
    assert "\n" not in str(caught.value)
    results = json.loads((folder / "out/scores.json").read_text())
    assert list(results["systems"]) == ["own_systems.FirstWords"]
    for (system, reason), error in zip(reasons.items(), results["failed"].values(), strict=True):
        assert re.search(reason, error), system
    assert "ended with code 9" in (folder / "out/index.html").read_text()


def test_keyllm_asks_failed_documents_again_keeps_the_cap_and_hides_the_key(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OTHER_KEY", "sk-very-secret")

    def answer(prompt: str, _: int) -> Answer:
        return refuse(400) if "práca 3" in prompt else chat("rozvoj; cestovný ruch")

    with LlmServer(answer) as server:
        options = {
            "model": "m",
            "base_url": server.base_url,
            "key_variable": "OTHER_KEY",
            "cache": str(folder / "replies.sqlite"),
            "input_price": 10.0,
            "output_price": 10.0,
        }
        out = folder / "out"
        results = run(["keyllm"], out, options={"keyllm": options}, max_cost=1.0)
        assert results["systems"]["keyllm"]["failures"] == {"d3": "HTTP 400"}
        assert results["systems"]["keyllm"]["scores"]["documents_without_predictions"] == 1
        asked = len(server.prompts)
        run(["keyllm"], out, options={"keyllm": options}, max_cost=1.0)
        assert len(server.prompts) == asked + 1  # only the one that failed is asked again
        with pytest.raises(InputError, match="cap of 0"):
            run(["keyllm"], folder / "b", options={
                "keyllm": options | {"cache": None}}, max_cost=0.0)  # fmt: skip
    shown = "".join(capfd.readouterr())
    assert "0.0144 spent, about" in shown
    for path in folder.rglob("*"):
        if path.is_file():
            assert b"sk-very-secret" not in path.read_bytes(), path
    assert "sk-very-secret" not in shown
    assert server.base_url not in (out / "scores.json").read_text()


def test_variants_get_names_of_their_own() -> None:
    runs = plan(
        ["yake", "keybert=a/x", "keybert=b/y", "lemmarank", "keyllm"],
        thresholds=[None, 0.85],
        encoders=["kinit/slovakbert-sts-stsb", "all-MiniLM-L6-v2"],
        canonical=True,
    )
    assert [one.name for one in runs] == [
        "yake",
        "yake+canonical",
        "keybert-x",
        "keybert-x+canonical",
        "keybert-y",
        "keybert-y+canonical",
        "lemmarank",
        "lemmarank+surface",
        "keyllm",
        "keyllm-85-slovakbert-sts-stsb",
        "keyllm-85-all-MiniLM-L6-v2",
    ]


@pytest.mark.parametrize(
    ("systems", "more", "said"),
    [
        ([], {}, "no system"),
        (["yake", "yake"], {}, "'yake'"),
        (["keyllm"], {"thresholds": [0.85]}, "--encoder"),
    ],
)
def test_a_plan_that_cannot_be_is_one_line(
    systems: list[str], more: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        plan(systems, **more)


def test_holms_adjustment_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
