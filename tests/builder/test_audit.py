"""The audit finds what stages left, and shows the worst first."""

import json
from dataclasses import replace

import pytest

from builder.audit import KINDS, WORST, Audit, audit_table, audit_words, inspect, worst_table
from builder.clean.lexicon import load_lexicon
from slovke.record import Record

WORDS = audit_words(load_lexicon("sk"))
CLEAN = Record(
    id="A",
    title=None,
    abstract="Práca opisuje chov včiel na Orave a porovnáva dva druhy úľov. " * 8,
    keyphrases=("včelárstvo", "agátový med", "lieková forma", "podkova"),
    university=None,
    faculty=None,
    year=None,
    document_type=None,
)


def kinds(record: Record) -> list[str]:
    return [finding.kind for finding in inspect(record, WORDS)]


def test_a_clean_record_has_no_traces() -> None:
    assert kinds(CLEAN) == []


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"abstract": CLEAN.abstract + "včelárstvo, agátový med, podkova"}, "keyphrase-tail"),
        ({"abstract": "Školiteľ: Eva Malá. " + CLEAN.abstract}, "header-words"),
        ({"abstract": "Dubový les. [Diplomová práca]. " + CLEAN.abstract}, "header-words"),
        ({"abstract": "Poprad, 2018, 57 s.\n" + CLEAN.abstract}, "header-words"),
        ({"abstract": "Kľúčové slová: med\n" + CLEAN.abstract}, "header-words"),
        ({"abstract": CLEAN.abstract + "Cie¾om èasti ţena."}, "foreign-letters"),
        ({"keyphrases": ("včelárstvo", "2018")}, "digits-only"),
    ],
)
def test_each_trace_is_found(change: dict[str, object], kind: str) -> None:
    assert kinds(replace(CLEAN, **change)) == [kind]  # type: ignore[arg-type]


def test_two_gold_phrases_at_the_end_are_no_leak() -> None:
    assert kinds(replace(CLEAN, abstract=CLEAN.abstract + "Agátový med a včelárstvo.")) == []
    begin = replace(CLEAN, abstract="včelárstvo, agátový med, podkova. " + CLEAN.abstract)
    assert kinds(begin) == []


def test_the_worst_stand_first_and_are_few() -> None:
    audit = Audit()
    for number in range(1, 61):
        text = CLEAN.abstract + "ţ" * number
        audit.add(replace(CLEAN, id=f"{number:03}", abstract=text), WORDS)
    worst = audit.worst()
    assert [finding.id for finding in worst] == [f"{n:03}" for n in range(60, 60 - WORST, -1)]
    assert audit.counts["foreign-letters"] == audit.records == 60


def test_shards_add_up_in_any_order() -> None:
    def part(ids: range) -> Audit:
        audit = Audit()
        for number in ids:
            text = CLEAN.abstract + "ţ" * (number % 9)
            audit.add(replace(CLEAN, id=f"{number:03}", abstract=text), WORDS)
        return Audit.from_json(json.loads(json.dumps(audit.to_json())))

    forth, back = Audit(), Audit()
    parts = [range(0, 40), range(40, 90), range(90, 100)]
    for ids in parts:
        forth.merge(part(ids))
    for ids in reversed(parts):
        back.merge(part(ids))
    assert forth.to_json() == back.to_json() == part(range(100)).to_json()


def test_tables_have_a_row_for_each_kind_and_finding() -> None:
    audit = Audit()
    audit.add(replace(CLEAN, keyphrases=("2018",)), WORDS)
    assert audit_table(audit).row_count == len(KINDS)
    assert worst_table(audit.worst()).row_count == 1
