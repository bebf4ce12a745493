"""`slovke extract`: run one keyphrase system over a split and write its predictions."""

from pathlib import Path
from typing import Annotated

import typer

from slovke.cli.app import app
from slovke.cli.dataset_options import Dataset, KeyphrasesColumn, Split, TextColumn
from slovke.cli.system_options import (
    BaseUrl,
    Concurrency,
    Diversity,
    KeyVariable,
    MaxCost,
    Model,
    PriceInput,
    PriceOutput,
    PromptLanguage,
    ReplyCache,
    StanzaDir,
    TaggerName,
    keyllm_options,
    options_by_system,
)


@app.command()
def extract(
    system: Annotated[
        str, typer.Argument(help="yake, lemmarank, keybert=MODEL, ... or package.module:Class")
    ],
    dataset: Dataset,
    out: Annotated[Path, typer.Option(help="the predictions file to write (JSON lines)")],
    split: Split = "test",
    canonical: Annotated[
        bool, typer.Option("--canonical", help="phrases in citation form, as an author writes them")
    ] = False,
    tagger: TaggerName = None,
    stanza_dir: StanzaDir = None,
    diversity: Diversity = None,
    base_url: BaseUrl = None,
    model: Model = "gpt-3.5-turbo",
    key_variable: KeyVariable = "OPENAI_API_KEY",
    prompt_language: PromptLanguage = "en",
    threshold: Annotated[
        float | None, typer.Option(help="keyllm: similarity from which documents share an answer")
    ] = None,
    encoder: Annotated[str | None, typer.Option(help="keyllm: encoder for the threshold")] = None,
    concurrency: Concurrency = 4,
    reply_cache: ReplyCache = None,
    price_input: PriceInput = 0.0,
    price_output: PriceOutput = 0.0,
    max_cost: MaxCost = None,
    text_column: TextColumn = None,
    keyphrases_column: KeyphrasesColumn = None,
) -> None:
    """Extract keyphrases with SYSTEM and write one JSON line for each document."""
    from slovke import __version__
    from slovke.cli.progress import progress
    from slovke.extract.canonical import Canonical
    from slovke.extract.protocol import Document
    from slovke.extract.registry import load_extractor
    from slovke.predict import predict
    from slovke.sources import read_records

    options = keyllm_options(
        base_url=base_url,
        model=model,
        key_variable=key_variable,
        prompt_language=prompt_language,
        concurrency=concurrency,
        reply_cache=reply_cache or out.with_name(out.name + ".replies.sqlite"),
        price_input=price_input,
        price_output=price_output,
        max_cost=max_cost,
    ) | {"threshold": threshold, "encoder": encoder}
    name, _, value = system.partition("=")
    is_keyllm = name == "keyllm"
    if is_keyllm and value:
        system, model, options["model"] = name, value, value
    own = options_by_system(
        tagger=tagger, stanza_dir=stanza_dir, diversity=diversity, keyllm=options
    )
    extractor = load_extractor(system, **own.get(name, {}))
    status = getattr(extractor, "status", lambda: "")
    if canonical:
        extractor = Canonical(extractor)
    records = read_records(
        dataset, split, text_column=text_column, keyphrases_column=keyphrases_column
    )
    documents = [Document(id=r.id, abstract=r.abstract, title=r.title) for r in records]
    asked = f"{system} {tagger} {diversity}"
    if is_keyllm:
        asked = f"{system} {model} {prompt_language} {threshold} {encoder}"
    with progress(f"{extractor.name}", len(documents), status) as advance:
        predict(extractor, documents, out, fingerprint=f"{__version__} {asked}", advance=advance)
    print(f"{out}: keyphrases of {len(documents)} documents by {extractor.name}")
