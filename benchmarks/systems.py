"""Documents per second of each system, on the sample register's abstracts.

    python benchmarks/systems.py                    # all systems that need neither torch nor a key
    python benchmarks/systems.py --characters 1650  # abstracts as long as long real ones
    python benchmarks/systems.py --systems yake keybert=MODEL --repeat 3

Each system runs in this process after it was loaded and has seen five documents, so that what is
printed is the cost of one document more, not of a start. CPU time is the figure to compare: wall
time also shows what else the machine did. "First" is the first pass, in which every word is new to
the caches; the median is of all passes. LemmaRank's tagger is measured apart from it. The ranker is
fitted on the same abstracts, which is of no use but for its speed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":  # run as a script: the packages stand in the folder above
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from builder.sample_register import load_theses
from slovke.extract.protocol import Document, Extractor
from slovke.extract.registry import load_extractor
from slovke.extract.tagging import load_tagger
from slovke.record import Record

SYSTEMS = ("yake", "yake-3", "textrank", "lemmarank", "lemmarank-notitle", "ranker")
# CPU milliseconds a document that a system may take; LemmaRank beside its tagger.
MOST = {"yake": 20.0, "textrank": 5.0, "lemmarank": 5.0}


class Cost(NamedTuple):
    """Milliseconds a document: CPU of the first pass, median CPU and wall time of all."""

    first: float
    cpu: float
    wall: float


def sample_records(characters: int = 0) -> list[Record]:
    """The clean theses of the sample register that the cleaning should keep.

    Args:
        characters: the least length of an abstract: shorter ones go on with those that follow.
    """
    kept = [one for one in load_theses() if one.expect.abstract is not None]
    found = []
    for place, thesis in enumerate(kept):
        text = str(thesis.expect.abstract)
        for other in (*kept[place + 1 :], *kept[:place]):
            if len(text) >= characters:
                break
            text = f"{text} {other.expect.abstract}"
        text = text[:characters] if characters else text
        gold = tuple(thesis.expect.keyphrases)
        found.append(Record(thesis.sid, thesis.title, text, gold, None, None, None, None))
    return found


def measure(work: Callable[[], object], documents: int, repeat: int) -> Cost:
    """The cost of a document of `work`, which does all documents."""
    cpu, wall = [], []
    for _ in range(repeat):
        began = time.process_time(), time.perf_counter()
        work()
        cpu.append(1000 * (time.process_time() - began[0]) / documents)
        wall.append(1000 * (time.perf_counter() - began[1]) / documents)
    return Cost(cpu[0], statistics.median(cpu), statistics.median(wall))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print one line for each system; 1 where one takes longer than it may."""
    parser = argparse.ArgumentParser(description="Documents per second of each system.")
    parser.add_argument("--systems", nargs="+", default=SYSTEMS)
    parser.add_argument("--repeat", type=int, default=3, help="passes over the documents")
    parser.add_argument("--characters", type=int, default=0, help="the length of each abstract")
    options = parser.parse_args(arguments)
    records = sample_records(options.characters)
    documents = [Document(one.id, one.abstract, one.title) for one in records]
    characters = statistics.mean(len(one.abstract) for one in documents)
    print(f"{len(documents)} documents of {characters:.0f} characters on average")
    print(f"{'CPU ms':<24}{'first':>8}{'median':>8}{'wall ms':>9}{'documents/s':>13}{'at most':>9}")
    slow = 0
    for system in options.systems:
        extractor = ranker(records) if system == "ranker" else load_extractor(system)
        list(extractor.extract(documents[:5]))
        cost = measure(lambda: list(extractor.extract(documents)), len(documents), options.repeat)  # noqa: B023 - called at once
        most = MOST.get(system.partition("-")[0])
        beside = cost
        if system.startswith("lemmarank"):
            tagging = measure_tagger(documents, options.repeat, title="notitle" not in system)
            beside = Cost(*(max(a - b, 0.0) for a, b in zip(cost, tagging, strict=True)))
            show(system, cost)
            show("  the tagger", tagging)
            show("  beside the tagger", beside, most)
        else:
            show(system, cost, most)
        slow += most is not None and beside.cpu > most
    return min(slow, 1)


def ranker(records: list[Record]) -> Extractor:
    """A ranker fitted on the documents themselves."""
    from slovke.extract.ranker import Ranker
    from slovke.extract.training import fit_ranker

    return Ranker(model=fit_ranker(records, load_tagger("rules"), "for its speed").model)


def measure_tagger(documents: list[Document], repeat: int, *, title: bool) -> Cost:
    """The cost of the rules tagger alone, which LemmaRank runs over the text and the title."""
    tagger = load_tagger("rules")
    texts = [text for one in documents for text in (one.abstract, (title and one.title) or "")]
    list(tagger.tag(texts[:10]))
    return measure(lambda: list(tagger.tag(texts)), len(documents), repeat)


def show(name: str, cost: Cost, most: float | None = None) -> None:
    """Print a system's line."""
    limit = "" if most is None else f"{most:g} ms"
    rate = 1000 / cost.cpu if cost.cpu else float("inf")
    print(
        f"{name:<24}{cost.first:>8.2f}{cost.cpu:>8.2f}{cost.wall:>9.2f}{rate:>13,.0f}{limit:>9}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
