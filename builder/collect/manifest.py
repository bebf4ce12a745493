"""The manifest: which partition shows how many records, which of them we have, what is left to do.

One SQLite file. Whatever kills the collector, what is committed here is true: a raw page is written
before its row, and the row holds the end of the raw pages behind it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from builder.collect.partition import Partition
from builder.collect.raw import Position
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
"""
_VERSION = "1"
_UNDER = """
WITH RECURSIVE under (id) AS (
  SELECT ? UNION ALL SELECT partition.id FROM partition JOIN under ON partition.parent = under.id)
"""


class State(StrEnum):
    """Where a partition stands."""

    PENDING = "pending"  # to be listed
    RECHECK = "recheck"  # its total is to be read again; listed only if that has changed
    SPLIT = "split"  # too many to be shown: its children ask for its records
    DONE = "done"  # collected == total, as read again at the end
    SHORT = "short"  # it was not, time after time


class Found(StrEnum):
    """What became of a listed record."""

    LISTED = "listed"  # its page was not fetched yet, or could not be
    COLLECTED = "collected"
    WITHDRAWN = "withdrawn"  # 404 or 410
    UNKNOWN = "unknown"  # a page of unknown shape
    REFUSED = "refused"  # a page that we would not read: too large, sent elsewhere, no valid key


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


