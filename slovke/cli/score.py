"""`slovke score`, `slovke compare`, `slovke explain`: what the metric says of predictions files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slovke.cli.app import app
from slovke.errors import InputError

if TYPE_CHECKING:
    from slovke.pairing import Paired

Predictions = Annotated[
    Path, typer.Argument(help='JSON lines {"id": ..., "keyphrases": [...]}, best first')
]
Dataset = Annotated[
    str, typer.Option(help="Hub repo, local build, or a .jsonl or .parquet file", metavar="D")
]
Split = Annotated[str, typer.Option(help="train, validation or test; a single file has none")]
TextColumn = Annotated[str | None, typer.Option(help="the column of the abstracts, if unusual")]
GoldColumn = Annotated[str | None, typer.Option(help="the column of the gold, if unusual")]
Cutoffs = Annotated[
    list[str],
    typer.Option("-k", help="cutoffs: 1, 2, ..., O (as many as gold), M (all given); 1,6,O"),
]
Lang = Annotated[str, typer.Option(help="language of the lemmatizer")]
Lemmas = Annotated[
    str | None, typer.Option(help="simplemma, stanza or none; without it the language's default")
]
Duplicates = Annotated[str, typer.Option(help="drop or keep")]
Denominator = Annotated[str, typer.Option(help="of precision: k, or min for min(k, given)")]
EmptyGold = Annotated[str, typer.Option(help="a document without gold: skip, zero or error")]
Resamples = Annotated[int, typer.Option(help="bootstrap resamples")]
Seed = Annotated[int, typer.Option(help="of the resampling")]
AsJson = Annotated[bool, typer.Option("--json", help="print the numbers as JSON")]


@app.command()
def score(
    predictions: Predictions,
    dataset: Dataset,
    split: Split = "test",
    k: Cutoffs = ["6"],  # noqa: B006 - typer takes a list's default so, and never changes it
    lang: Lang = "sk",
    lemmatizer: Lemmas = None,
    duplicates: Duplicates = "drop",
    denominator: Denominator = "k",
    empty_gold: EmptyGold = "skip",
    confidence: Annotated[
        float | None, typer.Option(help="bootstrap intervals at this level, such as 0.95")
    ] = None,
    resamples: Resamples = 1000,
    seed: Seed = 12345,
    presence: Annotated[
        bool, typer.Option("--presence", help="recall of present, reordered, ... gold too")
    ] = False,
    text_column: TextColumn = None,
    keyphrases_column: GoldColumn = None,
    as_json: AsJson = False,
) -> None:
    """Score PREDICTIONS: exact, partial and gap precision, recall and F1 at k."""
    from slovke.score_table import print_scores
    from slovke_metric import score as score_documents

    options: dict[str, Any] = {
        "k": _cutoffs(k),
        "lang": lang,
        "lemmatizer": lemmatizer,
        "duplicates": duplicates,
        "denominator": denominator,
        "empty_gold": empty_gold,
        "confidence": confidence,
        "resamples": resamples,
        "seed": seed,
    }
    _check(options)
    (paired,) = _read([predictions], dataset, split, text_column, keyphrases_column)
    with _wrong_input():
        result = score_documents(
            paired.predictions,
            paired.references,
            documents=paired.documents if presence else None,
            **options,
        )
    result["missing_predictions"] = paired.missing
    if as_json:
        print(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        print_scores(result, options["k"], title=f"{predictions.name} on {dataset}")


@app.command()
def compare(
    first: Annotated[Path, typer.Argument(help="the predictions of system a")],
    second: Annotated[Path, typer.Argument(help="the predictions of system b")],
    dataset: Dataset,
    split: Split = "test",
    k: Cutoffs = ["6"],  # noqa: B006
    lang: Lang = "sk",
    lemmatizer: Lemmas = None,
    duplicates: Duplicates = "drop",
    denominator: Denominator = "k",
    empty_gold: EmptyGold = "skip",
    confidence: Annotated[float, typer.Option(help="level of the interval")] = 0.95,
    resamples: Resamples = 1000,
    seed: Seed = 12345,
    text_column: TextColumn = None,
    keyphrases_column: GoldColumn = None,
    as_json: AsJson = False,
) -> None:
    """Compare two systems on the same documents: difference, interval and two tests."""
    from slovke.score_table import print_comparison
    from slovke_metric import compare as compare_systems

    options: dict[str, Any] = {
        "k": _cutoffs(k),
        "lang": lang,
        "lemmatizer": lemmatizer,
        "duplicates": duplicates,
        "denominator": denominator,
        "empty_gold": empty_gold,
        "confidence": confidence,
        "resamples": resamples,
        "seed": seed,
    }
    _check(options)
    a, b = _read([first, second], dataset, split, text_column, keyphrases_column)
    with _wrong_input():
        result = compare_systems(a.predictions, b.predictions, a.references, **options)
    result["missing_predictions"] = {"a": a.missing, "b": b.missing}
    if as_json:
        print(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        print_comparison(result, options["k"], names=(first.name, second.name))


@app.command()
def explain(
    predictions: Annotated[
        list[Path], typer.Argument(help="one or several systems' predictions files")
    ],
    dataset: Dataset,
    split: Split = "test",
    k: Annotated[str, typer.Option("-k", help="one cutoff: 1, 2, ..., O or M")] = "6",
    lang: Lang = "sk",
    lemmatizer: Lemmas = None,
    examples: Annotated[int, typer.Option(help="examples of each step and failure")] = 2,
    text_column: TextColumn = None,
    keyphrases_column: GoldColumn = None,
    as_json: AsJson = False,
) -> None:
    """Break the gap into its causes and count the failure cases, for each system."""
    from slovke.score_table import print_explanations
    from slovke_metric import explain as explain_gap

    options: dict[str, Any] = {"k": _cutoffs([k]), "lang": lang, "lemmatizer": lemmatizer}
    _check(options)
    systems = _read(predictions, dataset, split, text_column, keyphrases_column)
    results: dict[str, Any] = {}
    for path, paired in zip(predictions, systems, strict=True):
        with _wrong_input():
            results[str(path)] = explain_gap(
                paired.predictions,
                paired.references,
                documents=paired.documents,
                examples=examples,
                **options,
            )
    if as_json:
        print(json.dumps(results, ensure_ascii=False, indent=2))
    else:
        print_explanations(results)


def _cutoffs(given: list[str]) -> list[int | str]:
    parts = [part.strip() for one in given for part in one.split(",") if part.strip()]
    return [int(part) if part.isdecimal() else part for part in parts]


def _check(options: dict[str, Any]) -> None:
    """Refuse wrong options before a dataset is read."""
    from slovke_metric.options import check_options

    with _wrong_input():
        check_options(**options)


def _read(
    paths: list[Path],
    dataset: str,
    split: str,
    text_column: str | None,
    keyphrases_column: str | None,
) -> list[Paired]:
    from slovke.pairing import pair
    from slovke.sources import read_predictions, read_records

    predictions = [read_predictions(path) for path in paths]
    records = read_records(
        dataset, split, text_column=text_column, keyphrases_column=keyphrases_column
    )
    return [pair(own, records, path) for own, path in zip(predictions, paths, strict=True)]


@contextmanager
def _wrong_input() -> Iterator[None]:
    """The metric knows nothing of `InputError`: its plain errors become one here."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise InputError(str(error)) from error
