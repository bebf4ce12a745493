"""The command line `slovke`: each command is a few lines that call one public function."""

from slovke.cli.app import app, main

__all__ = ["app", "main"]
