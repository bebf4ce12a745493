"""YAKE as the paper configures it."""

import pytest

from slovke.extract.protocol import Document
from slovke.extract.registry import load_extractor
from slovke.extract.stopwords import stop_words

ABSTRACT = (
    "Predmetom práce je rozvojový potenciál Podpoľania. Analýza rozvojového potenciálu ukazuje, "
    "že rozvoj cestovného ruchu naráža na nedostatok ubytovania. Navrhujeme opatrenia, ktoré "
    "rozvojový potenciál regiónu využijú."
)


def test_phrases_have_at_most_two_words_and_no_stop_word_at_an_end() -> None:
    (phrases,) = load_extractor("yake").extract([Document(id="1", abstract=ABSTRACT)])
    assert "rozvojový potenciál" in [p.casefold() for p in phrases]
    assert max(len(p.split()) for p in phrases) == 2
    ends = {word.casefold() for p in phrases for word in (p.split()[0], p.split()[-1])}
    assert not ends & stop_words("sk")


def test_trigrams_on_request() -> None:
    (phrases,) = load_extractor("yake-3").extract([Document(id="1", abstract=ABSTRACT)])
    assert max(len(p.split()) for p in phrases) == 3


@pytest.mark.parametrize("text", ["", " ", "slovo", "\0", "\0\0 a\x07b", "…", "日本語の文章です。"])
def test_odd_documents_give_a_list(text: str) -> None:
    (phrases,) = load_extractor("yake").extract([Document(id="1", abstract=text)])
    assert isinstance(phrases, list)


def test_stop_words_have_unbroken_diacritics() -> None:
    assert {"ktorý", "že", "či"} <= stop_words("sk")
