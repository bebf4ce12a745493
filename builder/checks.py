"""The checks of a build before it is published: what the Hub's clients do not check themselves.

`datasets` compares the number of rows and nothing else: a column missing from one shard becomes
None, "5" becomes 5, a checksum is never read.
"""

from __future__ import annotations

import csv
import json
import re
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from builder.build import ASSIGNMENT_COLUMNS, ASSIGNMENT_FILE
from builder.card import CARD_FILE, FIGURES_FOLDER
from builder.names import find_personal, findings_file, write_findings
from slovke.errors import InputError
from slovke.record import arrow_schema, features_of
from slovke.releases import BUILD_FILE, Release, read_build

_SHOWN = 3

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class CheckedBuild:
    """A build that may be published.

    Attributes:
        root: its folder.
        release: what its `build.json` says.
        description: all of `build.json`.
        files: path in the repository to the local file, of everything that is published.
    """

    root: Path
    release: Release
    description: Mapping[str, Any]
    files: Mapping[str, Path]


def open_build(root: Path) -> CheckedBuild:
    """Read a build's description and list its files; nothing is checked yet.

    Raises:
        InputError: the folder is no build.
    """
    release = read_build(root)
    description = json.loads((root / BUILD_FILE).read_text(encoding="utf-8"))
    names = [*release.files, BUILD_FILE, CARD_FILE, ASSIGNMENT_FILE]
    figures = sorted(path for path in (root / FIGURES_FOLDER).rglob("*") if path.is_file())
    names += [path.relative_to(root).as_posix() for path in figures]
    return CheckedBuild(root, release, description, {name: root / name for name in names})


def check_build(
    build: CheckedBuild, persons: Mapping[str, Sequence[str]], allowed: Collection[str], say: Say
) -> None:
    """Run all checks; each one's result is said.

    Args:
        build: the build.
        persons: the names that must not be in a record, by its id.
        allowed: ids of records that a person has looked at: a name in them may stay.
        say: gets one line for each check.

    Raises:
        InputError: at least one check failed; the line names all that did.
    """
    missing = [name for name, path in build.files.items() if not path.is_file()]
    if missing:
        raise InputError(f"{build.root}: {missing[0]} is missing; make the build again")
    checks: Sequence[tuple[str, Callable[[], Iterator[str]]]] = (
        ("files", lambda: _files(build)),
        ("schema", lambda: _schema(build)),
        ("counts", lambda: _counts(build)),
        ("ids", lambda: _ids(build)),
        ("statistics", lambda: _statistics(build)),
        ("persons", lambda: _persons(build, persons, allowed)),
        ("card", lambda: _card(build)),
        ("loading", lambda: _loading(build)),
    )
    failed = []
    for name, check in checks:
        problems = list(islice(check(), 1000))
        if not problems:
            say(f"check {name}: ok")
            continue
        failed.append(name)
        more = f" (and {len(problems) - _SHOWN} more)" if len(problems) > _SHOWN else ""
        say(f"check {name}: FAILED: {'; '.join(problems[:_SHOWN])}{more}")
        if name in ("files", "schema"):  # the others read what these found wrong
            break
    if failed:
        raise InputError(f"{build.root}: failed the checks {', '.join(failed)}; nothing was sent")


def _files(build: CheckedBuild) -> Iterator[str]:
    """The bytes are those that `build.json` lists, and no other shard lies beside them."""
    for path, expected in build.release.files.items():
        file = build.files[path]
        if file.stat().st_size != expected.size or _sha256(file) != expected.sha256:
            yield f"{path} is not the file that {BUILD_FILE} lists"
    for folder in {path.partition("/")[0] for path in build.release.files}:
        for file in (build.root / folder).rglob("*"):
            name = file.relative_to(build.root).as_posix()
            if file.is_file() and name not in build.release.files:
                yield f"{name} is not of the build, but would be loaded with it"


