"""The metric and a leaderboard in Spaces on the Hub on loopback."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

import slovke_metric
from builder.metric_page import page_of
from builder.publish_metric import metric_files, publish_metric
from builder.remote import Remote
from builder.remote_errors import Patience
from builder.space import LIST_FILE, SpaceFiles, publish_site, publish_space, with_fields
from slovke.errors import InputError
from slovke_metric.options import VERSION
from tests.hub.server import Hub
from tests.hub.state import WRITE_TOKEN
from tests.published import client_environment, run

METRIC = "tester/slovke_metric"
SITE = "tester/leaderboard"
EVALUATE = """
import json
import evaluate

metric = evaluate.load("tester/slovke_metric")
print(json.dumps(metric.compute(
    predictions=[["rozvojového potenciálu"]], references=[["Rozvojový potenciál"]], k=6
)))
"""

pytestmark = pytest.mark.usefixtures("protocol")


def space(hub: Hub, repo_id: str) -> Remote:
    patience = Patience(3, 0.01, 0.05)
    cache = hub.state.root / "cache"
    return Remote(
        repo_id, "space", endpoint=hub.url, token=WRITE_TOKEN, patience=patience, cache_dir=cache
    )


def publish(hub: Hub, files: dict[str, bytes], tag: str | None = None) -> str | None:
    said: list[str] = []
    return publish_space(
        space(hub, SITE), SpaceFiles(dict(files), "static", "Publish", tag), say=said.append
    )


@pytest.mark.full
def test_the_published_metric_is_what_evaluate_loads(hub: Hub, tmp_path: Path) -> None:
    commit = publish_metric(space(hub, METRIC), say=lambda line: None)
    repository = hub.repository(METRIC, "spaces")
    assert list(repository.references("refs/tags/")) == [f"refs/tags/metric-{VERSION}"]
    assert repository.resolve(f"metric-{VERSION}") == commit
    assert hub.state.settings("spaces", METRIC)["sdk"] == "static"
    # Run elsewhere, so that the metric can only come from the Space.
    script = tmp_path / "load.py"
    script.write_text(EVALUATE, encoding="utf-8")
    done = run([script], client_environment(hub, tmp_path / "home"))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["exact_recall@6"] == 1.0
    first = [path for _, path in hub.requests if "/resolve/" in path][:2]
    assert first[0].startswith(f"/spaces/{METRIC}/resolve/v")  # a tag of evaluate's: never there
    assert first[1] == f"/spaces/{METRIC}/resolve/main/slovke_metric.py"


def test_the_metrics_files_are_the_folders_with_a_card_for_the_space_and_a_page() -> None:
    folder = Path(slovke_metric.PATH)
    files = metric_files(folder, "static")
    assert {path.name for path in folder.glob("*.py")} <= files.keys()
    assert not any("__pycache__" in path for path in files)
    card = files["README.md"]
    assert isinstance(card, bytes)
    fields = yaml.safe_load(card.decode().split("---\n")[1])
    assert (fields["sdk"], fields["app_file"]) == ("static", "index.html")
    assert fields["title"]
    assert "index.html" in files


def test_gradio_needs_an_app(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="card is not there"):
        metric_files(tmp_path, "static")
    (tmp_path / "README.md").write_text("# slovke_metric\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"has no app.py"):
        metric_files(tmp_path, "gradio")
    (tmp_path / "app.py").write_text("", encoding="utf-8")
    card = metric_files(tmp_path, "gradio")["README.md"]
    assert isinstance(card, bytes)
    assert b"sdk: gradio\napp_file: app.py\n" in card
    with pytest.raises(InputError, match="expected static or gradio"):
        metric_files(tmp_path, "docker")


def test_a_cards_markup_is_shown_and_not_run() -> None:
    page = page_of(
        "---\ntitle: <b>&\n---\n# Name\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<script>x</script>\n"
    )
    assert "<title>&lt;b&gt;&amp;</title>" in page
    assert "<h1>Name</h1>" in page
    assert "<td>2</td>" in page
    assert "<script>" not in page


def test_a_metric_space_has_the_metrics_name(hub: Hub) -> None:
    with pytest.raises(InputError, match="must end in /slovke_metric"):
        publish_metric(space(hub, "tester/metric"), say=lambda line: None)


def test_a_published_version_is_not_changed(hub: Hub) -> None:
    first = publish(hub, {"a.py": b"1"}, "metric-1.0")
    assert publish(hub, {"a.py": b"1"}, "metric-1.0") == first
    with pytest.raises(InputError, match=r"the tag metric-1.0 is on other files .*raise"):
        publish(hub, {"a.py": b"2"}, "metric-1.0")
    second = publish(hub, {"a.py": b"2"}, "metric-1.1")
    assert second != first
    assert hub.repository(SITE, "spaces").resolve("metric-1.0") == first


def test_stale_pages_end_and_foreign_files_stay(hub: Hub, tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "systems").mkdir(parents=True)
    (site / "index.html").write_text("<h1>Scores</h1>", encoding="utf-8")
    (site / "systems" / "yake.html").write_text("yake", encoding="utf-8")
    (site / "elsewhere").symlink_to("/etc/hostname")
    publish_site(space(hub, SITE), site, say=lambda line: None)
    repository = hub.repository(SITE, "spaces")
    repository.commit(
        "refs/heads/main", repository.resolve("main"), {"notes.txt": b"theirs"}, "By hand"
    )
    (site / "systems" / "yake.html").unlink()
    publish_site(space(hub, SITE), site, say=lambda line: None)
    files = hub.files(SITE, kind="spaces")
    assert files.keys() == {".gitattributes", LIST_FILE, "README.md", "index.html", "notes.txt"}
    assert b"sdk: static\napp_file: index.html\n" in files["README.md"]
    assert len(repository.log("main")) == 4


def test_a_site_has_a_first_page(hub: Hub, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no index.html in it"):
        publish_site(space(hub, SITE), tmp_path, say=lambda line: None)


@pytest.mark.full
def test_a_dry_run_and_a_killed_tag(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("a", encoding="utf-8")
    shutil.copytree(tmp_path, tmp_path / "site", ignore=shutil.ignore_patterns("hub", "site"))
    assert publish_site(space(hub, SITE), tmp_path / "site", dry_run=True, say=print) is None
    assert {method for method, _ in hub.requests} == {"GET"}
    hub.fail("POST", "/tag/", status=500, times=3)
    with pytest.raises(InputError, match="the Hub answered 500"):
        publish(hub, {"a.py": b"1"}, "metric-1.0")
    commit = publish(hub, {"a.py": b"1"}, "metric-1.0")
    assert hub.repository(SITE, "spaces").resolve("metric-1.0") == commit


def test_a_cards_own_fields_stay() -> None:
    card = with_fields("---\ntitle: T\nsdk: gradio\n---\nText\n", {"sdk": "static"})
    assert card == "---\ntitle: T\nsdk: static\n---\n\nText\n"
    with pytest.raises(InputError, match="its YAML can't be read"):
        with_fields("---\na: [\n---\n", {})
