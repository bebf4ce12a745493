"""All tables and figures as one HTML page that needs no other file."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from builder.stats.exhibit import Exhibit, is_numeric, shown
from slovke.errors import MissingExtraError

_TEMPLATE = Path(__file__).with_name("page.html.jinja")


def render_page(
    exhibits: Sequence[Exhibit],
    pictures: Mapping[str, tuple[bytes, bytes]],
    version: str,
    lead: str,
) -> str:
    """The page, for light and dark screens, wide and narrow ones.

    Args:
        exhibits: what to show, in order.
        pictures: for the names of those that are drawn, the light and the dark PNG.
        version: of the build; empty without one.
        lead: a sentence on what was counted.

    Raises:
        MissingExtraError: jinja2 is not installed.
    """
    try:
        from jinja2 import Environment, StrictUndefined
    except ImportError:
        raise MissingExtraError("jinja2", "plots") from None
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.from_string(_TEMPLATE.read_text(encoding="utf-8"))
    sheets = [_sheet(exhibit, pictures.get(exhibit.name)) for exhibit in exhibits]
    for sheet in _alone(sheets):
        sheet["wide"] = True
    return template.render(sheets=sheets, version=version, lead=lead) + "\n"


def _sheet(exhibit: Exhibit, pictures: tuple[bytes, bytes] | None) -> dict[str, Any]:
    light, dark = (None, None) if pictures is None else map(_base64, pictures)
    columns = range(len(exhibit.header))
    return {
        "name": exhibit.name,
        "title": exhibit.title,
        "source": exhibit.source,
        "note": exhibit.note,
        "header": exhibit.header,
        "kinds": ["number" if is_numeric(exhibit.rows, place) else "text" for place in columns],
        "rows": [[shown(cell) for cell in row] for row in exhibit.rows],
        "wide": False,
        "light": light,
        "dark": dark,
    }


def _alone(sheets: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Tables, and figures that have no other one beside them in their row."""
    left: dict[str, Any] | None = None
    for sheet in sheets:
        if sheet["light"] is None:
            yield sheet
            if left is not None:
                yield left
            left = None
        else:
            left = sheet if left is None else None
    if left is not None:
        yield left


def _base64(picture: bytes) -> str:
    return base64.b64encode(picture).decode()
