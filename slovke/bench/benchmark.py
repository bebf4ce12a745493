"""From a dataset and a list of systems to a folder with everything that the report shows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from slovke.bench.plan import SystemRun
from slovke.bench.running import Outcome, check_finished, run_systems
from slovke.bench.scoring import score_systems
from slovke.errors import InputError
from slovke.extract.protocol import Document
from slovke.record import Record
from slovke.report.paper import is_papers_test_set
from slovke.report.writing import write_report


def benchmark(
    runs: Sequence[SystemRun],
    records: Sequence[Record],
    out: Path,
    *,
    dataset: str,
    split: str,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 12345,
    lemmatizer: str | None = None,
    max_cost: float | None = None,
    say: Callable[[str], None] = print,
) -> dict[str, Any]:
    """Run, score, compare and report.

    Args:
        runs: of `plan`.
        records: of the split.
        out: gets `predictions/*.jsonl`, `runs/*.json` (time, memory), `scores.json`, `report.md`,
            `tables.tex`, `figures/*.svg`, `index.html`. A call after a kill goes on; `scores.json`
            holds no time and no folder of this machine, so that two runs can be compared.
        dataset, split: as named by the user, for the report.
        confidence, resamples, seed, lemmatizer: of the metric.
        max_cost: the most that KeyLLM's runs may cost together.
        say: gets a line for each step.

    Returns:
        What stands in `scores.json`.

    Raises:
        InputError: nothing to score; or, after all else is written, a system that failed.
    """
    if not records:
        raise InputError(f"{dataset}: split {split!r} has no records")
    documents = [Document(id=r.id, abstract=r.abstract, title=r.title) for r in records]
    outcomes = run_systems(runs, documents, out, say=say, max_cost=max_cost)
    if all(outcome.predictions is None for outcome in outcomes):
        check_finished(outcomes)
    results = {
        "dataset": Path(dataset).name if Path(dataset).exists() else dataset,
        "split": split,
        "documents": len(records),
        "is_papers_test_set": is_papers_test_set(dataset, len(records)),
        "confidence": confidence,
        **_scores(outcomes, records, confidence, resamples, seed, lemmatizer),
        "failed": {o.run.name: o.error for o in outcomes if o.error is not None},
    }
    text = json.dumps(results, ensure_ascii=False, indent=1, sort_keys=False)
    (out / "scores.json").write_text(text + "\n", encoding="utf-8")
    write_report(results, {o.run.name: o.measured for o in outcomes if o.measured}, out)
    say(f"{out / 'index.html'}: the report; {out / 'scores.json'}: its numbers")
    check_finished(outcomes)
    return results


def _scores(
    outcomes: Sequence[Outcome],
    records: Sequence[Record],
    confidence: float,
    resamples: int,
    seed: int,
    lemmatizer: str | None,
) -> dict[str, Any]:
    try:
        return score_systems(
            outcomes,
            records,
            confidence=confidence,
            resamples=resamples,
            seed=seed,
            lemmatizer=lemmatizer,
        )
    except (ValueError, TypeError) as error:
        raise InputError(str(error)) from error
