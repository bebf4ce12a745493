"""Stage 1: broken encodings, markup, hyphenation and line breaks are mended where that is certain.

The paper has no such stage; it left "unreadable text" out (section 4.1). What is certain is
mended, and each change noted. What is not, stays; and where it shows that letters, marks or
spaces were lost, the record is rejected with that reason: a guess would be published as the
author's words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace

from builder.clean.carons import attach_carons, join_apostrophes, replace_cedillas, unify_breves
from builder.clean.damage import find_damage
from builder.clean.encodings import repair_single_bytes, repair_utf8
from builder.clean.grammar import Grammar, words_of
from builder.clean.hyphens import (
    LETTERSPACED,
    join_exploded,
    join_hyphenated,
    join_letterspaced,
    may_be_exploded,
)
from builder.clean.lexicon import Lexicon, load_lexicon
from builder.clean.markup import (
    decode_escapes,
    strip_latex,
    strip_markdown,
    strip_tags,
    unescape,
)
from builder.clean.strange import replace_lookalikes, replace_strange
from builder.options import CleanOptions
from builder.record import Draft, Note
from builder.verdict import Keep, Reject, Stage, Verdict

# Between joined items: no repair touches it, and no text holds it.
_ITEM_END = "\n\x1e\n"

Step = Callable[[str, Lexicon], str]

_LIGATURES = {
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "ĳ": "ij",
    "ǆ": "dž", "ǳ": "dz", "ŉ": "'n",
}  # fmt: skip
_LIGATURE = re.compile("[" + "".join(_LIGATURES) + "]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\x00]")
# Tabs stay: they part the items of a list.
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\x0b]")
_LINE_ENDS = re.compile("\r\n?|[\u0085\u2028\u2029](?![a-záäčďéěíĺľňóôöőŕřšťúůüűýž])|\u2029|\u2028")
_HYPHENS = str.maketrans({"\u2010": "-", "\u2011": "-"})
_BULLETS = re.compile("(?m)(?<![^\\s])[\uf0a7\uf0b7\uf0fc\uf0d8\uf076\uf02d](?=\\s)")
# Whatever `_characters` changes; most texts have none of it.
_SPECIAL = re.compile(
    "[\r\x00\x0b\u0085\u00a0\u00ad\u1680\u2000-\u2011\u2028-\u202f\u205f-\u2064\u3000\ue000-\uf8ff"
    "\ufeff" + "".join(_LIGATURES) + "]"
)
_SOFT_BREAK = re.compile("\u00ad[ \t]*\n[ \t]*")


def _characters(text: str, lexicon: Lexicon) -> str:
    del lexicon
    if not _SPECIAL.search(text):
        return text
    text = _LINE_ENDS.sub("\n", text)
    text = _SOFT_BREAK.sub("", text)
    text = _INVISIBLE.sub("", text)
    text = _SPACES.sub(" ", text)
    text = _BULLETS.sub("•", text)
    text = _LIGATURE.sub(lambda match: _LIGATURES[match.group()], text)
    return text.translate(_HYPHENS)


def _normal_form(text: str, lexicon: Lexicon) -> str:
    del lexicon
    return text if text.isascii() else unicodedata.normalize("NFC", unify_breves(text))


def _single_bytes(text: str, lexicon: Lexicon) -> str:
    return repair_single_bytes(text, lexicon)[0]


def _without_lexicon(step: Callable[[str], str]) -> Step:
    return lambda text, lexicon: step(text)


# In this order: entities hide bytes, bytes hide letters, letters hide words.
STEPS: tuple[tuple[str, Step], ...] = (
    ("entities", _without_lexicon(unescape)),
    ("escapes", _without_lexicon(decode_escapes)),
    ("tags", _without_lexicon(strip_tags)),
    ("utf8", repair_utf8),
    ("normal-form", _normal_form),
    ("single-bytes", _single_bytes),
    ("characters", _characters),
    ("cedillas", _without_lexicon(replace_cedillas)),
    ("strange-letters", replace_strange),
    ("look-alikes", replace_lookalikes),
    ("latex", _without_lexicon(strip_latex)),
    ("markdown", _without_lexicon(strip_markdown)),
    ("apostrophes", join_apostrophes),
    ("carons", attach_carons),
    ("apostrophes", join_apostrophes),
    ("spaced-letters", join_letterspaced),
    ("hyphens", join_hyphenated),
    ("exploded-lines", join_exploded),
    ("normal-form", _normal_form),
)


def mend(text: str, lexicon: Lexicon) -> tuple[str, tuple[str, ...]]:
    """`text` with all that is certain mended, and the kinds of what was."""
    kinds: dict[str, None] = {}
    for _ in range(_MOST_ROUNDS):
        if is_sound(text):
            break
        before = text
        for kind, step in STEPS:
            changed = step(text, lexicon)
            if changed != text:
                kinds[kind] = None
                text = changed
        if text == before:
            break
    return text, tuple(kinds)


# A mark taken off may show another one behind it; so a text is mended until nothing changes.
_MOST_ROUNDS = 12


# Characters that no step changes, one by one; and what only some of them together are changed in.
_TROUBLE = re.compile(
    r"[^A-Za-z0-9 .,:;()\[\]?!/%\"+\n\t\f\-áäčďéíĺľňóôŕšťúýžÁČĎÉÍĽŇÓÔŔŠŤÚÝŽ„“”‚–—…§°€•]"
    r"|%[0-9A-F]{2}%|-[ \n\t]|,,|---|\]\("
)


def is_sound(text: str) -> bool:
    """Whether no step has anything to do: one look at each letter, where the steps take fifteen."""
    return not (_TROUBLE.search(text) or may_be_exploded(text) or LETTERSPACED.search(text))


def repair(draft: Draft, options: CleanOptions, lexicon: Lexicon | None = None) -> Verdict:
    """Mend all texts of a record, or reject it for what can't be mended.

    Of several abstracts a broken one is left out, with a note, if a whole one may be in the
    language wanted: a register's English abstract is no reason to lose the Slovak one.

    Args:
        draft: a record as collected.
        options: `language` names the lexicon.
        lexicon: the words of that language; read from its data file if None.
    """
    lexicon = load_lexicon(options.language) if lexicon is None else lexicon
    title = None if draft.title is None else _Mended.of(draft.title, "title", lexicon)
    texts = [
        _Mended.of(passage.text, f"abstract {number}", lexicon)
        for number, passage in enumerate(draft.passages, 1)
    ]
    # The items share one encoding: together they show it better than one by one.
    joined = _Mended.of(_ITEM_END.join(draft.items), "keyphrases", lexicon)
    joined = _with_abstract(joined, draft, texts, lexicon)
    title = title and _with_abstract(title, draft, texts, lexicon)
    damages = [find_damage(text.text, lexicon, recoded=text.recoded) for text in (*texts, joined)]
    broken, of_items = damages[:-1], damages[-1]
    glance = Grammar.of(lexicon).glance
    whole = [number for number, damage in enumerate(broken) if damage is None]
    if any(broken) and not any(glance(texts[n].text) in (lexicon.code, None) for n in whole):
        whole = []
    damage = of_items if whole or not texts else next(filter(None, damages))
    if damage is not None:
        return Reject(damage.reason, damage.detail)
    notes = [note for text in (*texts, joined, title) if text for note in text.notes]
    for text, lost in zip(texts, broken, strict=True):
        if lost is not None:
            notes.append(Note(Stage.REPAIR, "broken-abstract", f"{text.where}: {lost.detail}"))
    return Keep(
        replace(
            draft,
            passages=tuple(replace(draft.passages[n], text=texts[n].text) for n in whole),
            items=tuple(joined.text.split(_ITEM_END)) if draft.items else (),
            title=None if title is None else title.text,
            notes=(*draft.notes, *notes),
        )
    )


def _with_abstract(
    mended: _Mended, draft: Draft, texts: list[_Mended], lexicon: Lexicon
) -> _Mended:
    """A title or items mended together with a recoded abstract, where they alone show too little.

    One broken word proves no encoding; the abstract's do. Words that were right stay: a page may
    hold them in another encoding.
    """
    recoded = next((n for n, text in enumerate(texts) if _SHARED & {*text.kinds}), None)
    if recoded is None or _SHARED & {*mended.kinds} or mended.text.isascii():
        return mended
    abstract = draft.passages[recoded].text
    both, _ = mend(f"{mended.text}{_ITEM_END}{abstract}", lexicon)
    text, end, behind = both.rpartition(_ITEM_END)
    changed = set(words_of(mended.text)).difference(words_of(text))
    if not end or not changed or behind != texts[recoded].text:
        return mended
    if any(map(lexicon.knows, changed)):
        return mended
    kinds = (*mended.kinds, *(kind for kind in texts[recoded].kinds if kind in _SHARED))
    return _Mended(text, mended.where, kinds)


# Damage that a page's texts have in common, and that needs several words to be sure of.
_SHARED = frozenset(("single-bytes", "apostrophes"))


@dataclass(frozen=True, slots=True)
class _Mended:
    """One text of a record after the repair: where it stands, and the kinds of what was mended."""

    text: str
    where: str
    kinds: tuple[str, ...]

    @classmethod
    def of(cls, text: str, where: str, lexicon: Lexicon) -> _Mended:
        mended, kinds = mend(text, lexicon)
        return cls(mended, where, kinds)

    @property
    def recoded(self) -> bool:
        """Whether its encoding was mended: then letters may have been lost before."""
        return "single-bytes" in self.kinds or "utf8" in self.kinds

    @property
    def notes(self) -> list[Note]:
        return [Note(Stage.REPAIR, kind, self.where) for kind in self.kinds]
