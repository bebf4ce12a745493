"""`slovke extract`: run one keyphrase system over a split and write its predictions."""

from pathlib import Path
from typing import Annotated

import typer

from slovke.cli.app import app


@app.command()
def extract(
    system: Annotated[str, typer.Argument(help="yake, yake-3, ... or package.module:Class")],
    dataset: Annotated[str, typer.Option(help="Hub repo, local build, .jsonl or .parquet file")],
    out: Annotated[Path, typer.Option(help="the predictions file to write (JSON lines)")],
    split: Annotated[str, typer.Option(help="train, validation or test")] = "test",
    text_column: Annotated[str | None, typer.Option(help="where the abstracts are")] = None,
    keyphrases_column: Annotated[str | None, typer.Option(help="where the gold is")] = None,
) -> None:
    """Extract keyphrases with SYSTEM and write one JSON line for each document."""
    from slovke import __version__
    from slovke.cli.progress import progress
    from slovke.extract.protocol import Document
    from slovke.extract.registry import load_extractor
    from slovke.predict import predict
    from slovke.sources import read_records

    extractor = load_extractor(system)
    records = read_records(
        dataset, split, text_column=text_column, keyphrases_column=keyphrases_column
    )
    documents = [Document(id=r.id, abstract=r.abstract, title=r.title) for r in records]
    with progress(f"{extractor.name}", len(documents)) as advance:
        predict(extractor, documents, out, fingerprint=__version__, advance=advance)
    print(f"{out}: keyphrases of {len(documents)} documents by {extractor.name}")
