"""The published record: its fields, once, for Arrow and for `datasets`.

Source: the paper, section 9 ("abstract text, keyphrases, and metadata"). No person's name is a
field. Missing metadata are null; `id`, `abstract` and `keyphrases` never are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datasets
    import pyarrow as pa

REQUIRED = ("id", "abstract", "keyphrases")


@dataclass(frozen=True, slots=True)
class Record:
    """One thesis as published.

    Attributes:
        id: the register's identifier of the thesis (`sid`, 28 hexadecimal digits).
        title: the thesis's title, or None.
        abstract: the cleaned Slovak abstract, 500-2,000 characters in a build with the paper's
            options.
        keyphrases: the author's keyphrases in the author's order, as the author wrote them.
        university, faculty: the school's names, or None.
        year: the year of submission, or None.
        document_type: the kind of thesis in the register's words, or None.
    """

    id: str
    title: str | None
    abstract: str
    keyphrases: tuple[str, ...]
    university: str | None
    faculty: str | None
    year: int | None
    document_type: str | None


# Field, then type, for each config. `list` is a list of strings.
_FIELDS: Mapping[str, Mapping[str, str]] = {
    "default": {
        "id": "string",
        "title": "string",
        "abstract": "string",
        "keyphrases": "list",
        "university": "string",
        "faculty": "string",
        "year": "int32",
        "document_type": "string",
    },
    "keyphrases": {"id": "string", "keyphrases": "list"},
    # The layout of midas/kp20k, so that code for it runs unchanged; there `id` is a number.
    "extraction": {
        "id": "string",
        "document": "list",
        "doc_bio_tags": "list",
        "extractive_keyphrases": "list",
        "abstractive_keyphrases": "list",
    },
}
CONFIGS = ("default", "keyphrases", "extraction", "test45k")


def fields_of(config: str) -> Mapping[str, str]:
    """Name and type ("string", "int32" or "list", of strings) of a config's fields, in order."""
    return _FIELDS["default" if config == "test45k" else config]


def arrow_schema(config: str = "default") -> pa.Schema:
    """The schema of every shard. It carries no `huggingface` metadata: datasets 2.x fails on it."""
    import pyarrow as pa

    types = {"string": pa.string(), "int32": pa.int32(), "list": pa.list_(pa.string())}
    return pa.schema([pa.field(name, types[kind]) for name, kind in fields_of(config).items()])


def features_of(config: str = "default") -> datasets.Features:
    """A config's fields as `datasets.Features`, in a spelling that 2.14 to 5.x understand."""
    import datasets

    text = datasets.Value("string")
    types = {
        "string": text,
        "int32": datasets.Value("int32"),
        "list": datasets.Sequence(text),
    }
    return datasets.Features({name: types[kind] for name, kind in fields_of(config).items()})


def features() -> datasets.Features:
    """The features of the published record, the config `default`."""
    return features_of("default")