def _schema(build: CheckedBuild) -> Iterator[str]:
    import pyarrow.parquet as pq

    for config, splits in build.release.splits.items():
        expected = arrow_schema(config)
        for path in {path for part in splits.values() for path in part.files}:
            file = pq.ParquetFile(build.root / path)
            schema = file.schema_arrow
            if not schema.equals(expected):
                wrong = [
                    name
                    for name in expected.names
                    if name not in schema.names or schema.field(name) != expected.field(name)
                ]
                yield f"{path} has another schema ({', '.join(wrong) or 'more columns'})"
            if b"huggingface" in (schema.metadata or {}):
                yield f"{path} carries the metadata of datasets, which older ones can't read"
            if file.num_row_groups > 1:
                yield f"{path} has {file.num_row_groups} row groups, so streaming it would hang"


def _counts(build: CheckedBuild) -> Iterator[str]:
    import pyarrow.parquet as pq

    for config, splits in build.release.splits.items():
        for split, part in splits.items():
            rows = sum(pq.read_metadata(build.root / path).num_rows for path in part.files)
            if rows != part.num_examples:
                yield f"{config}/{split} has {rows} rows, {BUILD_FILE} says {part.num_examples}"


def _ids(build: CheckedBuild) -> Iterator[str]:
    """Distinct in a split, in one split only, and the same in all configs."""
    ids: dict[str, dict[str, set[str]]] = {}
    for config, splits in build.release.splits.items():
        if config == "test45k":
            both = [build.release.splits["default"][split] for split in ("validation", "test")]
            if [*splits["test"].files] != [path for part in both for path in part.files]:
                yield f"{config}/test is not validation and test of default"
            continue
        seen: dict[str, str] = {}
        for split, part in splits.items():
            ids.setdefault(config, {})[split] = set()
            for id_ in _column(build.root, part.files, "id"):
                other = seen.setdefault(id_, split)
                if id_ in ids[config][split]:
                    yield f"{config}/{split} has the id {id_} twice"
                elif other != split:
                    yield f"{config}: the id {id_} is in {other} and in {split}"
                ids[config][split].add(id_)
    for config, splits_ in ids.items():
        for split, found in splits_.items():
            if found != ids["default"].get(split, set()):
                yield f"{config}/{split} has other ids than default/{split}"
    with build.files[ASSIGNMENT_FILE].open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        if tuple(rows.fieldnames or ()) != ASSIGNMENT_COLUMNS:
            yield f"{ASSIGNMENT_FILE} has other columns than {', '.join(ASSIGNMENT_COLUMNS)}"
            return
        assigned = {(row["id"], row["split"]) for row in rows}
    if assigned != {(id_, split) for split, found in ids["default"].items() for id_ in found}:
        yield f"{ASSIGNMENT_FILE} lists other documents or splits than the shards"


def _statistics(build: CheckedBuild) -> Iterator[str]:
    """What the card says of abstracts and keyphrases is counted from these shards."""
    import pyarrow.parquet as pq

    from builder.card_figures import statistics_of

    def columns(config: str, split: str, names: Sequence[str]) -> Any:
        part = build.release.splits.get(config, {}).get(split)
        files = () if part is None else [str(build.root / path) for path in part.files]
        return pq.read_table(files, columns=names) if files else None

    for split in build.release.splits["default"]:
        said = build.description["statistics"].get(split, {})
        counted = statistics_of(
            columns("default", split, ["abstract", "keyphrases"]),
            columns("extraction", split, ["abstractive_keyphrases"]),
        )
        for name, value in counted.items():
            if said.get(name) != value:
                yield f"{name} of {split} is {value}, {BUILD_FILE} says {said.get(name)}"


