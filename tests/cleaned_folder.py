"""A small cleaned folder, as `builder clean` leaves one, of invented records."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from builder.options import CleanOptions
from builder.verdict import Stage
from slovke.record import arrow_schema

SENTENCES = (
    "Práca sa zaoberá rozvojovým potenciálom vidieka a možnosťami jeho využitia",
    "Cieľom je zhodnotiť riadenie ľudských zdrojov vo vybranom podniku",
    "V teoretickej časti vymedzujeme pojmy cestovného ruchu a regionálneho rozvoja",
    "Výskum sme uskutočnili dotazníkom na vzorke žiakov základnej školy",
    "Výsledky ukazujú, že kvalita pôdy závisí od spôsobu hnojenia",
    "Navrhujeme opatrenia na zvýšenie konkurencieschopnosti malých podnikov",
    "Opisujeme algoritmus na rozpoznávanie obrazu pomocou neurónových sietí",
    "Diskutujeme o ošetrovateľskej starostlivosti o pacienta s cukrovkou",
    "Súčasťou práce je návrh e-learningového kurzu (v jazyku C++)",
)
KEYPHRASES = (
    "Rozvojový potenciál",
    "riadenie ľudských zdrojov",
    "cestovný ruch",
    "regionálny rozvoj",
    "kvalita pôdy",
    "konkurencieschopnosť",
    "neurónové siete",
    "ošetrovateľská starostlivosť",
    "vodná nádrž",
    "dotazník",
)
PERSON = "Zuzana Tichohorská"


def record(number: int, year: int | None = None) -> dict[str, Any]:
    """An invented record that only its number decides."""
    draw = random.Random(number)
    sentences = [draw.choice(SENTENCES) for _ in range(8)]
    return {
        "id": f"{number * 2654435761 % 16**28:028X}",
        "title": f"Vymyslená práca číslo {number}",
        "abstract": ". ".join(sentences) + ".",
        "keyphrases": draw.sample(KEYPHRASES, draw.randint(4, 8)),
        "university": "Univerzita pod Tatrami" if number % 3 else None,
        "faculty": None,
        "year": year or 2010 + number % 10,
        "document_type": draw.choice(("Bakalárska práca", "Diplomová práca")),
    }


def write_cleaned(
    folder: Path,
    records: Sequence[dict[str, Any]],
    *,
    groups: dict[str, str] | None = None,
    persons: dict[str, str] | None = None,
    withdrawn: Sequence[str] = (),
    parts: int = 3,
) -> Path:
    """Write the records with their near-duplicate groups and persons' keys, by id.

    Args:
        folder: the folder to write.
        records: the kept records.
        groups, persons: what ties a record to others.
        withdrawn: the ids of the list of withdrawn theses, which is written if there are any.
        parts: in how many files.

    Returns:
        The folder.
    """
    ties = [
        {
            "id": row["id"],
            "group": (groups or {}).get(row["id"]),
            "person": (persons or {}).get(row["id"]),
            "persons": [PERSON],
        }
        for row in records
    ]
    private = pa.schema(
        [(name, pa.string()) for name in ("id", "group", "person")]
        + [("persons", pa.list_(pa.string()))]
    )
    for name, rows, schema in (
        ("kept", list(records), arrow_schema()),
        ("private", ties, private),
    ):
        (folder / name).mkdir(parents=True)
        for part in range(parts):
            table = pa.Table.from_pylist(rows[part::parts], schema=schema)
            pq.write_table(table, folder / name / f"part-{part:05d}.parquet")
    if withdrawn:
        seen = "2026-01-01T00:00:00Z"
        _write_json(
            folder / "withdrawn.json", [{"sid": i, "seen": seen, "gone": seen} for i in withdrawn]
        )
    options = CleanOptions()
    _write_json(
        folder / "options.json",
        {"options": dataclasses.asdict(options), "fingerprint": options.fingerprint()},
    )
    kept, lost = len(records), 7
    _write_json(
        folder / "funnel.json",
        {
            "start": kept + lost,
            "kept": kept,
            "rejected": lost,
            "stages": [
                {
                    "stage": stage,
                    "kept": kept + (lost if stage is Stage.REPAIR else 0),
                    "changed": 0,
                    "rejected": {"duplicate-title": lost} if stage is Stage.DEDUPLICATE else {},
                    "notes": {},
                }
                for stage in Stage
            ],
            "distributions": {
                "languages": {"en": 4, "sk": kept},
                "second": 2,
                "before": {"0": 3, "6": kept},
                "after": {"6": kept},
                "lengths": {"500": kept},
            },
        },
    )
    return folder


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")
