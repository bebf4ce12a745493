"""Load two published releases with the oldest and the newest supported `datasets`.

Each set of versions gets a fresh environment (uv needs the package index), in which the unmodified
clients and this package talk to a Hub on this machine. Run by `make compat`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.hub.server import Hub, running_hub
from tests.hub.state import WRITE_TOKEN
from tests.loading import BY_NAME, BY_VERSION
from tests.published import ROOT, Publisher, client_environment, two_builds

UV = (sys.executable, "-m", "uv", "--quiet")


@dataclass(frozen=True, slots=True)
class Versions:
    """What to install beside this package.

    Attributes:
        packages: requirements, or options of `uv pip install`.
        columns: what `load_dataset(columns=["id", "keyphrases"])` gives. 2.14 compares the columns
            with all features that a card declares, so it needs `features=` of those columns beside;
            2.15 and later do not.
    """

    packages: Sequence[str]
    columns: Sequence[str] | str


COLUMNS = ["id", "keyphrases"]
SETS: Mapping[str, Versions] = {
    # Every bound in pyproject.toml at once: datasets, evaluate, huggingface_hub, pyarrow, ...
    "lowest": Versions(("--resolution", "lowest-direct"), "DatasetGenerationError"),
    # What pip makes of a project that pins `datasets` and nothing else.
    "2.14 among the newest": Versions(("datasets==2.14.7",), "DatasetGenerationError"),
    "newest": Versions(("datasets>=5",), COLUMNS),
}
SCRIPTS: Mapping[str, str] = {"load_dataset": BY_NAME, "slovke.load": BY_VERSION}


def main() -> int:
    """Check the named sets; the exit code is 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS), help=", ".join(SETS))
    names: list[str] = parser.parse_args().sets
    os.environ["HF_HUB_DISABLE_PROGRESS_BARS"] = "1"
    with (
        tempfile.TemporaryDirectory() as folder,
        running_hub(Path(folder) / "hub") as hub,
        ThreadPoolExecutor(len(names)) as pool,
    ):
        place = Path(folder)
        package = wheel(place / "source")
        pythons = {
            name: pool.submit(fresh_environment, place / f"{number}", package, SETS[name].packages)
            for number, name in enumerate(names)
        }
        builds = two_builds(place / "builds")
        for build in builds:
            Publisher(hub, WRITE_TOKEN).send(build)
        rows = [sizes(build) for build in builds]
        reports = {
            (name, title): pool.submit(
                report, hub, pythons[name].result(), script, rows, SETS[name].columns
            )
            for name in names
            for title, script in SCRIPTS.items()
        }
        for name in names:
            print(f"{name}: {installed(pythons[name].result())}", flush=True)
            for title in SCRIPTS:
                print(f"  {title}: {reports[name, title].result() or 'ok'}", flush=True)
        failed = [f"{name}: {title}" for (name, title), said in reports.items() if said.result()]
    print(f"failed: {', '.join(failed)}" if failed else "all versions load both releases")
    return 1 if failed else 0


def wheel(source: Path) -> Path:
    """Build this checkout's package, from a copy, since building writes beside the sources."""
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in ("slovke", "slovke_metric"):
        shutil.copytree(ROOT / name, source / name)
    subprocess.run([*UV, "build", "--wheel", str(source)], check=True)
    return next((source / "dist").glob("*.whl"))


def fresh_environment(folder: Path, package: Path, packages: Sequence[str]) -> Path:
    """Make an environment with these packages and this one; gives its Python."""
    python = folder / "bin" / "python"
    subprocess.run([*UV, "venv", "--python", sys.executable, str(folder)], check=True)
    # The package's own requirements by name: uv lowers only those that it is given directly.
    wanted = [str(package), "-r", str(ROOT / "pyproject.toml"), *packages]
    subprocess.run([*UV, "pip", "install", "--python", str(python), *wanted], check=True)
    return python


def installed(python: Path) -> str:
    """What is there of the packages that matter."""
    code = (
        "from importlib.metadata import version\n"
        "names = 'datasets', 'pyarrow', 'huggingface_hub', 'numpy'\n"
        "print(', '.join(f'{name} {version(name)}' for name in names))"
    )
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def report(
    hub: Hub,
    python: Path,
    script: str,
    rows: list[dict[str, int]],
    columns: Sequence[str] | str,
) -> str | None:
    """Run a script there; None if it gave each version's own rows, else what was wrong."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [python, "-c", script],
            env=client_environment(hub, Path(home)),
            cwd=home,  # not the checkout: the installed package is meant
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    if done.returncode:
        return f"FAILED\n{done.stderr[-2000:]}"
    got = json.loads(done.stdout.strip().splitlines()[-1])
    right = [got["old"], got["new"]] == rows and got["streamed"] == got["first"]
    if script == BY_NAME:
        right = right and got["columns"] == columns and got["columns with features"] == COLUMNS
    return None if right else f"WRONG: {got}"


def sizes(build: Path) -> dict[str, int]:
    """The rows of a build's splits."""
    parts = json.loads((build / "build.json").read_text(encoding="utf-8"))["splits"]["default"]
    return {split: part["num_examples"] for split, part in parts.items()}


if __name__ == "__main__":
    sys.exit(main())
