"""Varied raw records, made from the sample theses: sentences and keyphrases of one field
recombined, invented persons and schools, and the noise of real pages.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from random import Random
from typing import TypeVar

from benchmarks.material import SCHOOLS, TYPES, Field, Material, Person, load_material
from benchmarks.noise import DROPPING, ENCODINGS, TEMPLATES, Front, header, joined, tail, wrapped
from builder.record import RawRecord

REMEMBERED = 64  # how far back a duplicate may reach

# Shares of records. Headers and tails: nearly all real pages have them. The paper found 20 % of
# primary abstracts English; the other shares are guesses that make every kind occur.
HEADER = 0.9
TAIL = 0.9
WRAPPED = 0.3
ENCODING = 0.12
DUPLICATE = 0.03
ENGLISH = 0.2
OTHER_LANGUAGE = 0.02
HALF = 0.01
SECOND_ABSTRACT = 0.6
EMPTY_FIELD = 0.1
NO_ABSTRACT = 0.01

Item = TypeVar("Item")

_NUMBER = re.compile(r"(?<![\w,.–-])\d{1,3}(?![\w,.–-])")


@dataclass(frozen=True, slots=True)
class Generated:
    """A record, the kinds of noise that were put in, and what they were put around.

    Attributes:
        record: as collected.
        kinds: of the noise.
        abstract: the Slovak abstract; None where an encoding dropped characters of it, or a near
            duplicate has a sentence less.
        phrases: the keyphrases.
    """

    record: RawRecord
    kinds: tuple[str, ...]
    abstract: str | None
    phrases: tuple[str, ...]


def generate(count: int, seed: int, material: Material | None = None) -> Iterator[Generated]:
    """Yield `count` records, one at a time; memory does not grow with `count`.

    Args:
        count: how many.
        seed: equal seeds give equal records.
        material: what they are made of; the sample theses by default.
    """
    material = material or load_material()
    recent: deque[Generated] = deque(maxlen=REMEMBERED)
    for number in range(count):
        name = blake2b(f"{seed}:{number}".encode(), digest_size=14).hexdigest().upper()
        random = Random(int(name, 16))
        if recent and random.random() < DUPLICATE:
            generated = _duplicate(random.choice(recent), name, random)
        else:
            generated = _new(name, material, random)
            recent.append(generated)
        yield generated


def _new(sid: str, material: Material, random: Random) -> Generated:
    field = random.choice(material.fields)
    school = random.choice(SCHOOLS)
    author = Person.draw(random)
    body, sources = _abstract(field, random)
    kinds: list[str] = []
    phrases = _phrases(field, sources, kinds, random)
    kind = random.choice(tuple(TYPES))
    front = Front(
        first=author.first,
        last=author.last,
        title=_title(field, phrases, random),
        kind=kind,
        school=school.name,
        short=school.short,
        city=school.city,
        faculty=random.choice(school.faculties),
        supervisor=Person.draw(random).with_titles(random),
        degree=TYPES[kind],
        year=random.randint(2010, 2025),
        pages=random.randint(35, 140),
    )
    english = _foreign(field.english, len(body), random)
    main, other = _in_language(body, english, material, kinds, random)
    text = _page(main, front, phrases, kinds, random)
    abstracts = [text]
    if other is not None:
        abstracts.append(other)
        kinds.append("two-abstracts")
    items = _items(phrases, kinds, random)
    encoding = random.choice(tuple(ENCODINGS)) if random.random() < ENCODING else None
    title = front.title
    if encoding is not None:
        encode = ENCODINGS[encoding]
        kinds.append(encoding)
        abstracts = [encode(abstract, random) for abstract in abstracts]
        if random.random() < 0.5:
            items = [encode(item, random) for item in items]
            title = encode(title, random)
    if random.random() < NO_ABSTRACT:
        abstracts = []
        kinds.append("no-abstract")
    record = RawRecord(
        sid=sid,
        abstracts=tuple(abstracts),
        keyphrases=tuple(items),
        title=title,
        document_type=front.kind,
        author=author.full,
        supervisor=front.supervisor,
        opponent=Person.draw(random).with_titles(random) if random.random() < 0.6 else None,
        university=school.name,
        faculty=front.faculty if random.random() < 0.9 else None,
        year=front.year,
        url=_url(sid),
        collected_at="2024-06-01T00:00:00Z",
    )
    whole = None if encoding in DROPPING else body
    return Generated(record, tuple(kinds), whole, tuple(phrases))


def _abstract(field: Field, random: Random) -> tuple[str, set[int]]:
    """Sentences of a field up to a drawn length, and the theses they come from."""
    draw = random.random()
    if draw < 0.06:
        length = random.randint(150, 480)
    elif draw < 0.1:
        length = random.randint(2050, 2600)
    else:
        length = int(random.triangular(550, 1900, 950))
    opening, number = random.choice(field.openings)
    chosen, sources, total = [opening], {number}, len(opening)
    for sentence, source in _drawn(field.sentences, random):
        if total >= length:
            break
        chosen.append(sentence)
        sources.add(source)
        total += len(sentence) + 1
    text = " ".join(chosen)
    # Other numbers in equal sentences, so that abstracts of many records stay different.
    varied = _NUMBER.sub(lambda match: str(random.randrange(2, 10 ** len(match.group()))), text)
    return varied, sources


def _drawn(items: Sequence[Item], random: Random) -> Iterator[Item]:
    """Distinct items in random order, no more of them drawn than are asked for."""
    left = list(items)
    while left:
        position = int(random.random() * len(left))
        left[position], left[-1] = left[-1], left[position]
        yield left.pop()


def _phrases(field: Field, sources: set[int], kinds: list[str], random: Random) -> list[str]:
    pool = sorted({phrase for number in sources for phrase in field.keyphrases[number]})
    draw = random.random()
    if draw < 0.03:
        count = random.randint(2, 3)
    elif draw < 0.05:
        count = random.randint(16, 18)
    else:
        count = random.randint(4, 8)
    phrases = random.sample(pool, min(count, len(pool)))
    if random.random() < 0.02:
        kinds.append("list-long-phrase")
        kept = random.choice(phrases)
        phrases.append(f"{kept} v podmienkach vybraných slovenských organizácií")
    return phrases


def _title(field: Field, phrases: Sequence[str], random: Random) -> str:
    draw = random.random()
    if draw < 0.3:
        return random.choice(field.titles)
    first, second = phrases[0], phrases[-1]
    opening = first[0].upper() + first[1:]
    if draw < 0.6:
        return f"{opening} a {second}"
    if draw < 0.8:
        return f"{opening} – {random.choice(field.titles)}"
    return f"{random.choice(field.titles)}: {second}"


def _foreign(sentences: Sequence[str], length: int, random: Random) -> str:
    chosen: list[str] = []
    total = 0
    for sentence in _drawn(sentences, random):
        if total >= length:
            break
        chosen.append(sentence)
        total += len(sentence) + 1
    return " ".join(chosen)


def _in_language(
    body: str, english: str, material: Material, kinds: list[str], random: Random
) -> tuple[str, str | None]:
    """The main abstract and the second one, in which languages the record has them."""
    draw = random.random()
    second = random.random() < SECOND_ABSTRACT
    if draw < ENGLISH:
        kinds.append("language-english")
        if random.random() < 0.3:
            kinds.append("language-second-abstract")
            return english, body
        return english, None
    if draw < ENGLISH + OTHER_LANGUAGE and material.foreign:
        language = random.choice(sorted(material.foreign))
        kinds.append(f"language-{_LANGUAGES[language]}")
        return _foreign(material.foreign[language], len(body), random), english if second else None
    if draw < ENGLISH + OTHER_LANGUAGE + HALF:
        kinds.append("language-half")
        return f"{body[: len(body) // 2].rsplit(' ', 1)[0]} {english}", None
    return body, english if second else None


_LANGUAGES = {"cs": "czech", "de": "german", "hu": "hungarian"}


def _page(body: str, front: Front, phrases: Sequence[str], kinds: list[str], random: Random) -> str:
    """The abstract with its header and keyphrases, lines wrapped or not."""
    text = body
    if random.random() < TAIL:
        tail_text, tail_kinds = tail(phrases, random)
        kinds += tail_kinds
        if random.random() < 0.04:
            kinds.append("tail-between")
            text = f"{tail_text}\n\n{text}"
        else:
            text += random.choice(("\n\n", "\n\n", "\n")) + tail_text
    if random.random() < HEADER:
        header_text, header_kind = header(front, random)
        kinds.append(header_kind)
        text = header_text + text
    if random.random() < WRAPPED:
        text = wrapped(text, random.randint(60, 95))
    return text


def _items(phrases: Sequence[str], kinds: list[str], random: Random) -> list[str]:
    """The keyphrase field as the register shows it."""
    draw = random.random()
    if draw < EMPTY_FIELD:
        kinds.append("no-keyphrases")
        return []
    if draw < 0.6:
        return list(phrases)
    if draw < 0.61:
        kinds.append("list-template")
        return [random.choice(TEMPLATES)]
    if draw < 0.62:
        kinds.append("list-separators-lost")
        return [" ".join(phrases)]
    if draw < 0.63:
        kinds.append("list-too-long-field")
        return [", ".join(list(phrases) * (1 + 300 // len(", ".join(phrases))) + list(phrases))]
    text, kind = joined(phrases, random)
    kinds += ["list-in-one-item", kind]
    return [text]


def _duplicate(original: Generated, sid: str, random: Random) -> Generated:
    """A record that repeats an earlier one in one respect."""
    record = original.record
    kind = random.choice(("id", "title", "abstract", "near"))
    if kind == "id":
        record = replace(record, opponent=None)
    elif kind == "title":
        record = replace(record, sid=sid, url=_url(sid), abstracts=record.abstracts[:1])
    elif kind == "abstract":
        author = Person.draw(random).full
        record = replace(record, sid=sid, url=_url(sid), author=author, year=2010)
    else:
        abstracts = tuple(_one_sentence_less(text) for text in record.abstracts)
        title = f"{record.title} – druhá časť"
        record = replace(record, sid=sid, url=_url(sid), title=title, abstracts=abstracts)
    kinds = (*original.kinds, f"duplicate-{kind}")
    abstract = None if kind == "near" else original.abstract
    return Generated(record, kinds, abstract, original.phrases)


def _one_sentence_less(text: str) -> str:
    before, mark, after = text.partition(". ")
    _, second_mark, rest = after.partition(". ")
    return f"{before}{mark}{rest}" if second_mark else text


def _url(sid: str) -> str:
    return f"https://register.example/?fn=detailBiblioForm&sid={sid}"
