"""Nominatives of Slovak adjectives and nouns: what a citation form is put together from.

By the paradigms of Slovak school grammar. Where two nominatives are possible ("-y" or "-e"), the
dictionary's forms decide, then the ending of the stem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from slovke_metric.slovak import is_long

Gender = Literal["m", "f", "n"]
FEMININE: Gender = "f"
MASCULINE: Gender = "m"

_SOFT = ("c", "č", "dz", "dž", "ď", "j", "ľ", "ň", "š", "ť", "ž")
_HARDENED = {"ň": "n", "ľ": "l", "ť": "t", "ď": "d"}  # as "dlaň, dlane" is written
# Endings of words for people, whose plural is animate.
_PEOPLE = ("teľ", "ík", "ár", "iar", "čan", "ent", "ant", "ológ", "ist", "át", "or", "ec", "ák")
# Stems of feminines in -a and of masculines, where nothing else tells.
FEMININE_SUFFIXES = ("án", "ín", "íd", "óz", "úr", "ád", "ik", "it", "k", "ec", "ovň", "áci")
MASCULINE_SUFFIXES = ("tor", "ér", "ent", "ant", "ológ", "ing", "bot", "át", "ét", "óm", "gram")
_FEMININE_SUFFIXES = ("osť", "esť", "asť", "áreň", "iareň", "ovňa", "áž", "eň", "oc", "eč", "äť")


# Endings of adjectives in the nominative: masculine, feminine, neuter, plural, plural of men.
_ADJECTIVES = {
    "ý": ("ý", "á", "é", "é", "í"),
    "y": ("y", "a", "e", "e", "i"),
    "í": ("í", "ia", "ie", "ie", "í"),
    "i": ("i", "a", "e", "e", "i"),
    "ov": ("", "a", "o", "e", "i"),
}


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun's lemma, its gender, whether it is a word for men (its plural agrees in -í), and
    whether a form shows that endings leave the stem as it is (útok, útokov; not článok, článkov).
    """

    lemma: str
    gender: Gender
    animate: bool = False
    whole: bool = False


def adjective_nominative(masculine: str, gender: Gender, *, plural: bool, animate: bool) -> str:
    """The nominative of an adjective, from its masculine singular.

    >>> adjective_nominative("osobný", "m", plural=True, animate=False)
    'osobné'
    """
    possessive = masculine.endswith(("ov", "in"))
    stem = masculine if possessive else masculine[:-1]
    nominatives = _ADJECTIVES["ov" if possessive else masculine[-1]]
    if plural:
        return stem + nominatives[4 if animate else 3]
    return stem + nominatives["mfn".index(gender)]


def gender_of(lemma: str, lemma_of: Callable[[str], str | None]) -> Gender:
    """The gender of a noun by its ending, and by the forms that a dictionary has of it.

    Args:
        lemma: the nominative singular, lower-cased.
        lemma_of: a form's lemma in the dictionary, or None.
    """
    neuter = (
        lemma.endswith(("o", "e"))
        or (lemma.endswith("um") and lemma_of(lemma + "u") != lemma)  # centrum, not výskum
        or (lemma.endswith("a") and lemma in (lemma_of(lemma + "ťa"), "dieťa"))
    )
    if neuter:
        return "n"
    if lemma.endswith("a"):
        dative = lemma_of(lemma[:-1] + "ovi")
        is_man = dative == lemma or (lemma.endswith("ista") and lemma_of(lemma) is None)
        return "m" if is_man else "f"
    for ending, gender in (("ou", FEMININE), ("om", MASCULINE)):
        if lemma in (lemma_of(lemma + ending), lemma_of(_fleeting(lemma) + ending)):
            return gender
    return "f" if lemma.endswith(_FEMININE_SUFFIXES) else "m"


