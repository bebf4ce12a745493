"""The metric's folder as a Hub Space, from which `evaluate.load("owner/slovke_metric")` takes it.

`evaluate.load` asks a Space first for a tag equal to evaluate's own version (`v0.4.6`) and would
then take that one for ever, so the tags here can't look like one: `metric-1.0`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from builder.metric_page import page_of
from builder.remote import Remote, Say
from builder.space import CARD_FILE, SpaceFiles, publish_space, split_card, with_fields
from slovke.errors import InputError

NAME = "slovke_metric"
PAGE_FILE = "index.html"
APP_FILE = "app.py"


def publish_metric(
    remote: Remote,
    sdk: str = "static",
    *,
    folder: Path | None = None,
    private: bool = False,
    dry_run: bool = False,
    say: Say,
) -> str | None:
    """Publish the metric.

    Args:
        remote: the Space; its name must be the metric's.
        sdk: `static` shows the card as a page; `gradio` runs the app, on a paid plan.
        folder: the metric's folder; None is the installed package.
        private: make it as a private one.
        dry_run: only say what would change.
        say: gets a line for each step.

    Returns:
        The commit; None after a dry run.

    Raises:
        InputError: another name, an unknown sdk, no app for gradio, or as `publish_space`.
    """
    from slovke_metric import PATH
    from slovke_metric.options import VERSION

    if remote.repo_id.partition("/")[2] != NAME:
        raise InputError(
            f"--repo {remote.repo_id}: must end in /{NAME}, since evaluate looks for a file of the "
            "Space's name"
        )
    files = metric_files(folder or Path(PATH), sdk)
    tag = f"metric-{VERSION}"
    space = SpaceFiles(files, sdk, f"{NAME} {VERSION}", tag)
    return publish_space(remote, space, private=private, dry_run=dry_run, say=say)


def metric_files(folder: Path, sdk: str) -> Mapping[str, Path | bytes]:
    """The files of the Space: the folder's own, its card with the Space's fields, a page of it.

    Raises:
        InputError: an unknown sdk, no card in the folder, or no app for gradio.
    """
    if sdk not in ("static", "gradio"):
        raise InputError(f"--sdk {sdk}: expected static or gradio")
    files: dict[str, Path | bytes] = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    if sdk == "gradio" and APP_FILE not in files:
        raise InputError(f"--sdk gradio: {folder} has no {APP_FILE}")
    source = folder / CARD_FILE
    if not source.is_file():
        raise InputError(f"{source}: the metric's card is not there")
    card = source.read_text(encoding="utf-8")
    fields = {"sdk": sdk, "app_file": PAGE_FILE if sdk == "static" else APP_FILE}
    before, _ = split_card(card)
    titles = {
        "title": before.get("title", NAME),
        "tags": before.get("tags", ["evaluate", "metric"]),
    }
    files[CARD_FILE] = with_fields(card, {**titles, **fields}).encode()
    files[PAGE_FILE] = page_of(card).encode()
    return files
