"""A submission's folder: predictions and `submission.yaml`, read as hostile input.

Whoever sends one may hope that a reader follows a link out of the folder, expands an alias a
million times, or puts a script into a page. So: sizes first, then a YAML without aliases, tags and
doubled keys, then every field by name and type, printable text only, paths without folders. Pages
escape what they show all the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from slovke.errors import InputError, MissingExtraError

METADATA_FILE = "submission.yaml"
PREDICTIONS_FILE = "predictions.jsonl"
MAX_METADATA_BYTES = 16_384
MAX_PREDICTIONS_BYTES = 200_000_000
MAX_AUTHORS = 30
MAX_DEPTH = 4
MAX_CLAIMS = 200
_FOLDER_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}", re.ASCII)
_REQUIRED = (
    "system", "authors", "licence", "parameters", "trained_on", "dataset_revision", "split",
)  # fmt: skip
_OPTIONAL = ("link", "predictions", "signature", "scores")


@dataclass(frozen=True, slots=True)
class Submission:
    """What a system's authors say of it.

    Attributes:
        slug: the folder's name; it names the system's page.
        folder: where it is.
        system: the system's name, as shown.
        authors: at least one.
        link: an http(s) address, or None.
        licence: of the system, in the authors' words.
        parameters: the number of parameters, as a number or in words ("276M", "none").
        trained_on: what it was trained on, in words.
        dataset_revision: the revision of the dataset that was predicted.
        split: the split that was predicted.
        predictions: the predictions file; of several their folder.
        signature: of the claimed scores; None if none was given.
        claims: score name to the value claimed, in the layout's unit. Compared, never used.
    """

    slug: str
    folder: Path
    system: str
    authors: tuple[str, ...]
    link: str | None
    licence: str
    parameters: str
    trained_on: str
    dataset_revision: str
    split: str
    predictions: Path
    signature: str | None
    claims: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """What the submissions of a benchmark look like.

    Attributes:
        files: the names that predictions may have, at least one of them there; none: one file,
            which the field `predictions` may name.
        unit: of claimed scores: "a fraction (0-1)" or "in per cent".
        most: the largest of them.
    """

    files: tuple[str, ...] = ()
    unit: str = "a fraction (0-1)"
    most: float = 1.0


def read_submission(folder: str | Path, layout: Layout = Layout()) -> Submission:
    """Read and check a submission's folder, all but the content of its predictions.

    Raises:
        InputError: names what is wrong, where, and what to do.
    """
    folder = Path(folder)
    slug = page_name(folder)
    if folder.is_symlink() or not folder.is_dir():
        raise InputError(f"{folder}: no such folder (links are not followed)")
    path = _regular_file(folder, METADATA_FILE, MAX_METADATA_BYTES)
    fields = _mapping(path)
    known = {*_REQUIRED, *_OPTIONAL} - ({"predictions"} if layout.files else set())
    unknown = sorted(fields.keys() - known)
    if unknown:
        raise InputError(f"{path}: unknown field {unknown[0]!r:.80}; remove it")
    absent = [name for name in _REQUIRED if fields.get(name) is None]
    if absent:
        raise InputError(f"{path}: {', '.join(absent)} missing; every submission says so much")
    predictions, names = _predictions(folder, path, fields, layout)
    others = sorted(child.name for child in folder.iterdir())
    stray = [other for other in others if other not in (METADATA_FILE, *names)]
    if stray:
        raise InputError(
            f"{folder}: {stray[0]!r:.80} does not belong there; a submission is {METADATA_FILE} "
            f"and {' or '.join(names)}"
        )
    return Submission(
        slug=slug,
        folder=folder,
        system=_name(path, "system", fields["system"], 80),
        authors=_authors(path, fields["authors"]),
        link=_link(path, fields.get("link")),
        licence=_text(path, "licence", fields["licence"], 100),
        parameters=_parameters(path, fields["parameters"]),
        trained_on=_text(path, "trained_on", fields["trained_on"], 500),
        dataset_revision=_text(path, "dataset_revision", _worded(fields["dataset_revision"]), 80),
        split=_text(path, "split", fields["split"], 40),
        predictions=predictions,
        signature=_signature(path, fields.get("signature")),
        claims=_claims(path, fields.get("scores"), layout),
    )


def page_name(folder: Path) -> str:
    """The folder's name, if a page can be named after it.

    Raises:
        InputError: it can't.
    """
    slug = folder.absolute().name
    if not _FOLDER_NAME.fullmatch(slug) or ".." in slug:
        raise InputError(
            f"{folder}: a submission's folder is named in lower case letters, digits, '.', '_' and "
            "'-' (at most 64), since its page is named after it: rename it"
        )
    return slug


def _predictions(
    folder: Path, path: Path, fields: Mapping[str, Any], layout: Layout
) -> tuple[Path, Sequence[str]]:
    """Where the predictions are, and the names that they may have."""
    if not layout.files:
        name = _text(path, "predictions", fields.get("predictions") or PREDICTIONS_FILE, 64)
        file = _regular_file(folder, name, MAX_PREDICTIONS_BYTES)
        if file.suffix == ".gz":
            raise InputError(f"{file}: compressed, so its size is not what is read; unpack it")
        return file, [name]
    # A link counts as there, even one that leads nowhere, and is refused.
    there = [one for one in layout.files if (folder / one).exists() or (folder / one).is_symlink()]
    if not there:
        raise InputError(f"{folder}: no predictions; expected files such as {layout.files[0]}")
    for name in there:
        _regular_file(folder, name, MAX_PREDICTIONS_BYTES)
    return folder, layout.files


def _regular_file(folder: Path, name: str, limit: int) -> Path:
    """A file that lies in the folder itself, is no link, and is not too large."""
    if not name or name.startswith(".") or re.search(r"[/\\:\0]", name):
        raise InputError(
            f"{folder / METADATA_FILE}: path {name!r:.80} leads out of the folder; name a file in "
            "the folder itself"
        )
    path = folder / name
    if path.is_symlink():
        raise InputError(f"{path}: a link, which could lead out of the folder; put the file there")
    if not path.is_file():
        raise InputError(f"{folder}: no {name} in it")
    size = path.stat().st_size
    if size > limit:
        raise InputError(f"{path}: {size:,} bytes; at most {limit:,} are read")
    return path


def _mapping(path: Path) -> dict[str, Any]:
    """The fields of a YAML file that may not use aliases, tags or one key twice."""
    try:
        import yaml
    except ModuleNotFoundError:
        raise MissingExtraError("reading a submission", "leaderboard") from None
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from None
    except OSError as error:
        raise InputError(f"{path}: can't be read ({error.strerror})") from None
    try:
        _refuse_tricks(path, yaml.parse(text, yaml.SafeLoader))
        node = yaml.compose(text, yaml.SafeLoader)
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        line = " ".join(str(error).split())
        raise InputError(f"{path}: not YAML that is accepted here ({line:.160})") from None
    except ValueError as error:
        # Such as a number of 5,000 digits.
        raise InputError(f"{path}: a value can't be read ({error!s:.80})") from None
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise InputError(f"{path}: expected fields, as in `system: my system`")
    keys = [] if node is None else [key.value for key, _ in node.value]
    doubled = sorted({key for key in keys if keys.count(key) > 1})
    if doubled:
        raise InputError(f"{path}: {doubled[0]!r:.80} is given twice; give it once")
    return value


def _refuse_tricks(path: Path, events: Iterable[Any]) -> None:
    """Refuse aliases, which can grow without bound, and nests, which take minutes to read.

    The events come one by one, so that reading stops at the first trick.
    """
    from yaml import AliasEvent, CollectionEndEvent, CollectionStartEvent

    depth = 0
    for event in events:
        depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
        if isinstance(event, AliasEvent):
            raise InputError(f"{path}: aliases (*name) are not accepted; write it out")
        if depth > MAX_DEPTH:
            raise InputError(f"{path}: lists in lists in lists; write plain fields")


def _worded(value: object) -> object:
    """A version such as `1.0` that YAML took for a number, as text again."""
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if plain else value


def _text(path: Path, field: str, value: object, limit: int) -> str:
    """Printable text without markup: what could change a page's look or order is refused."""
    if not isinstance(value, str):
        raise InputError(f"{path}: {field} must be text, got {type(value).__name__}; quote it")
    text = unicodedata.normalize("NFC", " ".join(value.split(" "))).strip()
    if not text or len(text) > limit:
        raise InputError(f"{path}: {field} must have 1 to {limit} characters, got {len(text)}")
    for letter in text:
        if letter in "<>" or unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
            raise InputError(
                f"{path}: {field} holds {letter!a} (markup, a control or an invisible character); "
                "write plain text on one line"
            )
    return text


