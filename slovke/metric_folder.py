"""Put the metric's folder where `evaluate.load("slovke_metric")` finds it."""

from __future__ import annotations

import shutil
from pathlib import Path

from slovke.errors import InputError


def install_metric(folder: Path, *, force: bool = False) -> Path:
    """Copy the metric's files to `folder`/slovke_metric.

    Args:
        folder: made if it is not there.
        force: replace an earlier copy.

    Returns:
        The new folder.

    Raises:
        InputError: it is there already, or it is the package itself.
    """
    from slovke_metric import PATH

    source, target = Path(PATH), folder / "slovke_metric"
    if target.resolve() == source:
        raise InputError(f"{target} is the installed package itself; name another folder")
    if target.exists():
        if not force:
            raise InputError(f"{target} is there already; --force replaces it")
        shutil.rmtree(target)
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    return target
