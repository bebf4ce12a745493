"""The documents on which a system does best and worst, with what matched what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slovke.leaderboard.check import Checked
from slovke.leaderboard.scoring import Scorer
from slovke.leaderboard.target import Document

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Example:
    """One document.

    Attributes:
        id, title, abstract: of the document.
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
    one: Checked, documents: Sequence[Document], scorer: Scorer, shown: int = SHOWN
) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """The documents with the highest and the lowest exact, then partial F1; ties by id.

    Documents without gold are left out; none stands on both sides.
    """
    pairs = zip(one.scored.exact, one.scored.partial, strict=True)
    rated = [
        (-exact, -partial, documents[number].id, number)
        for number, (exact, partial) in enumerate(pairs)
        if exact is not None and partial is not None
    ]
    rated.sort()
    best = rated[: min(shown, (len(rated) + 1) // 2)]
    worst = rated[len(best) :][-shown:][::-1]

    def example(exact: float, partial: float, id_: str, number: int) -> Example:
        document = documents[number]
        gold, predictions = mark(document.keyphrases, one.predictions[number], scorer)
        return Example(id_, document.title, document.abstract, gold, predictions, -exact, -partial)

    return tuple(example(*row) for row in best), tuple(example(*row) for row in worst)


def mark(
    gold: Sequence[str], predictions: Sequence[str], scorer: Scorer
) -> tuple[tuple[tuple[str, bool], ...], tuple[tuple[str, str], ...]]:
    """Mark gold keyphrases and the first k predictions as the metric counts them.

    A later prediction with the lemmas of an earlier one is a duplicate and takes no place among
    the first k; one without a word is dropped.
    """
    key_of = scorer.keys([*gold, *predictions])
    golden = [key_of[phrase] for phrase in gold]
    lemmas = {lemma for key in golden for lemma in key}
    marks: list[tuple[str, str]] = []
    seen: set[tuple[str, ...]] = set()
    for phrase in predictions:
        if len(seen) == scorer.options.headline:
            break
        key = key_of[phrase]
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
