"""What the tests of publishing and of loading from the Hub share."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hub.server import Hub, running_hub
from tests.published import Publisher, two_builds


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    """An empty Hub on loopback."""
    with running_hub(tmp_path / "hub") as running:
        yield running


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The builds 1.0.0 and 1.1.0; only read them."""
    return two_builds(tmp_path_factory.mktemp("builds"))


@pytest.fixture(params=["plain"])
def protocol(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How the client in this process uploads: `plain` LFS, or `xet`."""
    from huggingface_hub import constants

    # huggingface_hub 2.4 sends large files in a way that its own HTTP client calls outdated.
    warnings.filterwarnings("ignore", "Use 'content=", DeprecationWarning)
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", request.param == "plain")
    return str(request.param)


@pytest.fixture
def publisher(hub: Hub, protocol: str) -> Publisher:
    """Publishes to the Hub from this process."""
    from huggingface_hub.utils.tqdm import disable_progress_bars

    disable_progress_bars()
    return Publisher(hub)
