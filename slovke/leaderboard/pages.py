"""Templates to pages: everything escaped, one file each, nothing fetched from elsewhere.

Each page carries its style and its script. The policy in its head lets that one script run, known
by its hash, and nothing else: were an escape ever missed, the browser would still refuse.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from slovke.errors import InputError, MissingExtraError

_FOLDER = files("slovke.leaderboard") / "pages"


def render(template: str, values: Mapping[str, Any]) -> str:
    """Fill in a template of `pages/`.

    Raises:
        MissingExtraError: jinja2 is not installed.
    """
    try:
        import jinja2
        from markupsafe import Markup
    except ModuleNotFoundError:
        raise MissingExtraError("the leaderboard's pages", "leaderboard") from None
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_read),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    script = _read("table.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    environment.filters |= {"points": points, "percent": percent, "between": between}
    return environment.get_template(template).render(
        **values,
        style=Markup(_read("style.css")),
        script=Markup(script),
        script_hash=digest,
    )


def points(fraction: float, signed: bool = False, decimals: int = 1) -> str:
    """A fraction in points (0-100); the minus is a real one, and nought has no sign."""
    value = 100 * fraction
    text = f"{value:{'+' if signed else ''}.{decimals}f}"
    return (text if text.strip("+-0.") else text.lstrip("+-")).replace("-", "−")


def percent(value: float) -> str:
    """A value that is in per cent, with two decimals and a real minus."""
    return points(value / 100, decimals=2)


def between(ends: tuple[float, float]) -> str:
    """An interval in per cent."""
    return f"{ends[0]:.1f} to {ends[1]:.1f}".replace("-", "−")


def write_site(out: Path, pages: Mapping[str, str]) -> None:
    """Write the files of a site, and remove those of an earlier one that are gone.

    Half of a surrogate pair, which JSON can carry and UTF-8 can't, becomes a question mark.

    Raises:
        InputError: the folder holds files that no site of ours has.
    """
    listing = out / ".site"
    if out.exists():
        if not out.is_dir() or (any(out.iterdir()) and not listing.is_file()):
            raise InputError(f"--out {out}: holds other files; name a new or empty folder")
        if listing.is_file():
            _remove_old(out, listing.read_text(encoding="utf-8").splitlines())
    for name, text in pages.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "replace"))
    listing.write_text("".join(f"{name}\n" for name in sorted(pages)), encoding="utf-8")


def _remove_old(out: Path, names: list[str]) -> None:
    root = out.resolve()
    for name in names:
        path = (out / name).resolve()
        if path.is_relative_to(root) and path.is_file():
            path.unlink()


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
