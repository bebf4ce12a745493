"""Words and parts of speech of keyphrases: by rules, or by Stanza (paper, section 4.2 (5)).

The paper tags keyphrases with Stanza "to split concatenated keyphrase lists and enforce a maximum
length of four words", and does not say by which tags. Here the tags tell what counts as a word
(punctuation does not), what a phrase must have (a word that is no preposition or conjunction), and
which phrases are torn (a lone adjective, a preposition at the end).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from builder.clean.folding import fold
from builder.clean.list_words import ListWords, list_words
from slovke.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from builder.clean.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a phrase, with its universal part of speech ("NOUN", "ADJ", "PUNCT", ...)."""

    text: str
    pos: str


class Tagger(Protocol):
    """Tags phrases; a phrase is one sentence, already split."""

    @property
    def ahead(self) -> int:
        """How many records' phrases are worth tagging in one call."""
        ...

    def tag(self, phrases: Sequence[str]) -> list[tuple[Word, ...] | None]:
        """The words of each phrase, None for one that can't be tagged. Asked twice, same answer."""
        ...

    def forget(self) -> None:
        """Drop what is remembered, so that a shard's result depends on that shard alone."""
        ...


def load_tagger(
    name: Literal["rules", "stanza"], lexicon: Lexicon, stanza_dir: Path | None = None
) -> Tagger:
    """The tagger of a name.

    Args:
        name: "rules" needs nothing; "stanza" the extra `stanza` and a model.
        lexicon: the words of the language.
        stanza_dir: the folder of Stanza's models; None for Stanza's own default.

    Raises:
        MissingExtraError: Stanza is not installed.
        InputError: there is no model for the language.
    """
    if name == "rules":
        return RulesTagger(list_words(lexicon))
    return StanzaTagger(_load_stanza(lexicon.code, stanza_dir), list_words(lexicon))


@cache
def tagger_fingerprint(
    name: Literal["rules", "stanza"], language: str, stanza_dir: Path | None = None
) -> str:
    """What a tagger's answers depend on beside the code: a digest of Stanza's model files.

    Asked once a process: a model that is changed during a run is not noticed.

    Raises:
        MissingExtraError: Stanza is not installed.
        InputError: there are no model files for the language.
    """
    if name == "rules":
        return "rules"
    folder = stanza_dir or _default_folder()
    files = sorted(path for path in (folder / language).rglob("*") if path.is_file())
    if not files:
        raise InputError(f"no Stanza model for {language!r} in {folder}; {_how_to_get(language)}")
    total = hashlib.sha256()
    for path in [*files, folder / "resources.json"]:
        if path.is_file():
            total.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            with path.open("rb") as stream:
                total.update(hashlib.file_digest(stream, "sha256").digest())
    return total.hexdigest()[:16]


def _default_folder() -> Path:
    try:
        from stanza.resources.common import DEFAULT_MODEL_DIR
    except ImportError:
        raise MissingExtraError("--tagger stanza", "stanza") from None
    return Path(DEFAULT_MODEL_DIR)


def _how_to_get(language: str) -> str:
    return f"give --stanza-dir, or run stanza.download({language!r})"


class RulesTagger:
    """Words at whitespace; prepositions, conjunctions and adjectives by list and ending."""

    ahead = 1

    def __init__(self, words: ListWords) -> None:
        """Tag by the words of a language."""
        self._words = words

    def tag(self, phrases: Sequence[str]) -> list[tuple[Word, ...] | None]:
        """See `Tagger.tag`; rules fail on no phrase."""
        return [tuple(self._tagged(word) for word in self._split(phrase)) for phrase in phrases]

    def forget(self) -> None:
        """Rules remember nothing."""

    def _split(self, phrase: str) -> list[str]:
        # An abbreviation of several parts is one word: "s. r. o.".
        folded = fold(phrase)
        parts: list[str] = []
        end = 0
        for match in self._words.compounds.finditer(folded):
            parts += phrase[end : match.start()].split()
            parts.append(phrase[match.start() : match.end()])
            end = match.end()
        return parts + phrase[end:].split()

    def _tagged(self, text: str) -> Word:
        bare = fold(text).strip("().,;:„“”\"'")
        if not any(c.isalnum() for c in bare):
            # A sign alone is no word; "&" between two words neither.
            return Word(text, "PUNCT")
        if not any(c.isalpha() for c in bare):
            return Word(text, "NUM")
        if bare in self._words.conjunctions and text[0].islower():
            return Word(text, "CCONJ")
        if bare in self._words.prepositions and text[0].islower():
            return Word(text, "ADP")
        if text.lower().endswith(self._words.adjective_endings) and len(text) > 4:
            return Word(text, "ADJ")
        return Word(text, "NOUN")


