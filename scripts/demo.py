"""The whole way on the sample register: collect, clean, split, load, extract, score.

Each step is a command that a user can type; it is printed before it runs. Run by `make demo`.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOAD = """
from datasets import load_dataset
dataset = load_dataset({build!r})
print(dataset)
print(dataset["test"][0]["title"], "|", dataset["test"][0]["keyphrases"])
"""


def main() -> int:
    """Run all steps; the exit code is that of the first one that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("demo"), help="folder, made anew")
    out: Path = parser.parse_args().out
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    began = time.monotonic()
    builder = (sys.executable, "-m", "builder")
    raw, cleaned, build = out / "raw", out / "cleaned", out / "build"
    predictions = out / "yake.jsonl"

    with sample_register() as address:
        contact = "demo@example.org"  # the register on this machine wants to know who asks, too
        step(*builder, "collect", "--base-url", address, "--out", raw, "--contact", contact,
             "--delay", "0")  # fmt: skip
    step(*builder, "clean", raw, "--out", cleaned, "--workers", "2")
    step(*builder, "split", cleaned, "--out", build, "--seed", "42")
    step(sys.executable, "-c", LOAD.format(build=str(build)))
    slovke = (sys.executable, "-m", "slovke")
    step(*slovke, "extract", "yake", "--dataset", build, "--split", "test", "--out", predictions)
    step(*slovke, "score", predictions, "--dataset", build, "--split", "test", "-k", "6")
    print(f"\nAll of it took {time.monotonic() - began:.0f} s and lies in {out}/.")
    return 0


def step(*command: str | Path) -> None:
    """Print a command as a user would type it, run it, and leave with its code if it fails."""
    words = [str(word) for word in command]
    shown = ["python" if word == sys.executable else word for word in words]
    text = shlex.join(shown).replace("python -m slovke ", "slovke ")
    print(f"\n$ {text}" if "\n" not in text else f"\n$ python - <<EOF{words[-1]}EOF", flush=True)
    code = subprocess.run(words, check=False).returncode
    if code:
        sys.exit(code)


@contextmanager
def sample_register() -> Iterator[str]:
    """The sample register served on this machine, as its address; stopped afterwards."""
    command = [sys.executable, "-m", "builder", "serve-sample", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            address = next((word for word in line.split() if word.startswith("http://")), None)
            if address is None:
                sys.exit("error: the sample register did not start")
            yield address
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
