"""The sample register's data: what the reader refuses, and what holds for every invented thesis."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from builder.options import CleanOptions
from builder.sample_register import Thesis, load_theses
from builder.verdict import Reason, Stage
from slovke.errors import InputError

THESES = load_theses()
KEPT = [thesis for thesis in THESES if thesis.expect.verdict == "keep"]
PAPER = CleanOptions()

SID = "0123456789ABCDEF0123456789AB"
ENTRY = f"""
[[thesis]]
sid = "{SID}"
title = "Včely v meste"
document_type = "Bakalárska práca"
university = "Univerzita pod Tatrami"
year = 2020
keyphrases = ["včely", "mesto"]
abstracts = ["Práca opisuje včely v meste."]
kinds = ["header-none-structured"]

[thesis.expect]
verdict = "reject"
stage = "lengths"
reason = "abstract-too-short"
"""

EVERY_KIND = {
    "header": "classic pages-variants no-pages goes-on capitals initials degree-first form "
    "title-only title-twice comma-separated heading school-twice quotes abbreviations "
    "none-structured none-author-predstavuje",
    "tail": "label-colon label-no-colon label-capitals label-misspelt label-torn label-markdown "
    "label-dash label-bilingual label-czech label-english between two-languages not-a-label "
    "page-number-after jel-after form-feed-after",
    "list": "newline wrap semicolon dash slash comma dot in-one-item initials abbreviations "
    "parentheses chemical special-terms acronym page-number two-languages english-terms "
    "separators-lost interleaved template too-long-field long-phrase",
    "language": "english czech german hungarian czech-sentence half second-abstract",
    "encoding": "utf8-as-cp1250 utf8-as-latin1 cp1250-as-latin1 t-cedilla detached-caron "
    "apostrophe-caron nfd ligature soft-hyphen line-hyphen kept-hyphen nb-hyphen nbsp latex "
    "entities double-entities markdown form-feed word-per-line carons-lost diacritics-lost "
    "spaces-lost ocr garbage",
    "duplicate": "id title abstract near",
    "length": "short long few-keyphrases many-keyphrases",
    "no": "abstract keyphrases",
    "two": "abstracts",
}
KINDS = [f"{section}-{rest}" for section, words in EVERY_KIND.items() for rest in words.split()] + [
    "withdrawn"
]

STAGE_OF_REASON = {
    Reason.GARBLED_TEXT: Stage.REPAIR,
    Reason.DIACRITICS_LOST: Stage.REPAIR,
    Reason.SPACES_LOST: Stage.REPAIR,
    Reason.OCR_NOISE: Stage.REPAIR,
    Reason.DUPLICATE_ID: Stage.DEDUPLICATE,
    Reason.DUPLICATE_TITLE: Stage.DEDUPLICATE,
    Reason.DUPLICATE_ABSTRACT: Stage.DEDUPLICATE,
    Reason.NO_ABSTRACT: Stage.SEGMENT,
    Reason.NOT_SLOVAK: Stage.LANGUAGE,
    Reason.MIXED_LANGUAGE: Stage.LANGUAGE,
    Reason.ABSTRACT_TOO_SHORT: Stage.LENGTHS,
    Reason.ABSTRACT_TOO_LONG: Stage.LENGTHS,
    Reason.TOO_FEW_KEYPHRASES: Stage.LENGTHS,
    Reason.TOO_MANY_KEYPHRASES: Stage.LENGTHS,
}  # all others belong to the stage "keyphrases"


def write(folder: Path, text: str, name: str = "biology.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_thesis_is_read_with_its_labels(tmp_path: Path) -> None:
    (thesis,) = load_theses(write(tmp_path, ENTRY))
    assert (thesis.sid, thesis.field, thesis.year) == (SID, "biology", 2020)
    assert thesis.keyphrases == ("včely", "mesto")
    assert thesis.author is None
    assert not thesis.withdrawn
    assert (thesis.expect.stage, thesis.expect.reason) == (
        Stage.LENGTHS,
        Reason.ABSTRACT_TOO_SHORT,
    )


def test_raw_is_the_record_of_the_page(tmp_path: Path) -> None:
    (thesis,) = load_theses(write(tmp_path, ENTRY))
    raw = thesis.raw(url="http://localhost/x", collected_at="2024-05-06T07:08:09Z")
    assert (raw.sid, raw.title, raw.abstracts) == (SID, "Včely v meste", thesis.abstracts)
    assert (raw.url, raw.collected_at) == ("http://localhost/x", "2024-05-06T07:08:09Z")
    assert raw.persons == ()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (SID, SID.lower(), "not 28 upper-case hexadecimal digits"),
        ('title = "Včely v meste"\n', "", "'title' is missing or empty"),
        ('"Bakalárska práca"', '"Seminárna práca"', "'Seminárna práca' is none of"),
        ("year = 2020", 'year = "2020"', "'year' must be an integer"),
        ('keyphrases = ["včely", "mesto"]', 'keyphrases = "včely"', "must be a list of strings"),
        ("header-none-structured", "heading", "kind 'heading' is none of"),
        ("header-none-structured", "noise-none", "kind 'noise-none' is none of"),
        ('verdict = "reject"', 'verdict = "drop"', "verdict 'drop' is none of"),
        ('stage = "lengths"', 'stage = "length"', "'length' is not a valid Stage"),
        ("abstract-too-short", "too-short", "'too-short' is not a valid Reason"),
        ("year = 2020", "year = 2020\nyears = 3", "field 'years' does not belong here"),
        ("year = 2020", "year = 2020\nwithdrawn = true", "withdrawn = true goes with"),
        ("[thesis.expect]", "[thesis.expected]", "field 'expected' does not belong here"),
        ('verdict = "reject"', 'verdict = "keep"', "field 'reason' does not belong here"),
        ("[[thesis]]", "[[thesis]", "not valid TOML"),
        ("[[thesis]]", "[[theses]]", "expected [[thesis]] tables"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in ENTRY
    with pytest.raises(InputError, match=re.escape(complaint)) as refused:
        load_theses(write(tmp_path, ENTRY.replace(old, new)))
    assert "biology.toml" in str(refused.value)


def test_a_sid_stands_once_in_all_files_unless_labelled(tmp_path: Path) -> None:
    write(tmp_path, ENTRY)
    write(tmp_path, ENTRY, "botany.toml")
    with pytest.raises(InputError, match=f"botany.toml: sid {SID} is used twice"):
        load_theses(tmp_path)
    write(tmp_path, ENTRY.replace("header-none-structured", "duplicate-id"), "botany.toml")
    assert [thesis.sid for thesis in load_theses(tmp_path)] == [SID, SID]


def test_a_folder_without_theses_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no \*\.toml file"):
        load_theses(tmp_path)


def test_there_are_enough_theses_of_enough_sorts() -> None:
    assert len(THESES) >= 120
    assert len(KEPT) >= 90
    assert len({thesis.field for thesis in THESES}) >= 8
    assert len({thesis.university for thesis in THESES}) >= 4
    assert {thesis.year for thesis in THESES} == set(range(2010, 2026))
    types = Counter(thesis.document_type for thesis in THESES)
    assert len(types) == 5
    assert max(types.values()) < 0.6 * len(THESES)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_noise_occurs(kind: str) -> None:
    assert any(kind in thesis.kinds for thesis in THESES)


def test_the_register_has_its_special_pages() -> None:
    assert any(not thesis.keyphrases and thesis.abstracts for thesis in THESES)
    assert any(not thesis.abstracts for thesis in THESES)
    assert sum(len(thesis.abstracts) == 2 for thesis in THESES) >= 30
    assert [thesis for thesis in THESES if thesis.withdrawn]


def test_only_the_repeated_record_repeats_an_id() -> None:
    repeated = [sid for sid, times in Counter(t.sid for t in THESES).items() if times > 1]
    labelled = [thesis for thesis in THESES if "duplicate-id" in thesis.kinds]
    assert sorted(repeated) == sorted({thesis.sid for thesis in labelled})
    assert all(thesis.expect.reason is Reason.DUPLICATE_ID for thesis in labelled)


def test_a_reason_belongs_to_its_stage() -> None:
    for thesis in THESES:
        if thesis.expect.reason is not None:
            stage = STAGE_OF_REASON.get(thesis.expect.reason, Stage.KEYPHRASES)
            assert thesis.expect.stage is stage, thesis.sid


def test_no_abstract_and_no_title_is_told_twice() -> None:
    originals = [t for t in THESES if not any(k.startswith("duplicate-") for k in t.kinds)]
    assert len({thesis.title.casefold() for thesis in originals}) == len(originals)
    assert len({thesis.expect.abstract for thesis in KEPT}) == len(KEPT)
    openings = Counter((thesis.expect.abstract or "")[:40] for thesis in KEPT)
    openings.subtract((t.expect.abstract or "")[:40] for t in KEPT if "duplicate-near" in t.kinds)
    assert max(openings.values()) == 1


@pytest.mark.parametrize("thesis", KEPT, ids=lambda thesis: f"{thesis.field}-{thesis.sid[:6]}")
def test_the_right_result_is_publishable(thesis: Thesis) -> None:
    abstract, keyphrases = thesis.expect.abstract, thesis.expect.keyphrases
    assert abstract is not None
    assert PAPER.min_abstract <= len(abstract) <= PAPER.max_abstract
    assert abstract == abstract.strip()
    assert not re.search(r"[^\S\n ]|  | \n|\n |\n\n", abstract), "whitespace left"
    assert not re.search(r"[\u00ad\u2011\ufb00-\ufb06ţŢ]", abstract), "repairable letters left"
    assert PAPER.min_keyphrases <= len(keyphrases) <= PAPER.max_keyphrases
    assert len({phrase.casefold() for phrase in keyphrases}) == len(keyphrases)
    for phrase in keyphrases:
        assert phrase == " ".join(phrase.split())
        assert 1 <= len(phrase.split()) <= PAPER.max_words, phrase
    for text in (abstract, *keyphrases):
        assert unicodedata.is_normalized("NFC", text)


@pytest.mark.parametrize("thesis", KEPT, ids=lambda thesis: f"{thesis.field}-{thesis.sid[:6]}")
def test_the_right_result_names_no_person_and_keeps_no_tail(thesis: Thesis) -> None:
    abstract = thesis.expect.abstract or ""
    published = "\n".join((abstract, *thesis.expect.keyphrases))
    for person in thesis.raw().persons:
        family = person.split(",")[0].split()[-1]
        assert not re.search(rf"\b{re.escape(family)}\b", published), family
    end = abstract[-300:].casefold()
    assert sum(phrase.casefold() in end for phrase in thesis.expect.keyphrases) < 3


def test_keyphrases_occur_as_in_real_abstracts() -> None:
    """Most author keyphrases stand inflected: few are found as they are spelled."""
    found = total = 0
    for thesis in KEPT:
        text = (thesis.expect.abstract or "").casefold()
        found += sum(phrase.casefold() in text for phrase in thesis.expect.keyphrases)
        total += len(thesis.expect.keyphrases)
    assert 0.2 < found / total < 0.45
