"""Persons' names in texts: in every order, case and form, but not words that are no names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from builder.names import (
    COMMON,
    KNOWN,
    find_personal,
    keep_persons,
    persons_file,
    read_allowed,
    read_persons,
    write_findings,
)
from builder.parts import Rejected, rejected_schema, write_part
from builder.reading import to_line
from builder.record import RawRecord
from builder.verdict import Reason, Stage
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


@pytest.mark.parametrize("text", ["meno (at) example.org", "meno[zavináč]example.org", "a @ b.sk"])
def test_addresses_that_hide(text: str) -> None:
    assert fields_found(abstract=text) == ["abstract"]


OTHERS = {
    "2": ("Mgr. Jana Kvetoňová, PhD",),
    "3": ("Ing. Marek Hudec", "Nagyová Malá, Eva", "Peter Veľký"),
    "40": ("Ľudovít Pero-Brko", "Viera Nová", "Mária Tichá"),
}


def found_in(*abstracts: str) -> list[tuple[str, str]]:
    """Id and text of what is found, in records 1, 2, 3, ... of these abstracts."""
    rows: list[dict[str, Any]] = [
        {"id": str(number), "title": None, "abstract": text, "keyphrases": []}
        for number, text in enumerate(abstracts, start=1)
    ]
    return [(finding.id, finding.text) for finding in find_personal(rows, OTHERS)]


@pytest.mark.parametrize(
    "text",
    [
        "Jana Kvetoňová",
        "podľa Jany Kvetoňovej",
        "s Janou Kvetoňovou",
        "KVETOŇOVÁ, Jana",
        "Jana\nKvetoňová",
        "práca Mareka Hudca",
        "Marekovi Hudcovi",
        "Hudec Marek",
        "Evy Nagyovej Malej",
        "Nagyová Malá Eva",
        "Petra Veľkého",
        "Ľudovíta Pera-Brka",
        "o Márii Tichej",
        "Máriou Tichou",
        "Vieru Novú",
        "Jana Kvetonova",
    ],
)
def test_a_person_of_another_thesis_is_found_by_the_full_name(text: str) -> None:
    assert found_in(f"Nadväzuje na to, čo {text} napísala.")


@pytest.mark.parametrize(
    "text",
    [
        "Jana a Kvetoňová",
        "Jana. Kvetoňová",
        "jana kvetoňová",
        "Janka Kvetoňová",
        "Jana Kvetoň",
        "Marek Hudecký",
        "Marek Hudák",
        "Eva Malá",
        "Nagyová Eva",
        "Petrohrad Veľký",
        "Mária Tichomírová",
        "nová viera",
    ],
)
def test_who_only_shares_a_word_or_a_beginning_is_somebody_else(text: str) -> None:
    assert found_in(f"Nadväzuje na to, čo {text} napísala.") == []


def test_whom_several_theses_are_about_is_no_private_person() -> None:
    text = "Dielo Petra Veľkého"
    assert len(found_in(*[text] * (KNOWN - 1))) == KNOWN - 1
    # Record 3 is by one of that name: there it is still a name of its own person.
    assert found_in(*[text] * (KNOWN + 1)) == [("3", text)]


def test_common_words_at_the_beginning_of_a_sentence_are_no_name() -> None:
    common = ["Je to nová viera, ktorú opisujeme."] * COMMON
    assert found_in("Nová Viera Boha.", *common[1:]) == [("1", "Nová Viera Boha.")]
    assert found_in("Nová Viera Boha.", *common) == []


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


def test_the_persons_of_rejected_records_are_known_too(tmp_path: Path) -> None:
    cleaned = write_cleaned(tmp_path / "cleaned", [record(1)], parts=1)
    raw = RawRecord("REJECTED", (), author="Adam Iný", opponent="Eva Iná")
    row = Rejected(raw.sid, to_line(raw), Stage.SEGMENT, Reason.NO_ABSTRACT, "")
    write_part(cleaned / "rejected" / "part-00000.parquet", [row], rejected_schema())
    expected = {record(1)["id"]: (PERSON,), "REJECTED": ("Adam Iný", "Eva Iná")}
    assert read_persons(cleaned) == expected
    assert read_persons(keep_persons(cleaned, tmp_path / "build")) == expected


def test_what_is_found_can_be_looked_at_and_allowed(tmp_path: Path) -> None:
    row: dict[str, Any] = {
        "id": "1",
        "title": None,
        "abstract": "Podľa Jany Kvetoňovej.",
        "keyphrases": [],
    }
    found = find_personal([row], OTHERS)
    assert "Kvet" not in str(found[0])
    file = tmp_path / "names.csv"
    write_findings(file, found)
    assert "Podľa Jany Kvetoňovej." in file.read_text(encoding="utf-8")
    assert read_allowed([str(file), "2"]) == {"1", "2"}
    file.write_text("1,abstract\n", encoding="utf-8")
    with pytest.raises(InputError, match="no column 'id' in it"):
        read_allowed([str(file)])


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
