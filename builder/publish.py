"""Publishing a build: one guarded commit, an annotated tag on it, then its entry in releases.json.

The entry names the commit, so it can only come in a second commit. Every state between is found
again by looking: is the version listed, is there a tag, has main the build's files. So the same
command after a kill, a lost answer or a merged pull request does what is left, and twice is once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from builder.change import Change
from builder.checks import CheckedBuild, check_build
from builder.diff import summary
from builder.manifest import Manifest, check_version
from builder.plan import Plan, PublishOptions, make_plan, read_manifest
from builder.remote import Landed, Remote, Say
from builder.remote_errors import ConflictError
from slovke.errors import InputError
from slovke.releases import RELEASES_FILE, Release

_LISTING_TRIES = 5


@dataclass(frozen=True, slots=True)
class Published:
    """What is on the Hub now: the release's commit, or the pull request that proposes it."""

    version: str
    commit: str
    pull_request: str | None = None


def check_remote_side(remote: Remote, build: CheckedBuild, options: PublishOptions) -> None:
    """What must hold of token, repository and version, before the slow checks.

    Raises:
        InputError: one of them does not.
    """
    if options.version != build.release.version:
        raise InputError(
            f"--version {options.version}: {build.root} is version {build.release.version}; split "
            "with the version that is to be published"
        )
    remote.check_may_write()
    head = remote.head()
    if head is None:
        if not (options.create or options.private):
            raise InputError(f"{remote.missing()}; --create makes it")
        return
    if options.private and not remote.is_private():
        raise InputError(f"{remote.repo_id} is public already; --private is for a new one")
    manifest = read_manifest(remote, head)
    if not _same_release(manifest, build.release):
        check_version(options.version, manifest)


def publish(
    remote: Remote,
    build: CheckedBuild,
    options: PublishOptions,
    persons: Mapping[str, Sequence[str]],
    allowed: Collection[str],
    *,
    dry_run: bool = False,
    say: Say,
    show: Callable[[Plan], None] = lambda plan: None,
) -> Published | None:
    """Check everything, then publish.

    Args:
        remote: the dataset repository.
        build: what to publish.
        options: how.
        persons: names that must not be in a record, by its id.
        allowed: ids of records in which a name was looked at by a person and may stay.
        dry_run: only show the plan.
        say: gets a line for each step.
        show: gets the plan.

    Returns:
        What was published; None after a dry run.

    Raises:
        InputError: a check failed, or as `send`.
    """
    check_remote_side(remote, build, options)
    check_build(build, persons, allowed, say)
    plan = make_plan(remote, build, options)
    show(plan)
    return None if dry_run else send(remote, build, options, plan, say)


def send(
    remote: Remote, build: CheckedBuild, options: PublishOptions, plan: Plan, say: Say
) -> Published:
    """Do what a plan says, or what an earlier run left of it.

    Raises:
        InputError: the Hub says no, or someone else published at the same time.
    """
    version, release = options.version, build.release
    listed = plan.manifest.get(version)
    if listed is not None:
        _finish_tag(remote, version, str(listed.commit), say)
        if not plan.change.empty:
            paths = sorted([*plan.change.additions, *plan.change.deletions])
            raise InputError(
                f"{remote.repo_id} {version} is published already, and main differs from this "
                f"build in {len(paths)} files ({paths[0]}): publish a greater version, or "
                "`rollback` to this one"
            )
        say(f"{remote.repo_id} {version} is published already: commit {str(listed.commit)[:8]}")
        return Published(version, str(listed.commit))
    head = plan.head
    if head is None:
        remote.create(private=options.private)
        say(f"made {'private' if options.private else 'public'} dataset {remote.repo_id}")
        head = remote.must_head()
    landed = _find_landed(remote, version, plan.change)
    if landed is None and options.create_pr:
        return _propose(remote, version, plan, head, say)
    if landed is None:
        landed = remote.commit(
            plan.change,
            parent=head,
            message=_title(version),
            description=_description(release, plan),
        )
        say(f"committed {len(plan.change.additions)} files: {landed.commit[:8]}")
    else:
        say(f"the files of {version} are there already: commit {landed.commit[:8]}")
    _finish_tag(remote, version, landed.commit, say)
    _list(remote, release, landed.commit, build.files, plan.withdrawn)
    say(f"published {remote.repo_id} {version}: {remote.url}/tree/v{version}")
    return Published(version, landed.commit)


def _same_release(manifest: Manifest, release: Release) -> bool:
    """Whether this very release is listed, which is no error: the command is run again."""
    listed = manifest.get(release.version)
    return listed is not None and listed.files == release.files


def _title(version: str) -> str:
    return f"SlovKE {version}"


def _description(release: Release, plan: Plan) -> str:
    sizes = ", ".join(
        f"{split} {part.num_examples:,}" for split, part in release.config("default").items()
    )
    lines = [f"Documents: {sizes}.", f"Against {_last(plan)}: {summary(plan.rows)}."]
    if release.options:
        lines.append(f"Options: {release.options}.")
    return "\n".join(lines)


def _last(plan: Plan) -> str:
    return "nothing" if plan.last is None else plan.last.release.version


def _find_landed(remote: Remote, version: str, change: Change) -> Landed | None:
    """The commit of an earlier run, or of its merged pull request: tagged, or main's head.

    Raises:
        InputError: the tag is there, with other files.
    """
    tagged = remote.tagged(f"v{version}")
    if tagged is not None:
        if not change.done_in(remote.files(tagged)):
            raise InputError(
                f"{remote.repo_id} has a tag v{version} with other files, on commit {tagged[:8]}; "
                "publish another version"
            )
        return Landed(tagged)
    for commit, title, _ in remote.history()[:50]:
        if title.startswith(_title(version)) and change.done_in(remote.files(commit)):
            return Landed(commit)
    return Landed(remote.must_head()) if change.empty else None


def _propose(remote: Remote, version: str, plan: Plan, head: str, say: Say) -> Published:
    landed = remote.proposed(plan.change) or remote.propose(
        plan.change,
        parent=head,
        message=_title(version),
        description="Merge it, then run the same command without --create-pr: it tags and lists "
        "the release.",
    )
    say(f"proposed {remote.repo_id} {version}: {landed.pull_request}")
    say("when it is merged, the same command without --create-pr tags and lists it")
    return Published(version, landed.commit, landed.pull_request)


def _finish_tag(remote: Remote, version: str, commit: str, say: Say) -> None:
    tag = f"v{version}"
    if remote.tagged(tag) == commit:
        return
    remote.tag(tag, commit, _title(version))
    say(f"tagged {tag}")


def _list(
    remote: Remote, release: Release, commit: str, owned: Iterable[str], withdrawn: int
) -> None:
    """Put the release into the list; who moves main in between does no harm."""
    paths = sorted(owned)
    day = next(day for oid, _, day in remote.history(commit) if oid == commit)
    entry = Release(release.version, release.files, release.splits, release.options, commit, day)
    for attempt in range(_LISTING_TRIES):
        head = remote.must_head()
        manifest = read_manifest(remote, head)
        if manifest.get(release.version) is not None:
            return
        text = manifest.added(entry, paths, withdrawn).to_bytes()
        try:
            remote.commit(
                Change({RELEASES_FILE: text}),
                parent=head,
                message=f"List the release {release.version}",
            )
        except ConflictError:
            if attempt + 1 == _LISTING_TRIES:
                raise
        else:
            return
