"""The Parquet shards: schema, row groups, stable bytes, and what an added year changes."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from benchmarks.dataset import generated_rows, uploaded
from builder.shards import Shard, ShardedSplit, chunks_by_content, sha256_of, write_split
from slovke.errors import InputError
from slovke.record import arrow_schema, features_of
from tests.cleaned_folder import record


def rows(numbers: range) -> pa.Table:
    return pa.Table.from_pylist([record(number) for number in numbers], schema=arrow_schema())


def write(folder: Path, table: pa.Table, split: str = "train", **options: int) -> ShardedSplit:
    return write_split(table, folder, "data", split, **options)  # type: ignore[arg-type]


def test_eight_shards_of_one_row_group_for_train_and_two_for_the_others(tmp_path: Path) -> None:
    train = write(tmp_path, rows(range(100)))
    test = write(tmp_path, rows(range(100, 120)), "test")
    assert [shard.path for shard in test.shards] == [
        "data/test-00000-of-00002.parquet",
        "data/test-00001-of-00002.parquet",
    ]
    assert len(train.shards) == 8
    assert sum(shard.rows for shard in train.shards) == train.num_examples == 100
    for shard in train.shards:
        file = pq.ParquetFile(tmp_path / shard.path)
        assert file.num_row_groups == 1
        group = file.metadata.row_group(0)
        columns = [group.column(number) for number in range(group.num_columns)]
        assert {column.compression for column in columns} == {"ZSTD"}
        assert all(column.has_offset_index for column in columns)
        assert {column.path_in_schema for column in columns if column.has_column_index} == {
            *("university", "faculty", "year", "document_type")
        }
        assert shard.size == (tmp_path / shard.path).stat().st_size
        assert shard.sha256 == sha256_of(tmp_path / shard.path)


@pytest.mark.parametrize("config", ["default", "keyphrases", "extraction"])
def test_the_schema_is_that_of_the_features_and_carries_no_huggingface_metadata(
    tmp_path: Path, config: str
) -> None:
    schema = arrow_schema(config)
    assert schema.equals(features_of(config).arrow_schema, check_metadata=False)
    empty_columns = pa.Table.from_pylist(
        [{"id": f"{number}", "abstract": "a", "keyphrases": []} for number in range(9)],
        schema=schema,
    ).replace_schema_metadata({"huggingface": "{}"})
    written = write_split(empty_columns, tmp_path, config, "test")
    for shard in written.shards:
        on_disk = pq.read_schema(tmp_path / shard.path)
        assert on_disk.equals(schema, check_metadata=False)
        assert not on_disk.metadata


def test_the_order_of_the_input_does_not_change_the_bytes(tmp_path: Path) -> None:
    table = rows(range(60))
    backwards = table.take(list(reversed(range(60))))
    assert write(tmp_path / "a", table).shards == write(tmp_path / "b", backwards).shards


def test_added_rows_stand_behind_the_old_ones_in_every_shard(tmp_path: Path) -> None:
    old, new = range(400), range(400, 440)
    before = write(tmp_path / "old", rows(old))
    ages = {record(number)["id"]: 1 for number in new}
    after = write_split(rows(range(440)), tmp_path / "new", "data", "train", generations=ages)
    for one, two in zip(before.shards, after.shards, strict=True):
        first = pq.read_table(tmp_path / "old" / one.path)
        assert pq.read_table(tmp_path / "new" / two.path).slice(0, one.rows).equals(first)
    assert sum(shard.rows for shard in after.shards) == 440


@pytest.mark.skipif(not chunks_by_content(), reason="pyarrow is older than 21")
def test_an_added_year_sends_little(tmp_path: Path) -> None:
    """Counted by the Hub's client; with new rows between the old ones nearly all is sent."""
    first, more = generated_rows(6_000, 0, None, 1), generated_rows(30, 6_000, 2025, 2)
    grown = pa.concat_tables([first, more])
    ages = dict.fromkeys(more.column("id").to_pylist(), 1)
    write(tmp_path / "first", first, "test")
    write_split(grown, tmp_path / "behind", "data", "test", generations=ages)
    write(tmp_path / "between", grown, "test")
    shares = {}
    for name in ("behind", "between"):
        _, (sent, size) = uploaded([tmp_path / "first", tmp_path / name], tmp_path / f"to-{name}")
        shares[name] = sent / size
    assert shares["behind"] < 0.25
    assert shares["between"] > 0.75


def test_a_shard_that_grows_too_large_doubles_their_number(tmp_path: Path) -> None:
    table = rows(range(200))
    plain = write(tmp_path / "plain", table)
    largest = max(shard.size for shard in plain.shards)
    small = write(tmp_path / "small", table, max_bytes=largest - 1)
    assert len(small.shards) == 16
    assert len(list((tmp_path / "small" / "data").iterdir())) == 16
    with pytest.raises(InputError, match="a single row takes more than 100 bytes"):
        write(tmp_path / "none", rows(range(5)), max_bytes=100)


def test_the_number_of_shards_never_shrinks_under_that_of_the_release_before(
    tmp_path: Path,
) -> None:
    assert len(write(tmp_path, rows(range(300)), at_least=11).shards) == 11


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_a_few_rows_make_fewer_shards_but_no_empty_one(tmp_path: Path, count: int) -> None:
    written = write(tmp_path, rows(range(count)))
    assert all(shard.rows for shard in written.shards)
    assert sum(shard.rows for shard in written.shards) == count


def test_a_null_where_none_may_be_is_an_error(tmp_path: Path) -> None:
    broken = record(2) | {"abstract": None}
    table = pa.Table.from_pylist([record(1), broken], schema=arrow_schema())
    with pytest.raises(InputError, match=rf"row 1 \(id '{broken['id']}'\) has no 'abstract'"):
        write(tmp_path, table)


def test_the_bytes_in_memory_are_those_that_datasets_counts(tmp_path: Path) -> None:
    import datasets

    written = write(tmp_path, rows(range(50)))
    loaded = datasets.load_dataset(
        "parquet",
        data_files=[str(tmp_path / shard.path) for shard in written.shards],
        cache_dir=str(tmp_path / "cache"),
    )
    assert loaded["train"].info.splits["train"].num_bytes == written.num_bytes


def test_pages_are_cut_by_content_where_pyarrow_can() -> None:
    # The tested set has pyarrow 26; with one older than 21 shards are written without.
    assert chunks_by_content() == (int(pa.__version__.split(".")[0]) >= 21)
    assert Shard("a", "b", 1, 2, 3).rows == 2
