"""Figures 8 to 10: what records show on their way through the stages."""

import json

import pytest

from builder.clean.candidates import KeyphraseTools
from builder.clean.lexicon import load_lexicon
from builder.clean.pipeline import Step, Tools, walk
from builder.clean.tagger import load_tagger
from builder.distributions import Distributions, first_language, language_detail
from builder.options import CleanOptions
from builder.record import Draft, RawRecord
from builder.stats.stages import figure_8, figure_9, figure_10
from builder.verdict import Reason, Reject, Stage
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


def test_the_way_of_a_few_records(tools: Tools) -> None:
    records = [
        raw("1", SLOVAK, ENGLISH),
        raw("2", ENGLISH, SLOVAK),
        raw("3", ENGLISH),
        raw("4", SLOVAK, keyphrases=PHRASES[:2]),
        raw("5", SLOVAK[:120], keyphrases=(", ".join(PHRASES),)),
        raw("6", f"{SLOVAK} {ENGLISH}"),
        raw("7"),
    ]
    found, halves = Distributions(), [Distributions(), Distributions()]
    for number, record in enumerate(records):
        steps = list(walk(Draft.of(record), OPTIONS, tools))
        found.add(steps)
        halves[number % 2].add(steps)
    assert found.languages == {"sk": 3, "en": 3}
    assert found.second == 1
    assert found.before == {5: 2, 2: 1, 1: 1}
    assert found.after == {5: 3, 2: 1}
    assert found.lengths.total() == 4
    assert found.lengths[100] == 1
    halves[0].merge(halves[1])
    assert halves[0] == found
    assert Distributions.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_a_duplicate_is_not_counted() -> None:
    found = Distributions()
    draft = Draft.of(raw("1", SLOVAK))
    found.add([Step(Stage.DEDUPLICATE, draft, Reject(Reason.DUPLICATE_ID, "2"))])
    assert found == Distributions()


@pytest.mark.parametrize(
    ("codes", "what", "first"),
    [(("en", "cs"), "", "en"), (("sk", "en"), "50% of the characters are not Slovak", "sk")],
)
def test_a_rejection_tells_the_first_language(
    codes: tuple[str, ...], what: str, first: str
) -> None:
    assert first_language(language_detail(codes, what)) == first


def test_figure_8_has_the_papers_share_of_english() -> None:
    found = Distributions()
    found.languages.update({"sk": 3, "en": 1, "xx": 1})
    exhibit = figure_8(found)
    assert exhibit.rows == (
        ("Slovak", 3, 60.0, None),
        ("English", 1, 20.0, 20.0),
        ("xx", 1, 20.0, None),
    )


def test_figure_9_reaches_over_the_bounds_and_gathers_the_longest() -> None:
    found = Distributions()
    found.before.update({1: 5, 44: 2})
    found.after.update({6: 4})
    exhibit = figure_9(found, OPTIONS)
    assert exhibit.rows[1] == ("1", 5, 0)
    assert exhibit.rows[6] == ("6", 0, 4)
    assert exhibit.rows[-1] == ("30+", 2, 0)
    assert exhibit.details == {"least": 4, "most": 15}


def test_figure_10_has_bins_without_gaps() -> None:
    found = Distributions()
    found.lengths.update({0: 1, 1200: 2, 9900: 1})
    exhibit = figure_10(found, OPTIONS)
    assert [row[0] for row in exhibit.rows] == list(range(0, 4001, 100))
    assert exhibit.rows[12] == (1200, 1300, 2)
    assert exhibit.rows[-1] == (4000, None, 1)
    assert sum(exhibit.column("records")) == 4
