"""The paper's own values, which stand beside ours. Only what is printed as a number is here."""

from __future__ import annotations

from collections.abc import Mapping

# Table 1, the column SlovKE (its test set, but for the first two rows).
TRAIN_DOCUMENTS = 182_745  # section 9; table 1 has 182K
VALIDATION_DOCUMENTS = 22_343
TEST_DOCUMENTS = 22_344
WORDS_PER_DOCUMENT = 134.02
KEYPHRASES_PER_DOCUMENT = 5.0
WORDS_PER_KEYPHRASE = 1.68
ABSENT = 37.0  # per cent

# Sections 4.1 and 4.2, for figure 2; the percentages inside the figure are not in its text.
COLLECTED = 793_722
KEPT = 227_432

# Section 4.2 (4) and appendix B, for figure 8, in per cent.
ENGLISH = 20.0

# Table 4: university -> per cent missing or short of primary abstracts, secondary ones, keyphrases.
MISSING: Mapping[str, tuple[float, float, float]] = {
    "UK BA": (8.65, 15.84, 99.94),
    "STU BA": (10.39, 100.00, 0.01),
    "SPU Nitra": (0.04, 80.71, 7.91),
    "KU RK": (56.55, 60.65, 38.29),
    "VŠD Sládk.": (0.83, 19.33, 86.10),
}
# What the register may call those schools: our reading, since the paper gives no key to its
# abbreviations, and the page says so. Folded; one part is enough.
UNIVERSITIES: Mapping[str, tuple[str, ...]] = {
    "UK BA": ("univerzita komenského",),
    "STU BA": ("slovenská technická univerzita",),
    "SPU Nitra": ("slovenská poľnohospodárska univerzita",),
    "KU RK": ("katolícka univerzita",),
    "VŠD Sládk.": ("vysoká škola danubius", "sládkovič"),
}


def name_in_table_4(university: str) -> str | None:
    """The abbreviation that table 4 gives a university, or None where it is not in it."""
    folded = university.casefold()
    for short, parts in UNIVERSITIES.items():
        if folded == short.casefold() or any(part in folded for part in parts):
            return short
    return None
