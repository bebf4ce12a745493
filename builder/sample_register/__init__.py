"""A small register of invented theses: its data (the cleaning gold set too) and its server."""

from builder.sample_register.data import Expectation, Thesis, load_theses

__all__ = ["Expectation", "Thesis", "load_theses"]
