"""What publishing a build would do to a repository: files to send, to delete, to leave alone.

Ours is what a release put there (it is in `releases.json`), or what a publication that was cut
short left (it is in the `build.json` on main). Everything else is foreign and stays.
"""

from __future__ import annotations

import fnmatch
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from builder.build import ASSIGNMENT_FILE
from builder.change import Change, FileHash
from builder.checks import CheckedBuild
from builder.diff import Edition, RowChange, compare_rows
from builder.manifest import Manifest
from builder.remote import Remote
from builder.withdrawn import check_gone
from slovke.errors import InputError
from slovke.releases import BUILD_FILE, RELEASES_FILE, Release

if TYPE_CHECKING:
    from rich.table import Table

# What would change or break the loading of a repository that holds nothing but Parquet and a card.
_HARMFUL: Mapping[str, str] = {
    ".huggingface.yaml": "overrides the card's YAML",
    "dataset_infos.json": "is read beside the card's YAML",
}


@dataclass(frozen=True, slots=True)
class PublishOptions:
    """What to do with a checked build.

    Attributes:
        version: must be the build's.
        create: make the repository if it is not there.
        private: make it private.
        create_pr: propose the commit as a pull request instead of committing to main.
        take_over: delete files that no release lists, where they would be loaded with ours.
        withdrawn: ids that the source withdrew, from `collect`; none may be in the build.
    """

    version: str
    create: bool = False
    private: bool = False
    create_pr: bool = False
    take_over: bool = False
    withdrawn: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What publishing would do, and what it was computed from.

    Attributes:
        head: the commit of main that everything was read at; None without a repository.
        last: the release that main has now; None before the first.
        change: the commit to make; empty if main has the build already.
        sent: bytes of the files that main does not have.
        rows: the documents that differ from `last`.
    """

    head: str | None
    last: Edition | None
    change: Change
    sent: int
    rows: Sequence[RowChange]
    manifest: Manifest = field(repr=False)

    @property
    def withdrawn(self) -> int:
        """How many documents of `last` are gone because their source withdrew them."""
        return sum(row.withdrawn for row in self.rows)


def read_manifest(remote: Remote, commit: str) -> Manifest:
    """The releases that a commit lists."""
    where = f"{remote.repo_id}/{RELEASES_FILE}"
    return Manifest.parse(remote.read(RELEASES_FILE, commit), remote.repo_id, where)


def make_plan(remote: Remote, build: CheckedBuild, options: PublishOptions) -> Plan:
    """Compare the build with what main has.

    Raises:
        InputError: main holds foreign files that would be loaded with the build's, or a withdrawn
            document is still in the build.
    """
    check_gone(options.withdrawn, build.files[ASSIGNMENT_FILE])
    head = remote.head()
    there = {} if head is None else remote.files(head)
    manifest = (
        Manifest.parse(None, remote.repo_id, "") if head is None else read_manifest(remote, head)
    )
    last = None if manifest.current is None else edition(remote, manifest.current)
    hashes = {path: FileHash.of(file) for path, file in build.files.items()}
    owned = set() if head is None else _owned(remote, head, manifest, there)
    foreign = there.keys() - owned - hashes.keys()
    in_the_way = sorted(_in_the_way(foreign, build, remote.repo_id))
    if in_the_way and not options.take_over:
        path, why = in_the_way[0]
        raise InputError(
            f"{remote.repo_id} has {len(in_the_way)} files of others in the way: {path} {why}; "
            "delete them, or let --take-over do it"
        )
    stale = (owned | {path for path, _ in in_the_way}) & there.keys() - hashes.keys()
    additions = {
        path: file for path, file in build.files.items() if not hashes[path].same(there.get(path))
    }
    return Plan(
        head=head,
        last=last,
        change=Change(additions, deletions=sorted(stale), expected=hashes),
        sent=sum(hashes[path].size for path in additions),
        rows=compare_rows(last, local_edition(build.root, build.release)),
        manifest=manifest,
    )


def edition(remote: Remote, release: Release) -> Edition:
    """A release whose files are fetched when they are opened."""
    commit = str(release.commit)

    def open_(path: str) -> Path:
        file = remote.download(path, commit)
        if file is None:
            raise InputError(f"{remote.repo_id} {release.version}: its commit has no {path}")
        return file

    return Edition(f"{remote.repo_id} {release.version}", release, open_)


def local_edition(root: Path, release: Release) -> Edition:
    """A build in a folder."""
    return Edition(f"{root} ({release.version})", release, lambda path: root / path)


def plan_table(plan: Plan) -> Table:
    """The files that a plan sends, deletes and leaves."""
    from rich.table import Table

    table = Table(show_header=False)
    table.add_row("files to send", f"{len(plan.change.additions):,}")
    table.add_row("bytes to send", f"{plan.sent:,} (Xet sends less: it knows the parts it has)")
    table.add_row("files to delete", f"{len(plan.change.deletions):,}")
    return table


def _owned(
    remote: Remote, head: str, manifest: Manifest, there: Mapping[str, FileHash]
) -> set[str]:
    """What main has of ours: what any release put there, or a publication that was cut short."""
    owned = {path for version in manifest.releases.releases for path in manifest.owned(version)}
    text = remote.read(BUILD_FILE, head) if BUILD_FILE in there else None
    return owned if text is None else owned | _described(text)


def _described(build_json: str) -> set[str]:
    """The files of a build by its description; none if it is another project's `build.json`."""
    try:
        value = json.loads(build_json)
        ours = value["name"] == "SlovKE"
        return {*value["files"], BUILD_FILE, ASSIGNMENT_FILE} if ours else set()
    except (ValueError, KeyError, TypeError):
        return set()


def _in_the_way(
    foreign: Iterable[str], build: CheckedBuild, repo_id: str
) -> Iterable[tuple[str, str]]:
    """Foreign files that change what `load_dataset` gives."""
    script = f"{repo_id.rpartition('/')[2]}.py"
    folders = {path.rpartition("/")[0] for path in build.release.files}
    patterns = [f"{folder}/*-*.parquet" for folder in folders] + [f"{f}/*-*" for f in folders]
    for path in foreign:
        if path == script:
            yield path, "makes datasets 4 and later refuse the repository"
        elif path in _HARMFUL:
            yield path, _HARMFUL[path]
        elif any(fnmatch.fnmatch(path, pattern) for pattern in patterns):
            yield path, "would be loaded with the build's"
