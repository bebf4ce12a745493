"""The paper's own figures, and when they may stand beside ours."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any


@lru_cache(maxsize=1)
def paper() -> dict[str, Any]:
    """What the paper prints of its systems on its test set, in points (0-100), with the places."""
    text = files("slovke").joinpath("data/paper.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def is_papers_test_set(dataset: str, documents: int) -> bool:
    """Whether results are on the test set that the paper's tables are on.

    It is known by two signs: the dataset's name ends in the repository name `SlovKE` (whoever the
    owner, whatever the revision), and the split has the paper's 22,344 documents. A local build, a
    part of the split, or a newer release with other documents is something else, and the paper's
    figures are then not shown beside ours.
    """
    name = dataset.partition("@")[0].rstrip("/").rpartition("/")[2]
    return bool(name == paper()["dataset"] and documents == paper()["test_documents"])
