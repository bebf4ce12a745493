"""Checks of what users hand in: every document, not only the first; the error says the mend.

`evaluate` checks the first document alone and turns the rest into text without a word: a string
becomes its letters, a `(phrase, score)` tuple its repr. So everything is checked here, before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any

import numpy as np


def check_documents(documents: Any, side: str, first: int = 0) -> list[list[str]]:
    """One list of strings for each document.

    Args:
        documents: an iterable of documents; each a list, tuple or one-dimensional numpy array of
            strings; for references also a set.
        side: `"predictions"` or `"references"`.
        first: the number of the first document, counted from 0, for the errors.

    Raises:
        TypeError: something else; the error names the side, the document's number and the mend.
    """
    if isinstance(documents, str | bytes | Mapping) or not isinstance(documents, Iterable):
        raise TypeError(
            f"{side} must be a list with one list of keyphrases for each document, "
            f"not {_kind(documents)}"
        )
    checked = [
        document if type(document) is list else check_document(document, side, first + position)
        for position, document in enumerate(documents)
    ]
    # The types of all phrases at once; the slow way is for finding the culprit.
    if set(map(type, chain.from_iterable(checked))) <= {str}:
        return checked
    return [
        check_document(document, side, first + position)
        for position, document in enumerate(checked)
    ]


def check_document(document: Any, side: str, number: int) -> list[str]:
    """The keyphrases of one document as a list.

    Raises:
        TypeError: as for `check_documents`.
    """
    where = f"{side} of document {number} (counted from 0)"
    if document is None:
        raise TypeError(f"{where}: None; write [] for a document without keyphrases")
    if isinstance(document, str):
        raise TypeError(
            f"{where}: the string {_short(document)} where a list of keyphrases is due; "
            f"write [{_short(document)}], or split it first"
        )
    if isinstance(document, AbstractSet) and side == "references":
        document = sorted(document, key=repr)
    if isinstance(document, np.ndarray) and document.ndim == 1:
        document = document.tolist()
    if not isinstance(document, list | tuple):
        raise TypeError(f"{where}: {_kind(document)} where a list of keyphrases is due, best first")
    for position, phrase in enumerate(document):
        if not isinstance(phrase, str):
            raise TypeError(f"{where}, item {position}: {_mend(phrase)}")
    return [str(phrase) for phrase in document]


def check_pair(
    predictions: Sequence[Any],
    references: Sequence[Any],
    side: str = "predictions",
    *,
    empty: bool = False,
) -> None:
    """Both sides hold the same number of documents, and at least one, unless `empty` allows none.

    Raises:
        ValueError: different numbers of documents, or none.
    """
    if len(predictions) != len(references):
        raise ValueError(
            f"{len(predictions)} documents in {side} and {len(references)} in references: "
            "give both for the same documents, with [] where a system found nothing"
        )
    if not empty and not len(predictions):
        raise ValueError(f"no documents: {side} and references are empty")


def check_texts(documents: Any, expected: int) -> list[str]:
    """The documents' texts as a list.

    Raises:
        TypeError: not a list of strings.
        ValueError: another number of texts than documents.
    """
    if isinstance(documents, str | bytes | Mapping) or not isinstance(documents, Iterable):
        raise TypeError(f"documents must be a list of texts, not {_kind(documents)}")
    texts = list(documents)
    for number, text in enumerate(texts):
        if not isinstance(text, str):
            raise TypeError(
                f"documents: text of document {number} (counted from 0) is {_kind(text)}, "
                "where a string is due"
            )
    if len(texts) != expected:
        raise ValueError(f"{len(texts)} texts in documents, but {expected} documents")
    return texts


def _mend(phrase: object) -> str:
    """What is wrong with a phrase that is not a string, and what to write instead."""
    shown = _short(phrase)
    if isinstance(phrase, tuple) and len(phrase) == 2 and not isinstance(phrase[1], str):
        return f"the pair {shown}; keep the phrase alone: [phrase for phrase, _ in pairs]"
    if isinstance(phrase, list | tuple):
        return f"the nested list {shown}; write ' '.join(tokens) for a phrase in tokens"
    mend = {
        type(None): "leave it out",
        bytes: "decode it first",
        dict: "keep its phrase alone",
    }.get(type(phrase), "write it as a string")
    return f"{_kind(phrase)}, {shown}, where a keyphrase is due; {mend}"


def _kind(value: object) -> str:
    kinds = {
        str: "a string",
        bytes: "bytes",
        dict: "a dict",
        set: "a set",
        int: "a number",
        float: "a number",
        type(None): "None",
    }
    return kinds.get(type(value), f"an object of type {type(value).__name__}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
