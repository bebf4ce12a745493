"""The audit of what was kept: traces of noise that a stage should have taken out.

It changes nothing. It counts four kinds of traces and shows the worst records, so that a person
knows where to look first.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from builder.clean.layout import NOTHING
from slovke.record import Record

if TYPE_CHECKING:
    from rich.table import Table

    from builder.clean.lexicon import Lexicon

WORST = 20
# NOISE: three or more gold phrases in the last 300 characters is a leak; fewer are good style.
_TAIL = 300
_TAIL_PHRASES = 3
_DETAIL = 80  # characters of a finding that the table shows; audit.json has all


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of trace in one record. `weight` sorts: how much of it there is."""

    id: str
    kind: str
    weight: int
    detail: str


@dataclass(slots=True)
class Audit:
    """Counts of records by kind of trace, and the worst of them."""

    records: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def add(self, record: Record, words: AuditWords) -> None:
        """Look at one kept record."""
        self.records += 1
        for finding in inspect(record, words):
            self.counts[finding.kind] += 1
            self.findings.append(finding)
        if len(self.findings) > 50 * WORST:
            self.findings = self.worst()

    def merge(self, other: Audit) -> None:
        """Add another shard's counts and worst records."""
        self.records += other.records
        self.counts.update(other.counts)
        self.findings.extend(other.findings)

    def worst(self) -> list[Finding]:
        """The `WORST` findings: by record, the heaviest first, then by id."""
        weights: Counter[str] = Counter()
        for finding in self.findings:
            weights[finding.id] += finding.weight
        ordered = sorted(self.findings, key=lambda f: (-weights[f.id], f.id, f.kind))
        return ordered[:WORST]

    def to_json(self) -> dict[str, Any]:
        """As written to `audit.json`."""
        return {
            "records": self.records,
            "counts": {kind: self.counts[kind] for kind in KINDS},
            "worst": [
                {"id": f.id, "kind": f.kind, "weight": f.weight, "detail": f.detail}
                for f in self.worst()
            ],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Audit:
        """The inverse of `to_json`."""
        return cls(
            records=value["records"],
            counts=Counter(value["counts"]),
            findings=[Finding(**finding) for finding in value["worst"]],
        )


KINDS = ("keyphrase-tail", "header-words", "foreign-letters", "digits-only")


@dataclass(frozen=True, slots=True)
class AuditWords:
    """What a language's data say: the header's words, and the letters of its texts.

    Attributes:
        labels: of a header's fields, in small letters, the longest first.
        header: a pattern of what else stands in headers and not in abstracts.
        letters: the letters that a text of the language is written with, both cases.
    """

    labels: tuple[str, ...]
    header: re.Pattern[str]
    letters: frozenset[str]


def audit_words(lexicon: Lexicon) -> AuditWords:
    """What the audit looks for, from the words that the stage `segment` goes by."""
    labels = (
        *lexicon.words("header", "role_labels"),
        *lexicon.words("header", "field_labels"),
        *(label for labels in lexicon.by_language("keyphrase_labels").values() for label in labels),
    )
    types = lexicon.words("header", "thesis_types")
    ordered = sorted(map(re.escape, types), key=lambda label: (-len(label), label))
    kind = "|".join(ordered) or NOTHING
    pages = "|".join(map(re.escape, lexicon.words("header", "page_abbreviations"))) or NOTHING
    return AuditWords(
        labels=tuple(sorted({label.lower() for label in labels}, key=lambda label: -len(label))),
        # Brackets tell a thesis's type from prose, the line's end its pages.
        header=re.compile(
            rf"[\[(]\s*(?:{kind})\s*[\])]|(?<!\w)[0-9]{{2,3}}\s*(?:{pages})\s*$",
            re.IGNORECASE | re.MULTILINE,
        ),
        letters=frozenset(lexicon.text("letters") + lexicon.text("letters").upper()),
    )


_COLON = re.compile(r"\s*:")


def _header_words(text: str, words: AuditWords) -> list[str]:
    """The words of a header in a text, in its order: labels with a colon, types, pages."""
    found = [(match.start(), match.group()) for match in words.header.finditer(text)]
    # From the colons back: a search for a hundred labels at each letter takes a hundred times it.
    for colon in _COLON.finditer(text):
        before = text[: colon.start()].lower()
        label = next(filter(before.endswith, words.labels), None)
        if label is not None and not before[: -len(label)][-1:].isalnum():
            start = len(before) - len(label)
            found.append((start, text[start : colon.end()]))
    return [what for _, what in sorted(found)]


def inspect(record: Record, words: AuditWords) -> Iterable[Finding]:
    """The traces in one kept record."""
    tail = record.abstract[-_TAIL:].casefold()
    held = [phrase for phrase in record.keyphrases if phrase.casefold() in tail]
    # A short abstract that ends in its topic's words is no leak: a list stands close together.
    if len(held) >= _TAIL_PHRASES:
        yield Finding(record.id, "keyphrase-tail", len(held), ", ".join(held))
    header = _header_words(record.abstract, words)
    if header:
        yield Finding(record.id, "header-words", len(header), ", ".join(header[:5]))
    strange = {c for c in set(record.abstract) - words.letters if c.isalpha()}
    if strange:
        foreign = [c for c in record.abstract if c in strange]
        letters = "".join(sorted(set(foreign)))
        yield Finding(record.id, "foreign-letters", len(foreign), letters)
    digits = [phrase for phrase in record.keyphrases if not any(c.isalpha() for c in phrase)]
    if digits:
        yield Finding(record.id, "digits-only", len(digits), ", ".join(digits))


def audit_table(audit: Audit) -> Table:
    """The counts as a table for a terminal."""
    from rich.table import Table

    table = Table(title=f"Audit of {audit.records:,} kept records")
    table.add_column("trace")
    table.add_column("records", justify="right")
    table.add_column("%", justify="right")
    for kind in KINDS:
        count = audit.counts[kind]
        table.add_row(kind, f"{count:,}", f"{100 * count / max(1, audit.records):.1f}")
    return table


def worst_table(findings: Sequence[Finding]) -> Table:
    """The worst records as a table for a terminal."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title="Where to look first (`why ID` shows a record's way)")
    for name in ("id", "trace"):
        table.add_column(name, no_wrap=True)
    table.add_column("detail", overflow="fold")
    last = ""
    for finding in findings:
        if last and finding.id != last:
            table.add_section()
        detail = textwrap.shorten(finding.detail, _DETAIL, placeholder=" …")
        # Text of a page may hold what rich takes for markup, as "[diplomová práca]".
        table.add_row("" if finding.id == last else finding.id, finding.kind, Text(detail))
        last = finding.id
    return table
