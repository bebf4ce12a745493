"""What skLEP's predictions are scored on: the gold of each task, and the names of its revision."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from slovke.errors import InputError
from slovke.sklep.reading import Gold, gold_file, read_gold
from slovke.sklep.sums import CONFIDENCE, RESAMPLES, SEED
from slovke.sklep.tasks import BY_NAME, DATASET, TASKS

VERSION = "2"


class Target:
    """The gold of a split, each task's read when it is first asked for."""

    def __init__(self, data: str = DATASET, split: str = "test") -> None:
        """Name it.

        Args:
            data: where the gold is (see `read_gold`).
            split: of the gold.
        """
        self.data = data
        self.split = split
        self._gold: dict[str, Gold] = {}

    def gold(self, task: str) -> Gold:
        """The gold of a task.

        Raises:
            InputError: it can't be read.
        """
        if task not in self._gold:
            self._gold[task] = read_gold(BY_NAME[task], self.data, self.split)
        return self._gold[task]

    @property
    def name(self) -> str:
        """As shown: no path of this machine."""
        return Path(self.data).name if Path(self.data).is_dir() else self.data

    @property
    def signature(self) -> str:
        """Which gold, and which versions measured it."""
        libraries = "|".join(
            f"{name}:{version(name)}" for name in ("seqeval", "scikit-learn", "scipy")
        )
        bootstrap = f"interval:percentile-{CONFIDENCE:g}|bootstrap:{RESAMPLES}|seed:{SEED}+task"
        return (
            f"sklep:{VERSION}|data:{self.name}|split:{self.split}|{libraries}|squad:2.0|{bootstrap}"
        )


def pinned(data: str, split: str) -> tuple[Target, tuple[str, ...]]:
    """The target at exactly one revision, and the names of it that a submission may give.

    Of a folder the name is "sha256:" and 16 digits, over the files of the split; of a Hub
    repository, with or without "@revision", it is the commit.

    Raises:
        InputError: the Hub does not tell, or the folder holds no gold.
    """
    folder = Path(data)
    if folder.is_dir():
        return Target(data, split), (_digest(folder, split),)
    repo_id, _, revision = data.partition("@")
    commit = revision if re.fullmatch(r"[0-9a-f]{40}", revision) else _commit(repo_id, revision)
    return Target(f"{repo_id}@{commit}", split), tuple(
        dict.fromkeys((commit, *([revision] if revision else [])))
    )


def _digest(folder: Path, split: str) -> str:
    found = hashlib.sha256()
    files: Sequence[tuple[str, Path | None]] = [
        (task.name, gold_file(folder, task, split)) for task in TASKS
    ]
    if all(path is None for _, path in files):
        raise InputError(f"{folder}: no gold of split {split!r} for any of the nine tasks in it")
    for name, path in files:
        if path is not None:
            found.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return f"sha256:{found.hexdigest()[:16]}"


def _commit(repo_id: str, revision: str) -> str:
    from huggingface_hub import HfApi

    try:
        commit = HfApi().dataset_info(repo_id, revision=revision or None).sha
    except Exception as error:
        # The Hub client raises a dozen unrelated types; the first line says it.
        first = (str(error).strip().splitlines() or [""])[0]
        raise InputError(
            f"{repo_id}: the Hub tells no revision: {type(error).__name__}: {first:.200}; name a "
            "commit (owner/name@commit), or a folder with the data (--data)"
        ) from error
    if not commit:
        raise InputError(f"{repo_id}: the Hub tells no revision; name a commit (owner/name@commit)")
    return commit
