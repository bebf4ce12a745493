"""The typer application and the one place where an error becomes a line and an exit code."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Annotated

import typer

from slovke.errors import InputError

app = typer.Typer(
    name="slovke",
    help="SlovKE: load, extract, score, compare keyphrases for Slovak.",
    invoke_without_command=True,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.")
    ] = False,
) -> None:
    """Options of `slovke` itself."""
    if version:
        from slovke import __version__

        print(__version__)
        raise typer.Exit


# Each module adds its commands to `app` when it is imported; none imports anything heavy.
COMMAND_MODULES: tuple[str, ...] = (
    "slovke.cli.extract",
    "slovke.cli.bench",
    "slovke.cli.fit",
    "slovke.cli.score",
    "slovke.cli.metric",
    "slovke.cli.annotate",
    "slovke.cli.leaderboard",
    "slovke.cli.sklep",
)


def run(application: Callable[[], object]) -> int:
    """Run a typer application and return its exit code: 2 and one line for wrong input."""
    try:
        application()
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else int(bool(stop.code))
    return 0


def main() -> None:
    """Entry point of the console script."""
    for module in COMMAND_MODULES:
        import_module(module)
    sys.exit(run(app))
