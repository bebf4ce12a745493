"""Make varied raw records for benchmarks: `python benchmarks/generate.py N --seed S --out DIR`.

The records are of the public JSON-lines format that `python -m builder clean` reads. Their
sentences and keyphrases are the sample theses', recombined within a field; their persons are
invented; their noise is of the sample register's kinds, in about the shares of real pages where
those are known. Record number i depends on the seed and i alone, except that a duplicate repeats
one of the 64 records before it: a shorter run with the same seed is the beginning of a longer one.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

if __name__ == "__main__":  # run as a script: the packages stand in the folder above
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.records import generate
from slovke.errors import InputError

RECORDS_PER_FILE = 20_000


def write(count: int, seed: int, out: Path, *, compressed: bool = False) -> Counter[str]:
    """Write the records into `out/part-00000.jsonl[.gz]` and on, and count the kinds of noise.

    Raises:
        InputError: `count` is negative, or the folder holds records already.
    """
    if count < 0:
        raise InputError(f"N must not be negative, got {count}")
    out.mkdir(parents=True, exist_ok=True)
    if any(out.glob("*.jsonl*")):
        raise InputError(f"{out}: holds *.jsonl files already; name an empty folder with --out")
    kinds: Counter[str] = Counter()
    records = generate(count, seed)
    suffix = ".jsonl.gz" if compressed else ".jsonl"
    for part, start in enumerate(range(0, count, RECORDS_PER_FILE)):
        with _open(out / f"part-{part:05}{suffix}", compressed=compressed) as file:
            for _ in range(min(RECORDS_PER_FILE, count - start)):
                generated = next(records)
                kinds.update(generated.kinds)
                file.write(json.dumps(generated.record.to_json(), ensure_ascii=False) + "\n")
    return kinds


@contextmanager
def _open(path: Path, *, compressed: bool) -> Iterator[TextIO]:
    with path.open("wb") as raw:
        if not compressed:
            with io.TextIOWrapper(raw, encoding="utf-8", newline="\n") as text:
                yield text
            return
        # No name and no time in the gzip header: equal records give equal bytes.
        with (
            gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=4, mtime=0) as packed,
            io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as text,
        ):
            yield text


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 0, or 2 where the arguments are wrong."""
    parser = argparse.ArgumentParser(description="Make varied raw records for benchmarks.")
    parser.add_argument("count", metavar="N", type=int, help="how many records")
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--out", type=Path, required=True, help="a new or empty folder")
    parser.add_argument("--gz", action="store_true", help="write .jsonl.gz")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    try:
        kinds = write(options.count, options.seed, options.out, compressed=options.gz)
    except InputError as error:
        print(f"generate: {error}", file=sys.stderr)
        return 2
    seconds = time.perf_counter() - start
    for kind, times in sorted(kinds.items()):
        print(f"{times:8}  {kind}")
    rate = options.count / seconds if seconds else 0
    print(f"{options.count} records in {seconds:.1f} s ({rate:,.0f} a second): {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
