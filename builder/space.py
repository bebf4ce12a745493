"""A folder published to a Hub Space: one guarded commit, like a dataset's, and a tag if wanted.

Paths that were published before and are gone now are deleted in the same commit; `.published.json`
lists them. Everything else in the Space is foreign and stays.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.change import Change, FileHash
from builder.remote import Remote, Say
from slovke.errors import InputError

LIST_FILE = ".published.json"
CARD_FILE = "README.md"


@dataclass(frozen=True, slots=True)
class SpaceFiles:
    """What to put into a Space.

    Attributes:
        files: path to the local file, or to its bytes.
        sdk: `static` for pages, `gradio` for an app.
        title: the commit's title.
        tag: a tag to put on the commit; None for none.
    """

    files: Mapping[str, Path | bytes]
    sdk: str
    title: str
    tag: str | None = None


def publish_space(
    remote: Remote, space: SpaceFiles, *, private: bool = False, dry_run: bool = False, say: Say
) -> str | None:
    """Bring a Space to hold these files.

    Args:
        remote: the Space; it is made if it is not there.
        space: the files.
        private: make it as a private one.
        dry_run: only say what would change.
        say: gets a line for each step.

    Returns:
        The commit that holds the files; None after a dry run.

    Raises:
        InputError: the Hub says no, the tag is on other files, or someone else was faster.
    """
    remote.check_may_write()
    if LIST_FILE in space.files:
        raise InputError(f"{LIST_FILE}: a name that publishing keeps for itself")
    listed = json.dumps(sorted(space.files), indent=1) + "\n"
    wanted = {**space.files, LIST_FILE: listed.encode()}
    hashes = {path: FileHash.of(source) for path, source in wanted.items()}
    head = remote.head()
    there = {} if head is None else remote.files(head)
    stale = _before(remote, head, there) & there.keys() - hashes.keys()
    changed = {path: wanted[path] for path in wanted if not hashes[path].same(there.get(path))}
    change = Change(changed, deletions=sorted(stale), expected=hashes)
    size = sum(hashes[path].size for path in changed)
    say(f"{len(changed)} files to send ({size:,} bytes), {len(stale)} to delete")
    tagged = None if head is None or space.tag is None else remote.tagged(space.tag)
    if tagged is not None and not change.done_in(remote.files(tagged)):
        raise InputError(
            f"{remote.repo_id}: the tag {space.tag} is on other files (commit {tagged[:8]}); what "
            "is published under a version stays: raise the version"
        )
    if dry_run:
        return None
    if head is None:
        remote.create(private=private, sdk=space.sdk)
        say(f"made {'private' if private else 'public'} Space {remote.repo_id} ({space.sdk})")
        head = remote.must_head()
    commit = head
    if not change.empty:
        commit = remote.commit(change, parent=head, message=space.title).commit
        say(f"committed: {commit[:8]}")
    if space.tag is not None and tagged is None:
        remote.tag(space.tag, commit, space.title)
        say(f"tagged {space.tag}")
    say(f"published {remote.url}")
    return commit


def publish_site(
    remote: Remote, site: Path, *, private: bool = False, dry_run: bool = False, say: Say
) -> str | None:
    """Put a folder of static pages into a Space.

    Raises:
        InputError: the folder has no `index.html`, or as `publish_space`.
    """
    if not (site / "index.html").is_file():
        raise InputError(f"{site}: no index.html in it; `slovke leaderboard build` writes one")
    files: dict[str, Path | bytes] = {
        path.relative_to(site).as_posix(): path
        for path in sorted(site.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
    name = remote.repo_id.partition("/")[2]
    card = site / CARD_FILE
    text = card.read_text(encoding="utf-8") if card.is_file() else "The SlovKE leaderboard.\n"
    fields = {"title": name, "sdk": "static", "app_file": "index.html"}
    files[CARD_FILE] = with_fields(text, fields).encode()
    return publish_space(
        remote,
        SpaceFiles(files, "static", f"Publish {name}"),
        private=private,
        dry_run=dry_run,
        say=say,
    )


def split_card(text: str) -> tuple[dict[str, Any], str]:
    """The fields between a card's two lines of dashes, and the text behind them.

    Raises:
        InputError: the YAML is none.
    """
    import yaml

    match = re.match(r"---\n(.*?)\n---\n", text, flags=re.DOTALL)
    if match is None:
        return {}, text
    try:
        fields = yaml.safe_load(match[1]) or {}
    except yaml.YAMLError as error:
        raise InputError(f"{CARD_FILE}: its YAML can't be read ({error})") from None
    if not isinstance(fields, dict):
        raise InputError(f"{CARD_FILE}: its YAML is no list of fields")
    return fields, text[match.end() :]


def with_fields(text: str, fields: Mapping[str, Any]) -> str:
    """A card with these YAML fields put in or written over."""
    import yaml

    before, body = split_card(text)
    front = yaml.safe_dump({**before, **fields}, sort_keys=False, allow_unicode=True)
    return f"---\n{front}---\n\n{body.lstrip()}"


def _before(remote: Remote, head: str | None, there: Mapping[str, FileHash]) -> set[str]:
    """What an earlier publication put there."""
    text = remote.read(LIST_FILE, head) if head is not None and LIST_FILE in there else None
    if text is None:
        return set()
    try:
        return {str(path) for path in json.loads(text)}
    except (ValueError, TypeError):
        raise InputError(f"{remote.repo_id}/{LIST_FILE}: damaged; delete it on the Hub") from None
