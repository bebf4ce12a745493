"""The stage language: which passage stays, by a detector that says what the test wants."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from builder.clean.language import language, load_detector, read_language
from builder.options import CleanOptions
from builder.record import Draft, Passage, RawRecord
from builder.sample_register import load_theses
from builder.verdict import Keep, Reason, Reject

OPTIONS = CleanOptions()
LONG = "Slovenský text o ľane. " * 25


@dataclass
class FakeDetector:
    """Says of each text what it was told; Slovak where it was told nothing."""

    languages: dict[str, str | None] = field(default_factory=dict)
    foreign: dict[str, float] = field(default_factory=dict)
    passes: int = 0

    def language(self, text: str) -> str | None:
        return self.languages.get(text, "sk")

    def shares(self, text: str) -> dict[str, float]:
        self.passes += 1
        share = self.foreign.get(text, 0.0)
        return {"sk": 1 - share, "en": share}

    def confidence(self, text: str, language: str) -> float:
        return 1.0


def draft_of(*passages: Passage) -> Draft:
    raw = RawRecord(sid="1", abstracts=tuple(passage.text for passage in passages))
    return Draft(raw=raw, title=None, passages=passages, items=())


def test_the_slovak_passage_stays_wherever_it_stands() -> None:
    detector = FakeDetector({"The text of the thesis.": "en"})
    draft = draft_of(Passage("The text of the thesis."), Passage(LONG, "ľan, pole", "sk"))
    verdict = language(draft, OPTIONS, detector)
    assert isinstance(verdict, Keep)
    assert verdict.draft.passages == (draft.passages[1],)
    assert verdict.draft.languages == ("en", "sk")
    kinds = [note.kind for note in verdict.draft.notes]
    assert kinds == ["second-abstract", "other-passage"]


def test_a_scrap_gives_way_to_a_whole_abstract() -> None:
    verdict = language(draft_of(Passage("Len veta."), Passage(LONG)), OPTIONS, FakeDetector())
    assert isinstance(verdict, Keep)
    assert verdict.draft.passages[0].text == LONG


def test_the_list_in_the_language_wanted_comes_along() -> None:
    detector = FakeDetector({"English.": "en"})
    draft = draft_of(Passage(LONG, "flax, field", "en"), Passage("English.", "ľan, pole", "sk"))
    verdict = language(draft, OPTIONS, detector)
    assert isinstance(verdict, Keep)
    assert verdict.draft.passages[0] == Passage(LONG, "ľan, pole", "sk")


@pytest.mark.parametrize(("share", "kept"), [(0.39, True), (0.4, False), (0.6, False)])
def test_the_bar_for_foreign_text(share: float, kept: bool) -> None:
    text = "The text of the thesis is in English and this is why."
    verdict = language(draft_of(Passage(text)), OPTIONS, FakeDetector({}, {text: share}))
    assert isinstance(verdict, Keep) is kept
    if isinstance(verdict, Reject):
        assert verdict.reason is Reason.MIXED_LANGUAGE


def test_no_slovak_passage() -> None:
    detector = FakeDetector({"English.": "en"}, {"English.": 0.97})
    verdict = language(draft_of(Passage("English.")), OPTIONS, detector)
    assert verdict == Reject(Reason.NOT_SLOVAK, "en")


def test_half_a_text_called_english_is_mixed() -> None:
    detector = FakeDetector({"Half.": "en"}, {"Half.": 0.6})
    verdict = language(draft_of(Passage("Half.")), OPTIONS, detector)
    assert isinstance(verdict, Reject)
    assert verdict.reason is Reason.MIXED_LANGUAGE


def test_the_costly_pass_runs_only_in_doubt() -> None:
    detector = FakeDetector()
    assert read_language(LONG, "sk", detector).foreign == 0.0
    assert detector.passes == 0
    read_language("This is the part of the text that is in English.", "sk", detector)
    assert detector.passes == 1


ENGLISH = (
    "The aim of the thesis is to find out which of the two hives is better for the bees. We have "
    "weighed them each week and written down the weather. "
)


def test_plain_english_needs_no_detector() -> None:
    reading = read_language(ENGLISH, "sk", FakeDetector({}))
    assert (reading.code, reading.certain) == ("en", True)


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH + "Práca opisuje, ako sa včely vracajú do úľa, keď je dážď, a či sú pri tom samy.",
        "The thesis is of the bees.",
        ENGLISH + "Der Honig und das Wachs sind mit der Hand von einer Frau für den Markt.",
    ],
)
def test_a_mixed_or_short_text_is_not_plain(text: str) -> None:
    assert not read_language(text, "sk", FakeDetector({text: "en"})).certain


def agrees_with_the_long_way(texts: list[str]) -> bool:
    detector = load_detector(OPTIONS)
    bar = OPTIONS.max_foreign_text
    return all(
        (read_language(text, "sk", detector).foreign < bar)
        == (1 - detector.shares(text).get("sk", 0) < bar)
        for text in texts
        if detector.language(text) == "sk"
    )


def cleaned_texts() -> list[str]:
    english = [
        text
        for thesis in load_theses()
        for text in thesis.abstracts
        if thesis.expect.verdict == "reject" and "encoding" not in " ".join(thesis.kinds)
    ]
    return english + [t.expect.abstract for t in load_theses() if t.expect.abstract]


def test_the_short_way_decides_as_the_long_one() -> None:
    texts = cleaned_texts()[::20]
    assert len(texts) > 5
    assert agrees_with_the_long_way(texts)


@pytest.mark.full
def test_the_short_way_decides_as_the_long_one_on_all_theses() -> None:
    assert agrees_with_the_long_way(cleaned_texts())


def test_one_detector_a_process() -> None:
    assert load_detector(OPTIONS) is load_detector(CleanOptions())
    assert load_detector(OPTIONS).confidence("ošetrovateľská starostlivosť", "sk") > 0.5
