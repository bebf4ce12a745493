"""The runner: every record ends in one place, a stopped run goes on, nothing depends on the way."""

import gzip
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
import zstandard

from benchmarks.records import generate
from builder import phases
from builder.clean.pipeline import Tools, load_tools
from builder.clean.tagger import tagger_fingerprint
from builder.cleaning import CleanRun, run_and_print
from builder.options import CleanOptions
from builder.parts import private_schema, rejected_schema
from builder.persons import drop_persons
from builder.phases import Job
from builder.reading import read_raw, to_line
from builder.record import RawRecord
from builder.runner import LocalExecutor, only_run, run_clean
from slovke.errors import InputError
from slovke.record import arrow_schema

CHECKOUT = Path(__file__).resolve().parents[2]
SHARDS = 3
BODY = (
    "Práca opisuje chov včiel na strmých lúkach a porovnáva výnos medu v dvoch druhoch úľov. "
    "Včelstvá sme vážili každý týždeň a zapisovali sme počasie, stav znášky aj prípady rojenia. "
    "Úle s vyššími rámikmi dali viac medu v suchých rokoch, v daždivých sa rozdiel stratil. "
) * 2
GOOD = RawRecord(
    "A" * 28,
    (BODY,),
    ("včelárstvo", "agátový med", "úľ", "rojenie"),
    title="Chov včiel na Orave",
    author="Ema Tichá",
    supervisor="Ján Lipa",
    year=2018,
)


@pytest.fixture(scope="session")
def records() -> list[RawRecord]:
    """Some generated records, among them duplicates of every kind."""
    return [
        *(generated.record for generated in generate(9, seed=3)),
        GOOD,
        GOOD,  # the same record twice
        replace(GOOD, url="https://elsewhere.example"),
        replace(GOOD, sid="B" * 28, title="Iný názov"),  # another id, the same text
        replace(GOOD, sid="C" * 28, keyphrases=(), abstracts=(BODY + "Dodatok.",)),
        RawRecord("2" * 28, ()),
        RawRecord("3" * 28, ("", "")),
    ]


@pytest.fixture
def raw(tmp_path: Path, records: list[RawRecord]) -> Path:
    return write_raw(tmp_path / "raw", records)


@pytest.fixture(scope="session")
def cleaned(tmp_path_factory: pytest.TempPathFactory, records: list[RawRecord]) -> Path:
    """A finished folder; only read it."""
    folder = tmp_path_factory.mktemp("cleaned")
    run(Job(write_raw(folder / "raw", records), folder / "out", shards=SHARDS))
    return folder / "out"


def write_raw(folder: Path, records: Sequence[RawRecord]) -> Path:
    folder.mkdir()
    (folder / "a.jsonl").write_text("".join(f"{to_line(record)}\n" for record in records))
    return folder


def run(job: Job) -> None:
    with LocalExecutor() as executor:
        run_clean(job, executor)


def digest(out: Path) -> str:
    """Over all that a run leaves for others, names and bytes."""
    total = hashlib.sha256()
    for path in published(out):
        total.update(path.relative_to(out).as_posix().encode() + path.read_bytes())
    return total.hexdigest()


def published(out: Path) -> list[Path]:
    folders = ("kept", "rejected", "private")
    files = [path for folder in folders for path in sorted((out / folder).iterdir())]
    return [*files, *sorted(out.glob("*.json"))]


def rows(out: Path, folder: str) -> Iterator[dict[str, object]]:
    for path in sorted((out / folder).iterdir()):
        yield from pq.read_table(path).to_pylist()


def test_every_record_ends_in_one_place(cleaned: Path, records: list[RawRecord]) -> None:
    kept = [str(row["id"]) for row in rows(cleaned, "kept")]
    lost = [str(row["id"]) for row in rows(cleaned, "rejected")]
    assert sorted(kept + lost) == sorted(record.sid for record in records)
    assert len(set(kept)) == len(kept)
    assert kept and lost
    funnel = json.loads((cleaned / "funnel.json").read_text())
    assert (funnel["start"], funnel["kept"]) == (len(records), len(kept))
    reasons = [reason for stage in funnel["stages"] for reason in stage["rejected"].values()]
    assert sum(reasons) == len(lost) == funnel["rejected"]


