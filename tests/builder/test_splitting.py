"""Splitting a field: which separator is chosen, and what only looks like one."""

import pytest

from builder.clean.lexicon import load_lexicon
from builder.clean.list_words import list_words
from builder.clean.splitting import count_words, mask, split_field, split_item

WORDS = list_words(load_lexicon("sk"))


@pytest.mark.parametrize(
    ("field", "separator", "pieces"),
    [
        ("med, vosk, peľ", "comma", ["med", "vosk", "peľ"]),
        ("med; vosk, surový; peľ", "semicolon", ["med", "vosk, surový", "peľ"]),
        ("med. Vosk. Peľ.", "dot", ["med", "Vosk", "Peľ"]),
        ("med – vosk – peľ", "dash", ["med", "vosk", "peľ"]),
        ("med • vosk • peľ", "bullet", ["med", "vosk", "peľ"]),
        ("med / vosk / peľ / úľ", "slash", ["med", "vosk", "peľ", "úľ"]),
        ("1. med 2. vosk 3. peľ", "number", ["med", "vosk", "peľ"]),
        ("med\nvosk\npeľ\núľ", "newline", ["med", "vosk", "peľ", "úľ"]),
        ("med  vosk  peľ", "space", ["med", "vosk", "peľ"]),
        ("agátový med", "none", ["agátový med"]),
        ("agátový\nmed", "none", ["agátový med"]),
        ("", "none", []),
    ],
)
def test_one_separator_is_chosen(field: str, separator: str, pieces: list[str]) -> None:
    split = split_field(field, WORDS, 4)
    assert (split.separator, list(split.pieces)) == (separator, pieces)


@pytest.mark.parametrize(
    "text",
    [
        "1,2-dichlóretán",
        "N,N-dimetylformamid",
        "0,9 % roztok",
        "enzýmy (lipáza, amyláza; iné)",
        "J. A. Komenský",
        "Mlyn s. r. o.",
        "napr. horčík",
        "kostol sv. Juraja",
        "21. storočie",
        "začiatok 20. storočia",
        "„More, loď a vietor“",
    ],
)
def test_nothing_is_split_at_what_only_looks_like_a_separator(text: str) -> None:
    assert not set(mask(text, WORDS)) & set(",;") and ". " not in mask(text, WORDS)
    assert split_field(text, WORDS, 9).pieces == (text,)


def test_the_mask_keeps_positions() -> None:
    text = "Mlyn s. r. o., 1,2-dichlóretán (a, b), J. Novák."
    masked = mask(text, WORDS)
    assert len(masked) == len(text)
    assert all(m in (c, "\0") for m, c in zip(masked, text, strict=True))


def test_an_initial_is_no_designation() -> None:
    assert split_field("Vitamín C. Zima. Citrón.", WORDS, 4).pieces[0] == "Vitamín C"
    assert split_field("Teória C. Rogersa. Rozhovor. Klient.", WORDS, 4).pieces[0] == (
        "Teória C. Rogersa"
    )


def test_a_piece_too_long_for_a_phrase_is_split_where_it_holds_a_list() -> None:
    field = "med, vosk, peľ, propolis, materská kašička; včela, úľ, rám, plást, roj"
    assert len(split_field(field, WORDS, 4).pieces) == 10


def test_a_dash_inside_a_phrase_stays() -> None:
    assert split_item("matka – dieťa", WORDS, 4) == ("matka – dieťa",)
    assert split_item("vzťah matka - dieťa, hra", WORDS, 4) == ("vzťah matka - dieťa", "hra")


def test_a_line_that_begins_with_a_capital_is_an_item_where_all_items_do() -> None:
    assert split_field("Med, Vosk, Peľ, Úľ\nRoj, Rám", WORDS, 4).pieces == (
        ("Med", "Vosk", "Peľ", "Úľ", "Roj", "Rám")
    )
    assert split_field("Med, vosk, peľ, Malá\nFatra, roj", WORDS, 4).pieces[3] == "Malá Fatra"


def test_words_are_counted_without_signs() -> None:
    assert count_words("vzťah matka – dieťa") == 3
    assert count_words("C++ & .NET") == 2
