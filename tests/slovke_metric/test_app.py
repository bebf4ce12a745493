"""The page to try the metric on: its tables, and a browser that clicks through it."""

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest

import slovke_metric
from slovke_metric import app

FOLDER = Path(slovke_metric.PATH)


def test_documents_are_parted_by_empty_lines() -> None:
    assert app.documents_of("a b\n c \n\n\nd\n") == [["a b", "c"], ["d"]]
    assert app.documents_of("a\n \nb") == [["a"], ["b"]]


def test_the_tables_show_scores_and_what_matched_what() -> None:
    scores, matches, notes = app.judge(
        app.EXAMPLE_PREDICTIONS, app.EXAMPLE_GOLD, "6", "sk", "default of the language"
    )
    assert [row[0] for row in scores] == ["exact", "partial", "gap"]
    # Document 1: 2 of 6 predictions and 2 of 3 gold; document 2: 1 of 6, 1 of 2.
    assert scores[0] == ["exact", "25.0", "58.3", "34.7"]
    assert ["1", "vidiek", "rozvoj vidieka", "one contains the other"] in matches
    assert ["2", "smerovanie", "-", "nothing in common"] in matches
    assert len(matches) == 7
    assert "Documents: 2" in notes
    assert "Signature: slovke_metric:" in notes


def test_what_can_be_mended_is_said() -> None:
    with pytest.raises(ValueError, match="1 documents in predictions and 2"):
        app.judge("a", "a\n\nb", "6", "sk", "none")
    with pytest.raises(ValueError, match="k must be"):
        app.judge("a", "a", "six", "sk", "none")


def test_the_file_alone_finds_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "slovke_metric"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path not in ("", ".")])
    alone = runpy.run_path(str(FOLDER / "app.py"), run_name="space")
    scores, _, _ = alone["judge"]("a", "a", "1", "sk", "none")
    assert scores[0] == ["exact", "100.0", "100.0", "100.0"]


@pytest.fixture
def address() -> Iterator[str]:
    """The app as `slovke app` starts it, on a free port."""
    environment = {**os.environ, "GRADIO_ANALYTICS_ENABLED": "False", "HF_HUB_OFFLINE": "1"}
    server = subprocess.Popen(
        [sys.executable, "-u", "-m", "slovke", "app", "--port", "0", "--no-open"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        cwd=FOLDER.parent,
    )
    found: Queue[str] = Queue()

    def listen() -> None:
        assert server.stdout is not None
        for line in server.stdout:
            if address := re.search(r"http://127\.0\.0\.1:\d+", line):
                found.put(address[0])

    Thread(target=listen, daemon=True).start()
    try:
        yield found.get(timeout=180)
    finally:
        server.terminate()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


@pytest.mark.full
def test_a_browser_clicks_through_the_page(browser: Any, address: str, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    shots = Path(os.environ.get("SLOVKE_SCREENSHOTS", tmp_path))
    page = browser.new_page(viewport={"width": 1100, "height": 1300})
    page.set_default_timeout(60_000)
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.goto(address)
    page.get_by_role("button", name="Score").click()
    expect(page.get_by_role("gridcell", name="one contains the other").first).to_be_visible()
    expect(page.get_by_role("gridcell", name="58.3").first).to_be_visible()
    page.screenshot(path=shots / "app.png", full_page=True)

    page.get_by_label("Predictions").fill("rozvoja vidieka")
    page.get_by_label("Gold").fill("rozvoj vidieka")
    page.get_by_label("k: a number, O or M").fill("O")
    page.get_by_role("button", name="Score").click()
    expect(page.get_by_role("gridcell", name="what inflection costs").first).to_be_visible()
    expect(page.get_by_role("gridcell", name="100.0").first).to_be_visible()

    page.get_by_label("k: a number, O or M").fill("six")
    page.get_by_role("button", name="Score").click()
    expect(page.get_by_text("k must be a whole number").first).to_be_visible()
    page.screenshot(path=shots / "app-error.png", full_page=True)
    # Nothing is fetched from elsewhere.
    assert {host.split(":")[0] for host in hosts} <= {"127.0.0.1", "localhost"}
