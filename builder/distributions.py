"""What figures 8, 9 and 10 of the paper show, counted while the records pass the stages.

It is gone when a record has left the cleaning: the languages of its abstracts, the length of an
abstract that was rejected for its keyphrases. So the funnel carries it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from builder.verdict import Keep, Reason, Stage

if TYPE_CHECKING:
    from builder.clean.pipeline import Step

BIN = 100  # characters that one bar of figure 10 spans


@dataclass(slots=True)
class Distributions:
    """Counts over all records that came to a stage; adding two in any order gives the same.

    Attributes:
        languages: the language of the first abstract of a page, as detected ("sk", "en", ...).
        second: records whose abstract in the wanted language did not stand first.
        before, after: how many records had so many keyphrases: as the register shows them, of those
            that came to the stage `keyphrases`; and behind it, of those that passed it.
        lengths: how many abstracts had so many characters as they came to the stage `lengths`, in
            bins named by their least length.
    """

    languages: Counter[str] = field(default_factory=Counter)
    second: int = 0
    before: Counter[int] = field(default_factory=Counter)
    after: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)

    def add(self, steps: Iterable[Step]) -> None:
        """Count one record's way."""
        for step in steps:
            if step.stage is Stage.LANGUAGE:
                self._add_language(step)
            elif step.stage is Stage.KEYPHRASES:
                self.before[sum(bool(item.strip()) for item in step.before.raw.keyphrases)] += 1
            elif step.stage is Stage.LENGTHS:
                self.after[len(step.before.keyphrases)] += 1
                text = "".join(passage.text for passage in step.before.passages[:1])
                self.lengths[len(text) // BIN * BIN] += 1

    def _add_language(self, step: Step) -> None:
        verdict = step.verdict
        if isinstance(verdict, Keep):
            self.languages.update(verdict.draft.languages[:1])
            self.second += any(note.kind == "second-abstract" for note in verdict.draft.notes)
        elif verdict.reason in (Reason.NOT_SLOVAK, Reason.MIXED_LANGUAGE):
            self.languages[first_language(verdict.detail)] += 1

    def merge(self, other: Distributions) -> None:
        """Add another shard's counts."""
        self.second += other.second
        for name in _COUNTERS:
            getattr(self, name).update(getattr(other, name))

    def to_json(self) -> dict[str, Any]:
        """As written to `funnel.json`: numbers are keys of JSON, so they are text."""
        counts: dict[str, Any] = {
            name: {str(key): count for key, count in sorted(getattr(self, name).items())}
            for name in _COUNTERS
        }
        return {**counts, "second": self.second}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Distributions:
        """The inverse of `to_json`."""
        numbers = {
            name: Counter({int(key): count for key, count in value[name].items()})
            for name in _COUNTERS[1:]
        }
        return cls(languages=Counter(value["languages"]), second=value["second"], **numbers)


_COUNTERS = ("languages", "before", "after", "lengths")


def language_detail(codes: Iterable[str], what: str = "") -> str:
    """A rejection's detail that begins with the languages of a page's abstracts, in their order."""
    return ", ".join(codes) + (f": {what}" if what else "")


def first_language(detail: str) -> str:
    """The language of the first abstract, from such a detail."""
    return detail.partition(":")[0].partition(",")[0]
