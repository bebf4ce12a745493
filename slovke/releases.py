"""The releases of the dataset: which commit, which files, which hashes; and files that match them.

A published repository holds `releases.json`; a local build holds the same description of itself in
`build.json`. Neither `datasets` nor the Hub client compares a checksum on loading, and offline they
hand out whatever revision is in the cache, so the dataset's builder asks here for every file.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from slovke.errors import InputError

REPO_ID = "NaiveNeuron/SlovKE"
RELEASES_FILE = "releases.json"
BUILD_FILE = "build.json"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ShardFile:
    """What a file must be: its SHA-256 in hexadecimal and its size in bytes."""

    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class SplitFiles:
    """One split of one config.

    Attributes:
        num_examples: rows in all its files.
        num_bytes: bytes in memory (Arrow).
        files: paths inside the repository, in order.
    """

    num_examples: int
    num_bytes: int
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Release:
    """One version of the dataset.

    Attributes:
        version: three numbers, "1.0.0".
        files: every data file of the release by its path inside the repository.
        splits: config, then split, to its files.
        options: the fingerprint of the cleaning options.
        commit: the commit that holds the files; None in a local build.
        date: the day of publication, ISO 8601; None in a local build.
    """

    version: str
    files: Mapping[str, ShardFile]
    splits: Mapping[str, Mapping[str, SplitFiles]]
    options: str = ""
    commit: str | None = None
    date: str | None = None

    def config(self, name: str) -> Mapping[str, SplitFiles]:
        """The splits of one config.

        Raises:
            InputError: the release has no such config.
        """
        if name not in self.splits:
            known = ", ".join(self.splits)
            raise InputError(f"SlovKE {self.version} has no config {name!r}; it has {known}")
        return self.splits[name]

    def to_json(self) -> dict[str, Any]:
        """The release as it stands in `releases.json`, without its version (the key there)."""
        value: dict[str, Any] = {
            "options": self.options,
            "splits": {
                config: {
                    split: {
                        "num_examples": part.num_examples,
                        "num_bytes": part.num_bytes,
                        "files": list(part.files),
                    }
                    for split, part in splits.items()
                }
                for config, splits in self.splits.items()
            },
            "files": {
                path: {"sha256": file.sha256, "size": file.size}
                for path, file in sorted(self.files.items())
            },
        }
        if self.commit is not None:
            value = {"commit": self.commit, "date": self.date, **value}
        return value

    @classmethod
    def from_json(cls, version: str, value: object, where: str) -> Release:
        """Read one release; `where` opens every error.

        Raises:
            InputError: the value is not a release, or names a file without its hash.
        """
        if not isinstance(value, dict):
            raise InputError(f"{where}: release {version!r} is no JSON object")
        try:
            files = {
                str(path): ShardFile(str(file["sha256"]), int(file["size"]))
                for path, file in value["files"].items()
            }
            splits = {
                str(config): {
                    str(split): SplitFiles(
                        int(part["num_examples"]), int(part["num_bytes"]), tuple(part["files"])
                    )
                    for split, part in parts.items()
                }
                for config, parts in value["splits"].items()
            }
            options, commit, date = value.get("options"), value.get("commit"), value.get("date")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"{where}: release {version!r} is damaged ({type(error).__name__}: {error})"
            ) from None
        used = {path for parts in splits.values() for part in parts.values() for path in part.files}
        unknown = sorted(used - files.keys())
        if unknown:
            raise InputError(f"{where}: release {version!r} gives no hash of {unknown[0]}")
        version_key(version)
        return cls(version, files, splits, str(options or ""), commit, date)


@dataclass(frozen=True, slots=True)
class Releases:
    """All releases of a repository, the oldest first.

    Attributes:
        repo_id: the repository.
        releases: version to release.
        current: the version whose content is on main, if that is not the newest: after a rollback.
    """

    repo_id: str
    releases: Mapping[str, Release] = field(default_factory=dict)
    current: str | None = None

    def choose(self, version: str | None = None) -> Release:
        """The release of that version ("1.0.0" or "v1.0.0"), or the current one.

        Raises:
            InputError: there is no such release.
        """
        if not self.releases:
            raise InputError(f"{self.repo_id}: {RELEASES_FILE} lists no release")
        if version is None:
            return self.releases[self.current or max(self.releases, key=version_key)]
        wanted = version.removeprefix("v")
        if wanted not in self.releases:
            known = ", ".join(sorted(self.releases, key=version_key))
            raise InputError(f"{self.repo_id} has no release {wanted}; it has {known}")
        return self.releases[wanted]

    def to_json(self) -> dict[str, Any]:
        """The content of `releases.json`."""
        ordered = sorted(self.releases, key=version_key)
        value: dict[str, Any] = {
            "releases": {version: self.releases[version].to_json() for version in ordered}
        }
        return value if self.current is None else {"current": self.current, **value}


def version_key(version: str) -> tuple[int, int, int]:
    """The order of versions.

    Raises:
        InputError: not three numbers with points between.
    """
    match = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)", version)
    if match is None:
        raise InputError(f"version {version!r}: expected three numbers, as in 1.0.0")
    return int(match[1]), int(match[2]), int(match[3])


def parse_releases(text: str, repo_id: str, where: str) -> Releases:
    """Read `releases.json`.

    Raises:
        InputError: no JSON, no releases in it, or a release without a commit.
    """
    try:
        content = json.loads(text)
        items = list(content["releases"].items())
        current = content.get("current")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{where}: not a list of releases") from None
    releases = {version: Release.from_json(version, value, where) for version, value in items}
    for version, release in releases.items():
        if not isinstance(release.commit, str) or not re.fullmatch(r"[0-9a-f]{40}", release.commit):
            raise InputError(f"{where}: release {version!r} names no commit (40 hex digits)")
    if current is not None and current not in releases:
        raise InputError(f"{where}: the current release {current!r} is not among the releases")
    return Releases(repo_id, releases, current)


def read_build(root: str | Path) -> Release:
    """The release that a local build describes in its `build.json`.

    Raises:
        InputError: the folder is no build, or its description is damaged.
    """
    path = Path(root) / BUILD_FILE
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        version = value["version"]
    except FileNotFoundError:
        raise InputError(
            f"{root}: not a build (no {BUILD_FILE} in it); `python -m builder split` makes one"
        ) from None
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{path}: damaged; make the build again") from None
    return Release.from_json(version, value, str(path))


def fetch_releases(
    repo_id: str = REPO_ID, *, token: str | bool | None = None, offline: bool = False
) -> Releases:
    """The releases of a Hub repository; without a network the list that was fetched last.

    The list may then be old, which a log line says; a version that it does not know is an error
    at `Releases.choose`, never another version.

    Raises:
        InputError: the repository or its list does not exist or can't be reached, and no list is
            in the cache.
    """
    path = fetch_file(repo_id, RELEASES_FILE, None, token=token, offline=offline)
    return parse_releases(path.read_text(encoding="utf-8"), repo_id, f"{repo_id}/{RELEASES_FILE}")


def fetch_files(
    release: Release,
    repo_id: str,
    paths: Sequence[str],
    *,
    token: str | bool | None = None,
    offline: bool = False,
) -> dict[str, Path]:
    """The named files of one release, from the cache or the Hub, each with the right bytes.

    Raises:
        InputError: a file is missing and can't be fetched (all of them are named), or its bytes
            are not those of the release.
    """
    commit = release.commit

    def get(path: str) -> Path | InputError:
        try:
            return fetch_file(repo_id, path, commit, token=token, offline=offline)
        except InputError as error:
            return error

    with ThreadPoolExecutor(max_workers=8) as pool:
        got = dict(zip(paths, pool.map(get, paths), strict=True))
    failed = {path: error for path, error in got.items() if isinstance(error, InputError)}
    if failed:
        raise InputError(
            f"{len(failed)} of {len(paths)} files of {repo_id} {release.version} (commit "
            f"{(commit or '')[:8]}) are not in the cache and can't be fetched: "
            f"{', '.join(sorted(failed))}; {next(iter(failed.values()))}"
        )
    files = {path: file for path, file in got.items() if isinstance(file, Path)}
    for path, file in files.items():
        check_file(
            file,
            release.files[path],
            f"{path} of {repo_id} {release.version}",
            f"delete {file.resolve()} and load again",
        )
    return files


def local_files(release: Release, root: str | Path, paths: Sequence[str]) -> dict[str, Path]:
    """The named files of a local build, each with the right bytes.

    Raises:
        InputError: a file is missing, or its bytes are not those that `build.json` lists.
    """
    files = {path: (Path(root) / path).absolute() for path in paths}
    for path, file in files.items():
        if not file.is_file():
            raise InputError(f"{root}: the build lists {path}, but the file is missing")
        check_file(file, release.files[path], f"{path} of the build {root}", "make the build again")
    return files


def check_remote(
    release: Release, repo_id: str, paths: Sequence[str], *, token: str | bool | None = None
) -> None:
    """Compare hash and size that the Hub announces with those of the release, without a download.

    Raises:
        InputError: a file is missing from the commit or is another one, or the Hub is not reached.
    """
    from huggingface_hub import HfApi

    try:
        found = HfApi(token=token).get_paths_info(
            repo_id, list(paths), revision=release.commit, repo_type="dataset"
        )
    except Exception as error:
        raise InputError(_reached(repo_id, "the list of files", error)) from error
    announced = {item.path: item for item in found}
    for path in paths:
        item, expected = announced.get(path), release.files[path]
        if item is None:
            raise InputError(f"{repo_id} {release.version}: {path} is missing from its commit")
        # Small files may stand in git itself; the Hub then announces no SHA-256.
        large = getattr(item, "lfs", None)
        sha256 = expected.sha256 if large is None else large["sha256"]
        if getattr(item, "size", None) != expected.size or sha256 != expected.sha256:
            raise InputError(
                f"{path} of {repo_id} {release.version}: the Hub has another file than the "
                f"release lists"
            )


def check_file(file: Path, expected: ShardFile, name: str, mend: str) -> None:
    """Compare a file's bytes with its release; `name` and `mend` go into the error.

    Raises:
        InputError: size or SHA-256 differ.
    """
    with file.open("rb") as stream:
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    if sha256 != expected.sha256:
        raise InputError(
            f"{name}: the bytes are not those of the release (SHA-256 {sha256[:12]}…, expected "
            f"{expected.sha256[:12]}…); {mend}"
        )


def fetch_file(
    repo_id: str,
    path: str,
    commit: str | None,
    *,
    token: str | bool | None = None,
    offline: bool = False,
) -> Path:
    """One file of a dataset repository, from the cache or the Hub; unchecked.

    Args:
        repo_id: the repository.
        path: the file's path in it.
        commit: the commit; None is main's newest, or the cache's main without a network.
        token: a Hub token; None takes the one that is stored.
        offline: ask the cache only.

    Raises:
        InputError: there is no such file, or it can't be had.
    """
    from huggingface_hub import hf_hub_download, try_to_load_from_cache

    cached = try_to_load_from_cache(repo_id, path, repo_type="dataset", revision=commit or "main")
    on_disk = Path(cached) if isinstance(cached, str) else None
    if offline and cached is not None and on_disk is None:
        # The client notes in its cache which files the Hub said it has not.
        raise InputError(f"{repo_id}: has no {path} on the Hub")
    if on_disk is not None and (commit is not None or offline):
        return on_disk
    if offline:
        raise InputError(f"offline, and {repo_id}/{path} is not in the cache: connect once")
    try:
        return Path(
            hf_hub_download(repo_id, path, repo_type="dataset", revision=commit, token=token)
        )
    except Exception as error:
        if on_disk is None or not _unreachable(error):
            raise InputError(_reached(repo_id, path, error)) from error
        _log.warning("%s can't be reached; using the %s that is in the cache", repo_id, path)
        return on_disk


def _unreachable(error: Exception) -> bool:
    """Whether the Hub did not answer, rather than answered no."""
    response = getattr(error, "response", None)
    return response is None or response.status_code >= 500


def _reached(repo_id: str, path: str, error: Exception) -> str:
    from huggingface_hub.errors import (
        EntryNotFoundError,
        LocalEntryNotFoundError,
        RepositoryNotFoundError,
    )

    if isinstance(error, RepositoryNotFoundError):
        return f"{repo_id}: no such dataset on the Hub, or a token is needed to see it"
    if isinstance(error, EntryNotFoundError) and not isinstance(error, LocalEntryNotFoundError):
        return f"{repo_id}: has no {path} on the Hub"
    first = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return f"{repo_id}: {path} can't be fetched: {first}"
