"""Stage 4: the record stays if one of its abstracts is Slovak, and mostly Slovak throughout.

Paper, section 4.2 (4) and appendix B: the lingua library; abstracts "over 40% non-Slovak content"
are dropped. The paper does not say which languages the detector chose between; ours are those of
the language's data file, Czech among them, since without it Czech is called Slovak. Of several
abstracts the Slovak one is taken, wherever it stands, which the paper does not do.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Protocol

from builder.clean.lexicon import load_lexicon
from builder.options import CleanOptions
from builder.record import Draft, Note, Passage
from builder.verdict import Keep, Reason, Reject, Stage, Verdict
from slovke.errors import MissingExtraError

if TYPE_CHECKING:
    from lingua import LanguageDetector


class Detector(Protocol):
    """What the stages ask about languages; codes are ISO 639-1 ("sk"), shares are 0-1."""

    def language(self, text: str) -> str | None:
        """The main language of `text`, or None where it has no letters."""
        ...

    def shares(self, text: str) -> dict[str, float]:
        """The share of the characters of `text` in each language that it holds."""
        ...

    def confidence(self, text: str, language: str) -> float:
        """How sure it is that `text` is in `language`, against all the others."""
        ...


class LinguaDetector:
    """lingua over a few languages. It can't be pickled: make one in each process."""

    def __init__(self, codes: tuple[str, ...]) -> None:
        self.codes = codes

    @cached_property
    def _lingua(self) -> LanguageDetector:
        try:
            from lingua import IsoCode639_1, LanguageDetectorBuilder
        except ImportError:
            raise MissingExtraError("lingua", "builder") from None
        languages = [getattr(IsoCode639_1, code.upper()) for code in self.codes]
        return LanguageDetectorBuilder.from_iso_codes_639_1(*languages).build()

    def language(self, text: str) -> str | None:
        """See `Detector.language`."""
        found = self._lingua.detect_language_of(text)
        return None if found is None else found.iso_code_639_1.name.lower()

    def shares(self, text: str) -> dict[str, float]:
        """See `Detector.shares`."""
        lengths: dict[str, int] = {}
        for part in self._lingua.detect_multiple_languages_of(text):
            code = part.language.iso_code_639_1.name.lower()
            lengths[code] = lengths.get(code, 0) + part.end_index - part.start_index
        total = sum(lengths.values())
        return {code: length / total for code, length in lengths.items()}

    def confidence(self, text: str, language: str) -> float:
        """See `Detector.confidence`."""
        from lingua import IsoCode639_1, Language

        wanted = Language.from_iso_code_639_1(getattr(IsoCode639_1, language.upper()))
        return float(self._lingua.compute_language_confidence(text, wanted))


@lru_cache(maxsize=4)
def load_detector(options: CleanOptions) -> Detector:
    """The detector for the languages of the data file of `options.language`, one a process.

    Raises:
        InputError: there is no such data file.
    """
    return LinguaDetector(load_lexicon(options.language).words("languages"))


def language(draft: Draft, options: CleanOptions, detector: Detector) -> Verdict:
    """Keep the passage in the language wanted, with all languages noted; reject if there is none.

    Args:
        draft: a segmented record.
        options: `language` and `max_foreign_text` decide.
        detector: the language detector of this process.
    """
    wanted = options.language
    codes = tuple(detector.language(passage.text) or "und" for passage in draft.passages)
    draft = replace(draft, languages=codes)
    shares = {
        index: foreign_share(passage.text, wanted, detector)
        for index, passage in enumerate(draft.passages)
        if codes[index] == wanted
    }
    fitting = [index for index, share in shares.items() if share < options.max_foreign_text]
    if not fitting:
        return _refusal(draft, options, detector, shares)
    # The first in page order, unless it is a mere scrap beside a whole abstract.
    chosen = next(
        (i for i in fitting if len(draft.passages[i].text) >= options.min_abstract),
        max(fitting, key=lambda i: len(draft.passages[i].text)),
    )
    passage = _with_list(draft, chosen, wanted)
    notes = draft.notes
    if chosen:
        notes += (Note(Stage.LANGUAGE, "second-abstract", f"passage {chosen + 1}: {wanted}"),)
    for index, code in enumerate(codes):
        if index != chosen:
            notes += (Note(Stage.LANGUAGE, "other-passage", f"passage {index + 1}: {code}"),)
    return Keep(replace(draft, passages=(passage,), notes=notes))


def _refusal(
    draft: Draft, options: CleanOptions, detector: Detector, shares: dict[int, float]
) -> Reject:
    if shares:
        least = min(shares.values())
        return Reject(Reason.MIXED_LANGUAGE, f"{least:.0%} of the characters are not Slovak")
    # A text that is half in each language is called by either name: say that it is mixed.
    for passage, code in zip(draft.passages, draft.languages, strict=True):
        share = detector.shares(passage.text).get(options.language, 0.0)
        if share >= 1 - 2 * options.max_foreign_text and code != "und":
            return Reject(
                Reason.MIXED_LANGUAGE, f"{1 - share:.0%} of the characters are not Slovak"
            )
    return Reject(Reason.NOT_SLOVAK, ", ".join(draft.languages))


def _with_list(draft: Draft, chosen: int, wanted: str) -> Passage:
    """The chosen passage; a list in its language that stood beside another one comes along."""
    passage = draft.passages[chosen]
    if passage.keyphrases is not None and passage.label in (None, wanted):
        return passage
    for other in draft.passages:
        if other.label == wanted and other.keyphrases is not None:
            return replace(passage, keyphrases=other.keyphrases, label=wanted)
    return passage


def foreign_share(text: str, wanted: str, detector: Detector) -> float:
    """The share of the characters of `text` that are not in the language `wanted`, 0-1.

    The multi-language pass costs ten times a single detection. A text leaves no doubt, and counts
    as 0, where each window of some hundred characters is in the language wanted, and hardly any
    function word of the others stands in it: languages that alternate by the sentence hide in the
    windows.
    """
    if _foreign_words(text, wanted) < _DOUBT and all(
        detector.language(window) in (wanted, None) for window in _windows(text)
    ):
        return 0.0
    return 1.0 - detector.shares(text).get(wanted, 0.0)


_DOUBT = 0.03  # of the words; right Slovak abstracts have less than 0.01 foreign function words


def _foreign_words(text: str, wanted: str) -> float:
    """The share of the words of `text` that are function words of other languages only, 0-1."""
    foreign = _foreign_function_words(wanted)
    words = _WORD.findall(text.lower())
    return sum(word in foreign for word in words) / len(words) if words else 0.0


@lru_cache(maxsize=4)
def _foreign_function_words(wanted: str) -> frozenset[str]:
    groups = load_lexicon(wanted).by_language("prose", "function_words")
    own = frozenset(groups[wanted])
    return frozenset(word for words in groups.values() for word in words) - own


_WORD = re.compile(r"[^\W\d_]+")
# A window shorter than this is often taken for a neighbour of its language.
_WINDOW = 150
_CUT = re.compile(r"(?<=[.!?;:\n])\s+")


def _windows(text: str) -> list[str]:
    windows: list[str] = []
    window = ""
    for sentence in _CUT.split(text):
        window = f"{window} {sentence}" if window else sentence
        if len(window) >= _WINDOW:
            windows.append(window)
            window = ""
    if window:
        if windows:
            windows[-1] = f"{windows[-1]} {window}"
        else:
            windows.append(window)
    return windows
