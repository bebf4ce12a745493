"""`slovke bench`: several systems over one split: run, score, compare, draw."""

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
from slovke.errors import InputError


@app.command()
def bench(
    dataset: Dataset,
    systems: Annotated[
        str,
        typer.Option(
            help="comma-separated: yake, textrank, keybert[=MODEL], keyllm, lemmarank[=FILE], ..., "
            "package.module:Class, predictions.jsonl"
        ),
    ],
    out: Annotated[Path, typer.Option(help="the folder to write; a killed run goes on in it")],
    split: Split = "test",
    canonical: Annotated[
        bool, typer.Option("--canonical", help="each extractive system with citation forms too")
    ] = False,
    tagger: TaggerName = None,
    stanza_dir: StanzaDir = None,
    diversity: Diversity = None,
    base_url: BaseUrl = None,
    model: Model = "gpt-3.5-turbo",
    key_variable: KeyVariable = "OPENAI_API_KEY",
    prompt_language: PromptLanguage = "en",
    threshold: Annotated[
        str, typer.Option(help="keyllm: of shared answers, comma-separated: none,0.75,0.85,0.90")
    ] = "none",
    encoder: Annotated[
        str, typer.Option(help="keyllm: encoders for the thresholds, comma-separated")
    ] = "",
    concurrency: Concurrency = 4,
    reply_cache: ReplyCache = None,
    price_input: PriceInput = 0.0,
    price_output: PriceOutput = 0.0,
    max_cost: MaxCost = None,
    confidence: Annotated[float, typer.Option(help="level of the intervals")] = 0.95,
    resamples: Annotated[int, typer.Option(help="of the bootstrap and the tests")] = 1000,
    seed: Annotated[int, typer.Option(help="of the resampling")] = 12345,
    lemmatizer: Annotated[
        str | None, typer.Option(help="of the metric: simplemma, stanza or none")
    ] = None,
    text_column: TextColumn = None,
    keyphrases_column: KeyphrasesColumn = None,
) -> None:
    """Run SYSTEMS, score and compare them, and write the paper's tables and figures to OUT."""
    from slovke.bench.benchmark import benchmark
    from slovke.bench.plan import plan
    from slovke.report.summary import print_summary
    from slovke.sources import read_records
    from slovke_metric.options import check_options

    try:
        check_options(confidence=confidence, resamples=resamples, seed=seed, lemmatizer=lemmatizer)
    except (ValueError, TypeError) as error:
        raise InputError(str(error)) from None
    options = keyllm_options(
        base_url=base_url,
        model=model,
        key_variable=key_variable,
        prompt_language=prompt_language,
        concurrency=concurrency,
        reply_cache=reply_cache or out / "replies.sqlite",
        price_input=price_input,
        price_output=price_output,
        max_cost=max_cost,
    )
    runs = plan(
        _items(systems),
        options=options_by_system(
            tagger=tagger, stanza_dir=stanza_dir, diversity=diversity, keyllm=options
        ),
        thresholds=[_threshold(item) for item in _items(threshold)],
        encoders=_items(encoder),
        canonical=canonical,
    )
    records = read_records(
        dataset, split, text_column=text_column, keyphrases_column=keyphrases_column
    )
    results = benchmark(
        runs,
        records,
        out,
        dataset=dataset,
        split=split,
        confidence=confidence,
        resamples=resamples,
        seed=seed,
        lemmatizer=lemmatizer,
        max_cost=max_cost,
    )
    print_summary(results)


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _threshold(text: str) -> float | None:
    if text == "none":
        return None
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value <= 1:
        raise InputError(f"--threshold: {text!r} is neither none nor a number between 0 and 1")
    return value
