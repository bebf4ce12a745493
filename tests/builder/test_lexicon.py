"""The language data file: what it must hold, and what a missing one says."""

from __future__ import annotations

import pytest

from builder.clean.folding import fold
from builder.clean.lexicon import Lexicon, load_lexicon
from builder.clean.tokens import Phrases, Tokens
from builder.sample_register import load_theses
from slovke.errors import InputError


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return load_lexicon("sk")


def test_one_lexicon_a_process(lexicon: Lexicon) -> None:
    assert load_lexicon("sk") is lexicon


@pytest.mark.parametrize("word", ["práca", "Práca", "CIEĽOM", "učitelia", "deň"])
def test_dictionary_knows_forms_however_they_are_written(lexicon: Lexicon, word: str) -> None:
    assert lexicon.knows(word)


@pytest.mark.parametrize("word", ["", "praca", "cielom", "ucitelia", "Cie¾om"])
def test_dictionary_knows_no_broken_forms(lexicon: Lexicon, word: str) -> None:
    assert not lexicon.knows(word)


def test_czech_is_among_the_languages_to_choose_from(lexicon: Lexicon) -> None:
    assert {"sk", "cs", "en", "de", "hu", "pl"} <= set(lexicon.words("languages"))


def test_no_unmarked_form_is_a_word(lexicon: Lexicon) -> None:
    """What shows lost diacritics must not be a Slovak word itself."""
    from builder.clean.damage import _unmarked_words

    unmarked = _unmarked_words(lexicon)
    assert "praca" in unmarked
    assert not any(map(lexicon.knows, unmarked))


def test_missing_file_and_missing_list_say_what_to_do(lexicon: Lexicon) -> None:
    with pytest.raises(InputError, match=r"no language data for 'xx'.*has sk"):
        load_lexicon("xx")
    with pytest.raises(InputError, match=r"sk\.toml: header\.nothing is missing"):
        lexicon.words("header", "nothing")
    with pytest.raises(InputError, match="must be a list of words"):
        lexicon.words("header")
    with pytest.raises(InputError, match="must be a table"):
        lexicon.by_language("languages")
    with pytest.raises(InputError, match="must be a string"):
        lexicon.text("languages")


@pytest.mark.parametrize("text", ["Kľúčové slová", "İstanbul ß ﬁ", "e\u0301", "\U0001d54f"])
def test_folding_keeps_every_position(text: str) -> None:
    assert len(fold(text)) == len(text)


def test_folding_ignores_case_and_diacritics() -> None:
    assert fold("KĽÚČOVÉ SLOVÁ") == fold("kľúčové slová") == "klucove slova"


def test_phrases_are_found_over_line_ends_and_dots() -> None:
    phrases = Phrases([("kľúčové slová", "sk"), ("kľúčové slová práce", "long"), ("š. p.", "x")])
    assert phrases.at(Tokens.of("Kľúčové\n\nslová: a"), 0) == ("sk", 4)
    assert phrases.at(Tokens.of("KLUCOVE SLOVA prace"), 0) == ("long", 3)
    assert phrases.at(Tokens.of("š. p. Lesy"), 0) == ("x", 3)
    assert phrases.at(Tokens.of("Kľúčové úlohy"), 0) is None
    assert phrases.at(Tokens.of(""), 0) is None


@pytest.mark.parametrize("word", ["vedie", "opisuje", "zistili", "nemala", "môžu", "porovnávame"])
def test_forms_of_verbs(lexicon: Lexicon, word: str) -> None:
    assert lexicon.finite_verb(word)


@pytest.mark.parametrize(
    "word", ["čítať", "práce", "siete", "dvadsiatich", "oceňovanie", "pracujúcich", "xyz", "škola"]
)
def test_no_forms_of_verbs(lexicon: Lexicon, word: str) -> None:
    assert not lexicon.finite_verb(word)


def test_words_of_titles_and_keyphrases_are_hardly_ever_verbs(lexicon: Lexicon) -> None:
    theses = load_theses()
    texts = [text for thesis in theses for text in (thesis.title, *thesis.keyphrases)]
    words = {word.lower() for text in texts for word in text.split() if word.isalpha()}
    verbs = {word for word in words if lexicon.finite_verb(word)}
    assert len(words) > 700
    assert len(verbs) < 0.01 * len(words), sorted(verbs)
