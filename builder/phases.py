"""The five phases of a cleaning run. Each is a function of files, and is passed over when done.

    distribute      raw records -> one file a shard, by a hash of the id
    prepare  (N)    repair, and the keys of duplicates
    plan            which records lose to which, over all shards
    clean    (N)    the stages from `deduplicate` to `lengths`
    finish          groups of near-duplicates, the funnel, the audit

Phases marked (N) run once for each shard, in any order, in any process, on any machine that sees
the folder. Nothing of a phase's result depends on how it was run.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.markers import Marker, code_version, fingerprint, read_marker, sha256_of, write_json
from builder.options import CleanOptions
from builder.parts import part_name
from builder.record import Draft, RawRecord
from builder.verdict import Keep, Reject, Stage
from slovke.errors import InputError
from slovke.record import Record

if TYPE_CHECKING:
    import pyarrow as pa

    from builder.clean.deduplicate import Loss
    from builder.clean.pipeline import Step, Tools

SHARDS = 32
Tick = Callable[[int], None]
"""Called now and then with the number of records done since the last call."""


@dataclass(frozen=True, slots=True)
class Job:
    """A cleaning run: from which folder, into which, with which options.

    Attributes:
        shards: how many parts the records are spread over by a hash of their id. A shard must fit
            into a worker's memory: 25,000 records at 794,000 records and 32 shards.
        stanza_dir: the folder of Stanza's models; None for Stanza's own default.
    """

    raw: Path
    out: Path
    options: CleanOptions = field(default_factory=CleanOptions)
    shards: int = SHARDS
    stanza_dir: Path | None = None

    def path(self, folder: str, shard: int, suffix: str = ".parquet") -> Path:
        """A shard's file in a folder of the output."""
        return self.out / folder / part_name(shard, suffix)

    def marker(self, phase: str, shard: int | None = None) -> Path:
        """Where a phase (of a shard) leaves its marker."""
        name = phase if shard is None else f"{phase}-{shard:05d}"
        return self.out / "markers" / f"{name}.json"


def shard_of(sid: str, shards: int) -> int:
    """The shard of a record: a hash of its id, so that it never depends on the others."""
    return int.from_bytes(hashlib.blake2b(sid.encode(), digest_size=8).digest()) % shards


def distribute(job: Job, tick: Tick) -> None:
    """Spread the raw records over the shards.

    Raises:
        InputError: a line of the input is wrong.
    """
    import zstandard

    from builder.markers import replacing
    from builder.reading import digest_of, input_files, read_raw, to_line

    files = input_files(job.raw)
    mark = fingerprint(digest_of(files), job.shards, code_version())
    if read_marker(job.marker("distribute"), job.out, mark):
        return
    paths = [job.path("intermediate/raw", shard, ".jsonl.zst") for shard in range(job.shards)]
    counts = [0] * job.shards
    with ExitStack() as renames:
        # Left in reverse order: each stream is closed before its file is renamed.
        partials = [renames.enter_context(replacing(path)) for path in paths]
        packed = [renames.enter_context(partial.open("wb")) for partial in partials]
        streams = [
            renames.enter_context(
                zstandard.ZstdCompressor(level=1).stream_writer(stream, closefd=False)
            )
            for stream in packed
        ]
        for raw in read_raw(files):
            shard = shard_of(raw.sid, job.shards)
            streams[shard].write(f"{to_line(raw)}\n".encode())
            counts[shard] += 1
            tick(1)
    _remove_other_shards(job)
    _leave_marker(job, "distribute", None, mark, paths, {"records": counts})


