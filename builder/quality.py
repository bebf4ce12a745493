"""How well the cleaning does, measured on the gold set, and the floors that it may not fall below.

Shares are fractions 0-1 of the records that a measure is about; counts are records.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from builder.clean.candidates import KeyphraseTools
from builder.clean.keyphrases import keyphrases, read_list
from builder.clean.language import language
from builder.clean.pipeline import Tools
from builder.clean.repair import repair
from builder.clean.segment import segment
from builder.options import CleanOptions
from builder.quality_cases import GoldRecord
from builder.record import Draft
from builder.verdict import Keep, Reason, Reject, Verdict
from slovke.errors import InputError


@dataclass(frozen=True, slots=True)
class TextOutcome:
    """What the text stages made of one record: the draft that was kept, or the rejection."""

    verdict: Verdict

    @property
    def abstract(self) -> str | None:
        """The abstract, where the record was kept."""
        return self.verdict.draft.passages[0].text if isinstance(self.verdict, Keep) else None

    @property
    def tail(self) -> str | None:
        """The list that stood beside it."""
        return self.verdict.draft.passages[0].keyphrases if isinstance(self.verdict, Keep) else None

    @property
    def reason(self) -> Reason | None:
        """Why the record was rejected."""
        return self.verdict.reason if isinstance(self.verdict, Reject) else None


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure: `hits` of `total` records, and the records that missed."""

    name: str
    hits: int
    total: int
    misses: tuple[str, ...]

    @property
    def share(self) -> float:
        """Hits in all, 0-1; 1 where there was nothing to do."""
        return self.hits / self.total if self.total else 1.0


def clean_text(record: GoldRecord, options: CleanOptions, tools: Tools) -> TextOutcome:
    """Run repair, segment and language on a record."""
    verdict: Verdict = Keep(Draft.of(record.raw))
    stages: tuple[Callable[[Draft], Verdict], ...] = (
        lambda draft: repair(draft, options, tools.lexicon),
        lambda draft: segment(draft, options, tools.lexicon),
        lambda draft: language(draft, options, tools.detector),
    )
    for work in stages:
        if isinstance(verdict, Keep):
            verdict = work(verdict.draft)
    return TextOutcome(verdict)


def measure(
    records: Sequence[GoldRecord], options: CleanOptions, tools: Tools
) -> tuple[Measure, ...]:
    """All measures over the gold set."""
    with_text = [record for record in records if record.raw.abstracts]
    texts = [(record, clean_text(record, options, tools)) for record in with_text]
    lists = tools.lists

    def about(aspect: str) -> list[tuple[GoldRecord, TextOutcome]]:
        return [pair for pair in texts if aspect in pair[0].aspects and _judged(pair[0])]

    def recovered(record: GoldRecord, outcome: TextOutcome) -> bool:
        if record.tail is not None:
            return _spaced(outcome.tail or "") == _spaced(record.tail)
        # The register's items and the list in the text may differ in capitals.
        return _folded(_list_of(record, outcome, options, lists)) == _folded(record.keyphrases)

    tails = [
        (record, outcome)
        for record, outcome in about("tail")
        if record.tail is not None or (record.keyphrases and outcome.tail is not None)
    ]
    judged = [pair for pair in texts if _judged(pair[0])]
    return (
        _measure("header_exact", about("header"), _is_right),
        _measure("abstract_exact", judged, _is_right),
        _measure("keyphrase_recovery", tails, recovered),
        _measure("tail_cut_exact", about("tail"), _is_right),
        _list_measure(records, options, tools),
        _measure("language_right", about("language"), _is_right),
        _measure("encoding_right", about("encoding"), _is_right),
        _measure(
            "text_lost", judged, lambda record, outcome: not lost_words(record, outcome), count=True
        ),
        _measure(
            "broken_kept",
            judged,
            lambda record, outcome: not _keeps_broken(record, outcome),
            count=True,
        ),
    )


def _judged(record: GoldRecord) -> bool:
    return record.abstract is not None or record.reject is not None


def _is_right(record: GoldRecord, outcome: TextOutcome) -> bool:
    return outcome.abstract == record.abstract and outcome.reason == record.reject


