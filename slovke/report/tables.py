"""The tables of a report, as data; `markup` writes them as Markdown, LaTeX and HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slovke.report.paper import paper

MEASURES = ("precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of text cells.

    Attributes:
        slug: names it in files and links.
        title: over it.
        head: one cell a column; the first column is the system.
        rows: as many cells each as the head has.
        note: under it, or "".
        best: columns whose highest number is set in bold.
    """

    slug: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    best: tuple[int, ...] = ()

    def is_best(self, row: int, column: int) -> bool:
        """Whether a cell holds the highest number of a column of `best`."""
        if column not in self.best or len(self.rows) < 2:
            return False
        numbers = [_number(cells[column]) for cells in self.rows]
        return numbers[row] is not None and numbers[row] == max(
            number for number in numbers if number is not None
        )


def tables(results: Mapping[str, Any], measured: Mapping[str, Mapping[str, Any]]) -> list[Table]:
    """All tables that these results give, the paper's tables 2 and 3 first.

    Args:
        results: what stands in `scores.json`.
        measured: run name -> time and memory.
    """
    made = [_matching(results, "exact"), _matching(results, "partial"), _gap(results)]
    if results["citation"]:
        made.append(_citation(results))
    if results["comparisons"]:
        made.append(_significance(results))
    made += [_steps(results), _presence(results), _failure_cases(results)]
    if measured:
        made.append(_cost(measured))
    return made


def _matching(results: Mapping[str, Any], kind: str) -> Table:
    k, beside = results["k"], results["is_papers_test_set"]
    head = ["System", "Precision", "Recall", f"F1@{k}", f"{_level(results)} interval of F1"]
    if beside:
        head += ["Paper P", "Paper R", "Paper F1", "Zelinka P", "Zelinka R", "Zelinka F1"]
    rows = []
    for name, system in results["systems"].items():
        scores = system["scores"]
        row = [name, *(points(scores[f"{kind}_{measure}@{k}"]) for measure in MEASURES)]
        row.append(_interval(scores, f"{kind}_f1@{k}"))
        if beside:
            own = paper()["systems"].get(system["family"], {}) if _is_papers(name, system) else {}
            for figures in (own.get(kind, {}), own.get("zelinka", {}).get(kind, {})):
                row += [_printed(figures.get(measure)) for measure in MEASURES]
        rows.append(tuple(row))
    number = {"exact": 2, "partial": 3}[kind]
    note = f"Points (0-100), means over {results['documents']:,} documents."
    if beside:
        source = paper()["source"]
        note += f" The paper's and Zelinka's figures: {source}; KeyLLM is GPT-3.5-turbo there."
    else:
        note += (
            " The paper's own figures stand beside these only on its test set (a dataset named "
            f"SlovKE, {paper()['test_documents']:,} documents)."
        )
    return Table(
        f"table-{number}",
        f"{kind.capitalize()} matching, as in the paper's table {number}",
        tuple(head),
        tuple(rows),
        note,
        (1, 2, 3),
    )


def _is_papers(name: str, system: Mapping[str, Any]) -> bool:
    """Whether a run is the paper's configuration, and no variant of ours."""
    return bool(name == system["family"])


def _gap(results: Mapping[str, Any]) -> Table:
    k = results["k"]
    rows = []
    for name, system in results["systems"].items():
        scores, surface = system["scores"], system["surface"]
        rows.append(
            (
                name,
                *(points(scores[f"{kind}_f1@{k}"]) for kind in ("exact", "partial", "gap")),
                points(scores[f"ratio_f1@{k}"]),
                points(surface[f"exact_f1@{k}"]),
                points(scores[f"exact_micro_f1@{k}"]),
                points(scores[f"partial_micro_f1@{k}"]),
                f"{scores['predictions_per_document']:.1f}",
            )
        )
    return Table(
        "gap",
        f"The gap between exact and partial F1@{k}",
        (
            "System",
            "Exact",
            "Partial",
            "Gap",
            "Exact / partial, %",
            "Exact on the surface",
            "Exact, pooled",
            "Partial, pooled",
            "Phrases a document",
        ),
        tuple(rows),
        "Gap: partial minus exact, in points. On the surface: words compared as written, without "
        "lemmas. Pooled: F1 of pooled counts (micro average).",
        (1, 2, 5, 6, 7),
    )


def _citation(results: Mapping[str, Any]) -> Table:
    rows = []
    for one in results["citation"]:
        row = [one["system"]]
        for on in ("surface", "lemmas"):
            change = one[on]
            row += [points(change["b"]), points(change["a"]), _difference(change)]
        rows.append(tuple(row))
    return Table(
        "citation",
        f"Exact F1@{results['k']} with and without citation forms",
        (
            "System",
            "Surface, as in the text",
            "Surface, citation forms",
            "Difference",
            "Lemmas, as in the text",
            "Lemmas, citation forms",
            "Difference",
        ),
        tuple(rows),
        "Citation forms: nominative, as an author writes keyphrases. In parentheses the "
        f"{_level(results)} interval of the difference, from a paired bootstrap.",
    )


