"""`slovke.SlovKE`, the dataset's builder, and `slovke.load`, its short form.

Plain `datasets.load_dataset("NaiveNeuron/SlovKE")` works without this package. The builder adds
what that call can't do: exactly the version asked for, offline too, and every shard's bytes checked
against the release.
"""

# `datasets` patches this module for streaming (`open`, `os.path`, `pathlib.Path` become remote
# ones), so all file access stands in slovke.releases.

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import datasets
from datasets.data_files import DataFilesDict, DataFilesList
from datasets.packaged_modules.parquet.parquet import Parquet

from slovke.errors import InputError
from slovke.record import features_of
from slovke.releases import (
    REPO_ID,
    Release,
    SplitFiles,
    check_remote,
    fetch_files,
    fetch_releases,
    local_files,
    read_build,
)


class SlovKE(Parquet):  # type: ignore[misc]  # datasets has no types
    """One config of one release, as a `datasets.DatasetBuilder`.

    The constructor reads the list of releases (from the Hub, or from the cache when offline) and
    nothing else. `download_and_prepare()` fetches the files of exactly the release's commit, checks
    each one's SHA-256 and writes them to the cache; `as_dataset()` and `as_streaming_dataset()` are
    those of `datasets`. A streamed file that is not in the cache is checked by the hash that the
    Hub announces for it, since its bytes are never read as a whole.

    Attributes:
        release: the release that was chosen.
    """

    def __init__(
        self,
        version: str | None = None,
        config_name: str = "default",
        *,
        root: str | None = None,
        columns: Sequence[str] | None = None,
        splits: Sequence[str] | None = None,
        repo_id: str = REPO_ID,
        token: str | bool | None = None,
        cache_dir: str | None = None,
    ) -> None:
        """Choose a release and a config.

        Args:
            version: "1.1.0"; None is the latest release, or whatever version `root` has.
            config_name: `default`, `keyphrases`, `extraction` or `test45k`, where the release has
                them.
            root: a local build instead of the Hub.
            columns: only these columns; the others are not read.
            splits: only these splits; the files of the others are not fetched.
            repo_id: the dataset repository on the Hub.
            token: a Hub token; None takes the one that is stored, False none.
            cache_dir: where `datasets` keeps prepared data; None is its own cache.

        Raises:
            InputError: no such release, config, split or column, or the list of releases can't be
                had.
        """
        self.release = _release(version, root, repo_id, token)
        self._root = None if root is None else str(root)
        config = _chosen(self.release, config_name, splits)
        features = _features(self.release, config_name, columns)
        base = str(root) if root is not None else f"hf://datasets/{repo_id}@{self.release.commit}"
        self._path_of = {f"{base}/{path}": path for part in config.values() for path in part.files}
        super().__init__(
            cache_dir=cache_dir,
            dataset_name="slovke",
            config_name=config_name,
            repo_id=None if root is not None else repo_id,
            token=token,
            data_files=DataFilesDict(
                {
                    split: DataFilesList(
                        [f"{base}/{path}" for path in part.files],
                        # Part of the cache's key: other bytes are prepared anew.
                        [(self.release.files[path].sha256,) for path in part.files],
                    )
                    for split, part in config.items()
                }
            ),
            info=_info(self.release, config, features),
            version=self.release.version,
            columns=None if columns is None else list(features),
            features=features,
        )

    def _split_generators(self, dl_manager: Any) -> list[Any]:
        """Put checked local files in the place of the Hub's, then let the Parquet builder go on."""
        remote = self.config.data_files
        paths = list(self._path_of.values())
        files: Mapping[str, Any]
        if self._root is not None:
            files = local_files(self.release, self._root, paths)
        elif isinstance(dl_manager, datasets.StreamingDownloadManager):
            files = self._cached(paths)
        else:
            files = fetch_files(
                self.release, str(self.repo_id), paths, token=self.token, offline=_offline()
            )
        place = {url: str(files.get(path, url)) for url, path in self._path_of.items()}
        self.config.data_files = DataFilesDict(
            {
                split: DataFilesList([place[url] for url in urls], urls.origin_metadata)
                for split, urls in remote.items()
            }
        )
        try:
            return list(super()._split_generators(dl_manager))
        finally:
            self.config.data_files = remote

    def _generate_tables(
        self, files: Sequence[Any], row_groups_list: Sequence[Any] | None = None
    ) -> Iterator[tuple[Any, Any]]:
        """Yield the row groups as tables, with no thread that outlives a stream left early.

        The Parquet builder scans through pyarrow.dataset, whose threads hold buffers of Python's;
        one that lets go of its buffer while the interpreter ends aborts it (apache/arrow#45214).
        One row group a shard makes that rare, not impossible. Here a local file is opened by
        Arrow itself, and a remote one is read in the calling thread alone.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        # 2.14 wraps each file into an iterable of its own; 5.x may name row groups.
        shards = [name for file in files for name in ([file] if isinstance(file, str) else file)]
        chosen = row_groups_list or [None] * len(shards)
        for number, (shard, groups) in enumerate(zip(shards, chosen, strict=True)):
            remote = "://" in shard
            # datasets has made `open` one that reads hf:// addresses.
            with open(shard, "rb") if remote else nullcontext(shard) as source:  # noqa: PTH123
                file = pq.ParquetFile(source)
                for group in range(file.num_row_groups) if groups is None else groups:
                    table = file.read_row_group(
                        group, columns=self.config.columns, use_threads=not remote
                    )
                    for part in table.to_batches():
                        yield _key(number, group), self._cast_table(pa.Table.from_batches([part]))

    def _cached(self, paths: Sequence[str]) -> Mapping[str, Any]:
        """All files from the cache, if they are there; else none, and the Hub's are checked."""
        try:
            return fetch_files(self.release, str(self.repo_id), paths, offline=True)
        except InputError:
            if _offline():
                raise
        check_remote(self.release, str(self.repo_id), paths, token=self.token)
        return {}


