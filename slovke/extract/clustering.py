"""Which documents are so alike that one call of a language model may serve them all.

Paper, sections 3.4 and 6.2: documents whose embeddings are more similar than a threshold (0.75,
0.85, 0.90) form a cluster, and one document's keyphrases are given to the whole cluster. It found
0.75 harmful and 0.90 hardly saving.
"""

from collections.abc import Sequence
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
