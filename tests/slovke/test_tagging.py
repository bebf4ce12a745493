"""Parts of speech and cases by rules, and by Stanza where its model is there."""

import os
from pathlib import Path

import pytest

from slovke.errors import InputError
from slovke.extract.grammatical_cases import GENITIVE, NOMINATIVE, cases
from slovke.extract.rules_tagger import RulesTagger
from slovke.extract.tagging import load_tagger

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
        ("bolesti", "NOUN"),
        ("vyviesť", "VERB"),
        ("stali", "VERB"),
        ("zdieľali", "VERB"),
        ("odchytili", "VERB"),
        ("výrazne", "X"),
        ("konvenčne", "X"),
        ("spektrofotometricky", "X"),
        ("ekonomicky", "X"),
        ("takéhoto", "X"),
        ("žiadneho", "X"),
        ("ktorý", "X"),
        ("medzi", "ADP"),
        ("a", "CONJ"),
        ("GDPR", "PROPN"),
        ("COVID-19", "PROPN"),
        ("2018", "NUM"),
        ("päťdesiatimi", "NUM"),
        ("dvadsaťštyri", "NUM"),
        ("mesto", "NOUN"),
        ("XIX", "NUM"),
        ("2006/112/ES", "NUM"),
        ("3D", "PROPN"),
        ("TCP/IP", "PROPN"),
        ("mmol/l", "X"),
        ("kWh", "X"),
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


@pytest.mark.parametrize(
    ("text", "form", "pos"),
    [
        ("Strava chorých je vecou sestier.", "chorých", "NOUN"),
        ("Strava chorých detí je iná.", "chorých", "ADJ"),
        ("Ľudia sú chorí.", "chorí", "ADJ"),
        ("Zvýšili cestovné.", "cestovné", "NOUN"),
        ("Rastie cestovný ruch.", "cestovný", "ADJ"),
        ("Zistil sa Shannonov index.", "Shannonov", "ADJ"),
    ],
)
def test_what_follows_tells_a_noun_from_an_adjective(
    rules: RulesTagger, text: str, form: str, pos: str
) -> None:
    (tagged,) = rules.tag([text])
    assert [word.pos for sentence in tagged for word in sentence if word.form == form] == [pos]


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
