"""The way of one record: its raw text, each stage's change as a diff, its fate."""

from __future__ import annotations

import dataclasses
import difflib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from builder import phases
from builder.options import CleanOptions
from builder.record import Draft, RawRecord
from builder.verdict import Keep
from slovke.errors import InputError

if TYPE_CHECKING:
    from builder.clean.deduplicate import Loss
    from builder.clean.pipeline import Step, Tools


@dataclass(frozen=True, slots=True)
class Way:
    """A record and its steps, the last of which is its fate."""

    raw: RawRecord
    steps: tuple[Step, ...]


def find_ways(
    folder: Path, sid: str, tools: Tools | None = None, stanza_dir: Path | None = None
) -> list[Way]:
    """The ways of all raw records with an id (a register may show one twice).

    The stages are run again on the raw record, with the options that the folder was made with; the
    plan of duplicates is the folder's own.

    Args:
        folder: what `clean` wrote.
        sid: the record's id.
        tools: what the stages read; loaded when None.
        stanza_dir: the folder of Stanza's models, where the folder was made with Stanza.

    Raises:
        InputError: no such folder, no such record, or its raw text was removed.
    """
    from builder.clean.pipeline import load_tools, repairing

    job = read_job(folder)
    kit = tools or load_tools(job.options, stanza_dir)
    ways = []
    for raw, loss in _raw_records(job, sid):
        first = repairing(Draft.of(raw), job.options)
        outcome = first.verdict.draft if isinstance(first.verdict, Keep) else first.verdict
        steps = phases.steps_after_repair(raw, outcome, loss, job.options, kit)
        ways.append(Way(raw, tuple(steps)))
    if not ways:
        raise InputError(f"{folder}: no record {sid!r} was read into it; ids are case-sensitive")
    return ways


def read_job(folder: Path) -> phases.Job:
    """The run that made a folder, from its `options.json`.

    Raises:
        InputError: it is no folder that `clean` finished.
    """
    try:
        value = json.loads((folder / "options.json").read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError):
        raise InputError(f"{folder}: no options.json; give the folder that `clean` wrote") from None
    known = {option.name for option in dataclasses.fields(CleanOptions)}
    options = CleanOptions(**{k: v for k, v in value["options"].items() if k in known})
    return phases.Job(raw=folder, out=folder, options=options, shards=value["shards"])


def describe(way: Way) -> Iterator[str]:
    """The way as lines of text for a terminal; a diff's lines begin with `+`, `-` or a space."""
    raw = way.raw
    yield f"record {raw.sid}" + (f"  {raw.url}" if raw.url else "")
    for name in ("title", "author", "university", "faculty", "year", "document_type"):
        value = getattr(raw, name)
        if value is not None:
            yield f"  {name}: {value}"
    yield ""
    yield from _shown(Draft.of(raw))
    for number, step in enumerate(way.steps, start=1):
        yield ""
        if isinstance(step.verdict, Keep):
            after = step.verdict.draft
            notes = after.notes[len(step.before.notes) :]
            changes = list(_diff(step.before, after))
            yield f"{number} {step.stage}: " + ("changed" if changes else "unchanged")
            yield from (f"  note: {note.kind} {note.detail}".rstrip() for note in notes)
            yield from changes
        else:
            detail = f" ({step.verdict.detail})" if step.verdict.detail else ""
            yield f"{number} {step.stage}: REJECTED, {step.verdict.reason}{detail}"
    yield ""
    last = way.steps[-1]
    if isinstance(last.verdict, Keep):
        yield f"fate: kept, with {len(last.verdict.draft.keyphrases)} keyphrases"
    else:
        yield f"fate: rejected at {last.stage}, {last.verdict.reason}"


def _raw_records(job: phases.Job, sid: str) -> Iterator[tuple[RawRecord, Loss | None]]:
    from builder.parts import read_lines, repaired_from_line

    shard = phases.shard_of(sid, job.shards)
    source = job.path("intermediate/repaired", shard, ".jsonl.zst")
    if not source.exists():
        raise InputError(
            f"{job.out}: its raw records were removed (--drop-persons); clean again to ask why"
        )
    losses = phases.read_losses(job.path("intermediate/plan", shard, ".json"))
    for row, line in enumerate(read_lines(source)):
        # Most lines are passed over without being parsed.
        if json.dumps(sid, ensure_ascii=False) in line:
            raw, _ = repaired_from_line(line)
            if raw.sid == sid:
                yield raw, losses.get(row)


def _shown(draft: Draft) -> Iterator[str]:
    for name, text in _texts(draft).items():
        yield f"{name}:"
        yield from (f"  {line}" for line in text)


def _texts(draft: Draft) -> dict[str, list[str]]:
    """What a person compares: each text by its name, as lines."""
    texts = {"title": _lines(draft.title or "")}
    for number, passage in enumerate(draft.passages, start=1):
        texts[f"abstract {number}"] = _lines(passage.text)
        if passage.keyphrases is not None:
            label = f" ({passage.label})" if passage.label else ""
            texts[f"keyphrases beside abstract {number}{label}"] = _lines(passage.keyphrases)
    texts["keyphrase field"] = [repr(item) if "\n" in item else item for item in draft.items]
    if draft.keyphrases:
        texts["keyphrases"] = list(draft.keyphrases)
    return {name: text for name, text in texts.items() if text}


def _lines(text: str) -> list[str]:
    """Lines of at most some eighty characters, broken at spaces: a long text's diff stays short."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            if line and len(line) + len(word) > 80:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
    return lines if text else []


def _diff(before: Draft, after: Draft) -> Iterator[str]:
    old, new = _texts(before), _texts(after)
    for name in [*new, *(name for name in old if name not in new)]:
        if old.get(name) != new.get(name):
            yield f"  {name}:"
            yield from (f"  {line}" for line in _changed(old.get(name, []), new.get(name, [])))


def _changed(old: list[str], new: list[str]) -> Iterator[str]:
    """A diff by words, so that a cut header does not show the whole text as new."""
    before, after = _words(old), _words(new)
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if kind == "equal":
            same = _join(before[i1:i2])
            yield from (f"  {line}" for line in _lines(_short(same)))
        else:
            yield from (f"- {line}" for line in _lines(_join(before[i1:i2])))
            yield from (f"+ {line}" for line in _lines(_join(after[j1:j2])))


def _words(lines: list[str]) -> list[str]:
    return [word for line in lines for word in [*line.split(" "), "\n"]][:-1]


def _join(words: list[str]) -> str:
    return " ".join(words).replace(" \n ", "\n").strip(" ")


def _short(text: str, least: int = 160) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= least else f"{flat[:60]} [... {len(flat) - 120} ...] {flat[-60:]}"
