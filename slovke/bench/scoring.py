"""Score what the systems gave: tables, curves, citation forms, significance, the gap's causes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from slovke.bench.plan import shown_options
from slovke.bench.running import Outcome
from slovke.pairing import Paired, pair
from slovke.record import Record

K = 6  # of the paper's tables 2 and 3
CUTOFFS: tuple[int | str, ...] = (*range(1, 16), "O")  # of its figure 4


def score_systems(
    outcomes: Sequence[Outcome],
    records: Sequence[Record],
    *,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 12345,
    lemmatizer: str | None = None,
) -> dict[str, Any]:
    """Everything that the report shows of the systems that gave results.

    Args:
        outcomes: of the runs, in the order of the tables.
        records: the split, with its gold.
        confidence, resamples, seed: of the intervals and tests.
        lemmatizer: of the metric; None for the default.

    Returns:
        `systems`: name -> `scores` (`slovke_metric.score` at all `CUTOFFS`, with intervals at
        `K`), `surface` (the same at `K` without lemmas), `explain`, `failures`, `missing`;
        `comparisons`: for each two systems `a`, `b`, what `slovke_metric.compare` gives for
        `exact_f1@6` and `partial_f1@6`, and `p_holm` of each over all pairs;
        `citation`: for each run with and without citation forms the difference of exact F1@6, on
        lemmas and on the surface.
    """
    from slovke.sources import read_predictions
    from slovke_metric import compare, explain, score

    common: dict[str, Any] = {"resamples": resamples, "seed": seed}
    level: dict[str, Any] = {"confidence": confidence, **common}
    done = {o.run.name: o for o in outcomes if o.predictions is not None}
    paired: dict[str, Paired] = {}
    systems: dict[str, Any] = {}
    for name, outcome in done.items():
        assert outcome.predictions is not None
        own = pair(read_predictions(outcome.predictions), records, outcome.predictions)
        given, gold = own.predictions, own.references
        paired[name] = own
        curve = score(given, gold, k=CUTOFFS, lemmatizer=lemmatizer, **common)
        systems[name] = {
            "family": outcome.run.family,
            "options": shown_options(outcome.run),
            "scores": curve | score(given, gold, k=K, lemmatizer=lemmatizer, **level),
            "surface": score(given, gold, k=K, lemmatizer="none", **level),
            "explain": explain(
                given, gold, k=K, lemmatizer=lemmatizer, documents=own.documents, examples=2
            ),
            "failures": outcome.failures,
            "missing": own.missing,
        }

    def difference(a: str, b: str, measures: Sequence[str], lemmas: str | None) -> dict[str, Any]:
        first, second = paired[a], paired[b]
        result = compare(
            first.predictions, second.predictions, first.references, k=K, lemmatizer=lemmas, **level
        )
        return {measure: result[measure] for measure in measures}

    headline = (f"exact_f1@{K}", f"partial_f1@{K}")
    comparisons = [
        {"a": a, "b": b, **difference(a, b, headline, lemmatizer)}
        for a, b in combinations(
            [name for name, outcome in done.items() if outcome.run.pair is None], 2
        )
    ]
    for measure in headline:
        adjusted = holm([pair_[measure]["p_randomization"] for pair_ in comparisons])
        for pair_, p in zip(comparisons, adjusted, strict=True):
            pair_[measure]["p_holm"] = p
    citation = []
    for name, outcome in done.items():
        other = outcome.run.pair
        if other is None or other not in done:
            continue
        # LemmaRank's own form is the canonical one, the others' is the surface.
        forms = (name, other) if name.endswith("+canonical") else (other, name)
        row: dict[str, Any] = {"system": other, "with": forms[0], "without": forms[1]}
        row["lemmas"] = difference(*forms, headline[:1], lemmatizer)[headline[0]]
        row["surface"] = difference(*forms, headline[:1], "none")[headline[0]]
        citation.append(row)
    return {"k": K, "systems": systems, "comparisons": comparisons, "citation": citation}


def holm(p_values: Sequence[float]) -> list[float]:
    """P values adjusted for their number by Holm's step-down method, in the order given."""
    adjusted = [0.0] * len(p_values)
    most = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        most = max(most, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = most
    return adjusted
