"""Parts of speech and possible cases of the words of a text: by rules, or by Stanza.

What a keyphrase candidate needs to know of a word is little: is it a noun, an adjective, a
preposition, a conjunction or something else, and in which cases may it stand, so that an adjective
goes only with a noun that agrees and a noun only with another's genitive. The rules tell it from
closed classes, the metric's Slovak lemmas and the endings of the paradigms; Stanza tells it from a
model. The rules depend on nothing but the package's own dependencies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from slovke.errors import InputError, MissingExtraError
from slovke.extract.closed_classes import (
    ADVERBS,
    CONJUNCTIONS,
    NOUNS_IN_T,
    OTHERS,
    PREPOSITIONS,
)
from slovke.extract.words import Word, sentences

Pos = Literal["NOUN", "PROPN", "ADJ", "VERB", "ADP", "CONJ", "NUM", "PUNCT", "X"]
NOMINAL = frozenset(("NOUN", "PROPN"))

# A set of cases is a set of bits: six of the singular, six of the plural.
_CASES = "NGDALI"
_BIT = {
    number + case: 1 << i for i, (number, case) in enumerate((n, c) for n in "sp" for c in _CASES)
}
ANY = (1 << 12) - 1


def cases(names: str) -> int:
    """The bits of cases named as in "sG pN": number (s, p), then case (N, G, D, A, L, I)."""
    return sum(_BIT[name] for name in names.split())


GENITIVE = cases("sG pG")
NOMINATIVE = cases("sN pN")


OPEN = frozenset(("NOUN", "PROPN", "ADJ", "VERB", "NUM", "PUNCT"))
FUNCTION_WORDS: dict[str, Pos] = {
    **dict.fromkeys(OTHERS | ADVERBS, "X"),
    **dict.fromkeys(CONJUNCTIONS, "CONJ"),
    **dict.fromkeys(PREPOSITIONS, "ADP"),
}


@dataclass(frozen=True, slots=True)
class TaggedWord:
    """A word or mark of a text.

    Attributes:
        form: as it stands in the text.
        start: its first character's offset.
        pos: its part of speech; "X" is everything that no candidate may hold.
        cases: the cases that it may stand in, as bits; `ANY` where nothing tells.
        named: whether its capital is its own: the dictionary has it so only, or not at all.
    """

    form: str
    start: int
    pos: Pos
    cases: int = ANY
    named: bool = False


class Tagger(Protocol):
    """Tags texts sentence by sentence."""

    @property
    def signature(self) -> str:
        """The tagger and every version that its result depends on."""
        ...

    def tag(self, texts: Sequence[str]) -> Iterator[list[list[TaggedWord]]]:
        """Yield the tagged sentences of each text. A text's result depends on that text alone."""
        ...


def load_tagger(tagger: str | Tagger = "rules", *, stanza_dir: str | Path | None = None) -> Tagger:
    """The tagger of a name: "rules", or "stanza" with models from `stanza_dir`.

    Args:
        tagger: a name, or a tagger, which is returned as it is.
        stanza_dir: the folder of Stanza's models; None for STANZA_RESOURCES_DIR or Stanza's own.

    Raises:
        InputError: an unknown name, or no Slovak model in that folder.
        MissingExtraError: Stanza is not installed.
    """
    if not isinstance(tagger, str):
        return tagger
    if tagger == "rules":
        return RulesTagger()
    if tagger == "stanza":
        return StanzaTagger(stanza_dir)
    raise InputError(f"no tagger {tagger!r}: take rules or stanza")


# The rules

_ADJECTIVE_CASES: tuple[tuple[str, int], ...] = tuple(
    (ending, cases(names))
    for endings, names in (
        ("ieho ého eho", "sG sA"),
        ("iemu ému emu", "sD"),
        ("ými ymi ími imi", "pI"),
        ("ých ych ích ich", "pG pA pL"),
        ("ým ym ím im", "sI pD"),
        ("ej", "sG sD sL"),
        ("ou", "sI"),
        ("om", "sL"),
        ("iu ú u", "sA"),
        ("ia á a", "sN"),
        ("ie é e", "sN sA pN pA"),
        ("ý y", "sN sA"),
        ("í i", "sN sA pN"),
    )
    for ending in endings.split()
)

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

_VERB_ENDINGS = (
    "ujeme", "ujete", "ujú", "uje", "ovali", "ovala", "ovalo", "oval", "ovať", "úvať", "ávame",
    "ávajú", "ávali", "ávala", "izovať", "íme", "ime",
)  # fmt: skip
_FOREIGN_LETTERS = frozenset("wqx")


