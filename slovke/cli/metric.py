"""`slovke metric` and `slovke app`: the metric's folder, and its page to try it on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from slovke.cli.app import app
from slovke.errors import InputError, MissingExtraError

metric = typer.Typer(help="The metric as an `evaluate` module: where it is.", no_args_is_help=True)
app.add_typer(metric, name="metric")


@metric.command()
def path() -> None:
    """Print the folder that `evaluate.load` takes."""
    from slovke_metric import PATH

    print(PATH)


@metric.command()
def install(
    folder: Annotated[
        Path, typer.Argument(help='where to put it: then `evaluate.load("slovke_metric")` there')
    ] = Path(),
    force: Annotated[bool, typer.Option(help="replace what is there")] = False,
) -> None:
    """Copy the metric to FOLDER/slovke_metric."""
    from slovke.metric_folder import install_metric

    print(f'{install_metric(folder, force=force)}: evaluate.load("slovke_metric") in {folder}')


@app.command(name="app")
def run_app(
    port: Annotated[int, typer.Option(help="0: a free one")] = 7860,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="open a browser")] = True,
) -> None:
    """Start the page that scores pasted keyphrases, on this machine only."""
    try:
        import gradio  # noqa: F401 - only whether it is there
    except ImportError:
        raise MissingExtraError("the app", "app") from None
    from slovke_metric.app import launch

    try:
        launch(port=port, open_browser=open_browser)
    except OSError as error:
        raise InputError(f"port {port}: {error}; pass another --port") from error