def prepare(job: Job, shard: int, tick: Tick) -> None:
    """Repair a shard's records and write down their keys, in the order of id and raw text."""
    import pyarrow as pa

    from builder.clean.deduplicate import DuplicateKeys, duplicate_keys
    from builder.clean.pipeline import repairing
    from builder.parts import read_lines, repaired_to_line, write_lines, write_table
    from builder.reading import from_line, sid_of

    source = job.path("intermediate/raw", shard, ".jsonl.zst")
    mark = fingerprint(_digest_in(job, "distribute", source), job.options.language, code_version())
    if read_marker(job.marker("prepare", shard), job.out, mark):
        return
    keys: list[DuplicateKeys | None] = []

    def repaired() -> Iterator[str]:
        for line in sorted(read_lines(source), key=lambda line: (sid_of(line), line)):
            raw = from_line(line.encode(), str(source))
            verdict = repairing(Draft.of(raw), job.options).verdict
            if isinstance(verdict, Keep):
                digest = hashlib.blake2b(line.encode(), digest_size=12).hexdigest()
                keys.append(duplicate_keys(verdict.draft, digest))
                yield repaired_to_line(raw, verdict.draft)
            else:
                keys.append(None)
                yield repaired_to_line(raw, verdict)
            tick(1)

    target = job.path("intermediate/repaired", shard, ".jsonl.zst")
    write_lines(target, repaired())
    found = [(row, key) for row, key in enumerate(keys) if key]
    columns = {
        name: pa.array([getattr(key, name) for _, key in found], type=kind)
        for name, kind in _key_columns()
    }
    columns["row"] = pa.array([row for row, _ in found], type=pa.int32())
    keys_path = job.path("intermediate/keys", shard)
    write_table(keys_path, pa.table(columns))
    _leave_marker(job, "prepare", shard, mark, [target, keys_path], {"records": len(keys)})


