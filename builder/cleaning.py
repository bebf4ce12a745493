"""The whole cleaning command: run the phases, print the funnel and the audit."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.options import CleanOptions
from builder.phases import SHARDS, Job
from builder.progress import progress
from builder.runner import LocalExecutor, run_clean
from slovke.errors import InputError

if TYPE_CHECKING:
    from builder.audit import Audit
    from builder.funnel import Funnel


@dataclass(frozen=True, slots=True)
class CleanRun:
    """What the command line says; see `python -m builder clean --help`."""

    raw: Path
    out: Path
    workers: int = 1
    settings: tuple[str, ...] = ()
    stanza_dir: Path | None = None
    executor: str = "local"
    slurm_partition: str | None = None
    slurm_time: str = "04:00:00"
    shards: int = SHARDS
    drop_persons: bool = False

    @property
    def job(self) -> Job:
        """The run itself, without how it is run."""
        if self.shards < 1:
            raise InputError(f"--shards {self.shards}: at least 1")
        options = CleanOptions().replaced(list(self.settings))
        return Job(self.raw, self.out, options, self.shards, self.stanza_dir)


def run_and_print(run: CleanRun) -> tuple[Funnel, Audit] | None:
    """Clean, and print what came of it; None where it was only submitted to Slurm.

    Raises:
        InputError: wrong input, wrong options, or an executor that is not installed.
    """
    from rich.console import Console

    from builder.audit import Audit, audit_table, worst_table
    from builder.funnel import Funnel, funnel_table
    from builder.withdrawn import hand_on

    job = run.job
    if run.executor == "slurm":
        _submit(run)
        return None
    with progress(lambda phase: None if phase == "distribute" else _records(job)) as report:
        if run.executor == "local":
            with LocalExecutor(run.workers, report) as local:
                run_clean(job, local)
        else:
            from builder.cluster import cluster_executor

            run_clean(job, cluster_executor(run.executor, run.workers))
    withdrawn = hand_on(run.raw, run.out)
    funnel = Funnel.from_json(_read(run.out / "funnel.json"))
    audit = Audit.from_json(_read(run.out / "audit.json"))
    console = Console()
    console.print(funnel_table(funnel))
    console.print(audit_table(audit))
    if audit.findings:
        console.print(worst_table(audit.worst()))
    console.print(f"{funnel.start:,} records = {funnel.kept:,} kept + {funnel.rejected:,} rejected")
    if withdrawn:
        console.print(f"withdrawn at the source: {withdrawn:,}; `split` leaves these theses out")
    if run.drop_persons:
        from builder.persons import drop_persons

        drop_persons(job)
        console.print(
            "Persons' names were removed from the output. `publish` can't check texts against them "
            "any more, and `split` can't keep a person's works together."
        )
    return funnel, audit


def _submit(run: CleanRun) -> None:
    from builder.cluster import Slurm, submit

    if run.slurm_partition is None:
        raise InputError("--executor slurm: give --slurm-partition")
    if run.drop_persons:
        raise InputError(
            "--executor slurm: --drop-persons comes after the end; give it with the same command "
            "and without --executor, when the jobs are over"
        )
    last = submit(run.job, run.workers, Slurm(run.slurm_partition, run.slurm_time))
    print(
        f"submitted; job {last} is the last. When it is over, the same command without "
        "--executor finds all done and prints the funnel"
    )


def _records(job: Job) -> int:
    counts: list[int] = _read(job.marker("distribute"))["counts"]["records"]
    return sum(counts)


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
