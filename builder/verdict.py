"""What a cleaning stage answers: keep the record (changed or not), or reject it for one reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builder.record import Draft


class Stage(StrEnum):
    """The cleaning stages in their order (paper, section 4.2; the repair is ours)."""

    REPAIR = "repair"
    DEDUPLICATE = "deduplicate"
    SEGMENT = "segment"
    LANGUAGE = "language"
    KEYPHRASES = "keyphrases"
    LENGTHS = "lengths"


class Reason(StrEnum):
    """Why a record was rejected. Each belongs to one stage."""

    # repair: what can't be mended with certainty is not published
    GARBLED_TEXT = "garbled-text"  # mojibake beyond repair, fonts without a character map
    DIACRITICS_LOST = "diacritics-lost"  # all of them, or the carons only
    SPACES_LOST = "spaces-lost"
    OCR_NOISE = "ocr-noise"  # digits for letters
    # deduplicate: the reason names what was equal; the detail names the record that stayed
    DUPLICATE_ID = "duplicate-id"
    DUPLICATE_TITLE = "duplicate-title"
    DUPLICATE_ABSTRACT = "duplicate-abstract"
    # segment
    NO_ABSTRACT = "no-abstract"  # none on the page, or a header and keyphrases only
    # language
    NOT_SLOVAK = "not-slovak"
    MIXED_LANGUAGE = "mixed-language"
    # keyphrases
    NO_KEYPHRASES = "no-keyphrases"
    FIELD_TOO_LONG = "keyphrase-field-too-long"
    UNSPLITTABLE_LIST = "unsplittable-list"  # separators lost, or columns interleaved
    TEMPLATE_KEYPHRASES = "template-keyphrases"
    KEYPHRASES_NOT_SLOVAK = "keyphrases-not-slovak"
    KEYPHRASE_TOO_LONG = "keyphrase-too-long"
    UNTAGGABLE = "untaggable"  # the tagger failed on one of the phrases, alone too
    # lengths
    ABSTRACT_TOO_SHORT = "abstract-too-short"
    ABSTRACT_TOO_LONG = "abstract-too-long"
    TOO_FEW_KEYPHRASES = "too-few-keyphrases"
    TOO_MANY_KEYPHRASES = "too-many-keyphrases"


@dataclass(frozen=True, slots=True)
class Keep:
    """The record goes on, as the stage left it."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Reject:
    """The record ends here. `detail` says what exactly was seen (a number, a phrase, an id)."""

    reason: Reason
    detail: str = ""


Verdict = Keep | Reject
