"""The manifest: which partition shows how many records, which of them we have, what is left to do.

For a reader: `SELECT * FROM overview` gives each partition with the total that it shows, how many
of its records are here (fetched, or known to be gone or unreadable), its state, and the attempts
that have ended.

One SQLite file. Whatever kills the collector, what is committed here is true: a raw page is written
before its row, and the row holds the end of the raw pages behind it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from builder.collect.partition import Partition
from builder.collect.record_table import RecordTable
from slovke.errors import InputError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS partition (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, query TEXT NOT NULL,
  parent INTEGER REFERENCES partition (id), year INTEGER NOT NULL, state TEXT NOT NULL,
  total INTEGER, attempts INTEGER NOT NULL DEFAULT 0, active INTEGER NOT NULL DEFAULT 0,
  why TEXT NOT NULL DEFAULT '');
CREATE INDEX IF NOT EXISTS partition_parent ON partition (parent, state);
CREATE INDEX IF NOT EXISTS partition_state ON partition (state);
CREATE TABLE IF NOT EXISTS record (
  sid TEXT PRIMARY KEY, partition INTEGER NOT NULL REFERENCES partition (id), state TEXT NOT NULL,
  why TEXT NOT NULL DEFAULT '',
  file INTEGER, offset INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS listing (
  partition INTEGER NOT NULL REFERENCES partition (id), sid TEXT NOT NULL,
  PRIMARY KEY (partition, sid)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS listing_sid ON listing (sid);
CREATE VIEW IF NOT EXISTS overview AS
WITH RECURSIVE under (top, id) AS (
  SELECT id, id FROM partition
  UNION ALL SELECT top, partition.id FROM partition JOIN under ON partition.parent = under.id)
SELECT key AS partition, total, (
    SELECT count(DISTINCT sid) FROM listing JOIN record USING (sid)
    WHERE record.state != 'listed' AND listing.partition IN (SELECT id FROM under WHERE top = p.id)
  ) AS collected, state, attempts + (state = 'done') AS attempts, why FROM partition AS p;
"""
_VERSION = "1"


class State(StrEnum):
    """Where a partition stands."""

    PENDING = "pending"  # to be listed
    RECHECK = "recheck"  # its total is to be read again; listed only if that has changed
    SPLIT = "split"  # too many to be shown: its children ask for its records
    DONE = "done"  # collected == total, as read again at the end
    SHORT = "short"  # it was not, time after time


@dataclass(frozen=True, slots=True)
class Row:
    """A partition as the manifest has it."""

    id: int
    partition: Partition
    parent: int | None
    state: State
    total: int | None
    attempts: int
    why: str


