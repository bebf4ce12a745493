"""The metric card as a page: the `index.html` of a static Space.

It needs no other host: no fonts, no scripts, no styles from elsewhere.
"""

from __future__ import annotations

from html import escape

from builder.space import split_card

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
table {{ display: block; overflow-x: auto; border-collapse: collapse; }}
th, td {{ text-align: left; vertical-align: top; padding: .35rem .6rem;
  border-bottom: 1px solid var(--line); }}
th {{ background: var(--soft); }}
td:first-child code {{ white-space: nowrap; }}
</style>
</head>
<body>
<main>
{body}</main>
</body>
</html>
"""


def page_of(card: str) -> str:
    """A card as a page of its own. Markup in the card's text is shown, not run.

    Args:
        card: Markdown behind a YAML header; the header's `title` is the page's.
    """
    from markdown_it import MarkdownIt

    fields, body = split_card(card)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    title = escape(str(fields.get("title", "Metric card")))
    return _PAGE.format(title=title, body=markdown.render(body))