def _key(shard: int, group: int) -> Any:
    """What names a table to `datasets`: a type of its own in newer versions, a text before."""
    kind = getattr(datasets.builder, "Key", None)
    return f"{shard}_{group}" if kind is None else kind(shard, group)


def load(
    version: str | None = None,
    split: str | None = None,
    config: str = "default",
    *,
    root: str | None = None,
    columns: Sequence[str] | None = None,
    streaming: bool = False,
    repo_id: str = REPO_ID,
    token: str | bool | None = None,
    cache_dir: str | None = None,
) -> Any:
    """Load one release: `slovke.load("1.1.0", "test")`.

    Only the files of the splits that `split` names are fetched.

    Args:
        version: "1.1.0"; None is the latest release.
        split: as for `datasets.load_dataset`: "test", "train+validation", "test[:100]"; None gives
            all splits.
        config: `default`, `keyphrases`, `extraction` or `test45k`.
        root: a local build instead of the Hub.
        columns: only these columns.
        streaming: iterate without downloading first.
        repo_id: the dataset repository on the Hub.
        token: a Hub token; None takes the one that is stored.
        cache_dir: where `datasets` keeps prepared data.

    Returns:
        A `Dataset`, or a `DatasetDict` without `split`; `IterableDataset` or `IterableDatasetDict`
        when streaming.

    Raises:
        InputError: no such release, config, split or column; a file that can't be had or has other
            bytes than the release.
    """
    if streaming and split is not None and "[" in split:
        raise InputError(f"split {split!r}: a stream can't be sliced; use .skip() and .take()")
    builder = SlovKE(
        version,
        config,
        root=root,
        columns=columns,
        splits=_named_splits(split),
        repo_id=repo_id,
        token=token,
        cache_dir=cache_dir,
    )
    if streaming:
        return builder.as_streaming_dataset(split)
    builder.download_and_prepare()
    return builder.as_dataset(split)


def _release(
    version: str | None, root: str | None, repo_id: str, token: str | bool | None
) -> Release:
    if root is None:
        return fetch_releases(repo_id, token=token, offline=_offline()).choose(version)
    release = read_build(root)
    if version is not None and version.removeprefix("v") != release.version:
        raise InputError(f"{root}: the build has version {release.version}, not {version}")
    return release


def _chosen(
    release: Release, config_name: str, splits: Sequence[str] | None
) -> Mapping[str, SplitFiles]:
    config = release.config(config_name)
    unknown = [split for split in splits or () if split not in config]
    if unknown:
        raise InputError(
            f"SlovKE {release.version}, config {config_name!r}, has no split {unknown[0]!r}; it "
            f"has {', '.join(config)}"
        )
    return config if splits is None else {split: config[split] for split in splits}


def _named_splits(split: str | None) -> list[str] | None:
    """The names in "train+test[:10%]"; None for all."""
    if split is None or split == "all":
        return None
    return list(dict.fromkeys(re.sub(r"\[.*?\].*", "", part).strip() for part in split.split("+")))


def _features(release: Release, config_name: str, columns: Sequence[str] | None) -> Any:
    declared = features_of(config_name)
    if columns is None:
        return declared
    if isinstance(columns, str):
        raise InputError(f"columns={columns!r}: expected a list of names, [{columns!r}]")
    unknown = [name for name in columns if name not in declared]
    if unknown or not columns:
        raise InputError(
            f"SlovKE {release.version}, config {config_name!r}, has no column "
            f"{(unknown or [''])[0]!r}; it has {', '.join(declared)}"
        )
    return datasets.Features({name: declared[name] for name in declared if name in columns})


def _info(release: Release, config: Mapping[str, SplitFiles], features: Any) -> Any:
    """What the release promises; `datasets` compares the number of rows with it."""
    sizes = [release.files[path].size for part in config.values() for path in part.files]
    num_bytes = sum(part.num_bytes for part in config.values())
    return datasets.DatasetInfo(
        description="Slovak theses: abstracts with the keyphrases of their authors.",
        homepage=f"https://huggingface.co/datasets/{REPO_ID}",
        features=features,
        splits=[
            {"name": split, "num_bytes": part.num_bytes, "num_examples": part.num_examples}
            for split, part in config.items()
        ],
        download_size=sum(sizes),
        dataset_size=num_bytes,
    )


def _offline() -> bool:
    """HF_HUB_OFFLINE, or HF_DATASETS_OFFLINE as datasets 2.x calls it."""
    from huggingface_hub import constants

    return bool(
        constants.HF_HUB_OFFLINE
        or getattr(datasets.config, "HF_HUB_OFFLINE", False)
        or getattr(datasets.config, "HF_DATASETS_OFFLINE", False)
    )
