"""Runs the phases of a cleaning run on one machine, in one process or several."""

from __future__ import annotations

import functools
import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from builder import phases
from builder.markers import remove_partials
from builder.phases import Job, Tick
from builder.progress import Report
from slovke.errors import InputError

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

    from builder.clean.pipeline import Tools


class Executor(Protocol):
    """Runs phases: `one` once, `all_shards` once for each shard, each before it returns."""

    def one(self, job: Job, phase: str) -> None: ...

    def all_shards(self, job: Job, phase: str) -> None: ...


def run_clean(job: Job, executor: Executor) -> None:
    """Clean all records of `job.raw` into `job.out`; what is done already is passed over.

    Kill it at any moment and give the same command again: the result is the same, byte by byte.

    Raises:
        InputError: the input is wrong, or another run is at work in the same output folder.
    """
    with only_run(job):
        remove_partials(job.out)
        executor.one(job, "distribute")
        executor.all_shards(job, "prepare")
        executor.one(job, "plan")
        executor.all_shards(job, "clean")
        executor.one(job, "finish")


def run_phase(job: Job, phase: str, shard: int | None, tick: Tick) -> None:
    """One phase, of one shard where it works on shards: the unit that every executor runs."""
    if phase == "distribute":
        phases.distribute(job, tick)
    elif phase == "plan":
        phases.plan(job)
    elif phase == "finish":
        phases.finish(job)
    elif shard is None:
        raise ValueError(f"the phase {phase!r} works on a shard")
    elif phase == "prepare":
        phases.prepare(job, shard, tick)
    else:
        phases.clean(job, shard, tick, functools.partial(_tools, job))


class LocalExecutor:
    """This machine: the process itself with one worker, a pool of processes with more.

    Use it in a `with` block, which ends its processes.
    """

    def __init__(self, workers: int = 1, report: Report | None = None) -> None:
        """Use `workers` processes, each with its own language detector.

        Raises:
            InputError: fewer than one worker.
        """
        if workers < 1:
            raise InputError(f"--workers {workers}: at least 1")
        self.workers = workers
        self.report = report or (lambda phase, records: None)
        self._pool: ProcessPoolExecutor | None = None
        # A fresh interpreter for each worker: a fork would copy the detector's threads half.
        self._context = multiprocessing.get_context("spawn")
        self._done = self._context.Value("q", 0)

    def __enter__(self) -> LocalExecutor:
        return self

    def __exit__(self, *error: object) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def one(self, job: Job, phase: str) -> None:
        """Run a phase that works on all shards at once."""
        run_phase(job, phase, None, functools.partial(self.report, phase))

    def all_shards(self, job: Job, phase: str) -> None:
        """Run a phase for each shard."""
        if self.workers == 1:
            for shard in range(job.shards):
                run_phase(job, phase, shard, functools.partial(self.report, phase))
            return
        pool = self._pool = self._pool or ProcessPoolExecutor(
            self.workers, self._context, _begin, (self._done, os.getpid())
        )
        waiting = {pool.submit(_shard, job, phase, shard) for shard in range(job.shards)}
        try:
            self._watch(phase, waiting)
        except BrokenProcessPool as error:
            raise InputError(
                "a worker was killed, perhaps for want of memory: give fewer --workers; "
                "the same command goes on where it stopped"
            ) from error

    def _watch(self, phase: str, waiting: set[Future[None]]) -> None:
        seen = self._done.value
        while waiting:
            finished, waiting = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in finished:
                future.result()
            now = self._done.value
            self.report(phase, now - seen)
            seen = now


@contextmanager
def only_run(job: Job) -> Iterator[None]:
    """Hold the output folder: a second run in it is refused. A killed run holds nothing."""
    import fcntl

    job.out.mkdir(parents=True, exist_ok=True)
    with (job.out / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"{job.out}: another run is at work here; wait for it") from None
        yield


_worker: dict[str, Any] = {}


def _begin(done: Synchronized[int], parent: int) -> None:
    """Set up a worker process: the counter of records, and an end when the parent is gone."""
    _worker["done"] = done

    def leave_with_parent() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=leave_with_parent, daemon=True).start()


def _shard(job: Job, phase: str, shard: int) -> None:
    done: Synchronized[int] = _worker["done"]

    def tick(records: int) -> None:
        with done.get_lock():
            done.value += records

    run_phase(job, phase, shard, tick)


@functools.lru_cache(maxsize=1)
def _tools(job: Job) -> Tools:
    """The tools of this process; loading the detector's models takes seconds."""
    from builder.clean.pipeline import load_tools

    return load_tools(job.options, job.stanza_dir)
