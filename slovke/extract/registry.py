"""Names of systems on the command line: ours by name, anyone's as `package.module:Class`."""

import sys
from importlib import import_module
from pathlib import Path

from slovke.errors import InputError, MissingExtraError
from slovke.extract.protocol import Extractor

# name -> (module, factory, keyword arguments)
SYSTEMS: dict[str, tuple[str, str, dict[str, object]]] = {
    "yake": ("slovke.extract.yake", "Yake", {"max_words": 2}),
    "yake-3": ("slovke.extract.yake", "Yake", {"max_words": 3}),
    "textrank": ("slovke.extract.textrank", "TextRank", {}),
    "lemmarank": ("slovke.extract.lemmarank", "LemmaRank", {}),
    "lemmarank-notitle": ("slovke.extract.lemmarank", "LemmaRank", {"use_title": False}),
    "ranker": ("slovke.extract.ranker", "Ranker", {}),
    "keybert": ("slovke.extract.keybert", "KeyBert", {}),
    "keyllm": ("slovke.extract.keyllm", "key_llm", {}),
}

# Systems that take a file or a model, as `name=FILE`: the keyword argument that it goes to.
FILES: dict[str, str] = {
    "keybert": "model",
    "keyllm": "model",
    "lemmarank": "frequencies",
    "lemmarank-notitle": "frequencies",
    "ranker": "model",
}

# Systems that take a tagger of parts of speech: keyword arguments `tagger` and `stanza_dir`.
TAGGED = ("textrank", "lemmarank", "lemmarank-notitle", "ranker")


def load_extractor(system: str, **options: object) -> Extractor:
    """The extractor of that name, or an instance of `package.module:Class`.

    Args:
        system: a name of `SYSTEMS`, or `name=FILE` for one of `FILES`, or `module:Class` of one's
            own; the class is called without arguments other than `options`, and its module is
            looked for in the working directory too.
        options: keyword arguments that replace the system's own.

    Raises:
        InputError: no such system, module or class; or what was made is not an extractor.
        MissingExtraError: the system's packages are not installed.
    """
    name, _, file = system.partition("=")
    if file and name in FILES:
        return load_extractor(name, **{FILES[name]: file, **options})
    if system in SYSTEMS:
        module_name, factory, preset = SYSTEMS[system]
    elif ":" in system:
        module_name, _, factory = system.partition(":")
        preset = {}
        if str(Path.cwd()) not in sys.path:
            sys.path.append(str(Path.cwd()))
    else:
        known = ", ".join(SYSTEMS)
        raise InputError(f"no system {system!r}: take one of {known}, or package.module:Class")
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if name in SYSTEMS:
            raise MissingExtraError(name, "baselines") from None
        raise InputError(f"system {system!r}: cannot import {error.name!r}") from None
    try:
        make = getattr(module, factory)
    except AttributeError:
        raise InputError(f"system {system!r}: {module_name} has no {factory!r}") from None
    try:
        extractor = make(**{**preset, **options})
    except TypeError as error:
        raise InputError(f"system {system!r}: {error}") from None
    if not callable(getattr(extractor, "extract", None)) or not hasattr(extractor, "name"):
        raise InputError(f"system {system!r}: expected an object with `name` and `extract`")
    return extractor  # type: ignore[no-any-return]
