"""Generated records, whose right results are known: what is kept is what was put in, whole."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from benchmarks.records import Generated, generate
from builder.clean.pipeline import load_tools, walk
from builder.options import CleanOptions
from builder.record import Draft
from builder.verdict import Keep
from slovke_metric import keys

COUNT = 700


@dataclass(frozen=True)
class Outcome:
    """A generated record and what came out of it."""

    generated: Generated
    abstract: str
    keyphrases: tuple[str, ...]


@pytest.fixture(scope="module")
def kept() -> list[Outcome]:
    options = CleanOptions()
    tools = load_tools(options)
    outcomes = []
    for generated in generate(COUNT, 23):
        verdict = list(walk(Draft.of(generated.record), options, tools))[-1].verdict
        if isinstance(verdict, Keep):
            draft = verdict.draft
            outcomes.append(Outcome(generated, spaced(draft.passages[0].text), draft.keyphrases))
    return outcomes


def spaced(text: str) -> str:
    return " ".join(text.split())


def test_no_text_is_lost_and_hardly_any_noise_is_left(kept: list[Outcome]) -> None:
    known = [(o, spaced(o.generated.abstract)) for o in kept if o.generated.abstract]
    assert len(known) > 0.5 * COUNT
    assert [o.generated for o, abstract in known if abstract not in o.abstract] == []
    left = [o.generated.kinds for o, abstract in known if abstract != o.abstract]
    assert len(left) <= 0.005 * len(known), left


def test_the_keyphrases_are_those_that_were_put_in(kept: list[Outcome]) -> None:
    wrong = [
        (o.generated.kinds, o.keyphrases)
        for o in kept
        if set(keys(list(o.keyphrases))) != set(keys(list(o.generated.phrases)))
    ]
    assert len(wrong) <= 0.01 * len(kept), wrong