def _significance(results: Mapping[str, Any]) -> Table:
    rows = []
    for one in results["comparisons"]:
        row = [one["a"], one["b"]]
        for kind in ("exact", "partial"):
            change = one[f"{kind}_f1@{results['k']}"]
            row += [_difference(change), _p(change["p_randomization"]), _p(change["p_holm"])]
        rows.append(tuple(row))
    return Table(
        "significance",
        f"Differences between systems, F1@{results['k']}",
        ("A", "B", "Exact, A - B", "p", "p, Holm", "Partial, A - B", "p", "p, Holm"),
        tuple(rows),
        f"Points, with the {_level(results)} interval from a paired bootstrap. p: approximate "
        "randomization, two-sided; Holm: adjusted for the number of pairs.",
    )


def _steps(results: Mapping[str, Any]) -> Table:
    systems = results["systems"]
    first = next(iter(systems.values()))["explain"]["steps"]
    rows = [
        (name, *(f"{step['points']:+.1f}" for step in system["explain"]["steps"]))
        for name, system in systems.items()
    ]
    meanings = "; ".join(f"{step['name']}: {step['meaning']}" for step in first)
    return Table(
        "causes",
        f"What the gap is made of: F1@{results['k']} points that each looser match adds",
        ("System", *(step["name"].capitalize() for step in first)),
        tuple(rows),
        f"{meanings}. Surface and lemmas together are exact F1, all together partial F1.",
    )


def _presence(results: Mapping[str, Any]) -> Table:
    systems = results["systems"]
    first = next(iter(systems.values()))["explain"]["gold"]
    rows = [
        (
            name,
            *(
                f"{points(kind['exact_recall'])} / {points(kind['partial_recall'])}"
                for kind in system["explain"]["gold"].values()
            ),
        )
        for name, system in systems.items()
    ]
    return Table(
        "presence",
        "Recall of gold keyphrases by how they stand in the abstract",
        ("System", *(f"{name} ({points(kind['share'])} %)" for name, kind in first.items())),
        tuple(rows),
        f"Exact / partial, of the first {results['k']} phrases. Present: the lemmas stand side by "
        "side; reordered: all occur; mixed: some occur; unseen: none.",
    )


def _failure_cases(results: Mapping[str, Any]) -> Table:
    systems = results["systems"]
    first = next(iter(systems.values()))["explain"]["failures"]
    rows = [
        (
            name,
            *(points(case["share"]) if case else "-" for case in system["explain"][
                "failures"
            ].values()),
            points(system["explain"]["unmatched"]["share"]),
            str(len(system["failures"])),
        )
        for name, system in systems.items()
    ]  # fmt: skip
    heads = [name.replace("_", " ").capitalize() for name in first]
    return Table(
        "failures",
        "Failure cases of the paper's section 6.3.2, percent of the first phrases",
        ("System", *heads, "No lemma in common", "Documents without an answer"),
        tuple(rows),
        "A dash: needs a tagger (lemmatizer stanza).",
    )


def _cost(measured: Mapping[str, Mapping[str, Any]]) -> Table:
    rows = []
    for name, own in measured.items():
        documents, seconds = own["documents"], own["seconds"]
        each = "-" if not documents else f"{1000 * seconds / documents:.1f}"
        rate = "-" if not documents else f"{documents / max(seconds, 1e-9):,.1f}"
        cpu = "-" if not documents else f"{1000 * own['cpu_seconds'] / documents:.1f}"
        rows.append(
            (
                name, f"{documents:,}", rate, each, cpu, f"{own['load_seconds']:.1f}",
                f"{own['peak_mb']:.0f}", f"{own['base_mb']:.0f}",
                _spent(own),
            )
        )  # fmt: skip
    return Table(
        "cost",
        "Time and memory of each system, in a process of its own",
        (
            "System",
            "Documents",
            "Documents/s",
            "ms a document",
            "CPU ms a document",
            "Loading, s",
            "Peak, MB",
            "Of it before loading, MB",
            "Spent (asked of questions)",
        ),
        tuple(rows),
        "Wall time on this machine, whatever else ran on it. A run that went on after a kill "
        "counts the documents of its last part. The time of a +canonical run is that of the "
        "citation forms alone. Questions whose replies are kept are not asked again.",
    )


def _spent(own: Mapping[str, Any]) -> str:
    if own["spent"] is None:
        return "-"
    return f"{own['spent']:.4f} ({own['asked']} of {own['questions']})"


def points(fraction: float) -> str:
    """A fraction (0-1) in points (0-100), one decimal as in the paper."""
    return f"{100 * fraction:.1f}"


def _printed(figure: float | None) -> str:
    return "-" if figure is None else f"{figure:.1f}"


def _interval(scores: Mapping[str, float], name: str) -> str:
    return f"{points(scores[f'{name}_low'])} to {points(scores[f'{name}_high'])}"


def _difference(change: Mapping[str, float]) -> str:
    low, high = 100 * change["low"], 100 * change["high"]
    return f"{100 * change['difference']:+.1f} ({low:+.1f} to {high:+.1f})"


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _level(results: Mapping[str, Any]) -> str:
    return f"{100 * results['confidence']:g} %"


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def system_names(results: Mapping[str, Any], *, variants: bool) -> Sequence[str]:
    """The systems, or only those that are no variant with or without citation forms."""
    paired = set() if variants else {
        one[side] for one in results["citation"] for side in ("with", "without")
    } - {one["system"] for one in results["citation"]}  # fmt: skip
    return [name for name in results["systems"] if name not in paired]
