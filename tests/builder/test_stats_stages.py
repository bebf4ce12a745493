"""Figures 8 to 10: the sample, and what its records show on their way through the stages."""

import random

import pytest

from builder.clean.candidates import KeyphraseTools
from builder.clean.lexicon import load_lexicon
from builder.clean.pipeline import Tools
from builder.clean.tagger import load_tagger
from builder.options import CleanOptions
from builder.record import RawRecord
from builder.stats.stages import (
    Sample,
    StageTally,
    figure_8,
    figure_9,
    figure_10,
    sample_text,
    walk_sample,
)
from tests.cleaned_folder import SENTENCES

OPTIONS = CleanOptions()
SLOVAK = ". ".join(SENTENCES) + "."
ENGLISH = "The thesis describes the growth of small towns and the people who live in them. " * 8
PHRASES = ("cestovný ruch", "rozvoj vidieka", "kvalita pôdy", "vodná nádrž", "dotazník")


class FakeDetector:
    """Calls English what has an English article in it; no model is loaded."""

    def language(self, text: str) -> str | None:
        return "en" if " the " in text else "sk"

    def shares(self, text: str) -> dict[str, float]:
        return {str(self.language(text)): 1.0}

    def confidence(self, text: str, language: str) -> float:
        return float(self.language(text) == language)


@pytest.fixture(scope="module")
def tools() -> Tools:
    lexicon, detector = load_lexicon("sk"), FakeDetector()
    tagger = load_tagger("rules", lexicon, None)
    return Tools(lexicon, detector, KeyphraseTools(lexicon, detector, tagger))


def raw(sid: str, *abstracts: str, keyphrases: tuple[str, ...] = PHRASES) -> RawRecord:
    return RawRecord(sid, abstracts, keyphrases, title="Vymyslená práca")


def sample(size: int, ids: list[str]) -> list[str]:
    drawn = Sample(size)
    for sid in ids:
        drawn.add(raw(sid))
    assert drawn.seen >= len(drawn.records())
    return [record.sid for record in drawn.records()]


def test_a_sample_depends_on_nothing_but_the_ids() -> None:
    ids = [f"{number:028X}" for number in range(200)]
    first = sample(20, ids)
    shuffled = ids * 2
    random.Random(5).shuffle(shuffled)
    assert len(first) == len(set(first)) == 20
    assert sample(20, shuffled) == first
    assert set(first) < set(sample(50, ids))  # a larger one contains it
    assert first != ids[:20]
    assert sample(0, ids) == ids
    assert sample(500, ids) == ids


def test_an_id_counts_once() -> None:
    drawn = Sample(1)
    for sid in ("a", "a", "b", "a", "b"):
        drawn.add(raw(sid))
    assert len(drawn.records()) == 1


def test_the_way_of_a_few_records(tools: Tools) -> None:
    records = [
        raw("1", SLOVAK, ENGLISH),
        raw("2", ENGLISH, SLOVAK),
        raw("3", ENGLISH),
        raw("4", SLOVAK, keyphrases=PHRASES[:2]),
        raw("5", SLOVAK[:120], keyphrases=(", ".join(PHRASES),)),
        raw("6", SLOVAK),
    ]
    done: list[int] = []
    tally = walk_sample(records, {"6"}, OPTIONS, tools, done.append)
    assert sum(done) == 6
    assert tally.records == 5  # the last one is a duplicate
    assert tally.languages == {"sk": 3, "en": 2}
    assert tally.second == 1
    assert tally.before == {5: 2, 2: 1, 1: 1}
    assert tally.after == {5: 3, 2: 1}
    assert tally.lengths.total() == 4
    assert tally.lengths[100] == 1


def test_figure_8_has_the_papers_share_of_english() -> None:
    tally = StageTally()
    tally.languages.update({"sk": 3, "en": 1, "xx": 1})
    exhibit = figure_8(tally, "")
    assert exhibit.rows == (
        ("Slovak", 3, 60.0, None),
        ("English", 1, 20.0, 20.0),
        ("xx", 1, 20.0, None),
    )


def test_figure_9_reaches_over_the_bounds_and_gathers_the_longest() -> None:
    tally = StageTally()
    tally.before.update({1: 5, 44: 2})
    tally.after.update({6: 4})
    exhibit = figure_9(tally, OPTIONS, "")
    assert exhibit.rows[1] == ("1", 5, 0)
    assert exhibit.rows[6] == ("6", 0, 4)
    assert exhibit.rows[-1] == ("30+", 2, 0)
    assert exhibit.details == {"least": 4, "most": 15}


def test_figure_10_has_bins_without_gaps() -> None:
    tally = StageTally()
    tally.lengths.update({0: 1, 1200: 2, 9900: 1})
    exhibit = figure_10(tally, OPTIONS, "")
    assert [row[0] for row in exhibit.rows] == list(range(0, 4001, 100))
    assert exhibit.rows[12] == (1200, 1300, 2)
    assert exhibit.rows[-1] == (4000, None, 1)
    assert sum(exhibit.column("records")) == 4


def test_the_notes_say_what_was_counted() -> None:
    assert "a sample of 10,000 of 794,527 collected" in sample_text(10_000, 794_527)
    assert "all 132 collected" in sample_text(132, 132)