def is_animate(lemma: str, gender: Gender, lemma_of: Callable[[str], str | None]) -> bool:
    """Whether a masculine is a word for men, by its dative or its suffix."""
    if gender != "m":
        return False
    stem = lemma[:-1] if lemma.endswith("a") else lemma
    # The dictionary gives some datives to the possessive: pacientovi, of pacientov.
    dative = any(lemma_of(one + "ovi") in (lemma, one + "ov") for one in (stem, _fleeting(stem)))
    if dative and lemma.endswith(_PEOPLE) and not lemma.endswith("teľ"):
        return True
    ending = "e" if stem.endswith(_SOFT) else "y"
    if stem == lemma and lemma_of(_harden(_fleeting(stem)) + ending) == lemma:
        return False  # druhy, roboty, ukazovatele: words for things, whatever their dative
    if dative:
        return True
    return lemma_of(lemma) is None and lemma.endswith(_PEOPLE)


def plural_nominatives(noun: Noun) -> Iterator[str]:
    """The plural nominatives that the noun's paradigm allows, likeliest first."""
    lemma = noun.lemma
    irregular = {"človek": "ľudia", "dieťa": "deti", "oko": "oči", "ucho": "uši", "deň": "dni"}
    if lemma in irregular:
        yield irregular[lemma]
    if noun.gender == "m":
        yield from _masculine_plurals(noun)
    elif noun.gender == "f":
        yield from _feminine_plurals(lemma)
    else:
        yield from _neuter_plurals(lemma)


def _masculine_plurals(noun: Noun) -> Iterator[str]:
    stem = noun.lemma.removesuffix("a")
    if stem.endswith("us"):
        yield stem[:-2] + "y"
    stems = dict.fromkeys((stem,) if noun.whole else (_fleeting(stem), stem))
    for one in stems:
        if noun.animate:
            if one.endswith("teľ"):
                yield one[:-1] + "lia"
            if one.endswith("an"):
                yield one + "ia"
            if one.endswith("k"):
                yield one[:-1] + "ci"
            if one.endswith("ch"):
                yield one[:-2] + "si"
            if one.endswith("g") or one.endswith("h") or noun.lemma.endswith("ca"):
                yield one + "ovia"
            yield one + "i"
            yield one + "ovia"
            yield one + "ia"
        elif one.endswith(_SOFT):
            yield _harden(one) + "e"
            yield one + "y"
        elif one.endswith(("ár", "er", "tr", "iér", "ier", "dr", "br")):
            yield one + "e"
            yield one + "y"
        else:
            yield one + "y"
            yield one + "e"


def _feminine_plurals(lemma: str) -> Iterator[str]:
    stem = lemma.removesuffix("a")
    if lemma.endswith("a"):
        yield _harden(stem) + ("e" if stem.endswith((*_SOFT, "i")) else "y")
        return
    for one in dict.fromkeys((_fleeting(stem), stem)):
        soft = one == lemma and lemma.endswith(("sť", "c", "č"))
        endings = ("i", "e") if soft else ("e", "i")
        for ending in endings:
            yield _harden(one) + ending


def _neuter_plurals(lemma: str) -> Iterator[str]:
    if lemma.endswith("ie"):
        yield lemma[:-1] + "a"
    elif lemma.endswith("um"):
        yield lemma[:-2] + ("a" if is_long(lemma[:-2]) and not lemma.endswith("ium") else "á")
        yield lemma[:-2] + "á"
    elif lemma.endswith("o"):
        yield lemma[:-1] + ("a" if is_long(lemma[:-1]) else "á")
        yield lemma[:-1] + ("á" if is_long(lemma[:-1]) else "a")
    elif lemma.endswith("e"):
        yield lemma[:-1] + "ia"
        yield lemma[:-1] + "a"
    elif lemma.endswith("a"):
        yield lemma + "tá"


def _fleeting(stem: str) -> str:
    """The stem as it is before an ending: výsledok, výsledk-; koniec, konc-."""
    if len(stem) < 4:
        return stem
    last = stem[-1]
    if stem[-3:-1] == "ie" and last in "cň":
        return stem[:-3] + last
    if stem[-2] in "eoá" and last in "kcrlnňm" and stem[-3] not in "aeiouyáéíóúý":
        return stem[:-2] + last
    return stem


def _harden(stem: str) -> str:
    return stem[:-1] + _HARDENED.get(stem[-1], stem[-1])
