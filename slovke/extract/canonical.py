"""Any extractive system with its phrases in citation form: `rozvojového potenciálu` written as an
author would, `rozvojový potenciál`. Ours, not the paper's; see `citation`.
"""

from collections.abc import Iterator, Mapping, Sequence

from slovke.extract.citation import citation_forms
from slovke.extract.protocol import Document, Extractor


class Canonical:
    """A system whose phrases come in citation form, each once.

    Args:
        inner: the system.
    """

    def __init__(self, inner: Extractor) -> None:
        """Wrap it."""
        self.name = f"{inner.name}+canonical"
        self._inner = inner
        citation_forms(["slovo"])  # loads the dictionary here, and not in the first document's time

    def prepare(self, documents: Sequence[Document]) -> None:
        """Let the system see the whole dataset, if it wants to."""
        prepare = getattr(self._inner, "prepare", None)
        if prepare is not None:
            prepare(documents)

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield the system's phrases in citation form, in its order."""
        found = self._inner.extract(documents)
        for document, phrases in zip(documents, found, strict=True):
            yield list(dict.fromkeys(citation_forms(phrases, text=document.abstract)))


class Given:
    """A system whose results are there already: a predictions file."""

    name = "given"

    def __init__(self, predictions: Mapping[str, Sequence[str]]) -> None:
        """Take the keyphrases by document id."""
        self._predictions = predictions

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield what the file has; nothing for a document that it does not name."""
        for document in documents:
            yield list(self._predictions.get(document.id, ()))
