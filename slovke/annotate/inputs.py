"""From files to a drawn task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from slovke.annotate.sampling import SampleOptions, sample_keyphrases, sample_translations
from slovke.annotate.task import SCHEMAS, Task, read_lines
from slovke.errors import InputError


def draw_task(
    schema: str,
    dataset: str,
    split: str,
    files: Sequence[Path],
    options: SampleOptions,
    *,
    text_column: str | None = None,
    keyphrases_column: str | None = None,
) -> Task:
    """Read the documents and each system's file, and draw.

    Args:
        schema: `keyphrases` or `translation`.
        dataset, split: as in `slovke.sources.read_records`; of translations a file of JSON lines
            `{"id": ..., "text": ...}` with the texts that were translated.
        files: each system's predictions, or its translations in the layout of the texts. A file's
            name without its ending is the system's.
        options: how to draw.
        text_column, keyphrases_column: as in `read_records`.

    Raises:
        InputError: a file can't be read, or names documents that are not in the dataset; two files
            have one name; too few documents.
    """
    if schema not in SCHEMAS:
        raise InputError(f"--schema {schema}: use {' or '.join(SCHEMAS)}")
    systems: dict[str, Path] = {}
    for path in files:
        name = path.name.split(".")[0]
        if name in systems:
            raise InputError(f"{systems[name]}, {path}: both are called {name!r}; rename one")
        systems[name] = path
    source = {"dataset": Path(dataset).name if Path(dataset).exists() else dataset}
    if schema == "translation":
        texts = {name: _read_texts(path) for name, path in systems.items()}
        options = replace(options, source=source)
        return sample_translations(_read_texts(Path(dataset)), texts, options)

    from slovke.pairing import pair
    from slovke.sources import read_predictions, read_records

    predictions = {name: read_predictions(path) for name, path in systems.items()}
    records = read_records(
        dataset, split, text_column=text_column, keyphrases_column=keyphrases_column
    )
    for name, path in systems.items():
        pair(predictions[name], records, path)
    if not Path(dataset).is_file():
        source["split"] = split
    return sample_keyphrases(records, predictions, replace(options, source=source))


def _read_texts(path: Path) -> dict[str, str]:
    texts: dict[str, str] = {}
    for where, row in read_lines(path):
        if not isinstance(row, dict) or not all(
            isinstance(row.get(name), str) and row[name].strip() for name in ("id", "text")
        ):
            raise InputError(f'{where}: a line must be {{"id": "...", "text": "..."}}, not empty')
        if row["id"] in texts:
            raise InputError(f"{where}: id {row['id']!r} occurs a second time")
        texts[row["id"]] = row["text"]
    return texts
