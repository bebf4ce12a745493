"""Persons' names in texts: in every order, case and form, but not words that are no names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from builder.names import find_personal, keep_persons, persons_file, read_persons
from slovke.errors import InputError
from tests.cleaned_folder import PERSON, record, write_cleaned

PERSONS = ("Bc. Zuzana Vymyslená", "prof. Ing. NOVOTNÝ, Adam, CSc.", "Eva Mária Kolníková, PhD.")


def fields_found(**fields: Any) -> list[str]:
    row = {"id": "1", "title": "Práca", "abstract": "Text.", "keyphrases": ["pôda"], **fields}
    return [finding.field for finding in find_personal([row], {"1": PERSONS})]


@pytest.mark.parametrize(
    "text",
    [
        "Autorka Zuzana Vymyslená skúma pôdu.",
        "VYMYSLENÁ, Zuzana: Kvalita pôdy",
        "vymyslená zuzana",
        "Vedúci Adam NOVOTNÝ",
        "pod vedením Adama Novotného",
        "prácu Zuzany Vymyslenej sme",
        "Zuzana Vymyslena",
        "Oponentka: Kolníková Eva Mária",
        "Zuzana\nVymyslená",
    ],
)
def test_names_of_the_records_persons(text: str) -> None:
    assert fields_found(abstract=text) == ["abstract"]
    assert fields_found(title=text) == ["title"]
    assert fields_found(keyphrases=["pôda", text]) == ["keyphrases"]


@pytest.mark.parametrize(
    "text",
    [
        "Vymyslená práca číslo 7 o Zuzane",
        "Román Adama Krčméryho v novotnej dobe",
        "Ján Novotný a Adam Sangala",
        "zuzanine vymyslené slová",
        "Eva a Mária",
        "pôda@pole",
    ],
)
def test_other_persons_and_words_may_stay(text: str) -> None:
    assert fields_found(abstract=text) == []


@pytest.mark.parametrize("text", ["Píšte na meno.priezvisko@example.org", "a+b@x-y.sk"])
def test_addresses(text: str) -> None:
    assert fields_found(abstract=text) == ["abstract"]


def test_a_missing_title_is_no_text() -> None:
    assert fields_found(title=None) == []


def test_names_come_from_the_cleaned_folder_the_file_beside_the_build_or_the_raw_records(
    tmp_path: Path,
) -> None:
    rows = [record(number) for number in range(4)]
    cleaned = write_cleaned(tmp_path / "cleaned", rows)
    expected = {row["id"]: (PERSON,) for row in rows}
    assert read_persons(cleaned) == expected
    kept = keep_persons(cleaned, tmp_path / "build")
    assert kept == persons_file(tmp_path / "build") == tmp_path / "build.persons.parquet"
    assert read_persons(kept) == expected
    raw = tmp_path / "raw"
    raw.mkdir()
    lines = [json.dumps({"sid": id_, "abstracts": [], "author": PERSON}) for id_ in expected]
    (raw / "records-00000.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert read_persons(raw) == expected


def test_a_folder_without_names_is_not_taken_for_a_clean_one(tmp_path: Path) -> None:
    cleaned = write_cleaned(tmp_path / "cleaned", [record(1)], parts=1)
    path = cleaned / "private" / "part-00000.parquet"
    table = pq.read_table(path)
    emptied = [{**row, "persons": []} for row in table.to_pylist()]
    pq.write_table(table.from_pylist(emptied, schema=table.schema), path)
    with pytest.raises(InputError, match="holds no names"):
        read_persons(cleaned)
    with pytest.raises(InputError, match="no such folder"):
        read_persons(tmp_path / "nowhere")
