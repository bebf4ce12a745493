"""The config `extraction`: tokens with BIO tags, and which keyphrases occur in the text.

The layout is that of midas/kp20k. The difference is what an occurrence is: there a keyphrase occurs
if its letters do, here if its lemmas do, in order and side by side, so that "rozvojového
potenciálu" is tagged for "Rozvojový potenciál" (the paper's figure 1). The keys are the metric's,
so a span is tagged exactly if extracting it would count as an exact match. The paper publishes no
tags; its 37 % of absent keyphrases (table 1) do not say how occurrence was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from slovke_metric import keys, tokenize

Key = tuple[str, ...]
Keys = Callable[[Sequence[str]], list[Key]]

# Inside a word these join: "e-learning" is one token of the document and two of the metric.
_JOINERS = {"-", "\u2010", "\u2011"}
_WORD_AFTER = "x"


@dataclass(frozen=True, slots=True)
class Tagged:
    """One document's tokens and tags.

    Attributes:
        document: the tokens of the abstract, punctuation apart.
        tags: for each token "B", "I" or "O".
        extractive: the keyphrases that occur in the document, as the author wrote them.
        abstractive: the keyphrases that do not.
    """

    document: tuple[str, ...]
    tags: tuple[str, ...]
    extractive: tuple[str, ...]
    abstractive: tuple[str, ...]


class Tagger:
    """Tags documents; remembers every distinct word, so that a corpus costs one look-up a token."""

    def __init__(self, metric_keys: Keys = keys) -> None:
        """Take the function that gives each phrase its key."""
        self._keys = metric_keys
        self._pieces: dict[str, tuple[str, ...]] = {}
        self._lemmas: dict[str, tuple[Key, Key]] = {}

    def tag(self, abstract: str, keyphrases: Sequence[str]) -> Tagged:
        """Tag one document; see `tag_all`."""
        return self.tag_all([abstract], [keyphrases])[0]

    def tag_all(
        self, abstracts: Sequence[str], keyphrases: Sequence[Sequence[str]]
    ) -> list[Tagged]:
        """Tag documents; many at once are faster, since each new word is looked up in one batch.

        Where occurrences overlap, the longest is tagged, then the one that stands first; a
        keyphrase whose every occurrence lies in longer ones is still extractive.
        """
        documents = [self.tokens(abstract) for abstract in abstracts]
        self._learn(token for document in documents for token in document)
        phrase_keys = iter(self._keys([phrase for phrases in keyphrases for phrase in phrases]))
        return [
            self._tagged(document, phrases, [next(phrase_keys) for _ in phrases])
            for document, phrases in zip(documents, keyphrases, strict=True)
        ]

    def _tagged(
        self, document: tuple[str, ...], keyphrases: Sequence[str], phrase_keys: Sequence[Key]
    ) -> Tagged:
        wanted = {key for key in phrase_keys if key}
        spans = self._spans(document, wanted)
        tags = ["O"] * len(document)
        for start, end, _ in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
            if all(tag == "O" for tag in tags[start:end]):
                tags[start:end] = ["B"] + ["I"] * (end - start - 1)
        found = {key for _, _, key in spans}
        paired = list(zip(keyphrases, phrase_keys, strict=True))
        return Tagged(
            document=document,
            tags=tuple(tags),
            extractive=tuple(phrase for phrase, key in paired if key in found),
            abstractive=tuple(phrase for phrase, key in paired if key not in found),
        )

    def tokens(self, text: str) -> tuple[str, ...]:
        """The document's tokens: words, with their hyphens, and the punctuation between them."""
        tokens: list[str] = []
        for piece in text.split():
            if piece not in self._pieces:
                self._pieces[piece] = _cut(piece)
            tokens.extend(self._pieces[piece])
        return tuple(tokens)

    def _spans(self, document: Sequence[str], wanted: set[Key]) -> list[tuple[int, int, Key]]:
        """All (start, end, key) of token spans whose key is wanted."""
        longest = max(map(len, wanted), default=0)
        firsts = {key[0] for key in wanted}
        lemmas = [self._lemmas[token] for token in document]
        spans = []
        for start, (first, only) in enumerate(lemmas):
            if not (firsts.intersection(first[:1]) or firsts.intersection(only[:1])):
                continue
            key: Key = ()
            for end in range(start, len(lemmas)):
                inner, last = lemmas[end]
                if not last or len(key) + len(last) > longest:
                    break
                if key + last in wanted:
                    spans.append((start, end + 1, key + last))
                key += inner
        return spans

    def _learn(self, tokens: Iterable[str]) -> None:
        """The lemmas of new tokens before another word, and as a phrase's last word.

        The metric's Slovak rules treat the last word of a phrase differently (it is the noun).
        """
        new = [token for token in dict.fromkeys(tokens) if token not in self._lemmas]
        if not new:
            return
        last = self._keys(new)
        inner = self._keys([f"{token} {_WORD_AFTER}" for token in new])
        for token, before, alone in zip(new, inner, last, strict=True):
            self._lemmas[token] = (before[:-1], alone)


def _cut(piece: str) -> tuple[str, ...]:
    """The tokens of a text without white space."""
    words = tokenize(piece)
    spans: list[list[int]] = []
    at = 0
    for word in words:
        start = piece.find(word, at)
        if start < 0:
            return (piece,)  # the tokenizer changed a character: keep the piece whole
        at = start + len(word)
        if spans and piece[spans[-1][1] : start] in _JOINERS:
            spans[-1][1] = at
        else:
            spans.append([start, at])
    tokens: list[str] = []
    at = 0
    for start, end in spans:
        tokens.extend(filter(None, (piece[at:start], piece[start:end])))
        at = end
    tokens.extend(filter(None, (piece[at:],)))
    return tuple(tokens)
