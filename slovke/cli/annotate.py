"""`slovke annotate`: draw a task, judge it in the browser, report it, take it to other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from slovke.cli.app import app
from slovke.errors import InputError

annotate = typer.Typer(help="People's judgement of keyphrases or translations.")
app.add_typer(annotate, name="annotate")

TaskFolder = Annotated[Path, typer.Argument(help="the task's folder", metavar="TASK")]


@annotate.command()
def sample(
    dataset: Annotated[
        str, typer.Option(help='as in `slovke score`; for translations JSON lines {"id", "text"}')
    ],
    predictions: Annotated[
        list[Path], typer.Option(help="each system's file; its name is the system's")
    ],
    out: Annotated[Path, typer.Option(help="the folder to make")],
    more: Annotated[
        list[Path] | None, typer.Argument(help="more predictions", metavar="PREDICTIONS")
    ] = None,
    split: Annotated[str, typer.Option(help="train, validation or test")] = "test",
    documents: Annotated[int, typer.Option("-n", help="documents to draw")] = 100,
    overlap: Annotated[int, typer.Option(help="of them for every annotator")] = 30,
    seed: Annotated[int, typer.Option(help="of the draw and the shuffles")] = 42,
    k: Annotated[int, typer.Option("-k", help="keyphrases of each system to judge")] = 6,
    annotators: Annotated[
        str, typer.Option(help="names, comma between; without it who serves first is first")
    ] = "",
    rest: Annotated[
        str, typer.Option(help="outside the overlap: `first` annotator judges it, or `deal`")
    ] = "first",
    schema: Annotated[str, typer.Option(help="keyphrases or translation")] = "keyphrases",
    text_column: Annotated[str | None, typer.Option(help="where the abstracts are")] = None,
    keyphrases_column: Annotated[str | None, typer.Option(help="where the gold is")] = None,
) -> None:
    """Draw documents, pool and shuffle what the systems gave, and hide who said what."""
    from slovke.annotate.inputs import draw_task
    from slovke.annotate.sampling import SampleOptions
    from slovke.annotate.task import write_task

    if rest not in {"first", "deal"}:
        raise InputError(f"--rest {rest}: use first or deal")
    options = SampleOptions(
        documents=documents,
        overlap=overlap,
        seed=seed,
        k=k,
        annotators=tuple(name.strip() for name in annotators.split(",") if name.strip()),
        rest="first" if rest == "first" else "deal",
    )
    task = draw_task(
        schema,
        dataset,
        split,
        [*predictions, *(more or ())],
        options,
        text_column=text_column,
        keyphrases_column=keyphrases_column,
    )
    write_task(out, task, options.annotators)
    candidates = sum(len(document.candidates) for document in task.documents)
    print(f"{out}: {len(task.documents)} documents, {candidates} candidates to judge")


@annotate.command()
def serve(
    task: TaskFolder,
    annotator: Annotated[str, typer.Option(help="who judges")],
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes a free one")] = 0,
    token: Annotated[
        str | None, typer.Option(help="away from loopback; without it one is made up")
    ] = None,
) -> None:
    """Serve the page of one annotator until Ctrl-C. What is judged is saved at every key."""
    import secrets

    from slovke.annotate.server import AnnotationServer, is_loopback, open_session

    if token is not None and len(token) < 16:
        raise InputError("--token: at least 16 characters, or leave it out and one is made up")
    if token is not None and not token.replace("-", "").replace("_", "").isalnum():
        raise InputError("--token: letters, digits, - and _ only")
    if token is None and not is_loopback(host):
        token = secrets.token_urlsafe(24)
    with AnnotationServer(open_session(task, annotator, token), host, port) as server:
        print(f"{annotator}: open {server.address} (Ctrl-C ends; everything is saved)", flush=True)
        server.serve_forever()


@annotate.command()
def report(
    task: TaskFolder,
    out: Annotated[
        Path | None, typer.Option(help="folder; without it TASK/report", metavar="DIR")
    ] = None,
    annotators: Annotated[str, typer.Option(help="only theirs, comma between")] = "",
    resamples: Annotated[int, typer.Option(help="bootstrap resamples", min=1)] = 1000,
    seed: Annotated[int, typer.Option(help="of the bootstrap")] = 12345,
    confidence: Annotated[float, typer.Option(help="of the intervals")] = 0.95,
) -> None:
    """Write report.md, .tex, .html, .json and figure.svg, and print the first."""
    from slovke.annotate.report import make_report
    from slovke.annotate.report_files import write_report
    from slovke.annotate.report_text import markdown
    from slovke.annotate.scores import Resampling

    if not 0 < confidence < 1:
        raise InputError(f"--confidence {confidence}: must be between 0 and 1")
    names = [name.strip() for name in annotators.split(",") if name.strip()]
    made = make_report(task, annotators=names, resampling=Resampling(resamples, seed, confidence))
    print(markdown(made))
    for path in write_report(out or task / "report", made):
        print(path)


@annotate.command("export")
def export_(
    task: TaskFolder,
    out: Annotated[Path, typer.Option(help="the file to write (label-studio: a folder)")],
    format: Annotated[str, typer.Option(help="csv or label-studio")] = "csv",
    annotator: Annotated[
        str | None, typer.Option(help="one annotator's documents; without it all judgements")
    ] = None,
) -> None:
    """Write the candidates, with what was judged so far, for a spreadsheet or Label Studio."""
    from slovke.annotate.formats import export_task

    print(f"{out}: {export_task(task, out, format, annotator)} rows")


@annotate.command("import")
def import_(
    task: TaskFolder,
    file: Annotated[Path, typer.Argument(help="a CSV or Label Studio's JSON export")],
    annotator: Annotated[str, typer.Option(help="whose judgements these are")],
    format: Annotated[str, typer.Option(help="csv or label-studio")] = "csv",
) -> None:
    """Read judgements made elsewhere into an annotator's log. All of the file, or nothing."""
    from slovke.annotate.formats import import_judgements

    print(f"{annotator}: {import_judgements(task, file, format, annotator)} judgements read")
