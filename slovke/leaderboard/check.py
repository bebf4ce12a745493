"""Is a submission what it says? Ids, split, revision and claims, against the dataset itself.

Scores are always computed here. Those that a submission claims are only compared: one that differs
means other predictions, another dataset or another metric, and the submission is refused.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovke.errors import InputError
from slovke.leaderboard.options import ScoringOptions
from slovke.leaderboard.submission import Submission, read_submission
from slovke.record import Record

MAX_PHRASES = 1_000
MAX_PHRASE_CHARACTERS = 1_000
CLAIM_TOLERANCE = 0.0005
"""Claims may be rounded to three decimals."""


@dataclass(frozen=True, slots=True)
class Target:
    """The split that submissions are scored on. It comes from whoever builds, never from them.

    Attributes:
        dataset: as named on the command line.
        split: its split.
        revisions: the names of its revision that a submission may give: the version and, on the
            Hub, the commit; of a single file "sha256:" and the first 16 digits.
        records: its documents.
    """

    dataset: str
    split: str
    revisions: tuple[str, ...]
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A submission that may be shown.

    Attributes:
        submission: what it says of itself.
        predictions: for each record of the target its keyphrases.
        notes: what is odd without being wrong.
        scores: what `slovke_metric.score` gave, with intervals and each document's scores.
    """

    submission: Submission
    predictions: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    scores: Mapping[str, Any]


def open_target(
    dataset: str,
    split: str,
    *,
    text_column: str | None = None,
    keyphrases_column: str | None = None,
) -> Target:
    """Read the split to score on, and the names of its revision.

    Raises:
        InputError: it can't be read, or a Hub repository tells no revision.
    """
    from slovke.sources import read_records

    revisions, pinned = _revisions(dataset)
    records = read_records(
        pinned, split, text_column=text_column, keyphrases_column=keyphrases_column
    )
    if not records:
        raise InputError(f"{dataset}: no documents in split {split!r}")
    return Target(dataset, split, revisions, tuple(records))


def _revisions(dataset: str) -> tuple[tuple[str, ...], str]:
    """The names of the revision, and the dataset's name with the revision pinned."""
    from slovke.releases import fetch_releases, read_build

    path = Path(dataset)
    if path.is_dir():
        return (read_build(path).version,), dataset
    if path.is_file():
        return (f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()[:16]}",), dataset
    repo_id, _, revision = dataset.partition("@")
    if re.fullmatch(r"[0-9a-f]{40}", revision):
        return (revision,), dataset
    release = fetch_releases(repo_id).choose(revision or None)
    names = (release.version, *(() if release.commit is None else (release.commit,)))
    return names, f"{repo_id}@{release.version}"


def check_submission(
    folder: str | Path, target: Target, options: ScoringOptions, *, claims: bool = True
) -> Checked:
    """Check a submission and score it.

    Args:
        folder: of the submission.
        target: what it is scored on.
        options: how.
        claims: compare the scores that it claims; they hold for one signature only.

    Raises:
        InputError: the first thing that is wrong: what, where, what to do.
    """
    submission = read_submission(folder)
    metadata = f"{submission.folder / 'submission.yaml'}"
    if submission.split != target.split:
        raise InputError(
            f"{metadata}: split {submission.split!r}, but this leaderboard is on "
            f"{target.split!r}; predict that one"
        )
    if submission.dataset_revision.removeprefix("v") not in target.revisions:
        raise InputError(
            f"{metadata}: dataset_revision {submission.dataset_revision!r}, but this leaderboard "
            f"is on {' or '.join(target.revisions)} of {target.dataset}; predict that one"
        )
    predictions, notes = _predictions(submission, target.records)
    scores = _score(predictions, target.records, options)
    if claims:
        _compare_claims(submission, scores, metadata)
    return Checked(submission, predictions, notes, scores)


def _predictions(
    submission: Submission, records: Sequence[Record]
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    from slovke.sources import read_predictions

    path = submission.predictions
    try:
        given = read_predictions(path)
    except RecursionError:
        raise InputError(f"{path}: a line of JSON is nested too deeply") from None
    known = {record.id for record in records}
    foreign = [id_ for id_ in given if id_ not in known]
    if foreign:
        raise InputError(
            f"{path}: {len(foreign)} of {len(given)} ids are not in the split, the first is "
            f"{foreign[0]!r:.80}; check the split and the revision"
        )
    absent = [record.id for record in records if record.id not in given]
    if absent:
        raise InputError(
            f"{path}: {len(absent)} of {len(records)} documents are missing, the first is "
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
    return tuple(tuple(given[record.id]) for record in records), notes


def _score(
    predictions: Sequence[Sequence[str]], records: Sequence[Record], options: ScoringOptions
) -> Mapping[str, Any]:
    from slovke_metric import score

    try:
        return score(
            predictions,
            [record.keyphrases for record in records],
            k=options.cutoffs,
            confidence=options.confidence,
            resamples=options.resamples,
            seed=options.seed,
            per_document=True,
            **options.own,
        )
    except (ValueError, TypeError) as error:
        raise InputError(str(error)) from error


def _compare_claims(submission: Submission, scores: Mapping[str, Any], metadata: str) -> None:
    signature = scores["signature"]
    if submission.signature is not None and submission.signature != signature:
        raise InputError(
            f"{metadata}: claims scores with signature {submission.signature!r}, here it is "
            f"{signature!r}; scores with different signatures are not comparable: leave out both"
        )
    for name, claim in submission.claims.items():
        own = scores.get(name)
        if not isinstance(own, float):
            raise InputError(f"{metadata}: scores: {name!r:.80} is no score of this leaderboard")
        if abs(own - claim) > CLAIM_TOLERANCE:
            raise InputError(
                f"{metadata}: scores: {name} is claimed to be {claim:.4f}, but the predictions "
                f"give {own:.4f}; correct it or leave it out (scores are computed here)"
            )
