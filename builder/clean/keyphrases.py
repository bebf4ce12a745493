"""Stage 5: the register's keyphrase field, or the abstract's tail, becomes a list of phrases.

Paper, section 4.2 (5) and appendix B. Where the register shows several items its split stands; a
field in one piece is split at one kind of separator (`splitting`). Lists in other languages are cut
off first. The paper's "20% non-Slovak language threshold" is taken per phrase, by the confidence
rule of `list_language`; its "maximum length of four words" rejects the record, since a phrase cut
to four words would be nobody's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.clean.candidates import KeyphraseTools, candidates
from builder.clean.folding import fold
from builder.clean.tagger import Word
from builder.options import CleanOptions
from builder.record import Draft, Note
from builder.verdict import Keep, Reason, Reject, Stage, Verdict


def keyphrases(draft: Draft, options: CleanOptions, tools: KeyphraseTools) -> Verdict:
    """Give the record its final list of keyphrases, or reject it.

    The source is the register's field; the list found beside the abstract, where that is empty or
    is no list of the language.

    Args:
        draft: a record whose passage was chosen.
        options: `max_field`, `max_words`, `max_foreign_keyphrases` decide.
        tools: what the stage reads.
    """
    tail = draft.passages[0].keyphrases if draft.passages else None
    sources: list[tuple[str, tuple[str, ...]]] = []
    if any(item.strip() for item in draft.items):
        sources.append(("register", draft.items))
    if tail and tail.strip():
        sources.append(("tail", (tail,)))
    first: Reject | None = None
    for source, items in sources:
        outcome = read_list(items, options, tools, tail=source == "tail")
        if isinstance(outcome, Reject):
            first = first or outcome
            continue
        notes = draft.notes
        if source == "tail":
            notes += (Note(Stage.KEYPHRASES, "recovered", f"{len(outcome)} from the abstract"),)
        if outcome != items:
            notes += (Note(Stage.KEYPHRASES, "split", f"{len(items)} to {len(outcome)}"),)
        return Keep(replace(draft, keyphrases=outcome, notes=notes))
    return first or Reject(Reason.NO_KEYPHRASES)


def read_list(
    items: tuple[str, ...], options: CleanOptions, tools: KeyphraseTools, *, tail: bool = False
) -> tuple[str, ...] | Reject:
    """The clean phrases of a field, or why it gives none.

    Args:
        items: the field as its page shows it: several items, or one that holds the whole list.
        options: see `keyphrases`.
        tools: see `keyphrases`.
        tail: whether the list stood in an abstract's field.
    """
    found = candidates(items, options, tools, tail=tail)
    if isinstance(found, Reject):
        return found
    tagged = dict(zip(found, tools.tagger.tag(found), strict=True))
    phrases = tuple(phrase for phrase in found if _has_content(tagged[phrase]))
    objection = next(_objections(phrases, tagged, options, tools), None)
    return objection or _distinct(phrases, options.language)


def _objections(
    phrases: tuple[str, ...],
    tagged: dict[str, tuple[Word, ...] | None],
    options: CleanOptions,
    tools: KeyphraseTools,
) -> Iterator[Reject]:
    """What speaks against a list, the reason that explains most first."""
    known = {phrase: words for phrase, words in tagged.items() if words is not None}
    for phrase in tagged:
        if phrase not in known:
            yield Reject(Reason.UNTAGGABLE, phrase)
    if not phrases:
        yield Reject(Reason.NO_KEYPHRASES, "nothing but signs and numbers")
    if _is_torn(list(known.values())):
        yield Reject(Reason.UNSPLITTABLE_LIST, f"halves of phrases: {', '.join(known)}")
    share = tools.language.foreign_share(phrases)
    if share > options.max_foreign_keyphrases:
        yield Reject(Reason.KEYPHRASES_NOT_SLOVAK, f"{share:.0%} of: {', '.join(phrases)}")
    for phrase, words in known.items():
        count = sum(word.pos not in ("PUNCT", "SYM") for word in words)
        if count > 2 * options.max_words:
            yield Reject(Reason.UNSPLITTABLE_LIST, f"{count} words: {phrase}")
        elif count > options.max_words:
            yield Reject(Reason.KEYPHRASE_TOO_LONG, f"{count} words: {phrase}")


def _has_content(words: Sequence[Word] | None) -> bool:
    return words is None or any(
        word.pos not in ("PUNCT", "SYM", "ADP", "CCONJ", "SCONJ") for word in words
    )


def _is_torn(tagged: Sequence[Sequence[Word]]) -> bool:
    """Whether halves of phrases stand where phrases should: lines read column by column.

    Signs are lone adjectives, a preposition or conjunction at an end. One of them is an author's
    slip; two, in a third of the list, are no longer a list.
    """
    signs = 0
    for words in tagged:
        inner = [word for word in words if word.pos not in ("PUNCT", "SYM")]
        if not inner:
            continue
        lone = len(inner) == 1 and inner[0].pos == "ADJ"
        hanging = len(inner) > 1 and inner[-1].pos in ("ADP", "CCONJ")
        opening = len(inner) > 1 and inner[0].pos == "CCONJ"
        signs += lone or hanging or opening
    return signs >= 2 and 3 * signs >= len(tagged)


def _distinct(phrases: tuple[str, ...], language: str) -> tuple[str, ...]:
    """Each phrase once, by its lemmas; the first stays, as the author wrote it."""
    from slovke_metric import keys

    seen: dict[tuple[str, ...], str] = {}
    for phrase, key in zip(phrases, keys(list(phrases), lang=language), strict=True):
        seen.setdefault(key or (fold(phrase),), phrase)
    return tuple(seen.values())
