"""The annotations agree with themselves: a form with a tag has one lemma, of the right shape."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from tests.stanza_model.annotated import Sentence, Word, read

TAGS = {
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT"),
    *("SCONJ", "SYM", "VERB", "X"),
}
# The words whose part of speech hangs on the sentence; any other form has one.
TWO_READINGS = {
    *("aj", "ako", "ani", "c", "čo", "ich", "jej", "menej", "najlepšie", "o", "pomocou", "práve"),
    *("s", "už"),
}
# What the lemma of an open class ends in; `n` is the adjective of n. o., an organization.
SHAPES = {"VERB": "ť$", "AUX": "ť$|^by$", "ADJ": "[ýyíi]$|ov$|^n$"}
UNINFLECTED = {"CCONJ", "SCONJ", "PART", "PUNCT", "SYM", "X"}


@pytest.fixture(scope="module")
def sentences() -> list[Sentence]:
    return read("train") + read("dev")


@pytest.fixture(scope="module")
def words(sentences: list[Sentence]) -> list[Word]:
    return [word for sentence in sentences for word in sentence.words]


def test_the_tokens_make_the_text(sentences: list[Sentence]) -> None:
    for sentence in sentences:
        text = "".join(word.form + " " * word.space for word in sentence.words)
        assert text.rstrip() == sentence.text, sentence.name


def test_sentences_are_numbered_and_none_is_there_twice(sentences: list[Sentence]) -> None:
    for part in ("train", "dev"):
        names = [sentence.name for sentence in read(part)]
        assert names == [f"{part}-{number}" for number in range(1, len(names) + 1)]
    assert len({sentence.text for sentence in sentences}) == len(sentences)


def test_a_form_with_a_tag_has_one_lemma(words: list[Word]) -> None:
    lemmas = defaultdict(set)
    for word in words:
        lemmas[word.form.lower(), word.pos].add(word.lemma)
    assert {key: found for key, found in lemmas.items() if len(found) > 1} == {}


def test_a_form_has_one_tag_unless_it_is_known_to_have_two(words: list[Word]) -> None:
    tags = defaultdict(set)
    for word in words:
        tags[word.form.lower()].add(word.pos)
    assert {form for form, found in tags.items() if len(found) > 1} == TWO_READINGS
    assert set().union(*tags.values()) == TAGS


def test_lemmas_have_the_shape_of_their_class(words: list[Word]) -> None:
    odd = {
        (word.form, word.lemma, word.pos)
        for word in words
        if not re.search(SHAPES.get(word.pos, ""), word.lemma)
        or (word.pos in UNINFLECTED and word.lemma != word.form.lower())
        or (word.pos == "PROPN" and word.lemma.isalpha() and word.lemma.islower())
    }
    # The epithet of a species is the one name in small letters.
    assert odd == {("gonocephala", "gonocephala", "PROPN")}
