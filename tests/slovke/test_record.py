"""The record's fields, once for Arrow and once for `datasets`."""

import dataclasses

import pytest

from slovke.record import (
    CONFIGS,
    REQUIRED,
    Record,
    arrow_schema,
    features,
    features_of,
    fields_of,
)


def test_the_record_the_schema_and_the_features_have_the_same_fields() -> None:
    names = [field.name for field in dataclasses.fields(Record)]
    assert arrow_schema().names == names
    assert list(features()) == names
    assert set(REQUIRED) <= set(names)


@pytest.mark.parametrize("config", CONFIGS)
def test_schema_and_features_agree_in_types_order_and_nullability(config: str) -> None:
    declared = features_of(config).arrow_schema
    assert arrow_schema(config).equals(declared, check_metadata=False)
    assert arrow_schema(config).metadata is None
    assert list(fields_of(config)) == declared.names


def test_no_field_names_a_person() -> None:
    names = {name for config in CONFIGS for name in fields_of(config)}
    assert not names & {"author", "supervisor", "opponent", "person", "persons"}
