"""The cluster executors run the same shard functions: equal bytes, and failures that are seen."""

import functools
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.records import generate
from builder.cluster import PHASES, run_rank
from builder.phases import Job
from builder.reading import to_line
from builder.runner import LocalExecutor, run_clean
from slovke.errors import InputError

CHECKOUT = Path(__file__).resolve().parents[2]
SHARDS = 2  # the fewest that make an executor run two ranks
RECORDS = 6


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_raw(tmp_path_factory.mktemp("cluster") / "raw")


@pytest.fixture(scope="module")
def local(raw: Path) -> dict[str, bytes]:
    """What the local run leaves, which every other way must leave too."""
    job = Job(raw, raw.parent / "local", shards=SHARDS)
    with LocalExecutor() as executor:
        run_clean(job, executor)
    return content(job.out)


def write_raw(folder: Path) -> Path:
    folder.mkdir()
    lines = (f"{to_line(generated.record)}\n" for generated in generate(RECORDS, seed=5))
    (folder / "a.jsonl").write_text("".join(lines))
    return folder


def content(out: Path) -> dict[str, bytes]:
    files = [path for name in ("kept", "rejected", "private") for path in (out / name).iterdir()]
    files += out.glob("*.json")
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def test_ranks_one_by_one_give_the_bytes_of_the_local_run(
    raw: Path, local: dict[str, bytes], tmp_path: Path
) -> None:
    """As an executor calls them: a phase's ranks in any order, each phase after the one before."""
    ranks = Job(raw, tmp_path / "ranks", shards=SHARDS)
    for phase, per_shard in PHASES:
        tasks = SHARDS if per_shard else 1
        for rank in reversed(range(tasks)):
            run_rank(ranks, phase, None, rank, tasks)
    assert content(ranks.out) == local


def test_a_phase_before_its_time_says_what_is_missing(raw: Path, tmp_path: Path) -> None:
    job = Job(raw, tmp_path / "out", shards=SHARDS)
    with pytest.raises(InputError, match="run the phase 'distribute' first"):
        run_rank(job, "prepare", None, 0, SHARDS)


def command(raw: Path, out: Path, executor: str) -> list[str]:
    words = [sys.executable, "-m", "builder", "clean", str(raw), "--out", str(out)]
    return [*words, "--executor", executor, "--workers", "2", "--shards", str(SHARDS)]


@pytest.mark.full
@pytest.mark.parametrize("executor", ["datatrove-local", "ray"])
def test_executors_give_the_bytes_of_the_local_run(
    raw: Path, local: dict[str, bytes], tmp_path: Path, executor: str
) -> None:
    """In a process of their own: both start services that outlive a test."""
    pytest.importorskip("datatrove", reason="the extra `cluster` is not installed")
    run = functools.partial(
        subprocess.run, cwd=CHECKOUT, capture_output=True, text=True, timeout=600
    )
    done = run(command(raw, tmp_path / "out", executor))
    assert done.returncode == 0, done.stderr
    assert content(tmp_path / "out") == local
