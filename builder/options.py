"""The cleaning options: the paper's values, each with the section that gives it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass
from typing import Literal

from slovke.errors import InputError


@dataclass(frozen=True, slots=True)
class CleanOptions:
    """What the cleaning decides by. Lengths are in characters, shares are fractions 0-1."""

    language: str = "sk"  # the language data file, and the language to keep
    min_abstract: int = 500  # section 4.2 (6)
    max_abstract: int = 2000  # section 4.2 (6)
    min_keyphrases: int = 4  # section 4.2 (6)
    max_keyphrases: int = 15  # section 4.2 (6)
    max_field: int = 300  # appendix B: "keyphrases longer than 300 characters"
    max_words: int = 4  # section 4.2 (5)
    max_foreign_text: float = 0.4  # appendix B: "over 40% non-Slovak content"
    max_foreign_keyphrases: float = 0.2  # appendix B: "a 20% non-Slovak language threshold"
    near_duplicate: float = 0.8  # ours: Jaccard similarity from which abstracts form a group
    tagger: Literal["rules", "stanza"] = "rules"  # section 4.2 (5) uses Stanza

    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change when any option does."""
        text = json.dumps(dataclasses.asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def replaced(self, settings: list[str]) -> CleanOptions:
        """A copy with `name=value` settings applied.

        Raises:
            InputError: a setting is not `name=value`, or names no option, or has a wrong type.
        """
        known = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        changes: dict[str, object] = {}
        for setting in settings:
            name, equals, value = setting.partition("=")
            if not equals or name not in known:
                names = ", ".join(known)
                raise InputError(f"--set {setting!r}: expected name=value with a name of {names}")
            try:
                changes[name] = type(known[name])(value)
            except ValueError:
                kind = type(known[name]).__name__
                raise InputError(
                    f"--set {setting!r}: {name} takes a value of type {kind}"
                ) from None
        if changes.get("tagger", "rules") not in ("rules", "stanza"):
            raise InputError(f"--set tagger={changes['tagger']}: expected rules or stanza")
        return dataclasses.replace(self, **changes)  # type: ignore[arg-type]
