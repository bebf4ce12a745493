"""What `stats` reads: the records by split, the raw records, and the funnel."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.record import RawRecord
from slovke.errors import InputError
from slovke.releases import BUILD_FILE

if TYPE_CHECKING:
    from builder.options import CleanOptions

_BATCH = 2_000
KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Inputs:
    """A cleaned folder, a build, or both; at least one of them.

    Attributes:
        raw: the folder of collected records. The cleaned folder holds them too, unless the names
            were removed from it.
    """

    cleaned: Path | None
    build: Path | None
    raw: Path | None = None

    @classmethod
    def find(cls, folders: Sequence[Path], raw: Path | None = None) -> Inputs:
        """Tell a cleaned folder and a build apart.

        Raises:
            InputError: a folder is neither, or there are two of a kind.
        """
        cleaned: Path | None = None
        build: Path | None = None
        for folder in folders:
            if not folder.is_dir():
                raise InputError(f"{folder}: no such folder")
            if (folder / BUILD_FILE).is_file():
                if build is not None:
                    raise InputError(f"{folder}: a second build; give one at a time")
                build = folder
            elif (folder / "kept").is_dir():
                if cleaned is not None:
                    raise InputError(f"{folder}: a second cleaned folder; give one at a time")
                if not (folder / "funnel.json").is_file():
                    raise InputError(f"{folder}: no funnel.json, so `clean` has not finished in it")
                cleaned = folder
            else:
                raise InputError(
                    f"{folder}: neither an output of `clean` (kept/) nor of `split` (build.json)"
                )
        if cleaned is None and build is None:
            raise InputError("stats: give the output folder of `clean`, of `split`, or both")
        return cls(cleaned, build, raw)

    def description(self) -> Mapping[str, Any]:
        """The content of `build.json`; empty without a build."""
        found: Mapping[str, Any] = {}
        if self.build is not None:
            found = read_json(self.build / BUILD_FILE)
        return found

    def splits(self) -> dict[str, list[Path]]:
        """The files of each split of the build, or those of the cleaned folder as "kept"."""
        if self.build is not None:
            parts = self.description()["splits"]["default"]
            return {split: [self.build / name for name in p["files"]] for split, p in parts.items()}
        assert self.cleaned is not None
        return {KEPT: sorted((self.cleaned / "kept").glob("part-*.parquet"))}

    def funnel(self) -> Mapping[str, Any]:
        """The funnel of the cleaned folder, or the one that the build keeps."""
        if self.cleaned is not None:
            return dict(read_json(self.cleaned / "funnel.json"))
        return dict(self.description()["funnel"])

    def clean_options(self) -> CleanOptions:
        """The options of the cleaning."""
        import dataclasses

        from builder.options import CleanOptions

        if self.cleaned is not None:
            values = read_json(self.cleaned / "options.json")["options"]
        else:
            values = self.description()["clean"].get("options", {})
        known = {option.name for option in dataclasses.fields(CleanOptions)}
        return CleanOptions(**{name: value for name, value in values.items() if name in known})

    def has_raw(self) -> bool:
        """Whether the collected records can be read."""
        return self.raw is not None or bool(self._kept_raw())

    def raw_records(self) -> Iterator[RawRecord]:
        """The collected records; each page that was collected, in a fixed order."""
        from builder.parts import read_lines
        from builder.reading import from_line, input_files, read_raw

        if self.raw is not None:
            yield from read_raw(input_files(self.raw))
            return
        for path in self._kept_raw():
            for line in read_lines(path):
                yield from_line(line.encode(), str(path))

    def _kept_raw(self) -> list[Path]:
        if self.cleaned is None:
            return []
        return sorted((self.cleaned / "intermediate" / "raw").glob("part-*.jsonl.zst"))


def batches(files: Sequence[Path]) -> Iterator[list[dict[str, Any]]]:
    """The abstracts and keyphrases of some files, some thousand records at a time."""
    import pyarrow.parquet as pq

    for path in files:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(_BATCH, columns=["abstract", "keyphrases"]):
                yield batch.to_pylist()


def read_json(path: Path) -> Any:
    """The content of a JSON file.

    Raises:
        InputError: there is none, or it is no JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: no such file, so its folder is not complete") from None
    except ValueError as error:
        raise InputError(f"{path}: not JSON ({error})") from None
