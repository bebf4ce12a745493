"""Gold and predictions of a skLEP task, row by row."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovke.errors import InputError
from slovke.sklep.tasks import DATASET, Task

MAX_PREDICTIONS_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold of one task's split.

    Attributes:
        task: which.
        ids: of the rows: their `id` as text, or their number from 0.
        values: of the rows: a tuple of tag names, a label's name, a number, or a tuple of answers.
        names: the names of the tags or labels by number; empty if the data has none.
        texts: of the rows: the columns of words or text, joined; to show what was asked.
    """

    task: Task
    ids: tuple[str, ...]
    values: tuple[Any, ...]
    names: tuple[str, ...]
    texts: tuple[str, ...] = ()


def read_gold(task: Task, data: str = DATASET, split: str = "test") -> Gold:
    """Read a task's gold from the Hub, or from a folder.

    Args:
        task: which.
        data: a Hub repository with a config for each task, or a folder with `<task>/<split>.jsonl`,
            `.json` (JSON lines) or `.parquet` in it, as the repository has.
        split: the split.

    Raises:
        InputError: it can't be read, has no column of gold, or gold of another type.
    """
    rows, names = _rows(task, data, split)
    where = f"{data}, {task.name}, {split}"
    if not rows:
        raise InputError(f"{where}: no rows")
    column = next((name for name in task.gold if name in rows[0]), None)
    if column is None:
        raise InputError(
            f"{where}: none of the columns {', '.join(task.gold)}; it has {', '.join(rows[0])}"
        )
    own = names.get(column, ())
    ids = tuple(str(row.get("id", number)) for number, row in enumerate(rows))
    if len(set(ids)) < len(ids):
        # Some of the benchmark's sources number their rows anew in each part.
        ids = tuple(str(number) for number in range(len(rows)))
    values = tuple(
        _value(task, row[column], own, f"{where}, row {number}") for number, row in enumerate(rows)
    )
    return Gold(task, ids, values, own, tuple(_text(task, row) for row in rows))


def read_task_predictions(path: Path, gold: Gold) -> tuple[Any, ...]:
    """Read a task's predictions file and bring it into the gold's order.

    A line is `{"id": ..., FIELD: ...}` with `tags` (a list), `label`, `score` (a number) or
    `answer` (text; empty for none). Tags and labels are names, or numbers where the data names
    them.

    Raises:
        InputError: a line is wrong; an id is unknown, doubled or missing.
    """
    from slovke.sources import json_lines

    if path.is_symlink() or path.stat().st_size > MAX_PREDICTIONS_BYTES:
        raise InputError(f"{path}: a link, or more than {MAX_PREDICTIONS_BYTES:,} bytes")
    task, place = gold.task, {id_: number for number, id_ in enumerate(gold.ids)}
    found: dict[str, Any] = {}
    for where, line in json_lines(path):
        id_ = line.get("id")
        if isinstance(id_, bool) or not isinstance(id_, str | int):
            raise InputError(f"{where}: 'id' must be a string or a number, got {id_!r:.60}")
        id_ = str(id_)
        if id_ not in place:
            raise InputError(f"{where}: id {id_!r:.80} is not in {task.name}; check the split")
        if id_ in found:
            raise InputError(f"{where}: id {id_!r:.80} occurs a second time")
        if task.field not in line:
            raise InputError(f"{where}: no {task.field!r}; {task.name} needs it in every line")
        value = _value(task, line[task.field], gold.names, where)
        expected = gold.values[place[id_]]
        if task.kind == "spans" and len(value) != len(expected):
            raise InputError(
                f"{where}: {len(value)} tags, but the sentence has {len(expected)} words"
            )
        found[id_] = value
    absent = [id_ for id_ in gold.ids if id_ not in found]
    if absent:
        raise InputError(
            f"{path}: {len(absent)} of {len(gold.ids)} rows are missing, the first is "
            f"{absent[0]!r:.80}; predict every row"
        )
    return tuple(found[id_] for id_ in gold.ids)


def _text(task: Task, row: Mapping[str, Any]) -> str:
    """What a row asks about: its text columns, or if it has none its words."""
    plain = [
        value
        for name, value in row.items()
        if isinstance(value, str) and name != "id" and name not in task.gold
    ]
    words = row.get("tokens")
    if not plain and isinstance(words, list):
        plain = [" ".join(map(str, words))]
    return " | ".join(plain)


def _value(task: Task, value: Any, names: Sequence[str], where: str) -> Any:
    if task.kind == "spans" and isinstance(value, list):
        return tuple(_named(tag, names, where) for tag in value)
    if task.kind == "class":
        return _named(value, names, where)
    if task.kind == "similarity":
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and math.isfinite(value):
            return float(value)
    if task.kind == "answer":
        if isinstance(value, str):
            return value
        texts = value.get("text") if isinstance(value, Mapping) else None
        if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
            return tuple(texts)
    raise InputError(f"{where}: {value!r:.60} is nothing that {task.name} could score")


def _named(value: Any, names: Sequence[str], where: str) -> str:
    """A tag's or label's name; a number is looked up, and stays a number if there are no names."""
    if isinstance(value, int) and not isinstance(value, bool):
        if names and not 0 <= value < len(names):
            raise InputError(f"{where}: label {value} is none of 0 to {len(names) - 1}")
        return names[value] if names else str(value)
    if not isinstance(value, str):
        raise InputError(f"{where}: a label must be a name or a number, got {value!r:.60}")
    if names and value not in names:
        raise InputError(f"{where}: label {value!r:.60} is none of {', '.join(names)}")
    return value


def _rows(
    task: Task, data: str, split: str
) -> tuple[list[Mapping[str, Any]], Mapping[str, tuple[str, ...]]]:
    """The rows, and the names of labels by column."""
    from slovke.sources import json_lines

    folder = Path(data)
    if not folder.is_dir():
        return _from_hub(task, data, split)
    path = gold_file(folder, task, split)
    if path is None:
        raise InputError(f"{folder / task.name}: no {split}.jsonl, .json or .parquet in it")
    if path.suffix != ".parquet":
        return [line for _, line in json_lines(path)], {}
    import datasets

    table = datasets.Dataset.from_parquet(str(path), keep_in_memory=True)
    return table.to_list(), _label_names(table)


def gold_file(folder: Path, task: Task, split: str) -> Path | None:
    """A task's file of gold in a folder, or None."""
    paths = (folder / task.name / f"{split}.{ending}" for ending in ("jsonl", "json", "parquet"))
    return next((path for path in paths if path.is_file()), None)


def _from_hub(
    task: Task, data: str, split: str
) -> tuple[list[Mapping[str, Any]], Mapping[str, tuple[str, ...]]]:
    import datasets

    repo_id, _, revision = data.partition("@")
    try:
        table = datasets.load_dataset(repo_id, task.name, split=split, revision=revision or None)
    except Exception as error:
        # datasets and the Hub client raise a dozen unrelated types; the first line says it.
        first = (str(error).strip().splitlines() or [""])[0]
        raise InputError(
            f"{data}: {task.name} can't be loaded: {type(error).__name__}: {first:.200}; a folder "
            "with the data works too (--data)"
        ) from error
    return table.to_list(), _label_names(table)


def _label_names(table: Any) -> dict[str, tuple[str, ...]]:
    names = {}
    for column, feature in table.features.items():
        inner = getattr(feature, "feature", feature)
        if isinstance(getattr(inner, "names", None), list):
            names[column] = tuple(inner.names)
    return names
