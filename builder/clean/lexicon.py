"""The words of one language that the cleaning stages go by, from one data file per language."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from builder.clean.folding import fold
from slovke.errors import InputError

_FOLDER = Path(__file__).parent / "languages"


class Lexicon:
    """Word lists by table and key, and a dictionary of the language's word forms.

    The lists come from `builder/clean/languages/<code>.toml`, so that pages in another language
    need another file and no other code. The dictionary is simplemma's, read when it is first
    asked (1.4 s and 100 MB); it proves that a repaired word is a word.

    Attributes:
        code: the language's two-letter code, "sk".
        tables: the data file as read.
    """

    def __init__(self, code: str, tables: Mapping[str, Any]) -> None:
        self.code = code
        self.tables = tables

    def words(self, *path: str) -> tuple[str, ...]:
        """The list at `path`, e.g. `words("header", "thesis_types")`, as written in the file.

        Raises:
            InputError: there is no such list.
        """
        value = self._at(path)
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise InputError(
                f"languages/{self.code}.toml: {'.'.join(path)} must be a list of words"
            )
        return tuple(value)

    def folded(self, *path: str) -> frozenset[str]:
        """The list at `path` without case and diacritics."""
        return frozenset(fold(word) for word in self.words(*path))

    def by_language(self, *path: str) -> dict[str, tuple[str, ...]]:
        """The table at `path` whose keys are language codes and whose values are lists."""
        value = self._at(path)
        if not isinstance(value, dict):
            raise InputError(f"languages/{self.code}.toml: {'.'.join(path)} must be a table")
        return {code: self.words(*path, code) for code in value}

    def text(self, *path: str) -> str:
        """The string at `path`."""
        value = self._at(path)
        if not isinstance(value, str):
            raise InputError(f"languages/{self.code}.toml: {'.'.join(path)} must be a string")
        return value

    @cached_property
    def marked_letters(self) -> str:
        """The small letters with diacritics that words of the language have."""
        return "".join(letter for letter in self.text("letters") if not letter.isascii())

    def _at(self, path: tuple[str, ...]) -> Any:
        value: Any = self.tables
        for name in path:
            if not isinstance(value, dict) or name not in value:
                raise InputError(f"languages/{self.code}.toml: {'.'.join(path)} is missing")
            value = value[name]
        return value

    @cached_property
    def knows(self) -> Callable[[str], bool]:
        """Whether the dictionary has a form, as written or in lower case: `knows("Práca")`."""
        import simplemma
        from simplemma.strategies.dictionaries import dictionary_factory

        dictionary = self.text("dictionary")
        # simplemma 2 shares one factory with its own functions; 1.1 has none to share.
        shared = getattr(dictionary_factory, "DEFAULT_DICTIONARY_FACTORY", None)
        factory = shared or dictionary_factory.DefaultDictionaryFactory()
        # What `is_known` asks, without its checks of each call: a third of the time.
        entry = factory.get_dictionary(dictionary).get

        @lru_cache(maxsize=1 << 17)
        def knows(word: str) -> bool:
            if not word:
                return False
            if not word.isalpha():
                lowered = word.lower()
                return any(simplemma.is_known(form, lang=dictionary) for form in {word, lowered})
            word = unicodedata.normalize("NFC", word)
            return (
                entry(word) is not None
                or entry(word.lower()) is not None
                or entry(word.capitalize()) is not None
            )

        return knows

    @cached_property
    def finite_verb(self) -> Callable[[str], bool]:
        """Whether a word is the form of a verb, by its lemma in the dictionary: `("vedie")`.

        A language whose data file names no endings of verbs' lemmas has only the words of its list.
        An infinitive is none: titles hold them ("Ako učiť čítať").
        """
        import simplemma

        dictionary = self.text("dictionary")
        prose = self.tables.get("prose", {})
        endings = tuple(prose.get("verb_lemma_endings", ()))
        no_lemmas = frozenset(prose.get("no_verb_lemmas", ()))
        no_endings = tuple(prose.get("no_verb_endings", ()))

        @lru_cache(maxsize=1 << 15)
        def finite_verb(word: str) -> bool:
            if not endings or word.endswith(no_endings) or not self.knows(word):
                return False
            lemma = simplemma.lemmatize(word, lang=dictionary)
            return lemma != word and lemma.endswith(endings) and lemma not in no_lemmas

        return finite_verb


@lru_cache(maxsize=4)
def load_lexicon(code: str) -> Lexicon:
    """The lexicon of a language, read once a process.

    Raises:
        InputError: there is no data file for `code`, or it is no TOML.
    """
    path = _FOLDER / f"{code}.toml"
    if not path.is_file():
        have = ", ".join(sorted(file.stem for file in _FOLDER.glob("*.toml")))
        raise InputError(f"no language data for {code!r}: builder/clean/languages has {have}")
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"builder/clean/languages/{code}.toml: {error}") from None
    return Lexicon(code, tables)
