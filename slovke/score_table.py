"""The metric's numbers as tables for a terminal: points (0-100), one decimal."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table

MEASURES = ("precision", "recall", "f1")
HEADS = {"precision": "precision", "recall": "recall", "f1": "F1"}


def print_scores(result: Mapping[str, Any], cutoffs: Sequence[int | str], *, title: str) -> None:
    """Print exact, partial and gap precision, recall and F1, means and pooled, for each cutoff.

    Args:
        result: what `slovke_metric.score` gave, and `missing_predictions`.
        cutoffs: those that it was asked for.
        title: over the table.
    """
    table = _table(title, "@k", "match")
    for head in (*HEADS.values(), *(f"micro {head}" for head in HEADS.values())):
        table.add_column(head, justify="right")
    for k in cutoffs:
        for kind in ("exact", "partial", "gap"):
            names = [f"{kind}{of}_{measure}@{k}" for of in ("", "_micro") for measure in MEASURES]
            table.add_row(f"@{k}", kind, *(_cell(result, name) for name in names))
        table.add_section()
    _show(table)
    if f"exact_recall_present@{cutoffs[0]}" in result:
        _show(_presence_table(result, cutoffs))
    print(_notes(result))
    print(f"signature: {result.get('interval_signature', result['signature'])}")


def print_comparison(
    result: Mapping[str, Any], cutoffs: Sequence[int | str], *, names: tuple[str, str]
) -> None:
    """Print each score of both systems, the difference, its interval and the two p values.

    Args:
        result: what `slovke_metric.compare` gave, and `missing_predictions`.
        cutoffs: those that it was asked for.
        names: of the systems.
    """
    table = _table(f"a = {names[0]}, b = {names[1]}", "score")
    for head in ("a", "b", "a - b", "interval", "p bootstrap", "p randomization"):
        table.add_column(head, justify="right")
    for k in cutoffs:
        for kind in ("exact", "partial", "gap"):
            for of in ("", "_micro"):
                for measure in MEASURES:
                    name = f"{kind}{of}_{measure}@{k}"
                    own = result[name]
                    table.add_row(
                        name,
                        _points(own["a"]),
                        _points(own["b"]),
                        f"{100 * own['difference']:+.1f}",
                        f"{100 * own['low']:+.1f} to {100 * own['high']:+.1f}",
                        f"{own['p_bootstrap']:.3f}",
                        f"{own['p_randomization']:.3f}",
                    )
        table.add_section()
    _show(table)
    missing = result["missing_predictions"]
    print(
        f"{result['documents']} documents; of them the file does not name, scored 0: "
        f"{missing['a']} of a, {missing['b']} of b"
    )
    print(f"signature: {result['signature']}")


def print_explanations(results: Mapping[str, Mapping[str, Any]]) -> None:
    """Print the steps of the gap, the failure cases and the recall by presence, a column a system.

    Args:
        results: system to what `slovke_metric.explain` gave for it.
    """
    first = next(iter(results.values()))
    steps = _table(f"F1 points at {first['k']}, by what they come from", "step", "meaning")
    failures = _table("failure cases: share of the predictions, in percent", "case", "meaning")
    presence = _table("gold: exact / partial recall, in percent", "gold", "share")
    for table in (steps, failures, presence):
        for name in results:
            table.add_column(name.rpartition("/")[2], justify="right")
    for number, step in enumerate(first["steps"]):
        own = [result["steps"][number] for result in results.values()]
        cells = [f"{one['points']:+.1f} ({one['count']})" for one in own]
        steps.add_row(step["name"], step["meaning"], *cells)
    rest = [f"({result['unmatched']['count']})" for result in results.values()]
    steps.add_row("none", "no lemma in common", *rest)
    for name in first["failures"]:
        found = [result["failures"][name] for result in results.values()]
        meaning = next((one["meaning"] for one in found if one), "needs --lemmatizer stanza")
        cells = [f"{100 * one['share']:.1f} ({one['count']})" if one else "-" for one in found]
        failures.add_row(name.replace("_", " "), meaning, *cells)
    for name, gold in first["gold"].items():
        kinds = [result["gold"][name] for result in results.values()]
        cells = [f"{_points(k['exact_recall'])} / {_points(k['partial_recall'])}" for k in kinds]
        presence.add_row(name, _points(gold["share"]), *cells)
    for table in (steps, failures, presence):
        _show(table)
    for name, result in results.items():
        _print_examples(name, result)
    print(f"{first['documents']} documents; signature: {first['signature']}")


def _print_examples(name: str, result: Mapping[str, Any]) -> None:
    for step in result["steps"]:
        for one in step["examples"]:
            print(f"{name}: {step['name']}: {one['prediction']!r} for {one['gold']!r}")
    redundancy = result["failures"]["redundancy"]
    for one in redundancy["examples"]:
        print(f"{name}: redundancy: {one['prediction']!r} after {one['earlier']!r}")


def _presence_table(result: Mapping[str, Any], cutoffs: Sequence[int | str]) -> Table:
    kinds = ("present", "reordered", "mixed", "unseen")
    table = _table("recall of gold by its presence in the abstract", "@k", "match")
    for kind in kinds:
        table.add_column(kind, justify="right")
    for k in cutoffs:
        for match in ("exact", "partial"):
            names = [f"{match}_recall_{kind}@{k}" for kind in kinds]
            table.add_row(f"@{k}", match, *(_cell(result, name) for name in names))
    return table


def _notes(result: Mapping[str, Any]) -> str:
    notes = [
        f"{result['documents']} documents, "
        f"{result['predictions_per_document']:.1f} predictions and "
        f"{result['gold_per_document']:.1f} gold keyphrases each"
    ]
    for name, what in (
        ("missing_predictions", "documents that the file does not name, scored 0"),
        ("documents_without_gold", "documents without gold"),
        ("empty_predictions", "predictions without a word, dropped"),
        ("empty_gold", "gold keyphrases without a word, dropped"),
        ("duplicate_predictions", "duplicate predictions"),
        ("duplicate_gold", "duplicate gold keyphrases"),
    ):
        if result[name]:
            notes.append(f"{what}: {result[name]}")
    return "; ".join(notes)


def _cell(result: Mapping[str, Any], name: str) -> str:
    cell = _points(result[name])
    if f"{name}_low" in result:
        cell += f"\n{_points(result[f'{name}_low'])} to {_points(result[f'{name}_high'])}"
    return cell


def _points(fraction: float) -> str:
    return f"{100 * fraction:.1f}"


def _table(title: str, *heads: str) -> Table:
    from rich import box
    from rich.table import Table

    return Table(*heads, title=title, title_justify="left", box=box.SIMPLE_HEAD)


def _show(table: Table) -> None:
    from rich.console import Console

    # A pipe or a file has no width; rich would squeeze the table into 80 columns.
    Console(width=None if sys.stdout.isatty() else 140, highlight=False, markup=False).print(table)
