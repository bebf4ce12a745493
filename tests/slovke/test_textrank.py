"""TextRank over uni- and bigrams."""

import random
import time

import pytest

from slovke.extract.protocol import Document
from slovke.extract.registry import load_extractor
from slovke.extract.textrank import TextRank, pagerank
from slovke.extract.words import sentences


def phrases_of(text: str) -> list[str]:
    (phrases,) = load_extractor("textrank").extract([Document(id="1", abstract=text)])
    return phrases


def test_the_word_with_most_neighbours_leads_and_pairs_precede_their_words() -> None:
    phrases = phrases_of(
        "Rozvoj vidieka podporuje región. Rozvoj obcí podporuje región. Rozvoj škôl ostáva."
    )
    ranks = {phrase: rank for rank, phrase in enumerate(phrases)}
    assert ranks["Rozvoj vidieka"] < ranks["Rozvoj"] < ranks["škôl"]


def test_a_tagger_leaves_nouns_and_adjectives() -> None:
    text = "Silný vietor rýchlo láme vysoké stromy. Silný vietor láme stromy."
    (plain,) = TextRank().extract([Document("1", text)])
    (tagged,) = TextRank(tagger="rules").extract([Document("1", text)])
    assert {"Silný vietor", "vysoké stromy"} <= set(tagged) & set(plain)
    assert any("láme" in phrase.split() for phrase in plain)
    assert not any(word in phrase.split() for phrase in tagged for word in ("láme", "rýchlo"))


@pytest.mark.full
def test_stanza_tags_for_it() -> None:
    from tests.slovke.test_tagging import STANZA

    system = TextRank(tagger="stanza", stanza_dir=STANZA)
    text = "Práca opisuje rozvoj slovenského vidieka."
    (phrases,) = system.extract([Document("1", text)])
    assert "slovenského vidieka" in phrases
    assert not any("opisuje" in phrase.split() for phrase in phrases)


def test_pairs_never_cross_a_stop_word_a_mark_or_a_sentence() -> None:
    phrases = {p.casefold() for p in phrases_of("Ochrana prírody, údolie a lesy. Rieky tečú.")}
    assert phrases & {"prírody údolie", "údolie lesy", "lesy rieky"} == set()
    assert "ochrana prírody" in phrases


@pytest.mark.parametrize("text", ["", "slovo", "\0", "a v na", "... !!!"])
def test_odd_documents_give_a_list(text: str) -> None:
    assert phrases_of(text) == (["slovo"] if text == "slovo" else [])


def test_a_very_long_document_is_ranked() -> None:
    assert phrases_of("Analýza rozvoja vidieka pokračuje ďalej. " * 2500)


def test_sentences_do_not_end_at_abbreviations_and_names_keep_their_signs() -> None:
    text = "Firma s. r. o. Novák používa C++, .NET a e-learning napr. Na kurze. Ďalšia veta."
    found = sentences(text)
    assert len(found) == 2
    assert {"C++", ".NET", "e-learning"} <= set(found[0])


@pytest.mark.parametrize("seed", range(5))
def test_pagerank_is_networkxs(seed: int) -> None:
    import networkx as nx

    draw = random.Random(seed)
    graph = nx.Graph()
    graph.add_nodes_from(f"w{n}" for n in range(40))  # some stay alone
    for _ in range(60):
        a, b = draw.sample(range(40), 2)
        graph.add_edge(f"w{a}", f"w{b}", weight=draw.randint(1, 4))
    ours, theirs = pagerank(graph, tolerance=1e-9), nx.pagerank(graph, tol=1e-9)
    assert ours == pytest.approx(theirs, abs=1e-6)
    assert sum(ours.values()) == pytest.approx(1.0)


def test_a_long_line_of_dots_takes_no_longer_than_a_text() -> None:
    began = time.process_time()
    (sentence,) = sentences("Obsah " + "." * 50_000 + " 12")
    assert len(sentence) == 50_002
    assert time.process_time() - began < 2  # some 20 s where each dot begins a search of its own