def plan(job: Job) -> None:
    """Find the duplicates over all shards: for each shard, its losing rows.

    Only the keys are in memory, and of those only the shared ones as Python objects.
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    from builder.clean.deduplicate import DuplicateKeys, find_losses

    paths = [job.path("intermediate/keys", shard) for shard in range(job.shards)]
    mark = fingerprint(
        *(_digest_in(job, "prepare", path, shard) for shard, path in enumerate(paths)),
        code_version(),
    )
    if read_marker(job.marker("plan"), job.out, mark):
        return
    tables = []
    for shard, path in enumerate(paths):
        table = pq.read_table(path)
        tables.append(table.append_column("shard", pa.array([shard] * len(table), pa.int32())))
    table = pa.concat_tables(tables)
    suspects = pa.array([False] * len(table), pa.bool_())
    for name in ("sid", "title", "abstract"):
        values = pc.drop_null(table[name]).value_counts()
        often = values.field("values").filter(pc.greater(values.field("counts"), 1))
        shared = pc.fill_null(pc.is_in(table[name], value_set=often, skip_nulls=True), False)
        suspects = pc.or_(suspects, shared)
    rows = table.filter(suspects).to_pylist()
    places: dict[DuplicateKeys, list[tuple[int, int]]] = {}
    for row in rows:
        place = (row.pop("shard"), row.pop("row"))
        places.setdefault(DuplicateKeys(**row), []).append(place)
    losses: list[dict[str, list[str]]] = [{} for _ in range(job.shards)]
    alike = [key for key, found in places.items() for _ in found]
    for key, loss in find_losses(alike):
        # Of records that are equal to the last letter, the last rows lose.
        shard, number = places[key].pop()
        losses[shard][str(number)] = [loss.reason, loss.winner]
    targets = [job.path("intermediate/plan", shard, ".json") for shard in range(job.shards)]
    for target, lost in zip(targets, losses, strict=True):
        write_json(target, lost)
    _leave_marker(job, "plan", None, mark, targets, {"duplicates": sum(map(len, losses))})


def clean(job: Job, shard: int, tick: Tick, tools: Callable[[], Tools]) -> None:
    """Take a shard's repaired records through the stages; write what is kept and what is not.

    Args:
        job: the run.
        shard: which part of it.
        tick: called with the number of records done.
        tools: gives this process's tools; called only when there is work.
    """
    import numpy as np

    from builder.audit import Audit, audit_words
    from builder.clean.near_duplicates import BANDS, ROWS, Signer
    from builder.clean.tagger import tagger_fingerprint
    from builder.funnel import Funnel
    from builder.parts import (
        Private,
        Rejected,
        private_schema,
        read_lines,
        rejected_schema,
        repaired_from_line,
        write_part,
    )
    from builder.reading import to_line
    from slovke.record import arrow_schema

    source = job.path("intermediate/repaired", shard, ".jsonl.zst")
    losses_path = job.path("intermediate/plan", shard, ".json")
    mark = fingerprint(
        _digest_in(job, "prepare", source, shard),
        _digest_in(job, "plan", losses_path),
        job.options.fingerprint(),
        tagger_fingerprint(job.options.tagger, job.options.language, job.stanza_dir),
        code_version(),
    )
    if read_marker(job.marker("clean", shard), job.out, mark):
        return
    losses = read_losses(losses_path)
    kit = tools()
    words = audit_words(kit.lexicon)
    sign = Signer()
    funnel, audit = Funnel(), Audit()
    kept: list[Record] = []
    rejected: list[Rejected] = []
    private: list[Private] = []
    signatures = []
    for row, raw, outcome in _tagged_ahead(map(repaired_from_line, read_lines(source)), job, kit):
        steps = steps_after_repair(raw, outcome, losses.get(row), job.options, kit)
        funnel.add(steps)
        last = steps[-1]
        if isinstance(last.verdict, Reject):
            rejected.append(
                Rejected(
                    raw.sid, to_line(raw), last.stage, last.verdict.reason, last.verdict.detail
                )
            )
        else:
            record = published(last.verdict.draft)
            audit.add(record, words)
            kept.append(record)
            private.append(Private(raw.sid, None, _opaque(raw), raw.persons))
            signatures.append(sign(record.abstract))
        tick(1)
    paths = [
        job.path("kept", shard),
        job.path("rejected", shard),
        job.path("intermediate/private", shard),
        job.path("intermediate/signatures", shard, ".npy"),
    ]
    write_part(paths[0], kept, arrow_schema())
    write_part(paths[1], rejected, rejected_schema())
    write_part(paths[2], private, private_schema())
    _write_array(paths[3], np.array(signatures, np.uint32).reshape(-1, BANDS * ROWS))
    counts = {"funnel": funnel.to_json(), "audit": audit.to_json()}
    _leave_marker(job, "clean", shard, mark, paths, counts)


def finish(job: Job) -> None:
    """Group the near-duplicates; sum up the funnel and the audit."""
    from builder.audit import Audit
    from builder.funnel import Funnel

    markers = [
        json.loads(job.marker("clean", shard).read_text(encoding="utf-8"))
        for shard in range(job.shards)
    ]
    mark = fingerprint(
        *(digest for marker in markers for digest in sorted(marker["files"].values())),
        job.options.fingerprint(),
        code_version(),
    )
    if read_marker(job.marker("finish"), job.out, mark):
        return
    private = _group(job)
    funnel, audit = Funnel(), Audit()
    for marker in markers:
        funnel.merge(Funnel.from_json(marker["counts"]["funnel"]))
        audit.merge(Audit.from_json(marker["counts"]["audit"]))
    funnel_path, audit_path = job.out / "funnel.json", job.out / "audit.json"
    options_path = job.out / "options.json"
    write_json(funnel_path, funnel.to_json())
    write_json(audit_path, audit.to_json())
    write_json(
        options_path,
        {
            "options": dataclasses.asdict(job.options),
            "fingerprint": job.options.fingerprint(),
            "shards": job.shards,
            "code": code_version(),
        },
    )
    paths = [*private, funnel_path, audit_path, options_path]
    _leave_marker(job, "finish", None, mark, paths, {})


def _tagged_ahead(
    records: Iterator[tuple[RawRecord, Draft | Reject]], job: Job, tools: Tools
) -> Iterator[tuple[int, RawRecord, Draft | Reject]]:
    """The records with their rows; the phrases of many are tagged in one batch, where it pays."""
    from builder.clean.candidates import candidates

    tagger = tools.lists.tagger
    tagger.forget()
    row = 0
    while chunk := list(islice(records, tagger.ahead)):
        if tagger.ahead > 1:
            lists = (
                candidates(outcome.items, job.options, tools.lists)
                for _, outcome in chunk
                if isinstance(outcome, Draft)
            )
            tagger.tag([phrase for found in lists if isinstance(found, tuple) for phrase in found])
        for raw, outcome in chunk:
            yield row, raw, outcome
            row += 1


def steps_after_repair(
    raw: RawRecord,
    outcome: Draft | Reject,
    loss: Loss | None,
    options: CleanOptions,
    tools: Tools,
) -> list[Step]:
    """One record's way, beginning with the repair that was done in `prepare`."""
    from builder.clean.pipeline import Step, cleaning

    start = Draft.of(raw)
    if isinstance(outcome, Reject):
        return [Step(Stage.REPAIR, start, outcome)]
    repair = Step(Stage.REPAIR, start, Keep(outcome))
    return [repair, *cleaning(outcome, loss, options, tools)]