class StanzaTagger:
    """Stanza's words and parts of speech: in batches, each distinct phrase once."""

    ahead = 256

    def __init__(self, pipeline: Callable[[Any], Any], words: ListWords) -> None:
        """Tag with a Stanza pipeline made with `tokenize_no_ssplit=True`."""
        self._pipeline = pipeline
        self._words = words
        self._known: dict[str, tuple[Word, ...] | None] = {}

    def tag(self, phrases: Sequence[str]) -> list[tuple[Word, ...] | None]:
        """See `Tagger.tag`. A batch that fails is done again phrase by phrase."""
        new = list(dict.fromkeys(phrase for phrase in phrases if phrase not in self._known))
        if new:
            self._known.update(zip(new, self._tag_batch(new), strict=True))
        return [self._known[phrase] for phrase in phrases]

    def forget(self) -> None:
        """See `Tagger.forget`: a tag can depend on the batch in its last digits."""
        self._known.clear()

    def _tag_batch(self, phrases: list[str]) -> list[tuple[Word, ...] | None]:
        try:
            sentences = self._sentences(phrases)
        except Exception:  # whatever the model fails with, the phrase is at fault, not the run
            if len(phrases) == 1:
                return [None]
            return [self._tag_batch([phrase])[0] for phrase in phrases]
        if len(sentences) != len(phrases):
            if len(phrases) == 1:
                return [None]
            return [self._tag_batch([phrase])[0] for phrase in phrases]
        return [
            self._glued(phrase, sentence)
            for phrase, sentence in zip(phrases, sentences, strict=True)
        ]

    def _sentences(self, phrases: list[str]) -> list[Any]:
        # With no sentence splitting, a blank line ends a sentence: one phrase, one sentence.
        document = self._pipeline("\n\n".join(phrases))
        return list(document.sentences)

    def _glued(self, phrase: str, sentence: Any) -> tuple[Word, ...]:
        """The words of a sentence; the parts of "sociálno-ekonomický", "C++", "s. r. o." are one.

        A token that stands for several words ("naňho") gives as many: words are counted, not
        tokens.
        """
        compounds = [match.span() for match in self._words.compounds.finditer(fold(phrase))]
        words: list[Word] = []
        start = end = sentence.tokens[0].start_char
        for token in sentence.tokens:
            parts = [Word(word.text, _tag(word)) for word in token.words]
            place = token.start_char - start
            inside = any(first < place < last for first, last in compounds)
            touching = token.start_char == end and _belong(words[-1:], parts)
            if words and len(parts) == 1 and (inside or touching):
                words[-1] = _joined(words[-1], parts[0], inside)
            else:
                words.extend(parts)
            end = token.end_char
        return tuple(words)


def _tag(word: Any) -> str:
    """A model's tag; a sign is no word, whatever the model takes it for."""
    return word.upos or "X" if any(c.isalnum() for c in word.text) else "PUNCT"


def _belong(left: list[Word], right: list[Word]) -> bool:
    """Whether tokens without a space between them are one word: not at parentheses and quotes."""
    return bool(left) and left[0].text[-1] not in '([„"' and right[0].text[0] not in ')]“”"'


def _joined(left: Word, right: Word, compound: bool) -> Word:
    if compound:
        return Word(f"{left.text} {right.text}", "NOUN")
    signs = ("PUNCT", "SYM")
    return Word(left.text + right.text, left.pos if right.pos in signs else right.pos)


def _load_stanza(language: str, folder: Path | None) -> Callable[[Any], Any]:
    try:
        import stanza
    except ImportError:
        raise MissingExtraError("--tagger stanza", "stanza") from None
    options: dict[str, Any] = {} if folder is None else {"dir": str(folder)}
    try:
        pipeline: Callable[[Any], Any] = stanza.Pipeline(
            language,
            processors="tokenize,pos",
            tokenize_no_ssplit=True,
            download_method=None,
            verbose=False,
            use_gpu=False,
            **options,
        )
    except Exception as error:
        where = folder or "Stanza's default folder"
        raise InputError(
            f"no Stanza model for {language!r} in {where} ({error}); {_how_to_get(language)}"
        ) from error
    return pipeline
