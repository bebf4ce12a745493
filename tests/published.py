"""Builds to publish, and a dataset repository on the test Hub to publish them to."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.build import BuildOptions, read_cleaned, read_previous, write_build
from builder.checks import open_build
from builder.names import keep_persons, persons_file, read_persons
from builder.plan import Plan, PublishOptions, make_plan
from builder.publish import Published, check_remote_side, publish, send
from builder.remote import Remote
from builder.remote_errors import Patience
from tests.cleaned_folder import record, write_cleaned
from tests.hub.server import Hub
from tests.hub.state import WRITE_TOKEN

REPO = "NaiveNeuron/SlovKE"
ROOT = Path(__file__).parent.parent


def make_build(
    folder: Path,
    version: str,
    records: Sequence[dict[str, Any]],
    previous: Path | None = None,
    configs: tuple[str, ...] = ("default", "keyphrases"),
    withdrawn: Sequence[str] = (),
) -> Path:
    """A build of invented records, with the file of names beside it."""
    cleaned = write_cleaned(folder / f"cleaned-{version}", records, withdrawn=withdrawn)
    build = folder / version
    before = None if previous is None else read_previous(previous)
    options = BuildOptions(version=version, configs=configs, note=f"The note of {version}.")
    write_build(read_cleaned(cleaned), build, options, before)
    keep_persons(cleaned, build)
    return build


def two_builds(folder: Path) -> tuple[Path, Path]:
    """Version 1.0.0 of 60 records; 1.1.0 with 10 more, 5 fewer (2 withdrawn) and 3 changed."""
    first = make_build(folder, "1.0.0", [record(number) for number in range(60)])
    later = [record(number) for number in range(5, 70)]
    for row in later[:3]:
        row["title"] = f"{row['title']}, opravená"
    withdrawn = [*(record(number)["id"] for number in (0, 4)), "F" * 28]
    return first, make_build(folder, "1.1.0", later, first, withdrawn=withdrawn)


@dataclass(slots=True)
class Publisher:
    """Publishes in this process, quickly, and remembers what was said."""

    hub: Hub
    token: str = WRITE_TOKEN
    tries: int = 3
    said: list[str] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)

    def remote(self, repo_id: str = REPO) -> Remote:
        """The repository, as the publisher sees it."""
        return Remote(
            repo_id,
            endpoint=self.hub.url,
            token=self.token,
            patience=Patience(self.tries, 0.01, 0.05),
            cache_dir=self.hub.state.root / "cache",
            say=self.said.append,
        )

    def send(self, build: Path, **options: Any) -> Published:
        """Publish a build under its own version, without the checks of its content."""
        checked = open_build(build)
        wanted = PublishOptions(**{"version": checked.release.version, "create": True, **options})
        remote = self.remote()
        check_remote_side(remote, checked, wanted)
        return send(remote, checked, wanted, make_plan(remote, checked, wanted), self.said.append)

    def publish(self, build: Path, *, dry_run: bool = False, **options: Any) -> Published | None:
        """Publish a build under its own version, with all checks."""
        checked = open_build(build)
        wanted = {"version": checked.release.version, "create": True, **options}
        return publish(
            self.remote(),
            checked,
            PublishOptions(**wanted),
            read_persons(persons_file(build)),
            (),
            dry_run=dry_run,
            say=self.said.append,
            show=self.plans.append,
        )


def client_environment(
    hub: Hub, home: Path, *, xet: bool = False, token: str | None = None, **more: str
) -> dict[str, str]:
    """The environment of an unmodified client that knows this Hub only."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("HF_", "HUGGING"))
    }
    environment |= {
        "HF_ENDPOINT": hub.url,
        "HF_HOME": str(home),
        "HF_UPDATE_DOWNLOAD_COUNTS": "0",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "HF_HUB_DISABLE_SYMLINKS_WARNING": "1",
        "COLUMNS": "120",
        **({} if xet else {"HF_HUB_DISABLE_XET": "1"}),
        **({} if token is None else {"HF_TOKEN": token}),
        **more,
    }
    return environment


def run(
    arguments: Sequence[str | Path], environment: Mapping[str, str], seconds: float = 300
) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments at the root of the checkout, within a time limit."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=ROOT,
        env=dict(environment),
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
