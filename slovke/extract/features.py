"""What tells a keyphrase from any other candidate: the features of LemmaRank and of the ranker."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from slovke.extract.background import Commonness
from slovke.extract.candidates import Candidate, Key
from slovke.extract.genre_words import THESIS


class Features(NamedTuple):
    """The features of one candidate in one document. Logarithms are natural but for the Zipf scale.

    Attributes:
        commonest: Zipf frequency of the commonest content word (see `background`): a phrase is as
            special as its least special word.
        common: mean Zipf frequency of the content words.
        word_count: mean over the content words of ln(occurrences of the lemma in the document).
        phrase_count: ln(occurrences of the phrase, all inflections together).
        place: ln(1 + content and other words before its first occurrence).
        two, three: whether it has two, or three content words (one is the base).
        adjective: whether it is an adjective with its noun, of two content words.
        preposition, conjunction: whether it holds one.
        acronym: whether it is one word with two capital letters or more.
        thesis: whether all its content words are words of the thesis as a text (`bakalárska
            práca`, `teoretická časť`).
        thesis_head: whether its head is a word of the thesis as a text (`genre_words.THESIS`).
        participle: whether an adjective before its head is a participle (`vybraný`, `chýbajúci`):
            what was done with a thing once, where terms say what kind it is.
        degree: whether one is a comparative or superlative.
        letters: ln(letters of the content lemmas): terms are longer than everyday words.
        in_title: whether the title holds the phrase (0 where there is none, or it is not used).
    """

    commonest: float
    common: float
    word_count: float
    phrase_count: float
    place: float
    two: float
    three: float
    adjective: float
    preposition: float
    conjunction: float
    acronym: float
    thesis: float
    thesis_head: float
    participle: float
    degree: float
    letters: float
    in_title: float


NAMES: tuple[str, ...] = Features._fields


_PARTICIPLES = ("aný", "any", "ený", "eny", "utý", "uty", "úci", "uci", "iaci", "aci")
_DEGREES = ("ší", "šia", "šie", "šej", "ších", "ším", "šími", "šom", "šiu", "šou", "šieho", "šiemu")


def features(
    candidates: Sequence[Candidate],
    counts: Counter[str],
    commonness: Commonness,
    title: Set[Key] = frozenset(),
) -> list[Features]:
    """The features of a document's candidates.

    Args:
        candidates: the document's.
        counts: how often each content lemma stands in the document.
        commonness: the Zipf frequency of a lemma.
        title: the keys of the title's candidates.
    """
    known: dict[str, _Lemma] = {}
    found = []
    for candidate in candidates:
        for word in candidate.words:
            for lemma in word:
                if lemma not in known:
                    count = math.log(max(1, counts[lemma]))
                    known[lemma] = _Lemma(commonness(lemma), count, len(lemma))
        found.append(_features(candidate, known, title))
    return found


class _Lemma(NamedTuple):
    """What a document's candidates need to know of one lemma."""

    zipf: float
    log_count: float
    letters: int


def _features(candidate: Candidate, known: Mapping[str, _Lemma], title: Set[Key]) -> Features:
    words, adjectives = candidate.words, candidate.adjectives
    size = len(words)
    commonest = common = count = 0.0
    many = letters = 0
    for word in words:
        for lemma in word:
            zipf, log_count, own = known[lemma]
            commonest = max(commonest, zipf)
            common += zipf
            count += log_count
            letters += own
            many += 1
    participle = degree = False
    if adjectives:
        participle = any(word[-1].endswith(_PARTICIPLES) for word in words[:adjectives])
        forms = [form.casefold() for form in candidate.forms[:adjectives]]
        degree = any(form.endswith(_DEGREES) for form in forms)
    joins = candidate.joins if size > 1 else []
    return Features(
        commonest=commonest,
        common=common / many,
        word_count=count / many,
        phrase_count=math.log(len(candidate.places)),
        place=math.log1p(candidate.first_place),
        two=float(size == 2),
        three=float(size > 2),
        adjective=float(size == 2 and adjectives == 1),
        preposition=float("ADP" in joins),
        conjunction=float("CONJ" in joins),
        acronym=float(size == 1 and sum(map(str.isupper, candidate.forms[0])) > 1),
        thesis=float(all(map(THESIS.issuperset, words))),
        thesis_head=float(not THESIS.isdisjoint(candidate.head)),
        participle=float(participle),
        degree=float(degree),
        letters=math.log(letters),
        in_title=float(candidate.key in title),
    )
