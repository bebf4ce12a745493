"""The default lemmatizer of Slovak: simplemma's dictionary with agreement rules.

The dictionary gives each form one lemma, so the forms of one adjective part ("hlavné" -> "hlavná",
"hlavného" -> "hlavný"), and a form that a noun shares with a verb may go to the verb. The rules
here put the adjective back together, prefer nouns to verbs (keyphrases are nominal), and give the
forms of a word that the dictionary does not list one key by its paradigm. That key is a lemma where
the suffix tells the paradigm ("-ácií" -> "-ácia") and the bare stem where it does not, since
matching needs equal keys, not readable ones. Negation stays: "závislý" and "nezávislý" never meet.

The rules are written from the grammar. simplemma (MIT) brings the dictionary, which its authors
derived from Michal Měchura's lemmatization lists (Open Database License) and others; no entry of it
is copied here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from .slovak_tables import (
    ADJECTIVE_ENDINGS,
    COMPARATIVE,
    FINITE_VERB,
    HARD_STRONG,
    LONG_VOWELS,
    NOUN_ENDINGS,
    NOUN_ENDINGS_AFTER_LONG,
    PREFIXES,
    SHARED,
    SHORTENED,
    SOFT_SHORT,
    SOFT_STRONG,
    SUFFIX_SIZES,
    SUFFIXES,
    SUPPLETIVE,
    VOWELS,
)

RULES_VERSION = 2

# The lemma of a form exactly as written, or None.
Lookup = Callable[[str], str | None]


@lru_cache(maxsize=1)
def load_dictionary() -> Lookup:
    """simplemma's Slovak dictionary, loaded once a process (about 1 s and 100 MiB)."""
    from simplemma.strategies.dictionaries import dictionary_factory

    # simplemma 2 shares one factory with its own functions; 1.1 has none to share.
    shared = getattr(dictionary_factory, "DEFAULT_DICTIONARY_FACTORY", None)
    factory = shared or dictionary_factory.DefaultDictionaryFactory(cache_max_size=1)
    entries = factory.get_dictionary("sk")
    # Past the wrapper's two calls a lookup takes half the time; the wrapper does where it differs.
    raw = getattr(entries, "_dict", None)
    if not isinstance(raw, dict) or not isinstance(next(iter(raw)), bytes):
        return entries.get
    raw_get = raw.get

    def lookup(word: str) -> str | None:
        lemma: bytes | None = raw_get(word.encode())
        return None if lemma is None else lemma.decode()

    return lookup


def is_long(stem: str) -> bool:
    """Whether the last syllable of a stem is long: the rhythmic law shortens the ending then."""
    for position in range(len(stem) - 1, -1, -1):
        letter = stem[position]
        if letter in LONG_VOWELS:
            return True
        if letter in VOWELS:
            return letter in "aeu" and position > 0 and stem[position - 1] == "i"
    return False


def _hard(stem: str) -> str:
    """The masculine nominative of an adjective of the paradigm pekný, by the rhythmic law."""
    return stem + ("y" if is_long(stem) else "ý")


def _bare(stem: str) -> str:
    """A stem without what changes in it: the fleeting vowel, the length of the last syllable."""
    if stem.endswith("iek"):
        stem = stem[:-3] + "k"
    elif stem.endswith("ľk"):
        stem = stem[:-2] + "lk"
    elif stem.endswith(("ok", "ek", "ec")) and len(stem) > 4 and stem[-3] not in VOWELS:
        stem = stem[:-2] + stem[-1]
    elif stem.endswith("tel"):
        stem = stem[:-1] + "ľ"
    elif stem.endswith(("tr", "dr", "br")):
        stem = stem[:-1] + "er"
    for position in range(len(stem) - 1, 0, -1):
        letter = stem[position]
        if letter in SHORTENED:
            return stem[:position] + SHORTENED[letter] + stem[position + 1 :]
        if letter in VOWELS:
            break
    return stem


def _fleeting(stem: str) -> tuple[str, str]:
    """A stem with each of the vowels that come and go before its last consonant."""
    return f"{stem[:-1]}e{stem[-1:]}", f"{stem[:-1]}o{stem[-1:]}"


def _is_comparative(form: str, mark: int) -> bool:
    """Whether a comparative's ending stands behind the `š` at `mark`."""
    return mark > 1 and form[mark + 1 :] in COMPARATIVE


def _participle(form: str) -> str | None:
    """The masculine of an active participle (rotujúcich -> rotujúci, chodiacej -> chodiaci)."""
    if "c" not in form:
        return None
    for mark in ("úc", "iac"):
        cut = form.rfind(mark) + len(mark)
        if cut > 4 and form[cut:] in SOFT_SHORT:
            return form[:cut] + "i"
    return None


