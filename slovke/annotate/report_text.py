"""The report as Markdown and as LaTeX tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from slovke.annotate.agreement import Agreement
from slovke.annotate.criteria import CRITERIA, SCALES
from slovke.annotate.report import Report
from slovke.annotate.scores import Interval
from slovke.report.latex import NEEDS, table_float, tex

CASE_TITLES = {
    "morphology": "equals gold in another form",
    "beyond_lemmas": "equals gold for people, not for the metric",
    "lemmas_alone": "equals gold for the metric, not for people",
    "redundancy": "redundant",
    "granularity": "wrong granularity",
    "lone_adjective": "lone adjective",
    "inadequate": "not adequate otherwise",
    "off_topic": "off topic",
    "bad_form": "no valid form",
}
CRITERION_TITLES = {
    "relevance": "topical relevance",
    "adequacy": "conceptual adequacy",
    "non_redundancy": "non-redundancy",
    "validity": "linguistic validity",
}
QUESTION_TITLES = {
    "label": "exact / extended only / not correct",
    "correct": "correct (exact or extended) / not",
    "exact": "exact / not",
}
MOST_DISAGREEMENTS = 200
DISAGREEMENTS, COMMENTS = "Disagreements", "Comments"


def score_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the table of scores, in per cent, or the means of the scales."""
    if report.schema == "translation":
        head = ["System", "Rank (1 best)", "Fluency (1-4)", "Adequacy (1-4)"]
        rows = [
            [system, *(_number(report.scores[system]["scales"][scale], 1, 2) for scale in SCALES)]
            for system in report.systems
        ]
        return head, rows
    head = ["System", "Scored", f"P@{report.k}", f"R@{report.k}", f"F1@{report.k}", "Pooled recall"]
    rows = []
    for system in report.systems:
        for way, own in report.scores[system].items():
            cells = [_number(own[name], 100, 1) for name in ("precision", "recall", "f1")]
            pooled = own.get("pooled_recall")
            rows.append([system, way, *cells, _number(pooled, 100, 1) if pooled else "-"])
    return head, rows


def agreement_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the table of agreement: a row for each pair, and for all together."""
    head = ["Question", "Coefficient", "Value", "Interval", "Landis-Koch", "Candidates"]
    rows = []
    for row in report.agreement:
        title = _question(report, row.question) + (f", {row.system}" if row.system else "")
        weighted = "weighted κ" if report.schema == "translation" else "κ"
        for a, b, kappa in row.kappa:
            rows.append([title, f"Cohen's {weighted}, {a}, {b}", *_agreement(kappa)])
        if len(report.progress) > 2 or report.schema == "translation":
            rows.append([title, "Krippendorff's α", *_agreement(row.alpha)])
    return head, rows


def criteria_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the table of criteria: the share of yes, a row a system."""
    rows = [
        [system, *(_number(own[one], 100, 1) if own else "-" for one in CRITERIA)]
        for system, own in report.criteria.items()
    ]
    return ["System", *(CRITERION_TITLES[one].capitalize() for one in CRITERIA)], rows


def failure_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the table of failure cases: a row a case, a column a system."""
    rows = []
    for case, title in CASE_TITLES.items():
        cells = []
        for system in report.systems:
            own = report.failures[system][case]
            cells.append(f"{own['count']} ({100 * own['share']:.1f} %)")
        rows.append([title, *cells])
    return ["Case", *report.systems], rows


def disagreement_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the list of disagreements."""
    names = [one.annotator for one in report.progress]
    rows = [
        [one.document, one.text, *(one.answers.get(name, "-") for name in names)]
        for one in report.disagreements[:MOST_DISAGREEMENTS]
    ]
    return ["Document", "Candidate", *names], rows


