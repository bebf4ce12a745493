"""Documents per second of each system, on the sample register's abstracts.

    python benchmarks/systems.py                    # yake, textrank, lemmarank
    python benchmarks/systems.py --systems yake keybert=MODEL --repeat 3

Each system runs in this process after it was loaded and has seen five documents, so that what is
printed is the cost of one document more, not of a start. CPU time is the figure to compare: wall
time also shows what else the machine did. LemmaRank's tagger is measured apart from it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from builder.sample_register import load_theses
from slovke.extract.protocol import Document, Extractor
from slovke.extract.registry import load_extractor
from slovke.extract.tagging import load_tagger


def sample_documents() -> list[Document]:
    """The clean abstracts of the sample register's theses that the cleaning should keep."""
    kept = {
        thesis.sid: Document(thesis.sid, thesis.expect.abstract, thesis.title)
        for thesis in load_theses()
        if thesis.expect.abstract is not None
    }
    return list(kept.values())


def per_document(work: Callable[[], object], documents: int, repeat: int) -> tuple[float, float]:
    """The median CPU and wall milliseconds a document of `work`, which does all documents."""
    cpu, wall = [], []
    for _ in range(repeat):
        began = time.process_time(), time.perf_counter()
        work()
        cpu.append(1000 * (time.process_time() - began[0]) / documents)
        wall.append(1000 * (time.perf_counter() - began[1]) / documents)
    return statistics.median(cpu), statistics.median(wall)


def main() -> None:
    """Measure and print one line for each system."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", nargs="+", default=["yake", "textrank", "lemmarank"])
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    documents = sample_documents()
    characters = statistics.mean(len(one.abstract) for one in documents)
    print(f"{len(documents)} documents of {characters:.0f} characters on average")
    print(f"{'system':<24}{'CPU ms':>8}{'wall ms':>9}{'documents/s (CPU)':>19}")
    for system in options.systems:
        extractor = load_extractor(system)
        show(system, *measure(extractor, documents, options.repeat))
        if system.startswith(("lemmarank", "ranker")):
            show("  of it the tagger", *measure_tagger(documents, options.repeat))


def measure(extractor: Extractor, documents: list[Document], repeat: int) -> tuple[float, float]:
    """CPU and wall milliseconds a document of a warm system."""
    list(extractor.extract(documents[:5]))
    return per_document(lambda: list(extractor.extract(documents)), len(documents), repeat)


def measure_tagger(documents: list[Document], repeat: int) -> tuple[float, float]:
    """The same for the rules tagger alone, which LemmaRank runs over the text and the title."""
    tagger = load_tagger("rules")
    texts = [text for document in documents for text in (document.abstract, document.title or "")]
    list(tagger.tag(texts[:10]))
    return per_document(lambda: list(tagger.tag(texts)), len(documents), repeat)


def show(name: str, cpu: float, wall: float) -> None:
    """Print a system's line."""
    print(f"{name:<24}{cpu:>8.2f}{wall:>9.2f}{1000 / cpu:>19.1f}")


if __name__ == "__main__":
    main()
