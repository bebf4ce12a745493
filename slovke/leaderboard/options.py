"""What a leaderboard scores with; part of it is the signature that separates its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

KINDS = ("exact", "partial", "gap")
MEASURES = ("precision", "recall", "f1")
CURVE = tuple(range(1, 16))
"""The cutoffs of F1 against k (the paper's figure 4)."""


@dataclass(frozen=True, slots=True)
class ScoringOptions:
    """How submissions are scored; the same for all in one table.

    Attributes:
        lemmatizer: as in `slovke_metric.score`; None is the language's default.
        lang: its language.
        confidence: level of the intervals.
        resamples: of the bootstrap and the randomization tests.
        seed: of both.
        headline: the cutoff of the table's first order and the breakdown (the paper's 6).
        tables: the cutoffs that the table can show.
        level: of significance, after Holm's correction over all pairs, each score apart.
    """

    lemmatizer: str | None = None
    lang: str = "sk"
    confidence: float = 0.95
    resamples: int = 1000
    seed: int = 12345
    headline: int = 6
    tables: tuple[int | str, ...] = (6, 1, 3, 5, 10, 15, "O")
    level: float = 0.05

    @property
    def cutoffs(self) -> tuple[int | str, ...]:
        """All cutoffs that are scored."""
        return tuple(dict.fromkeys((*self.tables, *CURVE)))

    @property
    def tested(self) -> tuple[str, ...]:
        """The scores of the tables: by each of them a table can be sorted, so each is tested."""
        return score_names(self.tables)

    @property
    def own(self) -> Mapping[str, Any]:
        """The options on which the metric's signature depends."""
        return {"lang": self.lang, "lemmatizer": self.lemmatizer}

    @property
    def headline_score(self) -> str:
        """The score that orders the table."""
        return f"exact_f1@{self.headline}"

    @property
    def reduced(self) -> tuple[str, ...]:
        """The scores of the heatmap of error reductions."""
        return tuple(f"{kind}_f1@{k}" for kind in ("exact", "partial") for k in (3, 6, 10, "O"))


def score_names(cutoffs: Iterable[int | str]) -> tuple[str, ...]:
    """The scores that are shown and downloaded, means over documents, cutoff by cutoff."""
    return tuple(f"{kind}_{measure}@{k}" for k in cutoffs for kind in KINDS for measure in MEASURES)
