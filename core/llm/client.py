"""A chat model behind a server on this machine: bounded, cancellable, accounted, checked (models.md 2)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType

from core.domain.errors import ModelServerError
from core.domain.events import CancelToken
from core.llm.chat_request import ChatForm, answer_tokens, chat_body, segments, weaker
from core.llm.exact import ExactScores
from core.llm.free_answer import FreeAnswers
from core.llm.handshake import Handshake
from core.llm.json_answers import UnusableAnswer, misfit, parse_answer, split_thinking
from core.llm.metadata import ServedModel
from core.llm.model import (
    CallFailed,
    Capabilities,
    ChatPrompt,
    Completion,
    Ending,
    JsonSchema,
    ModelInfo,
    SchemaSupport,
    ScoringModel,
    Usage,
)
from core.llm.server_link import ServerLink, TimedAnswer
from core.llm.shared_prefix import nearest, prompt_text
from core.llm.token_budget import TokenBudget, was_truncated
from core.llm.usage_accounts import BatchMeter, UsageAccounts, Watch, ignore_model_progress

SHAPE_FAULTS = frozenset({"llm.rejected", "llm.server_error"})
"""What a server says to a shape that it cannot hold an answer to; the next level of the ladder may still do."""
HOPELESS = frozenset({"llm.unreachable", "llm.unauthorized", "llm.no_model", "llm.redirect", "llm.tls"})
"""Faults of the server, not of the question: once a question of a batch ends with one, the others are not tried."""


@dataclass(slots=True)
class _Batch:
    """What the questions of one `ask` share. `broken`: the server's fault that ends them all."""

    meter: BatchMeter
    broken: CallFailed | None = None


