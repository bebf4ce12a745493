"""The metric of SlovKE: lemmatized exact, partial and gap precision, recall and F1 at k.

`score` is the plain function; `evaluate.load(slovke_metric.PATH)` is the same as an `evaluate`
module. Everything is imported on first use.
"""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .comparison import compare
    from .explanation import explain
    from .lemmas import get_lemmatizer
    from .matching import keys
    from .scoring import score
    from .tokens import tokenize

PATH = str(Path(__file__).resolve().parent)
"""The folder that `evaluate.load` takes, from wherever it is called."""

__all__ = ["PATH", "compare", "explain", "get_lemmatizer", "keys", "score", "tokenize"]

_HOME = {
    "compare": "comparison",
    "explain": "explanation",
    "get_lemmatizer": "lemmas",
    "keys": "matching",
    "score": "scoring",
    "tokenize": "tokens",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
