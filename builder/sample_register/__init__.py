"""A small register of invented theses: its data, which are the cleaning gold set, and its server."""

from builder.sample_register.data import Expectation, Thesis, load_theses

__all__ = ["Expectation", "Thesis", "load_theses"]
