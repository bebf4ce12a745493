"""A repository on the Hub, as publishing needs it: patient, guarded, and plain about what failed.

Reading calls are asked again on 429, 5xx and broken connections. A commit is different: when its
answer is lost nobody knows whether it landed, so head is read again and its files are compared with
what was meant. The token comes from where huggingface_hub keeps it, and is in no message.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from builder.change import Change, FileHash, operations_of
from builder.remote_errors import (
    ConflictError,
    Patience,
    is_passing,
    line_of,
    reason_of,
    status_of,
)
from slovke.errors import InputError

T = TypeVar("T")
RepoType = Literal["dataset", "space"]
Say = Callable[[str], None]

_TREES_COMPARED = 20


@dataclass(frozen=True, slots=True)
class Landed:
    """A commit that is there, and the address of its pull request if it is one."""

    commit: str
    pull_request: str | None = None


class Remote:
    """One dataset or Space on the Hub."""

    def __init__(
        self,
        repo_id: str,
        repo_type: RepoType = "dataset",
        *,
        endpoint: str | None = None,
        token: str | None = None,
        patience: Patience | None = None,
        cache_dir: Path | None = None,
        say: Say = lambda line: None,
    ) -> None:
        """Open it; nothing is asked yet.

        Args:
            repo_id: `owner/name`.
            repo_type: dataset or space.
            endpoint: the Hub's address; None is huggingface_hub's own (`HF_ENDPOINT`).
            token: None is the one that huggingface_hub has stored.
            patience: how often to try.
            cache_dir: where files that are read are kept; None is huggingface_hub's cache.
            say: gets a line for each wait.

        Raises:
            InputError: the id is no `owner/name`.
        """
        from huggingface_hub import HfApi, get_token

        if repo_id.count("/") != 1 or not all(repo_id.split("/")):
            raise InputError(f"--repo {repo_id}: expected owner/name, as in NaiveNeuron/SlovKE")
        self.repo_id = repo_id
        self.repo_type = repo_type
        self._token = token or get_token()
        self._api = HfApi(endpoint=endpoint, token=self._token or False)
        self._patience = patience or Patience()
        self._cache_dir = cache_dir
        self._say = say

    @property
    def url(self) -> str:
        """Its page."""
        return f"{self._api.endpoint}/{self.repo_type}s/{self.repo_id}"

    def check_may_write(self) -> str:
        """Ask who the token belongs to, and whether it may write here.

        Returns:
            The user's name.

        Raises:
            InputError: no token, a wrong one, one that only reads, or another's namespace.
        """
        if self._token is None:
            raise InputError("no Hub token: run `hf auth login`, or set HF_TOKEN")
        who = self._ask("asking who the token belongs to", self._api.whoami)
        token = who.get("auth", {}).get("accessToken", {})
        if token.get("role") == "read" or not _may_write(token.get("fineGrained")):
            raise InputError(
                f"the token only reads (role {token.get('role')!r}): make one that may write, at "
                f"{self._api.endpoint}/settings/tokens"
            )
        owner = self.repo_id.partition("/")[0]
        orgs = [org["name"] for org in who.get("orgs", ())]
        if owner not in (who["name"], *orgs):
            raise InputError(
                f"--repo {self.repo_id}: the token's user {who['name']} is not a member of {owner}"
            )
        return str(who["name"])

    def head(self, revision: str = "main") -> str | None:
        """The commit of a revision; None if the repository is not there (or not for this token).

        Raises:
            InputError: no such revision, or the Hub can't be asked.
        """
        from huggingface_hub.errors import RepositoryNotFoundError, RevisionNotFoundError

        try:
            info = self._ask(
                f"reading {self.repo_id}",
                lambda: self._api.repo_info(
                    self.repo_id, repo_type=self.repo_type, revision=revision
                ),
                but=(RepositoryNotFoundError, RevisionNotFoundError),
            )
        except RevisionNotFoundError:
            raise InputError(f"{self.repo_id} has no revision {revision!r}") from None
        except RepositoryNotFoundError:
            return None
        return str(info.sha)

    def must_head(self) -> str:
        """The commit of main.

        Raises:
            InputError: there is no such repository.
        """
        head = self.head()
        if head is None:
            raise InputError(self.missing())
        return head

    def missing(self) -> str:
        """The line about a repository that is not there."""
        return f"{self.repo_id}: no such {self.repo_type} on the Hub, or the token can't see it"

    def is_private(self) -> bool:
        """Whether only its members see it."""
        info = self._ask(
            f"reading {self.repo_id}",
            lambda: self._api.repo_info(self.repo_id, repo_type=self.repo_type),
        )
        return bool(info.private)

    def create(self, *, private: bool, sdk: str | None = None) -> None:
        """Make the repository."""
        self._ask(
            f"making {self.repo_id}",
            lambda: self._api.create_repo(
                self.repo_id,
                repo_type=self.repo_type,
                private=private,
                space_sdk=sdk,
                exist_ok=True,
            ),
        )

    def files(self, revision: str) -> dict[str, FileHash]:
        """Every file of a revision with its hash."""

        def read() -> dict[str, FileHash]:
            found = {}
            for item in self._api.list_repo_tree(
                self.repo_id, recursive=True, revision=revision, repo_type=self.repo_type
            ):
                blob = getattr(item, "blob_id", None)
                if blob is not None:
                    large = getattr(item, "lfs", None)
                    sha256 = None if large is None else large["sha256"]
                    size = int(getattr(item, "size", 0))
                    # A large file's blob is its pointer, not its bytes.
                    found[item.path] = FileHash(size, sha256, None if sha256 else blob)
            return found

        return self._ask(f"listing the files of {self.repo_id}", read)

    def download(self, path: str, revision: str) -> Path | None:
        """A file of a commit, in the cache; None if the commit has none."""
        from huggingface_hub.errors import EntryNotFoundError, LocalEntryNotFoundError

        try:
            return Path(
                self._ask(
                    f"fetching {path} of {self.repo_id}",
                    lambda: self._api.hf_hub_download(
                        self.repo_id,
                        path,
                        repo_type=self.repo_type,
                        revision=revision,
                        cache_dir=self._cache_dir,
                    ),
                    but=(EntryNotFoundError,),
                )
            )
        except LocalEntryNotFoundError as error:
            raise self._line(f"fetching {path} of {self.repo_id}", error) from error
        except EntryNotFoundError:
            return None

    def read(self, path: str, revision: str) -> str | None:
        """A small file's text, or None."""
        file = self.download(path, revision)
        return None if file is None else file.read_text(encoding="utf-8")

    def history(self, revision: str = "main") -> list[tuple[str, str, str]]:
        """Commit, title and day of the commits, the newest first."""
        commits = self._ask(
            f"reading the history of {self.repo_id}",
            lambda: self._api.list_repo_commits(
                self.repo_id, repo_type=self.repo_type, revision=revision
            ),
        )
        return [(item.commit_id, item.title, f"{item.created_at:%Y-%m-%d}") for item in commits]

    def tagged(self, tag: str) -> str | None:
        """The commit that a tag leads to, or None."""
        refs = self._ask(
            f"reading the tags of {self.repo_id}",
            lambda: self._api.list_repo_refs(self.repo_id, repo_type=self.repo_type),
        )
        # An annotated tag is an object of its own, so its commit is asked for.
        return self.head(tag) if any(ref.name == tag for ref in refs.tags) else None

    def tag(self, tag: str, commit: str, message: str) -> None:
        """Put an annotated tag on a commit; the same tag there already is fine.

        Raises:
            InputError: the tag is on another commit.
        """
        self._ask(
            f"tagging {self.repo_id}",
            lambda: self._api.create_tag(
                self.repo_id,
                tag=tag,
                tag_message=message,
                revision=commit,
                repo_type=self.repo_type,
                exist_ok=True,
            ),
        )
        there = self.tagged(tag)
        if there != commit:
            raise InputError(
                f"{self.repo_id}: the tag {tag} is on commit {(there or 'none')[:8]}, not on "
                f"{commit[:8]}"
            )

    def commit(self, change: Change, *, parent: str, message: str, description: str = "") -> Landed:
        """One commit on main, if main is still at `parent`.

        Raises:
            ConflictError: it is not; nothing was changed.
            InputError: the Hub says no, or can't be reached.
        """
        return self._commit(
            change, parent, message, description, False, lambda: self._landed(parent, change)
        )

    def propose(
        self, change: Change, *, parent: str, message: str, description: str = ""
    ) -> Landed:
        """The same as a pull request.

        Raises:
            InputError: the Hub says no, or can't be reached.
        """
        return self._commit(
            change, parent, message, description, True, lambda: self.proposed(change)
        )

    def proposed(self, change: Change) -> Landed | None:
        """A pull request that has the change already."""
        refs = self._ask(
            f"reading the pull requests of {self.repo_id}",
            lambda: self._api.list_repo_refs(
                self.repo_id, repo_type=self.repo_type, include_pull_requests=True
            ),
        )
        for ref in (refs.pull_requests or [])[:_TREES_COMPARED]:
            if change.done_in(self.files(ref.target_commit)):
                number = ref.ref.rsplit("/", 1)[-1]
                return Landed(ref.target_commit, f"{self.url}/discussions/{number}")
        return None

    def _commit(
        self,
        change: Change,
        parent: str,
        message: str,
        description: str,
        pull_request: bool,
        landed: Callable[[], Landed | None],
    ) -> Landed:
        what = f"committing to {self.repo_id}"
        for attempt in range(self._patience.tries):
            try:
                info = self._api.create_commit(
                    self.repo_id,
                    list(operations_of(change)),
                    commit_message=message,
                    commit_description=description,
                    repo_type=self.repo_type,
                    parent_commit=parent,
                    create_pr=pull_request,
                )
            except Exception as error:
                stale = status_of(error) == 412
                if not stale and not is_passing(error):
                    raise self._line(what, error) from error
                if not stale:
                    self._pause(what, attempt, error)
                # An earlier answer may have been lost after the commit landed.
                found = landed()
                if found is not None:
                    return found
                if stale or (not pull_request and self.head() != parent):
                    raise ConflictError(self._moved(parent)) from error
                if attempt + 1 == self._patience.tries:
                    raise self._line(what, error) from error
            else:
                return Landed(info.oid, info.pr_url)
        raise AssertionError("unreachable")

    def _landed(self, parent: str, change: Change) -> Landed | None:
        """The first commit after `parent` that has the change."""
        since: list[str] = []
        for commit, _, _ in self.history():
            if commit == parent or len(since) == _TREES_COMPARED:
                break
            since.append(commit)
        for commit in reversed(since):
            if change.done_in(self.files(commit)):
                return Landed(commit)
        return None

    def _moved(self, parent: str) -> str:
        commit, title, _ = self.history()[0]
        return (
            f"main of {self.repo_id} moved from {parent[:8]} to {commit[:8]} ({title!r}) in the "
            "meantime, so nothing was changed; look at it, then run the same command again"
        )

    def _ask(self, what: str, call: Callable[[], T], but: tuple[type[Exception], ...] = ()) -> T:
        """Call, again while the trouble may pass; errors of the types `but` go through."""
        for attempt in range(self._patience.tries):
            try:
                return call()
            except but as error:
                if not is_passing(error) or attempt + 1 == self._patience.tries:
                    raise
                self._pause(what, attempt, error)
            except Exception as error:
                if not is_passing(error) or attempt + 1 == self._patience.tries:
                    raise self._line(what, error) from error
                self._pause(what, attempt, error)
        raise AssertionError("unreachable")

    def _line(self, what: str, error: Exception) -> Exception:
        from huggingface_hub.errors import RepositoryNotFoundError

        if isinstance(error, RepositoryNotFoundError):
            return InputError(self.missing())
        return line_of(what, error, self.repo_id, self._patience.tries, self._token)

    def _pause(self, what: str, attempt: int, error: Exception) -> None:
        if attempt + 1 < self._patience.tries:
            wait = self._patience.wait(attempt, error)
            self._say(f"{what}: {reason_of(error)}; trying again in {wait:.0f} s")
            time.sleep(wait)


def _may_write(rights: Mapping[str, Any] | None) -> bool:
    """Whether a fine-grained token may write anything; where it may is for the Hub to say."""
    if rights is None:
        return True
    scopes = rights.get("scoped") or ()
    return any("repo.write" in (scope.get("permissions") or ()) for scope in scopes)
