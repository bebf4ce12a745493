"""YAKE: casing, position, frequency and context of words in one document (Campos et al. 2020).

The paper (section 3.1) takes the `yake` library with Slovak stop words and uni- to bigrams, and
uni- to trigrams in its section 6.3. Which stop words it took is not said; ours are stopwordsiso's.
The library's other options stay at its defaults, since the paper names none.
"""

import unicodedata
from collections.abc import Iterator, Sequence

from slovke.errors import MissingExtraError
from slovke.extract.protocol import Document
from slovke.extract.stopwords import stop_words


class Yake:
    """YAKE with clean stop words.

    Args:
        max_words: the longest phrase in words: 2 (paper, section 3.1) or 3 (section 6.3).
        top: how many keyphrases to give at most.
        lang: language of the documents, for stop words.
    """

    def __init__(self, *, max_words: int = 2, top: int = 20, lang: str = "sk") -> None:
        """Load the library once; raises MissingExtraError where it is not installed."""
        try:
            import yake
        except ImportError:
            raise MissingExtraError("YAKE", "baselines") from None

        self.name = "yake" if max_words == 2 else f"yake-{max_words}"
        self._extractor = yake.KeywordExtractor(
            lan=lang, n=max_words, top=top, stopwords=set(stop_words(lang))
        )

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield the keyphrases of each document, best (lowest YAKE score) first."""
        for document in documents:
            text = unicodedata.normalize("NFC", document.abstract)
            yield [phrase for phrase, _ in self._extractor.extract_keywords(text)]
