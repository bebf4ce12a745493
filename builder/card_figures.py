"""The figures of one split that the card prints beside the paper's table 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa


def statistics_of(rows: pa.Table, extraction: pa.Table | None) -> dict[str, Any]:
    """Means over one split, rounded so that they read the same everywhere.

    Words are runs without white space, in abstracts and keyphrases alike (the paper does not say
    what it counts). The share of absent keyphrases is that of those whose lemmas do not stand side
    by side in the abstract; None without the config `extraction`.

    Args:
        rows: the split's records.
        extraction: the same records in the config `extraction`, or None.

    Returns:
        `documents`, `characters` and `words` of an abstract, `keyphrases` of a document, `words`
        of a keyphrase, and `absent`, a fraction 0-1.
    """
    import pyarrow.compute as pc

    abstracts, lists = rows.column("abstract"), rows.column("keyphrases")
    phrases = pc.list_flatten(lists)
    statistics: dict[str, Any] = {
        "documents": rows.num_rows,
        "characters_per_abstract": _mean(pc.utf8_length(abstracts)),
        "words_per_abstract": _mean(_words(abstracts)),
        "keyphrases_per_document": _mean(pc.list_value_length(lists)),
        "words_per_keyphrase": _mean(_words(phrases)),
        "absent": None,
    }
    if extraction is not None and len(phrases):
        absent = pc.sum(pc.list_value_length(extraction.column("abstractive_keyphrases"))).as_py()
        statistics["absent"] = round((absent or 0) / len(phrases), 4)
    return statistics


def _words(texts: Any) -> Any:
    import pyarrow.compute as pc

    return pc.count_substring_regex(texts, r"\S+")


def _mean(values: Any) -> float | None:
    import pyarrow.compute as pc

    mean = pc.mean(values).as_py()
    return None if mean is None else round(mean, 2)
