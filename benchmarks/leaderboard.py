"""Time and memory of `slovke leaderboard build`: `python benchmarks/leaderboard.py`.

Three submissions for 22,344 documents (as many as the test split has), 15 keyphrases each, made by
`benchmarks/score.py`: they share about two thirds of their phrases. The command runs in a process
of its own, on one core, so that the dictionary is cold and the CPU time is that of the work.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # run as a script: the packages stand in the folder above
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.score import DOCUMENTS, Keyphrases, generate, yardstick

MAX_CPU_SECONDS = 45.0
MAX_MIB = 500.0


def write(documents: int, folder: Path) -> None:
    """Write `data.jsonl` and `submissions/{one,two,three}`."""
    predictions, gold = generate(documents, 1)
    other, _ = generate(documents, 2)
    draw = random.Random(5)
    rows = [
        {
            "id": f"d{number}",
            "title": f"Práca {number}",
            "abstract": ". ".join(4 * (gold[number] + predictions[number]))[:1500],
            "keyphrases": gold[number],
        }
        for number in range(documents)
    ]
    _write_lines(folder / "data.jsonl", rows)
    systems: dict[str, Keyphrases] = {
        "one": predictions,
        "two": [draw.sample(own, 8) + other[number][:7] for number, own in enumerate(predictions)],
        "three": [[*own[:4:-1], *other[number][8:13]] for number, own in enumerate(predictions)],
    }
    digest = hashlib.sha256((folder / "data.jsonl").read_bytes()).hexdigest()[:16]
    for name, own in systems.items():
        submission = folder / "submissions" / name
        submission.mkdir(parents=True)
        _write_lines(
            submission / "predictions.jsonl",
            ({"id": f"d{number}", "keyphrases": phrases} for number, phrases in enumerate(own)),
        )
        (submission / "submission.yaml").write_text(
            f"system: {name}\nauthors: [Jana Vymyslená]\nlicence: MIT\nparameters: none\n"
            f"trained_on: nothing\ndataset_revision: sha256:{digest}\nsplit: test\n",
            encoding="utf-8",
        )


def _write_lines(path: Path, rows: Iterable[Any]) -> None:
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")


def build(folder: Path) -> tuple[float, float]:
    """Run the command; CPU seconds and the peak of its memory in MiB."""
    command = [
        *(sys.executable, "-m", "slovke", "leaderboard", "build", str(folder / "submissions")),
        *("--baseline", "one", "--dataset", str(folder / "data.jsonl")),
        *("--out", str(folder / "site")),
    ]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    with subprocess.Popen(command, env=environment) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(process.returncode)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures; exit 1 if one is above its bound."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        # In a process of its own: the generator's memory would count as the command's.
        writer = f"from benchmarks.leaderboard import *; write({options.documents}, Path({name!r}))"
        checkout = Path(__file__).resolve().parents[1]
        subprocess.run([sys.executable, "-c", writer], check=True, cwd=checkout)
        cpu, peak = build(Path(name))
    print(
        f"3 systems x {options.documents:,} documents: {cpu:.1f} s CPU (at most {MAX_CPU_SECONDS:g}"
        f"), {peak:.0f} MiB (at most {MAX_MIB:g}); yardstick {yardstick():.2f} s"
    )
    if cpu > MAX_CPU_SECONDS or peak > MAX_MIB:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
