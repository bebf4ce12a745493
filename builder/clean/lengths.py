"""Lengths: abstracts of 500-2,000 characters with 4-15 keyphrases (paper, section 4.2 (6))."""

from __future__ import annotations

from builder.options import CleanOptions
from builder.record import Draft
from builder.verdict import Keep, Reason, Reject, Verdict


def lengths(draft: Draft, options: CleanOptions) -> Verdict:
    """Reject what is too short or too long to be of use; the bounds themselves are kept.

    Characters are Unicode code points of the clean abstract, line breaks included. The paper does
    not say whether its bounds are inclusive.
    """
    characters = len(draft.passages[0].text) if draft.passages else 0
    if characters < options.min_abstract:
        return Reject(Reason.ABSTRACT_TOO_SHORT, f"{characters} characters")
    if characters > options.max_abstract:
        return Reject(Reason.ABSTRACT_TOO_LONG, f"{characters} characters")
    count = len(draft.keyphrases)
    if count < options.min_keyphrases:
        return Reject(Reason.TOO_FEW_KEYPHRASES, f"{count} keyphrases")
    if count > options.max_keyphrases:
        return Reject(Reason.TOO_MANY_KEYPHRASES, f"{count} keyphrases")
    return Keep(draft)
