"""The options of systems that `slovke extract` and `slovke bench` share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from slovke.errors import InputError

TaggerName = Annotated[
    str | None,
    typer.Option(
        help="of parts of speech, for textrank, lemmarank, ranker: rules or stanza; "
        "without it textrank has none, the others rules"
    ),
]
StanzaDir = Annotated[Path | None, typer.Option(help="folder of Stanza's models")]
Diversity = Annotated[
    float | None,
    typer.Option(min=0, max=1, help="keybert: of maximal marginal relevance; without it none"),
]
BaseUrl = Annotated[
    str | None, typer.Option(help="keyllm: an OpenAI-compatible endpoint", metavar="URL")
]
Model = Annotated[str, typer.Option(help="keyllm: the model's name there")]
KeyVariable = Annotated[
    str, typer.Option(help="keyllm: the environment variable that holds the key")
]
PromptLanguage = Annotated[str, typer.Option(help="keyllm: of the prompt: en (paper) or sk")]
Concurrency = Annotated[int, typer.Option(min=1, help="keyllm: questions under way at once")]
ReplyCache = Annotated[
    Path | None, typer.Option(help="keyllm: the file of kept replies", metavar="FILE")
]
PriceInput = Annotated[
    float, typer.Option(min=0, help="keyllm: price of a million tokens of prompt")
]
PriceOutput = Annotated[
    float, typer.Option(min=0, help="keyllm: price of a million tokens of reply")
]
MaxCost = Annotated[
    float | None, typer.Option(min=0, help="keyllm: stop before it costs more (needs prices)")
]


def options_by_system(
    *,
    tagger: str | None,
    stanza_dir: Path | None,
    diversity: float | None,
    keyllm: dict[str, Any],
) -> dict[str, dict[str, Any]]:
    """The options as the keyword arguments of each system that takes some.

    Raises:
        InputError: no such tagger, or a folder for one that reads none.
    """
    from slovke.extract.registry import TAGGED

    if tagger not in (None, "rules", "stanza"):
        raise InputError(f"--tagger: no tagger {tagger!r}: take rules or stanza")
    if stanza_dir is not None and tagger != "stanza":
        raise InputError("--stanza-dir: only --tagger stanza reads models")
    tagging: dict[str, Any] = {} if tagger is None else {"tagger": tagger}
    if stanza_dir is not None:
        tagging["stanza_dir"] = str(stanza_dir)
    return {
        "keyllm": keyllm,
        "keybert": {} if diversity is None else {"diversity": diversity},
        **dict.fromkeys(TAGGED, tagging),
    }


def keyllm_options(
    *,
    base_url: str | None,
    model: str,
    key_variable: str,
    prompt_language: str,
    concurrency: int,
    reply_cache: Path | None,
    price_input: float,
    price_output: float,
    max_cost: float | None,
) -> dict[str, Any]:
    """The options as the keyword arguments of `slovke.extract.keyllm.key_llm`."""
    return {
        "base_url": base_url,
        "model": model,
        "key_variable": key_variable,
        "language": prompt_language,
        "concurrency": concurrency,
        "cache": None if reply_cache is None else str(reply_cache),
        "input_price": price_input,
        "output_price": price_output,
        "max_cost": max_cost,
    }
