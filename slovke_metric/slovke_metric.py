"""The metric as an `evaluate` module: `evaluate.load("slovke_metric")`.

A thin shell around `scoring.score`. `evaluate` copies this file and the siblings that it names in
lines that begin with `from .`, with nothing behind the names: so all are named here, used or not.
"""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import Any

import datasets
import evaluate

from .comparison import compare
from .document_scores import Statistics
from .explanation import explain
from .failures import Tagger
from .findings import Finding
from .function_words import function_words_of
from .inputs import check_document, check_documents, check_pair, check_texts
from .lemmas import Lemmatizer
from .matching import keys
from .options import Options, check_options
from .presence import presence
from .resampling import bootstrap_sums
from .scoring import score_checked
from .slovak import SlovakLemmatizer
from .slovak_tables import SUFFIXES
from .stanza_lemmas import StanzaLemmatizer
from .tokens import tokenize

__all__ = [
    "Finding",
    "SUFFIXES",
    "Lemmatizer",
    "SlovakLemmatizer",
    "SlovkeMetric",
    "StanzaLemmatizer",
    "Statistics",
    "Tagger",
    "bootstrap_sums",
    "compare",
    "explain",
    "function_words_of",
    "keys",
    "presence",
    "tokenize",
]

_DESCRIPTION = """\
Lemmatized exact, partial and gap precision, recall and F1 at k for keyphrases, made for Slovak.
Exact: the lemmas of a predicted keyphrase are those of a gold one. Partial: they share a lemma.
Gap: partial minus exact.
"""

_CITATION = """\
@misc{stevanak2026slovke,
  title = {SlovKE: A Large-Scale Dataset and LLM Evaluation for Slovak Keyphrase Extraction},
  author = {\\v{S}teva\\v{n}\\'{a}k, David and \\v{S}uppa, Marek},
  year = {2026},
  eprint = {2603.15523},
  archivePrefix = {arXiv}
}
"""

_INPUTS = """
Args:
    predictions: for each document a list of keyphrases, best first.
    references: for each document a list of its gold keyphrases.
    k: one or several of 1, 2, ..., "O" (as many as gold), "M" (all given). Default 6.
    lang, lemmatizer, duplicates, denominator, empty_gold, documents, confidence, resamples, seed,
    per_document: as in `slovke_metric.score`.

Returns:
    exact_f1@6, partial_f1@6, gap_f1@6, ... (means over documents), exact_micro_f1@6, ... (pooled
    counts), fractions between 0 and 1; documents, documents_without_gold, predictions_per_document,
    signature.
"""


class SlovkeMetric(evaluate.Metric):  # type: ignore[misc]
    """Exact, partial and gap precision, recall and F1 at k. One instance is for one thread."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Refuse what `evaluate.load` would take and forget, such as `k`.

        Raises:
            TypeError: an unknown argument.
        """
        known = tuple(signature(evaluate.Metric.__init__).parameters)[1:-1]
        unknown = sorted(set(kwargs) - set(known))
        if unknown:
            raise TypeError(
                f"evaluate.load has no argument {unknown[0]!r} for this metric; options such as k "
                "go to compute"
            )
        super().__init__(*args, **kwargs)

    def _info(self) -> Any:
        keyphrases = datasets.Sequence(datasets.Value("string"))
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=datasets.Features({"predictions": keyphrases, "references": keyphrases}),
            homepage="https://huggingface.co/datasets/NaiveNeuron/SlovKE",
            license="mit",
            reference_urls=["https://arxiv.org/abs/2603.15523"],
        )

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Add one document: its ranked keyphrases and its gold keyphrases.

        Raises:
            TypeError: not a list of strings; the error names the document's number and the mend.
        """
        # `combine` and evaluate's own examples use the plural names here.
        prediction = kwargs.pop("predictions", prediction)
        reference = kwargs.pop("references", reference)
        _refuse_unknown(kwargs)
        number = len(self)
        super().add(
            prediction=check_document(prediction, "predictions", number),
            reference=check_document(reference, "references", number),
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Add several documents.

        Raises:
            TypeError: not lists of strings; the error names the document's number and the mend.
            ValueError: different numbers of documents.
        """
        _refuse_unknown(kwargs)
        number = len(self)
        predicted = check_documents(predictions, "predictions", number)
        gold = check_documents(references, "references", number)
        check_pair(predicted, gold, empty=True)
        # A process of several may have no documents, but must take part.
        if predicted or self.num_process > 1:
            super().add_batch(predictions=predicted, references=gold)

    def compute(
        self, *, predictions: Any = None, references: Any = None, **kwargs: Any
    ) -> dict[str, Any] | None:
        """Score the documents given here, or those added before.

        Raises:
            TypeError, ValueError: a wrong option or document; raised before anything is written.
            ValueError: documents are given here while others, added before, are not yet computed.
        """
        documents = kwargs.pop("documents", None)
        options = _options(kwargs)
        if (predictions is None) != (references is None):
            missing = "references" if references is None else "predictions"
            raise ValueError(f"{missing} are missing: give both, or add documents before")
        if predictions is not None and len(self):
            raise ValueError(
                f"{len(self)} documents were added before and are not computed yet: call compute() "
                "without predictions for them first, or drop them with reset()"
            )
        if predictions is not None:
            predictions = check_documents(predictions, "predictions")
            references = check_documents(references, "references")
            check_pair(predictions, references, empty=self.num_process > 1)
        elif not len(self) and self.num_process == 1:
            raise ValueError("no documents: give predictions and references, or add them before")
        if documents is not None and self.num_process == 1:
            count = len(self) if predictions is None else len(predictions)
            documents = check_texts(documents, count)
        try:
            result: dict[str, Any] | None = super().compute(
                predictions=predictions,
                references=references,
                documents=documents,
                options=options,
            )
        except BaseException:
            self.reset()
            raise
        # evaluate keeps the names of files that it has deleted; by now they may be another's.
        self.file_paths = self.filelocks = None
        return result

    def reset(self) -> None:
        """Drop documents that were added and not computed, with their cache file and lock."""
        state: dict[str, Any] = self.__dict__
        if state["writer"] is not None:
            state["writer"].close()
        files = [(state["cache_file_name"], state["filelock"])]
        files += zip(state["file_paths"] or (), state["filelocks"] or (), strict=True)
        for path, lock in files:
            if path is not None:
                Path(path).unlink(missing_ok=True)
            if lock is not None:
                lock.release()
        state |= dict.fromkeys(
            (
                "writer",
                "data",
                "buf_writer",
                "cache_file_name",
                "filelock",
                "file_paths",
                "filelocks",
                "selected_feature_format",
            )
        )

    def _compute(
        self, *, predictions: Any, references: Any, documents: Any, options: Options
    ) -> dict[str, Any]:
        texts = None if documents is None else check_texts(documents, len(predictions))
        return score_checked(predictions, references, options, texts)


def _options(arguments: dict[str, Any]) -> Options:
    """The options, checked; an unknown name is refused with the known ones."""
    try:
        return check_options(**arguments)
    except TypeError as error:
        _refuse_unknown(arguments, ("documents", *Options.names()))
        raise error from None


def _refuse_unknown(arguments: dict[str, Any], known: tuple[str, ...] = ()) -> None:
    unknown = sorted(set(arguments) - set(known))
    if unknown:
        names = ("predictions", "references", *known)
        raise TypeError(f"unknown argument {unknown[0]!r}; known are {', '.join(names)}")
