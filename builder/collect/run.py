"""`collect`: begin or go on, crawl, derive the records, report."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from builder.collect.collector import Collector
from builder.collect.details import doubt, judge
from builder.collect.manifest import Manifest, State
from builder.collect.options import CollectOptions
from builder.collect.partition import Partition
from builder.collect.politeness import Gate, StoppedError
from builder.collect.progress import Progress
from builder.collect.raw import RawWriter, read_page
from builder.collect.record_table import Found
from builder.collect.records import parse
from builder.collect.report import Report, make_report
from slovke.errors import InputError

if TYPE_CHECKING:
    from builder.collect.spider import Outcome

    Crawl = Callable[[CollectOptions, Collector, Gate, Progress], Outcome]

logger = logging.getLogger(__name__)

_RUNNING, _FINISHED = "running", "finished"


def collect(options: CollectOptions, crawl: Crawl | None = None) -> Report:
    """Collect a register into `options.out`, or go on with it.

    Writes `manifest.sqlite`, `raw/`, and at the end `records-NNNNN.jsonl`, `withdrawn.json`,
    `parsing.json` and `collect.json`.

    Args:
        options: what to collect, and how.
        crawl: runs the collector; by default in Scrapy, which works once in a process.

    Raises:
        InputError: the folder holds another register, another process collects into it, or
            nothing can be written to it.
        KeyboardInterrupt: it was interrupted; what was collected is safe.
    """
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        with _only_one(options.out), contextlib.closing(_open_manifest(options)) as manifest:
            return _collect(options, manifest, crawl)
    except (OSError, sqlite3.OperationalError) as error:
        raise InputError(
            f"{options.out}: can't write: {error}; make room, and the same command goes on"
        ) from error


def _collect(options: CollectOptions, manifest: Manifest, crawl: Crawl | None) -> Report:
    started, cpu_started = time.monotonic(), time.process_time()
    stopped, requests = _crawl(options, manifest, crawl)
    parsing = None
    if stopped is None:
        parsing = parse(options.out / "raw", options.out)
        manifest.set_note("state", _FINISHED)
    report = make_report(
        manifest,
        options.base_url,
        max_unread=options.max_unread,
        stopped=stopped,
        requests=requests,
        seconds=time.monotonic() - started,
        cpu_seconds=time.process_time() - cpu_started,
        parsing=parsing,
    )
    report.write(options.out / "collect.json")
    return report


def _open_manifest(options: CollectOptions) -> Manifest:
    manifest = Manifest(options.out / "manifest.sqlite")
    host = urlsplit(options.base_url).hostname or ""
    known = manifest.note("host")
    if known is not None and known != host:
        manifest.close()
        raise InputError(f"{options.out} holds records of {known}; give another --out for {host}")
    with manifest.transaction():
        manifest.set_note("host", host)
        manifest.release_all()
        if manifest.note("state") != _RUNNING:
            _begin_round(manifest, options)
        elif options.since is not None and manifest.note("since") != str(options.since):
            logger.warning("an earlier run has not ended: this ends it; then give --since again")
        first, last = options.years
        new = sorted(set(range(first, last + 1)) - manifest.known_years())
        manifest.add((Partition(year) for year in new), None, State.PENDING)
        manifest.set_note("state", _RUNNING)
    return manifest


def _begin_round(manifest: Manifest, options: CollectOptions) -> None:
    """After a finished run: try again what stayed short, and with `since` look for news."""
    manifest.reopen_short()
    doubt(manifest)
    manifest.set_note("since", str(options.since))
    if options.since is None:
        return
    for row in manifest.roots():
        is_read = options.relists(row.partition.year)
        manifest.add([row.partition], None, State.PENDING if is_read else State.RECHECK)


def _crawl(
    options: CollectOptions, manifest: Manifest, crawl: Crawl | None
) -> tuple[str | None, int]:
    """Crawl; returns why it stopped before the end (None if it did not) and the requests made."""
    if crawl is None:
        from builder.collect.spider import crawl as crawl_with_scrapy

        crawl = crawl_with_scrapy
    raw = options.out / "raw"
    writer = open_raw(raw, manifest)
    try:
        _judge_again(manifest, raw)
        gate = Gate(
            options.delay,
            concurrency=options.concurrency,
            off_peak=options.off_peak,
            backoff=options.backoff,
            max_backoff=options.max_backoff,
            max_errors=options.max_errors,
        )
        collector = Collector(options, manifest, writer, gate)
        outcome = crawl(options, collector, gate, Progress(collector, gate, manifest))
    finally:
        writer.close()
    if outcome.is_interrupted:
        raise KeyboardInterrupt
    if isinstance(outcome.error, StoppedError):
        return str(outcome.error), collector.tally.requests
    if outcome.error is not None:
        raise outcome.error
    if not outcome.is_finished:
        return "the crawl was shut down", collector.tally.requests
    return None, collector.tally.requests


def open_raw(raw: Path, manifest: Manifest) -> RawWriter:
    """Go on writing where the manifest says that the pages end.

    If the files end before (the machine lost power), the last page is taken as torn: it and all
    behind it are fetched again.
    """
    known = manifest.raw_end()
    writer = RawWriter(raw, known)
    found = writer.position
    if found == known:
        return writer
    writer.close()
    cut = manifest.last_page_before(found)
    logger.warning("%d raw pages were lost; fetching them again", manifest.forget_behind(cut))
    return RawWriter(raw, cut)


def _judge_again(manifest: Manifest, raw: Path) -> None:
    """A page that an earlier parser did not know may be known to this one."""
    for sid in manifest.sids(Found.UNKNOWN):
        at = manifest.kept_at(sid)
        if at is not None:
            found, why = judge(read_page(raw, at))
            manifest.finish_record(sid, found, why=why)


@contextlib.contextmanager
def _only_one(out: Path) -> Iterator[None]:
    """Keep a second process out of the folder; the system frees the lock of a killed one."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with (out / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(f"{out}: another process collects into this folder") from None
        yield
