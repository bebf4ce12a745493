"""Raw pages into the raw records that `clean` reads, without the network.

One record for each thesis, by its last page, in the order of sids: two folders with the same pages
give the same records, however often the collecting was interrupted.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from builder.collect.parsing import UnknownPage, parse_detail
from builder.collect.raw import read_raw
from builder.markers import replacing, write_json
from slovke.errors import InputError

RECORDS_A_FILE = 50_000
PERSONS = ("author", "supervisor", "opponent")
_UNKNOWN_SHOWN = 1000
_UNREAD_SHOWN = 50
_UNREAD_COUNTED = 10_000  # different labels: pages that make up their own can't fill the memory


@dataclass(frozen=True, slots=True)
class ParsingReport:
    """What became of the raw pages. Pages = theses' last pages + earlier ones + search pages.

    Attributes:
        pages: all pages that were kept.
        search_pages: those of the search that did not look as expected.
        earlier_pages: pages of theses that were fetched again later.
        records: theses whose page was read.
        withdrawn: theses whose page is gone.
        unknown: theses whose page is of unknown shape.
        null: field -> records without it.
        doubtful: field -> records where it was there, but could not be read with certainty.
        unread: labels of facts that no field takes -> records that have them, the most frequent.
        unknown_pages: sid and reason of the first thousand of them.
    """

    pages: int
    search_pages: int
    earlier_pages: int
    records: int
    withdrawn: int
    unknown: int
    null: dict[str, int] = field(default_factory=dict)
    doubtful: dict[str, int] = field(default_factory=dict)
    unread: dict[str, int] = field(default_factory=dict)
    unknown_pages: tuple[tuple[str, str], ...] = ()

    @property
    def unknown_share(self) -> float:
        """The share (0-1) of pages of unknown shape."""
        pages = self.records + self.unknown
        return self.unknown / pages if pages else 0.0


def write_records(raw: Path, out: Path, *, drop_persons: bool = False) -> ParsingReport:
    """Parse all pages of `raw` and write `records-NNNNN.jsonl` and `withdrawn.json` to `out`.

    `withdrawn.json` lists the theses whose page is gone: sid, when it was seen (null if never) and
    when it was found gone.

    Args:
        raw: the folder of raw pages.
        out: gets the files; records of an earlier parsing there are replaced.
        drop_persons: leave the fields of persons null. Once the cleaning has cut the headers, no
            stage needs the names; what an abstract itself says is left as it is.

    Raises:
        InputError: `raw` holds no raw pages, or damaged ones.
    """
    out.mkdir(parents=True, exist_ok=True)
    index = out / ".parsing.sqlite"
    index.unlink(missing_ok=True)
    database = sqlite3.connect(index, isolation_level=None)
    try:
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.execute(
            "CREATE TABLE page (sid TEXT PRIMARY KEY, found TEXT, at TEXT, text TEXT, seen TEXT)"
            " WITHOUT ROWID"
        )
        report = _parse_all(raw, database, drop_persons)
        _write_files(out, _column(database, "SELECT text FROM page WHERE found = 'collected'"))
        _write_withdrawn(out, database)
    finally:
        database.close()
        index.unlink(missing_ok=True)
    return report


def _parse_all(raw: Path, database: sqlite3.Connection, drop_persons: bool) -> ParsingReport:
    null: Counter[str] = Counter()
    doubtful: Counter[str] = Counter()
    unread: Counter[str] = Counter()
    pages = search_pages = 0
    database.execute("BEGIN")
    for page in read_raw(raw):
        pages += 1
        if page.sid is None:
            search_pages += 1
            continue
        found, text = "withdrawn", ""
        if page.status == 200:
            parsed = parse_detail(page)
            if isinstance(parsed, UnknownPage):
                found, text = "unknown", parsed.why
            else:
                fields = parsed.record.to_json()
                if drop_persons:
                    fields |= dict.fromkeys(PERSONS)
                found = "collected"
                notes = [fields, parsed.doubtful, parsed.unread]
                text = json.dumps(notes, ensure_ascii=False)
        database.execute(
            "INSERT INTO page VALUES (?, ?, ?, ?, ?) ON CONFLICT (sid) DO UPDATE SET"
            " seen = CASE WHEN page.found = 'withdrawn' THEN page.seen ELSE page.at END,"
            " found = excluded.found, at = excluded.at, text = excluded.text",
            (page.sid, found, page.at, text, None),
        )
    database.execute("COMMIT")
    for line in _column(database, "SELECT text FROM page WHERE found = 'collected'"):
        fields, doubts, labels = json.loads(line)
        null.update(name for name, value in fields.items() if value is None or value == [])
        doubtful.update(doubts)
        if len(unread) < _UNREAD_COUNTED:
            unread.update(labels)
    counts = dict(database.execute("SELECT found, count(*) FROM page GROUP BY found"))
    unknown = database.execute(
        "SELECT sid, text FROM page WHERE found = 'unknown' ORDER BY sid LIMIT ?",
        (_UNKNOWN_SHOWN,),
    )
    return ParsingReport(
        pages=pages,
        search_pages=search_pages,
        earlier_pages=pages - search_pages - sum(counts.values()),
        records=counts.get("collected", 0),
        withdrawn=counts.get("withdrawn", 0),
        unknown=counts.get("unknown", 0),
        null=dict(sorted(null.items())),
        doubtful=dict(sorted(doubtful.items())),
        unread=dict(unread.most_common(_UNREAD_SHOWN)),
        unknown_pages=tuple((sid, why) for sid, why in unknown),
    )


def _column(database: sqlite3.Connection, query: str) -> Iterator[str]:
    for row in database.execute(query + " ORDER BY sid"):
        yield row[0]


def _write_files(out: Path, lines: Iterator[str]) -> None:
    number = 0
    written: set[Path] = set()
    records = (json.dumps(json.loads(line)[0], ensure_ascii=False) for line in lines)
    first = next(records, None)
    while first is not None or number == 0:
        path = out / f"records-{number:05d}.jsonl"
        with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
            count = 0
            while first is not None and count < RECORDS_A_FILE:
                file.write(first + "\n")
                first = next(records, None)
                count += 1
        written.add(path)
        number += 1
    for path in out.glob("records-*.jsonl"):
        if path not in written:
            path.unlink()


def _write_withdrawn(out: Path, database: sqlite3.Connection) -> None:
    rows = database.execute("SELECT sid, seen, at FROM page WHERE found = 'withdrawn' ORDER BY sid")
    withdrawn = [{"sid": sid, "seen": seen, "gone": at} for sid, seen, at in rows]
    write_json(out / "withdrawn.json", withdrawn)


def parse(raw: Path, out: Path, *, drop_persons: bool = False) -> ParsingReport:
    """`write_records`, and the report as `parsing.json` beside the records.

    Raises:
        InputError: as there, or a file can't be read or written.
    """
    try:
        report = write_records(raw, out, drop_persons=drop_persons)
        write_json(out / "parsing.json", asdict(report))
    except (OSError, sqlite3.OperationalError) as error:
        raise InputError(
            f"{out}: can't write: {error}; make room, and the same command goes on"
        ) from error
    return report
