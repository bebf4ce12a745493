"""The file of a trained ranker: plain JSON, so that a file from a stranger can run nothing."""

from __future__ import annotations

import gzip
import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovke.errors import InputError
from slovke.extract.candidates import Key
from slovke.extract.document_frequencies import DocumentFrequencies
from slovke.extract.vocabulary import Vocabulary

FORMAT = "slovke-ranker/1"


@dataclass(frozen=True, slots=True)
class RankingModel:
    """A logistic model over features, with what the features need.

    Attributes:
        weights: feature -> its weight; a feature that the file lacks counts 0.
        intercept: added to the weighted sum.
        vocabulary: of the train split.
        frequencies: document frequencies of the train split.
        dataset: dataset, split and revision that it was trained on.
        signature: of the tagger, lemmatizer and word list.
        use_title: whether titles were used.
    """

    weights: Mapping[str, float]
    intercept: float
    vocabulary: Vocabulary
    frequencies: DocumentFrequencies
    dataset: str
    signature: str
    use_title: bool

    def write(self, path: Path) -> str:
        """Write the file, gzipped JSON; same model, same bytes. Returns its SHA-256."""
        words = self.vocabulary
        keys = sorted(words.gold)
        number = {key: place for place, key in enumerate(keys)}
        value = {
            "format": FORMAT,
            "dataset": self.dataset,
            "signature": self.signature,
            "use_title": self.use_title,
            "intercept": self.intercept,
            "weights": dict(self.weights),
            "documents": words.documents,
            # key, documents that have it as gold, as a candidate, as both, and its spelling
            "keyphrases": [
                [
                    list(key),
                    words.gold[key],
                    words.candidate.get(key, 0),
                    words.present.get(key, 0),
                    words.spelling[key],
                ]
                for key in keys
            ],
            "links": {
                lemma: [[number[key], weight] for key, weight in links]
                for lemma, links in sorted(words.links.items())
            },
            "frequencies": dict(sorted(self.frequencies.counts.items())),
        }
        data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        packed = gzip.compress(data, mtime=0)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed)
        return hashlib.sha256(packed).hexdigest()

    @classmethod
    def read(cls, path: Path) -> RankingModel:
        """Read a file that `write` wrote.

        Raises:
            InputError: there is no such file, or it is of another format, or damaged.
        """
        try:
            value = json.loads(gzip.decompress(path.read_bytes()))
        except (OSError, EOFError, ValueError) as error:
            raise InputError(f"{path}: can't be read as a ranker: {error}") from None
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise InputError(
                f"{path}: not a file of `slovke fit ranker` (its format is not {FORMAT!r})"
            )
        try:
            return cls._of(value)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            raise InputError(f"{path}: damaged: fit it again with `slovke fit ranker`") from None

    @classmethod
    def _of(cls, value: dict[str, Any]) -> RankingModel:
        keys: list[Key] = [tuple(map(str, row[0])) for row in value["keyphrases"]]
        rows = list(zip(keys, value["keyphrases"], strict=True))
        documents = int(value["documents"])
        weights = {str(name): float(weight) for name, weight in value["weights"].items()}
        intercept = float(value["intercept"])
        if not all(map(math.isfinite, (*weights.values(), intercept))):
            raise ValueError("a weight is no number")
        return cls(
            weights=weights,
            intercept=intercept,
            vocabulary=Vocabulary(
                documents=documents,
                gold={key: int(row[1]) for key, row in rows},
                candidate={key: int(row[2]) for key, row in rows if row[2]},
                present={key: int(row[3]) for key, row in rows if row[3]},
                spelling={key: str(row[4]) for key, row in rows},
                links={
                    lemma: tuple((keys[place], float(weight)) for place, weight in links)
                    for lemma, links in value["links"].items()
                },
            ),
            frequencies=DocumentFrequencies(
                documents,
                {str(lemma): int(count) for lemma, count in value["frequencies"].items()},
                dataset=str(value["dataset"]),
            ),
            dataset=str(value["dataset"]),
            signature=str(value["signature"]),
            use_title=bool(value["use_title"]),
        )
