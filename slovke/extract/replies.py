"""Keyphrases out of a language model's reply, which may keep to the format asked for or not."""

import json
import re

LONGEST_REPLY = 20_000  # characters that are looked at; fifteen keyphrases take some hundred
MOST_WORDS = 8  # what is longer is a sentence, not a keyphrase

_CONTROL = re.compile(
    r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]"
)
_FENCE = re.compile(r"```[a-z]*\s*\n?(.*?)```", re.DOTALL)
_NUMBER = re.compile(r"^\s*(?:\(?\d{1,2}[.):]\)?\s+|\d{1,2}[.)](?=\D)|[-*•–—·▪]\s+)")
_LABEL = re.compile(r"^[^\W\d_][\w \t]{0,60}:\s*", re.UNICODE)
_EDGES = " \t\r\n\"'`„“”‚‘’«»*_[]{}<>,;.:"


class ReplyError(ValueError):
    """A reply that holds no keyphrases: empty, a refusal, prose."""


def parse_reply(reply: str | None, *, most: int) -> list[str]:
    """The keyphrases of a reply, in its order, without repetitions.

    Takes what was asked for (a list separated by semicolons) and what models give instead: commas,
    lines, numbers, bullets, JSON, code fences, a label or a sentence in front.

    Args:
        reply: the reply's text, or None where the model gave no content.
        most: how many keyphrases to keep.

    Raises:
        ReplyError: no keyphrase was found.
    """
    text = _CONTROL.sub("", (reply or "")[:LONGEST_REPLY]).strip()
    fenced = _FENCE.search(text)
    if fenced:
        text = fenced.group(1).strip()
    items = _from_json(text)
    if items is None:
        items = _from_text(text)
    phrases: dict[str, str] = {}
    for item in items:
        phrase = re.sub(r"\s+", " ", _NUMBER.sub("", item)).strip(_EDGES)
        if any(c.isalnum() for c in phrase) and len(phrase.split()) <= MOST_WORDS:
            phrases.setdefault(phrase.casefold(), phrase)
    if not phrases:
        raise ReplyError("no keyphrases in the reply" if text else "an empty reply")
    return list(phrases.values())[:most]


def _from_json(text: str) -> list[str] | None:
    """The first list of strings in a JSON reply, also within an object or behind a sentence."""
    start = min((place for place in (text.find("["), text.find("{")) if place >= 0), default=-1)
    if start < 0:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(text[start:])
    except (ValueError, RecursionError):
        return None
    return _strings(value)


def _strings(value: object) -> list[str] | None:
    if isinstance(value, dict):
        lists = [found for item in value.values() if (found := _strings(item)) is not None]
        return lists[0] if lists else None
    if isinstance(value, list):
        found = []
        for item in value:
            named = item
            if isinstance(item, dict):  # {"keyword": "...", "score": 0.9}
                named = next((v for v in item.values() if isinstance(v, str)), None)
            if isinstance(named, str):
                found.append(named)
        return found or None
    return None


def _from_text(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and lines[0].endswith(":"):  # "Here are the keywords:"
        lines = lines[1:]
    lines = [line for line in (_LABEL.sub("", line) for line in lines) if line]
    joined = "\n".join(lines)
    for separator in (";", "\n", ","):
        if separator in joined:
            lines = re.split(r"[;\n]" if separator == ";" else separator, joined)
            break
    return [] if _is_prose(lines) else lines


def _is_prose(items: list[str]) -> bool:
    """Whether most words stand in items that are too long: a refusal or a remark, cut at commas."""
    counts = [len(item.split()) for item in items]
    return 2 * sum(count for count in counts if count > MOST_WORDS) > sum(counts)
