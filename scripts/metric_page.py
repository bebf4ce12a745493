"""Write slovke_metric/index.html from the metric card: `python scripts/metric_page.py`.

The page of a static Space. It needs no other host: no fonts, no scripts, no styles from elsewhere.
Of Markdown it knows what our card uses: headings, paragraphs, lists, tables, code, links, emphasis.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "slovke_metric"

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --line: #8885; --soft: #8881; --link: #0b57d0; }}
@media (prefers-color-scheme: dark) {{ :root {{ --link: #8ab4f8; }} }}
body {{ margin: 0 auto; max-width: 50rem; padding: 1rem 1rem 4rem;
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }}
h1 {{ font-size: 1.7rem; line-height: 1.25; }}
h2 {{ margin-top: 2.5rem; border-bottom: 1px solid var(--line); padding-bottom: .2rem; }}
a {{ color: var(--link); }}
code {{ font: .9em ui-monospace, monospace; background: var(--soft); padding: .1em .25em;
  border-radius: .2em; overflow-wrap: anywhere; }}
pre {{ overflow-x: auto; background: var(--soft); padding: .8rem; border-radius: .4rem; }}
pre code {{ background: none; padding: 0; overflow-wrap: normal; }}
.table {{ overflow-x: auto; }}
table {{ border-collapse: collapse; min-width: 60%; }}
th, td {{ text-align: left; vertical-align: top; padding: .35rem .6rem;
  border-bottom: 1px solid var(--line); }}
th {{ background: var(--soft); }}
td:first-child code {{ white-space: nowrap; }}
</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def render(card: str) -> str:
    """The page of a metric card; its YAML header is left out."""
    text = re.sub(r"\A---\n.*?\n---\n", "", card, flags=re.DOTALL)
    title = re.search(r"^# (.+)$", text, flags=re.MULTILINE)
    return _PAGE.format(
        title=html.escape(title[1] if title else "Metric card"), body="\n".join(_blocks(text))
    )


def _blocks(text: str) -> Iterator[str]:
    lines = text.strip().split("\n")
    while lines:
        line = lines[0]
        if not line.strip():
            lines.pop(0)
        elif line.startswith("```"):
            yield _code(lines)
        elif heading := re.match(r"(#{1,4}) (.+)", line):
            lines.pop(0)
            level = len(heading[1])
            yield f"<h{level}>{_inline(heading[2])}</h{level}>"
        elif line.startswith("|"):
            yield _table(lines)
        elif _ITEM.match(line):
            yield _list(lines)
        else:
            paragraph = _take(lines, lambda line: bool(line.strip()) and line[:3] != "```")
            yield f"<p>{_inline(' '.join(paragraph))}</p>"


_ITEM = re.compile(r"(?:-|\d+\.) +(.*)")


def _take(lines: list[str], wanted: Callable[[str], bool]) -> list[str]:
    taken = []
    while lines and wanted(lines[0]):
        taken.append(lines.pop(0))
    return taken


def _code(lines: list[str]) -> str:
    lines.pop(0)
    code = "\n".join(_take(lines, lambda line: line != "```"))
    lines.pop(0)
    return f"<pre><code>{html.escape(code)}</code></pre>"


def _table(lines: list[str]) -> str:
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in _take(lines, lambda line: line.startswith("|"))
    ]
    parts = [_row(head, "th"), *(_row(row, "td") for row in rows)]
    return f'<div class="table"><table>\n{chr(10).join(parts)}\n</table></div>'


def _row(cells: list[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{_inline(cell)}</{tag}>" for cell in cells) + "</tr>"


def _list(lines: list[str]) -> str:
    tag = "ul" if lines[0].startswith("-") else "ol"
    items: list[str] = []
    for line in _take(lines, lambda line: bool(line.strip())):
        if item := _ITEM.match(line):
            items.append(item[1])
        else:
            items[-1] += f" {line.strip()}"
    body = "\n".join(f"<li>{_inline(item)}</li>" for item in items)
    return f"<{tag}>\n{body}\n</{tag}>"


def _inline(text: str) -> str:
    """Code first, so that a star or bracket in it stays as it is."""
    parts = re.split(r"`([^`]+)`", text)
    for position, part in enumerate(parts):
        escaped = html.escape(part, quote=False)
        if position % 2:
            parts[position] = f"<code>{escaped}</code>"
            continue
        escaped = re.sub(r"\[([^\]]+)\]\(([^)]+)\)", r'<a href="\2">\1</a>', escaped)
        escaped = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escaped)
        parts[position] = re.sub(r"\*(.+?)\*", r"<em>\1</em>", escaped)
    return "".join(parts)


def main() -> int:
    """Write the page; with `--check` only say whether it is up to date."""
    page, target = render((FOLDER / "README.md").read_text(encoding="utf-8")), FOLDER / "index.html"
    if "--check" in sys.argv:
        fresh = target.is_file() and target.read_text(encoding="utf-8") == page
        print(f"{target.name}: {'up to date' if fresh else 'run python scripts/metric_page.py'}")
        return 0 if fresh else 1
    target.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
