"""The measures of skLEP's tasks, in per cent, by the libraries under `evaluate`'s own modules.

`evaluate.load("seqeval")` and its like are downloads; the libraries that do their work are not.
SQuAD's F1 has no library, so it is written here as SQuAD defines it.
"""

from __future__ import annotations

import math
import re
import string
import warnings
from collections import Counter
from collections.abc import Sequence

from slovke.errors import InputError, MissingExtraError

_ARTICLES = re.compile(r"\b(a|an|the)\b")


def spans(gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]) -> dict[str, float]:
    """F1, precision and recall of spans, and accuracy of tags, by seqeval's default scheme.

    The parts of speech have no B- and I-: as in the benchmark's toolkit seqeval then takes the
    first letter for a prefix and a run of one tag for one span, so this is not the F1 of tags.

    Args:
        gold, predicted: the tags of each sentence, as many on both sides.
    """
    try:
        from seqeval import metrics
    except ModuleNotFoundError:
        raise MissingExtraError("F1 of tags", "sklep") from None
    left, right = [list(one) for one in gold], [list(one) for one in predicted]
    with warnings.catch_warnings():
        # Of tags without a prefix, and of a side without spans: both are told by the docstring.
        warnings.simplefilter("ignore")
        return {
            "f1": 100 * float(metrics.f1_score(left, right)),
            "precision": 100 * float(metrics.precision_score(left, right)),
            "recall": 100 * float(metrics.recall_score(left, right)),
            "accuracy": 100 * float(metrics.accuracy_score(left, right)),
        }


def classes(gold: Sequence[str], predicted: Sequence[str]) -> dict[str, float]:
    """Accuracy, and the mean F1 of the classes that occur."""
    try:
        from sklearn.metrics import accuracy_score, f1_score
    except ModuleNotFoundError:
        raise MissingExtraError("accuracy", "sklep") from None
    return {
        "accuracy": 100 * float(accuracy_score(gold, predicted)),
        "macro_f1": 100 * float(f1_score(gold, predicted, average="macro", zero_division=0)),
    }


def similarity(gold: Sequence[float], predicted: Sequence[float]) -> dict[str, float]:
    """Pearson's and Spearman's correlation, times 100.

    Raises:
        InputError: one side is constant, so that no correlation is defined.
    """
    if min(gold) == max(gold) or min(predicted) == max(predicted):
        raise InputError("sts: all scores are equal, so no correlation is defined")
    try:
        from scipy.stats import pearsonr, spearmanr
    except ModuleNotFoundError:
        raise MissingExtraError("correlations", "sklep") from None
    return {
        "pearson": 100 * float(pearsonr(gold, predicted)[0]),
        "spearman": 100 * float(spearmanr(gold, predicted)[0]),
    }


def answers(gold: Sequence[Sequence[str]], predicted: Sequence[str]) -> dict[str, float]:
    """SQuAD's F1 and exact match: the best over the gold answers, the mean over questions.

    A question without gold answers is unanswerable: the right prediction is an empty one (SQuAD
    2.0). Answers are compared as SQuAD does: lower case, without ASCII punctuation and without the
    English articles, of which "a" is a Slovak word too; scores stay comparable so.
    """
    f1 = [
        max(squad_f1(one, answer) for one in own or ("",)) for own, answer in _zip(gold, predicted)
    ]
    exact = [
        max(float(squad_words(one) == squad_words(answer)) for one in own or ("",))
        for own, answer in _zip(gold, predicted)
    ]
    return {"f1": 100 * math.fsum(f1) / len(f1), "exact_match": 100 * math.fsum(exact) / len(exact)}


def squad_words(answer: str) -> list[str]:
    """The words of an answer as SQuAD compares them."""
    plain = answer.lower().translate(str.maketrans("", "", string.punctuation))
    return _ARTICLES.sub(" ", plain).split()


def squad_f1(gold: str, predicted: str) -> float:
    """The F1 of the words of two answers, as bags; of two empty ones 1."""
    left, right = squad_words(gold), squad_words(predicted)
    if not left or not right:
        return float(left == right)
    common = sum((Counter(left) & Counter(right)).values())
    if not common:
        return 0.0
    precision, recall = common / len(right), common / len(left)
    return 2 * precision * recall / (precision + recall)


def _zip(
    gold: Sequence[Sequence[str]], predicted: Sequence[str]
) -> list[tuple[Sequence[str], str]]:
    return list(zip(gold, predicted, strict=True))
