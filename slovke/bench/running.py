"""Run the systems of a benchmark one after the other, and take over what is done already."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovke.bench.plan import SystemRun, fingerprint, shown_options, versions
from slovke.bench.worker import write_documents
from slovke.errors import InputError
from slovke.extract.protocol import Document


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one run.

    Attributes:
        run: the run.
        predictions: the file, or None where it failed.
        error: why it failed, in one line, or None.
        measured: of the worker: documents, seconds, memory; empty for a given file.
        failures: document id -> what was wrong, of documents that got nothing for a fault.
    """

    run: SystemRun
    predictions: Path | None
    error: str | None
    measured: dict[str, Any]
    failures: dict[str, str]


def run_systems(
    runs: Sequence[SystemRun],
    documents: Sequence[Document],
    out: Path,
    *,
    say: Callable[[str], None],
    max_cost: float | None = None,
) -> list[Outcome]:
    """Run each that is not done; one that fails costs its own row only.

    Args:
        runs: in order; one that is the `canonical_of` another comes before it.
        documents: of the split.
        out: the benchmark's folder: gets `documents.jsonl`, `predictions/` and `runs/`.
        say: gets one line for each run.
        max_cost: the most that all of KeyLLM's runs together may cost in this call.
    """
    for folder in ("predictions", "runs"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    write_documents(out / "documents.jsonl", documents)
    digest = _digest(out / "documents.jsonl")
    outcomes: dict[str, Outcome] = {}
    spent = 0.0
    for run in runs:
        if run.predictions is not None:
            outcomes[run.name] = _given(run)
            continue
        source = outcomes[run.canonical_of].predictions if run.canonical_of else None
        if run.canonical_of and source is None:
            error = f"{run.canonical_of} has no result"
            outcomes[run.name] = Outcome(run, None, error, {}, {})
            continue
        if run.family == "keyllm" and max_cost is not None:
            run = _capped(run, max_cost - spent)  # noqa: PLW2901 - the same run with what is left
        mark = fingerprint(run, digest, _digest(source) if source else "")
        outcome = _done(run, out, mark)
        if outcome is not None:
            say(f"{run.name}: done before")
        else:
            outcome = _run(run, source, out, mark)
            spent += outcome.measured.get("spent") or 0.0
            say(_line(outcome))
        outcomes[run.name] = outcome
    return list(outcomes.values())


def _capped(run: SystemRun, most: float) -> SystemRun:
    options = {**run.options, "max_cost": max(most, 0.0)}
    return SystemRun(run.name, run.family, run.system, options)


def _given(run: SystemRun) -> Outcome:
    from slovke.sources import read_predictions

    assert run.predictions is not None
    read_predictions(run.predictions)
    return Outcome(run, run.predictions, None, {}, {})


def _done(run: SystemRun, out: Path, mark: str) -> Outcome | None:
    """The outcome of a run that an earlier call finished, if it is of the same things."""
    note, predictions = _paths(run, out)
    try:
        found = json.loads(note.read_text(encoding="utf-8"))
        if found["fingerprint"] != mark or found["predictions"] != _digest(predictions):
            return None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    failures = _failures(predictions)
    if failures:
        return None  # they are asked again; what was answered lies in the cache of replies
    return Outcome(run, predictions, None, found["measured"], failures)


def _run(run: SystemRun, source: Path | None, out: Path, mark: str) -> Outcome:
    note, predictions = _paths(run, out)
    note.unlink(missing_ok=True)
    job = {
        "name": run.name,
        "documents": str(out / "documents.jsonl"),
        "out": str(predictions),
        "fingerprint": mark,
        "system": run.system,
        "options": dict(run.options),
        "canonical_of": str(source) if source else None,
    }
    worker = subprocess.run(
        [sys.executable, "-m", "slovke.bench.worker"],
        input=json.dumps(job),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if worker.returncode == 130:
        raise KeyboardInterrupt
    try:
        measured = json.loads(worker.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        measured = {"error": f"its process ended with code {worker.returncode}"}
    if "error" in measured:
        return Outcome(run, None, measured["error"], {}, {})
    done = {
        "fingerprint": mark,
        "predictions": _digest(predictions),
        "system": run.system.partition("=")[0] or f"{run.canonical_of}, in citation form",
        "options": shown_options(run),
        "packages": versions(),
        "measured": measured,
    }
    note.write_text(json.dumps(done, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return Outcome(run, predictions, None, measured, _failures(predictions))


def _paths(run: SystemRun, out: Path) -> tuple[Path, Path]:
    return out / "runs" / f"{run.name}.json", out / "predictions" / f"{run.name}.jsonl"


def _failures(predictions: Path) -> dict[str, str]:
    found = {}
    for line in predictions.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "failure" in row:
            found[row["id"]] = row["failure"]
    return found


def _line(outcome: Outcome) -> str:
    name, measured = outcome.run.name, outcome.measured
    if outcome.error is not None:
        return f"{name}: failed: {outcome.error}"
    documents, seconds = measured["documents"], measured["seconds"]
    each = 1000 * seconds / documents if documents else 0.0
    text = (
        f"{name}: {documents} documents in {seconds:.1f} s ({documents / max(seconds, 1e-9):.1f} "
        f"documents/s, {each:.1f} ms each), {measured['peak_mb']:.0f} MB"
    )
    if measured["asked"] is not None:
        text += f", {measured['asked']} questions, {measured['spent']:.4f} spent"
    if outcome.failures:
        text += f", {len(outcome.failures)} documents without an answer"
    return text


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def check_finished(outcomes: Sequence[Outcome]) -> None:
    """Raise for the systems that failed, after all else is written.

    Raises:
        InputError: names them, with the first one's reason.
    """
    failed = [outcome for outcome in outcomes if outcome.error is not None]
    if failed:
        names = ", ".join(outcome.run.name for outcome in failed)
        raise InputError(f"no result of {names}: {failed[0].error}")
