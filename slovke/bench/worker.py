"""One system over the documents, in a process of its own, so that time and memory are its own.

Run as `python -m slovke.bench.worker`: a job as JSON on standard input, a result as JSON in the
last line of standard output. Whatever a system prints goes to standard error.
"""

from __future__ import annotations

import json
import re
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from slovke.errors import InputError
from slovke.extract.protocol import Document, Extractor


def main() -> int:
    """Read the job, run it, print the result."""
    result_to, sys.stdout = sys.stdout, sys.stderr
    try:
        result = run(json.loads(sys.stdin.read()))
    except InputError as error:
        result = {"error": str(error)}
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        # A user's own system may raise anything: say where, in one line.
        frame = traceback.extract_tb(error.__traceback__)[-1]
        first = (str(error).splitlines() or [""])[0]
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        result = {"error": f"{type(error).__name__}: {first} ({place})"}
    print(json.dumps(result), file=result_to)
    return 0


def run(job: dict[str, Any]) -> dict[str, Any]:
    """Run one job.

    Args:
        job: `name`, `documents` (JSON lines of `Document`), `out`, `fingerprint`; `system` and
            `options` of `load_extractor`, or `canonical_of`: a predictions file to turn into
            citation forms.

    Returns:
        `documents` that this process worked on (fewer than all after a kill), `load_seconds`,
        `seconds` and `cpu_seconds` of extraction, `peak_mb` of the whole process and `base_mb`
        before the system was loaded; `spent` and `asked` of KeyLLM, and its `failures`.
    """
    from slovke.cli.progress import progress
    from slovke.predict import predict

    documents = read_documents(Path(job["documents"]))
    base = peak_memory()
    start = time.perf_counter()
    extractor = _extractor(job)
    loaded, cpu = time.perf_counter(), time.process_time()
    status = getattr(extractor, "status", lambda: "")
    with progress(job["name"], len(documents), status) as advance:
        out, fingerprint = Path(job["out"]), job["fingerprint"]
        done = predict(extractor, documents, out, fingerprint=fingerprint, advance=advance)
    return {
        "documents": done,
        "load_seconds": loaded - start,
        "seconds": time.perf_counter() - loaded,
        "cpu_seconds": time.process_time() - cpu,
        "base_mb": base,
        "peak_mb": peak_memory(),
        "questions": getattr(extractor, "questions", None),
        "asked": getattr(extractor, "asked", None),
        "spent": getattr(extractor, "spent", None),
    }


def _extractor(job: dict[str, Any]) -> Extractor:
    from slovke.extract.canonical import Canonical, Given
    from slovke.extract.registry import load_extractor
    from slovke.sources import read_predictions

    if job["canonical_of"]:
        return Canonical(Given(read_predictions(job["canonical_of"])))
    return load_extractor(job["system"], **job["options"])


def read_documents(path: Path) -> list[Document]:
    """The documents of a benchmark."""
    with path.open(encoding="utf-8") as lines:
        return [Document(**json.loads(line)) for line in lines]


def write_documents(path: Path, documents: Sequence[Document]) -> None:
    """Write them, as JSON lines without anything of the gold."""
    with path.open("w", encoding="utf-8") as file:
        for one in documents:
            line = {"id": one.id, "abstract": one.abstract, "title": one.title}
            file.write(json.dumps(line) + "\n")  # escaped: half a surrogate pair is no error


def peak_memory() -> float:
    """The most memory that this process has held, in MB."""
    status = Path("/proc/self/status")
    if status.exists():
        # Linux hands a parent's maximum on to `getrusage` of its child; this one is our own.
        found = re.search(r"VmHWM:\s+(\d+)", status.read_text(encoding="ascii", errors="replace"))
        if found:
            return int(found.group(1)) / 1024
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    sys.exit(main())
