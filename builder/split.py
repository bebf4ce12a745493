"""Which split each document belongs to: seeded, by groups that stay together, and reviewable.

Source: the paper, section 4.3: "We split them randomly (with a fixed seed and without explicit
stratification) into training (80%), validation (10%), and test (10%) sets." The paper names neither
the seed nor the generator, and draws single documents. Here the unit that is drawn is a group:
near-duplicate abstracts and the works of one person are never on two sides of the split.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from slovke.errors import InputError

SPLITS = ("train", "validation", "test")
PAIRS = (("train", "validation"), ("train", "test"), ("validation", "test"))
Number = TypeVar("Number", int, float)
Relation = Literal["group", "person"]
RELATIONS: tuple[Relation, ...] = ("group", "person")


@dataclass(frozen=True, slots=True)
class Member:
    """What the split may know of a document.

    Attributes:
        id: the document's id.
        group: its near-duplicate group, or None.
        person: an opaque key of its author, or None.
    """

    id: str
    group: str | None = None
    person: str | None = None


@dataclass(frozen=True, slots=True)
class SplitOptions:
    """How to draw the split.

    Attributes:
        seed: the seed of the draw.
        ratios: the shares of train, validation, test, in any unit (80, 10, 10).
        sizes: exact numbers of documents instead; they must add up to all documents.
        together: the relations whose documents stay on one side; none is the paper's plain draw.
    """

    seed: int = 42
    ratios: tuple[float, float, float] = (80.0, 10.0, 10.0)
    sizes: tuple[int, int, int] | None = None
    together: tuple[Relation, ...] = RELATIONS

    @classmethod
    def parse(cls, seed: int, ratios: str, sizes: str | None, together: str) -> SplitOptions:
        """Options as the command line writes them: "80,10,10", "group,person" or "none".

        Raises:
            InputError: not three numbers, a negative one, no training share, or an unknown
                relation.
        """
        shares = _three("--ratios", ratios, float)
        if min(shares) < 0 or shares[0] <= 0:
            raise InputError(f"--ratios {ratios}: none may be negative, and train's must be more")
        names = [name.strip() for name in together.split(",") if name.strip() != "none"]
        for name in names:
            if name not in RELATIONS:
                raise InputError(f"--together {together}: expected group, person, both or none")
        return cls(
            seed=seed,
            ratios=shares,
            sizes=None if sizes is None else _three("--sizes", sizes, int),
            together=tuple(relation for relation in RELATIONS if relation in names),
        )


@dataclass(frozen=True, slots=True)
class Assigned:
    """One document's split and the reason for it: `published`, `follows <id>` or `drawn`."""

    id: str
    split: str
    why: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """The whole split, rows by id.

    Attributes:
        rows: one row for each document.
        leakage: for `a-b`, the documents of b that share a group or a person with one of a.
        largest: the number of documents in the largest component that stays together.
        removed: how many published documents are no longer among the members.
    """

    rows: tuple[Assigned, ...]
    leakage: Mapping[str, int]
    largest: int
    removed: int

    def split_of(self) -> dict[str, str]:
        """The split of each id."""
        return {row.id: row.split for row in self.rows}

    def sizes(self) -> dict[str, int]:
        """The number of documents in each split."""
        counts = Counter(row.split for row in self.rows)
        return {split: counts[split] for split in SPLITS}


def assign(
    members: Sequence[Member],
    options: SplitOptions,
    previous: Mapping[str, str] | None = None,
) -> Assignment:
    """Draw the split.

    Documents that were published keep their split. A new document that is tied to published ones
    follows them. Everything else is drawn component by component, the large ones first, each with
    the probability of the places left; single documents fill up what remains, so sizes come out
    exact wherever there are enough single documents. The draw depends on the seed and the ids
    alone, not on the order of the members.

    Args:
        members: the documents; ids are distinct.
        options: seed, sizes, and what stays together.
        previous: the split of every document published before.

    Raises:
        InputError: an id occurs twice, sizes do not add up, or sizes can't be met.
    """
    previous = previous or {}
    counts = Counter(member.id for member in members)
    twice = [id_ for id_, count in counts.items() if count > 1]
    if twice:
        raise InputError(f"{len(twice)} ids occur more than once, the first is {min(twice)!r}")
    parts = components(members, options.together)
    rows: dict[str, Assigned] = {}
    free: list[list[str]] = []
    for part in parts:
        published = [id_ for id_ in part if id_ in previous]
        if not published:
            free.append(part)
            continue
        tally = Counter(previous[id_] for id_ in published)
        home = max(SPLITS, key=lambda split: (tally[split], -SPLITS.index(split)))
        guide = min(id_ for id_ in published if previous[id_] == home)
        for id_ in part:
            kept = previous.get(id_)
            why = "published" if kept else f"follows {guide}"
            rows[id_] = Assigned(id_, kept or home, why)
    fixed = Counter(row.split for row in rows.values())
    room = _room(len(members), options, fixed)
    for split, part in _draw(free, room, options):
        for id_ in part:
            rows[id_] = Assigned(id_, split, "drawn")
    ordered = tuple(rows[id_] for id_ in sorted(rows))
    assignment = Assignment(
        rows=ordered,
        leakage=leakage(members, {row.id: row.split for row in ordered}),
        largest=max((len(part) for part in parts), default=0),
        removed=sum(1 for id_ in previous if id_ not in counts),
    )
    _check_sizes(assignment, options)
    return assignment