def published(draft: Draft) -> Record:
    """The record as published, from a draft that passed all stages."""
    raw = draft.raw
    return Record(
        id=raw.sid,
        title=_tidy(draft.title),
        abstract=draft.passages[0].text,
        keyphrases=draft.keyphrases,
        university=_tidy(raw.university),
        faculty=_tidy(raw.faculty),
        year=raw.year,
        document_type=_tidy(raw.document_type),
    )


def _group(job: Job) -> list[Path]:
    """Write `private/` with the groups of near-duplicates filled in."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    from builder.clean.near_duplicates import groups
    from builder.parts import private_schema, write_table

    tables = [pq.read_table(job.path("intermediate/private", shard)) for shard in range(job.shards)]
    signatures = np.concatenate(
        [np.load(job.path("intermediate/signatures", shard, ".npy")) for shard in range(job.shards)]
    )
    starts = np.cumsum([0, *(len(table) for table in tables)])

    def texts(rows: set[int]) -> Iterator[tuple[int, str]]:
        for shard in range(job.shards):
            inside = sorted(row for row in rows if starts[shard] <= row < starts[shard + 1])
            if inside:
                column = pq.read_table(job.path("kept", shard), columns=["abstract"])["abstract"]
                for row in inside:
                    yield row, column[int(row - starts[shard])].as_py()

    ids = [sid for table in tables for sid in table["id"].to_pylist()]
    group = groups(ids, signatures, texts, job.options.near_duplicate)
    paths = [job.path("private", shard) for shard in range(job.shards)]
    for path, table in zip(paths, tables, strict=True):
        column = pa.array([group.get(sid) for sid in table["id"].to_pylist()], pa.string())
        place = private_schema().get_field_index("group")
        write_table(path, table.set_column(place, private_schema().field("group"), column))
    return paths


def _key_columns() -> list[tuple[str, pa.DataType]]:
    import pyarrow as pa

    return [
        ("sid", pa.string()),
        ("title", pa.string()),
        ("abstract", pa.string()),
        ("complete", pa.int8()),
        ("length", pa.int32()),
        ("digest", pa.string()),
    ]


def read_losses(path: Path) -> dict[int, Loss]:
    """The losing rows of a shard, from its part of the plan."""
    from builder.clean.deduplicate import Loss
    from builder.verdict import Reason

    lost = json.loads(path.read_text(encoding="utf-8"))
    return {int(row): Loss(Reason(reason), winner) for row, (reason, winner) in lost.items()}


def _opaque(raw: RawRecord) -> str | None:
    from builder.clean.deduplicate import person_key

    key = person_key(raw.author) if raw.author else ""
    return hashlib.blake2b(key.encode(), digest_size=8).hexdigest() if key else None


def _tidy(text: str | None) -> str | None:
    import unicodedata

    return " ".join(unicodedata.normalize("NFC", text).split()) or None if text else None


def _write_array(path: Path, array: Any) -> None:
    import numpy as np

    from builder.markers import replacing

    with replacing(path) as partial, partial.open("wb") as stream:
        np.save(stream, array)


def _digest_in(job: Job, phase: str, path: Path, shard: int | None = None) -> str:
    """The SHA-256 of an earlier phase's file, from its marker.

    Raises:
        InputError: the earlier phase has not run.
    """
    marker = job.marker(phase, shard)
    try:
        files = json.loads(marker.read_text(encoding="utf-8"))["files"]
    except FileNotFoundError:
        raise InputError(f"{marker}: missing; run the phase {phase!r} first") from None
    return str(files[path.relative_to(job.out).as_posix()])


def _remove_other_shards(job: Job) -> None:
    """Remove the files of an earlier run with more shards."""
    own = {f"{shard:05d}" for shard in range(job.shards)}
    for folder in ("kept", "rejected", "private", "intermediate/*", "markers"):
        for path in job.out.glob(f"{folder}/*-[0-9][0-9][0-9][0-9][0-9].*"):
            if path.name.partition(".")[0].rpartition("-")[2] not in own:
                path.unlink()


def _leave_marker(
    job: Job,
    phase: str,
    shard: int | None,
    mark: str,
    paths: list[Path],
    counts: dict[str, Any],
) -> None:
    if phase != "finish":
        # Whoever reads the folder must not take an older run's funnel for this one's.
        (job.out / "funnel.json").unlink(missing_ok=True)
    files = {path.relative_to(job.out).as_posix(): sha256_of(path) for path in paths}
    Marker(mark, files, counts).write(job.marker(phase, shard))
