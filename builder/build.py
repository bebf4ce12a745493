"""From a cleaned folder to a build: the folder that is published as it stands.

A build holds the shards of each config, `assignment.csv` (id, split, since which release),
`build.json` (the description that checks and publishing go by) and the card. Nothing in it depends
on the time or the machine, so the same input gives the same bytes.

Why each document is where it is stands beside the build, not in it: "follows that one" tells who
wrote two theses.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from builder.markers import replacing
from builder.progress import Report
from builder.shards import Shard, chunks_by_content, write_split
from builder.split import SPLITS, Assignment, Member, SplitOptions, assign
from builder.withdrawn import handed_on, withdrawn_in
from slovke.errors import InputError
from slovke.record import CONFIGS, arrow_schema
from slovke.releases import BUILD_FILE, fetch_file, fetch_releases, version_key

if TYPE_CHECKING:
    import pyarrow as pa

ASSIGNMENT_FILE = "assignment.csv"
ASSIGNMENT_COLUMNS = ("id", "split", "since")
FOLDERS = {"default": "data", "keyphrases": "keyphrases", "extraction": "extraction"}
_BATCH = 2_000


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What to make of a cleaned folder.

    Attributes:
        version: three numbers; greater than the previous release's.
        license: an identifier of the Hub's list; the paper, section 9, says CC BY 4.0.
        configs: which configs to write; `default` is always among them.
        test45k: whether to declare the config `test45k`.
        split: how to draw the split.
        note: a line for the changelog.
    """

    version: str = "1.0.0"
    license: str = "cc-by-4.0"
    configs: tuple[str, ...] = ("default", "keyphrases", "extraction")
    test45k: bool = False
    split: SplitOptions = field(default_factory=SplitOptions)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What the cleaning left.

    Attributes:
        rows: the records by id, without the withdrawn ones.
        members: what ties them.
        funnel, options: what the cleaning says of itself.
        withdrawn: the theses that their source withdrew.
        left_out: how many kept records were among these.
    """

    rows: pa.Table
    members: tuple[Member, ...]
    funnel: Mapping[str, Any]
    options: Mapping[str, Any]
    withdrawn: frozenset[str] = frozenset()
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Previous:
    """What the release before decided, from its `assignment.csv` and `build.json`."""

    version: str
    split_of: Mapping[str, str]
    since: Mapping[str, str]
    shards: Mapping[str, int]
    changelog: Sequence[Mapping[str, Any]]
    withdrawn: frozenset[str]


@dataclass(frozen=True, slots=True)
class Build:
    """A finished build: its description and its split."""

    root: Path
    description: Mapping[str, Any]
    assignment: Assignment


def assignment_review(build: Path) -> Path:
    """Where `split` leaves the assignment with its reasons, beside the build."""
    return build.with_name(f"{build.name}.assignment.csv")


def read_cleaned(folder: Path, withdrawn: Iterable[str] = ()) -> Cleaned:
    """Read the output folder of `clean`; what the source withdrew is left out.

    Args:
        folder: the folder.
        withdrawn: ids beside those in the folder's `withdrawn.json`.

    Raises:
        InputError: no cleaned folder, another schema, ids that occur twice or lack their private
            row.
    """
    rows = _read_parts(folder / "kept", arrow_schema())
    private = _read_parts(folder / "private", None).select(["id", "group", "person"])
    gone = frozenset([*handed_on(folder), *withdrawn])
    kept = rows.num_rows
    if gone:
        import pyarrow as pa
        import pyarrow.compute as pc

        rows = rows.filter(pc.invert(pc.is_in(rows.column("id"), pa.array(sorted(gone)))))
    rows = rows.sort_by("id")
    ids = rows.column("id").to_pylist()
    ties = {row["id"]: row for row in private.to_pylist()}
    missing = [id_ for id_ in ids if id_ not in ties]
    if missing:
        raise InputError(
            f"{folder}: {len(missing)} kept records have no row in private/, the first is "
            f"{missing[0]!r}; clean again"
        )
    members = tuple(Member(id_, ties[id_]["group"], ties[id_]["person"]) for id_ in ids)
    return Cleaned(
        rows,
        members,
        _read_json(folder / "funnel.json"),
        _read_json(folder / "options.json"),
        gone,
        kept - rows.num_rows,
    )


def read_previous(release: str | Path) -> Previous:
    """Read a published build, so that its documents keep their split, shard and place.

    Args:
        release: the folder of the build, or "owner/name" or "owner/name@1.0.0" on the Hub.

    Raises:
        InputError: no build there, or the Hub can't be reached.
    """
    description_file, assignment_file = _previous_files(release)
    description = _read_json(description_file)
    split_of, since = {}, {}
    try:
        with assignment_file.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                split_of[row["id"]] = row["split"]
                since[row["id"]] = row["since"]
        shards = {
            f"{config}/{split}": len(part["files"])
            for config, parts in description["splits"].items()
            for split, part in parts.items()
        }
        changelog = description["changelog"]
        version = description["version"]
    except FileNotFoundError:
        raise InputError(f"{release}: no {ASSIGNMENT_FILE} in it, so not a build") from None
    except (KeyError, TypeError) as error:
        raise InputError(f"{release}: not a whole build ({error} is missing)") from None
    unknown = sorted(set(split_of.values()) - set(SPLITS))
    if unknown:
        raise InputError(f"{assignment_file}: unknown split {unknown[0]!r}")
    return Previous(version, split_of, since, shards, changelog, withdrawn_in(description))


def _previous_files(release: str | Path) -> tuple[Path, Path]:
    """Where `build.json` and `assignment.csv` of a release are, fetched if need be."""
    if Path(release).is_dir():
        return Path(release) / BUILD_FILE, Path(release) / ASSIGNMENT_FILE
    repo_id, _, version = str(release).partition("@")
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repo_id):
        raise InputError(f"{release}: no such folder, and not a Hub repository (owner/name@1.0.0)")
    chosen = fetch_releases(repo_id).choose(version or None)
    description, assignment = (
        fetch_file(repo_id, name, chosen.commit) for name in (BUILD_FILE, ASSIGNMENT_FILE)
    )
    return description, assignment


def write_build(
    cleaned: Cleaned,
    out: Path,
    options: BuildOptions,
    previous: Previous | None = None,
    tick: Report = lambda what, records: None,
) -> Build:
    """Split the records, write the shards, the assignment, the description and the card.

    The folder appears under its name when it is complete; an older build there is replaced. The
    assignment with its reasons is written beside it.

    Raises:
        InputError: wrong options, sizes that can't be met, or `out` holds something else.
    """
    _check_options(options, previous)
    _check_place(out)
    assignment = assign(
        cleaned.members, options.split, previous.split_of if previous is not None else None
    )
    since = {
        row.id: previous.since.get(row.id, options.version) if previous else options.version
        for row in assignment.rows
    }
    partial = out.with_name(f".{out.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    try:
        parts, shards = _write_configs(cleaned, partial, options, assignment, since, previous, tick)
        description = _describe(cleaned, options, assignment, parts, shards, since, previous)
        reasons = _write_assignments(partial / ASSIGNMENT_FILE, assignment, since)
        text = json.dumps(description, ensure_ascii=False, indent=1)
        (partial / BUILD_FILE).write_text(text + "\n", encoding="utf-8")
        from builder.card import write_card

        write_card(partial)
        if out.exists():
            shutil.rmtree(out)
        partial.rename(out)
        with replacing(assignment_review(out)) as review:
            review.write_text(reasons, encoding="utf-8")
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return Build(out, description, assignment)


def _write_configs(
    cleaned: Cleaned,
    root: Path,
    options: BuildOptions,
    assignment: Assignment,
    since: Mapping[str, str],
    previous: Previous | None,
    tick: Report,
) -> tuple[dict[str, dict[str, Any]], list[Shard]]:
    import pyarrow as pa

    from builder.card_figures import statistics_of

    ordered = sorted(set(since.values()), key=version_key)
    generations = {id_: ordered.index(version) for id_, version in since.items()}
    split_of = assignment.split_of()
    splits = [split_of[id_] for id_ in cleaned.rows.column("id").to_pylist()]
    parts: dict[str, dict[str, Any]] = {}
    shards: list[Shard] = []
    statistics: dict[str, Any] = {}
    extraction: dict[str, pa.Table] = {}
    for split in SPLITS:
        rows = cleaned.rows.filter(pa.array([name == split for name in splits]))
        if "extraction" in options.configs:
            extraction[split] = pa.Table.from_batches(
                _extraction(rows, lambda count: tick("tagging", count)), arrow_schema("extraction")
            )
        statistics[split] = statistics_of(rows, extraction.get(split))
        for config in options.configs:
            table = {
                "default": rows,
                "keyphrases": rows.select(["id", "keyphrases"]),
                "extraction": extraction.get(split),
            }[config]
            written = write_split(
                table,
                root,
                FOLDERS[config],
                split,
                generations=generations,
                at_least=previous.shards.get(f"{config}/{split}", 0) if previous else 0,
            )
            shards.extend(written.shards)
            parts.setdefault(config, {})[split] = {
                "num_examples": written.num_examples,
                "num_bytes": written.num_bytes,
                "files": [shard.path for shard in written.shards],
            }
            tick("writing", rows.num_rows)
    if options.test45k:
        parts["test45k"] = {"test": _test45k(parts["default"])}
    return {"splits": parts, "statistics": statistics}, shards


def _test45k(default: Mapping[str, Any]) -> dict[str, Any]:
    """The paper's preliminary test split, of the files that are there already.

    Section 4.3 calls it "a larger 20% test split", whose documents "were not added back to the
    training set". The published splits take all 227,432 documents, so it can only be validation
    and test together: 22,343 + 22,344 = 44,687, the "45K" of its name.
    """
    both = [default["validation"], default["test"]]
    return {
        "num_examples": sum(part["num_examples"] for part in both),
        "num_bytes": sum(part["num_bytes"] for part in both),
        "files": [path for part in both for path in part["files"]],
    }


def _extraction(rows: pa.Table, tick: Callable[[int], None]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    from builder.extraction import Tagger

    tagger = Tagger()
    schema = arrow_schema("extraction")
    for batch in rows.select(["id", "abstract", "keyphrases"]).to_batches(_BATCH):
        columns = batch.to_pydict()
        tagged = tagger.tag_all(columns["abstract"], columns["keyphrases"])
        values = [
            columns["id"],
            [item.document for item in tagged],
            [item.tags for item in tagged],
            [item.extractive for item in tagged],
            [item.abstractive for item in tagged],
        ]
        arrays = [
            pa.array(value, type=kind) for value, kind in zip(values, schema.types, strict=True)
        ]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)
        tick(batch.num_rows)


def _describe(
    cleaned: Cleaned,
    options: BuildOptions,
    assignment: Assignment,
    parts: Mapping[str, Any],
    shards: Sequence[Shard],
    since: Mapping[str, str],
    previous: Previous | None,
) -> dict[str, Any]:
    """The content of `build.json`."""
    import pyarrow as pa

    sizes = assignment.sizes()
    kept = 0 if previous is None else sum(1 for id_ in since if id_ in previous.split_of)
    withdrawn = cleaned.withdrawn & (previous.split_of.keys() if previous else set())
    before = previous.withdrawn if previous else frozenset()
    entry = {
        "version": options.version,
        "documents": len(since),
        "splits": sizes,
        "added": len(since) - kept,
        "removed": assignment.removed,
        "withdrawn": len(withdrawn),
        "note": options.note,
    }
    return {
        "name": "SlovKE",
        "version": options.version,
        "license": options.license,
        "options": str(cleaned.options.get("fingerprint", "")),
        "clean": cleaned.options,
        "split": {
            **asdict(options.split),
            "previous": None if previous is None else previous.version,
            "sizes_got": sizes,
            "largest_component": assignment.largest,
        },
        "leakage": assignment.leakage,
        "splits": parts["splits"],
        "files": {
            shard.path: {"sha256": shard.sha256, "size": shard.size, "rows": shard.rows}
            for shard in sorted(shards, key=lambda shard: shard.path)
        },
        "statistics": parts["statistics"],
        "funnel": cleaned.funnel,
        "left_out": cleaned.left_out,
        "withdrawn": sorted((before | withdrawn) - since.keys()),
        "changelog": [*(previous.changelog if previous else ()), entry],
        "writer": {"pyarrow": pa.__version__, "content_defined_chunking": chunks_by_content()},
    }


def _write_assignments(path: Path, assignment: Assignment, since: Mapping[str, str]) -> str:
    """Write what is published of the assignment; gives the text with the reasons."""
    rows = assignment.rows
    path.write_text(
        _csv(ASSIGNMENT_COLUMNS, ((row.id, row.split, since[row.id]) for row in rows)),
        encoding="utf-8",
    )
    return _csv(
        (*ASSIGNMENT_COLUMNS, "why"), ((row.id, row.split, since[row.id], row.why) for row in rows)
    )


def _csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def _check_options(options: BuildOptions, previous: Previous | None) -> None:
    key = version_key(options.version)
    if previous is not None and key <= version_key(previous.version):
        raise InputError(
            f"--version {options.version}: must be greater than {previous.version}, the version of "
            "the previous release"
        )
    unknown = [name for name in options.configs if name not in FOLDERS]
    if unknown:
        hint = "; test45k is asked for with --test45k" if unknown[0] in CONFIGS else ""
        raise InputError(f"--configs: unknown {unknown[0]!r}; known: {', '.join(FOLDERS)}{hint}")
    if "default" not in options.configs:
        raise InputError("--configs: 'default' must be among them")


def _check_place(out: Path) -> None:
    """Only a build may be overwritten."""
    if out.exists() and not (out / BUILD_FILE).is_file() and any(out.iterdir()):
        raise InputError(f"{out}: holds something that is not a build; name another folder")


def _read_parts(folder: Path, schema: pa.Schema | None) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    files = sorted(folder.glob("part-*.parquet"))
    if not files:
        raise InputError(
            f"{folder}: no part-*.parquet in it; give the output folder of `builder clean`"
        )
    tables = []
    for file in files:
        try:
            table = pq.read_table(file)
        except pa.ArrowInvalid as error:
            raise InputError(f"{file}: not a Parquet file ({error})") from None
        if schema is not None and not table.schema.equals(schema):
            raise InputError(
                f"{file}: another schema than the record's: {_difference(table, schema)}"
            )
        tables.append(table)
    return pa.concat_tables(tables)


def _difference(table: pa.Table, schema: pa.Schema) -> str:
    """The first field that differs."""
    for field_ in schema:
        if field_.name not in table.schema.names:
            return f"no column {field_.name!r}"
        if not table.schema.field(field_.name).equals(field_):
            return f"{field_.name!r} is {table.schema.field(field_.name).type}, not {field_.type}"
    return "more columns, or another order"


def _read_json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except ValueError as error:
        raise InputError(f"{path}: not JSON ({error})") from None
    if not isinstance(value, dict):
        raise InputError(f"{path}: not a JSON object")
    return value
