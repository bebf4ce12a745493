"""The generator of benchmark records: the public format, every kind of noise, equal bytes."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from benchmarks.generate import main, write
from benchmarks.material import Material, load_material, split_sentences
from benchmarks.noise import ENCODINGS, HEADERS, LABELS, SEPARATORS, wrapped
from benchmarks.records import Generated, generate
from builder.record import RawRecord

COUNT = 1_600


@pytest.fixture(scope="module")
def material() -> Material:
    return load_material()


@pytest.fixture(scope="module")
def records(material: Material) -> list[Generated]:
    return list(generate(COUNT, 7, material))


def test_the_same_seed_gives_the_same_records_and_a_longer_run_begins_with_them(
    material: Material, records: list[Generated]
) -> None:
    assert list(generate(100, 7, material)) == records[:100]
    assert list(generate(100, 8, material)) != records[:100]


def test_records_come_one_at_a_time(material: Material) -> None:
    endless = generate(10**12, 1, material)

    assert next(endless).record.sid != next(endless).record.sid


def test_every_kind_of_noise_occurs(records: list[Generated]) -> None:
    seen = {kind for generated in records for kind in generated.kinds}

    expected = {kind for kind, _ in (*HEADERS, *LABELS, *SEPARATORS)} | set(ENCODINGS)
    expected |= {f"duplicate-{kind}" for kind in ("id", "title", "abstract", "near")}
    expected |= {
        "language-english",
        "language-czech",
        "language-german",
        "language-hungarian",
        "language-half",
        "language-second-abstract",
        "list-template",
        "list-separators-lost",
        "list-too-long-field",
        "list-long-phrase",
        "list-in-one-item",
        "tail-between",
        "no-abstract",
        "no-keyphrases",
        "two-abstracts",
    }
    assert expected - seen == set()


def test_a_duplicate_repeats_what_its_kind_says(records: list[Generated]) -> None:
    repeated = {"id": 0, "title": 0, "abstract": 0}
    for number, generated in enumerate(records):
        record = generated.record
        earlier = [other.record for other in records[max(0, number - 150) : number]]
        if "duplicate-id" in generated.kinds:
            assert any(other.sid == record.sid for other in earlier)
            repeated["id"] += 1
        if "duplicate-title" in generated.kinds:
            works = [(other.title, other.author, other.year) for other in earlier]
            assert (record.title, record.author, record.year) in works
            repeated["title"] += 1
        if "duplicate-abstract" in generated.kinds:
            assert any(other.abstracts == record.abstracts for other in earlier)
            repeated["abstract"] += 1
    assert min(repeated.values()) > 0

    sids = Counter(generated.record.sid for generated in records)
    twice = sum(1 for times in sids.values() if times > 1)
    assert 0 < twice <= repeated["id"]


def test_keyphrases_and_sentences_of_a_record_are_of_one_field(
    material: Material, records: list[Generated]
) -> None:
    pools = [{p for phrases in field.keyphrases for p in phrases} for field in material.fields]
    split = [
        generated.record.keyphrases
        for generated in records
        if len(generated.record.keyphrases) > 3
        and not any(kind.startswith(("encoding", "list-long")) for kind in generated.kinds)
    ]
    assert len(split) > COUNT / 4
    assert all(any(set(phrases) <= pool for pool in pools) for phrases in split)


def test_most_records_are_clean_enough_to_be_kept(records: list[Generated]) -> None:
    lost = ("language-", "encoding-", "duplicate-", "no-abstract", "list-t", "list-s")
    good = [g for g in records if not any(kind.startswith(lost) for kind in g.kinds)]
    lengths = sorted(len(g.record.abstracts[0]) for g in good)

    assert len(good) > COUNT / 2
    assert 900 < lengths[len(lengths) // 2] < 1800


def test_the_files_are_of_the_public_format(tmp_path: Path) -> None:
    kinds = write(40, 3, tmp_path / "plain")
    write(40, 3, tmp_path / "packed", compressed=True)

    plain = (tmp_path / "plain" / "part-00000.jsonl").read_bytes()
    packed = tmp_path / "packed" / "part-00000.jsonl.gz"
    assert gzip.decompress(packed.read_bytes()) == plain
    lines = plain.decode().splitlines()
    read = [RawRecord.from_json(json.loads(line), "part:1") for line in lines]
    again = list(generate(40, 3))
    assert read == [generated.record for generated in again]
    assert kinds == Counter(kind for generated in again for kind in generated.kinds)


def test_equal_calls_write_equal_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert main(["30", "--seed", "5", "--gz", "--out", str(tmp_path / name)]) == 0

    one, two = (tmp_path / name / "part-00000.jsonl.gz" for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(("count", "message"), [("-1", "N must not be negative"), ("5", "already")])
def test_wrong_calls_are_refused_in_one_line(
    count: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.jsonl").write_text("", encoding="utf-8")

    assert main([count, "--out", str(tmp_path)]) == 2

    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_an_initial_or_an_abbreviation_ends_no_sentence() -> None:
    text = "Model M. Novotnej platí, napr. V obciach, dodnes. Druhá veta?  Tretia\nveta."

    assert split_sentences(text) == [
        "Model M. Novotnej platí, napr. V obciach, dodnes.",
        "Druhá veta?",
        "Tretia veta.",
    ]


def test_wrapping_changes_spaces_only() -> None:
    text = "Práca sa zaoberá pestovaním ľanu.\n\nKľúčové slová: ľan, Orava"

    lines = wrapped(text, 20).split("\n")

    assert max(map(len, lines)) <= 20
    assert " ".join(" ".join(lines).split()) == " ".join(text.split())


@pytest.mark.parametrize(
    ("kind", "noisy"),
    [
        ("encoding-utf8-as-cp1250", "ÄŤaĹ\x88 Ĺľije"),
        ("encoding-utf8-as-latin1", "Ä\x8daÅ\x88 Å¾ije"),
        ("encoding-cp1250-as-latin1", "èaò \x9eije"),
        ("encoding-latin2-as-latin1", "èaò ¾ije"),
        ("encoding-t-cedilla", "čaň ţije"),
        ("encoding-detached-caron", "ˇcaˇn ˇzije"),
        ("encoding-carons-lost", "can zije"),
        ("encoding-entities", "&#269;a&#328; &#382;ije"),
        ("encoding-double-entities", "&amp;#269;a&amp;#328; &amp;#382;ije"),
        ("encoding-word-per-line", "čaň\nžije"),
    ],
)
def test_encoding_noise_is_what_a_real_fault_makes(kind: str, noisy: str) -> None:
    assert ENCODINGS[kind]("čaň žije", Random(0)) == noisy
