"""The records' half of the manifest: where each was listed, what became of it, where it is kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum

from builder.collect.raw import Position

_UNDER = """
WITH RECURSIVE under (id) AS (
  SELECT ? UNION ALL SELECT partition.id FROM partition JOIN under ON partition.parent = under.id)
"""


class Found(StrEnum):
    """What became of a listed record."""

    LISTED = "listed"  # its page was not fetched yet, or could not be
    COLLECTED = "collected"
    WITHDRAWN = "withdrawn"  # 404 or 410
    UNKNOWN = "unknown"  # a page of unknown shape
    REFUSED = "refused"  # a page that we would not read: too large, sent elsewhere, no valid key


class RecordTable:
    """Records and listings in the manifest's file, its notes, and its transactions."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """Use an open database."""
        self._db = database

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
            if self._db.in_transaction:  # a full disk has ended it already
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def note(self, name: str) -> str | None:
        """A named value, None if it was never set."""
        row = self._db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_note(self, name: str, value: str) -> None:
        """Set a named value."""
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def begin_listing(self, id: int) -> None:
        """Forget what an earlier attempt listed; the records themselves stay."""
        self._db.execute("DELETE FROM listing WHERE partition = ?", (id,))

    def list_records(self, id: int, sids: Sequence[str]) -> list[str]:
        """These are listed in the partition; returns those whose page is to be fetched.

        Of withdrawn records only those that were found so before the last `doubt_withdrawn`.
        """
        wanted = []
        doubted = self._position("doubted")
        with self.transaction():
            for sid in sids:
                self._db.execute("INSERT OR IGNORE INTO listing VALUES (?, ?)", (id, sid))
                self._db.execute(
                    "INSERT INTO record (sid, partition, state) VALUES (?, ?, 'listed')"
                    " ON CONFLICT (sid) DO NOTHING",
                    (sid, id),
                )
                state, file, offset = self._db.execute(
                    "SELECT state, file, offset FROM record WHERE sid = ?", (sid,)
                ).fetchone()
                if state == Found.LISTED or (
                    state == Found.WITHDRAWN and Position(file, offset) < doubted
                ):
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
    ) -> Found:
        """What became of a record, and, if its page was kept, where it begins and ends.

        Returns:
            What it was before.
        """
        with self.transaction():
            before = self._db.execute("SELECT state FROM record WHERE sid = ?", (sid,)).fetchone()
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
        return Found(before[0])

    def doubt_withdrawn(self) -> None:
        """Withdrawn records that a listing shows from now on are to be fetched once more."""
        self._set_position("doubted", self.raw_end())

    def unread(self) -> list[str]:
        """Records whose page could not be read, sorted; without links that hold no sid."""
        rows = self._db.execute(
            "SELECT sid FROM record WHERE state IN ('unknown', 'refused')"
            " AND sid NOT LIKE 'link:%' ORDER BY sid"
        )
        return [row[0] for row in rows]

    def kept_at(self, sid: str) -> Position | None:
        """Where the page of a record begins, None if none was kept."""
        row = self._db.execute(
            "SELECT file, offset FROM record WHERE sid = ? AND file IS NOT NULL", (sid,)
        ).fetchone()
        return None if row is None else Position(*row)

    def set_raw_end(self, end: Position) -> None:
        """Pages up to there are kept."""
        self._set_position("raw_end", end)

    def raw_end(self) -> Position:
        """The end of the raw pages that the manifest knows of."""
        return self._position("raw_end")

    def _set_position(self, name: str, position: Position) -> None:
        self.set_note(name, f"{position.file} {position.offset}")

    def _position(self, name: str) -> Position:
        file, offset = (self.note(name) or "0 0").split()
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
            "UPDATE record SET state = 'listed', file = NULL, offset = NULL"
            " WHERE (file, offset) >= (?, ?)",
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

    def overlaps(self, most: int) -> list[tuple[str, str, int]]:
        """Partitions that list the same records, and how many; the largest overlaps first."""
        rows = self._db.execute(
            "SELECT one.key, other.key, count(*) AS shared FROM listing AS a JOIN listing AS b"
            " ON a.sid = b.sid AND a.partition < b.partition"
            " JOIN partition AS one ON one.id = a.partition"
            " JOIN partition AS other ON other.id = b.partition"
            " GROUP BY a.partition, b.partition ORDER BY shared DESC, one.key, other.key LIMIT ?",
            (most,),
        )
        return [(one, other, shared) for one, other, shared in rows]

    def listing_rows(self) -> int:
        """Lines of all listings; above the number of records where partitions overlap."""
        return int(self._db.execute("SELECT count(*) FROM listing").fetchone()[0])
