"""What the Hub's clients raise, sorted: will it pass, what to wait, and one line that says it.

The clients (huggingface_hub, httpx or requests under it, hf_xet) raise a dozen unrelated types, an
upload's own error wrapped in others. Only the status and the kind of the innermost one count here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from slovke.errors import InputError

_PASSING = frozenset({408, 429, 500, 502, 503, 504})
_NETWORK_MODULES = frozenset({"httpx", "httpx2", "httpcore", "httpcore2", "requests", "urllib3"})


class ConflictError(InputError):
    """The branch moved while we were at work."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is tried, and how long is waited between (seconds, doubling)."""

    tries: int = 6
    first_wait: float = 1.0
    longest_wait: float = 60.0

    def wait(self, attempt: int, error: Exception) -> float:
        """Seconds before the next try; what the Hub asks for counts, within bounds."""
        asked = _retry_after(error)
        own = self.first_wait * 2**attempt
        return float(min(max(asked, own), self.longest_wait))


def line_of(what: str, error: Exception, repo_id: str, tries: int, token: str | None) -> Exception:
    """The error as one line without the token; a bug of ours stays what it is."""
    from huggingface_hub.errors import HFValidationError

    status = status_of(error)
    if status == 401:
        return InputError(
            "the Hub refused the token (401): run `hf auth login`, or set HF_TOKEN to a valid one"
        )
    if status == 403:
        return InputError(
            f"{what}: the Hub says that the token may not (403): it needs the right to write to "
            f"{repo_id}"
        )
    if is_passing(error):
        return InputError(
            f"{what}: {reason_of(error)}, {tries} times; nothing is lost, the same command goes on"
        )
    if status is None and not isinstance(error, HFValidationError | ValueError | RuntimeError):
        return error
    lines = [line for link in _chain(error) for line in str(link).splitlines()[:1] if line.strip()]
    first = ": ".join(dict.fromkeys(lines)) or repr(error)
    return InputError(f"{what}: {first if token is None else first.replace(token, '***')}")


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what caused it: an upload's own is wrapped in others."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__


def status_of(error: Exception) -> int | None:
    """The HTTP status that an error came from, or None."""
    for link in _chain(error):
        status = getattr(getattr(link, "response", None), "status_code", None)
        if isinstance(status, int):
            return status
    return None


def is_passing(error: Exception) -> bool:
    """Whether the same call may succeed a little later."""
    status = status_of(error)
    if status is not None:
        return status in _PASSING
    return any(
        isinstance(link, ConnectionError | TimeoutError | json.JSONDecodeError)
        or type(link).__module__.partition(".")[0] in _NETWORK_MODULES
        for link in _chain(error)
    )


def reason_of(error: Exception) -> str:
    """The trouble in a few words."""
    status = status_of(error)
    if status is not None:
        return f"the Hub answered {status}"
    root = list(_chain(error))[-1]
    return f"the Hub can't be reached ({type(root).__name__})"


def _retry_after(error: Exception) -> float:
    for link in _chain(error):
        headers = getattr(getattr(link, "response", None), "headers", {})
        try:
            return float(headers.get("Retry-After", 0))
        except ValueError:  # a date; our own back-off will do
            return 0
    return 0
