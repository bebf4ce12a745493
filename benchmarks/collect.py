"""What collecting costs: peak memory and CPU a record, at growing sizes of the loopback register.

    python benchmarks/collect.py 1000 5000 20000

Register and collector run in processes of their own, so that the figures are the collector's alone.
Memory should stay flat: nothing is held that grows with the number of records. (SQLite fills its
caches, two megabytes each of the manifest and of the parsing, within the first thousands.)
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
BUILDER = (sys.executable, "-m", "builder")


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one run: records, requests, seconds of CPU and of the wall clock, peak MB, bytes kept."""

    records: int
    requests: int
    cpu: float
    wall: float
    peak: float
    raw: int


@contextmanager
def sample_register(records: int, cap: int) -> Iterator[str]:
    """A register of that size in its own process; gives its address."""
    process = subprocess.Popen(
        [*BUILDER, "serve-sample", "--records", str(records), "--cap", str(cap)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def measure(records: int, cap: int, out: Path) -> Cost:
    """Collect a register of that size into `out`."""
    with sample_register(records, cap) as base_url:
        process = subprocess.Popen(
            [
                *(*BUILDER, "collect", "--base-url", base_url, "--out", str(out)),
                *("--cap", str(cap), "--delay", "0"),
            ],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"the collector ended with {process.returncode}")
    report = json.loads((out / "collect.json").read_text(encoding="utf-8"))
    return Cost(
        records=report["known"],
        requests=report["requests"],
        cpu=usage.ru_utime + usage.ru_stime,
        wall=report["seconds"],
        peak=usage.ru_maxrss / 1024,  # kilobytes on Linux
        raw=sum(path.stat().st_size for path in (out / "raw").iterdir()),
    )


def main() -> None:
    """Measure the sizes of the command line and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[1000, 5000, 20000])
    parser.add_argument("--cap", type=int, default=20_000)
    arguments = parser.parse_args()
    print("records  requests  wall s   CPU s  CPU ms/record  peak MB  raw KB/record", flush=True)
    for size in arguments.sizes:
        with tempfile.TemporaryDirectory() as folder:
            cost = measure(size, arguments.cap, Path(folder))
        print(
            f"{cost.records:7,}  {cost.requests:8,}  {cost.wall:6.0f}  {cost.cpu:6.1f}"
            f"  {1000 * cost.cpu / cost.records:13.2f}  {cost.peak:7.1f}"
            f"  {cost.raw / 1000 / cost.records:13.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
