"""The words that keyphrase lists are read by, compiled from a language's data file."""

from __future__ import annotations

import re
from functools import lru_cache

from builder.clean.folding import fold
from builder.clean.layout import NOTHING, page_lines
from builder.clean.lexicon import Lexicon


class ListWords:
    """Patterns and sets for lists. All sets hold words without case and diacritics.

    Attributes:
        language: the code of the lists' own language.
        letters: what its words are written with, small; marks: those of them with diacritics.
        compounds: matches an abbreviation of several parts, "s. r. o.".
        abbreviations: words whose dot ends no phrase, without the dot.
        label: matches a label at the start of a line or sentence, or before a colon, and what the
            label says of its language; on folded text.
        ends: matches the place where a list ends though its field goes on; on folded text.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.language = lexicon.code
        self.letters = frozenset(lexicon.text("letters"))
        self.marks = frozenset(lexicon.marked_letters)
        compounds = lexicon.words("lists", "compound_abbreviations")
        spaced = [
            r"\s*".join(re.escape(part) for part in re.findall(r"[^\s.]+\.?", fold(word)))
            for word in sorted(compounds, key=len, reverse=True)
        ]
        self.page_lines = page_lines(lexicon)
        self.compounds = re.compile(rf"(?<!\w)(?:{'|'.join(spaced) or NOTHING})(?!\w)")
        self.abbreviations = frozenset(
            fold(word).rstrip(".")
            for path in (("lists", "abbreviations"), ("prose", "abbreviations"), _TITLES)
            for word in lexicon.words(*path)
            if word.endswith(".") and " " not in word
        ) - frozenset("abcdefghijklmnopqrstuvwxyz")
        self.numbering = frozenset(w.rstrip(".") for w in lexicon.folded("lists", "numbering"))
        self.lettered = lexicon.folded("lists", "lettered")
        self.after_ordinal = tuple(sorted(lexicon.folded("lists", "after_ordinal")))
        self.before_number = lexicon.folded("lists", "before_number")
        self.prepositions = lexicon.folded("lists", "prepositions")
        self.conjunctions = lexicon.folded("lists", "conjunctions")
        self.after_latin_a = lexicon.folded("lists", "after_latin_a")
        self.adjective_endings = tuple(sorted(lexicon.words("lists", "adjective_endings")))
        self.and_so_on = lexicon.folded("lists", "and_so_on")
        self.template = lexicon.folded("lists", "template")
        self.loans = lexicon.folded("lists", "loans")
        self.terms = lexicon.folded("lists", "terms")
        self.latin_words = tuple(sorted(lexicon.folded("lists", "latin_words")))
        self.latin_endings = tuple(sorted(lexicon.folded("lists", "latin_endings")))
        self.labels = {
            fold(label): code
            for code, labels in lexicon.by_language("keyphrase_labels").items()
            for label in labels
        }
        self.label_languages = {
            fold(word): code
            for code, words in lexicon.by_language("label_languages").items()
            for word in words
        }
        names = _alternatives(self.labels)
        languages = _alternatives(self.label_languages)
        one = rf"(?P<label>{names})(?:\s*[/(,\-–]*\s*(?P<of>{languages})\b\)?)?"
        fillers = _alternatives(dict.fromkeys(sorted(lexicon.folded("label_fillers", "words"))))
        filled = rf"(?:(?:\s+(?:{fillers}))+(?=\s*:))?"
        count = r"(?:\s*\(\d{1,2}\))?"
        more = rf"{count}(?:\s*[/|(]\s*(?:{names})\)?)?"
        # "SJ: ..." names the language alone, in front of a list.
        bare = rf"(?:(?<=\n)|(?<!.)|(?<=[;.|]\s))(?P<of3>{languages})\s*:\s*"
        # A label stands at the start of a line, with or without a colon, or anywhere with one.
        self.label = re.compile(
            rf"(?:(?<=\n)|(?<!.))[\s*_#]*{one}{more}{filled}[\s*_]*(?:[:\-–—]+[*_\s]*|(?=\s)|$)"
            rf"|(?<!\w)[*_]*{_renamed(one)}{more}{filled}[\s*_]*:[*_\s]*"
            rf"|{bare}",
            re.DOTALL,
        )
        ends = _alternatives(dict.fromkeys(fold(word) for word in lexicon.words("lists", "ends")))
        self.ends = re.compile(rf"(?<!\w)(?:{ends})\b\s*(?::|\(|\b(?=[a-z]\d))|\f")


_TITLES = ("header", "academic_titles")


@lru_cache(maxsize=4)
def list_words(lexicon: Lexicon) -> ListWords:
    """The words of a lexicon for lists, compiled once."""
    return ListWords(lexicon)


def _alternatives(words: dict[str, str] | dict[str, None]) -> str:
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(r"\s+".join(map(re.escape, word.split())) for word in ordered) or NOTHING


def _renamed(pattern: str) -> str:
    """The same pattern with other group names, for a second branch."""
    return pattern.replace("?P<label>", "?P<label2>").replace("?P<of>", "?P<of2>")
