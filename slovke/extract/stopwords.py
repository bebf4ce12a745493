"""Stop words from the package stopwordsiso.

yake's own Slovak list is cp1250 text read as ISO-8859-1, so that every word with a caron or an
acute is broken in it; stopwordsiso has 418 clean Slovak words.
"""

from slovke.errors import InputError, MissingExtraError


def stop_words(lang: str) -> frozenset[str]:
    """The stop words of a language (ISO 639-1 code).

    Raises:
        InputError: the package has no list for that language.
        MissingExtraError: the package is not installed.
    """
    try:
        import stopwordsiso
    except ImportError:
        raise MissingExtraError("this keyphrase system", "baselines") from None

    if not stopwordsiso.has_lang(lang):
        known = ", ".join(sorted(stopwordsiso.langs()))
        raise InputError(f"no stop words for language {lang!r}: take one of {known}")
    return frozenset(stopwordsiso.stopwords(lang))
