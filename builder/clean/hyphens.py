"""Words broken over lines, and lines broken at every word."""

from __future__ import annotations

import re
from functools import lru_cache

from builder.clean.folding import fold
from builder.clean.lexicon import Lexicon

_BROKEN = re.compile(
    r"(?<![^\W_])(?P<first>[^\W_]++(?:-[^\W_]++)*+)(?P<hyphen>[-\u00ad¬])"
    r"[ \t]*\n(?:[ \t]*\n)?(?:(?:[ \t]*\d{1,3}[ \t]*\n)?[ \t]*\f\s*)?[ \t]*(?P<second>[^\W_]+)"
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
    endings = lexicon.words("repair", "adjective_endings")
    return any(lexicon.knows(first[:-1] + ending) for ending in endings)


LETTERSPACED = re.compile(r"(?<!\S)[^\W\d_](?:[ \t]{1,3}[^\W\d_]){4,}(?![^\s:.,;])")
_LEAST_WORD = 3  # letters: shorter words of the dictionary fit everywhere


def join_letterspaced(text: str, lexicon: Lexicon) -> str:
    """Words set with spaces between their letters: "A B S T R A K T", "k ľ ú č o v é  s l o v á".

    Only where the letters make words of the dictionary, in one way: a list of letters stays.
    """

    def join(match: re.Match[str]) -> str:
        words = re.split(r"[ \t]{2,}", match.group())
        if len(words) == 1:
            letters = match.group().replace(" ", "").replace("\t", "")
            found = _dictionary_words(letters, lexicon)
        else:
            found = ["".join(word.split()) for word in words]
            found = found if all(map(lexicon.knows, found)) else []
        return " ".join(found) if found else match.group()

    return LETTERSPACED.sub(join, text)


def _dictionary_words(letters: str, lexicon: Lexicon) -> list[str]:
    """The one or two words of the dictionary that `letters` are; none if there are none."""
    if lexicon.knows(letters):
        return [letters]
    cuts = range(_LEAST_WORD, len(letters) - _LEAST_WORD + 1)
    pairs = [[letters[:at], letters[at:]] for at in cuts]
    fitting = [pair for pair in pairs if all(map(lexicon.knows, pair))]
    return fitting[0] if len(fitting) == 1 else []


_LEAST_RUN = 8  # lines of one word in a row: shorter runs may be lists
_PROSE_SHARE = 0.12  # of function words and finite verbs: lists hold hardly any


_RUN = re.compile(rf"(?m)(?:^[^\S\n]*\S*[^\S\n]*\n){{{_LEAST_RUN - 1}}}")


def may_be_exploded(text: str) -> bool:
    """Whether so many lines of one word at most stand in a row as `join_exploded` looks for."""
    return text.count("\n") >= _LEAST_RUN - 1 and _RUN.search(text) is not None


def join_exploded(text: str, lexicon: Lexicon) -> str:
    """Lines of a single word each, joined to running text; lists of single words stay."""
    if not may_be_exploded(text):
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
