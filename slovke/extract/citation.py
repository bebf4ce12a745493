"""Citation forms: from a phrase as a text inflects it to what an author would write.

`rozvojového potenciálu` -> `rozvojový potenciál`, `aktívnej politiky trhu práce` -> `aktívna
politika trhu práce`: the head noun and the adjectives that agree with it go to the nominative,
genitive attributes stay, acronyms and foreign words are left alone. The number is the document's:
plural where the phrase lives in the plural there (`sociálnych sietí` -> `sociálne siete`).

The paper has no such step; its extractive systems return surface forms, which is where its gap
between exact and partial matches begins (section 6.2). A citation form has the metric's lemmas of
its phrase, or the phrase is returned as it is: so lemmatized scores hardly move, and it is scores
on the surface that gain.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from slovke.extract.agreement import Adjective, Agreement, Cells, Group, cells_of
from slovke.extract.closed_classes import PEOPLE_AS_ADJECTIVES, THINGS_AS_ADJECTIVES
from slovke.extract.nominative import (
    FEMININE_SUFFIXES,
    MASCULINE_SUFFIXES,
    Gender,
    Noun,
    adjective_nominative,
    gender_of,
    is_animate,
    plural_nominatives,
)
from slovke_metric.slovak import SlovakLemmatizer, SlovakRules, is_long, load_dictionary
from slovke_metric.slovak_tables import VOWELS
from slovke_metric.tokens import tokenize

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")

_PLURAL_NOUN = ("ami", "mi", "ách", "iach", "och", "ám", "iam", "ovia")
# Endings of nouns that tell the gender of a word that no dictionary lists.
_FEMININE = ("iami", "ami", "iach", "ách", "iam", "ám", "ou")
_MASCULINE = ("ovia", "ovi", "och", "ov", "om", "mi")


class Tagger(Protocol):
    """Tells parts of speech, as `slovke_metric.stanza_lemmas.StanzaLemmatizer` does."""

    def tags(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The universal part of speech of each word of each phrase."""
        ...


def citation_form(phrase: str, *, text: str | None = None, tagger: Tagger | None = None) -> str:
    """The citation form of one phrase.

    Args:
        phrase: a Slovak phrase as it stands in a text.
        text: the document that it comes from: its other occurrences there tell its number.
        tagger: tells parts of speech; rules do without.

    Returns:
        The citation form, whose lemmas by the metric are those of `phrase`; `phrase` itself where
        the rules find no noun or adjective to inflect.
    """
    return citation_forms([phrase], text=text, tagger=tagger)[0]


