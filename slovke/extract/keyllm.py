"""KeyLLM: a language model asked for keyphrases, one document a question (Grootendorst 2021).

The paper (section 3.4, 6.2, appendix A) asked GPT-3.5-turbo for 15 keyphrases, without and with the
cost saving that lets similar documents share one answer. Any endpoint that speaks the OpenAI chat
API will do. The paper names no temperature; ours is 0, so that a run can be made again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slovke.errors import InputError, MissingExtraError
from slovke.extract.clustering import document_embeddings, representatives
from slovke.extract.prompts import prompt_for
from slovke.extract.protocol import Document
from slovke.extract.replies import ReplyError, parse_reply
from slovke.extract.reply_cache import Reply, ReplyCache

MOST_FAILURES = 10  # one after another: then the endpoint is at fault, not a document


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the model answers.

    Attributes:
        model: its name there.
        base_url: the API's address; None for the client's default.
        key_variable: the environment variable that holds the key. The key is read when the client
            is made, and is never stored, logged or shown.
        concurrency: questions under way at once.
        retries: how often a question is asked again after 408, 409, 429, 5xx or a lost connection,
            with growing waits, or as long as the server's Retry-After says.
        timeout: seconds to wait for an answer.
    """

    model: str = "gpt-3.5-turbo"
    base_url: str | None = None
    key_variable: str = "OPENAI_API_KEY"
    concurrency: int = 4
    retries: int = 5
    timeout: float = 60.0


@dataclass(frozen=True, slots=True)
class Budget:
    """Prices in any currency for a million tokens, and the most that a run may cost."""

    input_price: float = 0.0
    output_price: float = 0.0
    most: float | None = None

    def cost(self, reply: Reply) -> float:
        """What one reply cost."""
        tokens = (
            reply.prompt_tokens * self.input_price + reply.completion_tokens * self.output_price
        )
        return tokens / 1_000_000


