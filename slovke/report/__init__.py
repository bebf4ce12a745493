"""The report of a benchmark: tables in Markdown and LaTeX, figures, one HTML page."""
