"""`releases.json` of a dataset repository: read whole, given one more release, written again.

An entry is what `slovke.releases.Release` reads, and beside it `owned`: every path that the release
put into the repository. Only those may be changed or deleted by a later one; all else is foreign.
`current` names the release whose content is on main: the newest, or the one rolled back to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from slovke.errors import InputError
from slovke.releases import Release, Releases, parse_releases, version_key


@dataclass(frozen=True, slots=True)
class Manifest:
    """The releases with all that their entries hold, fields of later programs too."""

    releases: Releases
    raw: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str | None, repo_id: str, where: str) -> Manifest:
        """Read the file; None is a repository without one.

        Raises:
            InputError: it is damaged.
        """
        if text is None:
            return cls(Releases(repo_id))
        return cls(parse_releases(text, repo_id, where), json.loads(text))

    @property
    def current(self) -> Release | None:
        """The release whose content main has; None before the first."""
        return self.releases.choose() if self.releases.releases else None

    @property
    def newest(self) -> str | None:
        """The highest version."""
        return max(self.releases.releases, key=version_key, default=None)

    def owned(self, version: str) -> set[str]:
        """The paths that a release put into the repository."""
        entry = self.raw["releases"][version]
        return {*entry.get("owned", ()), *entry["files"]}

    def get(self, version: str) -> Release | None:
        """The release of that version, or None."""
        return self.releases.releases.get(version)

    def added(self, release: Release, owned: Iterable[str], withdrawn: int) -> Manifest:
        """With one more release, which becomes the current one.

        Args:
            release: the release.
            owned: the paths that it put into the repository.
            withdrawn: how many documents of the release before the source withdrew.
        """
        entry = {**release.to_json(), "owned": sorted(owned), "withdrawn": withdrawn}
        entries = {**self.raw.get("releases", {}), release.version: entry}
        return self._with(entries, release.version)

    def rolled_back(self, version: str) -> Manifest:
        """With another current release."""
        return self._with(self.raw["releases"], version)

    def _with(self, entries: Mapping[str, Any], current: str) -> Manifest:
        ordered = {version: entries[version] for version in sorted(entries, key=version_key)}
        raw = {**self.raw, "current": current, "releases": ordered}
        repo_id = self.releases.repo_id
        return Manifest(parse_releases(json.dumps(raw), repo_id, "releases.json"), raw)

    def to_bytes(self) -> bytes:
        """The file's content."""
        return (json.dumps(self.raw, ensure_ascii=False, indent=1) + "\n").encode()


def check_version(version: str, manifest: Manifest) -> None:
    """A new version is greater than all before.

    Raises:
        InputError: it is not.
    """
    newest = manifest.newest
    if newest is not None and version_key(version) <= version_key(newest):
        raise InputError(
            f"--version {version}: must be greater than {newest}, the last release of "
            f"{manifest.releases.repo_id}"
        )
