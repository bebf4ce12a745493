"""Markup left in a text: HTML entities and tags, LaTeX, Markdown."""

from __future__ import annotations

import html
import re
import unicodedata

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_MOST_ESCAPES = 4  # "&amp;amp;nbsp;"


def unescape(text: str) -> str:
    """HTML entities made characters, escaped however often; only those closed by a semicolon."""
    for _ in range(_MOST_ESCAPES):
        if "&" not in text:
            break
        changed = _ENTITY.sub(lambda match: html.unescape(match.group()), text)
        if changed == text:
            break
        text = changed
    return text


_CODE_POINT = re.compile(r"\\u([0-9a-fA-F]{4})")
_ESCAPED_BYTES = re.compile(r"(?:=[0-9A-F]{2}){2,}|(?:%[0-9A-F]{2}){2,}")
_SOFT_LINE = re.compile(r"=\n(?=\S)")
_LEAST_ESCAPES = 2  # one alone may be an example in the text


def decode_escapes(text: str) -> str:
    """Characters written as code points or bytes made characters: "\\u010do", "=C4=8Do", "%C4%8Do".

    Bytes only where they are UTF-8 of letters and marks beyond ASCII.
    """
    if "\\u" in text and len(_CODE_POINT.findall(text)) >= _LEAST_ESCAPES:
        text = _CODE_POINT.sub(_code_point, text)
    if "=" in text or "%" in text:
        decoded = _ESCAPED_BYTES.sub(_decoded, text)
        if decoded != text and len(text) - len(decoded) >= 5 * _LEAST_ESCAPES:
            text = _SOFT_LINE.sub("", decoded)
    return text


def _code_point(match: re.Match[str]) -> str:
    character = chr(int(match.group(1), 16))
    return character if character.isprintable() else match.group()


def _decoded(match: re.Match[str]) -> str:
    raw = bytes.fromhex(match.group().replace("=", "").replace("%", ""))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return match.group()
    return text if text.isprintable() and not text.isascii() else match.group()


# "a <b and c> d" is no tag: a tag has attributes with values, or nothing, behind its name.
_REST = r"(?:\s+[\w:-]+\s*=[^<>]{0,300})?\s*/?>"
_BREAKING_TAG = re.compile(
    rf"\s*</?(?:p|br|div|li|ul|ol|tr|table|tbody|td|th|h[1-6]|hr){_REST}\s*", re.I
)
_INLINE_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|sub|sup|span|font|a|small|big|code|tt|body|html|center|o:p|img)"
    + _REST,
    re.I,
)
_COMMENT = re.compile(r"<!--.*?-->", re.S)


def strip_tags(text: str) -> str:
    """HTML tags taken out; those that break lines leave a line's end."""
    if "<" not in text:
        return text
    text = _COMMENT.sub("", text)
    text = _BREAKING_TAG.sub(_line_break, text)
    return _INLINE_TAG.sub("", text)


def _line_break(match: re.Match[str]) -> str:
    return "\n\n" if re.search(r"<\s*/?\s*(?:p|div|h[1-6])\b", match.group(), re.I) else "\n"


_LATEX = re.compile(
    r"\\[a-zA-Z]+\b|\\[%&_#$'\"^`=]|(?<=[^\W\d_])~(?=\w)|(?<=\d)~(?=[\w\\])|``|\$[^$\n]+\$"
)
_ACCENT = re.compile(
    r"\\([vcu'\"^`=.rHk])(?:\s*\{\\?([A-Za-z])\}|(?<=['\"^`=.])\s?\\?([A-Za-z])|\s+([A-Za-z]))"
)
_COMBINING = {
    "v": "\u030c", "'": "\u0301", '"': "\u0308", "^": "\u0302", "`": "\u0300", "r": "\u030a",
    "c": "\u0327", "u": "\u0306", "=": "\u0304", ".": "\u0307", "H": "\u030b", "k": "\u0328",
}  # fmt: skip
_QUOTED = re.compile(r"\\(?:uv|enquote|quotedblbase)\s*\{([^{}]*)\}")
_STYLED = re.compile(
    r"\\(?:text(?:it|bf|tt|sc|sf|rm|sl|up|md)?|emph|underline|mbox|hbox|mathrm|mathit|mathbf|"
    r"textsuperscript|textsubscript|title|section\*?|subsection\*?|chapter\*?|paragraph|index)"
    r"\s*\{([^{}]*)\}"
)
_REFERENCE = re.compile(
    r"[ ~]?\\(?:cite[tp]?|ref|label|footnote|pageref|nocite)\*?(?:\[[^\]]*\])?\{[^{}]*\}"
)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^\]]*\])?\n?")
_SWITCH = re.compile(
    r"\\(?:noindent|indent|it|bf|em|tt|sc|rm|sf|small|large|Large|centering|par|newline|linebreak|"
    r"newpage|clearpage|pagebreak|medskip|bigskip|smallskip|maketitle|selectlanguage\{[^{}]*\}|"
    r"[vh]space\*?\{[^{}]*\})(?![a-zA-Z])[ ]?"
)
_SYMBOLS = {
    "ldots": "…", "dots": "…", "textendash": "–", "textemdash": "—", "LaTeX": "LaTeX",
    "TeX": "TeX",
    "copyright": "©", "degree": "°", "times": "×", "cdot": "·", "pm": "±", "alpha": "α",
    "beta": "β",
    "gamma": "γ", "delta": "δ", "mu": "μ", "lambda": "λ", "sigma": "σ", "omega": "ω", "pi": "π",
    "leq": "≤", "geq": "≥", "approx": "≈", "textregistered": "®", "euro": "€", "glqq": "„",
    "grqq": "“", "quotedblbase": "„", "textquotedblleft": "“", "textquotedblright": "”",
    "textbackslash": "\\", "item": "\n– ", "percent": "%", "rightarrow": "→", "infty": "∞",
}  # fmt: skip
_SYMBOL = re.compile(
    r"\\(" + "|".join(sorted(_SYMBOLS, key=len, reverse=True)) + r")(?![a-zA-Z])(?:\{\})?[ ]?"
)
_MATH = re.compile(r"\$([^$\n]{1,80})\$")
_SCRIPT = re.compile(r"[_^]\{([^{}]*)\}|(?<=\w)[_^](?=[\w+-])")


