"""The commands that talk to the Hub: options, output, exit codes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from builder.cli.app import app
from slovke.cli.app import run
from tests.cleaned_folder import record
from tests.hub.server import Hub
from tests.hub.state import WRITE_TOKEN
from tests.published import REPO

Command = Callable[..., int]


@pytest.fixture
def command(hub: Hub, protocol: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Runs a command as typed, against the Hub on loopback; gives the exit code."""
    import_module("builder.cli.publish")
    template = hub.url + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", hub.url)
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", template)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_TOKEN", WRITE_TOKEN)
    return lambda *words: run(lambda: app([str(word) for word in words], prog_name="builder"))


@pytest.mark.full
def test_publish_dry_run_then_for_good_then_roll_back(
    hub: Hub,
    command: Command,
    builds: tuple[Path, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, second = ([build, "--repo", REPO, "--version", build.name] for build in builds)
    assert command("publish", *first, "--create", "--dry-run") == 0
    shown = capsys.readouterr().out
    assert "documents: 60 added, 0 removed, 0 changed, 0 moved" in shown
    assert "files to send" in shown
    assert hub.state.find("datasets", REPO) is None

    assert command("publish", *first, "--create") == 0
    assert command("publish", *second, "--withdrawn", builds[1].parent / "cleaned-1.1.0") == 0
    shown = capsys.readouterr().out
    assert "10 added, 5 removed (2 withdrawn at the source), 3 changed, 0 moved" in shown
    assert f"published {REPO} 1.1.0: {hub.url}/datasets/{REPO}/tree/v1.1.0" in shown
    assert WRITE_TOKEN not in shown

    out = tmp_path / "diff.csv"
    assert command("diff", "1.0.0", f"{REPO}@1.1.0", "--out", out) == 0
    assert f"18 documents differ: {out}" in capsys.readouterr().out
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 19
    assert sum(line.startswith(f"{record(4)['id']},removed withdrawn,") for line in lines) == 1
    assert command("diff", builds[0], "1.0.0", "--out", out) == 0
    assert "0 documents differ" in capsys.readouterr().out

    assert command("rollback", "--version", "1.0.0", "--repo", REPO) == 0
    shown = capsys.readouterr().out
    assert "has the content of 1.0.0 again" in shown
    assert "2 theses that the source withdrew since come back with it" in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["publish", "{build}", "--repo", REPO, "--version", "1.0.0"], "--create makes it"),
        (["publish", "{build}", "--repo", "SlovKE", "--version", "1.0.0"], "expected owner/name"),
        (["publish", "{build}", "--repo", REPO, "--version", "1.2.0"], "is version 1.0.0"),
        (["publish", "{empty}", "--repo", REPO, "--version", "1.0.0"], "not a build"),
        (
            ["publish", "{build}", "--repo", REPO, "--version", "1.0.0", "--persons", "{empty}/no"],
            "so persons' names can't be checked",
        ),
        (
            ["publish", "{build}", "--repo", REPO, "--version", "1.0.0", "--withdrawn", "{empty}"],
            "withdrawn.json: no such file",
        ),
        (["rollback", "--version", "1.0.0"], f"{REPO}: no such dataset on the Hub"),
        (["diff", "{empty}", "1.0.0"], "not a build (no build.json in it)"),
        (["diff", "1.0.0", "1.1.0"], f"{REPO}: no such dataset on the Hub"),
        (["publish-leaderboard", "{empty}", "--repo", "tester/board"], "no index.html in it"),
        (["publish-metric", "--repo", "tester/other"], "must end in /slovke_metric"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(
    command: Command,
    builds: tuple[Path, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    message: str,
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert command(*(word.format(build=builds[0], empty=empty) for word in words)) == 2
    line = capsys.readouterr().err
    assert message in line
    assert line.startswith("error: ")
    assert line.count("\n") == 1
