"""Replies in the format asked for, and in those that models give instead."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slovke.extract.replies import ReplyError, parse_reply

WANTED = ["rozvoj vidieka", "cestovný ruch", "C++"]


@pytest.mark.parametrize(
    "reply",
    [
        "rozvoj vidieka; cestovný ruch; C++",
        "rozvoj vidieka; cestovný ruch; C++.",
        "Keywords: rozvoj vidieka; cestovný ruch; C++",
        "Kľúčové slová: rozvoj vidieka, cestovný ruch, C++",
        "Here are the keywords you asked for:\n\nrozvoj vidieka; cestovný ruch; C++",
        "1. rozvoj vidieka\n2. cestovný ruch\n3. C++",
        "1) rozvoj vidieka\n\n2) cestovný ruch\n\n3) C++",
        "- rozvoj vidieka\n- cestovný ruch\n- C++",
        "* **rozvoj vidieka**\n* **cestovný ruch**\n* **C++**",
        "rozvoj vidieka\ncestovný ruch\nC++",
        "rozvoj vidieka;\ncestovný ruch;\nC++;",
        '["rozvoj vidieka", "cestovný ruch", "C++"]',
        '{"keywords": ["rozvoj vidieka", "cestovný ruch", "C++"]}',
        '[{"keyword": "rozvoj vidieka", "score": 0.9}, {"keyword": "cestovný ruch"}, {"k": "C++"}]',
        '```json\n["rozvoj vidieka", "cestovný ruch", "C++"]\n```',
        'Sure!\n["rozvoj vidieka", "cestovný ruch", "C++"]\nAnything else?',
        "„rozvoj vidieka“; „cestovný ruch“; „C++“",
        "rozvoj vidieka; Rozvoj vidieka; cestovný ruch; C++; cestovný ruch",
        "\x1b[31mrozvoj vidieka\x1b[0m; cestovný\u200b ruch; C++\x00",
        "rozvoj  vidieka;\tcestovný ruch ; C++;;",
    ],
)
def test_every_format_gives_the_same_keyphrases(reply: str) -> None:
    assert parse_reply(reply, most=15) == WANTED


@pytest.mark.parametrize(
    "reply",
    [
        None,
        "",
        "  \n ",
        "...",
        "[]",
        "{}",
        "I am sorry, but I cannot extract keywords from this document for you today",
        "[" * 5000,
    ],
)
def test_a_reply_without_keyphrases_is_an_error(reply: str | None) -> None:
    with pytest.raises(ReplyError):
        parse_reply(reply, most=15)


def test_numbers_that_belong_to_a_phrase_stay() -> None:
    assert parse_reply("3D tlač; 5G siete; 1,2-dichlóretán", most=5)[:2] == ["3D tlač", "5G siete"]


def test_no_more_than_asked_for_are_kept() -> None:
    assert parse_reply("; ".join(f"pojem {n}" for n in range(40)), most=15)[-1] == "pojem 14"


@given(st.text())
def test_any_text_gives_phrases_or_the_error(reply: str) -> None:
    try:
        phrases = parse_reply(reply, most=15)
    except ReplyError:
        return
    assert 0 < len(phrases) <= 15
    assert all(phrase.strip() and "\n" not in phrase for phrase in phrases)
