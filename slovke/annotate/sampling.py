"""Draw a task: documents at random, what the systems gave for them pooled, shuffled and blinded.

Source: the paper, section 6.3: 100 random documents of the test split, 30 of them judged by a
second annotator. How many keyphrases a document and system were judged is not said; `k` is ours to
choose, and the same k goes into the automatic scores beside.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from slovke.annotate.occurrences import occurrences
from slovke.annotate.task import Candidate, Rest, Said, Task, TaskDocument, check_name
from slovke.errors import InputError
from slovke.record import Record
from slovke_metric import keys

Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class SampleOptions:
    """How to draw.

    Attributes:
        documents: how many.
        overlap: how many of them every annotator judges.
        seed: of the draw and of every shuffle.
        k: how many keyphrases of each system are pooled, duplicates by lemmas dropped first.
        annotators: names, the primary annotator first; may be empty: who serves first is.
        rest: who judges what is outside the overlap: the `first`, or all in turn (`deal`).
        source: dataset, split and the like, kept for the report.
    """

    documents: int = 100
    overlap: int = 30
    seed: int = 42
    k: int = 6
    annotators: tuple[str, ...] = ()
    rest: Rest = "first"
    source: Mapping[str, str] = field(default_factory=dict)


def sample_keyphrases(
    records: Sequence[Record],
    predictions: Mapping[str, Mapping[str, Sequence[str]]],
    options: SampleOptions,
) -> Task:
    """A task of the schema `keyphrases`.

    Documents without gold are not drawn: no score against gold is defined for them. A system that
    has nothing for a document gets an empty list there, which scores 0.

    Args:
        records: the split.
        predictions: by system, by document id: keyphrases, best first.
        options: how to draw.

    Raises:
        InputError: too few documents, no system, a bad number or name.
    """
    if options.k < 1:
        raise InputError(f"-k {options.k}: at least 1 keyphrase of each system must be judged")
    drawn = _draw([record for record in records if any(keys(record.keyphrases))], options)
    _check(predictions, options)
    documents: list[TaskDocument] = []
    said: dict[str, dict[str, Said]] = {system: {} for system in predictions}
    for number, record in enumerate(drawn):
        shuffler = random.Random(f"{options.seed}:{record.id}")
        lists = {system: own.get(record.id, ()) for system, own in predictions.items()}
        document, own = _pool(record, lists, options.k, shuffler)
        documents.append(replace(document, overlap=number < options.overlap))
        for system, one in own.items():
            said[system][record.id] = one
    return Task(
        schema="keyphrases",
        source=_source(options, len(records)),
        k=options.k,
        rest=options.rest,
        systems=tuple(predictions),
        documents=tuple(documents),
        said=said,
    )


def sample_translations(
    sources: Mapping[str, str],
    translations: Mapping[str, Mapping[str, str]],
    options: SampleOptions,
) -> Task:
    """A task of the schema `translation`. Only texts that every system translated are drawn.

    Args:
        sources: by id, the texts that were translated.
        translations: by system, by id.
        options: how to draw; `k` is not used.

    Raises:
        InputError: too few texts, no system, a bad number or name.
    """
    _check(translations, options)
    common = [id_ for id_ in sources if all(id_ in own for own in translations.values())]
    documents: list[TaskDocument] = []
    said: dict[str, dict[str, Said]] = {system: {} for system in translations}
    for number, id_ in enumerate(_draw(common, options)):
        # Equal translations are one candidate: to judge them twice would only add noise.
        texts = {system: " ".join(own[id_].split()) for system, own in translations.items()}
        distinct = list(dict.fromkeys(texts.values()))
        random.Random(f"{options.seed}:{id_}").shuffle(distinct)
        named = {text: f"c{place}" for place, text in enumerate(distinct, start=1)}
        documents.append(
            TaskDocument(
                id=id_,
                title=None,
                text=unicodedata.normalize("NFC", sources[id_]),
                gold=(),
                candidates=tuple(Candidate(name, text) for text, name in named.items()),
                overlap=number < options.overlap,
            )
        )
        for system, text in texts.items():
            said[system][id_] = Said((named[text],), (text,))
    return Task(
        schema="translation",
        source=_source(options, len(sources)),
        k=0,
        rest=options.rest,
        systems=tuple(translations),
        documents=tuple(documents),
        said=said,
    )


def _pool(
    record: Record, lists: Mapping[str, Sequence[str]], k: int, shuffler: random.Random
) -> tuple[TaskDocument, dict[str, Said]]:
    gold = _distinct(record.keyphrases)
    gold_number = {key: number for number, key in enumerate(gold)}
    kept = {system: dict(list(_distinct(phrases).items())[:k]) for system, phrases in lists.items()}
    forms: dict[tuple[str, ...], list[str]] = {}
    for own in kept.values():
        for key, phrase in own.items():
            forms.setdefault(key, []).append(phrase)
    # Neither the order nor the form shown may hint at a system.
    pooled = sorted(forms)
    shuffler.shuffle(pooled)
    text = unicodedata.normalize("NFC", record.abstract)
    places = occurrences(text, pooled)
    candidates: list[Candidate] = []
    names: dict[tuple[str, ...], str] = {}
    for number, key in enumerate(pooled, start=1):
        different = sorted({form.casefold(): form for form in sorted(forms[key])}.values())
        shuffler.shuffle(different)
        names[key] = f"c{number}"
        candidates.append(
            Candidate(
                id=names[key],
                text=different[0],
                also=tuple(different[1:]),
                occurrences=tuple(places[key]),
                same_as_gold=gold_number.get(key),
            )
        )
    document = TaskDocument(
        id=record.id,
        title=record.title,
        text=text,
        gold=tuple(gold.values()),
        candidates=tuple(candidates),
        overlap=False,
    )
    return document, {
        system: Said(tuple(names[key] for key in own), tuple(own.values()))
        for system, own in kept.items()
    }


def _distinct(phrases: Iterable[str]) -> dict[tuple[str, ...], str]:
    """The first phrase of each key, in order; phrases without a word are dropped."""
    given = list(phrases)
    first: dict[tuple[str, ...], str] = {}
    for key, phrase in zip(keys(given), given, strict=True):
        if key:
            first.setdefault(key, phrase)
    return first


def _draw(population: Sequence[Drawn], options: SampleOptions) -> list[Drawn]:
    if not 0 < options.documents <= len(population):
        raise InputError(
            f"-n {options.documents}: only {len(population)} documents can be drawn (with gold, "
            "or translated by every system)"
        )
    return random.Random(options.seed).sample(list(population), options.documents)


def _check(systems: Mapping[str, object], options: SampleOptions) -> None:
    if not systems:
        raise InputError("no system to judge: name at least one file with --predictions")
    if not 0 <= options.overlap <= options.documents:
        raise InputError(f"--overlap {options.overlap}: must be 0 to -n {options.documents}")
    folded = [check_name(name).casefold() for name in options.annotators]
    if len(set(folded)) < len(folded):
        raise InputError(f"annotators {', '.join(options.annotators)}: a name occurs twice")
    if options.rest == "deal" and not folded:
        raise InputError("--rest deal: name the annotators to deal to with --annotators")


def _source(options: SampleOptions, population: int) -> dict[str, object]:
    return {
        **options.source,
        "population": population,
        "seed": options.seed,
        "documents": options.documents,
        "overlap": options.overlap,
    }
