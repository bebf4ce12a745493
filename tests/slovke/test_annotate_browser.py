"""Two annotators judge six documents by keyboard in Chromium; the report is the one by hand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from slovke.annotate.judgements import read_comments, read_state
from slovke.annotate.report import make_report
from slovke.annotate.report_files import write_report
from slovke.annotate.sampling import SampleOptions, sample_keyphrases, sample_translations
from slovke.annotate.scores import Resampling
from slovke.annotate.server import AnnotationServer, open_session
from slovke.annotate.task import Task, TaskDocument, write_task
from slovke.record import Record
from tests.slovke.annotation_task import (
    CRITERION_KAPPA,
    EVA,
    JURAJ,
    KAPPA,
    SUMS,
    YES,
    draw,
    judged,
    planned,
)

pytestmark = pytest.mark.full


@contextmanager
def served(folder: Path, annotator: str) -> Iterator[str]:
    with AnnotationServer(open_session(folder, annotator)) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.address
        finally:
            server.shutdown()
            thread.join()


def opened(browser: Any, address: str, **options: Any) -> Any:
    # Reduced motion: the page scrolls at once, so that what is seen does not depend on the moment.
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **options)
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(address)
    page.wait_for_selector("li.now")
    return page


def press(page: Any, document: TaskDocument, keys: str) -> None:
    """Give one answer by the keyboard: see `annotation_task`."""
    if keys[0] == "d":
        _, text, keys = keys.split(":")
        page.keyboard.press("d")
        number = next(n for n, one in enumerate(document.candidates, 1) if one.text == text)
        page.keyboard.press(str(number))
    for key in keys:
        # A variant takes over the author's keyphrase, if the other one has it: nothing to choose.
        if not key.isdigit() or page.locator("#chooser").is_visible():
            page.keyboard.press(key)


def judge(page: Any, document: TaskDocument, plan: dict[str, str], most: int = 99) -> None:
    """Answer for each candidate that the page moves to."""
    for _ in range(min(most, len(document.candidates))):
        id_ = page.locator("li.now").get_attribute("id").removeprefix("candidate-")
        press(page, document, planned(plan, document, id_))


def shot(page: Any, folder: Path, name: str, *, full: bool = True) -> None:
    folder = Path(os.environ.get("SLOVKE_SCREENSHOTS", folder))
    page.screenshot(path=folder / f"{name}.png", full_page=full)


def wide(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def place(page: Any, text: str) -> None:
    from playwright.sync_api import expect

    expect(page.locator("#place")).to_have_text(text)


def saved(page: Any) -> None:
    from playwright.sync_api import expect

    expect(page.locator("#saved")).to_have_text("saved")


def test_two_annotators_by_keyboard_one_comes_back_later(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "task"
    task = draw(folder)
    documents = task.documents
    _eva_begins_and_everything_dies(browser, folder, task)

    with served(folder, "eva") as address:
        page = opened(browser, address)
        place(page, "3 of 6")
        # One candidate of the third document was judged; the page goes on with the next.
        assert page.locator("li.now .number").inner_text() == "2"
        judge(page, documents[2], EVA[documents[2].id], len(documents[2].candidates) - 1)
        for number in range(3, 6):
            page.keyboard.press("Enter")
            place(page, f"{number + 1} of 6")
            judge(page, documents[number], EVA[documents[number].id])
        saved(page)
        assert "Everything is judged" in page.locator("#complete").inner_text()
        assert page.errors == []
        page.context.close()

    with served(folder, "juraj") as address:
        page = opened(browser, address, viewport={"width": 390, "height": 844})
        page.keyboard.type("evuu")
        saved(page)
        assert page.locator("li.now .number").inner_text() == "1"
        assert page.locator("li .verdict").count() == 0
        assert page.locator("li.now [aria-pressed=true]").count() == 0
        for number, document in enumerate(documents):
            place(page, f"{number + 1} of 6")
            judge(page, document, JURAJ[document.id])
            page.keyboard.press("n")
        saved(page)
        assert not wide(page)
        assert page.errors == []
        page.context.close()

    report = make_report(folder, resampling=Resampling(resamples=200))
    for (system, way), sums in SUMS.items():
        own = report.scores[system][way]
        found = [own[name].value for name in ("precision", "recall", "f1")]
        assert found == pytest.approx([one / 6 for one in sums]), (system, way)
    assert report.agreement[0].kappa[0][2].value == pytest.approx(KAPPA)
    for row in report.agreement[3:]:
        expected = CRITERION_KAPPA[row.question]
        assert row.kappa[0][2].value == (None if expected is None else pytest.approx(expected))
    for system, yes in YES.items():
        judged_ = {"alfa": 24, "beta": 20}[system]
        shares = {name: judged_ * one.value for name, one in report.criteria[system].items()}
        assert shares == pytest.approx(yes)
    write_report(folder / "report", report)
    _see_the_figure(browser, folder / "report", tmp_path)
    for width, scheme in ((390, "light"), (1280, "light"), (1280, "dark")):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page = context.new_page()
        page.goto((folder / "report" / "report.html").as_uri())
        assert not wide(page)
        assert page.locator("svg[role=img]").count() == 2
        shot(page, tmp_path, f"report-{width}-{scheme}")
        context.close()


def _see_the_figure(browser: Any, folder: Path, shots: Path) -> None:
    """The SVG file as an image of a page, the way a reader of the Markdown sees it."""
    (folder / "see.html").write_text('<img src="figure.svg" width="760">', encoding="utf-8")
    page = browser.new_page()
    page.goto((folder / "see.html").as_uri())
    assert page.evaluate("document.images[0].naturalWidth") > 0
    shot(page, shots, "figure")
    page.close()


def _eva_begins_and_everything_dies(browser: Any, folder: Path, task: Task) -> None:
    """Two documents and a candidate; then the browser closes and the server is killed."""
    command = [sys.executable, "-m", "slovke", "annotate", "serve", str(folder)]
    with subprocess.Popen(
        [*command, "--annotator", "eva"], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[2]
            page = opened(browser, address)
            for number, document in enumerate(task.documents[:2]):
                place(page, f"{number + 1} of 6")
                judge(page, document, EVA[document.id])
                page.keyboard.press("n")
            place(page, "3 of 6")
            judge(page, task.documents[2], EVA[task.documents[2].id], 1)
            saved(page)
            page.context.close()
        finally:
            server.send_signal(signal.SIGKILL)
    state = read_state(folder, task, "eva")
    done = [len(document.candidates) for document in task.documents[:2]]
    assert [len(own) for own in state.values()] == [*done, 1]


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_the_screen(browser: Any, tmp_path: Path, width: int, scheme: str) -> None:
    from playwright.sync_api import expect

    folder = tmp_path / "task"
    task = draw(folder)
    number = next(n for n, one in enumerate(task.documents) if one.id == "t4")
    with served(folder, "eva") as address:
        page = opened(
            browser, address, viewport={"width": width, "height": 844}, color_scheme=scheme
        )
        for step in range(number):
            page.keyboard.press("n")
            place(page, f"{step + 2} of 6")
        judge(page, task.documents[number], JURAJ["t4"], 3)
        saved(page)
        page.keyboard.press("l")
        assert page.locator("#gold-title").inner_text() == "Kľúčové frázy autora"
        assert not wide(page)
        # All questions of the candidate are in sight, above the bar of actions.
        last = page.locator("li.now .question").last.bounding_box()
        assert last["y"] + last["height"] <= page.locator("footer").bounding_box()["y"]
        shot(page, tmp_path, f"annotate-{width}-{scheme}", full=False)
        page.keyboard.press("d")
        assert page.locator("#chooser button").count() == len(task.documents[number].candidates)
        assert not wide(page)
        shot(page, tmp_path, f"annotate-chooser-{width}-{scheme}", full=False)
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        assert page.locator("#keys").is_visible()
        shot(page, tmp_path, f"annotate-help-{width}-{scheme}")
        page.keyboard.press("Escape")
        # By hand: a tap on a candidate, then on an answer, and back.
        page.locator("#candidates > li").first.click()
        first = page.locator("#candidates > li").first
        first.locator("[data-ask='v:no']").click()
        expect(first.locator("[data-ask='v:no']")).to_have_attribute("aria-pressed", "true")
        page.locator("[data-action=extended]").click()
        expect(first.locator(".verdict .no")).to_have_text("✗ tvar")
        for _ in range(2):
            page.locator("[data-action=undo]").click()
        expect(first.locator("[data-ask='v:no']")).to_have_attribute("aria-pressed", "false")
        assert page.errors == []
        page.context.close()


def test_each_criterion_is_answered_by_a_key_and_by_a_tap(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "task"
    task = draw(folder)
    id_ = task.documents[0].id

    def state() -> dict[str, Any]:
        saved(page)
        return read_state(folder, task, "eva").get(id_, {}).get("c1", {})

    with served(folder, "eva") as address:
        page = opened(browser, address)
        for keys, expected in (
            ("r", {"relevance": False}),
            ("Shift+R", {"relevance": True}),
            ("w", {"relevance": True, "adequacy": False, "why": "granularity"}),
            ("a", {"relevance": True, "adequacy": False, "why": "adjective"}),
            ("Shift+A", {"relevance": True, "adequacy": True}),
            ("v", {"relevance": True, "adequacy": True, "validity": False}),
        ):
            page.keyboard.press(keys)
            assert state() == expected, keys
            assert page.locator("li.now .number").inner_text() == "1"
        # On a Slovak keyboard the unshifted key of 2 is a letter.
        page.keyboard.press("d")
        page.evaluate(
            "document.body.dispatchEvent("
            "new KeyboardEvent('keydown', {key: 'ľ', code: 'Digit2', bubbles: true}))"
        )
        assert state()["same_as"] == "c2"
        page.keyboard.press("Shift+D")
        assert state() == {
            "relevance": True, "adequacy": True, "non_redundancy": True, "validity": False
        }  # fmt: skip
        page.keyboard.press("e")
        assert state() == judged(validity=False)
        assert page.locator("li.now .number").inner_text() == "2"
        marks = page.locator("#candidate-c1 .verdict").inner_text()
        assert marks.split() == (
            "✓ topic ✓ concept ✓ not redundant ✗ form not the author's"
        ).split()  # fmt: skip
        page.locator("#candidate-c1").click()
        for action in ("r:no", "w:no", "v:yes"):
            page.locator(f"li.now [data-ask='{action}']").click()
        assert state() == judged(relevance=False, adequacy=False, why="granularity")
        page.keyboard.type("uuu")
        assert state() == judged(validity=False)
        assert page.errors == []
        page.context.close()


def test_comments_by_keyboard_come_back_and_stay_text(browser: Any, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    folder = tmp_path / "task"
    task = draw(folder)
    id_ = task.documents[0].id
    with served(folder, "eva") as address:
        page = opened(browser, address, viewport={"width": 390, "height": 844})
        page.keyboard.press("m")
        # What is typed are no answers.
        page.keyboard.type("<b>grave</b>")
        page.keyboard.press("Shift+Enter")
        page.keyboard.type("druhý riadok")
        shot(page, tmp_path, "annotate-comment-390")
        page.keyboard.press("Enter")
        saved(page)
        page.keyboard.press("Shift+M")
        page.keyboard.type("k dokumentu")
        page.keyboard.press("Enter")
        page.keyboard.press("m")
        page.keyboard.type("never kept")
        page.keyboard.press("Escape")
        saved(page)
        page.context.close()
        page = opened(browser, address)
        expect(page.locator("li.now .note")).to_have_text("✎ <b>grave</b>\ndruhý riadok")
        expect(page.locator("#document-note")).to_have_text("✎ k dokumentu")
        page.keyboard.press("u")
        expect(page.locator("#document-note")).to_have_text("")
        saved(page)
        assert page.errors == []
        page.context.close()
    assert read_comments(folder, task, "eva") == {id_: {"c1": "<b>grave</b>\ndruhý riadok"}}
    assert read_state(folder, task, "eva") == {}


def test_a_long_list_is_chosen_from_by_two_digits(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "task"
    phrases = ["včela", "úľ", "med", "vosk", "roj", "trúd", "kvet", "nektár", "peľ", "plást"]
    phrases += ["matka", "rámik", "dymák", "les", "lúka", "lipa", "agát", "zima"]
    abstract = " ".join(f"Práca opisuje {one} v krajine okolo obce." for one in phrases * 2)
    record = Record(
        "d1",
        "Včelárstvo a jeho vplyv na krajinu",
        abstract,
        ("včelárstvo",),
        None,
        None,
        None,
        None,
    )
    options = SampleOptions(documents=1, overlap=1, k=18)
    task = sample_keyphrases([record], {"one": {"d1": phrases}}, options)
    write_task(folder, task, ["eva"])
    with served(folder, "eva") as address:
        page = opened(browser, address, viewport={"width": 390, "height": 844})
        for keys in ("d12e", "d1", "d2", "g"):
            page.keyboard.type(keys)
            if keys == "d1":
                # 1 is the first or begins 12.
                page.keyboard.press("Enter")
            if keys in {"d1", "d2"}:
                page.keyboard.press("e")
        saved(page)
        # The first stands for itself through the twelfth, which can't be its variant in turn.
        page.locator("#candidate-c12").click()
        for key in ("d", "1", "Enter"):
            page.keyboard.press(key)
        page.wait_for_selector("#trouble:not([hidden])")
        assert "variants of each other" in page.locator("#trouble").inner_text()
        assert page.locator("#candidate-c12 [aria-pressed=true]").count() == 0
        assert not wide(page)
        shot(page, tmp_path, "annotate-long-390")
        page.context.close()
        page = opened(browser, address, viewport={"width": 1280, "height": 800})
        shot(page, tmp_path, "annotate-long-1280")
        page.context.close()
    assert read_state(folder, task, "eva")["d1"] == {
        "c1": judged(non_redundancy=False, same_as="c12"),
        "c2": judged(non_redundancy=False, same_as="c1"),
        "c3": judged(non_redundancy=False, same_as="c2"),
        "c4": judged(0),
    }


def test_keys_wait_for_a_server_that_went_away(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "task"
    task = draw(folder)
    with served(folder, "eva") as address:
        page = opened(browser, address)
        page.route("**/api/judge", lambda route: route.abort())
        page.keyboard.press("e")
        page.wait_for_selector("#trouble:not([hidden])")
        assert "Not saved" in page.locator("#trouble").inner_text()
        # These are meant for the next document, which is asked for when the first key is saved.
        page.keyboard.type("neuxxa")
        page.unroute("**/api/judge")
        place(page, "2 of 6")
        saved(page)
        assert page.locator("#trouble").is_hidden()
        assert page.errors == []
        page.context.close()
    state = read_state(folder, task, "eva")
    assert state == {
        task.documents[0].id: {"c1": judged()},
        task.documents[1].id: {"c1": {"adequacy": False, "why": "adjective"}},
    }


def test_translations_by_keyboard(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "task"
    sources = {"s1": "The dog sleeps.", "s2": "<b>Bees</b> live in the city."}
    systems = {
        "first": {"s1": "Pes spí.", "s2": "Včely žijú v meste."},
        "second": {"s1": "Pes spať.", "s2": "Včely bývajú v <i>meste</i>."},
        "third": {"s1": "Psík spinká.", "s2": "Osy žijú v meste."},
    }
    task = sample_translations(sources, systems, SampleOptions(documents=2, overlap=2))
    write_task(folder, task, ["eva"])
    with served(folder, "eva") as address:
        page = opened(browser, address, viewport={"width": 390, "height": 844})
        for number in range(2):
            place(page, f"{number + 1} of 2")
            for keys in ("143", "232", "311"):
                page.keyboard.type(keys)
            page.keyboard.press("n")
        saved(page)
        assert page.locator("i, b").count() == 0
        assert not wide(page)
        shot(page, tmp_path, "annotate-translation-390")
        assert page.errors == []
        page.context.close()
    state = read_state(folder, task, "eva")
    assert state["s1"] == state["s2"]
    assert state["s1"]["c2"] == {"rank": 2, "fluency": 3, "adequacy": 2}
