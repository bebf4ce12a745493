"""Tables for a paper: text that LaTeX can set whatever is in it, and floats that fit the line.

The files compile with pdfLaTeX, XeLaTeX and LuaLaTeX. pdfLaTeX stops at a character that no font
encoding of its has; so only those of T1 and a few symbols go in as they are or as commands, any
other loses its accents or becomes its number.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

NEEDS = (
    r"% Needs \usepackage{booktabs,graphicx}; with pdfLaTeX also \usepackage[T1]{fontenc}",
    r"% (and \usepackage[utf8]{inputenc} before 2018).",
)
"""What stands at the top of a file: the packages that its tables need."""

_COMMANDS = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    # After the end of a row these would be read as its options.
    "[": "{[}", "]": "{]}", "*": "{*}",
    "∼": r"$\sim$", "≈": r"$\approx$", "−": "$-$", "±": r"$\pm$", "×": r"$\times$",
    "·": r"$\cdot$", "≤": r"$\leq$", "≥": r"$\geq$", "≠": r"$\neq$", "→": r"$\rightarrow$",
    "∞": r"$\infty$", "α": r"$\alpha$", "β": r"$\beta$", "γ": r"$\gamma$", "δ": r"$\delta$",
    "κ": r"$\kappa$", "λ": r"$\lambda$", "μ": r"$\mu$", "µ": r"$\mu$", "σ": r"$\sigma$",
}  # fmt: skip
# What pdfLaTeX sets in T1: Latin letters of Europe, quotation marks, dashes.
_PLAIN = frozenset(
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
    "ĂăĄąĆćČčĎďĐđĘęĚěĞğĹĺĽľŁłŃńŇňŊŋŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž"
    "–—‘’‚“”„…§"
)  # fmt: skip
# Two characters that T1 would set as one.
_LIGATURES = ("--", ",,", "''", "?`", "!`")


def tex(text: str) -> str:
    """A text for a cell or a caption, on one line."""
    words = unicodedata.normalize("NFC", text).split()
    written = "".join(map(_letter, " ".join(words)))
    for pair in _LIGATURES:
        while pair in written:
            written = written.replace(pair, "{}".join(pair))
    return written


def _letter(letter: str) -> str:
    if letter in _COMMANDS:
        return _COMMANDS[letter]
    if letter in _PLAIN or (letter.isascii() and letter.isprintable()):
        return letter
    if unicodedata.category(letter) in {"Cc", "Cf", "Mn"}:
        return ""
    base = unicodedata.normalize("NFKD", letter)[0]
    if base != letter and base.isascii() and base.isalnum():
        return base
    return f"{{[}}U+{ord(letter):04X}{{]}}"


def table_float(
    columns: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    caption: str,
    label: str,
) -> str:
    """A `table` float with booktabs rules; one that is too wide is scaled down to the line.

    Args:
        columns: of the tabular, such as "lrr".
        head, rows: cells that `tex` has passed.
        caption: as the cells.
        label: behind "tab:".
    """
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\sbox0{{\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        " & ".join(head) + r" \\",
        r"\midrule",
        *(" & ".join(row) + r" \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}}%",
        r"\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi",
        rf"\caption{{{caption}}}",
        rf"\label{{tab:{label}}}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"
