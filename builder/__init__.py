"""From the register's pages to a new revision of the dataset: collect, clean, split, publish.

Run from a checkout as `python -m builder`.
"""