def citation_forms(
    phrases: Sequence[str],
    *,
    text: str | None = None,
    occurrences: Sequence[Iterable[str]] | None = None,
    tagger: Tagger | None = None,
) -> list[str]:
    """The citation forms of phrases of one document, in order. See `citation_form`.

    Args:
        phrases: as they stand in the text.
        text: the document.
        occurrences: of each phrase as the document inflects it, for a caller who knows them; else
            they are looked for in the text.
        tagger: tells parts of speech.
    """
    phrases = [unicodedata.normalize("NFC", phrase) for phrase in phrases]
    words = [tuple(_WORD.findall(phrase)) for phrase in phrases]
    tags = tagger.tags(words) if tagger else [None] * len(words)
    citer = _citer()
    evidence = _Evidence.of(text, words, occurrences, citer) if text else _NO_EVIDENCE
    return [
        citer.cite(phrase, own, tag, evidence)
        for phrase, own, tag in zip(phrases, words, tags, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What a document shows of its phrases: their occurrences by key, and its lower-case words."""

    occurrences: dict[tuple[str, ...], Counter[tuple[str, ...]]]
    lower: frozenset[str]

    @classmethod
    def of(
        cls,
        text: str,
        phrases: Sequence[tuple[str, ...]],
        occurrences: Sequence[Iterable[str]] | None,
        citer: _Citer,
    ) -> _Evidence:
        """The given occurrences of the phrases, or those that the text has."""
        words = tuple(_WORD.findall(unicodedata.normalize("NFC", text)))
        lower = frozenset(word for word in words if word.islower())
        if occurrences is None:
            return cls(_found(words, phrases, citer), lower)
        known = {}
        for phrase, own in zip(phrases, occurrences, strict=True):
            forms = (tuple(_WORD.findall(one.lower())) for one in own)
            # Equal keys need not have as many words: the metric drops some signs inside a word.
            known[citer.key(phrase)] = Counter(one for one in forms if len(one) == len(phrase))
        return cls(known, lower)


def _found(
    words: tuple[str, ...], phrases: Iterable[tuple[str, ...]], citer: _Citer
) -> dict[tuple[str, ...], Counter[tuple[str, ...]]]:
    """The occurrences of each phrase among the words of a text, inflected as they may be."""
    wanted = {citer.key(phrase): len(phrase) for phrase in phrases}
    lemmas = citer.lemmas(words)
    found: dict[tuple[str, ...], Counter[tuple[str, ...]]] = {}
    for size in set(wanted.values()) - {0}:
        for start in range(len(words) - size + 1):
            key = lemmas[start : start + size]
            if key in wanted:
                own = tuple(word.lower() for word in words[start : start + size])
                found.setdefault(key, Counter())[own] += 1
    return found


_NO_EVIDENCE = _Evidence({}, frozenset())


class _Citer:
    """The rules. Holds the dictionary, and nothing of a document."""

    def __init__(self) -> None:
        self._lookup = load_dictionary()
        self._rules = SlovakRules(self._lookup)
        self._lemmatizer = SlovakLemmatizer()
        self._agreement = Agreement(self._lookup)
        # A phrase is asked for up to four times, and common ones in many documents.
        self.key = lru_cache(maxsize=1 << 14)(self.lemmas)
        self._lemma = lru_cache(maxsize=1 << 15)(self._rules.lemma)
        self._known_noun = lru_cache(maxsize=1 << 15)(self._noun_of)
        self._plural = lru_cache(maxsize=1 << 15)(self._find_plural)

    def lemmas(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The metric's lemmas of the words."""
        return self._lemmatizer.lemmatize([words])[0]

    def cite(
        self, phrase: str, words: tuple[str, ...], tags: tuple[str, ...] | None, seen: _Evidence
    ) -> str:
        """The citation form of one phrase."""
        groups = self._agreement.groups(words, tags)
        if not groups:
            return phrase
        key, given = self.key(words), self.key(tokenize(phrase))
        occurrences = seen.occurrences.get(key, Counter())
        for singular in (False, True):
            new = list(words)
            for group in groups:
                self._inflect(group, words, occurrences, new, singular=singular)
            if words[0].istitle() and not seen.lower.isdisjoint((words[0].lower(), new[0].lower())):
                # A capital of the sentence's first word is none of the phrase's.
                new[0] = new[0].lower()
            result = _replace(phrase, new)
            # The plural may be another word's too (banky: of bank, of banka); the lemma is not.
            if self.key(tuple(new)) == key and self.key(tokenize(result)) == given:
                return result
        return phrase

    # Number, gender, nominative

    def _inflect(
        self,
        group: Group,
        words: tuple[str, ...],
        occurrences: Counter[tuple[str, ...]],
        new: list[str],
        *,
        singular: bool,
    ) -> None:
        if group.head is None:
            self._inflect_adjectives_alone(group, words, new)
            return
        form = words[group.head]
        lower = form.lower()
        forms = [lower, *(occurrence[group.head] for occurrence in occurrences)]
        noun, only_plural = self._noun(words, group.head, group, forms)
        if lower != noun.lemma and lower.startswith(noun.lemma):
            noun = replace(noun, whole=True)
        own = self._numbers(lower, noun, group.adjectives)
        plural = only_plural or own == {"p"}
        if not only_plural:
            votes: Counter[str] = Counter()
            for occurrence, times in occurrences.items():
                numbers = self._numbers_of(occurrence, group, noun)
                if len(numbers) == 1:
                    votes[next(iter(numbers))] += times
            if votes:
                plural = not votes["s"]
        plural = plural and (only_plural or not singular)
        nominative = noun.lemma if only_plural or not plural else self._plural(noun)
        new[group.head] = _like(form, nominative)
        for adjective in group.adjectives:
            inflected = adjective_nominative(
                adjective.masculine, noun.gender, plural=plural, animate=noun.animate
            )
            new[adjective.position] = _like(words[adjective.position], inflected)

    def _inflect_adjectives_alone(
        self, group: Group, words: tuple[str, ...], new: list[str]
    ) -> None:
        cells = group.adjectives[-1].cells
        number, genders = cells[0]
        for adjective in group.adjectives:
            gender: Gender = "f" if genders == "f" else "n" if genders == "n" else "m"
            plural, animate = number == "p", genders == "m"
            if adjective.masculine in PEOPLE_AS_ADJECTIVES:
                gender, animate = "m", True
                plural = any(number == "p" for number, _ in cells)
            elif (
                adjective_nominative(adjective.masculine, "n", plural=False, animate=False)
                in THINGS_AS_ADJECTIVES
            ):
                gender, plural = "n", False
            inflected = adjective_nominative(
                adjective.masculine, gender, plural=plural, animate=animate
            )
            new[adjective.position] = _like(words[adjective.position], inflected)

    def _noun(
        self, words: tuple[str, ...], position: int, group: Group, forms: Sequence[str]
    ) -> tuple[Noun, bool]:
        """The noun of a form, and whether it has a plural only. `forms`: all that the text has."""
        lower = words[position].lower()
        lemma = self._lemma(words[position]).lower()
        if position:
            lemma = self._rules.agreeing(words[position - 1].lower(), lower, lemma)
        listed = self._lookup(lemma) or self._lookup(lemma.capitalize())
        if listed is None and self._lookup(lower) is None:
            named = words[position][0].isupper()
            lemma = self._unlisted(lower, lemma, group, forms, named=named)
        return self._known_noun(lemma)

    def _noun_of(self, lemma: str) -> tuple[Noun, bool]:
        """The noun of a lemma, and whether it has a plural only."""
        if self._is_plural_only(lemma):
            return Noun(lemma, "f"), True
        gender = gender_of(lemma, self._lookup)
        return Noun(lemma, gender, is_animate(lemma, gender, self._lookup)), False

    def _is_plural_only(self, lemma: str) -> bool:
        """Whether a lemma is a plural ("noviny", "financie") and not a neuter ("učenie")."""
        if lemma.endswith("e"):
            stem = lemma[:-1]
            plural = lemma in (self._lookup(stem + "ám"), self._lookup(stem + "ami"))
            return plural and self._lookup(stem + "u") != lemma
        return lemma.endswith("y") and len(lemma) > 3

    def _unlisted(
        self, form: str, lemma: str, group: Group, forms: Sequence[str], *, named: bool
    ) -> str:
        """The nominative of a noun that no dictionary lists: by suffix, ending and adjectives."""
        if lemma[-1] in VOWELS or lemma.endswith(("osť", "teľ", "áreň", "iareň")):
            # A suffix told the paradigm; but Zamagurie and Pohronie are nominatives.
            return form if named and form.endswith("ie") else lemma
        stem = min(map(_stripped, forms), key=len)
        genders = set("mfn")
        for adjective in group.adjectives:
            genders &= {gender for _, allowed in adjective.cells for gender in allowed}
        if any(one.endswith(_FEMININE) for one in forms) or genders == {"f"}:
            return stem + "a"
        if any(one.endswith(_MASCULINE) for one in forms) or "f" not in genders:
            return stem
        if form[-1] not in "auyú":
            return form  # foreign ("machine"), or a nominative already
        if form.endswith("u") or stem.endswith(MASCULINE_SUFFIXES):
            return stem
        return stem + "a" if form.endswith("a") or stem.endswith(FEMININE_SUFFIXES) else stem

    def _numbers(self, form: str, noun: Noun, adjectives: Iterable[Adjective]) -> set[str]:
        """The numbers that a form of the noun and its adjectives may have."""
        return self._combine(
            self._noun_numbers(form, noun),
            [adjective.cells for adjective in adjectives],
            noun,
            form,
        )

    def _numbers_of(self, words: tuple[str, ...], group: Group, noun: Noun) -> set[str]:
        """The numbers of another occurrence of the same phrase."""
        if group.head is None:
            return {"s", "p"}
        cells = [cells_of(words[one.position], one.masculine) for one in group.adjectives]
        form = words[group.head]
        return self._combine(self._noun_numbers(form, noun), cells, noun, form)

    def _combine(
        self,
        numbers: set[str],
        cells: Iterable[Cells],
        noun: Noun,
        form: str,
    ) -> set[str]:
        for options in cells:
            allowed = {number for number, genders in options if noun.gender in genders}
            if form != noun.lemma and len(options) == 2 and options[0] == ("s", "n"):
                allowed.discard("s")  # "-é" is a neuter's in the nominative, and there only
            if allowed & numbers:
                numbers = numbers & allowed
            elif allowed:
                numbers = allowed
        return numbers

    def _noun_numbers(self, form: str, noun: Noun) -> set[str]:
        lemma = noun.lemma
        if form == lemma:
            return {"s"}
        oblique = (
            form[:2] != lemma[:2]  # človek, ľudia; dieťa, deti
            or form.endswith(_PLURAL_NOUN)
            or (form.endswith("ov") and not lemma.endswith("ov"))
            or (form.endswith(("ach", "am")) and is_long(form[:-2]))
            or (form.endswith("í") and not lemma.endswith("ie"))
            or (lemma[-1] in VOWELS and form[-1] not in VOWELS and form[-1] != "m")
        )
        if oblique:
            return {"p"}
        if form.endswith("í"):
            return {"s", "p"}
        if form == self._plural(noun):
            certain = noun.gender == "m" and (noun.animate or not form.endswith("i"))
            return {"p"} if certain or form.endswith("á") else {"s", "p"}
        return {"s"}

    def _find_plural(self, noun: Noun) -> str:
        """The plural nominative: of those the paradigm allows, the one that the dictionary has."""
        candidates = list(plural_nominatives(noun))
        for candidate in candidates:
            if self._lookup(candidate) == noun.lemma:
                return candidate
        for candidate in candidates:
            if self._lemma(candidate) == self._lemma(noun.lemma):
                return candidate
        return candidates[0]


@lru_cache(maxsize=1)
def _citer() -> _Citer:
    return _Citer()


def _stripped(form: str) -> str:
    """A noun's form without the ending."""
    for endings in (_FEMININE, _MASCULINE, ("a", "e", "i", "o", "u", "y", "á", "é", "ú")):
        for ending in endings:
            if form.endswith(ending) and len(form) > len(ending) + 2:
                return form[: -len(ending)]
    return form


def _like(form: str, word: str) -> str:
    """The word with the capitals of a form, also those inside ("JavaScript")."""
    if form.isupper() and len(form) > 1:
        return word.upper()
    size = 0
    while size < min(len(form), len(word)) and form[size].lower() == word[size]:
        size += 1
    return form[:size] + word[size:]


def _replace(phrase: str, words: Sequence[str]) -> str:
    """The phrase with its words replaced, and what stands between them kept."""
    own = iter(words)
    return _WORD.sub(lambda _: next(own), phrase)
