"""The sentences that the tiny Stanza model learns from, and those that it is tried on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

MODEL = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Word:
    """A token and what it is annotated with; `space` is whether a space follows it."""

    form: str
    lemma: str
    pos: str
    space: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the annotations: its name in the file, its text, its tokens."""

    name: str
    text: str
    words: tuple[Word, ...]


def read(part: str) -> list[Sentence]:
    """The sentences of `train` or `dev`."""
    content = (MODEL / "annotations" / f"{part}.conllu").read_text(encoding="utf-8")
    return [_sentence(block.splitlines()) for block in content.strip().split("\n\n")]


def _sentence(lines: list[str]) -> Sentence:
    name, text, *rows = lines
    cells = [row.split("\t") for row in rows]
    words = (Word(cell[1], cell[2], cell[3], "SpaceAfter=No" not in cell[9]) for cell in cells)
    return Sentence(name.removeprefix("# sent_id = "), text.removeprefix("# text = "), tuple(words))
