"""Partitions: the queries that together ask for every record once.

Year × type, then the beginning of the title, letter by letter, as long as a query shows the cap or
more (paper, section 4.1: "narrowed by year and title prefix"). The paper lost 805 records, titles
that begin with no letter; here each narrowing leaves a remainder query that asks for everything
that none of its siblings asks for, so that nothing can fall between them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Partition:
    """One query. Two partitions that neither holds the other are disjoint.

    Attributes:
        year: year of submission.
        document_type: one type, or None for all that are not in `type_not`.
        type_not: the types left to the siblings (of the partition of all other types).
        prefix: what the title begins with; "" is anything.
        prefix_not: beginnings left to the siblings (of a remainder).
    """

    year: int
    document_type: str | None = None
    type_not: tuple[str, ...] = ()
    prefix: str = ""
    prefix_not: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """A readable, unique name: the manifest's key."""
        parts = [str(self.year)]
        if self.document_type is not None:
            parts.append(self.document_type)
        elif self.type_not:
            parts.append("(other types)")
        if self.prefix:
            parts.append(json.dumps(self.prefix, ensure_ascii=False))
        if self.prefix_not:
            # Sibling beginnings differ from the prefix by one character.
            rest = "".join(beginning[len(self.prefix) :] for beginning in self.prefix_not)
            parts.append(f"(rest: not {rest})")
        return " / ".join(parts)

    def by_type(self, types: tuple[str, ...]) -> tuple[Partition, ...]:
        """One partition for each type, and one for all others."""
        return (
            *(replace(self, document_type=kind) for kind in types),
            replace(self, type_not=types),
        )

    def by_letter(self, letters: Iterable[str]) -> tuple[Partition, ...]:
        """One partition for each next letter of the title, and the remainder.

        A remainder can be narrowed again by letters that it does not leave out yet.
        """
        excluded = set(self.prefix_not)
        longer = [self.prefix + letter for letter in dict.fromkeys(letters)]
        new = tuple(
            beginning
            for beginning in longer
            # A form may strip its fields: " " or "a  " would ask for the same again, for ever.
            if beginning not in excluded and beginning.strip() and not beginning.endswith("  ")
        )
        narrowed = tuple(replace(self, prefix=beginning, prefix_not=()) for beginning in new)
        return (*narrowed, replace(self, prefix_not=(*self.prefix_not, *new)))

    @property
    def is_root(self) -> bool:
        """Whether this asks for a whole year."""
        return self.document_type is None and not self.type_not

    def to_json(self) -> str:
        """The partition as the manifest stores it."""
        return json.dumps(
            [self.year, self.document_type, self.type_not, self.prefix, self.prefix_not],
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, text: str) -> Partition:
        """The partition that the manifest stored."""
        year, document_type, type_not, prefix, prefix_not = json.loads(text)
        return cls(year, document_type, tuple(type_not), prefix, tuple(prefix_not))
