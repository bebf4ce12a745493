"""The whole way on the sample register: collect, clean, split, extract, score, publish, load.

Each step is a command that a user can type; it is printed before it runs. Publishing goes to a Hub
on this machine, and the last step loads from it by name, with the lines that work everywhere once
the dataset stands on the real one. Run by `make demo`.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

REPO = "NaiveNeuron/SlovKE"
LOAD = f"""
from datasets import load_dataset
dataset = load_dataset("{REPO}")
print(dataset)
"""
BUILDER = (sys.executable, "-m", "builder")
SLOVKE = (sys.executable, "-m", "slovke")


def main() -> int:
    """Run all steps; the exit code is that of the first one that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("demo"), help="folder, made anew")
    out: Path = parser.parse_args().out
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    began = time.monotonic()
    raw, cleaned, build = out / "raw", out / "cleaned", out / "build"
    predictions = out / "yake.jsonl"

    with sample_register() as address:
        contact = "demo@example.org"  # the register on this machine wants to know who asks, too
        step(*BUILDER, "collect", "--base-url", address, "--out", raw, "--contact", contact,
             "--delay", "0")  # fmt: skip
    step(*BUILDER, "clean", raw, "--out", cleaned, "--workers", "2")
    step(*BUILDER, "split", cleaned, "--out", build, "--seed", "42")
    step(*SLOVKE, "extract", "yake", "--dataset", build, "--split", "test", "--out", predictions)
    step(*SLOVKE, "score", predictions, "--dataset", build, "--split", "test", "-k", "6")
    with loopback_hub(out) as hub:
        step(*BUILDER, "publish", build, "--repo", REPO, "--version", "1.0.0", "--create",
             environment=hub)  # fmt: skip
        step(sys.executable, "-c", LOAD, environment=hub)
    print(f"\nAll of it took {time.monotonic() - began:.0f} s and lies in {out}/.")
    print("Once the dataset stands on the real Hub, these three lines are all that you type:")
    print(LOAD.rstrip())
    return 0


def step(*command: str | Path, environment: dict[str, str] | None = None) -> None:
    """Print a command as a user would type it, run it, and leave with its code if it fails."""
    words = [str(word) for word in command]
    text = shlex.join("python" if word == sys.executable else word for word in words)
    if words[1] == "-c":
        text = f"python - <<EOF{words[-1]}EOF"
    print("\n$ " + text.replace("python -m slovke ", "slovke "), flush=True)
    code = subprocess.run(words, check=False, env={**os.environ, **(environment or {})}).returncode
    if code:
        sys.exit(code)


@contextmanager
def served(*module: str) -> Iterator[str]:
    """Run a server of ours until the context ends; gives the first line that it prints."""
    command = [sys.executable, "-m", *module, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            if not line:
                sys.exit(f"error: {' '.join(module)} did not start")
            yield line
        finally:
            server.terminate()


@contextmanager
def sample_register() -> Iterator[str]:
    """The sample register served on this machine, as its address."""
    with served("builder", "serve-sample") as line:
        yield next(word for word in line.split() if word.startswith("http://"))


@contextmanager
def loopback_hub(out: Path) -> Iterator[dict[str, str]]:
    """A Hub on this machine, as the environment in which the Hub's clients talk to it."""
    with served("tests.hub", "--root", str(out / "hub")) as line:
        hub = json.loads(line)
        yield {
            "HF_ENDPOINT": hub["endpoint"],
            "HF_TOKEN": hub["tokens"]["write"],
            "HF_HOME": str((out / "hub-cache").absolute()),
            "HF_UPDATE_DOWNLOAD_COUNTS": "0",
            "HF_HUB_DISABLE_TELEMETRY": "1",
        }


if __name__ == "__main__":
    sys.exit(main())
