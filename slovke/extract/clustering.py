"""Which documents are so alike that one call of a language model may serve them all.

Paper, sections 3.4 and 6.2: documents whose embeddings are more similar than a threshold (0.75,
0.85, 0.90) form a cluster, and one document's keyphrases are given to the whole cluster. It found
0.75 harmful and 0.90 hardly saving.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def representatives(embeddings: Any, threshold: float) -> list[int]:
    """For each document the index of the one that stands for it; its own where it is alone.

    Args:
        embeddings: an array of shape (documents, dimensions).
        threshold: cosine similarity (0-1) from which documents form a cluster.
    """
    from sentence_transformers import util

    clusters: Sequence[Sequence[int]] = util.community_detection(
        embeddings, min_community_size=2, threshold=threshold
    )
    stands_for = list(range(len(embeddings)))
    for cluster in clusters:
        # The first of a community is the one that it was found around, nearest to all others.
        for member in cluster:
            stands_for[member] = int(cluster[0])
    return stands_for


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
