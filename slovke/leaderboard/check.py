"""Is a submission what it says? Ids, split, revision and claims, against the dataset itself.

Scores are always computed here. Those that a submission claims are only compared: one that differs
means other predictions, another dataset or another metric, and the submission is refused.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovke.errors import InputError
from slovke.leaderboard.scoring import Scored, Scorer
from slovke.leaderboard.submission import METADATA_FILE, Submission, read_submission
from slovke.leaderboard.target import Document, Target

MAX_PHRASES = 1_000
MAX_PHRASE_CHARACTERS = 1_000
CLAIM_TOLERANCE = 0.0005
"""Claims may be rounded to three decimals."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A submission that may be shown.

    Attributes:
        submission: what it says of itself.
        predictions: for each document of the target its keyphrases.
        notes: what is odd without being wrong.
        scored: what its predictions came to.
    """

    submission: Submission
    predictions: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    scored: Scored

    @property
    def scores(self) -> Mapping[str, Any]:
        """The scores with their intervals."""
        return self.scored.scores


def check_submission(
    folder: str | Path, target: Target, scorer: Scorer, *, claims: bool = True
) -> Checked:
    """Check a submission and score it.

    Args:
        folder: of the submission.
        target: what it is scored on.
        scorer: of the target's documents.
        claims: compare the scores that it claims; they hold for one signature only.

    Raises:
        InputError: the first thing that is wrong: what, where, what to do.
    """
    return check_predictions(read_submission(folder), target, scorer, claims=claims)


def check_predictions(
    submission: Submission, target: Target, scorer: Scorer, *, claims: bool = True
) -> Checked:
    """`check_submission` for one whose metadata were read."""
    check_target(submission, target.dataset, target.split, target.revisions)
    predictions, notes = _predictions(submission, target.documents)
    scored = scorer.score(predictions)
    if claims:
        compare_claims(submission, scored.scores, scorer.signature, CLAIM_TOLERANCE)
    return Checked(submission, predictions, notes, scored)


def check_target(
    submission: Submission, dataset: str, split: str, revisions: Sequence[str]
) -> None:
    """Refuse a submission that is on another split or revision.

    Raises:
        InputError: it is.
    """
    metadata = submission.folder / METADATA_FILE
    if submission.split != split:
        raise InputError(
            f"{metadata}: split {submission.split!r}, but this leaderboard is on "
            f"{split!r}; predict that one"
        )
    named = submission.dataset_revision
    if not {named, named.removeprefix("v")} & set(revisions):
        raise InputError(
            f"{metadata}: dataset_revision {submission.dataset_revision!r}, but this leaderboard "
            f"is on {' or '.join(revisions)} of {dataset}; predict that one"
        )


def _predictions(
    submission: Submission, documents: Sequence[Document]
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    from slovke.sources import read_predictions

    path = submission.predictions
    try:
        given = read_predictions(path)
    except RecursionError:
        raise InputError(f"{path}: a line of JSON is nested too deeply") from None
    known = {document.id for document in documents}
    foreign = [id_ for id_ in given if id_ not in known]
    if foreign:
        raise InputError(
            f"{path}: {len(foreign)} of {len(given)} ids are not in the split, the first is "
            f"{foreign[0]!r:.80}; check the split and the revision"
        )
    absent = [document.id for document in documents if document.id not in given]
    if absent:
        raise InputError(
            f"{path}: {len(absent)} of {len(documents)} documents are missing, the first is "
            f"{absent[0]!r:.80}; give every document a line, without keyphrases if there are none"
        )
    for id_, phrases in given.items():
        if len(phrases) > MAX_PHRASES or any(len(one) > MAX_PHRASE_CHARACTERS for one in phrases):
            raise InputError(
                f"{path}: id {id_!r:.80} has more than {MAX_PHRASES:,} keyphrases, or one of more "
                f"than {MAX_PHRASE_CHARACTERS:,} characters; shorten the list"
            )
    empty = sum(not phrases for phrases in given.values())
    notes = (f"{empty} documents without keyphrases; they score 0",) if empty else ()
    # One string for a phrase, however many documents and systems give it.
    return tuple(tuple(map(sys.intern, given.pop(one.id))) for one in documents), notes


def compare_claims(
    submission: Submission, scores: Mapping[str, Any], signature: str, tolerance: float
) -> None:
    """Refuse a submission whose claimed scores are not those that were computed.

    Args:
        submission: with its claims.
        scores: computed here, in the claims' unit.
        signature: of the computed ones.
        tolerance: how far a claim may be off, for claims are rounded.

    Raises:
        InputError: another score or signature, or one that is not computed here.
    """
    metadata = submission.folder / METADATA_FILE
    if submission.signature is not None and submission.signature != signature:
        raise InputError(
            f"{metadata}: claims scores with signature {submission.signature!r}, here it is "
            f"{signature!r}; scores with different signatures are not comparable: leave out both"
        )
    for name, claim in submission.claims.items():
        own = scores.get(name)
        if not isinstance(own, float):
            raise InputError(f"{metadata}: scores: {name!r:.80} is no score of this leaderboard")
        if abs(own - claim) > tolerance:
            raise InputError(
                f"{metadata}: scores: {name} is claimed to be {claim:.4f}, but the predictions "
                f"give {own:.4f}; correct it or leave it out (scores are computed here)"
            )
