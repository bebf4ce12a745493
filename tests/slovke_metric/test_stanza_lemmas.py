"""Stanza as the lemmatizer: what is refused, and real Stanza on the model that the tests ship."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from slovke_metric.lemmas import get_lemmatizer
from slovke_metric.stanza_lemmas import StanzaLemmatizer, _pipeline

TINY = Path(__file__).parent.parent / "stanza_model"
LARGER = Path(os.environ.get("STANZA_RESOURCES_DIR", "")) / "sk" / "lemma"


@pytest.fixture
def no_pipelines() -> Iterator[None]:
    """Forget the pipelines that other tests loaded."""
    _pipeline.cache_clear()
    yield
    _pipeline.cache_clear()


def test_without_stanza_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, no_pipelines: None
) -> None:
    monkeypatch.setitem(sys.modules, "stanza", None)
    with pytest.raises(ValueError, match=r'pip install "slovke\[stanza\]"') as caught:
        get_lemmatizer("stanza")
    assert "\n" not in str(caught.value)


@pytest.mark.full
def test_without_models_one_line_says_how_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"stanza\.download\('sk'\)") as caught:
        StanzaLemmatizer(folder=tmp_path)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.full
def test_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no Stanza models for 'xx'"):
        StanzaLemmatizer("xx", folder=TINY)


@pytest.fixture(scope="module")
def tiny() -> StanzaLemmatizer:
    """Stanza with the model that the tests ship."""
    return StanzaLemmatizer(folder=TINY)


@pytest.mark.full
def test_one_lemma_and_tag_a_token_in_the_order_given(tiny: StanzaLemmatizer) -> None:
    phrases = [("trhu", "práce"), ("naňho",), (), ("", "Práce"), ("trhu", "práce"), ("a", "č", "")]
    lemmas = tiny.lemmatize(phrases)
    assert [len(words) for words in lemmas] == [len(phrase) for phrase in phrases]
    assert [len(words) for words in tiny.tags(phrases)] == [len(phrase) for phrase in phrases]
    assert lemmas[0] == lemmas[4]
    assert lemmas[2] == ()
    assert lemmas[3][0] == ""
    assert all(lemma == lemma.casefold() for words in lemmas for lemma in words)


@pytest.mark.full
def test_a_phrase_does_not_depend_on_its_batch(tiny: StanzaLemmatizer) -> None:
    phrases = [("pracovných", "zmlúv"), ("analýzy", "údajov", "z", "prieskumu"), ("úloha",)]
    assert tiny.lemmatize(phrases) == [tiny.lemmatize([phrase])[0] for phrase in phrases]


@pytest.mark.full
def test_words_of_the_annotations_get_their_lemmas(tiny: StanzaLemmatizer) -> None:
    phrases = [("okrese",), ("práce",), ("výsledky", "prieskumu"), ("základnej", "školy")]
    assert tiny.lemmatize(phrases) == [
        ("okres",),
        ("práca",),
        ("výsledok", "prieskum"),
        ("základný", "škola"),
    ]
    assert tiny.tags(phrases)[3] == ("ADJ", "NOUN")


@pytest.mark.full
def test_signature_names_version_language_and_model(tiny: StanzaLemmatizer) -> None:
    import stanza

    version, lang, checksum = tiny.signature.split(":")
    assert version == f"stanza/{stanza.__version__}"
    assert lang == "sk"
    assert len(checksum) == 8


@pytest.mark.full
def test_a_failing_batch_costs_only_the_phrase_that_fails(
    tiny: StanzaLemmatizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline = tiny._pipeline

    def fail_on_bomb(sentences: Any, processors: str) -> Any:
        if isinstance(sentences, list) and ["Bomba"] in sentences:
            raise RuntimeError("boom")
        return pipeline(sentences, processors=processors)

    monkeypatch.setattr(tiny, "_pipeline", fail_on_bomb)
    with pytest.warns(RuntimeWarning, match=r"failed on 'Bomba' \(RuntimeError: boom\)"):
        tags = tiny.tags([("škola",), ("Bomba",), ("školy",)])
    assert tags == [("NOUN",), ("X",), ("NOUN",)]


@pytest.mark.full
def test_the_model_of_the_tests_is_small() -> None:
    models = list(TINY.glob("sk/*/*.pt"))
    assert len(models) == 3
    assert sum(model.stat().st_size for model in models) < 2_000_000


@pytest.mark.full
@pytest.mark.skipif(not LARGER.is_dir(), reason="STANZA_RESOURCES_DIR has no Slovak model")
def test_larger_model_joins_inflections() -> None:
    lemmatizer = get_lemmatizer("stanza")
    one, other = ("rozvojového", "potenciálu"), ("rozvojový", "potenciál")
    assert lemmatizer.lemmatize([one, other]) == [other, other]
