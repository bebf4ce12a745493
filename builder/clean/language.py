"""Stage 4: the record stays if one of its abstracts is Slovak, and mostly Slovak throughout.

Paper, section 4.2 (4) and appendix B: the lingua library; abstracts "over 40% non-Slovak content"
are dropped. The paper does not say which languages the detector chose between; ours are those of
the language's data file, Czech among them, since without it Czech is called Slovak. Of several
abstracts the Slovak one is taken, wherever it stands, which the paper does not do.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Protocol

from builder.clean.grammar import words_of
from builder.clean.lexicon import load_lexicon
from builder.distributions import language_detail
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
    readings = [read_language(passage.text, wanted, detector) for passage in draft.passages]
    codes = tuple(reading.code for reading in readings)
    draft = replace(draft, languages=codes)
    fitting = [
        index
        for index, reading in enumerate(readings)
        if reading.code == wanted and reading.foreign < options.max_foreign_text
    ]
    if not fitting:
        return _refusal(draft, options, detector, readings)
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
    draft: Draft, options: CleanOptions, detector: Detector, readings: list[Reading]
) -> Reject:
    wanted = options.language
    name = load_lexicon(wanted).text("name")
    if wanted in draft.languages:
        least = min(reading.foreign for reading in readings if reading.code == wanted)
        what = f"{least:.0%} of the characters are not {name}"
        return Reject(Reason.MIXED_LANGUAGE, language_detail(draft.languages, what))
    # A text that is half in each language is called by either name: say that it is mixed.
    for passage, reading in zip(draft.passages, readings, strict=True):
        if reading.certain or reading.code == "und":
            continue
        share = detector.shares(passage.text).get(wanted, 0.0)
        if share >= 1 - 2 * options.max_foreign_text:
            what = f"{1 - share:.0%} of the characters are not {name}"
            return Reject(Reason.MIXED_LANGUAGE, language_detail(draft.languages, what))
    return Reject(Reason.NOT_SLOVAK, language_detail(draft.languages))


def _with_list(draft: Draft, chosen: int, wanted: str) -> Passage:
    """The chosen passage; a list in its language that stood beside another one comes along."""
    passage = draft.passages[chosen]
    if passage.keyphrases is not None and passage.label in (None, wanted):
        return passage
    for other in draft.passages:
        if other.label == wanted and other.keyphrases is not None:
            return replace(passage, keyphrases=other.keyphrases, label=wanted)
    return passage


@dataclass(frozen=True, slots=True)
class Reading:
    """What the language of a text is.

    Attributes:
        code: its main language, "und" where it has no letters.
        foreign: the share of its characters in other languages than the one wanted, 0-1; 1 where
            the main language is another one, without a look for what is in the one wanted.
        certain: whether function words alone leave no doubt that it is in another language.
    """

    code: str
    foreign: float = 1.0
    certain: bool = False


def read_language(text: str, wanted: str, detector: Detector) -> Reading:
    """The language of `text`; each letter is looked at once where that is enough.

    The multi-language pass costs ten times a single detection. It is not needed where each window
    of some hundred characters is in the language wanted, and hardly any function word of the
    others stands in the text: languages that alternate by the sentence hide in the windows. Nor
    is any detection needed where the function words of one other language are many.
    """
    tale = _tell_tales(wanted).tell(text)
    other = _plainly_other(tale, wanted)
    if other is not None:
        return Reading(other, certain=True)
    tales = _tell_tales(wanted)
    windows = {
        wanted if tales.plainly_own(window) else detector.language(window)
        for window in _windows(text)
    }
    if wanted in windows and windows <= {wanted, None}:
        code: str | None = wanted
        doubtful = tale.foreign >= _DOUBT
    else:
        code = detector.language(text)
        doubtful = True
    if code != wanted:
        return Reading(code or "und")
    return Reading(wanted, 1.0 - detector.shares(text).get(wanted, 0.0) if doubtful else 0.0)


_PLAINLY_OWN = 2  # function words that only the wanted language has, in a window without others
_DOUBT = 0.03  # of the words; right Slovak abstracts have less than 0.01 foreign function words
_PLAIN_WORDS = 20  # fewer words are never plainly in a language
# Shares of the words that are function words of one language and of no other. English, German and
# Hungarian abstracts have 0.1 to 0.3 of their own, and at most 0.007 of Slovak.
_PLAIN = 0.1
_PLAIN_OTHERS = 0.03
_PLAIN_WANTED = 0.01


@dataclass(frozen=True, slots=True)
class _Tale:
    """What the function words of a text tell, as shares of its words, 0-1.

    Attributes:
        words: how many words there are.
        foreign: function words of other languages than the one wanted.
        only: for each language, function words of it and no other.
    """

    words: int
    foreign: float
    only: dict[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class _TellTales:
    """Function words: those that only other languages have, and those that one language has."""

    foreign: frozenset[str]
    own: frozenset[str]
    only: dict[str, str]

    def plainly_own(self, window: str) -> bool:
        """Whether a window has so many function words of the one language that none is to ask."""
        words = words_of(window)
        own = sum(map(self.own.__contains__, words))
        return own >= _PLAINLY_OWN and self.foreign.isdisjoint(words)

    def tell(self, text: str) -> _Tale:
        words = words_of(text)
        count = len(words) or 1
        foreign = sum(map(self.foreign.__contains__, words)) / count
        only = Counter(filter(None, map(self.only.get, words)))
        return _Tale(len(words), foreign, {code: n / count for code, n in only.items()})


@lru_cache(maxsize=4)
def _tell_tales(wanted: str) -> _TellTales:
    groups = load_lexicon(wanted).by_language("prose", "function_words")
    own = frozenset(groups[wanted])
    foreign = frozenset(word for words in groups.values() for word in words) - own
    counts = Counter(word for words in groups.values() for word in set(words))
    only = {word: code for code, words in groups.items() for word in words if counts[word] == 1}
    only_own = frozenset(word for word, code in only.items() if code == wanted)
    return _TellTales(foreign, only_own, only)


def _plainly_other(tale: _Tale, wanted: str) -> str | None:
    """The other language that a text is plainly in, or None."""
    if tale.words < _PLAIN_WORDS or tale.only.get(wanted, 0.0) >= _PLAIN_WANTED:
        return None
    ordered = sorted(tale.only.items(), key=lambda item: -item[1])
    if not ordered or ordered[0][1] < _PLAIN or ordered[0][0] == wanted:
        return None
    return ordered[0][0] if all(share < _PLAIN_OTHERS for _, share in ordered[1:]) else None


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
