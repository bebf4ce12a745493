import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slovke_metric import tokenize

CASES = [
    ("rozvoj vidieka", ["rozvoj", "vidieka"]),
    ("  rozvoj\tvidieka\n", ["rozvoj", "vidieka"]),
    ("e-learning", ["e", "learning"]),
    ("sociálno–ekonomický", ["sociálno", "ekonomický"]),
    ("vstup/výstup", ["vstup", "výstup"]),
    ("trh (práce), mzda; cena.", ["trh", "práce", "mzda", "cena"]),
    ("„slová“ »a« 'úvodzovky'", ["slová", "a", "úvodzovky"]),
    ("C++", ["C++"]),
    ("jazyk C#", ["jazyk", "C#"]),
    ("C/C++/C#", ["C", "C++", "C#"]),
    ("C++11", ["C++", "11"]),
    (".NET", [".NET"]),
    ("ASP.NET", ["ASP", ".NET"]),
    (".vidiek", ["vidiek"]),
    (".netto", ["netto"]),
    ("Priemysel 4.0", ["Priemysel", "4.0"]),
    ("2,5 %", ["2,5"]),
    ("v2.0.", ["v2.0"]),
    ("vidiek.Rozvoj", ["vidiek", "Rozvoj"]),
    ("ISO 9001:2015", ["ISO", "9001", "2015"]),
    ("COVID-19", ["COVID", "19"]),
    ("H2O", ["H2O"]),
    ("snake_case", ["snake", "case"]),
    ("R&D", ["R", "D"]),
    ("O’Neilova metóda", ["O'Neilova", "metóda"]),
    ("Moore's law", ["Moore's", "law"]),
    ("elek\u00adtrina", ["elektrina"]),
    ("\ufeffslovo\u200b", ["slovo"]),
    ("trh\u00a0práce", ["trh", "práce"]),
    ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
    ("\u212b", ["Å"]),
    ("", []),
    ("— … %", []),
    ("\u0301", []),
]


@pytest.mark.parametrize(("phrase", "tokens"), CASES)
def test_a_phrase_is_split_into_its_words(phrase: str, tokens: list[str]) -> None:
    assert tokenize(phrase) == tuple(tokens)


def test_composed_and_decomposed_spelling_give_the_same_words() -> None:
    phrase = "počítačová sieť a ľahké kľúče"
    decomposed = unicodedata.normalize("NFD", phrase)
    assert decomposed != phrase
    assert tokenize(decomposed) == tokenize(phrase)


def test_no_string_is_refused() -> None:
    with pytest.raises(TypeError, match="must be a string, not int"):
        tokenize(5)  # type: ignore[arg-type]


@settings(deadline=None)
@given(st.text())
def test_words_are_stable_composed_and_hold_no_space(phrase: str) -> None:
    tokens = tokenize(phrase)
    assert tokenize(" ".join(tokens)) == tokens
    for token in tokens:
        assert not any(character.isspace() for character in token)
        assert unicodedata.is_normalized("NFC", token)


@settings(deadline=None)
@given(st.text(alphabet="abčďЖह०12 _", max_size=12))
def test_plain_words_take_the_short_way_to_the_same_result(phrase: str) -> None:
    # A trailing stop makes the phrase unplain, so the full tokenizer has to do it.
    assert tokenize(phrase) == tokenize(f"{phrase} .")