def test_files_have_their_schemas_and_one_row_group(cleaned: Path) -> None:
    for folder, schema in (
        ("kept", arrow_schema()),
        ("rejected", rejected_schema()),
        ("private", private_schema()),
    ):
        paths = sorted((cleaned / folder).iterdir())
        assert [path.name for path in paths] == [f"part-{n:05d}.parquet" for n in range(SHARDS)]
        for path in paths:
            file = pq.ParquetFile(path)
            assert file.schema_arrow.names == schema.names
            # Parquet calls the item of a list its element.
            types = [str(kind).replace("element:", "item:") for kind in file.schema_arrow.types]
            assert types == list(map(str, schema.types))
            assert file.schema_arrow.metadata is None
            assert file.num_row_groups <= 1


def test_private_rows_go_with_the_kept_ones(cleaned: Path, records: list[RawRecord]) -> None:
    kept = [row["id"] for row in rows(cleaned, "kept")]
    private = list(rows(cleaned, "private"))
    assert [row["id"] for row in private] == kept
    names = {record.sid: list(record.persons) for record in records}
    for row in private:
        assert row["persons"] == names[str(row["id"])]
        assert str(row["person"]) not in "".join(names[str(row["id"])])


def test_rejected_rows_hold_the_whole_raw_record(cleaned: Path, records: list[RawRecord]) -> None:
    lines = sorted(map(to_line, records))
    for row in rows(cleaned, "rejected"):
        assert str(row["raw"]) in lines
        assert row["reason"] and row["stage"]
    duplicates = [row for row in rows(cleaned, "rejected") if row["stage"] == "deduplicate"]
    assert {row["reason"] for row in duplicates} == {
        "duplicate-id",
        "duplicate-title",
        "duplicate-abstract",
    }


def test_neither_order_nor_files_nor_packing_matter(
    tmp_path: Path, cleaned: Path, records: list[RawRecord]
) -> None:
    folder = tmp_path / "raw"
    folder.mkdir()
    lines = [f"{to_line(record)}\n".encode() for record in reversed(records)]
    (folder / "z.jsonl.gz").write_bytes(gzip.compress(b"".join(lines[:5])))
    packed = zstandard.compress(b"".join(lines[5:10])) + zstandard.compress(lines[10])
    (folder / "b.jsonl.zst").write_bytes(packed)
    (folder / "c.jsonl").write_bytes(b"\n".join(lines[11:]))
    (folder / "notes.txt").write_text("not read")
    run(Job(folder, tmp_path / "out", shards=SHARDS))
    assert digest(tmp_path / "out") == digest(cleaned)


def test_a_second_run_does_nothing(raw: Path, tmp_path: Path) -> None:
    job = Job(raw, tmp_path / "out", shards=SHARDS)
    run(job)
    before = {path: path.stat().st_mtime_ns for path in job.out.rglob("*") if path.is_file()}
    run(job)
    after = {path: path.stat().st_mtime_ns for path in job.out.rglob("*") if path.is_file()}
    assert {p: t for p, t in after.items() if p.name != ".lock"} == {
        p: t for p, t in before.items() if p.name != ".lock"
    }


class StopError(Exception):
    """Stands for a power cut."""


