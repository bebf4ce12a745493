"""Lemmas by Stanza, the paper's lemmatizer (section 5.1), and its parts of speech.

The paper does not say how its phrases reached Stanza. Here each distinct phrase is one sentence,
already tokenized by the metric's own tokenizer: so each lemma belongs to a word as the metric
counts words, where Stanza's tokenizer splits some ("naňho") and leaves hyphens inside others.

Stanza and torch are imported when a `StanzaLemmatizer` is made, not before.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

PROCESSORS = ("tokenize", "pos", "lemma")
# Phrases, or words, in one call of the pipeline: enough to fill Stanza's own batches, few enough
# that a failing call costs little.
CHUNK = 4096


@lru_cache(maxsize=2)
def _pipeline(lang: str, folder: str | None) -> tuple[Any, Lock]:
    """A pipeline from models on this disk, and the lock of its users."""
    try:
        import stanza
    except ImportError as error:
        raise ValueError(
            'lemmatizer="stanza" needs more packages: pip install "slovke[stanza]"'
        ) from error
    place = {} if folder is None else {"dir": folder}
    try:
        # Stanza looks in STANZA_RESOURCES_DIR, or its own folder, where `dir` is not given.
        pipeline = stanza.Pipeline(
            lang,
            processors=",".join(PROCESSORS),
            download_method=None,
            tokenize_pretokenized=True,
            use_gpu=False,
            verbose=False,
            **place,
        )
    except Exception as error:
        where = folder or stanza.resources.common.DEFAULT_MODEL_DIR
        reason = str(error).strip().splitlines() or [type(error).__name__]
        raise ValueError(
            f"no Stanza models for {lang!r} in {where} ({reason[0]}): download them once with "
            f"`python -c \"import stanza; stanza.download('{lang}')\"`, or set "
            "STANZA_RESOURCES_DIR to the folder that has them"
        ) from error
    return pipeline, Lock()


class StanzaLemmatizer:
    """Stanza's lemma and part of speech of each token. May be shared between threads."""

    def __init__(self, lang: str = "sk", folder: str | Path | None = None) -> None:
        """Load the models; the last two that were loaded stay in memory.

        Args:
            lang: a language code of Stanza.
            folder: Stanza's resources; None for STANZA_RESOURCES_DIR or Stanza's own folder.

        Raises:
            ValueError: Stanza is not installed, or has no such models on this disk. The message
                says how to get them.
        """
        self._lang = lang
        self._pipeline, self._lock = _pipeline(lang, None if folder is None else str(folder))

    @property
    def signature(self) -> str:
        """Stanza's version, the language, and a checksum of the models' files."""
        import stanza

        return f"stanza/{stanza.__version__}:{self._lang}:{_checksum(self._model_files())}"

    def lemmatize(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The lemma of each token, casefolded; all distinct phrases go through in large batches.

        Warns:
            RuntimeWarning: Stanza failed on a phrase, which then keeps its casefolded tokens.
        """
        tags = self._tags(phrases)
        words = {
            (token, tag)
            for phrase in tags
            for token, tag in zip(phrase, tags[phrase], strict=True)
            if token
        }
        # Stanza's lemma of a word hangs on the word and its tag alone: each pair is asked for once.
        # Words of one length share a batch without padding.
        ordered = sorted(words, key=lambda word: (len(word[0]), word))
        lemmas = dict(zip(ordered, self._in_chunks(ordered, self._lemmas), strict=True))
        return [
            tuple(
                (lemmas.get((token, tag)) or token).casefold()
                for token, tag in zip(phrase, tags[phrase], strict=True)
            )
            for phrase in phrases
        ]

    def tags(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The universal part of speech of each token of each phrase; X where Stanza failed."""
        tags = self._tags(phrases)
        return [tags[phrase] for phrase in phrases]

    def _model_files(self) -> tuple[str, ...]:
        processors = self._pipeline.processors
        return tuple(processors[name].config["model_path"] for name in ("pos", "lemma"))

    def _tags(self, phrases: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], tuple[str, ...]]:
        """The tags of each distinct phrase."""
        distinct = sorted(set(phrases), key=lambda phrase: (len(phrase), phrase))
        # Stanza knows no empty sentence and no empty word.
        whole = [words for phrase in distinct if (words := tuple(filter(None, phrase)))]
        found = iter(self._in_chunks(whole, self._tags_of_sentences))
        result = {}
        for phrase in distinct:
            tags = iter((next(found) or ("X",) * len(phrase)) if any(phrase) else ())
            result[phrase] = tuple(next(tags) if token else "X" for token in phrase)
        return result

    def _tags_of_sentences(self, sentences: list[tuple[str, ...]]) -> list[tuple[str, ...] | None]:
        given = [list(sentence) for sentence in sentences]
        document = self._pipeline(given, processors="tokenize,pos")
        return [tuple(word.upos or "X" for word in one.words) for one in document.sentences]

    def _lemmas(self, words: list[tuple[str, str]]) -> list[str | None]:
        from stanza.models.common.doc import Document

        sentence = [
            {"id": number, "text": token, "upos": tag}
            for number, (token, tag) in enumerate(words, start=1)
        ]
        document = self._pipeline(Document([sentence]), processors="lemma")
        return [word.lemma for word in document.sentences[0].words]

    def _in_chunks(
        self,
        items: list[tuple[str, ...]] | list[tuple[str, str]],
        run: Callable[[list[Any]], list[Any]],
    ) -> list[Any]:
        """`run` on many items at once; one by one where that fails, with None for what fails."""
        result: list[Any] = []
        for start in range(0, len(items), CHUNK):
            chunk = items[start : start + CHUNK]
            try:
                with self._lock:
                    found = run(list(chunk))
            except Exception:
                found = []
            if len(found) != len(chunk):
                found = [self._alone(item, run) for item in chunk]
            result += found
        return result

    def _alone(self, item: tuple[str, ...], run: Callable[[list[Any]], list[Any]]) -> Any:
        try:
            with self._lock:
                (found,) = run([item])
        except Exception as error:
            warnings.warn(
                f"Stanza failed on {' '.join(item)[:80]!r} ({type(error).__name__}: {error}); "
                "it is compared as it stands",
                RuntimeWarning,
                stacklevel=2,
            )
            return None
        return found


@lru_cache(maxsize=8)
def _checksum(files: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:8]
