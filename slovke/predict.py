"""Run a keyphrase system over a dataset and keep what it has done, so that a killed run goes on."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from slovke.errors import InputError
from slovke.extract.protocol import Document, Extractor

BATCH = 64  # documents between two writes: what a kill may cost


def predict(
    extractor: Extractor,
    documents: Sequence[Document],
    out: Path,
    *,
    fingerprint: str = "",
    advance: Callable[[int], None] = lambda _: None,
) -> int:
    """Write `{"id", "keyphrases"}` lines for all documents to `out`, in their order.

    Lines go to a file beside `out` that is named by what the run depends on (system, documents,
    `fingerprint`), and take its place when all are there. The same call after a kill keeps the
    whole lines of that file and computes the rest; a run over something else starts anew. What a
    system says in `failures` (id -> what was wrong) of a document stands in its line as `failure`.

    Args:
        fingerprint: what else the result depends on: options, versions.
        advance: called with the number of documents done, for a progress bar.

    Returns:
        The number of documents that this call gave to the system; those kept from before not.

    Raises:
        InputError: the system gave fewer or more lists than documents.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    identity = hashlib.sha256(f"{extractor.name}\n{fingerprint}\n".encode())
    for document in documents:
        line = f"{document.id}\t{document.title}\t{document.abstract}\n"
        identity.update(line.encode("utf-8", "surrogatepass"))
    partial = out.with_name(f"{out.name}.{identity.hexdigest()[:12]}.partial")

    prepare = getattr(extractor, "prepare", None)
    if prepare is not None:
        prepare(documents)
    lines = _whole_lines(partial)
    advance(len(lines))
    failures: Mapping[str, str] = getattr(extractor, "failures", {})
    # Half of a surrogate pair has no UTF-8; `\\ud83d` is JSON's own way to write it.
    with partial.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(lines)
        rest = iter(documents[len(lines) :])
        while batch := list(islice(rest, BATCH)):
            for document, keyphrases in _pairs(extractor, batch):
                result = {"id": document.id, "keyphrases": keyphrases}
                if document.id in failures:
                    result["failure"] = failures[document.id]
                file.write(json.dumps(result, ensure_ascii=False) + "\n")
            file.flush()
            advance(len(batch))
    partial.replace(out)
    return len(documents) - len(lines)


def _whole_lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
    return [line for line in lines if line.endswith("}\n")]


def _pairs(extractor: Extractor, batch: Sequence[Document]) -> Iterator[tuple[Document, list[str]]]:
    results = list(extractor.extract(batch))
    if len(results) != len(batch):
        raise InputError(
            f"system {extractor.name!r} gave {len(results)} lists for {len(batch)} documents: "
            "`extract` must yield one list for each document, in order"
        )
    yield from zip(batch, results, strict=True)
