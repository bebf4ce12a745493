"""A small task of manual evaluation whose every number was computed by hand.

Six documents, two systems, two keyphrases of each (k = 2), two annotators who judge everything and
differ on five of 21 candidates. An answer is the keys that give it on the page: `g` equals the gold
keyphrase with the same lemmas, `g2` the second one, `e` none; before them `r`, `a`, `w`, `v` say no
to a criterion, and `d:text:` that it is a variant of that candidate.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from slovke.annotate.judgements import Log
from slovke.annotate.sampling import SampleOptions, sample_keyphrases
from slovke.annotate.task import Task, TaskDocument, write_task
from slovke.record import Record

ABSTRACTS = {
    "t1": "Rozvoj vidieka sa opiera o turizmus. Rozvojom vidieka rastie zamestnanosť.",
    "t2": "Počítačové siete spájajú smerovače. V počítačovej sieti je smerovač uzlom.",
    "t3": "Politika trhu práce mení mzdy. Trh práce je pružný.",
    "t4": "Včela medonosná žije v úli. Opelenie rastlín zabezpečujú včely.",
    "t5": "Detská obezita ovplyvňuje psychiku dieťaťa. Liečba obezity je dlhá.",
    "t6": "Štátny rozpočet závisí od daní. Dane platí každý.",
}
GOLD = {
    "t1": ["rozvoj vidieka", "vidiecky turizmus"],
    "t2": ["počítačová sieť", "smerovač"],
    "t3": ["trh práce"],
    "t4": ["včela medonosná", "opelenie"],
    "t5": ["obezita"],
    "t6": ["štátny rozpočet", "daň"],
}
SYSTEMS = {
    "alfa": {
        "t1": ["rozvoja vidieka", "turizmus", "kraj"],
        "t2": ["počítačové siete", "počítačová sieť", "siete"],
        "t3": ["politika trhu", "trh"],
        "t4": ["včely", "opelenie rastlín"],
        "t5": ["obezity", "detská"],
        "t6": ["dane", "rozpočet"],
    },
    "beta": {
        "t1": ["rozvoj vidieka", "zamestnanosť"],
        "t2": ["smerovač", "počítačová"],
        "t3": ["trh práce", "mzda"],
        "t4": ["opelenie", "včela medonosná"],
        "t5": ["psychika dieťaťa", "liečba"],
    },
}
EVA = {
    "t1": {"rozvoj vidieka": "g", "turizmus": "g2", "zamestnanosť": "e"},
    "t2": {"počítačové siete": "g", "siete": "d:počítačové siete:g1"}
    | {"smerovač": "g", "počítačová": "ae"},
    "t3": {"politika trhu": "we", "trh": "we", "trh práce": "g", "mzda": "e"},
    "t4": {"včely": "g1", "opelenie rastlín": "e", "opelenie": "g", "včela medonosná": "g"},
    "t5": {"obezity": "g", "detská": "ae", "psychika dieťaťa": "e", "liečba": "re"},
    "t6": {"dane": "g", "rozpočet": "g1"},
}
JURAJ = {
    "t1": {**EVA["t1"], "turizmus": "re"},
    "t2": EVA["t2"],
    "t3": {**EVA["t3"], "mzda": "re"},
    "t4": {**EVA["t4"], "opelenie rastlín": "d:opelenie:g2"},
    "t5": {**EVA["t5"], "liečba": "e"},
    "t6": {**EVA["t6"], "rozpočet": "we"},
}

# Sums over the six documents of precision, recall and F1. Manual: the mean of Eva's and Juraj's.
# alfa, exact, correct keyphrases: Eva 2 1 0 1 1 2, Juraj 1 1 0 2 1 1 (a variant of `opelenie`, the
# only one of alfa's list, stands for it).
SUMS: dict[tuple[str, str], tuple[float, float, float]] = {
    ("alfa", "automatic exact"): (2, 2.5, 1.5 + 2 / 3),
    ("alfa", "automatic partial"): (5.5, 6, 5 + 2 / 3),
    ("alfa", "manual exact"): (3.25, 3.75, (3 + 2 / 3 + 2.5 + 2 / 3) / 2),
    ("alfa", "manual extended"): (3.5, 4, (3.5 + 2 / 3 + 2.5 + 2 / 3) / 2),
    ("beta", "automatic exact"): (2.5, 3, 2 + 2 / 3),
    ("beta", "automatic partial"): (3, 3.5, 2.5 + 2 / 3),
    ("beta", "manual exact"): (2.5, 3, 2 + 2 / 3),
    ("beta", "manual extended"): (4, 4.5, 3.5 + 2 / 3),
}
# 16 of 21 answers are the same; Eva gave 11 gold, 4 extended, 6 no, Juraj 9, 3, 9:
# (16/21 - 165/441) / (1 - 165/441), with 11*9 + 4*3 + 6*9 = 165.
KAPPA = 171 / 276
# By criterion, of 21 answers each, with the numbers of no: relevance 1 and 2, on 3 they differ,
# (18/21 - (20*19 + 1*2)/441) / (1 - 382/441); adequacy 4 and 5, they differ on one; non-redundancy
# 1 and 2, on one; validity none.
CRITERION_KAPPA = {
    "relevance": -4 / 59,
    "adequacy": 128 / 149,
    "non_redundancy": 38 / 59,
    "validity": None,
}
# Yes of 24 keyphrases that alfa gave (12, two annotators) and of 20 of beta's. `siete` repeats one
# that alfa gave; `opelenie rastlín` repeats one that only beta gave.
YES = {
    "alfa": {"relevance": 23, "adequacy": 17, "non_redundancy": 22, "validity": 24},
    "beta": {"relevance": 18, "adequacy": 18, "non_redundancy": 20, "validity": 20},
}
FAILURES = {
    "alfa": {
        "morphology": 8,
        "beyond_lemmas": 5,
        "lemmas_alone": 0,
        "redundancy": 2,
        "granularity": 5,
        "lone_adjective": 2,
        "inadequate": 0,
        "off_topic": 1,
        "bad_form": 0,
    },
    "beta": {
        "morphology": 0,
        "beyond_lemmas": 0,
        "lemmas_alone": 0,
        "redundancy": 0,
        "granularity": 0,
        "lone_adjective": 2,
        "inadequate": 0,
        "off_topic": 2,
        "bad_form": 0,
    },
}
CRITERIA = ("relevance", "adequacy", "non_redundancy", "validity")
_NO: dict[str, dict[str, Any]] = {
    "r": {"relevance": False},
    "a": {"adequacy": False, "why": "adjective"},
    "w": {"adequacy": False, "why": "granularity"},
    "v": {"validity": False},
}


def records() -> list[Record]:
    """The dataset."""
    return [
        Record(id_, None, text, tuple(GOLD[id_]), None, None, None, None)
        for id_, text in ABSTRACTS.items()
    ]


def draw(folder: Path, overlap: int = 6, **options: Any) -> Task:
    """Write the task of all six documents."""
    drawn = SampleOptions(documents=6, overlap=overlap, k=2, **options)
    task = sample_keyphrases(records(), SYSTEMS, drawn)
    write_task(folder, task, drawn.annotators)
    return task


def planned(plan: dict[str, str], document: TaskDocument, candidate: str) -> str:
    """The keys for a candidate: whichever of its forms the plan names."""
    one = document.candidate(candidate)
    assert one is not None
    return next(plan[form] for form in (one.text, *one.also) if form in plan)


def value_of(keys: str, document: TaskDocument, candidate: str) -> dict[str, Any]:
    """The judgement that the keys give."""
    one = document.candidate(candidate)
    assert one is not None
    value: dict[str, Any] = dict.fromkeys(CRITERIA, True)
    if keys[0] == "d":
        _, text, keys = keys.split(":")
        other = next(other for other in document.candidates if other.text == text)
        value |= {"non_redundancy": False, "same_as": other.id}
    while keys[0] in _NO:
        value |= _NO[keys[0]]
        keys = keys[1:]
    if keys == "e":
        return {**value, "gold": None}
    if keys == "g":
        assert one.same_as_gold is not None
        return {**value, "gold": one.same_as_gold}
    return {**value, "gold": int(keys[1:]) - 1}


def judged(gold: int | None = None, **answers: Any) -> dict[str, Any]:
    """A complete judgement: yes to all criteria but for the answers given."""
    return {**dict.fromkeys(CRITERIA, True), "gold": gold, **answers}


def judge_all(folder: Path, task: Task, annotator: str, plan: dict[str, dict[str, str]]) -> None:
    """Judge what the plan names, without a browser."""
    with Log(folder, task, annotator) as log:
        for document in task.documents:
            for candidate in document.candidates:
                if document.id in plan:
                    keys = planned(plan[document.id], document, candidate.id)
                    log.judge(document.id, candidate.id, value_of(keys, document, candidate.id))
