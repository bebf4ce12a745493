"""The documents on which a system does best and worst, with what matched what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slovke.leaderboard.check import Checked
from slovke.leaderboard.options import ScoringOptions
from slovke.record import Record

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Example:
    """One document.

    Attributes:
        id, title, abstract: of the record.
        gold: each gold keyphrase, and whether it was found exactly among the first k.
        predictions: the first k, each with "exact", "partial", "none" or "duplicate".
        exact, partial: the document's F1 at k (fractions).
    """

    id: str
    title: str | None
    abstract: str
    gold: tuple[tuple[str, bool], ...]
    predictions: tuple[tuple[str, str], ...]
    exact: float
    partial: float


def best_and_worst(
    one: Checked, records: Sequence[Record], options: ScoringOptions, shown: int = SHOWN
) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """The documents with the highest and the lowest exact, then partial F1; ties by id.

    Documents without gold are left out; none stands on both sides.
    """
    table = one.scores["per_document"]
    exact = table[f"exact_f1@{options.headline}"]
    partial = table[f"partial_f1@{options.headline}"]
    scored = [number for number, value in enumerate(exact) if value is not None]
    scored.sort(key=lambda number: (-exact[number], -partial[number], records[number].id))
    best = scored[: min(shown, (len(scored) + 1) // 2)]
    worst = scored[len(best) :][-shown:][::-1]

    def example(number: int) -> Example:
        record = records[number]
        gold, predictions = mark(record.keyphrases, one.predictions[number], options)
        return Example(
            record.id,
            record.title,
            record.abstract,
            gold,
            predictions,
            exact[number],
            partial[number],
        )

    return tuple(map(example, best)), tuple(map(example, worst))


def mark(
    gold: Sequence[str], predictions: Sequence[str], options: ScoringOptions
) -> tuple[tuple[tuple[str, bool], ...], tuple[tuple[str, str], ...]]:
    """Mark gold keyphrases and the first k predictions as the metric counts them.

    A later prediction with the lemmas of an earlier one is a duplicate and takes no place among
    the first k; one without a word is dropped.
    """
    from slovke_metric import keys

    golden = keys(gold, **options.own)
    lemmas = {lemma for key in golden for lemma in key}
    marks: list[tuple[str, str]] = []
    seen: set[tuple[str, ...]] = set()
    for phrase, key in zip(predictions, keys(predictions, **options.own), strict=True):
        if len(seen) == options.headline:
            break
        if not key:
            continue
        if key in seen:
            marks.append((phrase, "duplicate"))
            continue
        seen.add(key)
        exact, partial = key in golden, not lemmas.isdisjoint(key)
        marks.append((phrase, "exact" if exact else "partial" if partial else "none"))
    found = tuple((phrase, key in seen) for phrase, key in zip(gold, golden, strict=True))
    return found, tuple(marks)
