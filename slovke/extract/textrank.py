"""TextRank: PageRank over a graph of neighbouring content words (Mihalcea and Tarau 2004).

The paper (section 3.2) uses the library pke "with custom adjustments to favor uni- and bi-grams",
which it does not describe. Ours, written down so that the figure can be made again:

- nodes are content words, casefolded, as they stand in the text (no lemmas: TextRank is a baseline
  for what inflection costs); content words are no stop words, have three letters or more and at
  least one letter; with a tagger they are the nouns, proper nouns and adjectives;
- an edge joins two content words at most `window - 1` words apart in one sentence (the original's
  window of 2: direct neighbours), weighted by how often that happens;
- PageRank with damping 0.85;
- candidates are single content words and pairs of content words that stand side by side. Longer
  runs give their pairs, never the whole run: this is the adjustment to uni- and bigrams;
- a candidate's score is the sum of its words' ranks, so that a pair precedes its own words, and
  ties go to the one that stands first in the text.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from slovke.errors import MissingExtraError
from slovke.extract.protocol import Document
from slovke.extract.stopwords import stop_words
from slovke.extract.tagging import CONTENT, Tagger, load_tagger
from slovke.extract.words import is_content, sentences


class TextRank:
    """TextRank over uni- and bigrams.

    Args:
        window: words that a co-occurrence may span; 2 means neighbours.
        top: how many keyphrases to give at most.
        lang: language of the stop words.
        tagger: "stanza" or "rules", or a `Tagger`, which finds content words by part of speech;
            without one stop words and length do.
        stanza_dir: the folder of Stanza's models, for "stanza".
    """

    name = "textrank"

    def __init__(
        self,
        *,
        window: int = 2,
        top: int = 20,
        lang: str = "sk",
        tagger: str | Tagger | None = None,
        stanza_dir: str | Path | None = None,
    ) -> None:
        """Read the stop words, load the tagger.

        Raises:
            MissingExtraError: networkx, or the tagger's package, is not installed.
            InputError: an unknown tagger, or none of its models there.
        """
        try:
            import networkx as nx
        except ImportError:
            raise MissingExtraError("TextRank", "baselines") from None
        self._graph = nx.Graph
        self._window = window
        self._top = top
        self._stop_words = stop_words(lang)
        self._tagger = None if tagger is None else load_tagger(tagger, stanza_dir=stanza_dir)

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield the keyphrases of each document, highest summed rank first."""
        abstracts = [document.abstract for document in documents]
        if self._tagger is not None:
            for tagged in self._tagger.tag(abstracts):
                yield self._rank(
                    [[(word.form, word.pos in CONTENT) for word in words] for words in tagged]
                )
            return
        for abstract in abstracts:
            yield self._rank(
                [
                    [(form, is_content(form, self._stop_words)) for form in forms]
                    for forms in sentences(abstract)
                ]
            )

    def _rank(self, text: list[list[tuple[str, bool]]]) -> list[str]:
        graph = self._graph()
        for sentence in text:
            nodes = [form.casefold() if content else None for form, content in sentence]
            graph.add_nodes_from(node for node in nodes if node is not None)
            for place, left in enumerate(nodes):
                for right in nodes[place + 1 : place + self._window]:
                    if left is not None and right is not None and left != right:
                        weight = graph.get_edge_data(left, right, {"weight": 0})["weight"]
                        graph.add_edge(left, right, weight=weight + 1)
        if not graph:
            return []
        rank = pagerank(graph)

        scores: dict[str, float] = {}
        forms: dict[str, str] = {}
        for sentence in text:
            for run in _runs(sentence):
                for phrase in [(word,) for word in run] + list(pairwise(run)):
                    form = " ".join(phrase)
                    key = form.casefold()
                    scores.setdefault(key, sum(rank[word.casefold()] for word in phrase))
                    forms.setdefault(key, form)
        order = sorted(scores, key=lambda key: -round(scores[key], 9))  # stable: text order in ties
        return [forms[key] for key in order[: self._top]]


def pagerank(graph: Any, *, damping: float = 0.85, tolerance: float = 1e-6) -> dict[str, float]:
    """PageRank of a weighted undirected graph, by power iteration.

    The same numbers as `networkx.pagerank`, whose sparse matrices cost four times as much as all
    the rest of TextRank on a graph of a hundred words.

    Args:
        graph: a networkx graph with `weight` on its edges.
        damping: the probability of following an edge.
        tolerance: the mean change of a node's rank at which it ends.
    """
    import numpy as np

    nodes = {node: number for number, node in enumerate(graph)}
    size = len(nodes)
    ends = [(nodes[a], nodes[b], weight) for a, b, weight in graph.edges(data="weight")]
    target = np.array([b for _, b, _ in ends] + [a for a, _, _ in ends], dtype=np.int64)
    source = np.array([a for a, _, _ in ends] + [b for _, b, _ in ends], dtype=np.int64)
    weight = np.array([w for _, _, w in ends] * 2, dtype=np.float64)
    out = np.bincount(source, weights=weight, minlength=size)
    share = damping * weight / out[source]
    alone = out == 0
    rank = np.full(size, 1 / size)
    for _ in range(100):
        # What sits on a node without edges goes to all nodes alike.
        rest = (1 - damping + damping * rank[alone].sum()) / size
        new = rest + np.bincount(target, weights=rank[source] * share, minlength=size)
        change = np.abs(new - rank).sum()
        rank = new
        if change < size * tolerance:
            break
    return dict(zip(nodes, rank.tolist(), strict=True))


def _runs(sentence: list[tuple[str, bool]]) -> Iterator[list[str]]:
    run: list[str] = []
    for word, content in sentence:
        if content:
            run.append(word)
        elif run:
            yield run
            run = []
    if run:
        yield run
