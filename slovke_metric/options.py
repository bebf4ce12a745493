"""The options of the metric, checked once, before anything is read or written."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import SupportsIndex

from .lemmas import Lemmatizer, get_lemmatizer
from .tokens import TOKENIZER

VERSION = "1.0"

Cutoff = int | str
AnyCutoff = SupportsIndex | str
AnyLemmatizer = str | Lemmatizer | Callable[[str], str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What `score` can be told; the defaults follow the paper (section 5.1) where it speaks.

    Attributes:
        k: the cutoffs: 1, 2, ..., `"O"` (as many as the document has gold keyphrases, after
            deduplication) or `"M"` (all that were given, after deduplication). The paper reports 6.
        lang: the language of the default lemmatizer.
        lemmatizer: resolved.
        duplicates: `"drop"` (later phrases with the same lemmas go, on both sides) or `"keep"`.
        denominator: of precision: `"k"`, or `"min"` for min(k, number given).
        empty_gold: a document without gold: `"skip"`, `"zero"` or `"error"`.
        confidence: level of the bootstrap intervals, above 0 and below 1, or None for none.
        resamples: number of bootstrap resamples.
        seed: of the resampling's own generator.
        per_document: return the statistics of each document too.
    """

    k: tuple[Cutoff, ...]
    lang: str
    lemmatizer: Lemmatizer
    duplicates: str
    denominator: str
    empty_gold: str
    confidence: float | None
    resamples: int
    seed: int
    per_document: bool

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of all options."""
        return tuple(field.name for field in fields(cls))

    @property
    def signature(self) -> str:
        """One line that names every choice on which a score of a given name depends.

        The cutoff is in the score's own name (`exact_f1@6`) and therefore not here.
        """
        return "|".join(
            (
                f"slovke_metric:{VERSION}",
                f"lang:{self.lang}",
                f"lemmas:{self.lemmatizer.signature}",
                f"tokens:{TOKENIZER}",
                f"duplicates:{self.duplicates}",
                f"denominator:{self.denominator}",
                f"empty_gold:{self.empty_gold}",
            )
        )

    @property
    def interval_signature(self) -> str:
        """The same for an interval: with the level, the resamples and the seed."""
        return (
            f"{self.signature}|interval:percentile-{self.confidence:g}"
            f"|bootstrap:{self.resamples}|seed:{self.seed}"
        )


def check_options(
    *,
    k: AnyCutoff | Iterable[AnyCutoff] = 6,
    lang: str = "sk",
    lemmatizer: AnyLemmatizer = None,
    duplicates: str = "drop",
    denominator: str = "k",
    empty_gold: str = "skip",
    confidence: float | None = None,
    resamples: int = 1000,
    seed: int = 12345,
    per_document: bool = False,
) -> Options:
    """Check every option and find the lemmatizer.

    Raises:
        ValueError: a value outside its choices, an unknown lemmatizer or language.
        TypeError: a value of a wrong type.
    """
    if confidence is not None and not (isinstance(confidence, int | float) and 0 < confidence < 1):
        raise ValueError(f"confidence must lie between 0 and 1, such as 0.95, not {confidence!r}")
    return Options(
        k=cutoffs(k),
        lang=lang,
        lemmatizer=get_lemmatizer(lemmatizer, lang),
        duplicates=_choice("duplicates", duplicates, ("drop", "keep")),
        denominator=_choice("denominator", denominator, ("k", "min")),
        empty_gold=_choice("empty_gold", empty_gold, ("skip", "zero", "error")),
        confidence=None if confidence is None else float(confidence),
        resamples=_whole("resamples", resamples, 1),
        seed=_whole("seed", seed, 0),
        per_document=bool(per_document),
    )


def cutoffs(k: AnyCutoff | Iterable[AnyCutoff]) -> tuple[Cutoff, ...]:
    """One or several cutoffs as a tuple, each once, in the order given.

    Raises:
        ValueError: not a whole number from 1, "O" or "M"; or none at all.
        TypeError: neither a number nor text.
    """
    several = [k] if isinstance(k, str) or not isinstance(k, Iterable) else k
    checked = tuple(dict.fromkeys(_cutoff(one) for one in several))
    if not checked:
        raise ValueError("k is empty: give at least one cutoff, such as 6")
    return checked


def _cutoff(k: object) -> Cutoff:
    if isinstance(k, str):
        if k not in ("O", "M"):
            raise ValueError(f'k must be a whole number from 1, "O" or "M", not {k!r}')
        return k
    return _whole("k", k, 1)


def _whole(name: str, value: object, least: int) -> int:
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or number < least:
        raise ValueError(f"{name} must be a whole number from {least}, not {value!r}")
    return number


def _choice(name: str, value: object, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")
    return str(value)