class RulesTagger:
    """Tags by closed classes, lemmas and endings. Instances hold a cache of word forms only."""

    __slots__ = ("_cache", "_lemma", "_lookup")

    def __init__(self) -> None:
        """Load the metric's dictionary, if nothing else has."""
        from slovke_metric.slovak import SlovakRules, load_dictionary

        self._lookup: Callable[[str], str | None] = load_dictionary()
        self._lemma = SlovakRules(self._lookup).lemma
        self._cache: dict[str, tuple[Pos, int]] = {}

    @property
    def signature(self) -> str:
        """The versions of the rules and of the dictionary."""
        from slovke_metric import get_lemmatizer

        return f"rules/1({get_lemmatizer().signature})"

    def tag(self, texts: Sequence[str]) -> Iterator[list[list[TaggedWord]]]:
        """Yield the tagged sentences of each text."""
        for text in texts:
            yield [list(self._sentence(words)) for words in sentences(text)]

    def _sentence(self, words: list[Word]) -> Iterator[TaggedWord]:
        begins = True
        for word in words:
            pos, possible = self.word(word.form)
            if pos == "NOUN" and not begins and word.form[0].isupper():
                pos = "PROPN"
            if word.is_word:
                begins = False
            yield TaggedWord(word.form, word.start, pos, possible, self.is_name(word.form))

    def word(self, form: str) -> tuple[Pos, int]:
        """The part of speech and the possible cases of one word; remembered."""
        found = self._cache.get(form)
        if found is None:
            if len(self._cache) > 200_000:
                self._cache.clear()
            found = self._cache[form] = self._tag(form)
        return found

    def is_name(self, form: str) -> bool:
        """Whether a capitalised word is not the dictionary's word in lower case."""
        if not form[0].isupper():
            return False
        low = form.lower()
        return self._lookup(low) is None and self._lemma(low).casefold() == low

    def cases_as(self, form: str, *, adjective: bool) -> int:
        """The possible cases of a word that is known to be an adjective, or a noun."""
        low = form.casefold()
        if adjective:
            return _adjective_cases(low)
        return _noun_cases(low, self._lemma(form).casefold()) or ANY

    def _tag(self, form: str) -> tuple[Pos, int]:
        if not any(letter.isalpha() for letter in form):
            return ("NUM" if any(letter.isdigit() for letter in form) else "PUNCT"), 0
        low = form.casefold()
        known = FUNCTION_WORDS.get(low)
        if known is not None:
            return known, 0
        if len(form) < 2:
            return "X", 0
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
        return "PROPN", ANY

    def _plain(self, form: str, low: str) -> tuple[Pos, int]:
        listed = self._lookup(form) or self._lookup(low) or self._lookup(low.capitalize())
        lemma = self._lemma(form).casefold()
        if lemma.endswith("ť") and not lemma.endswith("osť") and lemma not in NOUNS_IN_T:
            return "VERB", 0
        if listed is None:
            if low.endswith(_VERB_ENDINGS):
                return "VERB", 0
            if low.isascii() and (lemma == low or _FOREIGN_LETTERS.intersection(low)):
                return "NOUN", ANY
        if self._is_adverb(low, lemma):
            return "X", 0
        if _is_adjective(low, lemma):
            return "ADJ", _adjective_cases(low)
        return "NOUN", _noun_cases(low, lemma)

    def _is_adverb(self, low: str, lemma: str) -> bool:
        if low != lemma or len(low) < 4:
            return False
        stem = low[:-1]
        if low[-1] in "eo":
            return any(self._lookup(stem + end) == stem + end for end in ("ý", "y"))
        if low.endswith(("sky", "cky", "zky")):
            return self._lookup(stem + "ý") == stem + "ý"
        return False


def _adjective_cases(low: str) -> int:
    return next((possible for end, possible in _ADJECTIVE_CASES if low.endswith(end)), ANY)


def _is_adjective(low: str, lemma: str) -> bool:
    from slovke_metric.slovak import is_long

    if lemma.endswith("ý"):
        return True
    if lemma.endswith(("í", "i")):
        return not low.endswith(("ov", "ovi", "ami"))
    # After a long syllable the rhythmic law shortens the ending: krásny, nízky.
    return lemma.endswith("y") and is_long(lemma[:-1])


