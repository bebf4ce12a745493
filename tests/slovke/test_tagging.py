"""Parts of speech and cases by rules, and by Stanza where its model is there."""

import os
from pathlib import Path

import pytest

from slovke.errors import InputError
from slovke.extract.tagging import GENITIVE, NOMINATIVE, RulesTagger, cases, load_tagger

# The larger model where there is one, else the tiny one that the tests carry.
TINY = Path(__file__).parent.parent / "stanza_model"
STANZA = os.environ.get("STANZA_RESOURCES_DIR", str(TINY))


@pytest.fixture(scope="module")
def rules() -> RulesTagger:
    return RulesTagger()


@pytest.mark.parametrize(
    ("form", "pos"),
    [
        ("vidieka", "NOUN"),
        ("oblasti", "NOUN"),
        ("nezamestnanosť", "NOUN"),
        ("startupov", "NOUN"),
        ("management", "NOUN"),
        ("sociálnych", "ADJ"),
        ("nízkej", "ADJ"),
        ("mikrobiálna", "ADJ"),
        ("zaoberá", "VERB"),
        ("analyzujeme", "VERB"),
        ("výrazne", "X"),
        ("ekonomicky", "X"),
        ("ktorý", "X"),
        ("medzi", "ADP"),
        ("a", "CONJ"),
        ("GDPR", "PROPN"),
        ("COVID-19", "PROPN"),
        ("2018", "NUM"),
        (",", "PUNCT"),
    ],
)
def test_a_word_gets_its_part_of_speech(rules: RulesTagger, form: str, pos: str) -> None:
    assert rules.word(form)[0] == pos


@pytest.mark.parametrize(
    ("form", "possible", "impossible"),
    [
        ("vidieka", "sG", "sN"),
        ("práce", "sG pN", "sI"),
        ("škôl", "pG", "sN"),
        ("podnikom", "sI pD", "sG"),
        ("rozvojového", "sG", "sN"),
        ("sociálnych", "pG pL", "pN"),
        ("vysvedčenia", "sG pN", "sI"),
    ],
)
def test_endings_tell_the_cases(
    rules: RulesTagger, form: str, possible: str, impossible: str
) -> None:
    found = rules.word(form)[1]
    assert found & cases(possible) == cases(possible)
    assert not found & cases(impossible)


def test_a_capital_inside_a_sentence_makes_a_name(rules: RulesTagger) -> None:
    (text,) = rules.tag(["Kraj má centrum. V Nitre je kraj."])
    assert [word.pos for word in text[1]][:2] == ["ADP", "PROPN"]
    assert text[0][0].pos == "NOUN"
    assert not text[0][0].named


def test_a_text_is_tagged_alike_alone_and_among_others(rules: RulesTagger) -> None:
    texts = ["Rozvoj vidieka.", "", "Trh práce v Nitre rastie."]
    assert list(rules.tag(texts)) == [next(rules.tag([text])) for text in texts]


def test_an_unknown_tagger_is_refused() -> None:
    with pytest.raises(InputError, match="take rules or stanza"):
        load_tagger("treetagger")


@pytest.mark.full
def test_a_folder_without_models_is_refused(tmp_path: object) -> None:
    with pytest.raises(InputError, match="no Stanza model"):
        load_tagger("stanza", stanza_dir=str(tmp_path))


@pytest.mark.full
def test_stanza_tags_and_the_rules_give_the_cases() -> None:
    (text,) = load_tagger("stanza", stanza_dir=STANZA).tag(
        ["Práca opisuje rozvoj slovenského vidieka."]
    )
    tags = {word.form: word for word in text[0]}
    assert [tags[form].pos for form in ("opisuje", "rozvoj", "slovenského", "vidieka", ".")] == [
        "VERB",
        "NOUN",
        "ADJ",
        "NOUN",
        "PUNCT",
    ]
    assert tags["vidieka"].cases & GENITIVE
    assert not tags["vidieka"].cases & NOMINATIVE
