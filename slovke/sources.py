"""Records and predictions from whatever a user has: a Hub repository, a local build, one file.

The dataset that is on the Hub today was made by others, and files come from anywhere, so column
names differ. They may be given; else the usual names are tried in a fixed order, and what was taken
is said. Keyphrases are a list of strings; a column of plain strings is split at semicolons if any
of its rows has one, else at commas, and that is said too.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovke.errors import InputError
from slovke.record import Record

ID_COLUMNS = ("id", "sid", "doc_id", "document_id", "_id", "uid", "key")
TEXT_COLUMNS = ("abstract", "text", "document", "src", "source", "content", "body", "description")
KEYPHRASE_COLUMNS: tuple[tuple[str, ...], ...] = (
    ("keyphrases",),
    ("keywords",),
    ("key_phrases",),
    ("key_words",),
    # Two columns that together are the gold list.
    ("present_kps", "absent_kps"),
    ("extractive_keyphrases", "abstractive_keyphrases"),
    ("present_keyphrases", "absent_keyphrases"),
    ("present_kps",),
    ("extractive_keyphrases",),
    ("tags",),
    ("keyword",),
    ("kps",),
    ("labels",),
    ("trg",),
    ("target",),
)

Row = Mapping[str, Any]


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns hold what.

    Attributes:
        id: the id's column, or None: rows are then numbered from 0.
        text: the document's column.
        keyphrases: the column of the gold keyphrases, or the two columns that are joined.
        separator: what splits a keyphrase column of plain strings; None if it holds lists.
    """

    id: str | None
    text: str
    keyphrases: tuple[str, ...]
    separator: str | None = None

    def __str__(self) -> str:
        gold = " + ".join(map(repr, self.keyphrases))
        split = "" if self.separator is None else f" split at {self.separator!r}"
        ids = "the row number" if self.id is None else repr(self.id)
        return f"id from {ids}, text from {self.text!r}, keyphrases from {gold}{split}"


def read_records(
    dataset: str | Path,
    split: str | None = None,
    *,
    text_column: str | None = None,
    keyphrases_column: str | None = None,
    say: Callable[[str], None] = _to_stderr,
) -> list[Record]:
    """Read the documents and their gold keyphrases.

    Args:
        dataset: a Hub repository ("NaiveNeuron/SlovKE", with "@1.1.0" for a release or
            "@revision"), a folder (a local build, or any that `load_dataset` reads), or one
            `.jsonl`, `.jsonl.gz` or `.parquet` file.
        split: the split of a repository or folder, also "test[:100]"; a single file has none.
        text_column: the document's column; None guesses.
        keyphrases_column: the gold's column; None guesses.
        say: gets one line about what was taken, if it was not `id`, `abstract`, `keyphrases`.

    Raises:
        InputError: nothing readable there, no such column or split, a row without text or with
            keyphrases of another type, an id that occurs twice.
    """
    name, names, rows = _open(str(dataset), split)
    columns = choose_columns(name, names, rows, text_column, keyphrases_column)
    if columns != Columns("id", "abstract", ("keyphrases",)):
        say(f"{name}: took {columns}")
    records = [_record(row, number, columns, name) for number, row in enumerate(rows)]
    first: dict[str, int] = {}
    for number, record in enumerate(records):
        if first.setdefault(record.id, number) != number:
            raise InputError(
                f"{name}: rows {first[record.id] + 1} and {number + 1} have the same id "
                f"{record.id!r}; ids must be distinct"
            )
    return records


def choose_columns(
    name: str,
    names: Sequence[str],
    rows: Sequence[Row],
    text_column: str | None = None,
    keyphrases_column: str | None = None,
) -> Columns:
    """Decide which columns hold what, by the names given or the usual ones.

    Raises:
        InputError: a column that was given is not there, or none of the usual names is.
    """
    for option, given in (("text", text_column), ("keyphrases", keyphrases_column)):
        if given is not None and given not in names:
            raise InputError(
                f"{name}: no column {given!r} (--{option}-column); it has {', '.join(names)}"
            )
    text = text_column or next((guess for guess in TEXT_COLUMNS if guess in names), None)
    if text is None:
        raise InputError(
            f"{name}: can't tell which column is the text; it has {', '.join(names)}: name one "
            "with --text-column"
        )
    gold = (keyphrases_column,) if keyphrases_column else _gold_columns(names)
    if gold is None:
        raise InputError(
            f"{name}: can't tell which column holds the keyphrases; it has {', '.join(names)}: "
            "name one with --keyphrases-column"
        )
    id_ = next((guess for guess in ID_COLUMNS if guess in names), None)
    return Columns(id_, text, gold, _separator(rows, gold))