class SlovakRules:
    """Lemmas of single Slovak words, from a dictionary and the rules."""

    __slots__ = ("_lookup",)

    def __init__(self, lookup: Lookup) -> None:
        """Take the dictionary: a function from a form, as written, to its lemma or None."""
        self._lookup = lookup

    def lemma(self, word: str, *, attribute: bool = False) -> str:
        """The lemma of a word, lower-cased where the word is known.

        Args:
            word: one token in NFC, not empty.
            attribute: whether a word follows that agrees, so that a form shared by an adjective
                and a noun ("dlhom", "Downov") is read as the adjective.
        """
        lookup = self._lookup
        if attribute and word.endswith("ov"):
            return self._possessive(word.lower())
        found = lookup(word)
        if word.islower():
            lower = word
            if found is None:
                # Authors and datasets lower-case names. An adjective is likelier than a name,
                # though: "belgickom" is not "Belgicko".
                adjective = self._adjective(word, shared=True)
                if adjective:
                    return adjective
                found = lookup(word.capitalize())
                if found is None:
                    return self._unlisted(word)
        else:
            lower = word.lower()
            if found is None:
                if len(word) < 5 and word.isupper():
                    return lower
                found = lookup(lower) or lookup(word.capitalize())
                if found is None:
                    return self._unlisted(lower)
        return self._listed(lower, found, attribute)

    def agreeing(self, adjective: str, form: str, lemma: str) -> str:
        """The noun that a form is of behind an adjective, where two nouns share it.

        "činu" may be of čin or čina, but "trestného činu" is of čin; "ústavu" may be of ústav or
        ústava, but "novú ústavu" is of ústava.
        """
        if adjective.endswith(_FEMININE):
            if lemma[-1:] not in VOWELS and form.endswith(("u", "y", "e", "ou")):
                stem = form[:-2] if form.endswith("ou") else form[:-1]
                return self._first_lemma(stem + "a") or lemma
        elif (
            adjective.endswith(_NOT_FEMININE)
            and lemma.endswith("a")
            and form.endswith(("u", "a", "e", "i"))
        ):
            return self._first_lemma(form[:-1]) or lemma
        return lemma

    def _is_lemma(self, word: str) -> bool:
        return self._lookup(word) == word

    def _first_lemma(self, *candidates: str) -> str | None:
        for candidate in candidates:
            if self._lookup(candidate) == candidate:
                return candidate
        return None

    # Words of the dictionary

    def _listed(self, form: str, lemma: str, attribute: bool) -> str:
        """Mend the dictionary's choice for a form."""
        if len(form) < 3:
            return lemma
        end = lemma[-1]
        if end == "ý":
            better = self._noun_in_i(form)
            if better is None and not attribute:
                better = self._noun_in_om(form)
        elif end == "ť":
            better = self._beside_verb(form, lemma)
        elif end in "áéae":
            better = self._masculine(lemma[:-1], end) or self._adjective(form)
            if better is None:
                better = SUPPLETIVE.get(lemma)
        elif end == "y":
            better = self._singular(form)
        elif form == lemma:
            better = self._owner(lemma[:-2]) if lemma.endswith("ov") else None
        else:
            better = self._beside_noun(form, lemma, attribute)
        return better or lemma

    def _beside_verb(self, form: str, verb: str) -> str | None:
        """The participle or noun that the dictionary put under a verb."""
        if form == verb or form[-2:] in FINITE_VERB or verb.endswith("osť"):
            return None
        return self._adjective_of_verb(form) or self._noun_of_verb(form) or SUPPLETIVE.get(form)

    def _beside_noun(self, form: str, noun: str, attribute: bool) -> str | None:
        """What a form is likelier of than of the masculine or neuter that the dictionary chose."""
        if noun.endswith("v") and form.endswith("ovi"):
            return self._owner(noun[:-2])
        if noun.endswith("o") and _is_comparative(form, form.rfind("š")):
            return self._first_lemma(noun[:-1] + "ý", noun[:-1] + "y")
        adjective = self._adjective(form, shared=attribute)
        if adjective is None and noun.endswith("um"):
            return self._noun_in_om(form)
        return adjective

    def _singular(self, form: str) -> str | None:
        """The noun of a form in -om that the dictionary put under a plural ("počtom", počty).

        Nouns that have no singular have no such form.
        """
        stem = form[:-2]
        return self._first_lemma(stem, *_fleeting(stem)) if form.endswith("om") else None

    def _masculine(self, stem: str, end: str) -> str | None:
        """The adjective whose feminine or neuter the dictionary took for a lemma of its own."""
        if end in "áé":
            return self._first_lemma(stem + "ý")
        if stem.endswith("i"):
            return self._first_lemma(stem[:-1] + "í")
        if is_long(stem):
            return self._first_lemma(stem + "y", stem + "i")
        return None

    def _adjective(self, form: str, *, shared: bool = False) -> str | None:
        """The dictionary's adjective of a form, if the ending says that it is one.

        `shared`: also by an ending that nouns have too (-om, -ou).
        """
        for size in (4, 3, 2, 1):
            masculines = ADJECTIVE_ENDINGS.get(form[-size:])
            if masculines is None or (masculines == SHARED and not shared):
                continue
            stem = form[:-size]
            for masculine in masculines:
                if self._lookup(stem + masculine) == stem + masculine:
                    return stem + masculine
            break
        return self._comparative(form) if "š" in form else None

    def _comparative(self, form: str) -> str | None:
        """The positive of a comparative or superlative whose positive the dictionary has."""
        mark = form.rfind("š")
        if not _is_comparative(form, mark):
            return None
        stem = form[3:mark] if form.startswith("naj") else form[:mark]
        positive = SUPPLETIVE.get(stem + "ší")
        if positive:
            return positive
        stem = stem.removesuffix("ej")
        return self._first_lemma(stem + "ý", stem + "y")

    def _adjective_of_verb(self, form: str) -> str | None:
        """The participle or adjective that the dictionary put under a verb."""
        found = _participle(form)
        if found:
            return found
        for size in (3, 2, 1):
            if form[-size:] in HARD_STRONG:
                stem = form[:-size]
                found = self._first_lemma(stem + "ý", stem + "y")
                if found is None and stem.endswith(("an", "en", "ut", "at", "it")):
                    found = stem + "ý"
                return found
        return self._comparative(form)

    def _noun_of_verb(self, form: str) -> str | None:
        """The noun that shares a form with the verb that the dictionary chose."""
        if form[-1] in "uyea":
            stem = form[:-1]
            return self._first_lemma(stem + "a", stem, stem + "o")
        for size in (3, 2):
            ending = form[-size:]
            if ending in ("ami", "ách", "ou", "ám"):
                return self._first_lemma(form[:-size] + "a")
            if ending in ("och", "om", "ov", "mi"):
                return self._first_lemma(form[:-size])
        return self._noun_in_i(form)

    def _noun_in_i(self, form: str) -> str | None:
        """The noun of a form in -ní, -tí: "častí" is of časť, "hodnotení" of hodnotenie."""
        ending = form[-2:]
        if ending == "ní":
            noun = self._first_lemma(form[:-1] + "ie", form[:-2] + "ň")
            if noun is None and form.endswith("vaní"):
                noun = form[:-1] + "ie"
            return noun
        if ending == "tí":
            # Behind a vowel -ť is a verb's ("zajatí" is not of zajať).
            noun = None if form[-3] in VOWELS else self._first_lemma(form[:-2] + "ť")
            return noun or self._first_lemma(form[:-1] + "ie")
        return None

    def _noun_in_om(self, form: str) -> str | None:
        """The masculine noun of a form in -om: "druhom" is of druh before it is of druhý."""
        if not form.endswith("om"):
            return None
        stem = form[:-2]
        if self._is_lemma(stem) and stem in map(
            self._lookup, (stem + "u", stem + "a", stem + "ov")
        ):
            return stem
        return None

    def _possessive(self, form: str) -> str:
        """The key of an owner's adjective in -ov, the one that its other forms have."""
        return form if self._is_lemma(form) else form + "ý"

    def _owner(self, stem: str) -> str | None:
        """The noun behind a form in -ov, -ovi: a genitive is likelier than a possessive."""
        if len(stem) < 3:
            return None
        return self._first_lemma(stem, stem + "a")

    # Words that the dictionary does not list

    def _unlisted(self, form: str) -> str:
        if len(form) < 4 or not form.isalpha():
            return form
        lemma = self._guess(form)
        return lemma if lemma[-1] in VOWELS or self._is_lemma(lemma) else _bare(lemma)

    def _guess(self, form: str) -> str:
        mark = form.rfind("ejš")
        if mark > 2 and form[mark + 3 :] in COMPARATIVE:
            stem = form[3:mark] if form.startswith("naj") else form[:mark]
            return self._first_lemma(stem + "ý", stem + "y") or _hard(stem)
        found = _participle(form)
        if found:
            return found
        for size in SUFFIX_SIZES.get(form[-3:], ()):
            ending = SUFFIXES.get(form[-size:])
            if ending is not None and size < len(form):
                return form[:-size] + ending
        found = self._compound(form)
        if found:
            return found
        ending = SUFFIXES.get(form[-2:])
        if ending is not None:
            return form[:-2] + ending
        return self._guess_adjective(form) or self._guess_noun(form)

    def _compound(self, form: str) -> str | None:
        """The lemma of a prefixed word or compound by its last part, unless that is a verb."""
        for size in (2, 3, 4, 5, 6):
            if form[:size] in PREFIXES:
                found = self._last_part(form, size)
                if found:
                    return found
        cut = form.find("o", 2) + 1
        while 0 < cut < len(form) - 3:
            found = self._last_part(form, cut)
            if found:
                return found
            cut = form.find("o", cut) + 1
        return None

    def _last_part(self, form: str, cut: int) -> str | None:
        rest = form[cut:]
        if len(rest) < 5:
            return None
        found = self._lookup(rest)
        if found is None or (found.endswith("ť") and not found.endswith("osť")):
            return None
        return form[:cut] + self._listed(rest, found, attribute=False)

    def _guess_adjective(self, form: str) -> str | None:
        for size in (4, 3, 2, 1):
            ending = form[-size:]
            if ending in SOFT_STRONG and len(form) > size + 2:
                return form[:-size] + "í"
            if ending in HARD_STRONG and len(form) > size + 2:
                stem = form[:-size]
                if ending == "ej" and stem[-1] in "cčďjšťž":
                    return stem + "í"
                if ending[0] in "ey" and ending != "ej" and not is_long(stem):
                    continue
                return _hard(stem)
        return None

    def _guess_noun(self, form: str) -> str:
        if form.endswith(("yho", "ymu")):
            return form[:-2]
        if form.endswith("eym"):
            return form[:-1]
        if form.endswith(("ay", "ei", "ey", "oy", "ue")):
            return form
        for size in (4, 3, 2, 1):
            ending = form[-size:]
            stem = form[:-size]
            if len(stem) > 2 and (
                ending in NOUN_ENDINGS or (ending in NOUN_ENDINGS_AFTER_LONG and is_long(stem))
            ):
                return self._first_lemma(stem, stem + "a", stem + "o") or stem
        return self._first_lemma(form + "a", form + "o") or form


