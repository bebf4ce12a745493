"""Parts of speech and cases by rules: closed classes, the metric's Slovak lemmas, endings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from slovke.extract.closed_classes import (
    ADVERBS,
    CONJUNCTIONS,
    NOUNS_IN_T,
    OTHERS,
    PEOPLE_AS_ADJECTIVES,
    PREPOSITIONS,
    THINGS_AS_ADJECTIVES,
    TO_BE,
    UNITS,
)
from slovke.extract.grammatical_cases import ANY, adjective_cases, cases, noun_cases
from slovke.extract.tagging import Pos, TaggedWord
from slovke.extract.words import is_word, sentences

FUNCTION_WORDS: dict[str, Pos] = {
    **dict.fromkeys(OTHERS | ADVERBS | UNITS, "X"),
    **dict.fromkeys(CONJUNCTIONS, "CONJ"),
    **dict.fromkeys(PREPOSITIONS, "ADP"),
}
_NOUNS_AS_ADJECTIVES = PEOPLE_AS_ADJECTIVES | {
    # The metric's lemma of a payment is an adjective's.
    name
    for thing in THINGS_AS_ADJECTIVES
    for name in (thing, thing[:-1] + "ý")
}
_REMEMBERED = 200_000  # words
LONGEST_WORD = 60  # letters; what is longer is no word of any language

# Endings of verbs among words that no dictionary lists.
_VERB_ENDINGS = (
    "ujeme", "ujete", "ujú", "uje", "ovala", "ovalo", "oval", "ovať", "úvať", "ávame", "ávajú",
    "ávala", "izovať", "íme", "ime", "ali", "ili", "eli", "uli",
)  # fmt: skip
_PAST = ("l", "la", "lo", "li")
# Infinitives in -sť; all other words in it (kosť, bolesť, oblasť) are nouns.
_VERBS_IN_ST = ("iesť", "jesť", "ásť", "iasť", "ísť", "jsť")
_UNITS = "jeden|dva|tri|štyri|päť|šesť|sedem|osem|deväť"
_NUMERAL = re.compile(
    rf"(násť|dsať|desiat)({_UNITS})?$|(nást|dsiat|desiat|šest|siedm|ôsm|deviat)(ich|im|imi)$|tisíc$"
)
_ROMAN = re.compile(r"X{0,3}(IX|IV|V?I{0,3})")
_DIMENSIONS = re.compile(r"\d[A-Z]")  # 3D, 5G
_FOREIGN_LETTERS = frozenset("wqx")


class RulesTagger:
    """Tags by closed classes, lemmas and endings. Instances hold a cache of word forms only."""

    __slots__ = ("_cache", "_lemma", "_lookup")

    def __init__(self) -> None:
        """Load the metric's dictionary, if nothing else has."""
        from slovke_metric.slovak import SlovakRules, load_dictionary

        self._lookup: Callable[[str], str | None] = load_dictionary()
        self._lemma = SlovakRules(self._lookup).lemma
        self._cache: dict[str, tuple[Pos, int, bool, bool]] = {}

    @property
    def signature(self) -> str:
        """The versions of the rules and of the dictionary."""
        from slovke_metric import get_lemmatizer

        return f"rules/2({get_lemmatizer().signature})"

    def tag(self, texts: Sequence[str]) -> Iterator[list[list[TaggedWord]]]:
        """Yield the tagged sentences of each text."""
        for text in texts:
            yield [list(self._sentence(words)) for words in sentences(text)]

    def _sentence(self, words: list[str]) -> Iterator[TaggedWord]:
        begins = True
        for place, form in enumerate(words):
            pos, possible, named, as_noun = self._known(form)
            if pos == "NOUN" and not begins and form[0].isupper():
                pos = "PROPN"
            if as_noun and not self._has_noun(words, place):
                pos = "NOUN"
            begins = begins and not is_word(form)
            yield TaggedWord(form, pos, possible, named)

    def _has_noun(self, words: list[str], place: int) -> bool:
        """Whether an adjective belongs to a word behind it, or is said of one before it."""
        if place and words[place - 1].casefold() in TO_BE:
            return True
        after = words[place + 1] if place + 1 < len(words) else ""
        return bool(after) and self._known(after)[0] in ("NOUN", "PROPN", "ADJ")

    def word(self, form: str) -> tuple[Pos, int]:
        """The part of speech and the possible cases of one word."""
        return self._known(form)[:2]

    def is_name(self, form: str) -> bool:
        """Whether a capitalised word is not the dictionary's word in lower case."""
        return self._known(form)[2]

    def cases_as(self, form: str, *, adjective: bool) -> int:
        """The possible cases of a word that is known to be an adjective, or a noun."""
        low = form.casefold()
        if adjective:
            return adjective_cases(low)
        return noun_cases(low, self._lemma(form).casefold()) or ANY

    def _known(self, form: str) -> tuple[Pos, int, bool, bool]:
        """Part of speech, cases, whether it is a name, or a noun unless one follows; remembered."""
        found = self._cache.get(form)
        if found is None:
            if len(self._cache) > _REMEMBERED:
                self._cache.clear()
            pos, possible = self._tag(form)
            as_noun = pos == "ADJ" and self._lemma(form.casefold()) in _NOUNS_AS_ADJECTIVES
            found = self._cache[form] = (pos, possible, self._is_name(form), as_noun)
        return found

    def _is_name(self, form: str) -> bool:
        if not form[0].isupper():
            return False
        low = form.lower()
        return self._lookup(low) is None and self._lemma(low).casefold() == low

    def _tag(self, form: str) -> tuple[Pos, int]:
        if not any(letter.isalpha() for letter in form):
            return ("NUM" if any(letter.isdigit() for letter in form) else "PUNCT"), 0
        low = form.casefold()
        known = FUNCTION_WORDS.get(low)
        if known is not None:
            return known, 0
        if not 1 < len(form) <= LONGEST_WORD:
            return "X", 0
        if _NUMERAL.search(low):
            return "NUM", 0
        if sum(letter.isupper() for letter in form) > 1 or not form.isalpha():
            return self._special(form, low)
        return self._plain(form, low)

    def _special(self, form: str, low: str) -> tuple[Pos, int]:
        """Acronyms, and words with hyphens, digits, dots or slashes in them."""
        last = low.replace("‑", "-").replace("‐", "-").rsplit("-", 1)[-1]
        if last != low and last.isalpha() and len(last) > 3:
            pos, possible = self._plain(last, last)
            return ("X", 0) if pos == "VERB" else (pos, possible)
        if form.isalpha() and len(form) > 5:  # a whole text or heading in capitals
            return self._plain(low, low)
        if form[0].isdigit() and not _DIMENSIONS.fullmatch(form):
            return "NUM", 0
        if _ROMAN.fullmatch(form):
            return "NUM", 0
        if form.islower() and re.search(r"[./]", form):  # units: mmol/l, t.ha-1
            return "X", 0
        return "PROPN", ANY

    def _plain(self, form: str, low: str) -> tuple[Pos, int]:
        listed = self._lookup(form) or self._lookup(low) or self._lookup(low.capitalize())
        lemma = self._lemma(form).casefold()
        if self._is_verb(low, lemma, listed=listed is not None):
            return "VERB", 0
        if self._is_unlisted_adverb(low) if listed is None else self._is_adverb(low, lemma):
            return "X", 0
        foreign = lemma == low or _FOREIGN_LETTERS.intersection(low)
        if listed is None and low.isascii() and foreign:
            return "NOUN", ANY
        if _is_adjective(low, lemma):
            return "ADJ", adjective_cases(low)
        if listed is None and low.endswith("ov") and form[0].isupper():
            return "ADJ", cases("sN sA")  # Shannonov; of names that are unlisted plurals are rare
        return "NOUN", noun_cases(low, lemma)

    def _is_verb(self, low: str, lemma: str, *, listed: bool) -> bool:
        if lemma.endswith("ť"):
            noun = lemma in NOUNS_IN_T or (
                lemma.endswith("sť") and not lemma.endswith(_VERBS_IN_ST)
            )
            return not noun or low.endswith(_PAST)  # stal: of the verb stať sa
        return not listed and low.endswith(_VERB_ENDINGS)

    def _is_adverb(self, low: str, lemma: str) -> bool:
        """An adverb that the dictionary has beside its adjective."""
        if low != lemma or len(low) < 4:
            return False
        stem = low[:-1]
        if low[-1] in "eo":
            return any(self._lookup(stem + end) == stem + end for end in ("ý", "y"))
        if low.endswith(("sky", "cky", "zky")):
            return self._lookup(stem + "ý") == stem + "ý"
        return False

    def _is_unlisted_adverb(self, low: str) -> bool:
        """An adverb by its ending: after a short syllable an adjective would have a long one.

        `konvenčne` is no form of konvenčný, whose neuter is konvenčné; `spektrofotometricky` none
        of spektrofotometrický.
        """
        from slovke_metric.slovak import is_long

        stem = low[:-1]
        if len(low) < 6 or is_long(stem):
            return False
        if low.endswith(("icky", "sky", "cky")):
            return low.endswith("icky") or self._lookup(stem + "ý") == stem + "ý"
        return low[-1] in "eo" and self._lookup(stem + "ý") == stem + "ý"


def _is_adjective(low: str, lemma: str) -> bool:
    from slovke_metric.slovak import is_long

    if lemma.endswith("ý"):
        return True
    if lemma.endswith(("í", "i")):
        return not low.endswith(("ov", "ovi", "ami"))
    # After a long syllable the rhythmic law shortens the ending: krásny, nízky.
    return lemma.endswith("y") and is_long(lemma[:-1])
