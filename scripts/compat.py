"""Load a build with the oldest and the newest supported `datasets`, each in a fresh environment.

    python scripts/compat.py [--sets oldest newest] [--build DIR] [--keep DIR]

The packages come from the registry that pip is configured for. Without `--build` a small build of
invented records is made with the packages at hand.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# `datasets` 2.14 names no upper bound of its own packages: fsspec 2023.10 broke it, and numpy 2
# came after it. The others bring what they need.
SETS: dict[str, tuple[str, ...]] = {
    "oldest": (
        "datasets==2.14.0",
        "fsspec==2023.9.2",
        "huggingface_hub==0.25.2",
        "pyarrow==17.0.0",
        "pandas<2.3",
        "numpy<2",
    ),
    "last-2": (
        "datasets==2.21.0",
        "huggingface_hub==0.25.2",
        "pyarrow<21",
        "numpy<2",
        "pandas<2.3",
    ),
    "last-3": ("datasets==3.6.0", "huggingface_hub<1", "pyarrow<21"),
    "first-4": ("datasets==4.0.0", "huggingface_hub<1"),
    "newest": ("datasets",),
}

# What each environment must be able to do; written for every version at once.
PROGRAM = """
import sys
import datasets
import pyarrow

root, cache = sys.argv[1:3]
sizes = {}
for config in ("default", "keyphrases", "extraction", "test45k"):
    loaded = datasets.load_dataset(root, config, cache_dir=cache)
    sizes[config] = {str(split): part.num_rows for split, part in loaded.items()}
    for part in loaded.values():
        assert str(part.info.version) == "1.0.0", part.info.version
train = datasets.load_dataset(root, split="train", cache_dir=cache)
assert datasets.load_dataset(root, split="test[:5]", cache_dir=cache).num_rows == 5

import slovke
from slovke.record import features

assert train.features == features(), train.features
assert train[0]["keyphrases"] and isinstance(train[0]["keyphrases"][0], str)
stream = datasets.load_dataset(root, split="train", streaming=True, cache_dir=cache)
assert sum(1 for _ in stream) == sizes["default"]["train"]
try:
    few = datasets.load_dataset(root, split="test", columns=["id", "keyphrases"], cache_dir=cache)
    columns = few.column_names == ["id", "keyphrases"]
except Exception as error:
    columns = f"no ({type(error).__name__})"

for config, expected in sizes.items():
    loaded = slovke.load("1.0.0", root=root, config=config, cache_dir=cache)
    assert {str(split): part.num_rows for split, part in loaded.items()} == expected
few = slovke.load(root=root, split="test[:3]", columns=["keyphrases", "id"], cache_dir=cache)
assert few.column_names == ["id", "keyphrases"] and few.num_rows == 3
stream = slovke.load(root=root, split="validation", streaming=True, cache_dir=cache)
assert sum(1 for _ in stream) == sizes["default"]["validation"]

print(
    f"datasets {datasets.__version__}, pyarrow {pyarrow.__version__}: load_dataset, streaming, "
    f"slices, slovke.load: ok; load_dataset(columns=...): {columns}"
)
"""


def main() -> int:
    """Try each set; 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", nargs="+", default=["oldest", "newest"], choices=SETS)
    parser.add_argument("--build", type=Path, help="a build to load; a small one is made without")
    parser.add_argument("--keep", type=Path, help="keep the environments in this folder")
    options = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        build = options.build or _small_build(place)
        for name in options.sets:
            python = _environment((options.keep or place).resolve() / name, SETS[name])
            print(f"{name}: ", end="", flush=True)
            if not _try(python, build.resolve(), place / f"cache-{name}"):
                failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _small_build(place: Path) -> Path:
    sys.path.insert(0, str(ROOT))
    from builder.build import BuildOptions, read_cleaned, write_build
    from tests.cleaned_folder import record, write_cleaned

    cleaned = write_cleaned(place / "cleaned", [record(number) for number in range(200)])
    options = BuildOptions(test45k=True)
    return write_build(read_cleaned(cleaned), place / "build", options).root


def _environment(folder: Path, requirements: tuple[str, ...]) -> Path:
    """A fresh virtual environment with exactly these requirements and what they need."""
    python, complete = folder / "bin" / "python", folder / "complete"
    if not complete.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", *requirements]
        subprocess.run(install, check=True)
        complete.touch()
    return python


def _try(python: Path, build: Path, cache: Path) -> bool:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "HF_HOME": str(cache),
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_OFFLINE": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    }
    done = subprocess.run(
        [str(python), "-c", PROGRAM, str(build), str(cache / "prepared")],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        cwd=build.parent,
    )
    print(done.stdout.strip() if done.returncode == 0 else f"FAILED\n{done.stderr[-3000:]}")
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
