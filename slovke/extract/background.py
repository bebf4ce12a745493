"""How rare a lemma is in general Slovak: from the frequency list of the package wordfreq.

wordfreq counts forms; here the frequencies of all forms of a lemma are added up, by the metric's
own lemmatizer, so that a lemma is as rare as its inflections together.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import lru_cache

from slovke.errors import MissingExtraError
from slovke.extract.document_frequencies import DocumentFrequencies
from slovke.extract.genre_words import METHOD, THESIS

# Zipf frequency of a lemma that the list does not hold; its rarest forms have 3.0.
FLOOR = 3.0
# log10 of the words in an abstract (paper, table 1: 134), as a share of a billion: a lemma of Zipf
# frequency z is expected in about 10 ** (z - 6.9) of all abstracts.
_DOCUMENT = 6.9
# In what share of all theses words of the genre are expected, however rare they are elsewhere.
THESIS_SHARE = 0.5
METHOD_SHARE = 0.1
PRIOR = 3000.0

# Lemma -> Zipf frequency, not below FLOOR.
Commonness = Callable[[str], float]


def commonness(frequencies: DocumentFrequencies | None = None) -> Commonness:
    """How common a lemma is in theses, on the Zipf scale.

    Its expected share of documents, from general Slovak and the genre's words, is the prior; where
    a corpus was seen, its document frequency takes over as documents come in (`PRIOR` is how many
    documents the prior counts as).
    """
    general = zipf_frequencies()

    def expected(lemma: str) -> float:
        share = 10 ** (max(FLOOR, general.get(lemma, FLOOR)) - _DOCUMENT)
        if lemma in THESIS:
            return min(1.0, max(share, THESIS_SHARE))
        if lemma in METHOD:
            return min(1.0, max(share, METHOD_SHARE))
        return min(1.0, share)

    @lru_cache(maxsize=100_000)
    def zipf(lemma: str) -> float:
        share = expected(lemma)
        if frequencies is not None:
            seen = frequencies.counts.get(lemma, 0)
            share = (seen + PRIOR * share) / (frequencies.documents + PRIOR)
        return max(FLOOR, math.log10(share) + _DOCUMENT)

    return zipf


@lru_cache(maxsize=1)
def zipf_frequencies() -> Mapping[str, float]:
    """Lemma -> Zipf frequency (log10 of occurrences in a billion tokens) in general Slovak.

    Raises:
        MissingExtraError: wordfreq is not installed.
    """
    try:
        from wordfreq import get_frequency_dict
    except ImportError:
        raise MissingExtraError("LemmaRank", "baselines") from None
    from slovke_metric import get_lemmatizer

    forms = get_frequency_dict("sk", wordlist="small")
    words = [word for word in forms if word.isalpha()]
    lemmas = get_lemmatizer().lemmatize([(word,) for word in words])
    total: dict[str, float] = defaultdict(float)
    for word, (lemma,) in zip(words, lemmas, strict=True):
        total[lemma] += forms[word]
    return {lemma: math.log10(frequency * 1e9) for lemma, frequency in total.items()}
