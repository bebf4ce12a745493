"""In which cases a Slovak noun or adjective may stand, by its ending.

What agrees with what, and what may be another noun's genitive, is told by sets of cases, which are
bits of an integer: six of the singular, six of the plural.
"""

from __future__ import annotations

from functools import reduce

from slovke.extract.adjective_forms import readings

_CASES = "NGDALI"
_BIT = {
    number + case: 1 << i for i, (number, case) in enumerate((n, c) for n in "sp" for c in _CASES)
}
ANY = (1 << 12) - 1


def cases(names: str) -> int:
    """The bits of cases named as in "sG pN": number (s, p), then case (N, G, D, A, L, I)."""
    return sum(_BIT[name] for name in names.split())


def case(number: str, name: str) -> int:
    """The bit of one number and case; 0 where either is not told."""
    return _BIT.get(number + name, 0)


GENITIVE = cases("sG pG")
NOMINATIVE = cases("sN pN")


def adjective_cases(form: str) -> int:
    """The cases that an adjective's form, lower-cased, may stand in.

    An accusative that equals the genitive is left out: it goes with animate nouns, whose own
    accusative is their genitive too, so that they agree in that.
    """
    bits = (
        _BIT[one.number + name]
        for one in readings(form)
        for name in one.cases
        if not (name == "A" and "G" in one.cases)
    )
    return reduce(int.__or__, bits, 0) or ANY


# The ending of the lemma -> endings of forms, on the lemma without its ending, and their cases.
_NOUN_CASES: dict[str, dict[str, int]] = {
    paradigm: {
        ending.strip("-"): cases(names)
        for entry in table.split(";")
        for ending, names in [entry.strip().split(" ", 1)]
    }
    for paradigm, table in {
        "a": "a sN; y sG pN pA; e sG sD sL pN pA; i sD sL pN; u sA sG; ou sI; - pG; í pG; ám pD;"
        "am pD; iam pD; ách pL; ach pL; iach pL; ami pI; ov pG pA; om sI pD; och pL; mi pI;"
        "ovi sD sL",
        "o": "o sN sA; a sG pN pA; u sD sL; e sL; om sI; á pN pA; - pG; í pG; ám pD; am pD; ách pL;"
        "ach pL; ami pI",
        "ie": "ie sN sA; ia sG pN pA; iu sD; í sL pG; ím sI; iam pD; iach pL; iami pI; í- pG",
        "e": "e sN sA; a sG pN pA; u sD; i sL; om sI; ia pN pA; í pG; iam pD; iach pL; ami pI;"
        "ťa sN; ata sG; atá pN; iat pG",
        "": "- sN sA; a sG sA; u sG sD sL; e sL sG pN pA; i sG sD sL pN pA; y pN pA; ovi sD sL;"
        "om sI pD; ov pG pA; och pL; mi pI; ami pI; ou sI; í pG; iam pD; iach pL; ia pN; ovia pN;"
        "iami pI; ach pL; am pD; ám pD; ách pL",
    }.items()
}
_OBLIQUE_ENDINGS: tuple[tuple[str, int], ...] = tuple(
    (ending, cases(names))
    for ending, names in (
        ("iach", "pL"), ("iami", "pI"), ("ami", "pI"), ("och", "pL"), ("ách", "pL"), ("iam", "pD"),
        ("ovi", "sD sL"), ("ou", "sI"), ("om", "sI pD"), ("ám", "pD"), ("ov", "pG pA"),
        ("mi", "pI"), ("ím", "sI"),
    )
)  # fmt: skip


def noun_cases(form: str, lemma: str) -> int:
    """The cases that a noun's form may stand in, both lower-cased."""
    if lemma.endswith("ie"):
        paradigm, stem = "ie", lemma[:-2]
    elif lemma[-1] in "aoe":
        paradigm, stem = lemma[-1], lemma[:-1]
    else:
        paradigm, stem = "", lemma.removesuffix("us") if lemma.endswith("izmus") else lemma
    table = _NOUN_CASES[paradigm]
    if form == lemma:
        return table[paradigm]
    # The stem may change before the ending (vowel length, a fleeting vowel), so that only the
    # ending is compared once it does not simply follow.
    if form.startswith(stem) and form[len(stem) :] in table:
        return table[form[len(stem) :]]
    for ending, possible in _OBLIQUE_ENDINGS:
        if form.endswith(ending):
            return possible
    for size in (2, 1):
        possible = table.get(form[-size:], 0)
        if possible:
            return possible
    return table.get("", ANY) | (GENITIVE if paradigm in "aoe" else 0)
