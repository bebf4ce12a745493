"""How long the metric takes, how much memory, and how it grows; beside a straightforward one.

    python benchmarks/score.py                     # 22,344 documents, as many as the test split has
    python benchmarks/score.py --growth 2000 22344 200000

Each figure is from a process of its own, so that the dictionary is cold. The vocabulary is real
Slovak (the forms of simplemma's dictionary, drawn by Zipf's law, one word in 40 an invented
compound that no dictionary has); a document's predictions are other forms of its gold keyphrases,
parts of them, and other phrases.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

DOCUMENTS, PREDICTIONS, GOLD = 22_344, 15, 5
CUTOFFS: list[int | str] = [*range(1, 16), "O", "M"]
_VOCABULARY = 300_000
_COMPOUNDS = ("elektro", "bio", "mikro", "ultra", "neuro", "geo", "socio", "agro")

Keyphrases = list[list[str]]


def generate(documents: int, seed: int = 1) -> tuple[Keyphrases, Keyphrases]:
    """Invent predictions and gold keyphrases of so many documents."""
    from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

    draw = random.Random(seed)
    dictionary = DefaultDictionaryFactory(cache_max_size=1).get_dictionary("sk")
    forms = sorted(form for form in map(_text, dictionary) if len(form) > 3 and form.isalpha())
    siblings: dict[str, list[str]] = {}
    for form in forms:
        siblings.setdefault(_text(dictionary[form]), []).append(form)
    draw.shuffle(forms)
    forms = forms[:_VOCABULARY]
    weights = list(accumulate((rank + 20) ** -1.3 for rank in range(len(forms))))

    def words(count: int) -> list[str]:
        drawn = draw.choices(forms, cum_weights=weights, k=count)
        return [draw.choice(_COMPOUNDS) + w if draw.random() < 1 / 40 else w for w in drawn]

    def phrase() -> str:
        return " ".join(words(draw.choices((1, 2, 3), (45, 43, 12))[0]))

    def inflected(keyphrase: str) -> str:
        return " ".join(
            draw.choice(siblings.get(_text(dictionary.get(word) or word), [word]))
            for word in keyphrase.split()
        )

    predictions, references = [], []
    for _ in range(documents):
        gold = [phrase() for _ in range(GOLD)]
        guesses = [inflected(draw.choice(gold)) for _ in range(4)]
        guesses += [f"{draw.choice(gold).split()[0]} {words(1)[0]}" for _ in range(4)]
        guesses += [phrase() for _ in range(PREDICTIONS - len(guesses))]
        draw.shuffle(guesses)
        predictions.append(guesses)
        references.append(gold)
    return predictions, references


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def straightforward(predictions: Keyphrases, references: Keyphrases) -> dict[str, float]:
    """The same means over documents the plain way: documents, cutoffs, phrases, in loops."""
    from slovke_metric import get_lemmatizer, tokenize

    lemmatizer = get_lemmatizer()

    def normalize(phrases: list[str]) -> list[tuple[str, ...]]:
        keys = lemmatizer.lemmatize([tokenize(phrase) for phrase in phrases])
        return list(dict.fromkeys(key for key in keys if key))

    totals: dict[str, float] = {}
    for predicted, gold in zip(predictions, references, strict=True):
        guesses, answers = normalize(predicted), normalize(gold)
        for k in CUTOFFS:
            limit = len(answers) if k == "O" else len(guesses) if k == "M" else int(k)
            exact = sum(guess in answers for guess in guesses[:limit])
            partial = sum(
                any(set(guess) & set(answer) for answer in answers) for guess in guesses[:limit]
            )
            for name, found in (("exact", exact), ("partial", partial)):
                precision = found / limit if limit else 0.0
                recall = min(1.0, found / len(answers))
                both = precision + recall
                f1 = 2 * precision * recall / both if both else 0.0
                for measure, value in (("precision", precision), ("recall", recall), ("f1", f1)):
                    key = f"{name}_{measure}@{k}"
                    totals[key] = totals.get(key, 0.0) + value
    return {key: total / len(predictions) for key, total in totals.items()}


def measure(task: str, path: Path) -> dict[str, Any]:
    """Run one task on a file of documents in this process and say how long it took."""
    predictions, references = json.loads(path.read_text(encoding="utf-8"))
    result: dict[str, float]
    start, cpu = time.perf_counter(), time.process_time()
    if task == "straightforward":
        result = straightforward(predictions, references)
    elif task == "evaluate":
        import evaluate

        import slovke_metric

        metric = evaluate.load(slovke_metric.PATH)
        start, cpu = time.perf_counter(), time.process_time()
        result = metric.compute(predictions=predictions, references=references, k=CUTOFFS)
    else:
        from slovke_metric import score

        confidence = 0.95 if task == "intervals" else None
        result = score(predictions, references, k=CUTOFFS, confidence=confidence)
    wall, cpu = time.perf_counter() - start, time.process_time() - cpu
    return {
        "wall": wall,
        "cpu": cpu,
        "yardstick": yardstick(),
        "mib": _peak_mib(),
        "exact_f1@6": result["exact_f1@6"],
        "partial_f1@O": result["partial_f1@O"],
    }


def _peak_mib() -> float:
    """The most memory that this process held. `getrusage` would count its parent's, before exec."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    peak = re.search(r"VmHWM:\s+(\d+)", status.read_text(encoding="ascii", errors="replace"))
    return int(peak[1]) / 1024 if peak else 0.0


