"""LemmaRank: what it ranks first, and that it always gives a result."""

from collections.abc import Mapping, Sequence

import pytest

from slovke.extract.document_frequencies import DocumentFrequencies
from slovke.extract.features import NAMES
from slovke.extract.lemmarank import LemmaRank, Weights
from slovke.extract.protocol import Document
from slovke.extract.registry import load_extractor
from slovke_metric import keys, score

ABSTRACT = (
    "Predmetom bakalárskej práce je cestovný ruch na Orave a jeho vplyv na zamestnanosť. Cieľom "
    "práce je na základe analýzy súčasného stavu navrhnúť opatrenia pre rozvoj cestovného ruchu. "
    "V prvej kapitole vymedzujeme základné pojmy z oblasti cestovného ruchu a regionálneho "
    "rozvoja. Druhá kapitola opisuje ubytovacie zariadenia a návštevnosť regiónu. V praktickej "
    "časti uvádzame výsledky dotazníka, ktorý vyplnilo 120 návštevníkov ubytovacích zariadení. "
    "V závere práce predkladáme odporúčania pre obce."
)


@pytest.fixture(scope="module")
def lemmarank() -> LemmaRank:
    return LemmaRank()


def test_each_feature_has_its_weight() -> None:
    assert Weights._fields == NAMES


def phrases_of(system: LemmaRank, text: str, title: str | None = None) -> list[str]:
    (phrases,) = system.extract([Document("1", text, title)])
    return phrases


def test_golden_topics_lead_in_citation_form_and_the_genres_words_do_not(
    lemmarank: LemmaRank,
) -> None:
    phrases = phrases_of(lemmarank, ABSTRACT)
    assert phrases[:5] == [
        "cestovný ruch",
        "ubytovacie zariadenia",
        "regionálny rozvoj",
        "zamestnanosť",
        "Orava",
    ]
    genre = {"bakalárska práca", "práca", "cieľ", "kapitola", "závery", "výsledok", "základ"}
    assert not genre & {phrase.lower() for phrase in phrases[:12]}


def test_no_phrase_stands_beside_one_that_holds_it_with_the_same_support(
    lemmarank: LemmaRank,
) -> None:
    found = keys(phrases_of(lemmarank, "Skúmame trestný čin podvodu. Trestný čin podvodu rastie."))
    assert len(set(found)) == len(found)
    for long in found:
        parts = {long[i:j] for i in range(len(long)) for j in range(i + 1, len(long) + 1)} - {long}
        assert not parts & set(found)


def test_a_title_lifts_its_phrases_and_can_be_left_out(lemmarank: LemmaRank) -> None:
    text = "Opisujeme hnojenie poľa a úrodu. Hnojenie dusíkom zvyšuje úrodu a zisk podniku."
    title = "Pestovanie ľanu siateho"
    assert "pestovanie" in {p.lower().split()[0] for p in phrases_of(lemmarank, text, title)}
    without = LemmaRank(use_title=False)
    assert phrases_of(without, text, title) == phrases_of(without, text)
    assert without.name == "lemmarank-notitle"


def test_canonical_false_gives_phrases_of_the_text() -> None:
    for phrase in phrases_of(LemmaRank(canonical=False), ABSTRACT):
        assert phrase.casefold() in ABSTRACT.casefold()


def test_a_capital_of_the_sentences_beginning_is_taken_away() -> None:
    surface = LemmaRank(canonical=False)
    assert phrases_of(surface, "Hypertenzia je choroba srdca.")[0] == "hypertenzia"
    assert "Orava" in phrases_of(surface, "Orava láka hostí.")


def test_document_frequencies_rank_a_corpus_words_down() -> None:
    text = "Opisujeme vidiek a turbínu."
    seen = DocumentFrequencies(1000, {"turbína": 900})
    assert phrases_of(LemmaRank(), text)[0] == "turbína"
    fitted = LemmaRank(frequencies=seen)
    assert phrases_of(fitted, text)[0] == "vidiek"
    assert fitted.name == "lemmarank-df"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "slovo",
        "\0",
        "Práca\0o\0vode",
        "... !!! ---",
        "12 345 2018",
        "This thesis is about supply chains in small companies.",
        "论文研究了供应链管理。",
        "PRÁCA SA ZAOBERÁ PROBLEMATIKOU HYPERTENZIE",
        "\ud800 zlomený znak",
        "x" * 5000,
    ],
)
def test_odd_documents_give_a_list(lemmarank: LemmaRank, text: str) -> None:
    phrases = phrases_of(lemmarank, text)
    assert all(isinstance(phrase, str) and phrase.strip() for phrase in phrases)
    if text == "slovo":
        assert phrases == ["slovo"]


def test_a_document_of_100000_characters_is_ranked(lemmarank: LemmaRank) -> None:
    assert phrases_of(lemmarank, (ABSTRACT + " ") * (100_000 // len(ABSTRACT)))[0]


def test_a_documents_result_depends_on_it_alone(lemmarank: LemmaRank) -> None:
    documents = [Document("1", ABSTRACT), Document("2", "Trh práce."), Document("3", ABSTRACT[:99])]
    together = list(lemmarank.extract(documents))
    assert together == [next(iter(LemmaRank().extract([document]))) for document in documents]


def test_on_the_sample_register_it_beats_yake_by_more_than_the_floor(
    lemmarank: LemmaRank,
) -> None:
    theses = pytest.importorskip("builder.sample_register").load_theses()
    kept = [thesis for thesis in theses if thesis.expect.verdict == "keep"]
    documents = [Document(t.sid, t.expect.abstract, t.title) for t in kept]
    gold = [t.expect.keyphrases for t in kept]

    def exact(predictions: Sequence[Sequence[str]]) -> float:
        result: Mapping[str, float] = score(predictions, gold)
        return result["exact_f1@6"]

    yake = exact(list(load_extractor("yake").extract(documents)))
    without = exact(list(LemmaRank(use_title=False).extract(documents)))
    assert without > 3 * yake
    # Measured: 26.8 and 33.7 points.
    assert without > 0.26
    assert exact(list(lemmarank.extract(documents))) > 0.32
