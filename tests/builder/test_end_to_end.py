"""The whole way on the sample register, as a user would type it: what comes out is what should."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from builder.sample_register import Thesis, load_theses

BUILDER = (sys.executable, "-m", "builder")
SLOVKE = (sys.executable, "-m", "slovke")


def run(*command: str | Path) -> str:
    """The output of a command that must succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def digests(folder: Path) -> dict[str, str]:
    """File -> SHA-256, for every file of a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def register() -> Iterator[str]:
    command = [*BUILDER, "serve-sample", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        match = re.search(r"http://\S+", line)
        assert match, line
        yield match.group()
        server.terminate()


@pytest.fixture(scope="module")
def work(register: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `raw`, `cleaned` and `build`, made by the commands."""
    work = tmp_path_factory.mktemp("chain")
    run(*BUILDER, "collect", "--base-url", register, "--out", work / "raw",
        "--contact", "test@example.org", "--delay", "0")  # fmt: skip
    run(*BUILDER, "clean", work / "raw", "--out", work / "cleaned", "--workers", "2")
    run(*BUILDER, "split", work / "cleaned", "--out", work / "build", "--seed", "42")
    return work


@pytest.fixture(scope="module")
def theses() -> list[Thesis]:
    return [thesis for thesis in load_theses() if thesis.expect.verdict != "withdrawn"]


def read(folder: Path) -> list[dict[str, object]]:
    return [
        row for path in sorted(folder.glob("*.parquet")) for row in pq.read_table(path).to_pylist()
    ]


def test_every_record_ends_in_one_place(work: Path) -> None:
    records = [
        json.loads(line)
        for path in sorted((work / "raw").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    kept = [str(row["id"]) for row in read(work / "cleaned" / "kept")]
    rejected = [str(row["id"]) for row in read(work / "cleaned" / "rejected")]
    assert len(records) > 120
    assert sorted(r["sid"] for r in records) == sorted([*kept, *rejected])
    funnel = json.loads((work / "cleaned" / "funnel.json").read_text())
    assert (funnel["start"], funnel["kept"], funnel["rejected"]) == (
        len(records),
        len(kept),
        len(rejected),
    )
    left = len(records)
    for stage in funnel["stages"]:
        left -= sum(stage["rejected"].values())
        assert stage["kept"] == left
    assert left == len(kept)


def test_the_gold_set_comes_out_right(
    work: Path, theses: list[Thesis], capsys: pytest.CaptureFixture[str]
) -> None:
    kept = {str(row["id"]): row for row in read(work / "cleaned" / "kept")}
    rejected = {str(row["id"]): row for row in read(work / "cleaned" / "rejected")}
    # The register keeps one record of two with one id; the gold set's other one never got here.
    seen = [t for t in theses if t.expect.reason != "duplicate-id"]

    expected_kept = {t.sid for t in seen if t.expect.verdict == "keep"}
    reasons = {t.sid: (t.expect.stage, t.expect.reason) for t in seen if t.sid not in expected_kept}
    assert {i: (r["stage"], r["reason"]) for i, r in rejected.items()} == reasons
    assert set(kept) == expected_kept

    def share(kind: str, field: str) -> float:
        of_kind = [
            t for t in seen if t.sid in expected_kept and any(k.startswith(kind) for k in t.kinds)
        ]
        right = [
            t for t in of_kind
            if (list(t.expect.keyphrases) if field == "keyphrases" else t.expect.abstract)
            == kept[t.sid][field]
        ]  # fmt: skip
        with capsys.disabled():
            print(f"\n  {kind}: {len(right)} of {len(of_kind)} {field} exactly right", end="")
        return len(right) / len(of_kind)

    assert share("header", "abstract") >= 0.98
    assert share("tail", "abstract") >= 0.98
    assert share("tail-recovered", "keyphrases") >= 0.98
    assert share("list", "keyphrases") >= 0.95


def test_the_splits_are_disjoint_and_load(work: Path) -> None:
    import datasets

    from slovke.record import features

    loaded = datasets.load_dataset(str(work / "build"), cache_dir=str(work / "cache"))
    assert set(loaded) == {"train", "validation", "test"}
    ids = [set(loaded[split]["id"]) for split in loaded]
    assert sum(map(len, ids)) == len(set.union(*ids)) == len(read(work / "cleaned" / "kept"))
    assert all(loaded[split].features == features() for split in loaded)
    persons = {name for t in load_theses() for name in (t.author, t.supervisor) if name}
    text = " ".join(str(row) for split in loaded for row in loaded[split])
    assert not [name for name in persons if name in text]


def test_streaming_gives_the_same_records(work: Path) -> None:
    code = (
        "import datasets, os, sys\n"
        "rows = datasets.load_dataset(sys.argv[1], split='train', streaming=True)\n"
        "print(len({row['id'] for row in rows}), flush=True)\n"
        "os._exit(0)"  # how it leaves by itself: tests/builder/test_streaming_exit.py
    )
    printed = run(sys.executable, "-c", code, work / "build").split()
    files = (work / "build" / "data").glob("train-*.parquet")
    assert int(printed[-1]) == sum(pq.read_metadata(path).num_rows for path in files)


def test_a_second_run_gives_the_same_bytes(work: Path) -> None:
    run(*BUILDER, "clean", work / "raw", "--out", work / "again", "--workers", "1")
    run(*BUILDER, "split", work / "again", "--out", work / "build-again", "--seed", "42")
    assert digests(work / "again" / "kept") == digests(work / "cleaned" / "kept")
    assert digests(work / "again" / "rejected") == digests(work / "cleaned" / "rejected")
    assert digests(work / "build-again") == digests(work / "build")


def test_the_baseline_is_extracted_and_its_gap_is_said(work: Path) -> None:
    out = work / "yake.jsonl"
    run(*SLOVKE, "extract", "yake", "--dataset", work / "build", "--split", "test", "--out", out)
    score = (*SLOVKE, "score", out, "--dataset", work / "build", "--split", "test", "-k", "6")
    scores = json.loads(run(*score, "--json"))
    assert scores["exact_f1@6"] < scores["partial_f1@6"]
    assert scores["gap_f1@6"] == pytest.approx(scores["partial_f1@6"] - scores["exact_f1@6"])
    table = run(*score)
    assert f"{100 * scores['gap_f1@6']:.1f}" in table
    assert "gap" in table


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": "x", "keyphrases": "ľan, hnojenie"}', ["bad.jsonl", "1", "list"]),
        ("not json", ["bad.jsonl", "1"]),
        ('{"keyphrases": []}', ["bad.jsonl", "1", "id"]),
    ],
)
def test_bad_predictions_get_one_line_and_exit_code_2(
    work: Path, tmp_path: Path, line: str, said: list[str]
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(line + "\n", encoding="utf-8")
    command = [*SLOVKE, "score", bad, "--dataset", work / "build", "--split", "test"]
    done = subprocess.run([str(w) for w in command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    (message,) = done.stderr.strip().splitlines()
    assert all(word in message for word in said), message
