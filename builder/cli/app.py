"""The typer application that the command modules add themselves to."""

import typer

app = typer.Typer(
    name="python -m builder",
    help="From the register's pages to a new revision of the dataset.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def root() -> None:
    """Options of the builder itself: none, each command has its own."""


# Each module adds its commands to `app` when it is imported; none imports anything heavy.
COMMAND_MODULES: tuple[str, ...] = (
    "builder.cli.clean",
    "builder.cli.why",
    "builder.cli.collect",
    "builder.cli.serve_sample",
    "builder.cli.split",
    "builder.cli.publish",
    "builder.cli.quality",
    "builder.cli.stats",
)
