"""The failure cases of section 6.3.2, counted from what people judged."""

from __future__ import annotations

from collections.abc import Mapping

from slovke.annotate.judgements import State
from slovke.annotate.scores import Counted, count_document, judges
from slovke.annotate.task import Task, TaskDocument

CASES = (
    "morphology",
    "beyond_lemmas",
    "lemmas_alone",
    "redundancy",
    "granularity",
    "lone_adjective",
    "inadequate",
    "off_topic",
    "bad_form",
)


def failure_cases(
    task: Task, states: Mapping[str, State]
) -> dict[str, dict[str, list[tuple[str, str]]]]:
    """The failure cases of section 6.3.2 by system: each as (document id, keyphrase).

    Counted over all complete judgements; one judged by two annotators counts twice.

    - `morphology`: equals a gold keyphrase, in another form: the lemmas are the same, the words as
      written are not;
    - `beyond_lemmas`: equals a gold keyphrase for people, not for the metric;
    - `lemmas_alone`: the metric's exact match that people did not accept as one;
    - `redundancy`: the system gave another one of the same concept before, which was kept;
    - `granularity`, `lone_adjective`, `inadequate`: no meaningful concept, by the reason given or
      without one; `off_topic`: not relevant; `bad_form`: not valid.
    """
    by_document = judges(task, states)
    cases: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for system in task.systems:
        own: dict[str, list[tuple[str, str]]] = {case: [] for case in CASES}
        for document in task.documents:
            for name in by_document.get(document.id, ()):
                judged = states[name].get(document.id, {})
                for one in count_document(judged, task.said[system][document.id]):
                    for case in _cases(one, document):
                        own[case].append((document.id, one.text))
        cases[system] = own
    return cases


def _cases(one: Counted, document: TaskDocument) -> list[str]:
    candidate = document.candidate(one.candidate)
    by_lemmas = None if candidate is None else candidate.same_as_gold
    found = []
    if not one.answers["non_redundancy"]:
        found.append("redundancy")
    elif one.gold is not None:
        if by_lemmas != one.gold:
            found.append("beyond_lemmas")
        elif document.gold[one.gold].casefold() != one.text.casefold():
            found.append("morphology")
    elif by_lemmas is not None:
        found.append("lemmas_alone")
    if not one.answers["adequacy"]:
        case = {"adjective": "lone_adjective", "granularity": "granularity"}
        found.append(case.get(one.why or "", "inadequate"))
    if not one.answers["relevance"]:
        found.append("off_topic")
    if not one.answers["validity"]:
        found.append("bad_form")
    return found