def components(members: Sequence[Member], together: Iterable[Relation]) -> list[list[str]]:
    """The sets of documents that are tied to each other, directly or through others.

    Returns:
        Lists of ids, each sorted, the lists ordered by their first id.
    """
    relations = tuple(together)
    parent = {member.id: member.id for member in members}

    def find(id_: str) -> str:
        while parent[id_] != id_:
            parent[id_] = parent[parent[id_]]
            id_ = parent[id_]
        return id_

    first: dict[tuple[str, str], str] = {}
    for member in members:
        for relation in relations:
            key = getattr(member, relation)
            if key is None:
                continue
            other = first.setdefault((relation, key), member.id)
            one, two = find(other), find(member.id)
            if one != two:
                parent[max(one, two)] = min(one, two)
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for member in members:
        parts[find(member.id)].append(member.id)
    return sorted(sorted(part) for part in parts.values())


def leakage(members: Iterable[Member], split_of: Mapping[str, str]) -> dict[str, int]:
    """For each pair of splits, the documents of the second that are tied to one of the first.

    Both relations count, whatever was kept together, so that a plain draw shows what it costs.
    """
    by_key: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for member in members:
        for relation in RELATIONS:
            key = getattr(member, relation)
            if key is not None:
                by_key[relation, key].append(member.id)
    leaked: dict[str, set[str]] = {f"{one}-{two}": set() for one, two in PAIRS}
    for ids in by_key.values():
        sides = {split_of[id_] for id_ in ids}
        for one, two in PAIRS:
            if one in sides and two in sides:
                leaked[f"{one}-{two}"].update(id_ for id_ in ids if split_of[id_] == two)
    return {pair: len(ids) for pair, ids in leaked.items()}


def _three(option: str, text: str, kind: Callable[[str], Number]) -> tuple[Number, Number, Number]:
    try:
        train, validation, test = (kind(part) for part in text.split(","))
    except ValueError:
        raise InputError(
            f"{option} {text}: expected three numbers, for train, validation and test"
        ) from None
    return train, validation, test


def _room(total: int, options: SplitOptions, fixed: Mapping[str, int]) -> dict[str, int]:
    """How many documents may still go to each split."""
    if options.sizes is not None:
        if sum(options.sizes) != total:
            raise InputError(
                f"--sizes add up to {sum(options.sizes):,}, but there are {total:,} documents"
            )
        targets = dict(zip(SPLITS, options.sizes, strict=True))
        for split in SPLITS:
            if fixed.get(split, 0) > targets[split]:
                raise InputError(
                    f"--sizes wants {targets[split]:,} documents in {split}, but "
                    f"{fixed[split]:,} published ones and their kin must stay there"
                )
        return {split: targets[split] - fixed.get(split, 0) for split in SPLITS}
    # A split that the published documents overfill takes nothing; the others share what is left.
    weights = dict(zip(SPLITS, options.ratios, strict=True))
    over: set[str] = set()
    while True:
        open_splits = [split for split in SPLITS if split not in over]
        share = total - sum(fixed.get(split, 0) for split in over)
        targets = _apportion(share, {split: weights[split] for split in open_splits})
        more = {split for split in open_splits if fixed.get(split, 0) > targets[split]}
        if not more or more == set(open_splits):
            break
        over |= more
    return {split: max(0, targets.get(split, 0) - fixed.get(split, 0)) for split in SPLITS}


def _apportion(total: int, weights: Mapping[str, float]) -> dict[str, int]:
    """Whole numbers that add up to `total`, by largest remainder."""
    whole = sum(weights.values())
    exact = {split: total * weight / whole for split, weight in weights.items()}
    shares = {split: int(value) for split, value in exact.items()}
    by_remainder = sorted(exact, key=lambda split: shares[split] - exact[split])
    for split in by_remainder[: total - sum(shares.values())]:
        shares[split] += 1
    return shares


def _draw(
    parts: Sequence[list[str]], room: Mapping[str, int], options: SplitOptions
) -> Iterable[tuple[str, list[str]]]:
    """Yield a split for each part: large parts first, then single documents in seeded order."""
    left = dict(room)
    order = sorted(parts, key=lambda part: (-len(part), _draw_number(options.seed, part[0])))
    for part in order:
        fits = [split for split in SPLITS if left[split] >= len(part)]
        if not fits:
            fits = [max(SPLITS, key=lambda split: left[split])]
        places = [max(left[split], 1) for split in fits]
        point = _draw_number(options.seed, part[0], "side") % sum(places)
        for split, place in zip(fits, places, strict=True):
            if point < place:
                left[split] -= len(part)
                yield split, part
                break
            point -= place


def _draw_number(seed: int, id_: str, purpose: str = "order") -> int:
    """A number that only the seed and the id decide, on every machine and Python."""
    text = f"{seed}\t{purpose}\t{id_}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _check_sizes(assignment: Assignment, options: SplitOptions) -> None:
    if options.sizes is None:
        return
    got = tuple(assignment.sizes()[split] for split in SPLITS)
    if got != options.sizes:
        raise InputError(
            f"--sizes {','.join(map(str, options.sizes))} can't be met with groups that stay "
            f"together (the largest has {assignment.largest} documents); the nearest is "
            f"{','.join(map(str, got))}: take that, or --ratios, or --together none"
        )
