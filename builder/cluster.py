"""Runs the phases of a cleaning on datatrove's executors: Local, Ray, Slurm (extra `cluster`).

Only the executors are used: one rank runs one shard's phase, the same function as on one machine.
datatrove's readers skip empty documents, its deduplication depends on the number of tasks, and its
`stats.json` forgets what an earlier launch did; our markers say what is done.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.phases import Job
from builder.runner import only_run, run_phase
from slovke.errors import InputError, MissingExtraError

CLUSTERS = ("datatrove-local", "ray", "slurm")
# The phases in their order; whether each works on every shard.
PHASES = (
    ("distribute", False),
    ("prepare", True),
    ("plan", False),
    ("clean", True),
    ("finish", False),
)
_CHECKOUT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Slurm:
    """Where Slurm runs the phases: a partition, and the time limit of one shard's phase."""

    partition: str
    time: str = "04:00:00"


def run_rank(job: Job, phase: str, data: object, rank: int, world_size: int) -> Iterable[object]:
    """One rank of a phase; `data` is what an earlier pipeline step would give, and is not used."""
    shard = rank if world_size > 1 or dict(PHASES)[phase] else None
    run_phase(job, phase, shard, lambda records: None)
    return ()


@dataclass(frozen=True, slots=True)
class DatatroveExecutor:
    """Runs a phase's ranks with datatrove's Local or Ray executor."""

    name: str
    workers: int

    def one(self, job: Job, phase: str) -> None:
        """See `runner.Executor`. A phase over all shards runs here: it needs no other machine."""
        run_phase(job, phase, None, lambda records: None)

    def all_shards(self, job: Job, phase: str) -> None:
        """See `runner.Executor`.

        Raises:
            InputError: a rank failed; Ray's executor only logs that.
        """
        make = _local if self.name == "datatrove-local" else _ray
        executor = make(job, phase, self.workers)
        executor.run()
        missing = [shard for shard in range(job.shards) if not job.marker(phase, shard).exists()]
        if missing:
            logs = _logs(job, phase)
            raise InputError(
                f"{len(missing)} of {job.shards} shards failed in the phase {phase!r}, first "
                f"{missing[0]}; see {logs}; the same command does what is missing"
            )


def cluster_executor(name: str, workers: int) -> DatatroveExecutor:
    """The executor of a name, one of `CLUSTERS` but Slurm, which `submit` serves.

    Raises:
        InputError: no such executor.
        MissingExtraError: its packages are not installed.
    """
    if name not in CLUSTERS:
        raise InputError(f"--executor {name}: expected local, {', '.join(CLUSTERS)}")
    if workers < 1:
        raise InputError(f"--workers {workers}: at least 1")
    _import_executor(name)
    return DatatroveExecutor(name, workers)


def submit(job: Job, workers: int, slurm: Slurm) -> str:
    """Submit all phases to Slurm, each after the one before; return the last one's job id.

    The folders of the job must be on a file system that all nodes see.
    """
    executor_class = _import_executor("slurm")
    with only_run(job):
        last = None
        for phase, per_shard in PHASES:
            last = executor_class(
                **_pipeline(job, phase),
                tasks=job.shards if per_shard else 1,
                workers=workers if per_shard else 1,
                time=slurm.time,
                partition=slurm.partition,
                mem_per_cpu_gb=2,
                job_name=f"slovke-{phase}",
                depends=last,
                env_command=f"export PYTHONPATH={_CHECKOUT}; source {sys.prefix}/bin/activate",
            )
        assert last is not None
        last.run()
    return str(last.job_id)


def _local(job: Job, phase: str, workers: int) -> Any:
    executor_class = _import_executor("datatrove-local")
    return executor_class(**_pipeline(job, phase), tasks=job.shards, workers=workers)


def _ray(job: Job, phase: str, workers: int) -> Any:
    executor_class = _import_executor("ray")
    import ray

    if not ray.is_initialized():
        # The address of a running cluster comes from RAY_ADDRESS; without one, Ray starts here.
        ray.init(log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": str(_CHECKOUT)}})
    return executor_class(
        **_pipeline(job, phase), tasks=job.shards, workers=workers, mem_per_cpu_gb=1
    )


def _pipeline(job: Job, phase: str) -> dict[str, Any]:
    step: Callable[..., Iterable[object]] = functools.partial(run_rank, _absolute(job), phase)
    return {
        "pipeline": [step],
        "logging_dir": str(_logs(job, phase)),
        # What is done is for our markers to say: they know the options, the code and the input.
        "skip_completed": False,
    }


def _absolute(job: Job) -> Job:
    """The job with full paths: a rank's working folder is its machine's."""
    stanza = job.stanza_dir.resolve() if job.stanza_dir else None
    return Job(job.raw.resolve(), job.out.resolve(), job.options, job.shards, stanza)


def _logs(job: Job, phase: str) -> Path:
    return job.out.resolve() / "intermediate" / "logs" / phase


def _import_executor(name: str) -> Any:
    try:
        from datatrove import executor

        return {
            "datatrove-local": lambda: executor.LocalPipelineExecutor,
            "ray": lambda: executor.RayPipelineExecutor,
            "slurm": lambda: executor.SlurmPipelineExecutor,
        }[name]()
    except ImportError:
        raise MissingExtraError(f"--executor {name}", "cluster") from None
