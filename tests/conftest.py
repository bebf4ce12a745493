"""What tests share: a Hub on loopback, published builds, a browser."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


# Without the first, root has no browser; the others keep it from asking other hosts.
_CHROMIUM_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium, the one on the PATH."""
    from playwright.sync_api import expect, sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no Chromium on the PATH")
    expect.set_options(timeout=60_000)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=list(_CHROMIUM_FLAGS))
        yield running
        running.close()