class KeyLlm:
    """A language model asked for keyphrases.

    Args:
        endpoint: where to ask.
        language: of the prompt, "en" (appendix A) or "sk".
        count: keyphrases to ask for (paper: 15).
        threshold: cosine similarity from which documents share one answer; None asks for each.
        encoder: a sentence-transformers model, needed with `threshold`.
        cache: the file of replies; None keeps them in memory only.
        budget: prices and the cap.

    Attributes:
        failures: id -> what was wrong, for each document that got no keyphrases.
        questions: distinct ones that the documents come to, whether their replies are kept or not:
            what clustering saves; known after `prepare`.
        asked: questions sent; `spent`: what they cost, in the currency of the prices.
    """

    def __init__(
        self,
        *,
        endpoint: Endpoint | None = None,
        language: str = "en",
        count: int = 15,
        threshold: float | None = None,
        encoder: str | None = None,
        cache: Path | None = None,
        budget: Budget | None = None,
    ) -> None:
        """Make the client.

        Raises:
            MissingExtraError: the package openai is not installed.
            InputError: no key in the environment; a threshold without an encoder; a cap without
                prices.
        """
        endpoint, budget = endpoint or Endpoint(), budget or Budget()
        try:
            import openai
        except ImportError:
            raise MissingExtraError("KeyLLM", "baselines") from None
        if threshold is not None and encoder is None:
            raise InputError(
                "KeyLLM: a threshold needs an encoder: name a sentence-transformers model"
            )
        if budget.most is not None and not (budget.input_price or budget.output_price):
            raise InputError("KeyLLM: a cap of cost needs the prices of a million tokens")
        key = os.environ.get(endpoint.key_variable)
        if not key:
            raise InputError(
                f"KeyLLM: no key: set the environment variable {endpoint.key_variable}"
            )
        prompt_for("", language=language, count=count)
        self.name = "keyllm"
        if threshold is not None and encoder is not None:
            self.name = f"keyllm-{round(100 * threshold)}-{Path(encoder).name}"
        self.failures: dict[str, str] = {}
        self.questions = 0
        self.asked = 0
        self.spent = 0.0
        self._openai: Any = openai
        self._client = openai.OpenAI(
            api_key=key,
            base_url=endpoint.base_url,
            max_retries=endpoint.retries,
            timeout=endpoint.timeout,
        )
        self._endpoint, self._budget = endpoint, budget
        self._language, self._count = language, count
        self._threshold, self._encoder = threshold, encoder
        self._cache, self._cache_path = ReplyCache(cache), cache
        self._stands_for: dict[str, Document] = {}
        self._failures_in_a_row = 0
        self._expected: tuple[int, float] = (0, 0.0)

    def prepare(self, documents: Sequence[Document]) -> None:
        """Cluster the whole dataset, before any of it is extracted, and count the questions."""
        self._cluster(documents)
        asked = [self._stands_for.get(document.id, document) for document in documents]
        prompts = {self._prompt(document) for document in asked if document.abstract.strip()}
        self.questions = len(prompts)
        new = [p for p in prompts if self._cache.get(self._endpoint.model, p) is None]
        self._expected = len(new), sum(map(self._guess, new))

    def status(self) -> str:
        """The questions asked and what they cost, and what all will have cost, about."""
        questions, cost = self._expected
        if self.asked:
            cost = self.spent / self.asked * max(questions, self.asked)
        text = f"{self.asked} of {max(questions, self.asked)} questions"
        if self._budget.input_price or self._budget.output_price:
            text += f", {self.spent:.4f} spent, about {cost:.4f} in all"
        return text

    def _cluster(self, documents: Sequence[Document]) -> None:
        if self._threshold is None or not documents:
            return
        texts = [document.abstract for document in documents]
        embeddings = document_embeddings(texts, self._encoder or "", self._cache_path)
        for document, index in zip(
            documents, representatives(embeddings, self._threshold), strict=True
        ):
            self._stands_for[document.id] = documents[index]

    def extract(self, documents: Sequence[Document]) -> Iterator[list[str]]:
        """Yield the keyphrases of each document; none for one whose reply was broken.

        Raises:
            InputError: the key is refused, the model is unknown, the endpoint can't be reached,
                or the cap of cost is reached. What was answered before is in the cache.
        """
        asked = [self._stands_for.get(document.id, document) for document in documents]
        prompts = list(dict.fromkeys(self._prompt(document) for document in asked))
        answers: dict[str, Reply | str] = {}
        for prompt in prompts:
            kept = self._cache.get(self._endpoint.model, prompt)
            if kept is not None:
                answers[prompt] = kept
        empty = self._prompt(Document(id="", abstract=""))
        answers[empty] = "no text to ask about"
        self._ask_all([prompt for prompt in prompts if prompt not in answers], answers)
        for document, source in zip(documents, asked, strict=True):
            yield self._keyphrases(document, answers[self._prompt(source)])

    def _prompt(self, document: Document) -> str:
        return prompt_for(document.abstract.strip(), language=self._language, count=self._count)

    def _ask_all(self, prompts: Sequence[str], answers: dict[str, Reply | str]) -> None:
        size = self._endpoint.concurrency
        with ThreadPoolExecutor(max_workers=size) as pool:
            # As many at a time as run at once, so that the cap is looked at between any two rounds
            # and a kill costs no more than one round's answers.
            for start in range(0, len(prompts), size):
                some = prompts[start : start + size]
                self._check_budget(some)
                for prompt, reply in zip(some, pool.map(self._ask, some), strict=True):
                    answers[prompt] = reply
                    self._account(prompt, reply)

    def _check_budget(self, prompts: Sequence[str]) -> None:
        """Stop before a round that may pass the cap, by what questions cost so far."""
        if self._budget.most is None:
            return
        guess = max(map(self._guess, prompts))
        each = self.spent / self.asked if self.asked else guess
        if self.spent + max(each, guess) * len(prompts) > self._budget.most:
            raise InputError(
                f"KeyLLM: stopped before the cap of {self._budget.most:g}: {self.spent:.4f} spent "
                f"on {self.asked} questions; their replies are kept, a higher cap goes on"
            )

    def _guess(self, prompt: str) -> float:
        """The cost of a question not yet asked: three characters a token, and a full list back."""
        return self._budget.cost(Reply(None, len(prompt) // 3, 12 * self._count))

    def _account(self, prompt: str, reply: Reply | str) -> None:
        if isinstance(reply, str):
            self._failures_in_a_row += 1
            if self._failures_in_a_row >= MOST_FAILURES:
                raise InputError(
                    f"KeyLLM: {MOST_FAILURES} questions failed one after another, the last with: "
                    f"{reply}; the replies before are kept, the same command goes on"
                )
            return
        self._failures_in_a_row = 0
        self.asked += 1
        self.spent += self._budget.cost(reply)
        self._cache.put(self._endpoint.model, prompt, reply)

    def _ask(self, prompt: str) -> Reply | str:
        """The model's reply, or in a few words why there is none; no text of the server's."""
        openai = self._openai
        try:
            completion = self._client.chat.completions.create(
                model=self._endpoint.model,
                messages=[{"role": "user", "content": prompt}],
                temperature=0,
            )
        except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
            raise InputError(
                f"KeyLLM: the endpoint refuses the key of {self._endpoint.key_variable} "
                f"(HTTP {error.status_code})"
            ) from None
        except openai.NotFoundError:
            raise InputError(
                f"KeyLLM: the endpoint has no model {self._endpoint.model!r} (HTTP 404)"
            ) from None
        except openai.APIStatusError as error:
            return f"HTTP {error.status_code}"
        except openai.APITimeoutError:
            return f"no answer within {self._endpoint.timeout:g} s"
        except openai.APIConnectionError:
            return "no connection"
        except (openai.OpenAIError, ValueError) as error:  # a body that is no JSON of the API
            return f"a broken answer ({type(error).__name__})"
        return _reply(completion)

    def _keyphrases(self, document: Document, answer: Reply | str) -> list[str]:
        if isinstance(answer, Reply):
            try:
                return parse_reply(answer.text, most=self._count)
            except ReplyError as error:
                answer = str(error)
        self.failures[document.id] = answer
        print(f"{self.name}: document {document.id} gets none: {answer}", file=sys.stderr)
        return []


def _reply(completion: Any) -> Reply | str:
    """What we need of an answer, whose parts may be missing or of other types."""
    choices = getattr(completion, "choices", None)
    if not isinstance(choices, list) or not choices:
        return "a broken answer (no choices)"
    text = getattr(getattr(choices[0], "message", None), "content", None)
    usage = getattr(completion, "usage", None)
    counts = [getattr(usage, name, 0) for name in ("prompt_tokens", "completion_tokens")]
    tokens = [count if isinstance(count, int) and count > 0 else 0 for count in counts]
    return Reply(text if isinstance(text, str) else None, *tokens)


def key_llm(
    *,
    model: str = "gpt-3.5-turbo",
    base_url: str | None = None,
    key_variable: str = "OPENAI_API_KEY",
    concurrency: int = 4,
    language: str = "en",
    threshold: float | None = None,
    encoder: str | None = None,
    cache: str | None = None,
    input_price: float = 0.0,
    output_price: float = 0.0,
    max_cost: float | None = None,
) -> KeyLlm:
    """`KeyLlm` from plain values, as the command line and a benchmark's files hold them."""
    return KeyLlm(
        endpoint=Endpoint(model, base_url, key_variable, concurrency),
        language=language,
        threshold=threshold,
        encoder=encoder,
        cache=None if cache is None else Path(cache),
        budget=Budget(input_price, output_price, max_cost),
    )
