"""`slovke bench` and `slovke extract` as commands: what they print, write and refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import slovke.cli.bench
import slovke.cli.extract  # noqa: F401 - importing them adds the commands
from slovke.cli.app import app
from slovke.errors import InputError
from tests.slovke.llm_server import LlmServer, chat

ROWS = [
    {
        "id": f"d{n}",
        "title": "Rozvoj vidieka",
        "abstract": f"Téma {n}: rozvoju vidieka na Orave bráni odchod mladých ľudí.",
        "keyphrases": ["rozvoj vidieka", "mladí ľudia"],
    }
    for n in range(3)
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS]
    (tmp_path / "data.jsonl").write_text("".join(lines), encoding="utf-8")
    gold = [json.dumps({"id": r["id"], "keyphrases": r["keyphrases"]}) + "\n" for r in ROWS]
    (tmp_path / "gold.jsonl").write_text("".join(gold), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    return tmp_path


def slovke_(*words: str) -> str:
    """Run a command in this process; gives all that it printed."""
    result = CliRunner().invoke(app, list(words))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_bench_prints_the_headline_and_writes_the_report(folder: Path) -> None:
    output = slovke_(
        "bench", "--dataset", "data.jsonl", "--systems", "textrank, gold.jsonl",
        "--canonical", "--resamples", "50", "--out", "out",
    )  # fmt: skip
    rows = [line.split() for line in output.splitlines()]
    assert ["gold", "50.0", "50.0", "to", "50.0", "50.0", "0.0"] in rows  # 2 of 6 right: F1 0.5
    assert "documents/s" in output
    assert (folder / "out/report.md").read_text().count("### ") >= 9
    predictions = sorted(path.name for path in (folder / "out/predictions").iterdir())
    assert predictions == ["gold+canonical.jsonl", "textrank+canonical.jsonl", "textrank.jsonl"]


def test_a_tagger_goes_to_the_systems_that_take_one(folder: Path) -> None:
    slovke_(
        "bench", "--dataset", "data.jsonl", "--systems", "textrank,lemmarank,yake",
        "--tagger", "rules", "--resamples", "20", "--out", "out",
    )  # fmt: skip
    systems = json.loads((folder / "out/scores.json").read_text())["systems"]
    taggers = {name: system["options"].get("tagger") for name, system in systems.items()}
    assert taggers == {"textrank": "rules", "lemmarank": "rules", "yake": None}
    slovke_(
        "extract", "textrank", "--dataset", "data.jsonl", "--tagger", "rules", "--out", "p.jsonl"
    )
    phrases = json.loads((folder / "p.jsonl").read_text().splitlines()[0])["keyphrases"]
    assert "mladých ľudí" in phrases
    assert not any("bráni" in phrase.split() for phrase in phrases)  # a verb


def test_extract_with_keyllm_and_its_options(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    with LlmServer(lambda *_: chat("rozvoja vidieka; mladých ľudí")) as server:
        output = slovke_(
            "extract", "keyllm=model-x", "--dataset", "data.jsonl", "--out", "p.jsonl",
            "--base-url", server.base_url, "--prompt-language", "sk", "--canonical",
            "--price-input", "1000", "--price-output", "1000", "--max-cost", "2",
        )  # fmt: skip
        assert len(server.prompts) == 3
        assert server.prompts[0].startswith("Mám tento dokument")
    assert "3 of 3 questions, 1.0800 spent, about 1.0800 in all" in output
    lines = [json.loads(line) for line in (folder / "p.jsonl").read_text().splitlines()]
    assert lines[0] == {"id": "d0", "keyphrases": ["rozvoj vidieka", "mladí ľudia"]}
    assert "sk-secret" not in output


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--systems", "keyllm", "--threshold", "0.85"], "--encoder"),
        (["--systems", "keyllm", "--threshold", "much"], "--threshold: 'much'"),
        (["--systems", "keyllm"], "OPENAI_API_KEY"),
        (["--systems", ","], "no system"),
        (["--systems", "missing.jsonl"], "missing.jsonl: no such file"),
        (["--systems", "yake", "--confidence", "2"], "confidence"),
        (["--systems", "textrank", "--tagger", "treetagger"], "rules or stanza"),
        (["--systems", "textrank", "--stanza-dir", "models"], "--tagger stanza"),
    ],
)
def test_bench_refuses_with_one_line(words: list[str], said: str) -> None:
    with pytest.raises(InputError) as caught:
        slovke_("bench", "--dataset", "data.jsonl", "--out", "out", *words)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
