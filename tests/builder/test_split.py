"""The draw of the split: sizes, what stays together, what was published, leakage."""

import random

import pytest

from builder.split import (
    SPLITS,
    Member,
    SplitOptions,
    assign,
    components,
    leakage,
)
from slovke.errors import InputError


def singles(count: int) -> list[Member]:
    return [Member(f"{number:04d}") for number in range(count)]


@pytest.mark.parametrize(
    ("count", "options", "sizes"),
    [
        (1000, SplitOptions(), (800, 100, 100)),
        (1000, SplitOptions(ratios=(0.6, 0.2, 0.2)), (600, 200, 200)),
        (7, SplitOptions(), (5, 1, 1)),
        (10, SplitOptions(sizes=(5, 3, 2)), (5, 3, 2)),
        (1, SplitOptions(), (1, 0, 0)),
        (0, SplitOptions(), (0, 0, 0)),
        (50, SplitOptions(ratios=(1, 0, 0)), (50, 0, 0)),
    ],
)
def test_sizes(count: int, options: SplitOptions, sizes: tuple[int, int, int]) -> None:
    assert tuple(assign(singles(count), options).sizes().values()) == sizes


def test_only_seed_and_ids_decide() -> None:
    members = singles(300)
    shuffled = members.copy()
    random.Random(5).shuffle(shuffled)
    drawn = assign(members, SplitOptions(seed=42))
    assert assign(shuffled, SplitOptions(seed=42)) == drawn
    assert assign(members, SplitOptions(seed=43)).rows != drawn.rows
    # Pinned: another machine, Python or version must draw the same.
    test = [row.id for row in drawn.rows if row.split == "test"]
    assert test[:5] == ["0014", "0019", "0032", "0036", "0044"]


def test_components_are_the_closure_of_both_relations() -> None:
    members = [
        Member("a", group="g"),
        Member("b", group="g", person="p"),
        Member("c", person="p"),
        Member("d", group="p"),  # a group of the same name as a person is no tie
        Member("e"),
    ]
    assert components(members, ("group", "person")) == [["a", "b", "c"], ["d"], ["e"]]
    assert components(members, ("group",)) == [["a", "b"], ["c"], ["d"], ["e"]]
    assert components(members, ()) == [["a"], ["b"], ["c"], ["d"], ["e"]]


def tied(count: int) -> list[Member]:
    """Documents of which a third has a twin and a quarter shares its author with others."""
    return [
        Member(
            f"{number:04d}",
            group=f"g{number // 2}" if number % 6 < 2 else None,
            person=f"p{number // 4}" if number % 5 == 0 or number % 7 == 0 else None,
        )
        for number in range(count)
    ]


def test_nothing_leaks_and_sizes_are_still_exact() -> None:
    drawn = assign(tied(1000), SplitOptions(sizes=(801, 99, 100)))
    assert drawn.leakage == {"train-validation": 0, "train-test": 0, "validation-test": 0}
    assert tuple(drawn.sizes().values()) == (801, 99, 100)
    assert drawn.largest > 2


def test_the_plain_draw_of_the_paper_leaks_and_says_so() -> None:
    drawn = assign(tied(1000), SplitOptions(together=()))
    assert drawn.leakage["train-test"] > 10
    assert drawn.largest == 1


def test_leakage_counts_documents_of_the_second_split_once() -> None:
    members = [
        Member("a", group="g", person="p"),
        Member("b", group="g", person="p"),
        Member("c", group="g"),
        Member("d", person="q"),
    ]
    split_of = {"a": "train", "b": "test", "c": "test", "d": "test"}
    assert leakage(members, split_of) == {
        "train-validation": 0,
        "train-test": 2,
        "validation-test": 0,
    }


def test_published_documents_stay_and_new_ones_fill_up() -> None:
    before = assign(singles(500), SplitOptions(seed=1)).split_of()
    grown = assign(singles(1000), SplitOptions(seed=9), before)
    after = grown.split_of()
    assert all(after[id_] == split for id_, split in before.items())
    assert tuple(grown.sizes().values()) == (800, 100, 100)
    reasons = {row.why for row in grown.rows if row.id in before}
    assert reasons == {"published"}


def test_a_new_document_follows_its_published_kin() -> None:
    members = [*singles(20), Member("new", group="g", person=None)]
    members[3] = Member("0003", group="g")
    before = dict.fromkeys((member.id for member in members[:20]), "train") | {"0003": "test"}
    grown = assign(members, SplitOptions(), before)
    assert grown.split_of()["new"] == "test"
    assert next(row.why for row in grown.rows if row.id == "new") == "follows 0003"
    assert grown.leakage["train-test"] == 0


def test_published_kin_on_two_sides_stays_and_is_counted() -> None:
    members = [Member("a", person="p"), Member("b", person="p"), Member("c")]
    grown = assign(members, SplitOptions(), {"a": "train", "b": "test", "gone": "train"})
    assert grown.split_of()["a"] == "train"
    assert grown.split_of()["b"] == "test"
    assert grown.leakage["train-test"] == 1
    assert grown.removed == 1


def test_an_overfull_published_split_takes_nothing_more() -> None:
    before = {f"{number:04d}": "test" for number in range(50)}
    grown = assign(singles(150), SplitOptions(), before)
    sizes = grown.sizes()
    assert sizes["test"] == 50
    assert sizes["train"] == 89  # 100 documents at 80 to 10
    assert sizes["validation"] == 11


@pytest.mark.parametrize(
    ("members", "options", "previous", "message"),
    [
        (singles(10), SplitOptions(sizes=(5, 3, 1)), {}, "add up to 9, but there are 10"),
        (
            singles(10),
            SplitOptions(sizes=(8, 1, 1)),
            {"0001": "test", "0002": "test"},
            "wants 1 documents in test, but 2 published",
        ),
        (
            [Member(f"{number}", group=f"{number // 2}") for number in range(8)],
            SplitOptions(sizes=(3, 3, 2)),
            {},
            "can't be met with groups that stay together",
        ),
        ([Member("a"), Member("a")], SplitOptions(), {}, "'a'"),
    ],
)
def test_what_can_not_be_is_an_error(
    members: list[Member], options: SplitOptions, previous: dict[str, str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        assign(members, options, previous)


@pytest.mark.parametrize(
    ("ratios", "sizes", "together"),
    [
        ("80,20", None, "none"),
        ("a,b,c", None, "none"),
        ("-1,1,1", None, "none"),
        ("0,5,5", None, "none"),
        ("80,10,10", "1,2", "none"),
        ("80,10,10", None, "authors"),
    ],
)
def test_options_of_the_command_line_are_checked(
    ratios: str, sizes: str | None, together: str
) -> None:
    with pytest.raises(InputError, match="--"):
        SplitOptions.parse(1, ratios, sizes, together)


def test_options_of_the_command_line() -> None:
    assert SplitOptions.parse(7, "80,10,10", "3,2,1", "person,group") == SplitOptions(
        7, (80, 10, 10), (3, 2, 1), ("group", "person")
    )
    assert SplitOptions.parse(7, "8,1,1", None, "none").together == ()
    assert SPLITS == ("train", "validation", "test")