class Manifest:
    """All access to the SQLite file. One process at a time; readers may look on."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """Open or create the manifest.

        Raises:
            InputError: the file is no manifest of this version, or there is none to read.
        """
        if read_only and not path.exists():
            raise InputError(f"{path}: no manifest here; `collect --out {path.parent}` begins one")
        self._db = sqlite3.connect(path, isolation_level=None, timeout=30)
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
            raise InputError(f"{path}: not a manifest of this program: {error}") from None
        if version != _VERSION:
            raise InputError(f"{path}: manifest version {version}, this program knows {_VERSION}")
        if not read_only:
            self.set_note("version", _VERSION)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    # Notes: what holds for the whole folder.

    def note(self, name: str) -> str | None:
        """A named value, None if it was never set."""
        row = self._db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_note(self, name: str, value: str) -> None:
        """Set a named value."""
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    # Partitions.

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

    # Records.

    def begin_listing(self, id: int) -> None:
        """Forget what an earlier attempt listed; the records themselves stay."""
        self._db.execute("DELETE FROM listing WHERE partition = ?", (id,))

    def list_records(self, id: int, sids: Sequence[str]) -> list[str]:
        """These are listed in the partition; returns those whose page is still to be fetched."""
        wanted = []
        with self.transaction():
            for sid in sids:
                self._db.execute("INSERT OR IGNORE INTO listing VALUES (?, ?)", (id, sid))
                self._db.execute(
                    "INSERT INTO record (sid, partition, state) VALUES (?, ?, 'listed')"
                    " ON CONFLICT (sid) DO NOTHING",
                    (sid, id),
                )
                state = self._db.execute(
                    "SELECT state FROM record WHERE sid = ?", (sid,)
                ).fetchone()[0]
                if state == Found.LISTED:
                    wanted.append(sid)
        return wanted

    def list_refused(self, id: int, key: str, why: str) -> None:
        """A line of the listing that leads to no page that we would ask for."""
        with self.transaction():
            self._db.execute("INSERT OR IGNORE INTO listing VALUES (?, ?)", (id, key))
            self._db.execute(
                "INSERT INTO record (sid, partition, state, why) VALUES (?, ?, 'refused', ?)"
                " ON CONFLICT (sid) DO NOTHING",
                (key, id, why),
            )

    def finish_record(
        self,
        sid: str,
        found: Found,
        *,
        kept: tuple[Position, Position] | None = None,
        why: str = "",
    ) -> None:
        """What became of a record, and, if its page was kept, where it begins and ends."""
        with self.transaction():
            self._db.execute(
                "UPDATE record SET state = ?, why = ? WHERE sid = ?", (found, why, sid)
            )
            if kept is not None:
                begin, end = kept
                self._db.execute(
                    "UPDATE record SET file = ?, offset = ? WHERE sid = ?",
                    (begin.file, begin.offset, sid),
                )
                self.set_raw_end(end)

    def kept_at(self, sid: str) -> Position | None:
        """Where the page of a record begins, None if none was kept."""
        row = self._db.execute(
            "SELECT file, offset FROM record WHERE sid = ? AND file IS NOT NULL", (sid,)
        ).fetchone()
        return None if row is None else Position(*row)

    def set_raw_end(self, end: Position) -> None:
        """Pages up to there are kept."""
        self.set_note("raw_end", f"{end.file} {end.offset}")

    def raw_end(self) -> Position:
        """The end of the raw pages that the manifest knows of."""
        file, offset = (self.note("raw_end") or "0 0").split()
        return Position(int(file), int(offset))

    def last_page_before(self, end: Position) -> Position:
        """Where the last page begins that begins before `end`; the very beginning if none does."""
        row = self._db.execute(
            "SELECT file, offset FROM record WHERE file IS NOT NULL AND (file, offset) < (?, ?)"
            " ORDER BY file DESC, offset DESC LIMIT 1",
            (end.file, end.offset),
        ).fetchone()
        return Position() if row is None else Position(*row)

    def forget_behind(self, end: Position) -> int:
        """Pages behind `end` were lost with the power: fetch them again. Returns how many."""
        cursor = self._db.execute(
            "UPDATE record SET state = 'listed' WHERE (file, offset) >= (?, ?)",
            (end.file, end.offset),
        )
        if cursor.rowcount:
            self._db.execute(
                "UPDATE partition SET state = 'pending', attempts = 0 WHERE state IN"
                " ('done', 'short') AND id IN (SELECT listing.partition FROM listing JOIN record"
                " USING (sid) WHERE record.state = 'listed')"
            )
            self.set_raw_end(end)
        return cursor.rowcount

    def listed(self, id: int) -> int:
        """Different records that a partition, or those under it, listed."""
        return self._count(
            "SELECT count(DISTINCT sid) FROM listing WHERE partition IN (SELECT id FROM under)", id
        )

    def finished(self, id: int) -> int:
        """Of those, the ones whose page was fetched or refused."""
        return self._count(
            "SELECT count(DISTINCT sid) FROM listing JOIN record USING (sid)"
            " WHERE record.state != 'listed' AND listing.partition IN (SELECT id FROM under)",
            id,
        )

    def _count(self, query: str, id: int) -> int:
        return int(self._db.execute(_UNDER + query, (id,)).fetchone()[0])

    def unlisted(self) -> list[str]:
        """Collected records that no listing shows any more, though their partition is done."""
        rows = self._db.execute(
            "SELECT sid FROM record JOIN partition ON partition.id = record.partition"
            " WHERE record.state = 'collected' AND partition.state IN ('done', 'split')"
            " AND NOT EXISTS (SELECT 1 FROM listing WHERE listing.sid = record.sid) ORDER BY sid"
        )
        return [row[0] for row in rows]

    def records_by_state(self) -> dict[Found, int]:
        """How many records are in each state."""
        counts = dict.fromkeys(Found, 0)
        for state, count in self._db.execute("SELECT state, count(*) FROM record GROUP BY state"):
            counts[Found(state)] = count
        return counts

    def records_by_listing(self) -> tuple[dict[Found, int], dict[Found, int]]:
        """How many records are in each state: those that a listing shows, and the others."""
        listed, unlisted = dict.fromkeys(Found, 0), dict.fromkeys(Found, 0)
        query = (
            "SELECT state, EXISTS (SELECT 1 FROM listing WHERE listing.sid = record.sid) AS shown,"
            " count(*) FROM record GROUP BY state, shown"
        )
        for state, is_shown, count in self._db.execute(query):
            (listed if is_shown else unlisted)[Found(state)] = count
        return listed, unlisted

    def sids(self, found: Found) -> list[str]:
        """The records in a state, sorted."""
        rows = self._db.execute("SELECT sid FROM record WHERE state = ? ORDER BY sid", (found,))
        return [row[0] for row in rows]

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

    def listing_rows(self) -> int:
        """Lines of all listings; above the number of records where partitions overlap."""
        return int(self._db.execute("SELECT count(*) FROM listing").fetchone()[0])


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
