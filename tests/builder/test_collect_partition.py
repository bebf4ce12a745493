"""Partitions: every title is in exactly one, however they are narrowed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.collect.partition import Partition
from builder.collect.site import ALPHABET, DOCUMENT_TYPES


def holds(partition: Partition, year: int, document_type: str | None, title: str) -> bool:
    """What the register would answer: the definition of the query's fields."""
    if partition.year != year or document_type in partition.type_not:
        return False
    if partition.document_type is not None and partition.document_type != document_type:
        return False
    return title.startswith(partition.prefix) and not title.startswith(partition.prefix_not)


def leaves(partition: Partition, depth: int) -> list[Partition]:
    """Everything narrowed `depth` times, remainders too."""
    if depth == 0:
        return [partition]
    return [leaf for child in partition.by_letter("ab1 „") for leaf in leaves(child, depth - 1)]


@given(st.text(alphabet="abc1 „(", max_size=6), st.integers(0, 3))
def test_every_title_is_in_exactly_one_leaf(title: str, depth: int) -> None:
    found = [leaf for leaf in leaves(Partition(2020), depth) if holds(leaf, 2020, None, title)]
    assert len(found) == 1


@pytest.mark.parametrize("document_type", [*DOCUMENT_TYPES, "Záverečná práca", None])
def test_every_type_is_in_exactly_one_partition(document_type: str | None) -> None:
    parts = Partition(2020).by_type(DOCUMENT_TYPES)
    assert len(parts) == len(DOCUMENT_TYPES) + 1
    assert sum(holds(part, 2020, document_type, "x") for part in parts) == 1
    assert not any(part.is_root for part in parts)


def test_keys_are_unique_and_queries_survive_the_manifest() -> None:
    all_leaves = leaves(Partition(2020), 3)
    assert len({leaf.key for leaf in all_leaves}) == len(all_leaves)
    assert [Partition.from_json(leaf.to_json()) for leaf in all_leaves] == all_leaves


def test_the_remainder_is_narrowed_only_by_new_letters() -> None:
    rest = Partition(2020).by_letter("ab")[-1]
    children = rest.by_letter(["a", "Ж", "Ж"])
    assert [child.prefix for child in children] == ["Ж", ""]
    assert children[-1].prefix_not == ("a", "b", "Ж")


def test_a_space_alone_narrows_nothing_in_a_form_that_strips_its_fields() -> None:
    assert all(child.prefix.strip() for child in Partition(2020).by_letter(ALPHABET)[:-1])
    grown = Partition(2020, prefix="a ").by_letter(ALPHABET)
    assert "a  " not in [child.prefix for child in grown]
