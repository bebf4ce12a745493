"""The stage `keyphrases`: hand-written cases for each row of noise, the order of its sources."""

import os
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from builder.clean.candidates import KeyphraseTools
from builder.clean.keyphrases import keyphrases, read_list
from builder.clean.pipeline import Tools, load_tools
from builder.clean.tagger import StanzaTagger, Word, load_tagger
from builder.options import CleanOptions
from builder.record import Draft, Passage, RawRecord
from builder.verdict import Keep, Reason, Reject, Verdict
from slovke.errors import InputError

CASES = Path(__file__).parent / "quality" / "cases_lists.toml"
# The larger model where there is one, else the tiny one that the tests carry.
TINY = Path(__file__).parent.parent / "stanza_model"
STANZA = Path(os.environ.get("STANZA_RESOURCES_DIR", TINY))
OPTIONS = CleanOptions()


@lru_cache(maxsize=1)
def tools() -> Tools:
    return load_tools(OPTIONS)


def run(
    items: tuple[str, ...] = (), tail: str | None = None, options: CleanOptions = OPTIONS
) -> Verdict:
    draft = Draft(RawRecord("x", ()), None, (Passage("", tail),), items)
    return keyphrases(draft, options, tools().lists)


def cases() -> list[dict[str, Any]]:
    return list(tomllib.loads(CASES.read_text(encoding="utf-8"))["case"])


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["kind"])
def test_case(case: dict[str, Any]) -> None:
    verdict = run(tuple(case.get("field", ())), case.get("tail"))
    if "reject" in case:
        assert isinstance(verdict, Reject), verdict
        assert verdict.reason == case["reject"]
    else:
        assert isinstance(verdict, Keep), verdict
        assert list(verdict.draft.keyphrases) == case["expect"]


def test_there_are_enough_cases_and_each_says_one_thing() -> None:
    assert len(cases()) >= 80
    assert all(("expect" in case) != ("reject" in case) for case in cases())


def kept(verdict: Verdict) -> tuple[str, ...]:
    assert isinstance(verdict, Keep), verdict
    return verdict.draft.keyphrases


def test_the_register_comes_before_the_tail() -> None:
    found = kept(run(("úľ", "med", "roj", "vosk"), "včela, rám, plást, peľ"))
    assert found == ("úľ", "med", "roj", "vosk")


def test_the_tail_is_taken_where_the_register_has_no_list() -> None:
    tail = "včela, rám, plást, peľ"
    for items in ((), (" ",), ("1", "..."), ("kľúčové slovo 1", "kľúčové slovo 2")):
        verdict = run(items, tail)
        assert kept(verdict) == ("včela", "rám", "plást", "peľ")
        assert isinstance(verdict, Keep)
        assert next(note.kind for note in verdict.draft.notes) == "recovered"


def test_without_any_list_the_record_is_rejected() -> None:
    assert run() == Reject(Reason.NO_KEYPHRASES)
    assert run((), "  \n") == Reject(Reason.NO_KEYPHRASES)


def test_the_registers_reason_counts_where_neither_gives_a_list() -> None:
    verdict = run(("kľúčové slovo 1", "kľúčové slovo 2"), "5")
    assert isinstance(verdict, Reject) and verdict.reason is Reason.TEMPLATE_KEYPHRASES


def test_options_decide() -> None:
    long = ("ochrana včelstva v dlhej zime", "med", "roj", "vosk")
    assert isinstance(run(long), Reject)
    assert kept(run(long, options=CleanOptions(max_words=5)))[0] == long[0]
    assert isinstance(run(("úľ, med, roj, vosk",), options=CleanOptions(max_field=10)), Reject)
    foreign = ("úľ", "med", "roj", "vosk", "wooden bridge", "roof truss")
    assert isinstance(run(foreign), Reject)
    assert len(kept(run(foreign, options=CleanOptions(max_foreign_keyphrases=0.5)))) == 6


def test_duplicates_are_found_by_lemma_and_the_first_spelling_stays() -> None:
    assert kept(run(("Lesná škôlka", "lesnej škôlky", "les", "LES", "pole"))) == (
        ("Lesná škôlka", "les", "pole")
    )


