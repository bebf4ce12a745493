"""The failure cases of the paper (section 6.3.2), counted for one system.

The paper shows them by example; what exactly counts as one is our choice, written at each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, runtime_checkable

from .findings import LEVEL, Finding
from .lemmas import Lemmatizer
from .matching import Key
from .tokens import tokenize

FAILURES = {
    "morphological_mismatch": "another form of a gold keyphrase: missed as written, met on lemmas",
    "wrong_granularity": "contains a gold keyphrase, or is contained in one",
    "redundancy": "repeats or contains an earlier prediction of the same document",
    "lone_adjective": "an adjective alone",
}


@runtime_checkable
class Tagger(Protocol):
    """A lemmatizer that also knows parts of speech, as Stanza does."""

    def tags(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The universal part of speech of each token of each phrase."""
        ...


@dataclass(frozen=True, slots=True)
class _Repeated:
    """A prediction that repeats or contains an earlier one."""

    document: int
    prediction: str
    earlier: str

    def example(self) -> dict[str, Any]:
        """For the result of `explain`."""
        return asdict(self)


def failures(
    found: Sequence[Finding],
    given: Sequence[tuple[int, Sequence[tuple[str, Key]]]],
    lemmatizer: Lemmatizer,
    examples: int,
) -> dict[str, dict[str, Any] | None]:
    """Count each failure case.

    Args:
        found: the first k predictions of all documents, duplicates dropped.
        given: for each document its number and its first k predictions as given, with their
            lemmas, duplicates kept.
        lemmatizer: tells lone adjectives if it is a `Tagger`; else that case is None.
        examples: how many to show of each.
    """
    repeated = [one for document in given for one in _redundant(*document)]
    cases: dict[str, Sequence[Finding | _Repeated] | None] = {
        "morphological_mismatch": _on(found, "lemmas"),
        "wrong_granularity": _on(found, "granularity"),
        "redundancy": repeated,
        "lone_adjective": _lone_adjectives(found, lemmatizer),
    }
    totals = dict.fromkeys(FAILURES, len(found))
    totals["redundancy"] = sum(len(phrases) for _, phrases in given)
    return {
        name: None
        if case is None
        else {
            "meaning": FAILURES[name],
            "count": len(case),
            "share": len(case) / totals[name] if totals[name] else 0.0,
            "examples": [one.example() for one in case[:examples]],
        }
        for name, case in cases.items()
    }


def _on(found: Sequence[Finding], step: str) -> list[Finding]:
    return [one for one in found if one.level == LEVEL[step]]


def _redundant(document: int, phrases: Sequence[tuple[str, Key]]) -> list[_Repeated]:
    """The predictions whose lemmas repeat or contain all lemmas of an earlier one."""
    redundant: list[_Repeated] = []
    earlier: list[tuple[str, frozenset[str]]] = []
    for phrase, key in phrases:
        lemmas = frozenset(key)
        for before, its in earlier:
            if its <= lemmas:
                redundant.append(_Repeated(document, phrase, before))
                break
        earlier.append((phrase, lemmas))
    return redundant


def _lone_adjectives(found: Sequence[Finding], lemmatizer: Lemmatizer) -> list[Finding] | None:
    if not isinstance(lemmatizer, Tagger):
        return None
    words = {one.phrase: tokenize(one.phrase) for one in found}
    single = {phrase: own for phrase, own in words.items() if len(own) == 1}
    tags = dict(zip(single, lemmatizer.tags(list(single.values())), strict=True))
    return [one for one in found if tags.get(one.phrase) == ("ADJ",)]
