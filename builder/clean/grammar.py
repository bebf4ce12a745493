"""The words of a field's grammar: the lexicon's phrases by meaning, and the record's own names."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from builder.clean.folding import fold
from builder.clean.layout import page_lines
from builder.clean.lexicon import Lexicon
from builder.clean.tokens import Phrases
from builder.record import RawRecord

LABEL_SIGNS = frozenset(":-–—−=")
BEHIND = "titles_behind"  # what the phrases of titles behind names mean


class Kind(StrEnum):
    """What a piece of a field is."""

    HEADING = "heading"
    TITLE = "title"
    PERSON = "person"
    TYPE = "thesis type"
    SCHOOL = "school"
    ROLE = "label of a person"
    FIELD = "label of a field"
    DEGREE = "degree"
    PLACE = "place"
    YEAR = "year"
    PAGES = "pages"


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """The phrases of one language's thesis pages, ready to be looked up.

    Attributes:
        headings: of an abstract, each with the language that it announces.
        labels: of keyphrase lists, each with the language of the list.
        line_labels: those that count at the start of a line only.
        label_notes: what names the language behind a label or a heading: "v AJ".
        label_fillers: what may stand between a label and its colon: "sú", "práce".
        label_spellings: the labels in one piece, for misspelt ones.
        piece_openings: the first words of a header's pieces, by the kind that a reader knows.
        far: languages that a paragraph tells from the pages' own; near ones are not told apart.
        page_lines: matches a line that is a page's mark.
        codes: of classifications, behind a list.
        label_hints: the labels' first words, and the signs behind a label: without one of these
            there is no list.
    """

    headings: Phrases
    labels: Phrases
    line_labels: Phrases
    label_notes: Phrases
    label_fillers: frozenset[str]
    label_spellings: tuple[tuple[str, str], ...]
    label_hints: frozenset[str]
    sections: Phrases
    types: Phrases
    schools: Phrases
    roles: Phrases
    bare_roles: Phrases
    fields: Phrases
    degrees: Phrases
    titles: Phrases
    places: Phrases
    openers: Phrases
    stops: Phrases
    page_words: frozenset[str]
    page_extras: Phrases
    page_joints: frozenset[str]
    counting: frozenset[str]
    months: frozenset[str]
    verbs: frozenset[str]
    finite_verb: Callable[[str], bool]
    abbreviations: frozenset[str]
    function_words: dict[str, frozenset[str]]
    any_function_word: frozenset[str]
    far: frozenset[str]
    far_function_words: frozenset[str]
    page_lines: re.Pattern[str]
    codes: Phrases
    openings: frozenset[str]
    piece_openings: dict[str, frozenset[str]]

    @classmethod
    @lru_cache(maxsize=4)
    def of(cls, lexicon: Lexicon) -> Grammar:
        """The grammar of a lexicon, made once."""

        def phrases(*path: str) -> Phrases:
            return Phrases((phrase, path[-1]) for phrase in lexicon.words(*path))

        pieces = (
            "thesis_types", "school_words", "role_labels", "role_abbreviations", "field_labels",
            "degrees", "academic_titles", "cities",
        )  # fmt: skip
        openings = frozenset().union(*(phrases("header", name).openings for name in pieces))
        pages = lexicon.folded("header", "page_abbreviations") | lexicon.folded("header", "months")
        headings = lexicon.by_language("headings")
        labels = [(p, c) for c, g in lexicon.by_language("keyphrase_labels").items() for p in g]
        notes = lexicon.by_language("label_languages")
        far = frozenset(lexicon.words("far_languages"))
        label_phrases = Phrases(labels)
        dotted = (
            *lexicon.words("prose", "abbreviations"),
            *lexicon.words("header", "academic_titles"),
        )
        function_words = {
            code: frozenset(word.lower() for word in words)
            for code, words in lexicon.by_language("prose", "function_words").items()
        }
        grammar = cls(
            headings=Phrases((p, code) for code, group in headings.items() for p in group),
            labels=label_phrases,
            line_labels=phrases("line_labels", "words"),
            label_notes=Phrases((p, code) for code, group in notes.items() for p in group),
            label_fillers=lexicon.folded("label_fillers", "words"),
            label_spellings=tuple((fold(p), code) for p, code in labels),
            label_hints=label_phrases.openings | LABEL_SIGNS,
            sections=phrases("sections", "words"),
            types=phrases("header", "thesis_types"),
            schools=phrases("header", "school_words"),
            roles=phrases("header", "role_labels"),
            bare_roles=phrases("header", "role_abbreviations"),
            fields=phrases("header", "field_labels"),
            degrees=phrases("header", "degrees"),
            titles=Phrases(
                (title, name)
                for name in (BEHIND, "academic_titles")
                for title in lexicon.words("header", name)
            ),
            places=phrases("header", "cities"),
            openers=phrases("prose", "openers"),
            stops=phrases("prose", "other_headings"),
            page_words=frozenset(
                w.rstrip(".") for w in lexicon.folded("header", "page_abbreviations")
            ),
            page_extras=phrases("header", "page_extras"),
            page_joints=lexicon.folded("header", "page_joints"),
            counting=lexicon.folded("header", "counting"),
            months=lexicon.folded("header", "months"),
            verbs=lexicon.folded("prose", "verbs"),
            finite_verb=lexicon.finite_verb,
            abbreviations=frozenset(
                part for word in dotted for part in fold(word).replace(".", " ").split()
            ),
            function_words=function_words,
            far=far,
            far_function_words=_only_of(far, function_words),
            page_lines=page_lines(lexicon),
            codes=phrases("lists", "ends"),
            any_function_word=frozenset().union(*function_words.values()),
            openings=openings | {word.rstrip(".") for word in pages},
            piece_openings={},
        )
        grammar.piece_openings.update(
            heading=grammar.headings.openings,
            role=grammar.roles.openings | grammar.bare_roles.openings,
            field=grammar.fields.openings,
            count=grammar.counting | grammar.page_extras.openings,
            type=grammar.types.openings,
            place=grammar.places.openings,
            degree=grammar.degrees.openings,
        )
        return grammar

    def glance(self, text: str) -> str | None:
        """The language that the function words of `text` speak for, or None where few stand."""
        words = words_of(text)
        told = list(filter(self.any_function_word.__contains__, words))
        scores = {
            code: sum(map(known.__contains__, told)) for code, known in self.function_words.items()
        }
        best = max(scores, key=lambda code: scores[code])
        return best if scores[best] >= max(2, len(words) // 10) else None

    def far_words(self, text: str) -> int:
        """How many words of `text` are function words of languages that are not near."""
        words = words_of(text)
        if self.far_function_words.isdisjoint(words):
            return 0
        return sum(map(self.far_function_words.__contains__, words))


_WORD = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=8)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in small letters; several stages ask for those of one text."""
    return tuple(_WORD.findall(text.lower()))


