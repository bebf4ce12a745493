"""A built leaderboard as a static Space on the Hub on loopback."""

from __future__ import annotations

from pathlib import Path

import pytest

from builder.remote import Remote
from builder.remote_errors import Patience
from builder.space import publish_site
from slovke.leaderboard.options import ScoringOptions
from slovke.leaderboard.site import build_boards, write_leaderboard
from slovke.leaderboard.target import open_target
from tests.hub.server import Hub
from tests.hub.state import WRITE_TOKEN
from tests.published import Publisher, client_environment, run
from tests.slovke.leaderboard_folders import write_all

OPEN = """
from slovke.leaderboard.target import open_target
from slovke.sklep.target import pinned

for name in ("NaiveNeuron/SlovKE", "NaiveNeuron/SlovKE@1.0.0"):
    target = open_target(name, "test")
    print(*target.revisions, len(target.documents))
print(*pinned("NaiveNeuron/SlovKE", "test")[1])
print(*pinned("NaiveNeuron/SlovKE@v1.0.0", "test")[1])
"""


@pytest.mark.full
@pytest.mark.usefixtures("protocol")
def test_the_space_holds_the_sites_bytes_and_a_second_time_nothing_is_sent(
    hub: Hub, tmp_path: Path
) -> None:
    dataset, submissions = write_all(tmp_path)
    target = open_target(str(dataset), "test")
    boards = build_boards(submissions, target, [ScoringOptions(resamples=20)], "yake")
    write_leaderboard(boards, target, tmp_path / "site")
    remote = Remote(
        "tester/leaderboard",
        "space",
        endpoint=hub.url,
        token=WRITE_TOKEN,
        patience=Patience(3, 0.01, 0.05),
        cache_dir=hub.state.root / "cache",
    )
    said: list[str] = []
    commit = publish_site(remote, tmp_path / "site", say=said.append)
    assert hub.state.settings("spaces", "tester/leaderboard")["sdk"] == "static"
    for path in ("index.html", "systems/good.html", "data/scores.csv"):
        assert remote.read(path, commit or "main") == (tmp_path / "site" / path).read_text("utf-8")
    write_leaderboard(boards, target, tmp_path / "site")
    assert publish_site(remote, tmp_path / "site", say=said.append) == commit
    assert "0 files to send (0 bytes), 0 to delete" in said


@pytest.mark.full
def test_the_revision_is_that_of_the_build_or_of_the_release(
    hub: Hub, publisher: Publisher, builds: tuple[Path, Path], tmp_path: Path
) -> None:
    local = open_target(str(builds[0]), "test")
    assert local.revisions == ("1.0.0",)
    publisher.publish(builds[0])
    publisher.publish(builds[1])
    done = run(["-c", OPEN], client_environment(hub, tmp_path / "home"))
    assert done.returncode == 0, done.stderr
    newest, first, head, tagged = (line.split() for line in done.stdout.splitlines())
    assert (newest[0], first[0]) == ("1.1.0", "1.0.0")
    assert newest[1] != first[1]
    assert {len(newest[1]), len(first[1])} == {40}
    assert int(first[2]) == len(local.documents)
    # skLEP's data have no list of releases: there the Hub itself is asked for the commit.
    assert len(head[0]) == 40
    assert tagged == [first[1], "v1.0.0"]
