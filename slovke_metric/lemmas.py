"""Lemmatizers: what makes two inflections of one keyphrase equal.

The paper (section 5.1) compares lemmas that Stanza gives. Here a lemmatizer is a Protocol that is
injected: the default for Slovak is simplemma's dictionary with Slovak agreement rules (`slovak`),
any other language of simplemma is plain simplemma, `"stanza"` is the paper's choice.

simplemma (MIT licence) brings its own dictionaries; no table of this package is derived from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol, runtime_checkable

from .slovak import SlovakLemmatizer
from .stanza_lemmas import StanzaLemmatizer
from .tokens import tokenize

NAMES = ("simplemma", "stanza", "none")


@runtime_checkable
class Lemmatizer(Protocol):
    """Maps the tokens of each phrase to lemmas."""

    @property
    def signature(self) -> str:
        """One short word that names the lemmatizer and every version it depends on."""
        ...

    def lemmatize(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The lemmas of each phrase's tokens, casefolded, phrases in the order given."""
        ...


class IdentityLemmatizer:
    """No lemmatization: tokens are casefolded only (`lemmatizer="none"`)."""

    signature = "none"

    def lemmatize(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The casefolded tokens of each phrase."""
        return [tuple(token.casefold() for token in phrase) for phrase in phrases]


class CallableLemmatizer:
    """A user's own function from one token to one lemma."""

    def __init__(self, function: Callable[[str], str]) -> None:
        """Keep `function`; it is called once for each distinct token of a call."""
        self._function = function

    @property
    def signature(self) -> str:
        """The function's qualified name, after `callable:`."""
        name = getattr(self._function, "__qualname__", type(self._function).__qualname__)
        return f"callable:{name}"

    def lemmatize(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The function's lemma of each token.

        Raises:
            TypeError: the function returned something that is not a string.
        """
        lemmas: dict[str, str] = {}
        for phrase in phrases:
            for token in phrase:
                if token not in lemmas:
                    lemma = self._function(token)
                    if not isinstance(lemma, str):
                        raise TypeError(
                            f"the lemmatizer gave {type(lemma).__name__} for {token!r}; "
                            "it must give a string"
                        )
                    lemmas[token] = lemma.casefold()
        return [tuple(lemmas[token] for token in phrase) for phrase in phrases]


class SimplemmaLemmatizer:
    """Plain simplemma, one language."""

    def __init__(self, lang: str = "sk") -> None:
        """Check the language.

        Raises:
            ValueError: simplemma has no dictionary of the language.
        """
        from simplemma import Lemmatizer as Simplemma

        self._lang = check_language(lang)
        self._simplemma = Simplemma(cache_max_size=1)

    @property
    def signature(self) -> str:
        """simplemma's version and the language."""
        return f"simplemma/{simplemma_version()}:{self._lang}"

    def lemmatize(self, phrases: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """simplemma's lemma of each token, casefolded. An empty token stays empty."""
        lemmas = {token: "" for phrase in phrases for token in phrase}
        for token in lemmas:
            if token:
                lemmas[token] = self._simplemma.lemmatize(token, lang=self._lang).casefold()
        return [tuple(lemmas[token] for token in phrase) for phrase in phrases]


def simplemma_version() -> str:
    """The version of simplemma that is installed."""
    from importlib.metadata import version

    return version("simplemma")


def check_language(lang: str) -> str:
    """The language code, if simplemma has it.

    Raises:
        ValueError: simplemma has no dictionary of the language.
    """
    from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

    if lang not in SUPPORTED_LANGUAGES:
        known = ", ".join(sorted(SUPPORTED_LANGUAGES))
        raise ValueError(f"lang={lang!r}: no lemmatizer for this language; known are {known}")
    return lang


@lru_cache(maxsize=1)
def _slovak() -> SlovakLemmatizer:
    return SlovakLemmatizer()


def get_lemmatizer(
    lemmatizer: str | Lemmatizer | Callable[[str], str] | None = None, lang: str = "sk"
) -> Lemmatizer:
    """The lemmatizer of that name, or the one given.

    Args:
        lemmatizer: None (the language's default), `"simplemma"`, `"stanza"` (the paper's choice),
            `"none"`, a function from a token to its lemma, or a `Lemmatizer`.
        lang: a language code of simplemma or, for `"stanza"`, of Stanza.

    Raises:
        ValueError: unknown name or language.
        TypeError: neither a name nor a function nor a `Lemmatizer`.
    """
    if lemmatizer is None and lang == "sk":
        return _slovak()
    if isinstance(lemmatizer, Lemmatizer):
        return lemmatizer
    if lemmatizer is None or lemmatizer == "simplemma":
        return SimplemmaLemmatizer(lang)
    if lemmatizer == "stanza":
        return StanzaLemmatizer(lang)
    if lemmatizer == "none":
        return IdentityLemmatizer()
    if callable(lemmatizer):
        return CallableLemmatizer(lemmatizer)
    if isinstance(lemmatizer, str):
        known = ", ".join(NAMES)
        raise ValueError(  # noqa: TRY004 - the type is right, the name is not
            f"lemmatizer={lemmatizer!r} is unknown; use one of {known}"
        )
    raise TypeError(
        f"lemmatizer must be a name, a function or a Lemmatizer, not {type(lemmatizer).__name__}"
    )


def phrase_key(phrase: str) -> tuple[str, ...]:
    """The default Slovak lemmas of one phrase. For many phrases `keys` is faster."""
    return get_lemmatizer().lemmatize([tokenize(phrase)])[0]
