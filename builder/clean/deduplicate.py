"""Duplicates: the same id, the same title by one author in one year, or the same abstract.

Source: the paper, section 4.2 (1) and appendix B ("prioritizing documents with complete abstracts
and keyphrases"). The paper names no keys and no order; ours is a total order, so that the result
depends neither on the order of the input nor on the number of workers.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from builder.record import Draft
from builder.verdict import Keep, Reason, Reject, Verdict

# An abstract with fewer letters is a placeholder ("Abstrakt nie je k dispozícii"), shared by works
# that have nothing else in common; the stage `lengths` rejects it for what it is.
MIN_LETTERS = 100


@dataclass(frozen=True, slots=True)
class DuplicateKeys:
    """What decides about a record as a duplicate.

    Attributes:
        sid: the register's identifier.
        title: a digest of the normalized title, author and year; None where one of them is missing.
        abstract: a digest of the normalized abstract; None where it is a placeholder or missing.
        complete: 2 with abstract and keyphrases, 1 with one of them, 0 with neither.
        length: letters of the abstract.
        digest: of the whole raw record: it decides between two that are alike in all else.
    """

    sid: str
    title: str | None
    abstract: str | None
    complete: int
    length: int
    digest: str

    @property
    def rank(self) -> tuple[int, int, str, str]:
        """Sorts the record that stays first; a total order up to equal raw records."""
        return (-self.complete, -self.length, self.sid, self.digest)


@dataclass(frozen=True, slots=True)
class Loss:
    """A record is a duplicate: of which one, and what was equal."""

    reason: Reason
    winner: str


def duplicate_keys(draft: Draft, digest: str) -> DuplicateKeys:
    """The keys of a repaired record; `digest` identifies its raw record."""
    raw = draft.raw
    title = None
    if draft.title and raw.author and raw.year is not None:
        parts = (_normalized(draft.title), person_key(raw.author), str(raw.year))
        title = _digest("\0".join(parts)) if parts[0] and parts[1] else None
    texts = [_normalized(passage.text) for passage in draft.passages]
    abstract = next((text for text in texts if len(text) >= MIN_LETTERS), "")
    return DuplicateKeys(
        sid=raw.sid,
        title=title,
        abstract=_digest(abstract) if abstract else None,
        complete=bool(abstract) + any(item.strip() for item in draft.items),
        length=len(abstract),
        digest=digest,
    )


def person_key(name: str) -> str:
    """One key for the ways in which a register writes a person: `NOVOTNÝ, Adam`, `Adam Novotný`.

    Academic degrees are the words with a dot; initials are kept, since they tell persons apart.
    """
    words = name.replace(",", " ").split()
    names = [word for word in words if "." not in word] or words
    return " ".join(sorted(filter(None, map(_normalized, names))))


def deduplicate(draft: Draft, loss: Loss | None) -> Verdict:
    """Reject the record where the plan says that another one stays in its place."""
    return Reject(loss.reason, loss.winner) if loss else Keep(draft)


def find_losses(records: Iterable[DuplicateKeys]) -> list[tuple[DuplicateKeys, Loss]]:
    """The records that lose, each with the one that stays.

    Records are taken from the best to the worst; one loses when it shares a key with a record that
    stayed. So whatever is lost has a published counterpart, as far as the later stages keep that.
    """
    stayed: dict[tuple[Reason, str], str] = {}
    losses = []
    for record in sorted(records, key=lambda record: record.rank):
        keys = [
            (Reason.DUPLICATE_ID, record.sid),
            *([(Reason.DUPLICATE_TITLE, record.title)] if record.title else []),
            *([(Reason.DUPLICATE_ABSTRACT, record.abstract)] if record.abstract else []),
        ]
        seen = next((key for key in keys if key in stayed), None)
        if seen:
            losses.append((record, Loss(seen[0], stayed[seen])))
        else:
            stayed.update(dict.fromkeys(keys, record.sid))
    return losses


def _normalized(text: str) -> str:
    """Letters and digits only, without case and diacritics."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(filter(str.isalnum, plain))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
