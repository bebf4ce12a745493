"""What the Parquet build costs: its size, writing, reading, loading, and an added year.

    python -m benchmarks.dataset [--rows 227432] [--added 1000] [--withdrawn 20] [--tagged 2000]

The rows are words drawn by their frequency in Slovak (wordfreq), since recombined sample sentences
would compress far too well; a row has 1,650 characters. Loading is timed in processes of its own
with an empty cache. The bytes that a new version uploads are counted by the Hub's own client,
hf_xet, which puts both versions into a store in a folder.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from builder.build import BuildOptions, Cleaned, read_previous, write_build
from builder.extraction import Tagger
from builder.options import CleanOptions
from builder.split import Member
from slovke.errors import MissingExtraError
from slovke.record import arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa

Result = TypeVar("Result")

WORDS_PER_ABSTRACT = 260
SPREAD = 60
BATCH = 5_000


def generated_rows(count: int, first: int, year: int | None, seed: int) -> pa.Table:
    """Rows of the published schema; the numbers of the rows, from `first` on, make their ids."""
    import pyarrow as pa

    return pa.Table.from_batches(
        _batches(count, first, year, np.random.default_rng(seed)), arrow_schema()
    )


def _batches(
    count: int, first: int, year: int | None, random: np.random.Generator
) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    words, limits = _vocabulary()
    for start in range(0, count, BATCH):
        size = min(BATCH, count - start)
        lengths = np.clip(random.normal(WORDS_PER_ABSTRACT, SPREAD, size).astype(int), 90, 500)
        drawn = words[np.searchsorted(limits, random.random(int(lengths.sum())))]
        texts = [" ".join(part) for part in np.split(drawn, np.cumsum(lengths)[:-1])]
        numbers = range(first + start, first + start + size)
        keyphrases = [
            [" ".join(pair) for pair in random.choice(text.split(), (5, 2))] for text in texts
        ]
        yield pa.RecordBatch.from_pydict(
            {
                "id": [
                    hashlib.sha256(b"%d" % number).hexdigest()[:28].upper() for number in numbers
                ],
                "title": [" ".join(text.split()[:7]) for text in texts],
                "abstract": texts,
                "keyphrases": keyphrases,
                "university": [f"Univerzita {number % 30}" for number in numbers],
                "faculty": [f"Fakulta {number % 120}" for number in numbers],
                "year": [year or 2010 + number % 15 for number in numbers],
                "document_type": [
                    "Diplomová práca" if n % 2 else "Bakalárska práca" for n in numbers
                ],
            },
            schema=arrow_schema(),
        )


def _vocabulary() -> tuple[Any, Any]:
    """Words, and the cumulative probabilities to draw them by."""
    try:
        from wordfreq import get_frequency_dict
    except ImportError:
        raise MissingExtraError("benchmarks.dataset", "extract") from None
    frequencies = get_frequency_dict("sk")
    words = np.array(list(frequencies), dtype=object)
    weights = np.array(list(frequencies.values()))
    limits = np.cumsum(weights / weights.sum())
    limits[-1] = 1.0
    return words, limits


def cleaned(rows: pa.Table) -> Cleaned:
    """The rows as `read_cleaned` gives them."""
    from dataclasses import asdict

    rows = rows.sort_by("id")
    members = tuple(Member(id_) for id_ in rows.column("id").to_pylist())
    options = CleanOptions()
    funnel = {"start": rows.num_rows, "stages": []}
    return Cleaned(
        rows, members, funnel, {"options": asdict(options), "fingerprint": options.fingerprint()}
    )


def uploaded(builds: Sequence[Path], store: Path) -> list[tuple[int, int]]:
    """Put the data files of each build into one store, in this order.

    Returns:
        For each build the bytes that were sent, and those that its files have.
    """
    import hf_xet

    store.mkdir()
    session = hf_xet.XetSession()
    sizes = []
    for build in builds:
        commit = session.new_upload_commit(
            endpoint=f"local://{store}",
            token="none",
            token_expiry_unix_secs=int(time.time()) + 3600,
        )
        for file in sorted(build.glob("data/*.parquet")):
            commit.start_upload_file(str(file))
        counted = commit.wait_to_finish().dedup_metrics
        sizes.append((counted.total_bytes_uploaded, counted.total_bytes))
    return sizes


def next_versions(
    rows: pa.Table, build: Path, added: int, withdrawn: int, place: Path
) -> Iterator[tuple[str, int, int]]:
    """Yield what the next version has, the bytes sent for it, and the bytes of its files."""
    import pyarrow as pa

    grown = pa.concat_tables([rows, generated_rows(added, rows.num_rows, 2025, seed=2)])
    gone = set(range(0, rows.num_rows, rows.num_rows // withdrawn)[:withdrawn])
    left = [row for row in range(grown.num_rows) if row not in gone]
    before = read_previous(build)
    for number, (what, table) in enumerate(
        (
            (f"sent for {added:,} more rows", grown),
            (f"and {len(gone)} withdrawn", grown.take(left)),
        )
    ):
        options = BuildOptions(version="1.1.0", configs=("default",))
        later = write_build(cleaned(table), place / f"later-{number}", options, before).root
        _, (sent, size) = uploaded([build, later], place / f"store-{number}")
        yield what, sent, size


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """A result and the seconds it took."""
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


LOADING = {
    "load_dataset, cold": "datasets.load_dataset(root, cache_dir=cache)",
    "load_dataset, warm": "datasets.load_dataset(root, cache_dir=cache)",
    "slovke.load, cold (SHA-256 checked)": "slovke.load(root=root, cache_dir=cache + '-slovke')",
    "first row, load_dataset streaming": (
        "next(iter(datasets.load_dataset(root, split='train', streaming=True, cache_dir=cache)))"
    ),
    "first row, slovke.load streaming": (
        "next(iter(slovke.load(root=root, split='train', streaming=True, cache_dir=cache)))"
    ),
    "two columns of all rows": (
        "slovke.load(root=root, columns=['id', 'keyphrases'], cache_dir=cache + '-two')"
    ),
}
PROGRAM = """
import sys, time
import datasets, slovke.dataset
root, cache = sys.argv[1:]
start = time.perf_counter()
{work}
print(time.perf_counter() - start, flush=True)
"""


def loading(root: Path, cache: Path) -> Iterator[tuple[str, float]]:
    """Yield what was loaded and the seconds it took, without the imports."""
    for name, work in LOADING.items():
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM.format(work=work), str(root), str(cache)],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "HF_HUB_OFFLINE": "1", "USE_TORCH": "0"},
        )
        if not done.stdout:
            raise RuntimeError(done.stderr)
        yield name, float(done.stdout)


def main() -> None:
    """Print all figures."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=227_432)
    parser.add_argument("--added", type=int, default=1_000, help="rows of the added year")
    parser.add_argument("--withdrawn", type=int, default=20, help="rows that are gone then")
    parser.add_argument("--tagged", type=int, default=2_000, help="rows to tag for extraction")
    options = parser.parse_args()
    print(f"pyarrow {pa.__version__}, {options.rows:,} rows", flush=True)
    rows = generated_rows(options.rows, 0, None, seed=1)
    first = cleaned(rows)
    only = ("default",)
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        build, seconds = timed(
            lambda: write_build(first, place / "1.0.0", BuildOptions(configs=only))
        )
        files = build.description["files"].values()
        size = sum(file["size"] for file in files) / 1e6
        characters = pc.sum(pc.utf8_length(rows["abstract"])).as_py() / options.rows
        print(f"{'characters an abstract':40}{characters:10.0f}")
        print(f"{'in memory':40}{rows.nbytes / 1e6:10.1f} MB")
        print(f"{'Parquet, zstd 3, ' + str(len(files)) + ' files':40}{size:10.1f} MB")
        pq.write_table(rows, place / "snappy.parquet")
        snappy = (place / "snappy.parquet").stat().st_size / 1e6
        print(f"{'one file as pyarrow writes it (snappy)':40}{snappy:10.1f} MB")
        print(f"{'largest shard':40}{max(file['size'] for file in files) / 1e6:10.1f} MB")
        print(f"{'split and write':40}{seconds:10.1f} s", flush=True)
        paths = sorted((place / "1.0.0" / "data").iterdir())
        _, seconds = timed(lambda: [pq.read_table(path) for path in paths])
        print(f"{'read by pyarrow':40}{seconds:10.1f} s")
        for name, seconds in loading(build.root, place / "cache"):
            print(f"{name:40}{seconds:10.1f} s", flush=True)
        for what, sent, size in next_versions(
            rows, build.root, options.added, options.withdrawn, place
        ):
            print(f"{what:40}{sent / 1e6:10.1f} MB, {100 * sent / size:.1f} %", flush=True)
        if options.tagged:
            texts = rows.slice(0, options.tagged).to_pydict()
            tagger = Tagger()
            for words in ("new words", "known words"):
                _, seconds = timed(lambda: tagger.tag_all(texts["abstract"], texts["keyphrases"]))
                rate = options.tagged / seconds
                print(f"{f'tagged for extraction, {words}':40}{rate:10.0f} documents a second")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"{'peak memory':40}{peak:10.1f} GB")


if __name__ == "__main__":
    main()