def strip_latex(text: str) -> str:
    """LaTeX commands made what they print, where a text shows that it is LaTeX.

    "~" alone is one such sign only between a letter or digit and a word: "~5 %" means about.
    """
    if not any(mark in text for mark in "\\~`$") or not _LATEX.search(text):
        return text
    text = re.sub(r"(?<!\\)\\\\(?:\[[^\]]*\])?(?![a-zA-Z])", "\n", text)
    text = _ACCENT.sub(_accented, text)
    for _ in range(3):  # commands stand in one another
        text = _QUOTED.sub("„\\1“", text)
        text = _STYLED.sub(r"\1", text)
    text = _REFERENCE.sub("", text)
    text = _ENVIRONMENT.sub("", text)
    text = re.sub(r"\\(?:par)(?![a-zA-Z])\s*", "\n\n", text)
    text = _SWITCH.sub("", text)
    text = _SYMBOL.sub(_symbol, text)
    text = _MATH.sub(lambda match: _SCRIPT.sub(lambda m: m.group(1) or "", match.group(1)), text)
    text = re.sub(r"\\([%&_#${}])", r"\1", text)
    text = re.sub(r"\\[,;:! ]", " ", text)
    text = re.sub(r"\\-", "", text)
    text = re.sub(r"(?<=\S)~(?=\S)", " ", text)
    text = text.replace("``", "„").replace(",,", "„") if "``" in text or "''" in text else text
    text = text.replace("''", "“")
    text = re.sub(r"(?<=\s)---(?=\s)", "—", text)
    text = re.sub(r"(?<=[\w\s])--(?=[\w\s])", "–", text)
    return re.sub(r"\{([^{}\n]{0,200})\}", r"\1", text)


def _accented(match: re.Match[str]) -> str:
    letter = match.group(2) or match.group(3) or match.group(4)
    composed = unicodedata.normalize("NFC", letter + _COMBINING[match.group(1)])
    return composed if len(composed) == 1 else match.group()


def _symbol(match: re.Match[str]) -> str:
    symbol = _SYMBOLS[match.group(1)]
    spaced = match.group().endswith(" ")
    return f"{symbol} " if spaced and not symbol.endswith(" ") else symbol


_STRONG = re.compile(r"(\*\*|__)(?=\S)([^\n]*?\S)\1(?!\w)")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*?[^\s*])\*(?![\w*])")
_UNDERLINED = re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]*?[^\s_])_(?![\w_])")
_HASH_HEADING = re.compile(r"^#{1,6}[ \t]+", re.M)
_LINK = re.compile(r"!?\[([^\[\]\n]+)\]\((?:https?://|mailto:|#)[^()\s]*\)")
_RULE_LINE = re.compile(r"^[ \t]*(?:-{3,}|\*{3,}|={3,}|_{3,})[ \t]*$\n?", re.M)
_CODE = re.compile(r"(?<![`\w])`([^`\n]+)`(?![`\w])")
_ESCAPED = re.compile(r"\\([*_#\[\]()>+-])")
_QUOTE_LINE = re.compile(r"^>[ \t]+", re.M)


# In this order: of what one must stand in the text, the mark, and what is left of it.
_MARKDOWN = (
    (("**", "__"), _STRONG, r"\2"),
    (("*",), _EMPHASIS, r"\1"),
    (("_",), _UNDERLINED, r"\1"),
    (("#",), _HASH_HEADING, ""),
    (("](",), _LINK, r"\1"),
    (("`",), _CODE, r"\1"),
    ((">",), _QUOTE_LINE, ""),
    (("\\",), _ESCAPED, r"\1"),
)


def strip_markdown(text: str) -> str:
    """Markdown marks taken off the words that they style."""
    if "---" in text or "===" in text:
        text = _RULE_LINE.sub("\n", text)
    if not any(mark in text for mark in "*_#`[>\\"):
        return text
    for signs, pattern, replacement in _MARKDOWN:
        if any(sign in text for sign in signs):
            text = pattern.sub(replacement, text)
    return text
