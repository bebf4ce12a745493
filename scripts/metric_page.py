"""Write slovke_metric/index.html from the metric card: `python -m scripts.metric_page`."""

from pathlib import Path

from builder.metric_page import page_of
from slovke_metric import PATH


def main() -> None:
    """Write the page beside the card."""
    card = Path(PATH, "README.md").read_text(encoding="utf-8")
    Path(PATH, "index.html").write_text(page_of(card), encoding="utf-8")


if __name__ == "__main__":
    main()
