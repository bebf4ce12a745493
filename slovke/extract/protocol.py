"""What a keyphrase system is: documents in, a ranked list of keyphrases for each out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Document:
    """What a system may see of a record: never its gold keyphrases."""

    id: str
    abstract: str
    title: str | None = None


class Extractor(Protocol):
    """A keyphrase system.

    `name` is used in tables and file names. `extract` yields one ranked list, best first, for each
    document, in order; an empty list is a result. It may hold fewer phrases than were asked for.
    """

    name: str

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield the ranked keyphrases of each document."""
        ...
