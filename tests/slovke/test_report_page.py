"""The report's page in a browser: on a phone and on a desk, light and dark, without the network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from slovke.report.writing import write_report
from tests.slovke.test_report import COST, results

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    out = tmp_path_factory.mktemp("report")
    made = results(of_the_paper=True)
    name = "my_package.with_a_long_name.ExtractorOfKeyphrases+canonical"
    made["systems"][name] = made["systems"]["yake"]
    write_report(made, {"yake": COST, name: COST}, out)
    return (out / "index.html").as_uri()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_and_can_be_read(
    browser: Any, address: str, width: int, scheme: str, tmp_path: Path
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme=scheme, offline=True
    )
    page = context.new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("requestfailed", lambda request: problems.append(request.url))
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # Letters of the charts, as large as they come out on the screen.
    sizes = page.evaluate(
        "[...document.querySelectorAll('svg text')].map(t => t.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 10
    outside = page.evaluate(
        "[...document.querySelectorAll('svg')].flatMap(s => [...s.querySelectorAll('text')]"
        ".filter(t => t.getBoundingClientRect().right > s.getBoundingClientRect().right + 1)"
        ".map(t => [t.textContent, t.getBoundingClientRect().right]))"
    )
    assert outside == []
    contrast = page.evaluate(CONTRAST)
    assert contrast >= 4.5
    assert problems == []
    page.screenshot(path=tmp_path / f"report-{width}-{scheme}.png", full_page=True)
    context.close()


# The lowest contrast of any text to the ground of the page or of its panel.
CONTRAST = """() => {
  const light = color => {
    const [r, g, b] = color.match(/[\\d.]+/g).map(Number).map(v => v / 255)
      .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = node => {
    for (; node; node = node.parentElement) {
      const color = getComputedStyle(node).backgroundColor;
      if (color !== 'rgba(0, 0, 0, 0)') return color;
    }
    return 'rgb(255, 255, 255)';
  };
  return Math.min(...[...document.querySelectorAll('h1,h2,p,td,th,figcaption,svg text')].map(n => {
    const style = getComputedStyle(n);
    const pair = [light(n instanceof SVGElement ? style.fill : style.color), light(ground(n))];
    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  }));
}"""
