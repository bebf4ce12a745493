"""Table 1, where the phrases stand, and figure 11, from one pass over the records of a split.

Words are runs without white space, as in the card. The paper says neither what its words are nor
how it decided that a keyphrase is absent; so two answers are given: by the words as written, case
folded, and by their lemmas. Both ask that the words stand side by side, in order, in one sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.stats import paper
from builder.stats.exhibit import Cell, Exhibit, percent

# As `card_figures` counts, whose white space is that of ASCII.
_WORD = re.compile(r"\S+", re.ASCII)
_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
# A full stop ends a sentence where white space and a capital, a digit or a quotation mark follow,
# unless a short word stands before it (`napr.`, `tzv.`, `č.`, `J.`).
_END = re.compile(r"(?<=[.!?…])[”“\"')\]]*\s+(?=[„“\"(\[]?[^\W_])")
_ABBREVIATION = re.compile(
    r"(?:(?<!\w)(?:napr|resp|tzv|atď|atd|tj|t\.\s?j|č|str|obr|tab|pod|príp|cca|roč|sv|ods|zb|ing"
    r"|mgr|doc|prof|phdr|mudr|judr|rndr|bc|dr|[^\W\d_])|(?<!\w)\d{1,2})\.$",
    re.IGNORECASE,
)
PRESENCE = ("present", "reordered", "mixed", "unseen")


@dataclass(slots=True)
class SplitTally:
    """What one split holds; counts are kept by value, so that nothing is held in memory twice.

    Attributes:
        sentences, tokens, words_only: how many abstracts have so many of them.
        presence: how many keyphrases stand where, by their lemmas.
        surface: how many keyphrases stand in the abstract as they are written.
    """

    documents: int = 0
    characters: int = 0
    words: int = 0
    keyphrases: int = 0
    keyphrase_words: int = 0
    surface: int = 0
    presence: Counter[str] = field(default_factory=Counter)
    sentences: Counter[int] = field(default_factory=Counter)
    tokens: Counter[int] = field(default_factory=Counter)
    words_only: Counter[int] = field(default_factory=Counter)

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Count some records."""
        from slovke_metric.presence import presence

        abstracts = [row["abstract"] for row in rows]
        phrases = [row["keyphrases"] for row in rows]
        self.documents += len(rows)
        for abstract, listed in zip(abstracts, phrases, strict=True):
            self.characters += len(abstract)
            self.words += len(_WORD.findall(abstract))
            self.keyphrases += len(listed)
            self.keyphrase_words += sum(len(_WORD.findall(phrase)) for phrase in listed)
            found = _TOKEN.findall(abstract)
            self.tokens[len(found)] += 1
            self.words_only[sum(token[0].isalpha() for token in found)] += 1
            self.sentences[count_sentences(abstract)] += 1
        for kinds in presence(abstracts, phrases):
            self.presence.update(kinds)
        for kinds in presence(abstracts, phrases, lemmatizer="none"):
            self.surface += kinds.count("present")


def count_sentences(text: str) -> int:
    """How many sentences a text has, by its punctuation and line ends; at least one if any word.

    An approximation that needs no model: abbreviations, ordinal numbers and initials do not end a
    sentence. The paper does not say how it counted.
    """
    count = 0
    for line in text.split("\n"):
        start = 0
        for end in _END.finditer(line):
            if not _ABBREVIATION.search(line, start, end.start()):
                count += 1
                start = end.end()
        count += bool(line[start:].strip())
    return count


