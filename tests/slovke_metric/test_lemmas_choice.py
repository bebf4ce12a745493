"""Choosing a lemmatizer: names, languages, functions, objects, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from slovke_metric.lemmas import Lemmatizer, get_lemmatizer


class Reverse:
    """A lemmatizer of a user's own."""

    signature = "reverse"

    def lemmatize(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        return [tuple(token[::-1] for token in phrase) for phrase in phrases]


def test_default_of_slovak_names_rules_and_dictionary() -> None:
    rules, dictionary = get_lemmatizer().signature.split("+")
    assert rules.startswith("slovak-rules/")
    assert dictionary.startswith("simplemma/")


@pytest.mark.parametrize(
    ("lang", "token", "lemma"), [("en", "houses", "house"), ("cs", "domech", "dům")]
)
def test_other_language_is_plain_simplemma(lang: str, token: str, lemma: str) -> None:
    lemmatizer = get_lemmatizer(None, lang)
    assert lemmatizer.lemmatize([(token,)]) == [(lemma,)]
    assert lemmatizer.signature == get_lemmatizer("simplemma", lang).signature


def test_plain_simplemma_has_no_rules() -> None:
    assert get_lemmatizer("simplemma").lemmatize([("hlavné", "")]) == [("hlavná", "")]


def test_none_only_casefolds() -> None:
    assert get_lemmatizer("none").lemmatize([("Trhu", "PRÁCE")]) == [("trhu", "práce")]


def test_function_is_called_once_a_token_and_casefolded() -> None:
    calls: list[str] = []

    def first_letter(token: str) -> str:
        calls.append(token)
        return token[0]

    lemmatizer = get_lemmatizer(first_letter)
    assert lemmatizer.lemmatize([("Abc", "def"), ("def",)]) == [("a", "d"), ("d",)]
    assert calls == ["Abc", "def"]
    assert "first_letter" in lemmatizer.signature


def test_function_that_gives_no_string_is_named() -> None:
    with pytest.raises(TypeError, match="NoneType for 'abc'"):
        get_lemmatizer(lambda _: None).lemmatize([("abc",)])  # type: ignore[arg-type, return-value]


def test_object_is_taken_as_it_is() -> None:
    own = Reverse()
    assert isinstance(own, Lemmatizer)
    assert get_lemmatizer(own) is own


@pytest.mark.parametrize("lemmatizer", [None, "simplemma"])
def test_unknown_language_lists_the_known(lemmatizer: str | None) -> None:
    with pytest.raises(ValueError, match=r"lang='xx'.*\bcs\b.*\bsk\b"):
        get_lemmatizer(lemmatizer, "xx")


def test_unknown_name_lists_the_known() -> None:
    with pytest.raises(ValueError, match=r"'lemmy' is unknown; use one of simplemma, stanza, none"):
        get_lemmatizer("lemmy")


def test_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="not int"):
        get_lemmatizer(3)  # type: ignore[arg-type]
