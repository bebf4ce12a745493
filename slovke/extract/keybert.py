"""KeyBERT: the candidates whose embeddings lie nearest to the document's (Grootendorst 2020).

The paper (section 3.3) takes uni- and bigrams and the encoder `kinit/slovakbert-sts-stsb`. It does
not say how candidates are cut; ours never cross a punctuation mark or a stop word, since the
library's own n-grams run across removed stop words and give phrases that the text does not hold.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from slovke.errors import InputError, MissingExtraError
from slovke.extract.protocol import Document
from slovke.extract.stopwords import stop_words
from slovke.extract.words import is_content, sentences

DEFAULT_MODEL = "kinit/slovakbert-sts-stsb"


class KeyBert:
    """KeyBERT over uni- and bigrams inside a sentence.

    Args:
        model: a sentence-transformers model by Hub name or local folder.
        diversity: None for the nearest candidates (paper); a number 0-1 turns on maximal marginal
            relevance with that diversity.
        top: how many keyphrases to give at most.
        lang: language of the stop words.
        batch: documents encoded at once.
    """

    name = "keybert"

    def __init__(
        self,
        *,
        model: str = DEFAULT_MODEL,
        diversity: float | None = None,
        top: int = 20,
        lang: str = "sk",
        batch: int = 32,
    ) -> None:
        """Load the encoder.

        Raises:
            MissingExtraError: keybert or sentence-transformers is not installed.
            InputError: the model is neither a folder nor in the cache nor to be had.
        """
        try:
            from keybert import KeyBERT
        except ImportError:
            raise MissingExtraError("KeyBERT", "baselines") from None
        self._encoder = load_encoder(model)
        self._keybert = KeyBERT(self._encoder)
        self._diversity = diversity
        self._top = top
        self._stop_words = stop_words(lang)
        self._batch = batch

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield the keyphrases of each document, nearest first."""
        for start in range(0, len(documents), self._batch):
            yield from self._extract_batch(documents[start : start + self._batch])

    def _extract_batch(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        candidates = [self._candidates(d.abstract) for d in documents]
        distinct = sorted({phrase for phrases in candidates for phrase in phrases})
        # Rounding takes away what padding to the batch's longest text changes in the last digits,
        # so that a document's result does not depend on its batch.
        vector = dict(zip(distinct, self._embed(distinct), strict=True))
        texts = self._embed([d.abstract for d in documents])
        for document, phrases, text in zip(documents, candidates, texts, strict=True):
            if not phrases:
                yield []
                continue
            found = self._keybert.extract_keywords(
                document.abstract,
                vectorizer=_given(phrases),
                top_n=self._top,
                use_mmr=self._diversity is not None,
                diversity=self._diversity or 0.0,
                doc_embeddings=text.reshape(1, -1),
                word_embeddings=_stack([vector[phrase] for phrase in sorted(phrases)]),
            )
            # KeyBERT rounds similarities to four digits and leaves ties in the order of a sort that
            # is not stable; the candidate that stands first in the text goes first.
            place = {phrase: index for index, phrase in enumerate(phrases)}
            if self._diversity is None:
                found = sorted(found, key=lambda pair: (-pair[1], place[pair[0]]))
            yield [phrases[phrase] for phrase, _ in found]

    def _candidates(self, text: str) -> dict[str, str]:
        """Casefolded phrase -> its first form in the text, in the order of the text."""
        found: dict[str, str] = {}
        for sentence in sentences(text):
            content = [form if is_content(form, self._stop_words) else "" for form in sentence]
            pairs = [f"{a} {b}" for a, b in pairwise(content) if a and b]
            for form in [word for word in content if word] + pairs:
                found.setdefault(form.casefold(), form)
        return found

    def _embed(self, texts: list[str]) -> Any:
        import numpy as np

        readable = [encodable(text) for text in texts]
        vectors = self._encoder.encode(readable, batch_size=self._batch, show_progress_bar=False)
        return np.round(vectors, 5)


def load_encoder(model: str) -> Any:
    """A sentence-transformers model by Hub name or folder.

    Raises:
        MissingExtraError: sentence-transformers is not installed.
        InputError: the model can't be found or read.
    """
    try:
        from sentence_transformers import SentenceTransformer

        logging = import_module("transformers.utils.logging")
    except ImportError:
        raise MissingExtraError("an encoder", "baselines") from None
    logging.disable_progress_bar()  # of the weights; ours shows the documents
    try:
        return SentenceTransformer(model, device="cpu")
    except (OSError, ValueError) as error:
        where = "folder" if Path(model).exists() else "Hub model (needs the network once)"
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise InputError(f"encoder {model!r}: cannot load it as a {where}: {reason}") from None


def encodable(text: str) -> str:
    """The text without halves of surrogate pairs, at which a tokenizer of words fails."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _given(phrases: dict[str, str]) -> Any:
    """A vectorizer that gives just these candidates, whatever the text."""
    from sklearn.feature_extraction.text import CountVectorizer

    def analyzer(_: str) -> list[str]:
        return list(phrases)

    return CountVectorizer(analyzer=analyzer)


def _stack(vectors: list[Any]) -> Any:
    import numpy as np

    return np.vstack(vectors)