def lost_words(record: GoldRecord, outcome: TextOutcome) -> Counter[str]:
    """The words of the right abstract that the result lacks; all of them if it was rejected."""
    if record.abstract is None:
        return Counter()
    return Counter(record.abstract.split()) - Counter((outcome.abstract or "").split())


def _keeps_broken(record: GoldRecord, outcome: TextOutcome) -> bool:
    """Whether a broken text got through: kept where it can't be mended, or not mended right."""
    if "encoding" not in record.aspects or outcome.abstract is None:
        return False
    return record.reject is not None or outcome.abstract != record.abstract


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _folded(phrases: tuple[str, ...] | None) -> list[str]:
    return [phrase.casefold() for phrase in phrases or ()]


def _list_of(
    record: GoldRecord, outcome: TextOutcome, options: CleanOptions, lists: KeyphraseTools
) -> tuple[str, ...] | None:
    """The keyphrases that come from the abstract's field alone, the register's left out."""
    if not isinstance(outcome.verdict, Keep):
        return None
    verdict = keyphrases(replace(outcome.verdict.draft, items=()), options, lists)
    return verdict.draft.keyphrases if isinstance(verdict, Keep) else None


def _list_measure(records: Iterable[GoldRecord], options: CleanOptions, tools: Tools) -> Measure:
    """Keyphrase fields that become exactly the right list, or are rejected for the right reason."""
    hits = 0
    misses: list[str] = []
    for record in records:
        if record.keyphrases is None and record.list_reject is None:
            continue
        if record.beside is None and not record.raw.keyphrases:
            continue
        found = _read_list(record, options, tools)
        right = (
            found.reason == record.list_reject
            if isinstance(found, Reject)
            else found == record.keyphrases
        )
        hits += right
        if not right:
            misses.append(record.name)
    return Measure("list_exact", hits, hits + len(misses), tuple(misses))


def _read_list(record: GoldRecord, options: CleanOptions, tools: Tools) -> tuple[str, ...] | Reject:
    """The list of the register's field alone, or of a list that stood beside an abstract."""
    if record.beside is not None:
        return read_list((record.beside,), options, tools.lists, tail=True)
    repaired = repair(Draft.of(record.raw), options, tools.lexicon)
    if isinstance(repaired, Reject):
        return repaired
    verdict = keyphrases(replace(repaired.draft, passages=()), options, tools.lists)
    return verdict if isinstance(verdict, Reject) else verdict.draft.keyphrases


def _measure(
    name: str,
    pairs: Sequence[tuple[GoldRecord, TextOutcome]],
    right: Callable[[GoldRecord, TextOutcome], bool],
    *,
    count: bool = False,
) -> Measure:
    """A share of right records; with `count`, the number of wrong ones in `hits`."""
    misses = tuple(record.name for record, outcome in pairs if not right(record, outcome))
    hits = len(misses) if count else len(pairs) - len(misses)
    return Measure(name, hits, len(pairs), misses)


@dataclass(frozen=True, slots=True)
class Floors:
    """What the measures may not fall below, or rise above."""

    at_least: dict[str, float]
    at_most: dict[str, int]

    @classmethod
    def read(cls, path: Path) -> Floors:
        """Read `floors.toml`.

        Raises:
            InputError: it is missing, or it is no TOML.
        """
        try:
            tables = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise InputError(f"{path}: no such file; run this from a checkout's root") from None
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{path}: {error}") from None
        return cls(tables.get("at_least", {}), tables.get("at_most", {}))

    def holds(self, measured: Measure) -> bool:
        """Whether one measure is where it has to be."""
        if measured.name in self.at_most:
            return measured.hits <= self.at_most[measured.name]
        return measured.share >= self.at_least.get(measured.name, 0.0)

    def of(self, measured: Measure) -> str:
        """The floor of a measure in words."""
        if measured.name in self.at_most:
            return f"at most {self.at_most[measured.name]}"
        floor = self.at_least.get(measured.name)
        return "none" if floor is None else f"at least {floor:.1%}"
