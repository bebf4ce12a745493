"""`slovke fit`: what LemmaRank and the ranker learn from a train split."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slovke.cli.app import app
from slovke.cli.dataset_options import Dataset, Split
from slovke.cli.system_options import StanzaDir

if TYPE_CHECKING:
    from slovke.extract.training import FitOptions
    from slovke.record import Record

fit = typer.Typer(help="Learn from a train split: lemmarank, ranker.", no_args_is_help=True)
app.add_typer(fit, name="fit")

Title = Annotated[bool, typer.Option("--title/--no-title", help="read the titles too")]
TaggerName = Annotated[str, typer.Option(help="rules or stanza")]
Least = Annotated[int, typer.Option(min=1, help="leave out lemmas of fewer documents than this")]


@fit.command("lemmarank")
def fit_lemmarank(
    dataset: Dataset,
    out: Annotated[Path, typer.Option(help="the file to write (.json or .json.gz)")],
    split: Split = "train",
    title: Title = True,
    tagger: TaggerName = "rules",
    stanza_dir: StanzaDir = None,
    least: Least = 2,
) -> None:
    """Count in how many documents each lemma stands, for `lemmarank=FILE`."""
    from slovke.cli.progress import progress
    from slovke.extract.tagging import load_tagger
    from slovke.extract.training import FitOptions, fit_document_frequencies

    options = FitOptions(use_title=title, least=least)
    loaded = load_tagger(tagger, stanza_dir=stanza_dir)
    records, name = _records(dataset, split)
    with progress("documents", len(records)) as advance:
        frequencies = fit_document_frequencies(records, loaded, name, options, advance)
    frequencies.write(out)
    print(f"{out}: {len(frequencies.counts)} lemmas of {frequencies.documents} documents, {name}")


@fit.command("ranker")
def fit_ranker(
    dataset: Dataset,
    out: Annotated[Path, typer.Option(help="the model file to write (.json.gz)")],
    split: Split = "train",
    title: Title = True,
    tagger: TaggerName = "rules",
    stanza_dir: StanzaDir = None,
    least: Least = 2,
) -> None:
    """Train the ranker, for `ranker=FILE`, and write its card beside it (FILE.md)."""
    from slovke.cli.progress import progress
    from slovke.extract import training
    from slovke.extract.tagging import load_tagger

    options: FitOptions = training.FitOptions(use_title=title, least=least)
    loaded = load_tagger(tagger, stanza_dir=stanza_dir)
    records, name = _records(dataset, split)
    with progress("documents", training.documents_to_read(records)) as advance:
        fitted = training.fit_ranker(records, loaded, name, options, advance)
    sha256 = fitted.model.write(out)
    card = out.with_name(f"{out.name}.md")
    card.write_text(training.model_card(fitted, out.name, sha256), encoding="utf-8")
    print(
        f"{out}: ranker of {fitted.counted + fitted.fitted} documents, "
        f"{len(fitted.model.vocabulary.gold)} keyphrases, {name}; its card is {card}"
    )


def _records(dataset: str, split: str) -> "tuple[list[Record], str]":
    from slovke.extract.training import revision_of
    from slovke.sources import read_records

    records = read_records(dataset, split)
    # A folder's or file's own name is enough; where it lies is nobody's business.
    name = Path(dataset).name if Path(dataset).exists() else dataset
    return records, f"{name} [{split}] {revision_of(records)}"