def _only_of(codes: frozenset[str], words: dict[str, frozenset[str]]) -> frozenset[str]:
    """The words of some languages that the other ones have not."""
    others = [known for code, known in words.items() if code not in codes]
    return frozenset().union(*(words[c] for c in codes & words.keys())).difference(*others)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the record itself says of its header, folded: words, without punctuation.

    Attributes:
        title: the words of the title.
        author: the words of the author's name, academic titles left out.
        persons: the same of each person of the record.
        schools: the words of university and faculty, as two phrases.
        year: the year in digits, or the empty string.
    """

    title: tuple[str, ...]
    author: frozenset[str]
    persons: tuple[frozenset[str], ...]
    schools: Phrases
    year: str

    @classmethod
    def of(cls, title: str | None, raw: RawRecord, grammar: Grammar) -> Facts:
        """The facts of a record whose repaired title is `title`."""
        schools = [name for name in (raw.university, raw.faculty) if name and _folded_words(name)]
        return cls(
            title=_folded_words(title or ""),
            author=_name_words(raw.author or "", grammar),
            persons=tuple(_name_words(person, grammar) for person in raw.persons),
            schools=Phrases((name, "school") for name in schools),
            year=str(raw.year or ""),
        )


def _folded_words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", fold(text)))


def _name_words(name: str, grammar: Grammar) -> frozenset[str]:
    return frozenset(
        w for w in _folded_words(name) if w not in grammar.abbreviations and len(w) > 1
    )