def _noun_cases(low: str, lemma: str) -> int:
    if lemma.endswith("ie"):
        paradigm, stem = "ie", lemma[:-2]
    elif lemma[-1] in "aoe":
        paradigm, stem = lemma[-1], lemma[:-1]
    else:
        paradigm, stem = "", lemma.removesuffix("us") if lemma.endswith("izmus") else lemma
    table = _NOUN_CASES[paradigm]
    if low == lemma:
        return table[paradigm]
    # The stem may change before the ending (vowel length, a fleeting vowel), so that only the
    # ending is compared once it does not simply follow.
    if low.startswith(stem) and low[len(stem) :] in table:
        return table[low[len(stem) :]]
    for ending, possible in _OBLIQUE_ENDINGS:
        if low.endswith(ending):
            return possible
    for size in (2, 1):
        possible = table.get(low[-size:], 0)
        if possible:
            return possible
    return table.get("", ANY) | (GENITIVE if paradigm in "aoe" else 0)


# Stanza

_UPOS: dict[str, Pos] = {
    "NOUN": "NOUN",
    "PROPN": "PROPN",
    "ADJ": "ADJ",
    "ADP": "ADP",
    "CCONJ": "CONJ",
    "VERB": "VERB",
    "AUX": "X",
    "NUM": "NUM",
    "PUNCT": "PUNCT",
    "SYM": "PUNCT",
}
_CASE_OF = {"Nom": "N", "Gen": "G", "Dat": "D", "Acc": "A", "Loc": "L", "Ins": "I"}
_BATCH = 32  # texts in one call of the pipeline


class StanzaTagger:
    """Tags by a Stanza model, whose cases are the rules' where the model has no features.

    Sentences and words are cut as for the rules, so that candidates do not depend on
    two tokenizers.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        """Load the models.

        Args:
            folder: Stanza's resources; None for STANZA_RESOURCES_DIR or Stanza's own folder.

        Raises:
            MissingExtraError: Stanza is not installed.
            InputError: there is no Slovak model.
        """
        try:
            import stanza
        except ImportError:
            raise MissingExtraError("the Stanza tagger", "stanza") from None
        place: dict[str, Any] = {} if folder is None else {"dir": str(folder)}
        try:
            self._pipeline = stanza.Pipeline(
                "sk",
                processors="tokenize,pos",
                download_method=None,
                tokenize_pretokenized=True,
                use_gpu=False,
                verbose=False,
                **place,
            )
        except Exception as error:
            where = "Stanza's default folder" if folder is None else str(folder)
            raise InputError(
                f"no Stanza model for Slovak in {where} ({type(error).__name__}): download it once "
                "by `python -c \"import stanza; stanza.download('sk')\"`, or name its folder"
            ) from None
        self._version = stanza.__version__
        self._rules = RulesTagger()

    @property
    def signature(self) -> str:
        """Stanza's version."""
        return f"stanza/{self._version}"

    def tag(self, texts: Sequence[str]) -> Iterator[list[list[TaggedWord]]]:
        """Yield the tagged sentences of each text, several texts at once."""
        for start in range(0, len(texts), _BATCH):
            cut = [sentences(text) for text in texts[start : start + _BATCH]]
            every = [words for text in cut for words in text]
            tagged = iter(self._annotate(every))
            for text in cut:
                yield [next(tagged) for _ in text]

    def _annotate(self, every: list[list[Word]]) -> Iterable[list[TaggedWord]]:
        if not every:
            return
        document = self._pipeline([[word.form for word in words] for words in every])
        for words, sentence in zip(every, document.sentences, strict=True):
            yield [
                TaggedWord(
                    word.form,
                    word.start,
                    *self._of(word.form, tagged.upos, tagged.feats),
                    self._rules.is_name(word.form),
                )
                for word, tagged in zip(words, sentence.words, strict=True)
            ]

    def _of(self, form: str, upos: str | None, feats: str | None) -> tuple[Pos, int]:
        """The part of speech and cases of a word that Stanza gave these for."""
        pos = _UPOS.get(upos or "X", "X")
        if pos not in ("NOUN", "PROPN", "ADJ"):
            by_rules = self._rules.word(form)
            # Function words are told best by their list, and foreign ones are nouns to us.
            foreign = upos == "X" and by_rules[0] in NOMINAL
            return by_rules if foreign or by_rules[0] not in OPEN else (pos, 0)
        if form.casefold() in FUNCTION_WORDS or len(form) < 2 or not any(map(str.isalpha, form)):
            return self._rules.word(form)
        if sum(map(str.isupper, form)) > 1 and len(form) < 8:
            return "PROPN", ANY
        named = dict(feat.split("=", 1) for feat in (feats or "").split("|") if "=" in feat)
        number = {"Sing": "s", "Plur": "p"}.get(named.get("Number", ""), "")
        case = _CASE_OF.get(named.get("Case", ""), "")
        return pos, _BIT.get(number + case) or self._rules.cases_as(form, adjective=pos == "ADJ")
