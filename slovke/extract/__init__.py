"""Keyphrase systems, one file each."""

from slovke.extract.protocol import Document, Extractor

__all__ = ["Document", "Extractor"]
