"""The way of one record through the stages, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from builder.clean.candidates import KeyphraseTools
from builder.clean.deduplicate import Loss, deduplicate
from builder.clean.keyphrases import keyphrases
from builder.clean.language import Detector, language, load_detector
from builder.clean.lengths import lengths
from builder.clean.lexicon import Lexicon, load_lexicon
from builder.clean.repair import repair
from builder.clean.segment import segment
from builder.clean.tagger import load_tagger
from builder.options import CleanOptions
from builder.record import Draft
from builder.verdict import Keep, Stage, Verdict


@dataclass(frozen=True, slots=True)
class Tools:
    """What the stages read and never change. The detector can't be pickled: one a process."""

    lexicon: Lexicon
    detector: Detector
    lists: KeyphraseTools


@dataclass(frozen=True, slots=True)
class Step:
    """One stage's work on one record: what came in, and the verdict."""

    stage: Stage
    before: Draft
    verdict: Verdict


def load_tools(options: CleanOptions, stanza_dir: Path | None = None) -> Tools:
    """Load the language data, the language detector and the tagger that `options` name.

    Raises:
        MissingExtraError: `options.tagger` is "stanza", and Stanza is not installed.
        InputError: there is no language data file, or no Stanza model in `stanza_dir`.
    """
    lexicon = load_lexicon(options.language)
    detector = load_detector(options)
    tagger = load_tagger(options.tagger, lexicon, stanza_dir)
    return Tools(lexicon, detector, KeyphraseTools(lexicon, detector, tagger))


def repairing(draft: Draft, options: CleanOptions) -> Step:
    """The first step: repair. It comes before the duplicates are known, so it stands alone."""
    return Step(Stage.REPAIR, draft, repair(draft, options))


def cleaning(
    draft: Draft, loss: Loss | None, options: CleanOptions, tools: Tools
) -> Iterator[Step]:
    """The steps after the repair, up to the first rejection.

    Args:
        draft: the repaired record.
        loss: what the plan of duplicates says of it; None where it stays.
        options: what the stages decide by.
        tools: what they read.
    """
    stages: tuple[tuple[Stage, Callable[[Draft], Verdict]], ...] = (
        (Stage.DEDUPLICATE, lambda draft: deduplicate(draft, loss)),
        (Stage.SEGMENT, lambda draft: segment(draft, options, tools.lexicon)),
        (Stage.LANGUAGE, lambda draft: language(draft, options, tools.detector)),
        (Stage.KEYPHRASES, lambda draft: keyphrases(draft, options, tools.lists)),
        (Stage.LENGTHS, lambda draft: lengths(draft, options)),
    )
    for stage, work in stages:
        verdict = work(draft)
        yield Step(stage, draft, verdict)
        if not isinstance(verdict, Keep):
            return
        draft = verdict.draft


def walk(raw_draft: Draft, options: CleanOptions, tools: Tools) -> Iterator[Step]:
    """All steps of one record that is no duplicate, from the raw text on."""
    first = repairing(raw_draft, options)
    yield first
    if isinstance(first.verdict, Keep):
        yield from cleaning(first.verdict.draft, None, options, tools)
