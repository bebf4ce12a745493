"""Parts of speech and possible cases of the words of a text: by rules, or by Stanza.

What a keyphrase candidate needs to know of a word is little: is it a noun, an adjective, a
preposition, a conjunction or something else, and in which cases may it stand, so that an adjective
goes only with a noun that agrees and a noun only with another's genitive. The rules tell it from
closed classes, the metric's Slovak lemmas and the endings of the paradigms; Stanza tells it from a
model. The rules depend on nothing but the package's own dependencies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from slovke.errors import InputError
from slovke.extract.grammatical_cases import ANY

Pos = Literal["NOUN", "PROPN", "ADJ", "VERB", "ADP", "CONJ", "NUM", "PUNCT", "X"]
NOMINAL = frozenset(("NOUN", "PROPN"))
CONTENT = NOMINAL | {"ADJ"}


class TaggedWord(NamedTuple):
    """A word or mark of a text.

    Attributes:
        form: as it stands in the text.
        pos: its part of speech; "X" is everything that no candidate may hold.
        cases: the cases that it may stand in, as bits; `ANY` where nothing tells.
        named: whether its capital is its own: the dictionary has it so only, or not at all.
    """

    form: str
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
        from slovke.extract.rules_tagger import RulesTagger

        return RulesTagger()
    if tagger == "stanza":
        from slovke.extract.stanza_tagger import StanzaTagger

        return StanzaTagger(stanza_dir)
    raise InputError(f"no tagger {tagger!r}: take rules or stanza")