def read_predictions(path: str | Path) -> dict[str, list[str]]:
    """Read a predictions file: JSON lines `{"id": ..., "keyphrases": [...]}`, best first.

    Raises:
        InputError: the file or a line of it can't be read, a field is missing or of another type,
            an id occurs twice.
    """
    predictions: dict[str, list[str]] = {}
    for where, value in json_lines(Path(path)):
        for field in ("id", "keyphrases"):
            if field not in value:
                raise InputError(
                    f'{where}: no {field!r}; a line is {{"id": "...", "keyphrases": ["..."]}}'
                )
        id_, phrases = value["id"], value["keyphrases"]
        if isinstance(id_, int) and not isinstance(id_, bool):
            id_ = str(id_)
        if not isinstance(id_, str):
            raise InputError(f"{where}: 'id' must be a string, got {id_!r}")
        if not isinstance(phrases, list):
            raise InputError(
                f"{where}: 'keyphrases' must be a list of strings, got {_short(phrases)}"
            )
        for position, phrase in enumerate(phrases, start=1):
            if not isinstance(phrase, str):
                raise InputError(
                    f"{where}: keyphrase {position} of id {id_!r} must be a string, got "
                    f"{_short(phrase)}"
                )
        if id_ in predictions:
            raise InputError(f"{where}: id {id_!r} occurs a second time")
        predictions[id_] = phrases
    return predictions


def _open(dataset: str, split: str | None) -> tuple[str, list[str], Sequence[Row]]:
    """The source's name for messages, its column names, and its rows."""
    path = Path(dataset)
    if path.is_dir():
        return _open_folder(path, split)
    if path.is_file():
        return _open_file(path)
    if path.suffix in {".jsonl", ".json", ".gz", ".parquet", ".csv", ".tsv"}:
        raise InputError(f"{dataset}: no such file")
    if re.fullmatch(r"[\w.-]+/[\w.-]+(@[\w./-]+)?", dataset):
        return _open_repository(dataset, split)
    raise InputError(f"{dataset}: neither a file, nor a folder, nor a Hub repository (owner/name)")


def _open_file(path: Path) -> tuple[str, list[str], Sequence[Row]]:
    name = path.name
    if name.endswith(".parquet"):
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            table = pq.read_table(path)
        except (pa.ArrowInvalid, OSError) as error:
            raise InputError(f"{path}: not a Parquet file ({error})") from None
        return str(path), table.column_names, table.to_pylist()
    if name.endswith((".jsonl", ".jsonl.gz")):
        rows = [value for _, value in json_lines(path)]
        if not rows:
            raise InputError(f"{path}: no rows in it")
        names = dict.fromkeys(name for row in rows for name in row)
        return str(path), list(names), rows
    raise InputError(f"{path}: expected a .jsonl, .jsonl.gz or .parquet file")


def _open_folder(path: Path, split: str | None) -> tuple[str, list[str], Sequence[Row]]:
    from slovke.releases import BUILD_FILE

    if (path / BUILD_FILE).is_file():
        from slovke.dataset import load

        return _rows(str(path), split, lambda: load(split=_named(split, str(path)), root=str(path)))
    return _load_dataset(str(path), split, None)


def _open_repository(dataset: str, split: str | None) -> tuple[str, list[str], Sequence[Row]]:
    repo_id, _, revision = dataset.partition("@")
    version = revision.removeprefix("v")
    if repo_id.endswith("/SlovKE") or re.fullmatch(r"\d+\.\d+\.\d+", version):
        from slovke.releases import RELEASES_FILE

        try:
            from slovke.dataset import load

            wanted = _named(split, dataset)
            return _rows(dataset, split, lambda: load(version or None, wanted, repo_id=repo_id))
        except InputError as error:
            # A repository that was published without a list of releases is read as any other.
            if f"has no {RELEASES_FILE}" not in str(error) or version:
                raise
    return _load_dataset(repo_id, split, revision or None)