@pytest.mark.parametrize("after", [0, 2, 4, 6, 8])
def test_a_stopped_run_goes_on_to_the_same_bytes(
    raw: Path, tmp_path: Path, cleaned: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """It stops before the marker of some phase is written: the files are there, the marker not."""
    job = Job(raw, tmp_path / "out", shards=SHARDS)
    left = [after]
    leave = phases._leave_marker

    def stop(*arguments: object) -> None:
        if left[0] == 0:
            raise StopError
        left[0] -= 1
        leave(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(phases, "_leave_marker", stop)
        with pytest.raises(StopError):
            run(job)
    (job.out / "kept").mkdir(exist_ok=True)
    (job.out / "kept" / ".part-00000.parquet.1.tmp").write_text("half")
    run(job)
    assert digest(job.out) == digest(cleaned)


def test_only_what_is_missing_is_done_again(raw: Path, tmp_path: Path, cleaned: Path) -> None:
    job = Job(raw, tmp_path / "out", shards=SHARDS)
    run(job)
    lost = job.path("kept", 1)
    untouched = job.marker("clean", 0).stat().st_mtime_ns
    lost.unlink()
    run(job)
    assert job.marker("clean", 0).stat().st_mtime_ns == untouched
    assert digest(job.out) == digest(cleaned)


def test_a_changed_option_redoes_what_it_must(raw: Path, tmp_path: Path) -> None:
    job = Job(raw, tmp_path / "out", shards=SHARDS)
    run(job)
    prepared = job.marker("prepare", 0).stat().st_mtime_ns
    strict = replace(job, options=CleanOptions(min_abstract=900))
    run(strict)
    assert job.marker("prepare", 0).stat().st_mtime_ns == prepared
    assert all(len(str(row["abstract"])) >= 900 for row in rows(job.out, "kept"))
    assert json.loads((job.out / "options.json").read_text())["options"]["min_abstract"] == 900


def test_an_added_record_redoes_its_shard_alone(
    raw: Path, tmp_path: Path, records: list[RawRecord]
) -> None:
    job = Job(raw, tmp_path / "out", shards=SHARDS)
    run(job)
    new = RawRecord("D" * 28, ("Krátky text.",))
    times = {n: job.marker("clean", n).stat().st_mtime_ns for n in range(SHARDS)}
    (raw / "b.jsonl").write_text(to_line(new) + "\n")
    run(job)
    redone = {n for n in times if job.marker("clean", n).stat().st_mtime_ns != times[n]}
    assert redone == {phases.shard_of(new.sid, SHARDS)}
    assert json.loads((job.out / "funnel.json").read_text())["start"] == len(records) + 1


def test_fewer_shards_leave_no_old_files(raw: Path, tmp_path: Path) -> None:
    job = Job(raw, tmp_path / "out", shards=SHARDS)
    run(job)
    run(replace(job, shards=1))
    assert [path.name for path in (job.out / "kept").iterdir()] == ["part-00000.parquet"]


def test_persons_can_be_dropped(raw: Path, tmp_path: Path, records: list[RawRecord]) -> None:
    job = Job(raw, tmp_path / "out", shards=SHARDS)
    run(job)
    funnel = (job.out / "funnel.json").read_bytes()
    drop_persons(job)
    assert all(row["persons"] == [] and row["person"] is None for row in rows(job.out, "private"))
    names = {name for record in records for name in record.persons}
    texts = [str(row["raw"]) for row in rows(job.out, "rejected")]
    assert names and not any(name in text for name in names for text in texts)
    assert (job.out / "funnel.json").read_bytes() == funnel
    assert not (job.out / "intermediate").exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not a line of JSON"),
        ("[]", "expected a JSON object"),
        ('{"sid": "A"}', "'abstracts' is missing"),
        ('{"sid": "A", "abstracts": "text"}', "must be a list of strings"),
        ('{"sid": "", "abstracts": []}', "non-empty"),
        ('{"sid": "A", "abstracts": [], "year": "2015"}', "'year' must be an integer"),
        ('{"sid": "A", "abstracts": [], "year": 99999999999}', "between 0 and 9999"),
        ('{"sid": "A", "abstracts": ["\\ud800"]}', "surrogate"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "raw").mkdir()
    good = '{"sid": "A", "abstracts": []}\n'
    (tmp_path / "raw" / "a.jsonl").write_text(good + "\n" + line + "\n")
    with pytest.raises(InputError, match=said) as error:
        run(Job(tmp_path / "raw", tmp_path / "out", shards=SHARDS))
    assert "a.jsonl:3: " in str(error.value)
    assert not list((tmp_path / "out").rglob("*.tmp"))


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.jsonl.zst"])
def test_a_cut_file_is_named(tmp_path: Path, records: list[RawRecord], name: str) -> None:
    lines = "".join(f"{to_line(record)}\n" for record in records).encode()
    packed = gzip.compress(lines) if name.endswith("gz") else zstandard.compress(lines)
    (tmp_path / name).write_bytes(packed[: len(packed) // 2])
    with pytest.raises(InputError, match=name):
        list(read_raw((tmp_path / name,)))


def test_other_encodings_and_missing_folders_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes('{"sid": "Žabka", "abstracts": []}'.encode("cp1250"))
    with pytest.raises(InputError, match="not UTF-8"):
        list(read_raw((tmp_path / "a.jsonl",)))
    with pytest.raises(InputError, match="no such folder"):
        run(Job(tmp_path / "nowhere", tmp_path / "out"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="jsonl"):
        run(Job(tmp_path / "empty", tmp_path / "out"))


def test_unknown_and_missing_fields_are_fine(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"sid": "A", "abstracts": [], "score": 1}\n')
    run(Job(tmp_path, tmp_path / "out", shards=1))
    assert [row["reason"] for row in rows(tmp_path / "out", "rejected")] == ["no-abstract"]


def test_two_runs_in_one_folder_are_refused(raw: Path, tmp_path: Path) -> None:
    job = Job(raw, tmp_path / "out")
    with only_run(job), pytest.raises(InputError, match="another run"):
        run(job)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"workers": 0}, "--workers 0"),
        ({"shards": 0}, "--shards 0"),
        ({"settings": ("max_word=3",)}, "max_word"),
        ({"executor": "mesos"}, "mesos"),
        ({"executor": "slurm"}, "--slurm-partition"),
    ],
)
def test_wrong_options_are_named(
    raw: Path, tmp_path: Path, change: dict[str, object], said: str
) -> None:
    settings = CleanRun(raw, tmp_path / "out", **change)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=said):
        run_and_print(settings)


