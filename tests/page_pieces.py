"""Strategies for what stands in an abstract's field: pieces of pages in any order, any text."""

from __future__ import annotations

from hypothesis import strategies as st

# Pieces that mean something to one stage or another, in any order.
PIECES = st.sampled_from(
    [
        "NOVOTNÝ, Adam: ", "Adam Novotný", "Bc. ", "Ing. Eva Malá, PhD.",
        "Pestovanie ľanu na Orave", "[Bakalárska práca]", "Diplomová práca",
        "Univerzita pod Tatrami", "Fakulta agronómie. ", "Školiteľ: ",
        "Stupeň odbornej kvalifikácie: Bakalár", "Poprad: FA UPT, 2018", "57 s.", "s.62",
        "Počet strán: 67.", "ABSTRAKT", "Abstrakt:", "Abstract", "Kľúčové slová: ",
        "Kľúčové slová v AJ:", "Keywords", "kľúčové pojmy", "ľan, úroda; hnojenie", "JEL: G21",
        "Obsah", "Úvod: ", "Autor:", "Práca sa zaoberá pestovaním ľanu. ",
        "The thesis deals with flax. ", "ktorý je", "napr. ", "\n", "\n\n", "\f", ". ", ", ",
        " – ", " / ", ":", "-\n", "ˇ", "´", "'", "’", "&amp;nbsp;", "&#269;", "<b>", "</p>",
        "\\textit{", "}", "\\v{c}", "**", "_", "~", "$x$", "KÄ¾ÃºÄ", "Cie¾om", "ţivot",
        "\u00ad", "\u00a0", "\u0301", "ﬁ", "\ufffd", "\x00", "\x9d", "5", "v", "(", "“", "1.",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(PIECES, max_size=25).map("".join),
    st.text(max_size=200),
    st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=15).map(" ".join),
)
TITLES = st.one_of(st.none(), st.just("Pestovanie ľanu na Orave"), st.text(max_size=30))
AUTHORS = st.one_of(st.none(), st.just("Bc. Adam Novotný"), st.text(max_size=20))
