"""A page to try the metric on: paste predictions and gold, see scores and what matched what.

`slovke app` starts it on this machine; as `app.py` of a Hub Space with `sdk: gradio` it runs by
itself.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

NAME = "slovke_metric"
MEASURES = ("precision", "recall", "f1")
LEMMATIZERS = {
    "default of the language": None,
    "plain simplemma": "simplemma",
    "none": "none",
}
EXAMPLE_PREDICTIONS = """rozvojového potenciálu
rozvoja vidieka
samosprávneho kraja
vidiek
štúdia

počítačové siete
smerovanie"""
EXAMPLE_GOLD = """rozvojový potenciál
rozvoj vidieka
Žilinský samosprávny kraj

počítačová sieť
smerovací protokol"""


def _load_package() -> None:
    """Make this file's folder importable by its name: it is not where a Space runs the file."""
    if __package__ or NAME in sys.modules:
        return
    folder = Path(__file__).resolve().parent
    spec = spec_from_file_location(
        NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder} holds no package")
    package = module_from_spec(spec)
    sys.modules[NAME] = package
    spec.loader.exec_module(package)


def documents_of(text: str) -> list[list[str]]:
    """Documents from pasted text: a keyphrase a line, an empty line between documents."""
    documents: list[list[str]] = [[]]
    for line in text.strip().splitlines():
        if line.strip():
            documents[-1].append(line.strip())
        elif documents[-1]:
            documents.append([])
    return documents


def judge(
    predictions: str, gold: str, cutoff: str, lang: str, lemmatizer: str
) -> tuple[list[list[str]], list[list[str]], str]:
    """What the page shows: the table of scores, the table of matches, the notes under them.

    Raises:
        ValueError: something that the user can mend, in one line.
    """
    _load_package()
    scoring, explanation, inputs = (
        import_module(f"{NAME}.{module}") for module in ("scoring", "explanation", "inputs")
    )
    predicted, references = documents_of(predictions), documents_of(gold)
    inputs.check_pair(predicted, references)
    k: int | str = int(cutoff) if cutoff.strip().isdecimal() else cutoff.strip()
    options = {"k": k, "lang": lang.strip() or "sk", "lemmatizer": LEMMATIZERS[lemmatizer]}
    result = scoring.score(predicted, references, **options)
    scores = [
        [kind, *(f"{100 * result[f'{kind}_{measure}@{k}']:.1f}" for measure in MEASURES)]
        for kind in ("exact", "partial", "gap")
    ]
    everything = sum(map(len, predicted))
    explained = explanation.explain(predicted, references, **options, examples=everything)
    matches = [
        [str(one["document"] + 1), one["prediction"], one["gold"], step["meaning"]]
        for step in explained["steps"]
        for one in step["examples"]
    ]
    matches += [
        [str(one["document"] + 1), one["prediction"], "-", "nothing in common"]
        for one in explained["unmatched"]["examples"]
    ]
    notes = (
        f"Documents: {result['documents']}; duplicate predictions dropped: "
        f"{result['duplicate_predictions']}. Signature: {result['signature']}"
    )
    return scores, sorted(matches, key=lambda match: int(match[0])), notes


def build() -> Any:
    """The page, as gradio `Blocks`."""
    import gradio as gr

    def show(*given: str) -> tuple[list[list[str]], list[list[str]], str]:
        try:
            return judge(*given)
        except (ValueError, TypeError) as error:
            raise gr.Error(str(error)) from error

    with gr.Blocks(title="SlovKE metric", analytics_enabled=False) as page:
        gr.Markdown(
            "# SlovKE metric\nKeyphrases that a system predicted, best first, against gold ones: "
            "one a line, an empty line between documents. Scores are in percent, means over "
            "documents."
        )
        with gr.Row():
            predictions = gr.Textbox(EXAMPLE_PREDICTIONS, label="Predictions", lines=9)
            gold = gr.Textbox(EXAMPLE_GOLD, label="Gold", lines=9)
        with gr.Row():
            cutoff = gr.Textbox("6", label="k: a number, O or M")
            lang = gr.Textbox("sk", label="Language")
            lemmatizer = gr.Dropdown(
                list(LEMMATIZERS), value=next(iter(LEMMATIZERS)), label="Lemmatizer"
            )
        button = gr.Button("Score", variant="primary")
        scores = gr.Dataframe(
            headers=["match", "precision", "recall", "F1"], label="Scores", interactive=False
        )
        matches = gr.Dataframe(
            headers=["doc", "prediction", "closest gold", "how close"],
            label="What matched what",
            interactive=False,
            wrap=True,
        )
        notes = gr.Markdown()
        button.click(show, [predictions, gold, cutoff, lang, lemmatizer], [scores, matches, notes])
    return page


def launch(*, port: int = 7860, open_browser: bool = False) -> None:
    """Serve the page on this machine until interrupted.

    Raises:
        OSError: the port is taken.
    """
    import gradio as gr

    # Fonts of the system: the default theme would fetch its own from another host.
    theme = gr.themes.Default(font=["system-ui", "sans-serif"], font_mono=["monospace"])
    build().launch(
        server_port=port or None, inbrowser=open_browser, share=False, theme=theme, quiet=False
    )


if __name__ == "__main__":
    launch()
