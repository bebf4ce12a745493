"""Whatever a field holds: no exception, and never more text out than in."""

from functools import lru_cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.clean.candidates import KeyphraseTools, candidates
from builder.clean.keyphrases import read_list
from builder.clean.lexicon import load_lexicon
from builder.clean.list_sections import own_section, sections, without_ends
from builder.clean.list_words import list_words
from builder.clean.phrases import clean_phrase
from builder.clean.splitting import split_field
from builder.clean.tagger import load_tagger
from builder.options import CleanOptions
from builder.verdict import Reject

LEXICON = load_lexicon("sk")
WORDS = list_words(LEXICON)
OPTIONS = CleanOptions()

# What lists are made of, torn and mixed, and any other character between.
_bits = st.sampled_from(
    "med|Lesná škôlka|s. r. o.|J. Novák|1,2-dichlóretán|C++|.NET|21. storočie|Kľúčové slová:|"
    "Keywords:|KEY WORDS|JEL: G21|napr.|(a, b|c)|„x“|a|v|honey|kľúčové slovo 1|5|iv|1.|2)|®|0,9 %|"
    "\u0301|ﬁ|İ|ß".split("|")
)
_marks = st.sampled_from(", |,|; |. |.| - | – |-|/| / |\n|\n\n|\f| · |•|\t| |  |--|...".split("|"))
_noise = st.text(max_size=4)
_field = st.lists(st.one_of(_bits, _marks, _noise), max_size=25).map("".join)
_many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Undecided:
    """A detector that answers by the text alone, without any model."""

    def language(self, text: str) -> str | None:
        return "sk"

    def shares(self, text: str) -> dict[str, float]:
        return {"sk": 1.0}

    def confidence(self, text: str, language: str) -> float:
        return (sum(map(ord, text)) % 10) / 10


@lru_cache(maxsize=1)
def kit() -> KeyphraseTools:
    return KeyphraseTools(LEXICON, Undecided(), load_tagger("rules", LEXICON))


def letters(text: str) -> int:
    return sum(map(str.isalnum, text))


@_many
@given(_field)
def test_splitting_adds_nothing(field: str) -> None:
    pieces = split_field(field, WORDS, 4).pieces
    assert sum(map(letters, pieces)) <= letters(field)
    rest = "".join(field.split())
    for piece in pieces:
        assert "".join(piece.rstrip(",").split()) in rest or "," in piece


@_many
@given(_field)
def test_cleaning_a_phrase_adds_nothing_and_is_done_once(phrase: str) -> None:
    cleaned = clean_phrase(phrase, WORDS)
    assert letters(cleaned) <= letters(phrase)
    assert clean_phrase(cleaned, WORDS) == cleaned


@_many
@given(_field)
def test_sections_and_ends_only_cut(field: str) -> None:
    for section in sections(field, WORDS):
        assert section.text in field
    own = own_section(field, WORDS)
    if own:
        assert without_ends(own.text, WORDS, tail=True) in own.text


@_many
@given(st.lists(_field, max_size=6).map(tuple), st.booleans())
def test_a_field_gives_phrases_or_one_reason(items: tuple[str, ...], tail: bool) -> None:
    outcome = read_list(items, OPTIONS, kit(), tail=tail)
    if isinstance(outcome, Reject):
        return
    assert outcome
    assert sum(map(letters, outcome)) <= sum(map(letters, items))
    assert all(phrase == phrase.strip() and any(map(str.isalpha, phrase)) for phrase in outcome)
    assert len(set(outcome)) == len(outcome)
    found = candidates(items, OPTIONS, kit(), tail=tail)
    assert not isinstance(found, Reject) and set(outcome) <= set(found)


_phrases = st.lists(
    st.sampled_from(
        "med|lesná škôlka|C++|.NET|Alfa, s. r. o.|J. Novák|1,2-dichlóretán|21. storočie|COVID-19|"
        "vzťah matka – dieťa|úprava vody (filtrácia)|km/h|Web 2.0|PRINCE2® Agile|faktor V Leiden|"
        "sv. Martin|C#|α-tokoferol|a priori|klient/server|zákon č. 143/1998 Z. z.|e-shop".split("|")
    ),
    min_size=2,
    max_size=8,
    unique=True,
)


@_many
@given(_phrases, st.sampled_from(["; ", ";", "\n• ", " | ", ""]))
def test_a_list_that_was_split_is_split(phrases: list[str], separator: str) -> None:
    """What comes out of a field comes out of it again; the register may show it either way."""
    items = (separator.join(phrases),) if separator else tuple(phrases)
    once = read_list(items, OPTIONS, kit())
    if not isinstance(once, Reject):
        assert read_list(once, OPTIONS, kit()) == once