# Endings of the locative and instrumental that adjectives share with nouns -> how the word after
# such an adjective ends.
_SHARED_ENDINGS = {"om": ("om", "e", "i", "u", "í"), "ou": ("ou",)}


# Endings of adjectives that tell the gender of the noun behind them.
_FEMININE = ("ej", "ou", "ú")
_NOT_FEMININE = ("ého", "ému", "eho", "emu")
_GENDERED = _FEMININE + _NOT_FEMININE
# Of a masculine adjective in the nominative.
_NOMINATIVE = ("ý", "y", "í")
# Small words that end in a consonant, as a noun in the nominative does.
_SMALL_WORDS = frozenset({"bez", "cez", "nad", "od", "okrem", "pod", "pred", "spod", "von", "však"})


class SlovakLemmatizer:
    """simplemma's dictionary with the Slovak rules. Instances hold no state of a call."""

    __slots__ = ("_rules",)

    def __init__(self) -> None:
        """Load the dictionary, if no other instance has."""
        self._rules = SlovakRules(load_dictionary())

    @property
    def signature(self) -> str:
        """The versions of the rules and of the dictionary."""
        from importlib.metadata import version

        return f"slovak-rules/{RULES_VERSION}+simplemma/{version('simplemma')}"

    def lemmatize(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The lemma of each token, casefolded; one lemma a token."""
        lemma, agreeing = self._rules.lemma, self._rules.agreeing
        known: dict[str, str] = {"": ""}
        attributes: dict[str, str] = {}
        result = []
        for phrase in phrases:
            lemmas: list[str] = []
            previous = ""
            for position, token in enumerate(phrase):
                ending = token[-2:]
                attribute = (
                    self._agrees(phrase, position)
                    if ending in _SHARED_ENDINGS
                    else ending == "ov" and self._owns(phrase, position)
                )
                memory = attributes if attribute else known
                found = memory.get(token)
                if found is None:
                    found = lemma(token, attribute=attribute).casefold()
                    memory[token] = found
                if previous.endswith(_GENDERED):
                    found = agreeing(previous, token, found)
                lemmas.append(found)
                previous = token
            result.append(tuple(lemmas))
        return result

    def _agrees(self, phrase: tuple[str, ...], position: int) -> bool:
        """Whether the next word may be what the adjective at `position` belongs to."""
        following = phrase[position + 1 : position + 2]
        return bool(following) and following[0].endswith(_SHARED_ENDINGS[phrase[position][-2:]])

    def _owns(self, phrase: tuple[str, ...], position: int) -> bool:
        """Whether a form in -ov is an owner's adjective ("Downov syndróm").

        It is before a masculine nominative. A genitive plural ("učiteľov") comes behind a noun.
        """
        following = phrase[position + 1 : position + 2]
        if not following or (position and not phrase[position - 1].endswith(_NOMINATIVE)):
            return False
        word = following[0].lower()
        return (
            len(word) > 2
            and word not in _SMALL_WORDS
            and (word[-1] not in VOWELS or word.endswith(_NOMINATIVE))
            and self._rules.lemma(word) == word
        )