def _name(path: Path, field: str, value: object, limit: int) -> str:
    """A name opens with a letter or digit, so that a spreadsheet never takes it for a formula."""
    text = _text(path, field, value, limit)
    if not text[0].isalnum():
        raise InputError(f"{path}: {field} must begin with a letter or a digit, not {text[0]!r}")
    return text


def _authors(path: Path, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_AUTHORS:
        raise InputError(f"{path}: authors must be a list of 1 to {MAX_AUTHORS} names")
    return tuple(_name(path, "authors", one, 100) for one in value)


def _link(path: Path, value: object) -> str | None:
    if value is None:
        return None
    text = _text(path, "link", value, 300)
    try:
        parts = urlsplit(text)
        fine = (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and parts.username is None
            and parts.password is None
            and not re.search(r"[\s\"'`\\]", text)
        )
    except ValueError:
        fine = False
    if not fine:
        raise InputError(f"{path}: link {text!r:.80} must be a plain http:// or https:// address")
    return text


def _parameters(path: Path, value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value < 10**15:
            raise InputError(f"{path}: parameters must be a number from 0, below 10^15, or words")
        return f"{value:,}"
    return _text(path, "parameters", value, 100)


def _signature(path: Path, value: object) -> str | None:
    return None if value is None else _text(path, "signature", value, 500)


def _claims(path: Path, value: object, layout: Layout) -> Mapping[str, float]:
    if value is None:
        return {}
    if not isinstance(value, dict) or len(value) > MAX_CLAIMS:
        raise InputError(
            f"{path}: scores must be at most {MAX_CLAIMS} fields, a score's name and its value"
        )
    claims: dict[str, float] = {}
    for name, claim in value.items():
        number = isinstance(claim, int | float) and not isinstance(claim, bool)
        if not isinstance(name, str) or not number or not abs(claim) <= layout.most:
            raise InputError(
                f"{path}: scores: {name!r:.80} must be {layout.unit}, got {claim!r:.40}"
            )
        claims[name] = float(claim)
    return claims
