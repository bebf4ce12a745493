"""The command line of the builder."""

import sys
from importlib import import_module

from builder.cli.app import COMMAND_MODULES, app
from slovke.cli.app import run

if __name__ == "__main__":
    for module in COMMAND_MODULES:
        import_module(module)
    sys.exit(run(app))