class Manifest(RecordTable):
    """All access to the SQLite file. One process at a time; readers may look on."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or create the manifest.

        Raises:
            InputError: the file is no manifest of this version, or there is none to read.
            sqlite3.OperationalError: it can't be written.
        """
        if read_only and not path.exists():
            raise InputError(f"{path}: no manifest here; `collect --out {path.parent}` begins one")
        super().__init__(sqlite3.connect(path, isolation_level=None, timeout=30))
        try:
            if read_only:
                self._db.execute("PRAGMA query_only = 1")
            else:
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = NORMAL")
                self._db.executescript(_SCHEMA)
            version = self.note("version") or _VERSION
        except sqlite3.DatabaseError as error:
            self._db.close()
            if isinstance(error, sqlite3.OperationalError) and not read_only:
                raise  # the disk, not the file
            raise InputError(f"{path}: not a manifest of this program: {error}") from None
        if version != _VERSION:
            raise InputError(f"{path}: manifest version {version}, this program knows {_VERSION}")
        if not read_only:
            self.set_note("version", _VERSION)

    def add(self, partitions: Iterable[Partition], parent: int | None, state: State) -> None:
        """Add partitions; those that are there already go to `state`, whatever theirs was."""
        for partition in partitions:
            self._db.execute(
                "INSERT INTO partition (key, query, parent, year, state) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (key) DO UPDATE SET state = excluded.state, attempts = 0, why = ''",
                (partition.key, partition.to_json(), parent, partition.year, state),
            )

    def known_years(self) -> set[int]:
        """The years that have a root partition."""
        return {
            row[0] for row in self._db.execute("SELECT year FROM partition WHERE parent IS NULL")
        }

    def claim(self) -> Row | None:
        """The next partition to work on, marked as active; None if nothing can be done now.

        A split one whose children are all finished comes first, then years in their order.
        """
        row = self._db.execute(
            f"SELECT {_COLUMNS} FROM partition AS p WHERE active = 0 AND state = 'split'"
            " AND NOT EXISTS (SELECT 1 FROM partition AS child WHERE child.parent = p.id"
            " AND child.state NOT IN ('done', 'short')) ORDER BY id DESC LIMIT 1"
        ).fetchone()
        if row is None:
            row = self._db.execute(
                f"SELECT {_COLUMNS} FROM partition WHERE active = 0"
                " AND state IN ('pending', 'recheck') ORDER BY year, id LIMIT 1"
            ).fetchone()
        if row is None:
            return None
        self._db.execute("UPDATE partition SET active = 1 WHERE id = ?", (row[0],))
        return _row(row)

    def release(self, id: int) -> None:
        """Nobody works on it any more."""
        self._db.execute("UPDATE partition SET active = 0 WHERE id = ?", (id,))

    def release_all(self) -> None:
        """After a restart nobody works on anything."""
        self._db.execute("UPDATE partition SET active = 0 WHERE active = 1")

    def set_state(self, id: int, state: State, *, total: int | None = None, why: str = "") -> None:
        """A partition's new state; the total is kept if none is given."""
        self._db.execute(
            "UPDATE partition SET state = ?, total = coalesce(?, total), why = ? WHERE id = ?",
            (state, total, why, id),
        )

    def set_why(self, id: int, why: str) -> None:
        """Why a partition is worked on again."""
        self._db.execute("UPDATE partition SET why = ? WHERE id = ?", (why, id))

    def count_attempt(self, id: int) -> int:
        """One more attempt begins; returns which one it is."""
        row = self._db.execute(
            "UPDATE partition SET attempts = attempts + 1 WHERE id = ? RETURNING attempts", (id,)
        ).fetchone()
        return int(row[0])

    def children(self, id: int) -> list[Row]:
        """The partitions that a split one was narrowed into."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM partition WHERE parent = ? ORDER BY id", (id,)
        )
        return [_row(row) for row in rows]

    def roots(self) -> list[Row]:
        """The partitions of whole years, in the order in which they were added."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM partition WHERE parent IS NULL ORDER BY id"
        )
        return [_row(row) for row in rows]

    def reopen_short(self) -> None:
        """Give short partitions, and all that hold them, new attempts."""
        self._db.execute(
            "UPDATE partition SET attempts = 0, state = CASE WHEN EXISTS"
            " (SELECT 1 FROM partition AS child WHERE child.parent = partition.id)"
            " THEN 'split' ELSE 'pending' END WHERE state = 'short'"
        )

    def short(self) -> list[Row]:
        """The partitions that stayed incomplete, without those that only hold such."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS} FROM partition AS p WHERE state = 'short' AND NOT EXISTS"
            " (SELECT 1 FROM partition AS child WHERE child.parent = p.id"
            " AND child.state = 'short') ORDER BY id"
        )
        return [_row(row) for row in rows]

    def partitions_by_state(self) -> dict[State, int]:
        """How many partitions are in each state."""
        counts = dict.fromkeys(State, 0)
        query = "SELECT state, count(*) FROM partition GROUP BY state"
        for state, count in self._db.execute(query):
            counts[State(state)] = count
        return counts

    def active(self) -> list[str]:
        """The keys of the partitions that are worked on."""
        rows = self._db.execute("SELECT key FROM partition WHERE active = 1 ORDER BY id")
        return [row[0] for row in rows]


_COLUMNS = "id, query, parent, state, total, attempts, why"


def _row(row: Sequence[object]) -> Row:
    id, query, parent, state, total, attempts, why = row
    return Row(
        id,  # type: ignore[arg-type]
        Partition.from_json(str(query)),
        parent,  # type: ignore[arg-type]
        State(str(state)),
        total,  # type: ignore[arg-type]
        attempts,  # type: ignore[arg-type]
        str(why),
    )
