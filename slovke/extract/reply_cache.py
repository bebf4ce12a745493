"""Replies of language models kept on disk, so that no question is paid for twice."""

import hashlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered (None: nothing) and the tokens that it counted."""

    text: str | None
    prompt_tokens: int
    completion_tokens: int


class ReplyCache:
    """Replies by model and full prompt, in one SQLite file that survives a kill at any moment.

    Used from one thread. Neither keys nor addresses are stored.
    """

    def __init__(self, path: Path | None) -> None:
        """Open or make the file; None keeps the replies in memory."""
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(path or ":memory:")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS replies (question TEXT PRIMARY KEY, text TEXT, "
            "prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL)"
        )

    def get(self, model: str, prompt: str) -> Reply | None:
        """The kept reply, or None where the question was not asked yet."""
        row = self._database.execute(
            "SELECT text, prompt_tokens, completion_tokens FROM replies WHERE question = ?",
            (_question(model, prompt),),
        ).fetchone()
        return Reply(*row) if row else None

    def put(self, model: str, prompt: str, reply: Reply) -> None:
        """Keep a reply, on disk when this returns."""
        with self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?)",
                (
                    _question(model, prompt),
                    reply.text,
                    reply.prompt_tokens,
                    reply.completion_tokens,
                ),
            )

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def _question(model: str, prompt: str) -> str:
    return hashlib.sha256(f"{model}\0{prompt}".encode("utf-8", "surrogatepass")).hexdigest()
