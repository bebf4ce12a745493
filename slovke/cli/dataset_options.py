"""The options by which commands name a dataset."""

from typing import Annotated

import typer

Dataset = Annotated[str, typer.Option(help="Hub repo, local build, .jsonl or .parquet file")]
Split = Annotated[str, typer.Option(help="train, validation or test; a single file has none")]
TextColumn = Annotated[str | None, typer.Option(help="where the abstracts are")]
KeyphrasesColumn = Annotated[str | None, typer.Option(help="where the gold is")]
