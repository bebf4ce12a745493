"""Removes persons' names from a cleaned folder, once the cleaning is over."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace

from builder.markers import remove_partials
from builder.parts import (
    Private,
    Rejected,
    part_name,
    private_schema,
    rejected_schema,
    write_part,
)
from builder.phases import Job
from builder.verdict import Reason, Stage

_PERSONS = ("author", "supervisor", "opponent")


def drop_persons(job: Job) -> None:
    """Remove every person's name that the cleaning kept beside the published fields.

    `private/` keeps the near-duplicate groups alone; the raw records in `rejected/` lose their
    person fields and their abstracts, whose headers name persons; the intermediate files and the
    markers go, so the next `clean` begins anew and `why` has nothing to tell.
    """
    import pyarrow.parquet as pq

    for shard in range(job.shards):
        path = job.out / "private" / part_name(shard)
        private = [Private(**row) for row in pq.read_table(path).to_pylist()]
        write_part(
            path, [replace(row, person=None, persons=()) for row in private], private_schema()
        )
        path = job.out / "rejected" / part_name(shard)
        rejected = [
            replace(
                Rejected(**row),
                raw=_without_persons(row["raw"]),
                stage=Stage(row["stage"]),
                reason=Reason(row["reason"]),
            )
            for row in pq.read_table(path).to_pylist()
        ]
        write_part(path, rejected, rejected_schema())
    shutil.rmtree(job.out / "intermediate", ignore_errors=True)
    shutil.rmtree(job.out / "markers", ignore_errors=True)
    remove_partials(job.out)


def _without_persons(raw: str) -> str:
    record = json.loads(raw)
    record.update(dict.fromkeys(_PERSONS), abstracts=[])
    return json.dumps(record, ensure_ascii=False, sort_keys=True)
