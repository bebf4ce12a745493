"""Bring a predictions file and a dataset together, document by document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from slovke.errors import InputError
from slovke.record import Record


@dataclass(frozen=True, slots=True)
class Paired:
    """Predictions and gold in the dataset's order.

    Attributes:
        predictions: the ranked keyphrases of each document; empty where the file has none.
        references: the gold keyphrases of each document.
        documents: the abstracts.
        missing: documents of the dataset that the file does not name; they score 0.
    """

    predictions: list[list[str]]
    references: list[list[str]]
    documents: list[str]
    missing: int


def pair(
    predictions: Mapping[str, Sequence[str]], records: Sequence[Record], path: str | Path
) -> Paired:
    """Pair them by id.

    A document that the file does not name gets no predictions and scores 0, so that a system gains
    nothing by leaving out what is hard; the number of them is kept. (An id that occurs twice was
    refused when the file was read.)

    Args:
        predictions: id to keyphrases, as read from `path`.
        records: the dataset.
        path: for the errors.

    Raises:
        InputError: an id that is not in the dataset; or no records.
    """
    if not records:
        raise InputError("the dataset has no records: nothing to score against")
    known = {record.id for record in records}
    for row, id_ in enumerate(predictions, start=1):
        if id_ not in known:
            raise InputError(
                f"{path}: row {row}: id {id_!r} is not among the {len(known)} ids of the dataset; "
                "check --dataset and --split, or remove the row"
            )
    return Paired(
        predictions=[list(predictions.get(record.id, ())) for record in records],
        references=[list(record.keyphrases) for record in records],
        documents=[record.abstract for record in records],
        missing=sum(record.id not in predictions for record in records),
    )