class LocalModel:
    """A `core.llm.model.LanguageModel`. `close` (or leaving its `with` block) ends the thread if it owns the link.

    Seeds are sent only where the handshake saw them honoured. Texts reach neither logs nor errors.
    """

    def __init__(
        self,
        link: ServerLink,
        served: ServedModel,
        shaken: Handshake,
        *,
        shape: str,
        watch: Watch = ignore_model_progress,
        owns_link: bool = False,
    ) -> None:
        """`shape`: words that ask for a JSON schema, with `{shape}`."""
        self.handshake = shaken
        self._link = link
        self._info = ModelInfo(served.id, link.dialect.kind.value, served.digest, served.family)
        self._form = ChatForm.of(served.id, link.dialect, shaken.capabilities, shape, bare=shaken.bare)
        self._budget = TokenBudget(self._count if link.dialect.tokenize else None)
        self._accounts = UsageAccounts()
        self._seen: Counter[str] = Counter()
        self._watch = watch
        self._owns_link = owns_link
        self._scoring = ExactScores(link, self._info, self._form) if shaken.capabilities.exact else None

    @property
    def info(self) -> ModelInfo:
        return self._info

    @property
    def capabilities(self) -> Capabilities:
        return self.handshake.capabilities

    @property
    def scoring(self) -> ScoringModel | None:
        return self._scoring

    @property
    def observations(self) -> Mapping[str, int]:
        """How often something out of the ordinary was accepted or met: "routed" (data in the thinking field),
        "weaker_shape", "uncounted" (no token counts, so truncation could not be checked), and every failure's code."""
        return dict(self._seen)

    def usage(self) -> Mapping[str, Usage]:
        return self._accounts.by_purpose()

    def close(self) -> None:
        if self._owns_link:
            self._link.close()

    def __enter__(self) -> LocalModel:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def free_answers(self) -> FreeAnswers:
        """Answers in plain words, for a person to read."""
        return FreeAnswers(self._link, self._form, self._budget, self.capabilities.context)

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        """As `LanguageModel.ask`. A cold model gets one question first, the others follow side by side."""
        if not prompts:
            return ()
        return self._link.run(lambda: self._ask_all(prompts), cancel)

    async def _ask_all(self, prompts: Sequence[ChatPrompt]) -> tuple[Completion | CallFailed, ...]:
        batch = _Batch(BatchMeter(prompts[0].purpose, len(prompts), self._link.cold, self._watch))
        ahead: list[Completion | CallFailed] = []
        if self._link.cold:
            async with self._link.warming:
                ahead.append(await self._answer(prompts[0], batch))
        waiting = list(range(len(ahead), len(prompts)))
        texts = [prompt_text(prompt) for prompt in prompts]
        answers = dict(enumerate(ahead))

        async def ask_in_turn(index: int) -> None:
            """One slot's questions, each going on as the last one began (core.llm.shared_prefix)."""
            answers[index] = await self._answer(prompts[index], batch)
            while waiting:
                index = waiting.pop(nearest([texts[place] for place in waiting], texts[index]))
                answers[index] = await self._answer(prompts[index], batch)

        begun, waiting[:] = waiting[: self.capabilities.slots], waiting[self.capabilities.slots :]
        tasks = [asyncio.ensure_future(ask_in_turn(index)) for index in begun]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
        return tuple(answers[index] for index in range(len(prompts)))

    async def _answer(self, prompt: ChatPrompt, batch: _Batch) -> Completion | CallFailed:
        result: Completion | CallFailed
        try:
            async with self._link.slots, asyncio.timeout(self._link.patience.deadline):
                result = batch.broken or await self._fitting(prompt, batch.meter)
        except TimeoutError:
            result = CallFailed("llm.deadline", {"seconds": self._link.patience.deadline})
        except ModelServerError as error:
            result = CallFailed(error.code, error.details)
        if isinstance(result, CallFailed):
            self._seen[result.code] += 1
            if result.code in HOPELESS:
                batch.broken = result
        batch.meter.answered()
        return result

    async def _fitting(self, prompt: ChatPrompt, meter: BatchMeter) -> Completion | CallFailed:
        """Refuses a prompt that does not fit: a server that cuts it would test a text nobody has (models.md 2)."""
        least, most = await self._budget.bounds(segments(prompt, self._form))
        needed = most + answer_tokens(prompt, self._form)
        if needed > self.capabilities.context:
            return CallFailed("llm.too_long", {"needed": needed, "context": self.capabilities.context})
        form = self._form
        while True:
            limit = answer_tokens(prompt, form)
            try:
                timed = await self._link.chat_patiently(chat_body(prompt, form), limit, meter.token, meter.waiting)
            except ModelServerError as error:
                lower = self._lower(form.form, prompt, error)
                if lower is None:
                    raise
                self._seen["weaker_shape"] += 1
                form = replace(form, form=lower)
            else:
                return self._judged(prompt, timed, least, most)

    def _lower(self, form: SchemaSupport, prompt: ChatPrompt, error: ModelServerError) -> SchemaSupport | None:
        if prompt.schema is None or error.code not in SHAPE_FAULTS:
            return None
        return weaker(form, self._link.dialect)

    def _judged(self, prompt: ChatPrompt, timed: TimedAnswer, least: int, most: int) -> Completion | CallFailed:
        raw = timed.answer
        thought, text = split_thinking(raw.text)
        thinking = "\n".join(part for part in (raw.thought, thought) if part)
        if not text.strip() and prompt.schema is not None and _fits(raw.thought, prompt.schema):
            self._seen["routed"] += 1
            text, thinking = raw.thought, ""
        completion = Completion(
            text=text,
            ending=self._ending(text, raw.finish, prompt.schema),
            thinking=thinking,
            prompt_tokens=most if raw.prompt_tokens is None else raw.prompt_tokens,
            cached_tokens=raw.cached_tokens or 0,
            completion_tokens=raw.pieces if raw.completion_tokens is None else raw.completion_tokens,
            seconds=timed.seconds,
            first_token_seconds=timed.first_seconds,
        )
        self._accounts.add(prompt.purpose, completion)
        if raw.prompt_tokens is None:
            self._seen["uncounted"] += 1
        elif was_truncated(raw.prompt_tokens, least):
            return CallFailed("llm.truncated", {"read": raw.prompt_tokens, "sent": least})
        if completion.ending is Ending.LENGTH:
            return CallFailed("llm.length", {"tokens": completion.completion_tokens})
        return completion if text.strip() or completion.ending is Ending.REFUSED else CallFailed("llm.empty")

    def _ending(self, text: str, finish: str, schema: JsonSchema | None) -> Ending:
        if finish == "length":
            return Ending.LENGTH
        if finish == "content_filter":
            return Ending.REFUSED
        looks_like_data = schema is not None and _fits(text, schema)
        return Ending.REFUSED if not looks_like_data and self._link.phrases.refuses(text) else Ending.STOP

    async def _count(self, text: str) -> int | None:
        """Tokens as the server counts them, None where it does not answer."""
        if not text:
            return 0
        try:
            found = await self._link.native(self._link.dialect.tokenize, {"content": text})
        except ModelServerError:
            return None
        tokens = found.get("tokens")
        return len(tokens) if isinstance(tokens, list) else None


def _fits(text: str, schema: JsonSchema) -> bool:
    try:
        return not misfit(schema, parse_answer(text))
    except UnusableAnswer:
        return False
