"""Candidates: which noun phrases of a sentence, and how their inflections merge."""

import pytest

from slovke.extract.candidates import Candidate, Keys, find_candidates
from slovke.extract.rules_tagger import RulesTagger
from slovke_metric import keys


@pytest.fixture(scope="module")
def tools() -> tuple[RulesTagger, Keys]:
    return RulesTagger(), Keys()


def candidates_of(text: str, tools: tuple[RulesTagger, Keys]) -> dict[str, Candidate]:
    (tagged,) = tools[0].tag([text])
    found, _ = find_candidates(tagged, tools[1])
    return {candidate.occurrences[0].text: candidate for candidate in found}


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Opisujeme trh práce.", "trh práce"),
        ("Venujeme sa rozvoju slovenského vidieka.", "rozvoju slovenského vidieka"),
        ("Skúmame dlhodobú nezamestnanosť mladých.", "dlhodobú nezamestnanosť"),
        ("Práca skúma malé a stredné podniky.", "malé a stredné podniky"),
        ("Píšeme o práci s rodinou.", "práci s rodinou"),
        ("Skúmame alergiu na kravské mlieko.", "alergiu na kravské mlieko"),
        ("Aplikácia v React Native beží.", "React Native"),
        ("Zber dát podľa GDPR je citlivý.", "GDPR"),
        ("Kvalita podzemnej vody klesá.", "Kvalita podzemnej vody"),
        ("Pestujeme kukuricu siatu.", "kukuricu siatu"),
        ("O chove včely medonosnej v horách.", "včely medonosnej"),
        ("Udeľuje sviatosť pomazania chorých.", "sviatosť pomazania chorých"),
        ("Skúmame flóru Malých Karpát.", "Malých Karpát"),
        ("V lete láka Orava hostí.", "Orava"),
        ("Nová cenová politika banky.", "Nová cenová politika"),
    ],
)
def test_phrases_of_the_patterns_are_found(
    text: str, phrase: str, tools: tuple[RulesTagger, Keys]
) -> None:
    assert phrase in candidates_of(text, tools)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Opisujeme trh, práce je málo.", "trh práce"),  # a comma between
        ("Firme prácou pomohol.", "Firme prácou"),  # no genitive
        ("Sociálnych podnik.", "Sociálnych podnik"),  # no agreement
        ("Opisujeme kraj sociálny podnik.", "kraj sociálny"),  # the adjective of what follows
        ("Meriame kvalitu zistenú.", "kvalitu zistenú"),  # a participle
        ("Skúmame flóru Malých Karpát.", "Karpát"),  # a part of a name
        ("Čítame prózy Milana Rúfusa.", "Milana"),
        ("Sociálny je podnik.", "Sociálny"),  # an adjective alone
        ("Autor skúma podnik.", "skúma podnik"),  # a verb
    ],
)
def test_what_is_no_phrase_is_not_found(
    text: str, phrase: str, tools: tuple[RulesTagger, Keys]
) -> None:
    assert phrase not in candidates_of(text, tools)


def test_inflections_add_up_under_the_metrics_key(tools: tuple[RulesTagger, Keys]) -> None:
    text = (
        "Rozvojový potenciál kraja rastie. Bez rozvojového potenciálu niet zmeny, "
        "hovoríme o rozvojovom potenciáli."
    )
    (tagged,) = tools[0].tag([text])
    found, counts = find_candidates(tagged, tools[1])
    (key,) = keys(["rozvojový potenciál"])
    (candidate,) = [one for one in found if one.key == key]
    assert [one.text for one in candidate.occurrences] == [
        "Rozvojový potenciál",
        "rozvojového potenciálu",
        "rozvojovom potenciáli",
    ]
    assert [one.nominative for one in candidate.occurrences] == [True, False, False]
    assert [one.initial for one in candidate.occurrences] == [True, False, False]
    assert candidate.head == key[1:]
    assert counts["potenciál"] == 3


def test_a_hyphenated_word_is_one_word_with_all_its_lemmas(
    tools: tuple[RulesTagger, Keys],
) -> None:
    candidate = candidates_of("Zavádzame e-learning.", tools)["e-learning"]
    assert candidate.words == (("e", "learning"),)
    assert candidate.key == ("e", "learning")