def yardstick() -> float:
    """CPU seconds of five million additions: how fast, or how busy, this machine is just now."""
    cpu, total = time.process_time(), 0
    for number in range(5_000_000):
        total += number
    return time.process_time() - cpu


def _in_process(task: str, path: Path) -> dict[str, Any]:
    command = [sys.executable, __file__, "--task", task, "--file", str(path)]
    # One core: a second thread of the matrix product would only blur the CPU time.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def _write(documents: int, folder: Path) -> Path:
    predictions, references = generate(documents)
    path = folder / f"{documents}.json"
    path.write_text(json.dumps([predictions, references], ensure_ascii=False), encoding="utf-8")
    distinct = {phrase for side in (predictions, references) for own in side for phrase in own}
    words = {word for phrase in distinct for word in phrase.split()}
    print(
        f"\n{documents:,} documents x {PREDICTIONS} predictions x {GOLD} gold, "
        f"{len(distinct):,} distinct phrases of {len(words):,} distinct words; "
        f"k = 1-15, O, M; one process, cold dictionary"
    )
    return path


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, or run one task for the parent process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--growth", type=int, nargs="*", default=[])
    parser.add_argument("--task", help=argparse.SUPPRESS)
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.task:
        print(json.dumps(measure(options.task, options.file)))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = _write(options.documents, Path(folder))
        tasks = ("score", "intervals", "evaluate", "straightforward")
        figures = {task: _in_process(task, path) for task in tasks}
        base = figures["score"]["cpu"]
        for task, own in figures.items():
            print(
                f"{task:16} {own['cpu']:7.2f} s CPU ({own['cpu'] - base:+.2f} s, "
                f"{own['cpu'] / base:.1f}x)  {own['wall']:7.2f} s wall  {own['mib']:5.0f} MiB  "
                f"yardstick {own['yardstick']:.2f} s  exact F1@6 {100 * own['exact_f1@6']:.4f}"
            )
        for documents in options.growth:
            own = _in_process("score", _write(documents, Path(folder)))
            print(
                f"score            {own['cpu']:7.2f} s CPU, {1e6 * own['cpu'] / documents:.0f} us "
                f"a document  {own['wall']:7.2f} s wall  {own['mib']:5.0f} MiB"
            )


if __name__ == "__main__":
    main()
