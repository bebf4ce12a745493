"""Which words of a phrase are inflected together: a head noun and the adjectives that agree.

By rules, from the metric's Slovak lemmas and the endings of the adjective paradigms; a tagger's
parts of speech override them where there is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from slovke.extract.adjective_forms import ADJECTIVE_FORMS
from slovke.extract.closed_classes import CONJUNCTIONS, PREPOSITIONS
from slovke_metric.slovak import Lookup, SlovakRules, is_long
from slovke_metric.slovak_tables import COMPARATIVE, HARD, HARD_SHORT, SOFT, SOFT_SHORT

_REMEMBERED = 1 << 15  # words

# What an adjective's form allows: pairs of number and genders.
Cells = tuple[tuple[str, str], ...]

# otcov, matkin: what these endings allow, beside those that all adjectives have.
_OF_POSSESSIVES: dict[str, Cells] = {
    **dict.fromkeys(("", "ho", "mu"), (("s", "mn"),)),
    "o": (("s", "n"),),
}
_CELLS: dict[str, Cells] = _OF_POSSESSIVES | {
    ending: tuple((one.number, one.genders) for one in forms)
    for ending, forms in ADJECTIVE_FORMS.items()
}
_POSSESSIVE = frozenset(
    ["", "a", "o", "e", "u", "ho", "mu", "ej", "ou", "om", "ým", "ých", "ými", "i"]
)
_PARADIGMS = {
    "ý": frozenset(HARD),
    "y": frozenset(HARD_SHORT),
    "í": frozenset(SOFT),
    "i": frozenset(SOFT_SHORT),
}
_SURNAMES = ("ová", "ovej", "ovú", "ovou")  # of women: adjectives, and no possessives
_POSSESSIVE_ONLY = ("ova", "ovo", "ove", "ovu", "ovho", "ovmu")


@dataclass(frozen=True, slots=True)
class Adjective:
    """An adjective's position, its masculine, and the numbers and genders that its form allows."""

    position: int
    masculine: str
    cells: Cells


@dataclass(frozen=True, slots=True)
class Group:
    """A head noun's position, or None, and the adjectives that agree with it."""

    head: int | None
    adjectives: tuple[Adjective, ...]


def cells_of(form: str, masculine: str) -> Cells:
    """The numbers and genders that a form of an adjective may have; none if it is no form of it.

    >>> cells_of("osobnej", "osobný")
    (('s', 'f'),)
    """
    stem = masculine if masculine.endswith(("ov", "in")) else masculine[:-1]
    ending = form[len(stem) :]
    if not form.startswith(stem) or ending not in _PARADIGMS.get(masculine[-1], _POSSESSIVE):
        return ()
    if masculine[-1] in "ýy" and ending in ("í", "i"):
        return (("p", "m"),)
    return _CELLS[ending]


