"""Parts of speech and cases by a Stanza model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from slovke.errors import InputError, MissingExtraError
from slovke.extract.grammatical_cases import ANY, case
from slovke.extract.rules_tagger import FUNCTION_WORDS, RulesTagger
from slovke.extract.tagging import NOMINAL, Pos, TaggedWord
from slovke.extract.words import sentences

OPEN = frozenset(("NOUN", "PROPN", "ADJ", "VERB", "NUM", "PUNCT"))
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

    def _annotate(self, every: list[list[str]]) -> Iterable[list[TaggedWord]]:
        if not every:
            return
        document = self._pipeline(every)
        for words, sentence in zip(every, document.sentences, strict=True):
            yield [
                TaggedWord(
                    form, *self._of(form, tagged.upos, tagged.feats), self._rules.is_name(form)
                )
                for form, tagged in zip(words, sentence.words, strict=True)
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
        told = case(number, _CASE_OF.get(named.get("Case", ""), ""))
        return pos, told or self._rules.cases_as(form, adjective=pos == "ADJ")