def table_1(tallies: Mapping[str, SplitTally]) -> Exhibit:
    """Table 1's column, for each split."""
    splits = list(tallies.values())

    def row(name: str, values: Sequence[Cell], published: Cell) -> tuple[Cell, ...]:
        return (name, *values, published)

    documents = {
        "train": paper.TRAIN_DOCUMENTS,
        "validation": paper.VALIDATION_DOCUMENTS,
        "test": paper.TEST_DOCUMENTS,
    }
    rows = (
        row(
            "documents",
            [t.documents for t in splits],
            documents["test"] if "test" in tallies else paper.KEPT,
        ),
        row("characters per document", [_mean(t.characters, t.documents) for t in splits], None),
        row(
            "words per document",
            [_mean(t.words, t.documents) for t in splits],
            paper.WORDS_PER_DOCUMENT,
        ),
        row(
            "keyphrases per document",
            [_mean(t.keyphrases, t.documents) for t in splits],
            paper.KEYPHRASES_PER_DOCUMENT,
        ),
        row(
            "words per keyphrase",
            [_mean(t.keyphrase_words, t.keyphrases) for t in splits],
            paper.WORDS_PER_KEYPHRASE,
        ),
        row(
            "absent keyphrases, as written (%)",
            [percent(t.keyphrases - t.surface, t.keyphrases) for t in splits],
            paper.ABSENT,
        ),
        row(
            "absent keyphrases, by lemmas (%)",
            [percent(t.keyphrases - t.presence["present"], t.keyphrases) for t in splits],
            paper.ABSENT,
        ),
    )
    return Exhibit(
        name="table-01-statistics",
        title="Statistics of each split",
        source="table 1",
        header=("", *tallies, "paper, test" if "test" in tallies else "paper"),
        rows=rows,
        note=(
            "Words are runs without white space. A keyphrase is absent unless its words stand side "
            "by side, in order, in one sentence of the abstract: as written (case folded), or by "
            "their lemmas. The paper gives one figure, 37 %, and does not say how it was counted."
        ),
    )


def presence_shares(tallies: Mapping[str, SplitTally]) -> Exhibit:
    """The shares of present, reordered, mixed and unseen keyphrases of each split."""
    rows: list[tuple[Cell, ...]] = [
        (split, tally.keyphrases, *(percent(tally.presence[k], tally.keyphrases) for k in PRESENCE))
        for split, tally in tallies.items()
    ]
    return Exhibit(
        name="table-01b-presence",
        title="Where the keyphrases stand",
        source="table 1, in more detail",
        header=("split", "keyphrases", *(f"{kind} (%)" for kind in PRESENCE)),
        rows=tuple(rows),
        note=(
            "By lemmas. Present: side by side, in order, in one sentence; reordered: all words "
            "stand in the abstract, but not so; mixed: some do; unseen: none does (Boudin and "
            "Gallina, 2021). The last three together are the absent ones, 37 % in the paper."
        ),
        drawn=True,
    )


def figure_11(tallies: Mapping[str, SplitTally]) -> Exhibit:
    """Sentences and tokens of an abstract, as the numbers of box plots."""
    kinds = (
        ("sentences", "sentences"),
        ("tokens", "all tokens"),
        ("words_only", "tokens without digits and punctuation"),
    )
    rows: list[tuple[Cell, ...]] = [
        (name, split, *box(getattr(tally, kind)))
        for kind, name in kinds
        for split, tally in tallies.items()
        if tally.documents
    ]
    return Exhibit(
        name="figure-11-sentences-and-tokens",
        title="Sentences and tokens of an abstract",
        source="figure 11",
        header=(
            "what",
            "split",
            "mean",
            "lowest",
            "lower whisker",
            "lower quartile",
            "median",
            "upper quartile",
            "upper whisker",
            "highest",
        ),
        rows=tuple(rows),
        note=(
            "A box spans the quartiles, its line is the median, the diamond the mean; whiskers "
            "reach to the last value within 1.5 times the box. Sentences are told by punctuation; "
            "tokens are words, numbers and punctuation marks. The paper prints no numbers."
        ),
        drawn=True,
    )


def box(counts: Mapping[int, int]) -> tuple[float | int, ...]:
    """Mean, lowest, whisker, quartiles and median, whisker, highest, of values by their number."""
    import numpy as np

    values = np.repeat(sorted(counts), [counts[value] for value in sorted(counts)])
    low, middle, high = (float(q) for q in np.percentile(values, [25, 50, 75]))
    reach = 1.5 * (high - low)
    return (
        round(float(values.mean()), 2),
        int(values.min()),
        int(values[values >= low - reach].min()),
        round(low, 2),
        round(middle, 2),
        round(high, 2),
        int(values[values <= high + reach].max()),
        int(values.max()),
    )


def _mean(total: int, count: int) -> float | None:
    return round(total / count, 2) if count else None
