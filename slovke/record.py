"""The published record: its fields, once, for Arrow and for `datasets`.

Source: the paper, section 9 ("abstract text, keyphrases, and metadata"). No person's name is a
field. Missing metadata are null; `id`, `abstract` and `keyphrases` never are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datasets
    import pyarrow as pa


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


def arrow_schema() -> pa.Schema:
    """The schema of every shard. It carries no `huggingface` metadata: datasets 2.x fails on it."""
    import pyarrow as pa

    return pa.schema(
        [
            pa.field("id", pa.string()),
            pa.field("title", pa.string()),
            pa.field("abstract", pa.string()),
            pa.field("keyphrases", pa.list_(pa.string())),
            pa.field("university", pa.string()),
            pa.field("faculty", pa.string()),
            pa.field("year", pa.int32()),
            pa.field("document_type", pa.string()),
        ]
    )


def features() -> datasets.Features:
    """The same fields as `datasets.Features`, in a spelling that 2.14 to 5.x understand."""
    import datasets

    text = datasets.Value("string")
    return datasets.Features(
        {
            "id": text,
            "title": text,
            "abstract": text,
            "keyphrases": datasets.Sequence(text),
            "university": text,
            "faculty": text,
            "year": datasets.Value("int32"),
            "document_type": text,
        }
    )
