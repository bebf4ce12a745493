"""Duplicates: their keys, the order of who stays, and groups of near-duplicates."""

import random
from dataclasses import replace

import numpy as np
import pytest

from builder.clean.deduplicate import (
    DuplicateKeys,
    Loss,
    deduplicate,
    duplicate_keys,
    find_losses,
    person_key,
)
from builder.clean.near_duplicates import Signer, groups, jaccard, shingle_hashes
from builder.record import Draft, RawRecord
from builder.verdict import Keep, Reason, Reject

TEXT = "Práca opisuje chov lesných včiel v dutinách starých dubov a ich význam pre krajinu. " * 4


def raw(sid: str, **fields: object) -> RawRecord:
    base = RawRecord(
        sid, (TEXT,), ("včela",), title="Lesné včely", author="Adam Novotný", year=2015
    )
    return replace(base, **fields)  # type: ignore[arg-type]


def keys(record: RawRecord) -> DuplicateKeys:
    return duplicate_keys(Draft.of(record), digest=repr(record))


def lost(*records: RawRecord) -> dict[str, Loss]:
    return {key.sid: loss for key, loss in find_losses(map(keys, records))}


def test_equal_titles_need_the_author_and_the_year() -> None:
    first = raw("A", abstracts=(TEXT + "Jeden.",))
    again = raw("B", title="LESNÉ  VČELY.", author="NOVOTNÝ, Adam, Bc.", abstracts=(TEXT,))
    assert lost(first, again) == {"B": Loss(Reason.DUPLICATE_TITLE, "A")}
    for change in ({"year": 2016}, {"author": "Eva Malá"}, {"author": None}, {"year": None}):
        assert lost(first, replace(again, **change)) == {}


def test_equal_abstracts_are_duplicates_whatever_their_case_and_marks() -> None:
    other = raw("B", title="Iný názov", abstracts=(TEXT.upper().replace("Á", "á"),))
    assert lost(raw("A"), other) == {"B": Loss(Reason.DUPLICATE_ABSTRACT, "A")}


def test_placeholders_are_no_equal_abstracts() -> None:
    empty = "Abstrakt nie je k dispozícii."
    first, second = raw("A", abstracts=(empty,)), raw("B", title="Iný názov", abstracts=(empty,))
    assert lost(first, second) == {}


def test_the_most_complete_stays_then_the_longest_then_the_smallest_id() -> None:
    whole, bare = raw("B"), raw("A", keyphrases=())
    assert lost(whole, bare) == {"A": Loss(Reason.DUPLICATE_TITLE, "B")}
    longer = raw("C", abstracts=(TEXT + "Navyše.",))
    assert set(lost(whole, longer)) == {"B"}
    assert set(lost(whole, raw("A"))) == {"B"}


def test_one_id_stays_once() -> None:
    losses = lost(raw("A"), raw("A", url="https://b"), raw("A", title=None, abstracts=()))
    assert losses == {"A": Loss(Reason.DUPLICATE_ID, "A")}
    assert len(find_losses([keys(raw("A")), keys(raw("A"))])) == 1


def test_a_loser_takes_no_other_with_it() -> None:
    """C is like B, B is like A, C is not like A: only B has a counterpart that stays."""
    a = raw("A", abstracts=(TEXT + "Dlhšie.",))
    b = raw("B")
    c = raw("C", title="Iný názov")
    assert lost(a, b, c) == {"B": Loss(Reason.DUPLICATE_TITLE, "A")}


def test_the_order_of_the_input_decides_nothing() -> None:
    records = [
        raw(f"{n:02}", title=f"Názov {n % 5}", abstracts=(TEXT + "a" * (n % 7),)) for n in range(30)
    ]
    expected = find_losses(map(keys, records))
    for seed in range(5):
        random.Random(seed).shuffle(records)
        assert find_losses(map(keys, records)) == expected


@pytest.mark.parametrize(
    "name",
    ["Adam Novotný", "NOVOTNÝ, Adam", "Bc. Adam Novotný", "Novotny Adam", "Ing. NOVOTNÝ Adam"],
)
def test_a_person_is_one_however_written(name: str) -> None:
    assert person_key(name) == person_key("Novotný, Adam")


def test_the_stage_follows_the_plan() -> None:
    draft = Draft.of(raw("A"))
    assert deduplicate(draft, None) == Keep(draft)
    loss = Loss(Reason.DUPLICATE_ID, "B")
    assert deduplicate(draft, loss) == Reject(Reason.DUPLICATE_ID, "B")


def _texts() -> list[str]:
    """Ten unlike texts; each with a copy that differs in one word, and one that differs in half."""
    texts = []
    for seed in range(10):
        words = [f"slovo{random.Random(seed * 1000 + n).randrange(10**6)}" for n in range(120)]
        changed = [*words[:60], "zmena", *words[61:]]
        half = [*words[:60], *(f"iné{seed}x{n}" for n in range(60))]
        texts += [" ".join(words), " ".join(changed), " ".join(half)]
    return texts


def test_near_duplicates_form_groups_named_by_the_smallest_id() -> None:
    texts = _texts()
    ids = [f"ID{len(texts) - n:03}" for n in range(len(texts))]
    assert jaccard(shingle_hashes(texts[0]), shingle_hashes(texts[1])) > 0.8
    found = _grouped(ids, texts)
    assert len(found) == 20
    for n in range(0, len(texts), 3):
        assert found[ids[n]] == found[ids[n + 1]] == min(ids[n], ids[n + 1])
        assert ids[n + 2] not in found


def test_groups_do_not_depend_on_the_order() -> None:
    texts = _texts()
    ids = [f"ID{n:03}" for n in range(len(texts))]
    expected = _grouped(ids, texts)
    order = list(range(len(texts)))
    random.Random(1).shuffle(order)
    assert _grouped([ids[n] for n in order], [texts[n] for n in order]) == expected


def test_a_chain_is_one_group() -> None:
    words = [f"slovo{n}" for n in range(100)]
    chain = [" ".join(["x"] * n + words[n:]) for n in (0, 12, 24)]
    assert jaccard(shingle_hashes(chain[0]), shingle_hashes(chain[2])) < 0.8
    assert _grouped(["a", "b", "c"], chain) == {"a": "a", "b": "a", "c": "a"}


def test_no_record_no_group() -> None:
    assert groups([], np.zeros((0, 125), np.uint32), lambda rows: [], 0.8) == {}


def _grouped(ids: list[str], texts: list[str]) -> dict[str, str]:
    sign = Signer()
    signatures = np.array([sign(text) for text in texts])
    return groups(ids, signatures, lambda rows: [(row, texts[row]) for row in rows], 0.8)
