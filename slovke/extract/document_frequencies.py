"""In how many documents of a corpus each lemma stands: what `slovke fit lemmarank` writes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovke.errors import InputError

FORMAT = "slovke-document-frequencies/1"


@dataclass(frozen=True, slots=True)
class DocumentFrequencies:
    """Document frequencies of lemmas.

    Attributes:
        documents: how many documents were counted.
        counts: lemma -> documents that hold it, of the lemmas that were kept.
        least: lemmas of fewer documents than this were left out of the file.
        dataset: which dataset, split and revision was counted, for people.
        signature: of the tagger and lemmatizer that counted.
    """

    documents: int
    counts: Mapping[str, int]
    least: int = 1
    dataset: str = ""
    signature: str = ""

    def write(self, path: Path) -> None:
        """Write the file: JSON, compressed if its name ends with `.gz`; same input, same bytes."""
        value = {
            "format": FORMAT,
            "dataset": self.dataset,
            "signature": self.signature,
            "documents": self.documents,
            "least": self.least,
            "counts": dict(sorted(self.counts.items())),
        }
        data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)

    @classmethod
    def read(cls, path: Path) -> DocumentFrequencies:
        """Read a file that `write` wrote.

        Raises:
            InputError: there is no such file, or it is of another format.
        """
        try:
            data = path.read_bytes()
            value = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
        except (OSError, EOFError, ValueError) as error:
            raise InputError(f"{path}: can't be read as document frequencies: {error}") from None
        return cls._checked(value, path)

    @classmethod
    def _checked(cls, value: Any, path: Path) -> DocumentFrequencies:
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise InputError(
                f"{path}: not a file of `slovke fit lemmarank` (its format is not {FORMAT!r})"
            )
        documents, counts, least = (value.get(name) for name in ("documents", "counts", "least"))
        if (
            not isinstance(documents, int)
            or not isinstance(least, int)
            or not isinstance(counts, dict)
            or not all(isinstance(count, int) for count in counts.values())
        ):
            raise InputError(f"{path}: damaged: fit it again with `slovke fit lemmarank`")
        return cls(documents, counts, least, str(value.get("dataset")), str(value.get("signature")))
