"""What an annotator may write beside the answers: a line or a few, of a candidate or a document."""

from __future__ import annotations

import unicodedata

from slovke.errors import InputError

LONGEST_COMMENT = 2000


def clean_comment(text: object) -> str | None:
    """A comment as it is kept: NFC, without control characters; None of an empty one.

    Raises:
        InputError: it is no text, or too long.
    """
    if not isinstance(text, str):
        raise InputError(f"a comment must be text, got {type(text).__name__}")
    # Half of a surrogate pair, which JSON can carry, could not be written.
    whole = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode())
    lines = "".join(
        " " if unicodedata.category(letter) == "Cc" and letter != "\n" else letter
        for letter in whole.replace("\r\n", "\n").replace("\r", "\n")
    )
    kept = lines.strip()
    if len(kept) > LONGEST_COMMENT:
        raise InputError(
            f"a comment has at most {LONGEST_COMMENT:,} characters, this has {len(kept):,}"
        )
    return kept or None