def test_the_command_prints_the_funnel_and_the_audit(
    raw: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], records: list[RawRecord]
) -> None:
    run_and_print(CleanRun(raw, tmp_path / "out", settings=("max_words=5",), shards=SHARDS))
    printed = capsys.readouterr().out
    assert f"{len(records)} records = " in printed
    assert "duplicate-id" in printed and "foreign-letters" in printed
    options = json.loads((tmp_path / "out" / "options.json").read_text())
    assert options["options"]["max_words"] == 5


@pytest.mark.full
def test_workers_and_a_killed_run_give_the_same_bytes(
    raw: Path, tmp_path: Path, cleaned: Path
) -> None:
    """Two and five processes; and one run killed with its workers, then given again."""

    def command(out: Path, workers: int) -> list[str]:
        words = [sys.executable, "-m", "builder", "clean", str(raw), "--out", str(out)]
        return [*words, "--workers", str(workers), "--shards", str(SHARDS)]

    subprocess.run(command(tmp_path / "five", 5), cwd=CHECKOUT, check=True, capture_output=True)
    assert digest(tmp_path / "five") == digest(cleaned)
    killed = subprocess.Popen(
        command(tmp_path / "two", 2), cwd=CHECKOUT, start_new_session=True, stderr=subprocess.PIPE
    )
    while not (tmp_path / "two" / "markers" / "plan.json").exists():
        assert killed.poll() is None
        time.sleep(0.05)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()
    assert not (tmp_path / "two" / "funnel.json").exists()
    subprocess.run(command(tmp_path / "two", 2), cwd=CHECKOUT, check=True, capture_output=True)
    assert digest(tmp_path / "two") == digest(cleaned)


def test_another_model_of_the_tagger_is_asked_again(raw: Path, tmp_path: Path) -> None:
    """The markers know the files of a Stanza model, so that a new one leaves no old tags."""
    model = tmp_path / "model"
    (model / "sk" / "pos").mkdir(parents=True)
    weights = model / "sk" / "pos" / "tiny.pt"
    weights.write_bytes(b"one")
    options = CleanOptions(tagger="stanza")
    job = Job(raw, tmp_path / "out", options, shards=1, stanza_dir=model)
    kit = load_tools(CleanOptions())  # its tagger stands in for Stanza's
    asked: list[str] = []

    def tools() -> Tools:
        asked.append(tagger_fingerprint("stanza", "sk", model))
        return kit

    def clean() -> None:
        tagger_fingerprint.cache_clear()  # as another process
        phases.clean(job, 0, lambda records: None, tools)

    phases.distribute(job, lambda records: None)
    phases.prepare(job, 0, lambda records: None)
    phases.plan(job)
    clean()
    clean()
    assert len(asked) == 1
    weights.write_bytes(b"two")
    clean()
    assert len(asked) == len(set(asked)) == 2
    weights.unlink()
    with pytest.raises(InputError, match=r"no Stanza model for 'sk'.*--stanza-dir"):
        clean()
