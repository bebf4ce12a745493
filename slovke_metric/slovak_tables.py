"""The endings that the Slovak rules know, written from the grammar, derived from no dictionary.

The paradigms are those of Slovak school grammar: adjectives pekný, cudzí, páví, otcov, matkin;
nouns chlap, hrdina, dub, stroj, žena, ulica, dlaň, kosť, mesto, srdce, vysvedčenie, dievča.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

LONG_VOWELS = frozenset("áéíóúýŕĺô")
VOWELS = frozenset("aáäeéiíoóôuúyý")
SHORTENED = {
    "á": "a",
    "é": "e",
    "í": "i",
    "ó": "o",
    "ú": "u",
    "ý": "y",
    "ô": "o",
    "ŕ": "r",
    "ĺ": "l",
}

# Endings of pekný, and of krásny, where the rhythmic law shortens them after a long syllable.
# Those of `STRONG` belong to adjectives only; nouns and verbs share the others.
HARD = ("ý", "á", "é", "ého", "ému", "ej", "ú", "ou", "om", "í", "ých", "ým", "ými")
HARD_SHORT = ("y", "a", "e", "eho", "emu", "ej", "u", "ou", "om", "i", "ych", "ym", "ymi")
SOFT = ("í", "ia", "ie", "ieho", "iemu", "ej", "iu", "ou", "om", "ích", "ím", "ími")
SOFT_SHORT = ("i", "a", "e", "eho", "emu", "ej", "u", "ou", "om", "ich", "im", "imi")
HARD_STRONG = frozenset(
    ["ého", "ému", "ých", "ými", "ým", "ej", "ú", "á", "é", "ý", "eho", "emu", "ych", "ymi", "ym"]
)
SOFT_STRONG = frozenset(["ieho", "iemu", "ích", "ími"])
# An adjective's ending -> the endings of its masculine, likeliest first. Nouns have those of
# `SHARED` too.
SHARED = ("ý", "y", "í", "i")
ADJECTIVE_ENDINGS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(HARD_STRONG, ("ý", "y")),
    **dict.fromkeys(SOFT_STRONG, ("í", "i")),
    **dict.fromkeys(("om", "ou"), SHARED),
    "ej": ("ý", "í", "y", "i"),
}
COMPARATIVE = frozenset((*SOFT, *SOFT_SHORT))

# Endings of noun paradigms that words in a suffix have, as far as they are safe to tell.
CHLAP = ("a", "u", "y", "ovi", "om", "ov", "och", "mi")
ZENA = ("a", "y", "e", "u", "ou", "ám", "ách", "am", "ach", "ami")
ULICA = ("a", "e", "i", "u", "ou", "am", "ach", "ami")
KOMISIA = ("a", "e", "i", "u", "ou", "ám", "ách", "am", "ach", "ami", "í")
MESTO = ("o", "a", "u", "e", "om", "á", "ám", "ách", "am", "ach", "ami")
VYSVEDCENIE = ("ie", "ia", "iu", "í", "ím", "iach", "iam", "iami")

# Comparatives and plurals of another root than their lexeme's.
SUPPLETIVE = {
    "horší": "zlý",
    "lepší": "dobrý",
    "menší": "malý",
    "väčší": "veľký",
    "ľudia": "človek",
}

# First parts of compounds and prefixes before which the rest is looked up.
PREFIXES = frozenset((
    "anti", "arci", "bi", "celo", "de", "des", "dis", "dvoj", "extra", "hyper", "infra", "inter",
    "intra", "kon", "kvázi", "medzi", "meta", "mini", "mnoho", "multi", "nad", "ne", "para", "pod",
    "poly", "post", "pre", "pred", "pri", "proti", "pseudo", "re", "seba", "spolu", "sub", "super",
    "trans", "tri", "troj", "ultra", "vele", "viac",
))  # fmt: skip

_CONSONANTS = "bcčdďfghjklľmnpprsštťvzž"
_LONG = ("á", "é", "í", "ó", "ú", "ý", "ia", "ie", "iu", "ô")


def _join(stem: str, endings: Iterable[str], lemma: str) -> Iterator[tuple[str, str]]:
    for ending in endings:
        yield stem + ending, lemma


def _adjectives() -> Iterator[tuple[str, str]]:
    """Endings with so much of the stem that no noun has them."""
    for stem in ("sk", "ck", "zk", "ov", "ovit", "liv", "ovan", "en", "ut", "teľn", "nut"):
        endings = HARD if stem[-1] not in "nt" or stem == "teľn" else [e for e in HARD if e != "í"]
        yield from _join(stem, endings, stem + "ý")
    for stem in ("it", "at", "av", "iv", "ist", "last", "an", "nat"):
        strong = (ending for ending in HARD if ending not in ("ou", "om", "í"))
        yield from _join(stem, strong, stem + "ý")
    for consonant in _CONSONANTS:
        stem = consonant + "n"
        yield from _join(stem, HARD, stem + "ý")
        for vowel in _LONG:
            yield from _join(vowel + stem, HARD_SHORT, vowel + stem + "y")
        for vowel in _LONG:
            stem = vowel + consonant + "sk"
            yield from _join(stem, HARD_SHORT, stem + "y")
    for consonant in "kv":
        yield consonant + "í", consonant + "ý"
    for vowel in _LONG:
        for stem in ("sk", "ck"):
            yield from _join(vowel + stem, HARD_SHORT, vowel + stem + "y")
        yield from _join(vowel + "van", [e for e in HARD if e != "í"], vowel + "vaný")
        yield from _join(vowel + "v", ("eho", "emu", "ych", "ym", "ymi", "ej"), vowel + "vy")
    yield from _join("ac", SOFT, "ací")
    yield from _join("ov", ("ho", "mu", "a", "o", "u", "e"), "ový")
    yield from _join("in", ("ho", "mu"), "in")


def _nouns() -> Iterator[tuple[str, str]]:
    """Endings with so much of the stem that the paradigm is sure, or nearly so."""
    yield from _join("ost", ("i", "í", "iach", "iam"), "osť")
    yield from _join("osť", ("", "ou", "ami"), "osť")
    for stem in ("an", "en", "ut", "at", "et", "it"):
        yield from _join(stem, VYSVEDCENIE, stem + "ie")
    for stem in ("stv", "ctv", "dl"):
        yield from _join(stem, MESTO, stem + "o")
        yield stem[:-1] + "ie" + stem[-1], stem + "o"
    yield from _join("isk", MESTO, "isko")
    yield "ísk", "isko"
    yield from _join("izm", ("us", "u", "e", "om", "y", "ov", "och", "ami"), "izmus")
    for consonant in (*_CONSONANTS, "e", "u"):
        if consonant in "čjšž":
            yield from _join(consonant, ("í", "iam", "iach"), consonant)
            continue
        yield from _join(consonant + "i", KOMISIA, consonant + "ia")
        if consonant in "tdlnv":
            yield from _join(consonant, ("ím", "í"), consonant + "ia")
        yield from _join(consonant + "i", ("um", "om", "á"), consonant + "ia")
    for consonant in _CONSONANTS.replace("c", "").replace("s", ""):
        stem = consonant + "k"
        yield from _join(stem, ZENA, stem)
        yield consonant + "iek", stem
    yield from _join("ik", ZENA, "ika")
    yield from _join("ic", ("a", "e", "i", "u", "ou", "ami", "iam", "iach"), "ica")
    yield "íc", "ica"
    for consonant in "tmgf":
        yield consonant + "ík", consonant + "ika"
        yield consonant + "ici", consonant + "ik"
    for stem in ("ik", "čik"):
        yield from _join(stem, ("", "ovi", "om", "ov", "och", "mi"), stem)
    yield from _join("čik", CHLAP, "čik")
    yield from _join("ík", CHLAP, "ík")
    for vowel in _LONG:
        for consonant in ("", *_CONSONANTS):
            stem = vowel + consonant + "nik"
            yield from _join(stem, CHLAP, stem)
            yield stem[:-1] + "ci", stem
    yield "íci", "ík"
    yield "áci", "ák"
    yield "ník", "ník"
    yield from _join("it", ZENA, "ita")
    yield "ít", "ita"
    yield from _join("ist", ("a", "u", "i", "ovi", "om", "ov", "och", "ami", "mi"), "ista")
    yield "telia", "teľ"
    yield "ovia", ""
    for short, soft in (("iarn", "iarň"), ("ovn", "ovň")):
        lemma = "iareň" if short == "iarn" else "ovňa"
        yield from _join(short, ("i", "e", "iam", "iach"), lemma)
        yield from _join(soft, ULICA, lemma)
    yield "iarní", "iareň"


# Form ending -> lemma ending, for words that no dictionary lists; the longest ending wins.
SUFFIXES: dict[str, str] = {**dict(_adjectives()), **dict(_nouns())}


def _sizes() -> dict[str, tuple[int, ...]]:
    sizes: dict[str, set[int]] = {}
    for suffix in SUFFIXES:
        if len(suffix) > 2:
            sizes.setdefault(suffix[-3:], set()).add(len(suffix))
    return {end: tuple(sorted(found, reverse=True)) for end, found in sizes.items()}


# Last three letters -> the lengths of the suffixes that end so, longest first.
SUFFIX_SIZES = _sizes()

# Last two letters of forms that only verbs have, or hardly any noun.
FINITE_VERB = frozenset(
    ["me", "te", "ím", "em", "áš", "aš", "eš", "íš", "iš", "jú", "al", "il", "el", "ul", "ol"],
).union(["la", "li", "lo", "aj", "uj", "úc", "ac"])

# Endings of nouns that are stripped off a word which no suffix above claims.
NOUN_ENDINGS = frozenset(
    [
        "ovi", "ov", "och", "om", "ami", "mi", "ách", "ám", "iach", "iam", "iami", "ou", "um",
        "a", "u", "y", "e", "i", "o",
    ]
)  # fmt: skip
NOUN_ENDINGS_AFTER_LONG = frozenset(["ach", "am"])
