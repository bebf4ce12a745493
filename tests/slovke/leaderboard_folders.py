"""A small dataset of invented documents and submissions for it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

WORDS = (
    "rozvoj vidieka", "počítačová sieť", "trh práce", "spracovanie textu", "pôdna erózia",
    "školský klub", "daňový systém", "ošetrovateľská starostlivosť",
)  # fmt: skip
DOCUMENTS = 24
HOSTILE = "\"><img src=x onerror=\"document.title='hit'\"><script>document.title='hit'</script>"


def gold(number: int) -> list[str]:
    """Three gold keyphrases of a document."""
    return [WORDS[(number + step) % len(WORDS)] for step in (0, 2, 3)]


def good(number: int) -> list[str]:
    """What a good system says of it: two right ones, inflected words among them."""
    return [*gold(number)[:2], f"{gold(number)[2].split()[0]} obce", "výskum"]


def fair(number: int) -> list[str]:
    """What a fair one says: one right, one partial."""
    return [gold(number)[0], f"{gold(number)[1].split()[0]} mesta", "metóda", "cieľ práce"]


def hostile(number: int) -> list[str]:
    """Markup, a text direction, half of a surrogate pair; and nothing for some."""
    return [HOSTILE, "\u202eobrátený", "\ud83d", gold(number)[0]] if number % 2 else []


def write_dataset(folder: Path) -> Path:
    """A dataset as one file."""
    path = folder / "data.jsonl"
    rows = [
        {
            "id": f"d{number:02}",
            "title": f"Práca {number} {'<b>x</b>' if number == 3 else ''}",
            "abstract": f"Text o téme {', '.join(gold(number))}. </script><script>1</script>",
            "keyphrases": gold(number),
        }
        for number in range(DOCUMENTS)
    ]
    write_lines(path, rows)
    return path


def revision(dataset: Path) -> str:
    """The name of its revision."""
    return f"sha256:{hashlib.sha256(dataset.read_bytes()).hexdigest()[:16]}"


def write_submission(
    folder: Path, dataset: Path, predictions: Mapping[str, Sequence[str]], /, **fields: Any
) -> Path:
    """One submission."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [{"id": id_, "keyphrases": list(own)} for id_, own in predictions.items()]
    write_lines(folder / "predictions.jsonl", rows)
    metadata = {
        "system": folder.name.upper(),
        "authors": ["Jana Vymyslená"],
        "licence": "MIT",
        "parameters": "none",
        "trained_on": "nothing",
        "dataset_revision": revision(dataset),
        "split": "test",
        **fields,
    }
    text = yaml.safe_dump(metadata, allow_unicode=True)
    (folder / "submission.yaml").write_text(text, encoding="utf-8")
    return folder


def write_lines(path: Path, rows: Sequence[Any]) -> None:
    """JSON lines; half of a surrogate pair as JSON writes it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(row) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def predictions_of(system: Any) -> dict[str, list[str]]:
    """A system's predictions for every document."""
    return {f"d{number:02}": system(number) for number in range(DOCUMENTS)}


def write_all(folder: Path) -> tuple[Path, Path]:
    """The dataset and a folder of four submissions."""
    dataset = write_dataset(folder)
    submissions = folder / "submissions"
    for name, system, fields in (
        ("yake", fair, {"system": "YAKE", "link": "https://example.org/?a=1&b=2"}),
        ("good", good, {"system": "Good & \"better\" 'system'", "parameters": 276_000_000}),
        ("twin", good, {"system": "Twin"}),
        ("hostile", hostile, {"system": "Hostile"}),
    ):
        write_submission(submissions / name, dataset, predictions_of(system), **fields)
    return dataset, submissions
