"""Whatever stands in a field: the text stages answer, take nothing from nowhere, and settle."""

from __future__ import annotations

import unicodedata
from collections import Counter

from hypothesis import HealthCheck, example, given, settings

from builder.clean.carons import attach_carons, join_apostrophes
from builder.clean.lexicon import load_lexicon
from builder.clean.markup import strip_latex, strip_markdown, strip_tags, unescape
from builder.clean.repair import STEPS, is_sound, mend, repair
from builder.clean.segment import segment
from builder.options import CleanOptions
from builder.record import Draft, RawRecord
from builder.verdict import Keep
from tests.page_pieces import AUTHORS, TEXTS, TITLES

LEXICON = load_lexicon("sk")
OPTIONS = CleanOptions()

quick = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def draft_of(text: str, title: str | None = None, author: str | None = None) -> Draft:
    return Draft.of(RawRecord(sid="1", abstracts=(text,), title=title, author=author))


def letters(text: str) -> Counter[str]:
    return Counter("".join(text.split()))


@quick
@given(TEXTS, TITLES, AUTHORS)
@example("Abstrakt\nAbstrakt\nAbstrakt", None, None)
@example("Kľúčové slová:\nKľúčové slová:", None, None)
@example("NOVOTNÝ, Adam: Kľúčové slová: \ns.62Práca sa zaoberá ľanom. ", None, None)
def test_segment_takes_nothing_from_nowhere_and_settles(
    text: str, title: str | None, author: str | None
) -> None:
    verdict = segment(draft_of(text, title, author), OPTIONS, LEXICON)
    if not isinstance(verdict, Keep):
        return
    kept = [passage.text for passage in verdict.draft.passages]
    lists = [passage.keyphrases for passage in verdict.draft.passages if passage.keyphrases]
    out = sum((letters(part) for part in kept), Counter())
    assert not out - letters(text)
    assert all(not letters(part) - letters(text) for part in lists)
    assert all(kept)
    for passage in kept:
        again = segment(draft_of(passage, title, author), OPTIONS, LEXICON)
        assert isinstance(again, Keep)
        assert [part.text for part in again.draft.passages] == [passage]


@quick
@given(TEXTS)
def test_repair_answers_and_settles(text: str) -> None:
    mended, _ = mend(text, LEXICON)
    assert mended == unicodedata.normalize("NFC", mended)
    assert mend(mended, LEXICON) == (mended, ())
    # A ligature becomes three letters at most; nothing else grows.
    assert len(mended) <= len(unicodedata.normalize("NFC", text)) + 2 * sum(
        "\ufb00" <= letter <= "\ufb06" or letter in "ĳǆǳŉ" for letter in text
    )
    repair(draft_of(text, text, text), OPTIONS, LEXICON)


@quick
@given(TEXTS)
def test_each_repair_answers(text: str) -> None:
    for step in (unescape, strip_tags, strip_latex, strip_markdown):
        step(text)
    for word_step in (attach_carons, join_apostrophes):
        word_step(text, LEXICON)


@quick
@given(TEXTS)
def test_a_sound_text_gives_no_repair_anything_to_do(text: str) -> None:
    """The one look that saves the steps their work misses none of it."""
    mended, _ = mend(text, LEXICON)
    for each in (text, mended):
        if is_sound(each):
            assert all(step(each, LEXICON) == each for _, step in STEPS)