def _persons(
    build: CheckedBuild, persons: Mapping[str, Sequence[str]], allowed: Collection[str]
) -> Iterator[str]:
    """No name or address that nobody looked at; what is found is written beside the build."""
    unknown = sum(row["id"] not in persons for row in _rows(build))
    if unknown:
        yield f"{unknown} records are not among those whose persons are known"
    findings = find_personal(_rows(build), persons)
    left = [finding for finding in findings if finding.id not in allowed]
    if not left:
        return
    file = findings_file(build.root.absolute())
    write_findings(file, findings)
    records = len({finding.id for finding in left})
    yield (
        f"{records} records name somebody: look at them in {file.name} beside the build, copy the "
        "lines that may stay into a file of yours and give it as --allow, or leave the records out "
        "with `split --withdrawn`"
    )
    yield from map(str, left)


def _rows(build: CheckedBuild) -> Iterator[dict[str, Any]]:
    """The records of the config `default`, a shard at a time."""
    import pyarrow.parquet as pq

    for part in build.release.splits["default"].values():
        for path in part.files:
            yield from pq.read_table(build.root / path).to_pylist()


def _card(build: CheckedBuild) -> Iterator[str]:
    """Complete, and of this build: YAML, numbers, pictures."""
    import yaml
    from huggingface_hub import DatasetCard

    from builder.card import metadata

    text = build.files[CARD_FILE].read_text(encoding="utf-8")
    try:
        card = DatasetCard(text)
    except (ValueError, yaml.YAMLError) as error:
        yield f"its YAML can't be read ({str(error).splitlines()[0]})"
        return
    if yaml.safe_load(card.data.to_yaml()) != yaml.safe_load(metadata(build.description)):
        yield "its YAML is not that of the build; `builder card` writes it again"
    # What an author or a template leaves in a card that is not filled in.
    for place in re.findall(r"\$\{\w+\}|\[More Information Needed\]|\bTODO\b", text):
        yield f"{place} is not filled"
    documents = 0
    for split, part in build.release.splits["default"].items():
        documents += part.num_examples
        if f"| `{split}` | {part.num_examples:,} |" not in text:
            yield f"it does not say that {split} has {part.num_examples:,} documents"
    if f"**{documents:,}** documents" not in text and f"{documents:,} documents" not in text:
        yield f"it does not say that there are {documents:,} documents"
    if f"- **{build.release.version}**:" not in text:
        yield f"its changelog has no version {build.release.version}"
    for picture in re.findall(r"!\[[^\]]*\]\(([^):]+)\)", text):
        if picture not in build.files:
            yield f"its picture {picture} is missing"


def _loading(build: CheckedBuild) -> Iterator[str]:
    """`load_dataset` of the folder gives the rows, the types and the version that it promises."""
    import datasets

    quiet = datasets.are_progress_bars_disabled()
    datasets.disable_progress_bars()
    try:
        for config, splits in build.release.splits.items():
            with tempfile.TemporaryDirectory() as cache:
                try:
                    loaded = datasets.load_dataset(str(build.root), config, cache_dir=cache)
                except Exception as error:  # any of its many types means: can't be loaded
                    yield f"load_dataset fails on {config}: {str(error).splitlines()[0]}"
                    continue
                for split, part in splits.items():
                    table = loaded[split]
                    if table.num_rows != part.num_examples:
                        yield f"load_dataset gives {table.num_rows} rows of {config}/{split}"
                    if not table.features.arrow_schema.equals(
                        features_of(config).arrow_schema, check_metadata=False
                    ):
                        yield f"load_dataset gives other types in {config}/{split}"
                    if str(table.info.version) != build.release.version:
                        yield f"load_dataset gives version {table.info.version} of {config}"
    finally:
        if not quiet:
            datasets.enable_progress_bars()


def _column(root: Path, files: Sequence[str], name: str) -> Iterator[str]:
    import pyarrow.parquet as pq

    for path in files:
        yield from pq.read_table(root / path, columns=[name]).column(name).to_pylist()


def _sha256(file: Path) -> str:
    from builder.shards import sha256_of

    return sha256_of(file)
