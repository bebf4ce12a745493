"""The README's examples run as they stand, against a Hub on this machine."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hub.server import Hub
from tests.published import ROOT, Publisher, client_environment

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


@pytest.fixture
def published(hub: Hub, publisher: Publisher, builds: tuple[Path, Path]) -> Hub:
    publisher.send(builds[0])
    return hub


def test_the_examples_run(published: Hub, builds: tuple[Path, Path], tmp_path: Path) -> None:
    work = tmp_path / "somewhere"
    work.mkdir()
    environment = client_environment(published, tmp_path / "home")
    ids = predictions_for(builds[0], work / "my-model.jsonl")

    def run(*command: str) -> str:
        done = subprocess.run(
            command,
            cwd=work,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    printed = [run(sys.executable, "-c", block) for block in blocks("python")]
    assert len(printed) == 3
    assert printed[1].strip() == str(ids)
    assert printed[2].startswith("0.333 1.000 0.667\nslovke_metric:")

    commands = [line[2:] for block in blocks("console") for line in block.splitlines()]
    # The systems write what `compare` reads, so they go first.
    commands.sort(key=lambda command: not command.startswith("slovke extract"))
    assert len(commands) == 4
    for command in commands:
        assert run(sys.executable, "-m", *shlex.split(command)).strip()


def predictions_for(build: Path, out: Path) -> int:
    """Write predictions for the test split; gives the number of its documents."""
    from slovke.sources import read_records

    records = read_records(str(build), "test")
    lines = [json.dumps({"id": r.id, "keyphrases": list(r.keyphrases[:2])}) for r in records]
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(records)


def test_the_line_of_a_predictions_file_is_one(tmp_path: Path) -> None:
    from slovke.sources import read_predictions

    (line,) = blocks("json")
    (tmp_path / "p.jsonl").write_text(line, encoding="utf-8")
    ((_, keyphrases),) = read_predictions(tmp_path / "p.jsonl").items()
    assert list(keyphrases) == ["rozvojový potenciál", "vidiek"]


def test_every_file_and_folder_that_is_named_is_there() -> None:
    linked = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README)
    named = re.findall(
        r"^\| `([\w/.]+)` \|", README[README.index("## Where things") :], re.MULTILINE
    )
    assert len(linked) > 3
    assert len(named) > 5
    assert [path for path in linked + named if not (ROOT / path).exists()] == []
