"""Running a system: order, resuming, and systems that break the protocol."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from slovke.errors import InputError
from slovke.extract.protocol import Document
from slovke.predict import predict

DOCUMENTS = [Document(id=str(number), abstract=f"veta {number}") for number in range(200)]


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


class Echo:
    """Gives each document's abstract as its only keyphrase; may die after some documents."""

    name = "echo"

    def __init__(self, dies_after: int | None = None) -> None:
        self.seen = 0
        self.dies_after = dies_after

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        for document in documents:
            if self.seen == self.dies_after:
                raise RuntimeError("killed")
            self.seen += 1
            yield [document.abstract]


def test_a_killed_run_goes_on_and_gives_the_same_bytes(tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole.jsonl", tmp_path / "resumed.jsonl"
    predict(Echo(), DOCUMENTS, whole)
    with pytest.raises(RuntimeError):
        predict(Echo(dies_after=150), DOCUMENTS, resumed)
    assert not resumed.exists()
    (partial,) = tmp_path.glob("resumed.jsonl.*.partial")
    partial.write_text(partial.read_text() + '{"id": "128", "keyp')  # a line cut by the kill

    second = Echo()
    predict(second, DOCUMENTS, resumed)

    assert resumed.read_bytes() == whole.read_bytes()
    assert second.seen == 200 - 128  # two batches of 64 were kept
    assert [row["id"] for row in rows(whole)] == [d.id for d in DOCUMENTS]


def test_another_dataset_does_not_go_on_from_this_ones_partial_file(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with pytest.raises(RuntimeError):
        predict(Echo(dies_after=100), DOCUMENTS, out)
    others = [Document(id=d.id, abstract="iná veta") for d in DOCUMENTS]
    predict(Echo(), others, out)
    assert {tuple(row["keyphrases"]) for row in rows(out)} == {("iná veta",)}


def test_a_system_that_skips_documents_is_refused(tmp_path: Path) -> None:
    class Skips:
        name = "skips"

        def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
            yield from ([d.abstract] for d in documents[1:])

    with pytest.raises(InputError, match="63 lists for 64 documents"):
        predict(Skips(), DOCUMENTS, tmp_path / "out.jsonl")
