"""Words broken over lines, and lines broken at every word."""

from __future__ import annotations

import re
from functools import lru_cache

from builder.clean.folding import fold
from builder.clean.lexicon import Lexicon

_BROKEN = re.compile(
    r"(?<![^\W_])(?P<first>[^\W_]++(?:-[^\W_]++)*+)(?P<hyphen>[-\u00ad¬])"
    r"[ \t]*\n(?:[ \t]*\n)?[ \t]*(?P<second>[^\W_]+)"
)
_LINE_BREAK = re.compile(r"[-\u00ad¬][ \t]*\n")
_SPACED = re.compile(
    r"(?P<first>[^\W\d_]{2,})(?P<hyphen>-) (?P<second>[a-záäčďéěíĺľňóôöőŕřšťúůüűýž]{2,})"
)


def join_hyphenated(text: str, lexicon: Lexicon) -> str:
    """Words that a line's end broke put together again: "streš-⏎ných", "sociálno-⏎právny".

    The hyphen stays where the two parts make a compound: behind a part such as "sociálno", before
    a capital or a digit, or where the text writes the same word with a hyphen elsewhere.
    """
    broken = _LINE_BREAK.search(text) is not None
    if not broken and "- " not in text:
        return text
    suspending = lexicon.folded("repair", "suspending")

    def join(match: re.Match[str]) -> str:
        first, second = match["first"], match["second"]
        if fold(second) in suspending:
            return f"{first}- {second}"
        return first + ("-" if _is_compound(first, second, text, lexicon) else "") + second

    if broken:
        text = _BROKEN.sub(join, text)

    def close(match: re.Match[str]) -> str:
        first, second = match["first"], match["second"]
        joined = first + second
        if fold(second) in suspending or not lexicon.knows(joined):
            return match.group()
        if lexicon.knows(first) and lexicon.knows(second) and len(second) > 4:
            return match.group()
        return joined

    return _SPACED.sub(close, text) if "- " in text else text


def _is_compound(first: str, second: str, text: str, lexicon: Lexicon) -> bool:
    joined = first + second
    if not second[0].islower() or not first[-1].isalpha():
        return True
    if f"{first}-{second}" in text.replace(f"{first}-\n", ""):
        return True
    if lexicon.knows(joined):
        return False
    if len(first) == 1 or (first.isupper() and len(first) > 1):
        return True
    endings = tuple(lexicon.words("repair", "compound_endings"))
    if not first.lower().endswith(endings):
        return False
    return lexicon.knows(second) or _is_adjective(first, lexicon)


def _is_adjective(first: str, lexicon: Lexicon) -> bool:
    """Whether "technicko" is an adjective's stem: "technický" is a word."""
    return any(lexicon.knows(first[:-1] + ending) for ending in ("ý", "y", "á", "í"))


_LINE = re.compile(r"\S[^\n]*")
_LEAST_RUN = 8  # lines of one word in a row: shorter runs may be lists
_PROSE_SHARE = 0.12  # of function words and finite verbs: lists hold hardly any


def join_exploded(text: str, lexicon: Lexicon) -> str:
    """Lines of a single word each, joined to running text; lists of single words stay."""
    if text.count("\n") < _LEAST_RUN:
        return text
    prose = _prose_words(lexicon)
    result: list[str] = []
    run: list[str] = []

    def close() -> None:
        words = [word for line in run for word in line.split()]
        if len([line for line in run if line]) >= _LEAST_RUN and _is_prose(words, prose):
            result.append(" ".join(words))
        else:
            result.extend(run)
        run.clear()

    for line in text.split("\n"):
        if len(line.split()) <= 1:
            run.append(line)
        else:
            close()
            result.append(line)
    close()
    return "\n".join(result)


@lru_cache(maxsize=4)
def _prose_words(lexicon: Lexicon) -> frozenset[str]:
    words = {
        fold(w) for group in lexicon.by_language("prose", "function_words").values() for w in group
    }
    return frozenset(words) | lexicon.folded("prose", "verbs")


def _is_prose(words: list[str], prose: frozenset[str]) -> bool:
    if not words:
        return False
    return sum(fold(word.strip(".,;:()")) in prose for word in words) / len(words) >= _PROSE_SHARE