class Failing:
    """A stand-in for a Stanza pipeline that fails on one phrase."""

    def __init__(self, bad: str) -> None:
        self.bad = bad
        self.texts: list[str] = []

    def __call__(self, text: str) -> Any:
        self.texts.append(text)
        if self.bad in text:
            raise RuntimeError("index out of range")
        return Document([Sentence(phrase) for phrase in text.split("\n\n")])


class Document:
    def __init__(self, sentences: list[Any]) -> None:
        self.sentences = sentences


class Part:
    def __init__(self, text: str, start: int) -> None:
        self.text, self.upos = text, "NOUN"
        self.words = [self]
        self.start_char, self.end_char = start, start + len(text)


class Sentence:
    def __init__(self, phrase: str) -> None:
        self.tokens = [Part(word, 100 * i) for i, word in enumerate(phrase.split())]


def stanza_like(bad: str) -> tuple[KeyphraseTools, Failing]:
    pipeline = Failing(bad)
    tagger = StanzaTagger(pipeline, tools().lists.words)
    return KeyphraseTools(tools().lexicon, tools().detector, tagger), pipeline


def test_a_failing_batch_is_done_phrase_by_phrase() -> None:
    kit, pipeline = stanza_like("roj")
    outcome = read_list(("med, roj, vosk, úľ",), OPTIONS, kit)
    assert outcome == Reject(Reason.UNTAGGABLE, "roj")
    assert pipeline.texts == ["med\n\nroj\n\nvosk\n\núľ", "med", "roj", "vosk", "úľ"]


def test_each_distinct_phrase_is_tagged_once_until_it_is_forgotten() -> None:
    kit, pipeline = stanza_like("nothing")
    for _ in range(2):
        assert read_list(("med, vosk",), OPTIONS, kit) == ("med", "vosk")
    read_list(("vosk, úľ",), OPTIONS, kit)
    assert pipeline.texts == ["med\n\nvosk", "úľ"]
    kit.tagger.forget()
    read_list(("vosk, úľ",), OPTIONS, kit)
    assert pipeline.texts[-1] == "vosk\n\núľ"


@pytest.mark.full
def test_stanza_counts_words_as_the_rules_do() -> None:
    tagger = load_tagger("stanza", tools().lexicon, STANZA)
    phrases = [
        "sociálno-ekonomický rozvoj",
        "C++",
        ".NET",
        "PRINCE2® Agile",
        "Mlyn Hrušov s. r. o.",
        "a. s.",
        "1,2-dichlóretán",
        "vzťah matka – dieťa",
        "tráviace enzýmy (lipáza, amyláza)",
        "faktor V Leiden",
    ]
    rules = tools().lists.tagger.tag(phrases)
    for phrase, by_stanza, by_rules in zip(phrases, tagger.tag(phrases), rules, strict=True):
        assert by_stanza is not None and by_rules is not None
        counts = [
            sum(word.pos not in ("PUNCT", "SYM") for word in words)
            for words in (by_stanza, by_rules)
        ]
        assert counts[0] == counts[1], phrase
    kit = KeyphraseTools(tools().lexicon, tools().detector, tagger)
    assert read_list(("Hrušov, a. s.; úľ; med; roj",), OPTIONS, kit) == (
        "Hrušov, a. s.",
        "úľ",
        "med",
        "roj",
    )


@pytest.mark.full
def test_without_a_model_stanza_is_a_clear_error(tmp_path: Path) -> None:
    pytest.importorskip("stanza", reason="the extra `stanza` is not installed")
    with pytest.raises(InputError, match="no Stanza model"):
        load_tagger("stanza", tools().lexicon, tmp_path)


def test_the_rules_tagger_counts_an_abbreviation_as_one_word() -> None:
    tagged = tools().lists.tagger.tag(["Mlyn Hrušov s. r. o.", "C++ – jazyk", "pri práci"])
    assert [len(words or ()) for words in tagged] == [3, 3, 2]
    assert tagged[1] is not None and tagged[1][1] == Word("–", "PUNCT")
    assert tagged[2] is not None and tagged[2][0].pos == "ADP"