class Agreement:
    """Finds what agrees with what. Holds the dictionary, and nothing of a phrase."""

    def __init__(self, lookup: Lookup) -> None:
        """Take the dictionary: a function from a form, as written, to its lemma or None."""
        self._lookup = lookup
        self._rules = SlovakRules(lookup)
        # Words recur from phrase to phrase, and each is asked about up to four times in one.
        self._masculine = lru_cache(_REMEMBERED)(self._find_masculine)
        self._is_verb = lru_cache(_REMEMBERED)(self._find_verb)

    def groups(self, words: tuple[str, ...], tags: tuple[str, ...] | None) -> list[Group]:
        groups: list[Group] = []
        adjectives: list[Adjective] = []
        acronym = False
        position = 0
        while position < len(words):
            word = words[position]
            lower = word.lower()
            tag = tags[position] if tags else None
            if lower in PREPOSITIONS and len(words) > 1:
                break
            if lower in CONJUNCTIONS:
                # "malých a stredných podnikov" goes on to its noun, "výchovy a vzdelávania" to a
                # second one.
                position += 1
                continue
            if not word.isalpha() or len(word) == 1 or (word.isupper() and len(word) < 7):
                acronym = True
                position += 1
                continue
            if self._is_adverb(words, position, tag):
                position += 1
                continue
            adjective = self._adjective(words, position, tag)
            if adjective:
                adjectives.append(adjective)
                position += 1
                continue
            if self._is_verb(lower) and tag not in ("NOUN", "PROPN"):
                return []
            if acronym and not adjectives and not groups and word[0].isupper():
                return []
            after = position + 1
            if after < len(words):
                behind = self._adjective_behind(words, after, tags)
                if behind:
                    adjectives.append(behind)
                    after += 1
            groups.append(Group(position, tuple(adjectives)))
            adjectives = []
            if not self._goes_on(words, position, after):
                return groups
            position = after
        if adjectives:
            groups.append(Group(None, tuple(adjectives)))
        return groups

    def _is_adverb(self, words: tuple[str, ...], position: int, tag: str | None) -> bool:
        """An adverb before an adjective: "štatisticky významného rozdielu"."""
        if position + 1 >= len(words):
            return False
        lower = words[position].lower()
        if tag is not None and tag not in ("ADV", "X", "ADJ"):
            return False
        stem = lower[:-1]
        derived = lower.endswith(("cky", "sky")) or (
            lower.endswith(("o", "e"))
            and (self._lookup(stem + "ý") == stem + "ý" or self._lookup(stem + "y") == stem + "y")
        )
        if not derived or self._adjective(words, position, None):
            return False
        return self._adjective(words, position + 1, None) is not None

    def _goes_on(self, words: tuple[str, ...], head: int, after: int) -> bool:
        """Whether what stands behind a head is inflected as it is: joined to it, or its surname."""
        if after + 1 < len(words) and words[after].lower() in CONJUNCTIONS:
            return True
        return after == head + 1 < len(words) and self._is_first_name(words, head)

    def _is_first_name(self, words: tuple[str, ...], position: int) -> bool:
        """Whether a word is a person's name by the dictionary, with a name behind it."""
        name, after = words[position], words[position + 1]
        lemma = self._lookup(name)
        return (
            lemma is not None
            and lemma.istitle()
            and self._lookup(name.lower()) is None
            and after.istitle()
        )

    def _find_verb(self, lower: str) -> bool:
        lemma = self._rules.lemma(lower)
        return (
            lemma.endswith("ť")
            and self._lookup(lemma) == lemma
            and self._lookup(lemma[:-1] + "l") == lemma
        )

    def _adjective(
        self, words: tuple[str, ...], position: int, tag: str | None
    ) -> Adjective | None:
        word = words[position]
        lower = word.lower()
        if tag is not None and tag not in ("ADJ", "DET", "NUM", "VERB", "X"):
            return None
        masculine = self._masculine(word, position + 1 < len(words))
        if lower.endswith(_SURNAMES) and position and self._is_first_name(words, position - 1):
            masculine = lower[: lower.rindex("ov")] + "ový"
        if masculine is None:
            return None
        cells = cells_of(lower, masculine)
        return Adjective(position, masculine, cells) if cells else None

    def _find_masculine(self, word: str, attribute: bool) -> str | None:
        """The masculine of a form of an adjective, or None for another part of speech."""
        lower = word.lower()
        lemma = self._rules.lemma(word, attribute=attribute).lower()
        mark = lower.rfind("š")
        if mark > 1 and lower[mark + 1 :] in COMPARATIVE and not lemma[:-1].endswith("š"):
            return lower[: mark + 1] + ("i" if is_long(lower[:mark]) else "í")
        if lemma.endswith(("ov", "in")):
            return lemma if lower != lemma and self._lookup(lemma + "ho") == lemma else None
        if lemma.endswith("ový") and self._lookup(lemma) is None:
            # The metric's lemma is one for both; "Planckova" is of Planckov, "klastrová" is not.
            named = word[:1].isupper() and self._lookup(lemma[:-3]) is None
            return lemma[:-1] if named or lower.endswith(_POSSESSIVE_ONLY) else lemma
        is_adjective = lemma.endswith(("ý", "í", "ci", "ži", "ši"))
        if is_adjective or (lemma.endswith("y") and is_long(lemma[:-1])):
            return lemma
        return None

    def _adjective_behind(
        self, words: tuple[str, ...], position: int, tags: tuple[str, ...] | None
    ) -> Adjective | None:
        """An adjective behind its noun: "kyseliny sírovej", "ľanu siateho"."""
        if position + 1 < len(words) and words[position + 1].lower() not in PREPOSITIONS:
            return None
        if words[position][0].isupper():
            return None  # a name: "okres Revúca"
        return self._adjective(words, position, tags[position] if tags else None)
