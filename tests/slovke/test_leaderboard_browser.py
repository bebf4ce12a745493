"""The leaderboard's pages in Chromium: on a phone and on a screen, sorted, safe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slovke.leaderboard.options import ScoringOptions
from slovke.leaderboard.site import build_boards, write_leaderboard
from slovke.leaderboard.target import open_target
from slovke.sklep.site import build_site
from tests.slovke.leaderboard_folders import write_all
from tests.slovke.sklep_folders import submit, write_gold

pytestmark = pytest.mark.full

SIZES = [(390, 844, "dark"), (1280, 900, "light")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("leaderboard")
    dataset, submissions = write_all(folder)
    target = open_target(str(dataset), "test")
    boards = build_boards(submissions, target, [ScoringOptions(resamples=100)], "yake")
    write_leaderboard(boards, target, folder / "site")
    gold = write_gold(folder / "gold")
    submit(folder / "models" / "best", gold, 60, system='Najlepší "model" & spol.')
    submit(folder / "models" / "weak", gold, 20)
    build_site(folder / "models", folder / "sklep", str(gold), "test")
    return folder


def open_page(browser: Any, path: Path, size: tuple[int, int, str]) -> tuple[Any, list[str]]:
    """A page from its file, and what it complained about or asked of a network."""
    width, height, scheme = size
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.on(
        "request",
        lambda request: None
        if request.url.startswith("file:")
        else complaints.append(request.url),
    )  # fmt: skip
    page.goto(path.as_uri())
    return page, complaints


@pytest.mark.parametrize("size", SIZES, ids=["phone", "screen"])
def test_every_page_fits_and_stays_quiet(browser: Any, site: Path, size: Any) -> None:
    pages = [path for name in ("site", "sklep") for path in sorted((site / name).rglob("*.html"))]
    assert len(pages) == 5 + 3
    for path in pages:
        page, complaints = open_page(browser, path, size)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= size[0], f"{path.name}: {width} pixels wide"
        assert "hit" not in page.title()
        assert complaints == [], path.name
        page.close()


@pytest.mark.parametrize("size", SIZES, ids=["phone", "screen"])
def test_a_click_on_a_head_sorts_and_a_second_turns_it_round(
    browser: Any, site: Path, size: Any
) -> None:
    page, _ = open_page(browser, site / "site" / "index.html", size)
    table = page.locator(".cut:visible table")

    def names() -> list[str]:
        return [text.split()[0] for text in table.locator("tbody th").all_inner_texts()]

    assert names() == ["Good", "Twin", "YAKE", "Hostile"]
    head = table.locator("thead button", has_text="Gap F1")
    head.click()
    values = table.locator("tbody tr").evaluate_all(
        "rows => rows.map(row => Number(row.cells[7].dataset.value))"
    )
    assert values == sorted(values)
    assert len(set(values)) > 1
    # The groups are those of the score that the table is sorted by: the first is in the best.
    groups = table.locator("tbody tr td:nth-child(8) .groups").all_inner_texts()
    assert groups[0].split()[0] == "a"
    assert groups == sorted(groups)
    cell = table.locator("thead th", has_text="Gap F1")
    assert cell.get_attribute("aria-sort") == "ascending"
    ascending = names()
    head.press("Enter")
    assert cell.get_attribute("aria-sort") == "descending"
    assert names()[0] == ascending[-1] or len(set(values)) < len(values)
    table.locator("thead button", has_text="System").click()
    assert names() == ["Good", "Hostile", "Twin", "YAKE"]
    page.close()


def test_the_cutoff_is_chosen_from_a_list(browser: Any, site: Path) -> None:
    page, _ = open_page(browser, site / "site" / "index.html", SIZES[0])
    assert page.locator(".cut:visible h3").all_inner_texts() == ["@6"]
    page.locator("select.cutoff").select_option(label="@O (as many as gold)")
    assert page.locator(".cut:visible h3").all_inner_texts() == ["@O"]
    page.locator(".cut:visible tbody a").first.click()
    assert page.locator("h1").inner_text().startswith("Good & ")
    page.locator("header a").first.click()
    assert page.locator("h1").inner_text() == "SlovKE leaderboard"
    page.close()


@pytest.mark.parametrize("size", SIZES, ids=["phone", "screen"])
def test_text_stands_out_in_light_and_dark(browser: Any, site: Path, size: Any) -> None:
    page, _ = open_page(browser, site / "site" / "index.html", size)
    text, ground = (
        page.evaluate(f"getComputedStyle(document.body).{name}")
        for name in ("color", "backgroundColor")
    )
    light = [sum(map(int, c[4:-1].split(", "))) / 765 for c in (text, ground)]
    assert abs(light[0] - light[1]) > 0.7
    assert (light[1] > 0.5) == (size[2] == "light")
    page.close()
