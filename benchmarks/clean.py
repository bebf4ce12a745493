"""Speed and memory of the cleaning: `python benchmarks/clean.py [N] [--scaling 5000,20000,80000]`.

Generates N records (benchmarks/generate.py), cleans them in a process of its own and prints: CPU a
record, the largest process, the share of each stage, and what 794,527 records would take. With
`--scaling` it also cleans other sizes, to show that the time grows in step with the records.

CPU time is no fixed thing on a machine that others use: a core that shares its caches and clock
takes longer for the same work. So a yardstick, a short loop, is timed again and again during the
run; how much longer it took on average than at its fastest is printed beside the figure.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":  # run as a script: the packages stand in the folder above
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.generate import write
from benchmarks.records import generate
from builder.clean.deduplicate import duplicate_keys
from builder.clean.near_duplicates import Signer
from builder.clean.pipeline import load_tools, walk
from builder.options import CleanOptions
from builder.record import Draft
from builder.verdict import Keep

CHECKOUT = Path(__file__).resolve().parents[1]
REGISTER = 794_527  # records of the register in 2024
SAMPLE = 1_000  # records that the shares of the stages are taken from
MAX_CPU_MS = 9.0
MAX_MIB = 700.0


class Yardstick:
    """A loop of fixed work, timed now and then, to tell how others slow this machine down."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def take(self, times: int = 1) -> None:
        """Time the loop, some 2 ms of CPU, so many times."""
        for _ in range(times):
            start = time.process_time()
            total = 0
            for number in range(50_000):
                total += number & 7
            self.times.append(time.process_time() - start)

    @property
    def slowdown(self) -> float:
        """The loop's mean time over its time when least disturbed (the fastest of 20)."""
        ordered = sorted(self.times)
        return sum(ordered) / len(ordered) / ordered[len(ordered) // 20]

    def __str__(self) -> str:
        mean = 1000 * sum(self.times) / len(self.times)
        return f"{mean:.2f} ms on average, {self.slowdown:.2f} times its least"


@dataclass(frozen=True, slots=True)
class Measured:
    """One run: CPU and wall-clock seconds, and the peak of its largest process in MiB."""

    records: int
    cpu: float
    wall: float
    peak: float
    yardstick: Yardstick

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of CPU a record, start of the processes included."""
        return 1000 * self.cpu / self.records


def measure(records: int, workers: int, folder: Path) -> Measured:
    """Generate and clean `records` records; only the cleaning is measured."""
    raw = folder / f"raw-{records}"
    write(records, 1, raw)
    command = [sys.executable, "-m", "builder", "clean", str(raw)]
    command += ["--out", str(folder / f"clean-{records}"), "--workers", str(workers)]
    start = time.perf_counter()
    with (folder / f"log-{records}").open("w") as log:
        process = subprocess.Popen(command, cwd=CHECKOUT, stdout=log, stderr=log)
        yardstick = Yardstick()
        done = 0
        while not done:
            yardstick.take()
            time.sleep(0.25)
            # Its usage holds that of its workers, which it waits for.
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    if process.returncode:
        raise SystemExit((folder / f"log-{records}").read_text())
    cpu = usage.ru_utime + usage.ru_stime
    return Measured(records, cpu, wall, usage.ru_maxrss / 1024, yardstick)


def stage_shares(records: int, yardstick: Yardstick) -> dict[str, float]:
    """CPU seconds of each stage over some records, models loaded before."""
    options = CleanOptions()
    tools = load_tools(options)
    sign = Signer()
    drafts = [Draft.of(generated.record) for generated in generate(records, seed=2)]
    for draft in drafts[:50]:
        for _ in walk(draft, options, tools):
            pass
    spent: defaultdict[str, float] = defaultdict(float)
    for number, draft in enumerate(drafts):
        if number % 20 == 0:
            yardstick.take()
        clock = time.process_time()
        verdict = None
        for step in walk(draft, options, tools):
            now = time.process_time()
            spent[step.stage] += now - clock
            clock, verdict = now, step.verdict
        duplicate_keys(draft, "")
        now = time.process_time()
        spent["keys of duplicates"] += now - clock
        if isinstance(verdict, Keep):
            sign(verdict.draft.passages[0].text)
            spent["near-duplicate signatures"] += time.process_time() - now
    return dict(spent)


def report(measured: Measured, workers: int) -> None:
    """Print one run's figures and what they come to for the whole register."""
    hours = REGISTER * measured.wall / measured.records / 3600
    cpu_hours = REGISTER * measured.cpu / measured.records / 3600
    print(f"{measured.records:,} records, {workers} workers: {measured.wall:.1f} s")
    undisturbed = measured.cpu_ms / measured.yardstick.slowdown
    print(f"  CPU a record: {measured.cpu_ms:.2f} ms (at most {MAX_CPU_MS:.0f})")
    print(f"  yardstick: {measured.yardstick}; so undisturbed about {undisturbed:.2f} ms a record")
    print(f"  largest process: {measured.peak:.0f} MiB (under {MAX_MIB:.0f})")
    print(f"  {REGISTER:,} records: {cpu_hours:.2f} h of CPU, {hours:.2f} h at this pace")


def main() -> int:
    """Measure as the command line says; 1 where a bound is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", nargs="?", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--scaling", default="", help="more sizes, separated by commas")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        measured = measure(arguments.records, arguments.workers, Path(name))
        report(measured, arguments.workers)
        others = set(map(int, filter(None, arguments.scaling.split(",")))) - {arguments.records}
        for size in sorted(others):
            report(measure(size, arguments.workers, Path(name)), arguments.workers)
    records = min(SAMPLE, arguments.records)
    yardstick = Yardstick()
    spent = stage_shares(records, yardstick)
    total = sum(spent.values())
    print(f"share of each stage over {records:,} records, start of the process not counted:")
    for stage, seconds in spent.items():
        print(f"  {stage:26} {1000 * seconds / records:6.2f} ms {100 * seconds / total:5.1f} %")
    print(f"  {'all':26} {1000 * total / records:6.2f} ms; yardstick: {yardstick}")
    return int(measured.cpu_ms > MAX_CPU_MS or measured.peak > MAX_MIB)


if __name__ == "__main__":
    sys.exit(main())
