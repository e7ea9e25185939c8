"""Exact mode: log-probabilities of given words, read from llama.cpp's native routes (gate.md 4)."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence

from core.domain.errors import ModelServerError
from core.domain.events import CancelToken
from core.llm.chat_request import ChatForm, messages, without_thinking
from core.llm.metadata import JsonObject
from core.llm.model import ChatPrompt, Continuation, ModelInfo, Sampling
from core.llm.server_link import ServerLink

TOP = 3000
"""Tokens whose probability is asked for; the last of them bounds every token that is not among them."""
MOST_TOKENS = 24
"""Longer answers are scored by their beginning, which bounds the whole from above."""
_NO_SAMPLING = Sampling(0.0, 1)


class ExactScores:
    """A `core.llm.model.ScoringModel` on a server whose probabilities are those of the whole vocabulary."""

    def __init__(self, link: ServerLink, info: ModelInfo, form: ChatForm) -> None:
        self._link = link
        self._info = info
        self._form = form

    @property
    def info(self) -> ModelInfo:
        return self._info

    def log_probabilities(
        self, continuations: Sequence[Continuation], cancel: CancelToken | None = None
    ) -> tuple[float | None, ...]:
        """As `ScoringModel.log_probabilities`. A fault of the server is a missing score, not a low one."""
        if not continuations:
            return ()
        return self._link.run(lambda: self._score_all(continuations), cancel)

    async def _score_all(self, continuations: Sequence[Continuation]) -> tuple[float | None, ...]:
        templates: dict[tuple[str, str, str], asyncio.Task[str]] = {}
        for item in continuations:
            key = (item.system, item.document, item.stage)
            if key not in templates:
                templates[key] = asyncio.ensure_future(self._template(item))
        tasks = [
            asyncio.ensure_future(self._score(item, templates[item.system, item.document, item.stage]))
            for item in continuations
        ]
        try:
            return tuple(await asyncio.gather(*tasks))
        finally:
            for task in (*tasks, *templates.values()):
                task.cancel()
            await asyncio.gather(*templates.values(), return_exceptions=True)

    async def _template(self, item: Continuation) -> str:
        """The prompt as the model reads it, up to where its own answer begins."""
        prompt = ChatPrompt(item.system, item.document, item.stage, _NO_SAMPLING, "exact")
        asked = {"messages": messages(prompt, self._form), **without_thinking(self._form.dialect)}
        found = (await self._link.native(self._link.dialect.template, asked)).get("prompt")
        if not isinstance(found, str):
            raise ModelServerError("llm.malformed")
        return found

    async def _score(self, item: Continuation, template: asyncio.Task[str]) -> float | None:
        try:
            before = await template + item.opening
            whole = await self._tokens(before + item.answer)
            base = await self._tokens(before)
            common = _common(base, whole)
            if not whole[common:]:
                return None
            said = await self._sum(whole, common)
            # Tokens of the opening that merge into the answer were not given: what they cost is taken off again.
            opening = await self._sum(base, common) if common < len(base) else 0.0
        except ModelServerError:
            return None
        return None if said is None or opening is None else min(0.0, said - opening)

    async def _sum(self, tokens: Sequence[int], start: int) -> float | None:
        stop = min(len(tokens), start + MOST_TOKENS)
        steps = [self._step(tokens[:at], tokens[at]) for at in range(start, stop)]
        found = await asyncio.gather(*steps)
        known = [value for value in found if value is not None]
        return math.fsum(known) if len(known) == len(found) else None

    async def _tokens(self, text: str) -> list[int]:
        asked = {"content": text, "add_special": True, "parse_special": True}
        found = (await self._link.native(self._link.dialect.tokenize, asked)).get("tokens")
        if not isinstance(found, list) or not all(isinstance(token, int) for token in found):
            raise ModelServerError("llm.malformed")
        return found

    async def _step(self, before: Sequence[int], token: int) -> float | None:
        """Log-probability of `token` after `before`, None where the server gave none."""
        asked = {
            "prompt": list(before),
            "n_predict": 1,
            "n_probs": TOP,
            "temperature": 0,
            "cache_prompt": True,
        }
        async with self._link.slots:
            answer = await self._link.native(self._link.dialect.completion, asked)
        return log_probability(answer, token)


def log_probability(answer: JsonObject, token: int) -> float | None:
    """Log-probability of `token` in a native completion of one token; normalised where the listed mass exceeds one.

    A token that is not listed gets the smallest listed value, which it cannot exceed. None when nothing is listed.
    """
    steps = answer.get("completion_probabilities")
    first = steps[0] if isinstance(steps, list) and steps else None
    rows = first.get("top_logprobs") if isinstance(first, dict) else None
    listed = {
        row["id"]: float(row["logprob"])
        for row in (rows if isinstance(rows, list) else ())
        if isinstance(row, Mapping) and isinstance(row.get("id"), int) and _is_log(row.get("logprob"))
    }
    if not listed:
        return None
    mass = math.fsum(math.exp(value) for value in listed.values())
    return listed.get(token, min(listed.values())) - (math.log(mass) if mass > 1.0 else 0.0)


def _is_log(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _common(first: Sequence[int], second: Sequence[int]) -> int:
    count = 0
    for left, right in zip(first, second, strict=False):
        if left != right:
            break
        count += 1
    return count
