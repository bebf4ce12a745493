"""The supervised ranker: LemmaRank's candidates and features, and what a train split knows.

Ours, not the paper's. A logistic model ranks the candidates of the text together with phrases of
the train split's vocabulary that the text does not hold. It is trained by `slovke fit ranker` and
runs without scikit-learn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import median

from slovke.errors import InputError
from slovke.extract.analysis import Analysis, Analyzer
from slovke.extract.candidates import Candidate, Key
from slovke.extract.citation import citation_forms
from slovke.extract.features import NAMES
from slovke.extract.lemmarank import Chosen, Weights, surface
from slovke.extract.protocol import Document
from slovke.extract.ranking_model import RankingModel
from slovke.extract.tagging import Tagger, load_tagger
from slovke.extract.vocabulary import Vocabulary

# Beside LemmaRank's features, of which an absent candidate has none.
OWN_FEATURES = (
    "lemmarank",  # LemmaRank's score
    "keyphraseness",  # see Vocabulary
    "gold_rate",
    "known",  # whether the key was gold in train at all
    "link",  # how well it goes with the text's lemmas
    "absent",  # whether the text does not hold it
    "absent_gold_rate",
    "absent_share",  # share of its lemmas that the text holds
)
ALL_FEATURES: tuple[str, ...] = (*NAMES, *OWN_FEATURES)

_NONE = (0.0,) * len(NAMES)
_WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate for the ranker: its key, its candidate unless it is absent, and its features."""

    key: Key
    candidate: Candidate | None
    values: tuple[float, ...]


def rankable(analysis: Analysis, vocabulary: Vocabulary) -> list[Ranked]:
    """A document's own candidates, then the absent ones that the vocabulary proposes."""
    links = dict(vocabulary.proposed(analysis.counts, most=60))
    held = set()
    found = []
    usual = median(_WEIGHTS.score(of) for of in analysis.features) if analysis.features else 0.0
    for candidate, of in zip(analysis.candidates, analysis.features, strict=True):
        key = candidate.key
        held.add(key)
        own = (
            _WEIGHTS.score(of),
            vocabulary.keyphraseness(key),
            vocabulary.gold_rate(key),
            float(key in vocabulary.gold),
            links.get(key, 0.0),
            0.0,
            0.0,
            0.0,
        )
        found.append(Ranked(key, candidate, (*of, *own)))
    absent = [key for key in links if key not in held][:20]
    for key in absent:
        rate = vocabulary.gold_rate(key)
        share = sum(lemma in analysis.counts for lemma in key) / len(key)
        own = (usual, 0.0, 0.0, 1.0, links[key], 1.0, rate, share)
        found.append(Ranked(key, None, (*_NONE, *own)))
    return found


class Ranker:
    """The trained ranker.

    Args:
        model: the file that `slovke fit ranker` wrote, or what it holds.
        tagger: "rules" or "stanza", or a `Tagger`; the one that it was trained with.
        stanza_dir: the folder of Stanza's models, for "stanza".
        canonical: whether phrases of the text are given in their citation form. One that authors
            of the train split use is written as they write it.
        top: how many keyphrases to give at most.
    """

    name = "ranker"

    def __init__(
        self,
        *,
        model: str | Path | RankingModel | None = None,
        tagger: str | Tagger = "rules",
        stanza_dir: str | Path | None = None,
        canonical: bool = True,
        top: int = 20,
    ) -> None:
        """Read the model and load the tagger.

        Raises:
            InputError: no model was given, it can't be read, or was trained with another tagger.
            MissingExtraError: wordfreq, or the tagger's package, is not installed.
        """
        if model is None:
            raise InputError(
                "the ranker needs a file: name it as ranker=FILE, made by `slovke fit ranker`"
            )
        self._model = model if isinstance(model, RankingModel) else RankingModel.read(Path(model))
        loaded = load_tagger(tagger, stanza_dir=stanza_dir)
        trained, own = (one.signature.partition("/")[0] for one in (self._model, loaded))
        if trained != own:
            raise InputError(
                f"the ranker was trained with the tagger {trained}, not {own}: --tagger {trained}"
            )
        self._analyzer = Analyzer(
            loaded,
            self._model.frequencies,
            use_title=self._model.use_title,
        )
        self._weights = weights_of(self._model.weights)
        self._canonical = canonical
        self._top = top

    @property
    def signature(self) -> str:
        """What it was trained on and with, and what it runs with."""
        return f"{self._model.dataset}|{self._model.signature}|{self._analyzer.signature}"

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield the keyphrases of each document, likeliest first."""
        for analysis in self._analyzer.analyze(documents):
            ranked = rankable(analysis, self._model.vocabulary)
            scores = [round(sum(map(float.__mul__, self._weights, r.values)), 9) for r in ranked]
            order = sorted(range(len(ranked)), key=lambda i: -scores[i])
            yield self._written(choose((ranked[i] for i in order), self._top), analysis)

    def _written(self, chosen: list[Ranked], analysis: Analysis) -> list[str]:
        spelling = self._model.vocabulary.spelling
        phrases = [surface(r.candidate) if r.candidate else spelling[r.key] for r in chosen]
        if not self._canonical:
            return phrases
        cited = citation_forms(
            phrases,
            text=analysis.document.abstract,
            occurrences=[
                [one.text for one in r.candidate.occurrences] if r.candidate else [] for r in chosen
            ],
        )
        return [spelling.get(r.key, phrase) for r, phrase in zip(chosen, cited, strict=True)]


def weights_of(weights: Mapping[str, float]) -> tuple[float, ...]:
    """The weights in the order of `ALL_FEATURES`; 0 for one that is not named."""
    return tuple(weights.get(name, 0.0) for name in ALL_FEATURES)


def choose(ranked: Iterable[Ranked], top: int) -> list[Ranked]:
    """The first `top`, without phrases of the text that a chosen one covers."""
    own = Chosen()
    free = (one for one in ranked if one.candidate is None or own.add(one.candidate))
    return list(islice(free, top))
