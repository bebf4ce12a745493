"""The bytes of a page into text: by what they are first, then by what is said of them.

A page of the register should be UTF-8. Text in another charset is never valid UTF-8 by chance (its
accented letters would have to form pairs), so bytes that are valid are taken as it, whatever the
page or the server declares.
"""

from __future__ import annotations

from dataclasses import dataclass

from w3lib.encoding import html_body_declared_encoding, http_content_type_encoding, read_bom

# Charsets of Slovak pages, by Python's names. Others are not tried: some codecs (punycode) take
# minutes for a page that was made for it.
_KNOWN = frozenset({"cp1250", "iso8859-2", "cp1252", "cp852", "mac-latin2"})


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as text.

    Attributes:
        is_certain: whether every byte was decoded; if not, U+FFFD stands for those that were not.
        declared: two charsets that were declared and give different texts; else empty.
    """

    text: str
    is_certain: bool = True
    declared: tuple[str, ...] = ()


def decode_page(body: bytes, content_type: str | None = None) -> PageText:
    """Decode a page.

    Args:
        body: the bytes as they came.
        content_type: the header that came with them, if it is known.
    """
    encoding, mark = read_bom(body)
    if encoding is not None and mark is not None:
        return _decoded(body[len(mark) :], encoding)
    try:
        return PageText(body.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    declared = (http_content_type_encoding(content_type), html_body_declared_encoding(body))
    texts: dict[str, str] = {}
    for name in declared:
        if name in _KNOWN:
            page = _decoded(body, name)
            if page.is_certain:
                texts.setdefault(page.text, name)
    if not texts:
        return _decoded(body, "utf-8")
    text = next(iter(texts))
    return PageText(text, declared=tuple(texts.values()) if len(texts) > 1 else ())


def _decoded(body: bytes, encoding: str) -> PageText:
    try:
        return PageText(body.decode(encoding))
    except UnicodeDecodeError:
        return PageText(body.decode(encoding, "replace"), is_certain=False)
