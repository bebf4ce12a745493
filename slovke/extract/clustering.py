"""Which documents are so alike that one call of a language model may serve them all.

Paper, sections 3.4 and 6.2: documents whose embeddings are more similar than a threshold (0.75,
0.85, 0.90) form a cluster, and one document's keyphrases are given to the whole cluster. It found
0.75 harmful and 0.90 hardly saving.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_ROWS = 512  # documents compared with all at once


def representatives(embeddings: Any, threshold: float) -> list[int]:
    """For each document the index of the one that stands for it; its own where it is alone.

    The communities are those of sentence-transformers' `community_detection`, which KeyLLM clusters
    with: around each document all that are near it, the largest community first, none in two. It is
    written here in numpy, so that a run whose embeddings are kept needs no torch, and its memory
    does not grow with the square of the documents.

    Args:
        embeddings: an array of shape (documents, dimensions).
        threshold: cosine similarity (0-1) from which documents form a cluster.
    """
    import numpy as np

    count = len(embeddings)
    lengths = np.linalg.norm(embeddings, axis=1, keepdims=True)
    normal = embeddings / np.where(lengths > 0, lengths, 1.0)
    sizes = np.zeros(count, dtype=np.int64)
    for start in range(0, count, _ROWS):
        similar = normal[start : start + _ROWS] @ normal.T
        sizes[start : start + _ROWS] = (similar >= threshold).sum(axis=1)
    around = np.argsort(-sizes, kind="stable")
    around = around[sizes[around] > 1]
    stands_for = np.arange(count)
    taken = np.zeros(count, dtype=bool)
    for start in range(0, len(around), _ROWS):
        centers = around[start : start + _ROWS]
        for center, row in zip(centers, normal[centers] @ normal.T, strict=True):
            members = np.flatnonzero((row >= threshold) & ~taken)
            if len(members) > 1 and not taken[center]:
                stands_for[members] = center
                taken[members] = True
    return [int(place) for place in stands_for]


def document_embeddings(texts: Sequence[str], encoder: str, store: Path | None) -> Any:
    """The embeddings of texts, computed once for all thresholds.

    Args:
        texts: of the documents.
        encoder: a sentence-transformers model by Hub name or folder.
        store: a file beside which they are kept; None keeps nothing.

    Returns:
        An array of shape (texts, dimensions), of 32-bit floats.
    """
    import numpy as np

    kept = None
    if store is not None:
        digest = hashlib.sha256("\0".join([encoder, *texts]).encode("utf-8", "surrogatepass"))
        kept = store.with_name(f"{store.name}.{digest.hexdigest()[:16]}.npy")
        if kept.exists():
            return np.load(kept, allow_pickle=False)
    from slovke.extract.keybert import encodable, load_encoder

    readable = [encodable(text) for text in texts]
    embeddings = load_encoder(encoder).encode(readable, show_progress_bar=False)
    embeddings = np.asarray(embeddings, dtype=np.float32)
    if kept is not None:
        partial = kept.with_suffix(".partial.npy")
        np.save(partial, embeddings)
        partial.replace(kept)  # a kill leaves no cut file under the final name
    return embeddings
