"""What `stats` counts by: where the paper is silent, our choice."""

from __future__ import annotations

from dataclasses import dataclass

from slovke.errors import InputError


@dataclass(frozen=True, slots=True)
class StatsOptions:
    """The choices behind the figures.

    Attributes:
        short_abstract: an abstract of fewer characters counts as short in table 4, which says
            "missing or short" and no number.
        short_keyphrases: a keyphrase field of fewer characters counts as short there.
        universities: how many universities table 4 shows, those with the most records.
    """

    short_abstract: int = 100
    short_keyphrases: int = 10
    universities: int = 15

    def __post_init__(self) -> None:
        """Refuse what can't be counted.

        Raises:
            InputError: a number is negative, or no university is asked for.
        """
        for name in ("short_abstract", "short_keyphrases"):
            if getattr(self, name) < 0:
                option = name.replace("_", "-")
                raise InputError(f"--{option} {getattr(self, name)}: must not be negative")
        if self.universities < 1:
            raise InputError(f"--universities {self.universities}: at least 1")
