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

    Documents come in batches. A system that must see all of them first (to cluster them, say) may
    have a method `prepare(documents)`, which is called once with the whole dataset.
    """

    name: str

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield the ranked keyphrases of each document."""
        ...
