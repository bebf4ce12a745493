"""A submission's folder as hostile input: each trick gets a clear refusal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from slovke.errors import InputError
from slovke.leaderboard.submission import MAX_METADATA_BYTES, read_submission

GOOD: dict[str, Any] = {
    "system": "Môj systém 2.0",
    "authors": ["Jana Vymyslená", "Ján Príkladný"],
    "link": "https://example.org/system?a=1&b=2",
    "licence": "Apache-2.0",
    "parameters": 276_000_000,
    "trained_on": "the training split",
    "dataset_revision": "1.0.0",
    "split": "test",
}


def submission(folder: Path, fields: dict[str, Any] | str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    text = fields if isinstance(fields, str) else yaml.safe_dump(fields, allow_unicode=True)
    (folder / "submission.yaml").write_text(text, encoding="utf-8")
    (folder / "predictions.jsonl").write_text(
        json.dumps({"id": "a", "keyphrases": []}) + "\n", encoding="utf-8"
    )
    return folder


def refusal(folder: Path) -> str:
    with pytest.raises(InputError) as error:
        read_submission(folder)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 700
    return str(error.value)


def test_a_good_submission_is_read_as_it_is(tmp_path: Path) -> None:
    found = read_submission(submission(tmp_path / "mine-2.0", GOOD))
    assert found.slug == "mine-2.0"
    assert found.system == "Môj systém 2.0"
    assert found.authors == ("Jana Vymyslená", "Ján Príkladný")
    assert found.parameters == "276,000,000"
    assert found.link == GOOD["link"]
    assert found.claims == {}


def test_the_documented_submission_is_read(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "judging.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    found = read_submission(submission(tmp_path / "mine", example))
    assert (found.system, found.parameters) == ("My system 2.0", "125,000,000")
    assert (found.dataset_revision, found.claims) == ("1.0.0", {"exact_f1@6": 0.152})


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("system", "<script>alert(1)</script>", "system holds '<'"),
        ("system", "a\nb", r"system holds '\n'"),
        ("system", "a\u202eb", r"system holds '\u202e'"),
        ("system", "a\u200bb", r"system holds '\u200b'"),
        ("system", "=HYPERLINK(1)", "must begin with a letter or a digit"),
        ("system", "x" * 81, "1 to 80 characters, got 81"),
        ("system", "   ", "1 to 80 characters, got 0"),
        ("system", ["a"], "system must be text, got list"),
        ("authors", "Jana", "authors must be a list"),
        ("authors", [], "authors must be a list"),
        ("authors", ["Jana", "<b>Ján</b>"], "authors holds '<'"),
        ("authors", ["Ján <b>"], "authors holds '<'"),
        ("licence", 7, "licence must be text"),
        ("parameters", -1, "parameters must be a number from 0"),
        ("parameters", True, "parameters must be text"),
        ("trained_on", "x" * 501, "1 to 500 characters"),
        ("link", "javascript:alert(1)", "must be a plain http"),
        ("link", "data:text/html,x", "must be a plain http"),
        ("link", "//example.org", "must be a plain http"),
        ("link", "https://user:word@example.org", "must be a plain http"),
        ("link", "https://example.org/\"onclick='x'", "must be a plain http"),
        ("link", "https://[", "must be a plain http"),
        ("predictions", "../other/predictions.jsonl", "leads out of the folder"),
        ("predictions", "/etc/passwd", "leads out of the folder"),
        ("predictions", "..\\predictions.jsonl", "leads out of the folder"),
        ("predictions", "..", "leads out of the folder"),
        ("predictions", "C:predictions.jsonl", "leads out of the folder"),
        ("scores", {"exact_f1@6": "high"}, "must be a fraction"),
        ("scores", {"exact_f1@6": float("nan")}, "must be a fraction"),
        ("scores", {"exact_f1@6": 27.4}, "must be a fraction"),
        ("scores", [1], "scores must be at most"),
        ("rank", 1, "unknown field 'rank'"),
    ],
)
def test_a_field_of_another_kind_is_refused(
    tmp_path: Path, field: str, value: object, message: str
) -> None:
    assert message in refusal(submission(tmp_path / "mine", {**GOOD, field: value}))


@pytest.mark.parametrize("field", sorted(GOOD.keys() - {"link"}))
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    fields = {name: value for name, value in GOOD.items() if name != field}
    assert f"{field} missing" in refusal(submission(tmp_path / "mine", fields))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &a [x]\nb: *a\n", "aliases"),
        ("a: !!python/object/apply:os.system ['true']\n", "not YAML that is accepted"),
        ("system: a\nsystem: b\n", "'system' is given twice"),
        ("- system\n", "expected fields"),
        ("", "expected fields"),
        ("1: a\n", "expected fields"),
        ("system: [\n", "not YAML that is accepted"),
        ("[" * 5000 + "]" * 5000, "lists in lists in lists"),
        (f"parameters: {'9' * 5000}\n", "a value can't be read"),
        ("x: " + "y" * MAX_METADATA_BYTES, "at most 16,384 are read"),
        ("a: 1\n---\nb: 2\n", "not YAML that is accepted"),
    ],
)
def test_a_yaml_that_does_more_than_name_fields_is_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    assert message in refusal(submission(tmp_path / "mine", text))


def test_what_is_not_utf8_is_refused(tmp_path: Path) -> None:
    folder = submission(tmp_path / "mine", GOOD)
    (folder / "submission.yaml").write_bytes(b"system: \xff\n")
    assert "not UTF-8" in refusal(folder)


@pytest.mark.parametrize("name", ["Mine", "my system", "-mine", "<b>", "a..b", "môj"])
def test_a_folder_that_could_not_name_a_page_is_refused(tmp_path: Path, name: str) -> None:
    assert "rename it" in refusal(submission(tmp_path / name, GOOD))


def test_links_and_stray_files_are_refused(tmp_path: Path) -> None:
    folder = submission(tmp_path / "mine", GOOD)
    outside = tmp_path / "secret.jsonl"
    outside.write_text("{}", encoding="utf-8")
    (folder / "predictions.jsonl").unlink()
    assert "no predictions.jsonl in it" in refusal(folder)
    (folder / "predictions.jsonl").symlink_to(outside)
    assert "could lead out of the folder" in refusal(folder)
    (folder / "predictions.jsonl").unlink()
    (folder / "predictions.jsonl").write_text("", encoding="utf-8")
    packed = submission(tmp_path / "packed", {**GOOD, "predictions": "p.jsonl.gz"})
    (packed / "predictions.jsonl").rename(packed / "p.jsonl.gz")
    assert "unpack it" in refusal(packed)
    (folder / "index.html").write_text("x", encoding="utf-8")
    assert "'index.html' does not belong there" in refusal(folder)
    (tmp_path / "linked").symlink_to(folder)
    assert "links are not followed" in refusal(tmp_path / "linked")