def _load_dataset(
    path: str, split: str | None, revision: str | None
) -> tuple[str, list[str], Sequence[Row]]:
    import datasets

    wanted = _named(split, path)
    return _rows(path, split, lambda: datasets.load_dataset(path, split=wanted, revision=revision))


def _rows(
    name: str, split: str | None, load: Callable[[], Any]
) -> tuple[str, list[str], Sequence[Row]]:
    try:
        table = load()
    except InputError:
        raise
    except Exception as error:
        # datasets and the Hub client raise a dozen unrelated types; each one's first line says it.
        first = (str(error).strip().splitlines() or [""])[0]
        raise InputError(
            f"{name}: split {split!r} can't be loaded: {type(error).__name__}: {first}"
        ) from error
    return f"{name} [{split}]", list(table.column_names), table.to_list()


def _named(split: str | None, name: str) -> str:
    if split is None:
        raise InputError(f"{name}: name a split, as in --split test")
    return split


def _gold_columns(names: Sequence[str]) -> tuple[str, ...] | None:
    for guess in KEYPHRASE_COLUMNS:
        if all(name in names for name in guess):
            return guess
    return None


def _separator(rows: Sequence[Row], columns: Sequence[str]) -> str | None:
    """How a column of plain strings is split: the same way in every row."""
    texts = [row[name] for row in rows for name in columns if isinstance(row.get(name), str)]
    if not texts:
        return None
    return ";" if any(";" in text for text in texts) else ","


def _record(row: Row, number: int, columns: Columns, name: str) -> Record:
    id_ = number if columns.id is None else row.get(columns.id)
    where = f"{name}, row {number + 1}"
    if id_ is None or isinstance(id_, bool | float | list | dict):
        raise InputError(f"{where}: {columns.id!r} must be a string or a number, got {id_!r}")
    text = row.get(columns.text)
    if isinstance(text, list) and all(isinstance(token, str) for token in text):
        text = " ".join(text)
    if not isinstance(text, str) or not text.strip():
        raise InputError(
            f"{where}: {columns.text!r} must be a text, got {_short(row.get(columns.text))}"
        )
    year = row.get("year")
    return Record(
        id=str(id_),
        title=_text_or_none(row, "title"),
        abstract=text,
        keyphrases=_keyphrases(row, columns, where),
        university=_text_or_none(row, "university"),
        faculty=_text_or_none(row, "faculty"),
        year=year if isinstance(year, int) else None,
        document_type=_text_or_none(row, "document_type"),
    )


def _keyphrases(row: Row, columns: Columns, where: str) -> tuple[str, ...]:
    found: list[str] = []
    for column in columns.keyphrases:
        value = row.get(column)
        if value is None:
            continue
        if isinstance(value, str) and columns.separator is not None:
            parts = (part.strip() for part in value.split(columns.separator))
            found.extend(part for part in parts if part)
        elif isinstance(value, list) and all(isinstance(phrase, str) for phrase in value):
            found.extend(value)
        else:
            raise InputError(f"{where}: {column!r} must be a list of strings, got {_short(value)}")
    return tuple(found)


def _text_or_none(row: Row, name: str) -> str | None:
    value = row.get(name)
    return value if isinstance(value, str) else None


def json_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (file:line, object) for each line that is not blank."""
    try:
        with _open_text(path) as file:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                where = f"{path}:{number}"
                try:
                    value = json.loads(line)
                except ValueError as error:
                    raise InputError(f"{where}: not a line of JSON ({error})") from None
                if not isinstance(value, dict):
                    raise InputError(f"{where}: expected a JSON object, got {_short(value)}")
                yield where, value
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from None
    except (OSError, EOFError) as error:
        raise InputError(f"{path}: can't be read ({error})") from None


def _open_text(path: Path) -> Any:
    if path.name.endswith(".gz"):
        return gzip.open(path, "rt", encoding="utf-8-sig")
    return path.open(encoding="utf-8-sig")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