def comment_rows(report: Report) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the list of comments."""
    rows = [
        [one.document, one.text or "(the document)", one.annotator, one.comment]
        for one in report.comments
    ]
    return ["Document", "Candidate", "Annotator", "Comment"], rows


def summary(report: Report) -> list[str]:
    """What was judged, by whom, and how the numbers were made: one sentence a line."""
    source = report.source
    drawn = f"{source['documents']} documents drawn of {source['population']}"
    if "dataset" in source:
        drawn += f" from {source['dataset']}" + (
            f" ({source['split']})" if source.get("split") else ""
        )
    confidence = f"{100 * report.resampling.confidence:g} %"
    lines = [
        f"{drawn}, seed {source['seed']}, {source['overlap']} of them for every annotator.",
        f"Judged completely: {report.documents}, {report.several} of them by more than one.",
        *(
            f"{one.annotator}: {one.done} of {one.assigned} documents done"
            + (f"; begun and not counted: {', '.join(one.open)}." if one.open else ".")
            for one in report.progress
        ),
        f"Intervals: {confidence}, bootstrap over documents, {report.resampling.resamples} "
        f"resamples, seed {report.resampling.seed}.",
    ]
    if report.schema == "keyphrases":
        lines += [
            f"Of each system the first {report.k} keyphrases were judged, duplicates by lemmas "
            "dropped. Precision is over k, recall over the author's keyphrases; pooled recall adds "
            "the relevant keyphrases that any system found to the author's.",
            "Correct: yes to all four criteria. Exact: correct and equivalent to a keyphrase of "
            "the author's; extended: correct, whether or not the author listed it. In the "
            "agreement non-redundancy is as it was answered, over all systems' keyphrases; in the "
            "scores and in the share of yes it is within a system's own list.",
            f"Automatic scores: {report.signature}.",
        ]
    return lines


def markdown(report: Report) -> str:
    """The whole report in Markdown."""
    parts = ["# Manual evaluation", "\n".join(f"- {_md(line)}" for line in summary(report))]
    for number, (title, (head, rows)) in enumerate(sections(report)):
        if number == 1:
            parts.append("![The scores as bars with their intervals](figure.svg)")
        parts += [f"## {title}", _md_table(head, rows) if rows else "None."]
    hidden = len(report.disagreements) - MOST_DISAGREEMENTS
    if hidden > 0:
        parts.append(f"{hidden} more disagreements are in report.json.")
    return "\n\n".join(parts) + "\n"


def sections(report: Report) -> Iterable[tuple[str, tuple[list[str], list[list[str]]]]]:
    """The tables of the report with their titles."""
    scores = "Mean of each scale" if report.schema == "translation" else "Scores, per cent"
    yield scores, score_rows(report)
    yield "Agreement", agreement_rows(report)
    if report.criteria:
        yield "Criteria, share of yes, per cent", criteria_rows(report)
    if report.failures:
        yield "Failure cases", failure_rows(report)
    yield DISAGREEMENTS, disagreement_rows(report)
    if report.comments:
        yield COMMENTS, comment_rows(report)


def _question(report: Report, question: str) -> str:
    titles = {} if report.schema == "translation" else {**QUESTION_TITLES, **CRITERION_TITLES}
    return titles.get(question, question)


def latex(report: Report) -> str:
    """The tables of scores, agreement, criteria and failure cases for a paper."""
    parts = ["\n".join((*NEEDS, *(f"% {' '.join(line.split())}" for line in summary(report))))]
    for title, (head, rows) in sections(report):
        if title in {DISAGREEMENTS, COMMENTS} or not rows:
            continue
        words = {"Scores, per cent": 2, "Agreement": 2}.get(title, 1)
        slug = title.split(",")[0].lower().replace(" ", "-")
        parts.append(
            table_float(
                "l" * words + "r" * (len(head) - words),
                [tex(cell) for cell in head],
                [[tex(cell) for cell in row] for row in rows],
                f"{tex(title)}. Manual evaluation of {report.documents} documents.",
                f"manual-{slug}",
            ).rstrip()
        )
    return "\n\n".join(parts) + "\n"


def _number(score: Interval, factor: float, digits: int) -> str:
    value, low, high = (factor * one for one in (score.value, score.low, score.high))
    return f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def _agreement(one: Agreement) -> list[str]:
    if one.value is None:
        return ["undefined", "-", "-", str(one.items)]
    interval = "-" if one.low is None else f"[{one.low:.2f}, {one.high:.2f}]"
    return [f"{one.value:.2f}", interval, str(one.word), str(one.items)]


def _md_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_md, line)) + " |" for line in lines)


def _md(text: str) -> str:
    flat = " ".join(text.split())
    for mark in "\\|`*_<>":
        flat = flat.replace(mark, f"\\{mark}")
    return flat.replace("](", "]\\(")
