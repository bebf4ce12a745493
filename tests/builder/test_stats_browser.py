"""The page of statistics in a browser: on a phone and on a desk, light and dark, offline."""

from __future__ import annotations

from typing import Any

import pytest

from builder.build import BuildOptions, read_cleaned, write_build
from builder.stats.inputs import Inputs
from builder.stats.options import StatsOptions
from builder.stats.report import compute, write
from tests.cleaned_folder import record, write_cleaned

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    cleaned = write_cleaned(folder / "cleaned", [record(number) for number in range(40)])
    write_build(read_cleaned(cleaned), folder / "build", BuildOptions())
    write(compute(Inputs.find([folder / "build"]), StatsOptions()), folder / "stats")
    return (folder / "stats" / "index.html").as_uri()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_and_shows_the_pictures_of_its_scheme(
    browser: Any, address: str, width: int, scheme: str
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme=scheme, offline=True
    )
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("requestfailed", lambda request: problems.append(request.url[:80]))
    page.goto(address)
    for opened in range(page.locator("summary").count()):
        page.locator("summary").nth(opened).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    pictures = page.evaluate(
        """[...document.images].map(image => {
            const other = image.previousElementSibling.srcset;
            return [image.complete && image.naturalWidth > 0, image.currentSrc === other,
                    image.getBoundingClientRect().width];
        })"""
    )
    assert len(pictures) == 6
    for loaded, is_dark, shown in pictures:
        assert loaded
        assert is_dark == (scheme == "dark")
        assert 330 <= shown <= 500  # 4.6 inches of letters of 9 points: 9 pixels or more
    assert problems == []
    context.close()
