"""What changed between two builds: documents added, removed, changed, moved."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from builder.diff import Edition, RowChange, compare_rows, diff_table, summary, write_diff
from builder.plan import edition, local_edition, read_manifest
from slovke.releases import read_build
from tests.cleaned_folder import record
from tests.published import Publisher, make_build


def of(build: Path) -> Edition:
    return local_edition(build, read_build(build))


def test_every_kind_of_change_is_found(tmp_path: Path) -> None:
    old = make_build(tmp_path / "old", "1.0.0", [record(number) for number in range(40)])
    rows = [record(number) for number in range(2, 45)]
    rows[0]["title"], rows[0]["year"] = "Iný názov", 1999
    new = make_build(tmp_path / "new", "1.1.0", rows)  # drawn anew: documents move
    changes = compare_rows(of(old), of(new))
    by_id = {change.id: change for change in changes}
    before, after = (
        {
            line.split(",")[0]: line.split(",")[1]
            for line in (build / "assignment.csv").read_text(encoding="utf-8").splitlines()[1:]
        }
        for build in (old, new)
    )
    changed = record(2)["id"]
    for id_ in before.keys() | after.keys():
        if before.get(id_) == after.get(id_) and id_ != changed:
            assert id_ not in by_id
        else:
            assert (by_id[id_].before, by_id[id_].after) == (before.get(id_), after.get(id_))
    assert by_id[changed].fields == ("title", "year")
    assert "moved" in {kind for change in changes for kind in change.kinds}
    assert [change.id for change in changes] == sorted(by_id)


def test_files_of_equal_hash_are_not_opened(builds: tuple[Path, Path]) -> None:
    first = of(builds[0])
    opened: list[str] = []

    def open_(path: str) -> Path:
        opened.append(path)
        return builds[0] / path

    assert compare_rows(Edition("same", first.release, open_), first) == []
    assert opened == []


def test_a_first_release_adds_everything(builds: tuple[Path, Path]) -> None:
    changes = compare_rows(None, of(builds[0]))
    assert summary(changes) == "60 added, 0 removed, 0 changed, 0 moved"


def test_a_release_on_the_hub_and_a_build(publisher: Publisher, builds: tuple[Path, Path]) -> None:
    publisher.send(builds[0])
    remote = publisher.remote()
    release = read_manifest(remote, remote.must_head()).releases.choose("1.0.0")
    changes = compare_rows(edition(remote, release), of(builds[1]))
    said = "10 added, 5 removed (2 withdrawn at the source), 3 changed, 0 moved"
    assert summary(changes) == said


def test_the_table_and_the_file(builds: tuple[Path, Path], tmp_path: Path) -> None:
    changes = [
        RowChange("a", None, "train"),
        RowChange("b", "test", None, withdrawn=True),
        RowChange("c", "train", "test", ("title", "year")),
        RowChange("d", "train", "train", ("title",)),
    ]
    console = Console(width=120, record=True)
    console.print(diff_table(of(builds[0]), of(builds[1]), changes))
    lines = [line.split() for line in console.export_text().splitlines()]
    rows = {line[1]: line[3::2] for line in lines if len(line) > 3 and line[0] == "│"}
    assert rows["train"] == ["48", "52", "1", "0", "0", "1", "0", "1"]
    assert rows["test"] == ["6", "6", "0", "1", "1", "1", "1", "0"]
    write_diff(tmp_path / "diff.csv", changes)
    assert (tmp_path / "diff.csv").read_text(encoding="utf-8").splitlines() == [
        "id,change,before,after,fields",
        "a,added,,train,",
        "b,removed withdrawn,test,,",
        "c,changed moved,train,test,title year",
        "d,changed,train,train,title",
    ]
