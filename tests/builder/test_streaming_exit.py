"""Leaving a stream early must not abort or hang the interpreter.

`datasets` scans Parquet with threads of pyarrow's, and the bytes that these read ahead are Python's
objects. Who lets go of the scan last frees them; if that is such a thread, and the interpreter is
ending, the process aborts (apache/arrow#45214). With several row groups a shard a thread is always
at work then; with one (tests/builder/test_shards.py counts them) nothing is left to do, and only on
a machine with far more work than cores does a thread come too late: 3 of 20 times with six busy
processes on two cores, never of 10 without them. Nothing in a file keeps the bytes from being
Python's, so plain `load_dataset` gets three tries here. `slovke.load` reads without such threads
(0 of 30 times beside the same six processes) and gets one.
"""

import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from builder.build import BuildOptions, read_cleaned, write_build
from tests.cleaned_folder import record, write_cleaned

PROGRAMS = {
    "load_dataset, next": (
        3,
        """
import datasets
stream = datasets.load_dataset({root!r}, split="train", streaming=True)
print(next(iter(stream))["id"])
""",
    ),
    "slovke.load, take": (
        1,
        """
import slovke
stream = slovke.load(root={root!r}, split="train", streaming=True)
print(list(stream.take(1))[0]["id"])
""",
    ),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("streaming")
    cleaned = write_cleaned(folder / "cleaned", [record(number) for number in range(2000)])
    return write_build(
        read_cleaned(cleaned), folder / "build", BuildOptions(configs=("default",))
    ).root


@pytest.mark.parametrize(("tries", "program"), PROGRAMS.values(), ids=PROGRAMS.keys())
def test_a_stream_may_be_left_after_one_row(
    root: Path, tmp_path: Path, tries: int, program: str
) -> None:
    shard = root / "data" / "train-00000-of-00008.parquet"
    assert pq.ParquetFile(shard).metadata.num_rows > 100
    for _ in range(tries):
        done = subprocess.run(
            [sys.executable, "-c", program.format(root=str(root))],
            capture_output=True,
            text=True,
            timeout=60,
            # USE_TORCH=0: datasets would import torch on the first row, which takes seconds.
            env={"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1", "USE_TORCH": "0"},
            check=False,
        )
        if done.returncode == 0:
            break
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.strip()) == 28
