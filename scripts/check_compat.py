"""Load two published releases with the oldest and the newest supported `datasets`.

Each set of versions gets a fresh environment (pip needs its index), in which the unmodified clients
and this package talk to a Hub on this machine. Run by `make compat`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.hub.server import Hub, running_hub
from tests.hub.state import WRITE_TOKEN
from tests.loading import BY_NAME, BY_VERSION
from tests.published import ROOT, Publisher, client_environment, two_builds

# datasets 2.14 knows neither pyarrow 21 (no PyExtensionType), nor numpy 2, nor huggingface_hub 1.
SETS: Mapping[str, Sequence[str]] = {
    "oldest": (
        "datasets==2.14.7",
        "pyarrow==17.0.0",
        "numpy<2",
        "pandas<3",
        "huggingface_hub<1",
    ),
    "newest": ("datasets>=5",),
}
SCRIPTS: Mapping[str, str] = {"load_dataset": BY_NAME, "slovke.load": BY_VERSION}


def main() -> int:
    """Check the named sets; the exit code is 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=list(SETS), help=", ".join(SETS))
    names: list[str] = parser.parse_args().sets
    failed = []
    with tempfile.TemporaryDirectory() as folder, running_hub(Path(folder) / "hub") as hub:
        builds = two_builds(Path(folder) / "builds")
        for build in builds:
            Publisher(hub, WRITE_TOKEN).send(build)
        rows = [sizes(build) for build in builds]
        for name in names:
            python = fresh_environment(Path(folder) / name, SETS[name])
            print(f"{name}: {versions(python)}", flush=True)
            failed += [
                f"{name}: {title}"
                for title, script in SCRIPTS.items()
                if not loads(hub, python, Path(folder) / f"{name}-home", script, rows, title)
            ]
    print(f"failed: {', '.join(failed)}" if failed else "all versions load both releases")
    return 1 if failed else 0


def fresh_environment(folder: Path, packages: Sequence[str]) -> Path:
    """Make an environment with these packages and this checkout; gives its Python."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    source = folder / "source"  # a copy, since building a package writes beside its sources
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in ("slovke", "slovke_metric"):
        shutil.copytree(ROOT / name, source / name)
    install = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    subprocess.run([*install, str(source), *packages], check=True, cwd=folder)
    return python


def versions(python: Path) -> str:
    """What is installed of the packages that matter."""
    code = (
        "from importlib.metadata import version\n"
        "names = 'datasets', 'pyarrow', 'huggingface_hub', 'numpy'\n"
        "print(', '.join(f'{name} {version(name)}' for name in names))"
    )
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def loads(
    hub: Hub, python: Path, home: Path, script: str, rows: list[dict[str, int]], title: str
) -> bool:
    """Run a script there; say whether it gave each version's own rows."""
    done = subprocess.run(
        [python, "-c", script],
        env=client_environment(hub, home),
        cwd=python.parent,  # not the checkout: the installed package is meant
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode:
        print(f"  {title}: FAILED\n{done.stderr[-2000:]}", flush=True)
        return False
    got = json.loads(done.stdout.strip().splitlines()[-1])
    right = [got["old"], got["new"]] == rows and got["streamed"] == got["first"]
    columns = f"columns= gives {got['columns']}"
    print(f"  {title}: {'ok' if right else f'WRONG: {got}'}; {columns}", flush=True)
    return right


def sizes(build: Path) -> dict[str, int]:
    """The rows of a build's splits."""
    parts = json.loads((build / "build.json").read_text(encoding="utf-8"))["splits"]["default"]
    return {split: part["num_examples"] for split, part in parts.items()}


if __name__ == "__main__":
    sys.exit(main())
