"""Main back to the content of an earlier release, as a new commit: no history is rewritten."""

from __future__ import annotations

import csv
import json

from builder.build import ASSIGNMENT_FILE
from builder.change import Change
from builder.manifest import Manifest
from builder.plan import read_manifest
from builder.remote import Remote, Say
from builder.withdrawn import withdrawn_in
from slovke.errors import InputError
from slovke.releases import BUILD_FILE, RELEASES_FILE, Release


def rollback(remote: Remote, version: str, say: Say) -> str:
    """Put a release's files back on main; what no release put there stays as it is.

    The later releases stay listed and tagged; only `current` in `releases.json` changes, in the
    same commit. Large files are copied on the Hub, so nothing of them is sent.

    Returns:
        The new commit, or main's if it has that content already.

    Raises:
        InputError: no such release, the Hub says no, or main moved in between.
    """
    remote.check_may_write()
    head = remote.must_head()
    manifest = read_manifest(remote, head)
    release = manifest.releases.choose(version)
    commit = str(release.commit)
    there, then = remote.files(head), remote.files(commit)
    wanted = {path: then[path] for path in manifest.owned(release.version) if path in then}
    lost = release.files.keys() - wanted.keys()
    if lost:
        raise InputError(f"{remote.repo_id} {release.version}: its commit has no {min(lost)}")
    ours = {path for name in manifest.releases.releases for path in manifest.owned(name)}
    changed = [path for path, hash_ in wanted.items() if not hash_.same(there.get(path))]
    stale = sorted(ours & there.keys() - wanted.keys())
    current = manifest.current
    if not changed and not stale and current == release:
        say(f"main of {remote.repo_id} has the content of {release.version} already")
        return head
    back = _withdrawn_since(remote, manifest, release)
    if back:
        say(
            f"{back} theses that the source withdrew since come back with it: publish a revision "
            "without them soon"
        )
    text = manifest.rolled_back(release.version).to_bytes()
    landed = remote.commit(
        Change(
            additions={RELEASES_FILE: text},
            copies=dict.fromkeys(changed, commit),
            deletions=stale,
            expected=wanted,
        ),
        parent=head,
        message=f"Back to {release.version}",
        description=f"The content of v{release.version} ({commit}), without sending it again.",
    )
    say(
        f"main of {remote.repo_id} has the content of {release.version} again: commit "
        f"{landed.commit[:8]}; {len(changed)} files put back, {len(stale)} removed"
    )
    return landed.commit


def _withdrawn_since(remote: Remote, manifest: Manifest, release: Release) -> int:
    """How many documents of a release the newest one lists as withdrawn."""
    newest = manifest.releases.releases[manifest.newest or release.version]
    text = remote.read(BUILD_FILE, str(newest.commit))
    assignment = remote.read(ASSIGNMENT_FILE, str(release.commit))
    if text is None or assignment is None:
        return 0
    withdrawn = withdrawn_in(json.loads(text))
    return sum(row["id"] in withdrawn for row in csv.DictReader(assignment.splitlines()))
