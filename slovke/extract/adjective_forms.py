"""What an adjective's ending tells: number, gender and case. From the paradigms of Slovak grammar.

One table for the two who ask: the tagger, in which cases an adjective may stand; the citation
forms, which numbers and genders of a noun it agrees with.
"""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    """One reading of an ending: the number (s, p), the genders (m, f, n), the cases (NGDALI)."""

    number: str
    genders: str
    cases: str


# Endings of pekný, krásny (short after a long syllable), cudzí, rýdzi; the longest match first.
ADJECTIVE_FORMS: dict[str, tuple[Form, ...]] = {
    ending: tuple(Form(*reading.split()) for reading in readings.split(","))
    for endings, readings in (
        ("ieho ého eho", "s mn GA"),
        ("iemu ému emu", "s mn D"),
        ("ými ymi ími imi", "p mfn I"),
        ("ých ych ích ich", "p mfn GAL"),
        ("ým ym ím im", "s mn I, p mfn D"),
        ("ej", "s f GDL"),
        ("ou", "s f I"),
        ("om", "s mn L"),
        ("iu ú u", "s f A"),
        ("ia á a", "s f N"),
        ("ie é e", "s n NA, p mfn NA"),
        ("ý y", "s m NA"),
        ("í i", "s m NA, p m N"),
    )
    for ending in endings.split()
}


def readings(form: str) -> tuple[Form, ...]:
    """What the ending of an adjective's form may be, lower-cased; nothing where it has none."""
    for size in (4, 3, 2, 1):
        found = ADJECTIVE_FORMS.get(form[-size:])
        if found is not None:
            return found
    return ()
