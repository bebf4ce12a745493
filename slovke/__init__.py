"""SlovKE: the Slovak keyphrase dataset, its baselines and its command line.

Everything is imported on first use, so that `import slovke` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slovke.dataset import SlovKE, load
    from slovke.errors import InputError

__version__ = "0.1.0"
__all__ = ["InputError", "SlovKE", "__version__", "load"]

_HOME = {"SlovKE": "slovke.dataset", "load": "slovke.dataset", "InputError": "slovke.errors"}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'slovke' has no attribute {name!r}")
