"""The raw record as collected, and the draft that walks through the cleaning stages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from slovke.errors import InputError


@dataclass(frozen=True, slots=True)
class RawRecord:
    """One thesis as its page showed it, text untouched; None or empty where the page has none.

    This is the public JSON-lines format that `clean` reads. Only `sid` and `abstracts` are
    required, so that anyone's collector can feed it.

    Attributes:
        keyphrases: the items as the register shows them; an item may itself hold a list.
        abstracts: none, one or two, the thesis's main language first, unlabelled.
        collected_at: ISO 8601, UTC.
    """

    sid: str
    abstracts: tuple[str, ...]
    keyphrases: tuple[str, ...] = ()
    title: str | None = None
    document_type: str | None = None
    author: str | None = None
    supervisor: str | None = None
    opponent: str | None = None
    university: str | None = None
    faculty: str | None = None
    year: int | None = None
    url: str | None = None
    collected_at: str | None = None

    @property
    def persons(self) -> tuple[str, ...]:
        """The names that must never be published."""
        return tuple(p for p in (self.author, self.supervisor, self.opponent) if p)

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON object of the public format."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        fields["abstracts"] = list(self.abstracts)
        fields["keyphrases"] = list(self.keyphrases)
        return fields

    @classmethod
    def from_json(cls, value: object, where: str) -> RawRecord:
        """Read one JSON object; `where` (file:line) opens every error.

        Raises:
            InputError: a required field is missing, a field has the wrong type or is unknown in
                type. Unknown fields are ignored: other collectors may add their own.
        """
        if not isinstance(value, dict):
            raise InputError(f"{where}: expected a JSON object, got {type(value).__name__}")
        for name in ("sid", "abstracts"):
            if value.get(name) is None:
                raise InputError(f"{where}: the required field {name!r} is missing")
        sid = value["sid"]
        if not isinstance(sid, str) or not sid.strip():
            raise InputError(f"{where}: 'sid' must be a non-empty string")
        year = value.get("year")
        if year is not None and (not isinstance(year, int) or isinstance(year, bool)):
            raise InputError(f"{where}: 'year' must be an integer or null, got {year!r}")
        texts: dict[str, str | None] = {}
        for name in _TEXT_FIELDS:
            text = value.get(name)
            if text is not None and not isinstance(text, str):
                raise InputError(f"{where}: {name!r} must be a string or null")
            texts[name] = text
        return cls(
            sid=sid,
            abstracts=_strings(value["abstracts"], "abstracts", where),
            keyphrases=_strings(value.get("keyphrases") or [], "keyphrases", where),
            year=year,
            **texts,
        )


_TEXT_FIELDS = (
    "title",
    "document_type",
    "author",
    "supervisor",
    "opponent",
    "university",
    "faculty",
    "url",
    "collected_at",
)


def _strings(value: object, name: str, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError(f"{where}: {name!r} must be a list of strings")
    return tuple(value)


@dataclass(frozen=True, slots=True)
class Passage:
    """One abstract in one language.

    Attributes:
        text: the abstract; before the stage `segment` the whole field, after it the abstract alone.
        keyphrases: the list that stood beside it in the same field, unsplit, lines kept; None where
            there was none.
        label: what the label of that list says of its language ("sk", "en", "cs"), or None.
    """

    text: str
    keyphrases: str | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """One change that a stage made, for `why` and the funnel: which kind, and what of."""

    stage: str
    kind: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A record on its way through the stages; each stage returns a changed copy.

    Attributes:
        raw: the record as collected: its persons and school help to cut headers.
        title: the repaired title.
        passages: before `segment` one for each abstract field; after it one for each language part
            that was found; after `language` exactly one, the Slovak one.
        items: the register's keyphrase field, repaired, as it splits it.
        keyphrases: the final list (empty before the stage `keyphrases`).
        languages: the language of each abstract field as detected ("sk", "en", ...), page order.
        notes: what was changed so far.
    """

    raw: RawRecord
    title: str | None
    passages: tuple[Passage, ...]
    items: tuple[str, ...]
    keyphrases: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    @classmethod
    def of(cls, raw: RawRecord) -> Draft:
        """The draft of a record that no stage has touched yet."""
        return cls(
            raw=raw,
            title=raw.title,
            passages=tuple(Passage(text) for text in raw.abstracts),
            items=raw.keyphrases,
        )
