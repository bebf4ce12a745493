"""Tokens, BIO tags, and which keyphrases occur, by lemmas."""

import pytest

from builder.extraction import Tagger
from slovke_metric import keys
from tests.cleaned_folder import record


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Cieľ práce.", ("Cieľ", "práce", ".")),
        ("(v jazyku C++), .NET a C#.", ("(", "v", "jazyku", "C++", "),", ".NET", "a", "C#", ".")),
        ("e-learningový kurz", ("e-learningový", "kurz")),
        ("roky 2010–2015, 3,5 %", ("roky", "2010", "–", "2015", ",", "3,5", "%")),
        ("vývoj/rozvoj - a", ("vývoj", "/", "rozvoj", "-", "a")),
        ("dve\n\nvety", ("dve", "vety")),
        ("", ()),
    ],
)
def test_tokens(tagger: Tagger, text: str, tokens: tuple[str, ...]) -> None:
    assert tagger.tokens(text) == tokens


@pytest.mark.parametrize(
    ("text", "keyphrases", "tags", "extractive"),
    [
        # The paper's figure 1: the nominative is tagged in the genitive.
        (
            "analýzy rozvojového potenciálu kraja",
            ["Rozvojový potenciál", "Vidiek"],
            "O B I O",
            ["Rozvojový potenciál"],
        ),
        ("kraj a kraja", ["kraj"], "B O B", ["kraj"]),
        # The longest wins, and what it hides is still extractive.
        (
            "riadenie ľudských zdrojov",
            ["ľudské zdroje", "riadenie ľudských zdrojov"],
            "B I I",
            ["ľudské zdroje", "riadenie ľudských zdrojov"],
        ),
        # Punctuation, and words in another order, are no occurrence.
        ("potenciál, rozvojový", ["Rozvojový potenciál"], "O O O", []),
        ("rozvojový, potenciál", ["Rozvojový potenciál"], "O O O", []),
        # A hyphen joins: the whole word or nothing.
        ("e-learning a škola", ["e learning"], "B O O", ["e learning"]),
        ("sociálno-ekonomický rozvoj", ["ekonomický rozvoj"], "O O", []),
        ("nič", [], "O", []),
        ("nič", ["…"], "O", []),
    ],
)
def test_tags(
    tagger: Tagger, text: str, keyphrases: list[str], tags: str, extractive: list[str]
) -> None:
    tagged = tagger.tag(text, keyphrases)
    assert " ".join(tagged.tags) == tags
    assert list(tagged.extractive) == extractive
    assert set(tagged.extractive) | set(tagged.abstractive) == set(keyphrases)
    assert len(tagged.document) == len(tagged.tags)


def test_a_tagged_span_is_an_exact_match_of_the_metric(tagger: Tagger) -> None:
    spans = 0
    for number in range(60):
        row = record(number)
        tagged = tagger.tag(row["abstract"], row["keyphrases"])
        gold = set(keys(row["keyphrases"]))
        extractive = set(keys(list(tagged.extractive)))
        starts = [at for at, tag in enumerate(tagged.tags) if tag == "B"]
        for start in starts:
            end = start + 1
            while end < len(tagged.tags) and tagged.tags[end] == "I":
                end += 1
            found = keys([" ".join(tagged.document[start:end])])[0]
            assert found in gold
            assert found in extractive
            spans += 1
    assert spans > 50


def test_words_are_looked_up_once() -> None:
    asked: list[str] = []

    def counting(phrases: list[str]) -> list[tuple[str, ...]]:
        asked.extend(phrases)
        return [tuple(phrase.lower().split()) for phrase in phrases]

    tagger = Tagger(counting)  # type: ignore[arg-type]
    tagger.tag("kraj a kraj", [])
    tagger.tag("kraj a", [])
    assert sorted(asked) == ["a", "a x", "kraj", "kraj x"]
