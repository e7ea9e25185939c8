"""What a server really does, seen by asking it: canaries once per start and model, then remembered (models.md 2).

No person's text is in a canary. The first one is the warm-up: it goes alone, and a model that is not in memory loads.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.domain.errors import ModelServerError
from core.domain.language import Language
from core.llm.chat_request import THINKING_ALLOWANCE, ChatForm, chat_body
from core.llm.dialects import UNKNOWN_CONTEXT
from core.llm.discovery import look_through
from core.llm.json_answers import UnusableAnswer, misfit, parse_answer, split_thinking
from core.llm.metadata import ServedModel
from core.llm.model import Capabilities, ChatPrompt, JsonSchema, Sampling, SchemaSupport
from core.llm.prompts import PromptBook, PromptText
from core.llm.server_link import MOST_SLOTS, ServerLink, TimedAnswer

PURPOSE = "handshake"
SHORT_ANSWER = 16
"""More completion tokens than that for "OK" are thinking."""
WARM_TOKENS, SHAPE_TOKENS, WORD_TOKENS, COUNT_TOKENS = 64, 48, 24, 48
VARIED = (101, 102, 103)
SEEDS = (11, 11, 12)
EDGE = 0.2
"""Part of an answer's time at each end that does not count as side by side: ends and starts touch."""
SHAPE_OPTIONS = ("zq-plum-71", "vx-fern-28", "kw-salt-64")
"""Words that no model says unprompted."""
SHAPE: JsonSchema = {
    "type": "object",
    "properties": {"option": {"type": "string", "enum": list(SHAPE_OPTIONS)}},
    "required": ["option"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Handshake:
    """What was seen. `load_seconds`: until the first token of the warm-up. `tokens_per_second`: one answer alone;
    `gain`: speed of `slots` answers side by side over that, 0 = not measured. `counts_tokens`: usage is reported.
    `bare`: the server refuses requests with fields of its own kind, so they are left out."""

    capabilities: Capabilities
    load_seconds: float = 0.0
    tokens_per_second: float = 0.0
    gain: float = 0.0
    counts_tokens: bool = True
    bare: bool = False


class HandshakeCache:
    """Handshakes by address, model and the server's own description of itself. Safe from any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._known: dict[tuple[str, str, str], Handshake] = {}

    def get(self, link: ServerLink, model: str) -> Handshake | None:
        with self._guard:
            return self._known.get(_key(link, model))

    def put(self, link: ServerLink, model: str, shaken: Handshake) -> None:
        with self._guard:
            self._known[_key(link, model)] = shaken


def _key(link: ServerLink, model: str) -> tuple[str, str, str]:
    return str(link.found.address), model, link.found.fingerprint


def shape_words(book: PromptBook) -> str:
    """The words that ask for a JSON schema where a server cannot be held to one."""
    return book.get("answer_shape", Language.EN).part("shape")


async def run_handshake(link: ServerLink, served: ServedModel, book: PromptBook) -> Handshake:
    """Ask the canaries, about a dozen short ones. Runs in the link's loop; sets its slots.

    Raises ModelServerError when the warm-up gets no answer; every other canary that fails is a missing capability.
    """
    canaries = _Canaries(link, served, book)
    warm = await canaries.warm_up()
    thinking_off = _is_short(warm)
    form = await canaries.strongest_shape(thinks=not thinking_off)
    words = await canaries.ask("words", WORD_TOKENS, temperature=1.0)
    # The rest matters for many short draws, which a model that thinks over each of them is too slow for.
    seed_honoured = thinking_off and link.dialect.sends_seed and await canaries.same_seeds()
    logprobs = thinking_off and await canaries.gives("words", logprobs=True, top_logprobs=2)
    many = thinking_off and await canaries.gives("words", n=2)
    varies = await canaries.varies(words.answer.text)
    slots, speed = await canaries.side_by_side()
    current = await _current(link, served)
    slots = min(slots, current.slots or MOST_SLOTS)
    await link.set_slots(slots)
    alone = _speed([words])
    capabilities = Capabilities(
        schema=form,
        thinking_off=thinking_off,
        logprobs=logprobs,
        exact=await _exact(link),
        many=many,
        seed_honoured=seed_honoured,
        slots=slots,
        context=current.context or UNKNOWN_CONTEXT,
        ignored=_ignored(form, thinking_off, logprobs, many, seed_honoured),
        temperature_honoured=varies,
    )
    return Handshake(
        capabilities=capabilities,
        load_seconds=warm.first_seconds,
        tokens_per_second=alone,
        gain=speed / alone if alone and slots > 1 else 0.0,
        counts_tokens=warm.answer.prompt_tokens is not None,
        bare=canaries.bare,
    )


def _is_short(warm: TimedAnswer) -> bool:
    thought = warm.answer.thought or split_thinking(warm.answer.text)[0]
    tokens = warm.answer.completion_tokens
    return not thought and (warm.answer.pieces if tokens is None else tokens) <= SHORT_ANSWER


def _ignored(form: SchemaSupport, thinking_off: bool, logprobs: bool, many: bool, seed: bool) -> tuple[str, ...]:
    seen = {
        "response_format": form is SchemaSupport.JSON_SCHEMA,
        "reasoning_effort": thinking_off,
        "logprobs": logprobs,
        "n": many,
        "seed": seed,
    }
    return tuple(name for name, works in seen.items() if not works)


class _Canaries:
    """The canary questions to one model."""

    def __init__(self, link: ServerLink, served: ServedModel, book: PromptBook) -> None:
        self._link = link
        self._words: PromptText = book.get("handshake", Language.EN)
        unknown = Capabilities(SchemaSupport.JSON_SCHEMA, True, False, False, False, True, 1, UNKNOWN_CONTEXT)
        self._form = replace(ChatForm.of(served.id, link.dialect, unknown, shape_words(book)), seed=True)

    @property
    def bare(self) -> bool:
        return self._form.bare

    async def warm_up(self) -> TimedAnswer:
        """The first answer; from then on without the fields that the server refused, if it did."""
        try:
            return await self.ask("warm", WARM_TOKENS)
        except ModelServerError as error:
            if error.code != "llm.rejected":
                raise
            self._form = replace(self._form, bare=True)
            return await self.ask("warm", WARM_TOKENS)

    async def ask(
        self,
        part: str,
        tokens: int,
        *,
        temperature: float = 0.0,
        seed: int | None = None,
        schema: JsonSchema | None = None,
        form: SchemaSupport | None = None,
        more: Mapping[str, object] | None = None,
    ) -> TimedAnswer:
        prompt = ChatPrompt(
            self._words.part("system"),
            "",
            self._words.part(part),
            Sampling(temperature, tokens, seed=seed),
            PURPOSE,
            schema,
        )
        body = chat_body(prompt, replace(self._form, form=form or self._form.form), **(more or {}))
        return await self._link.chat_patiently(body, tokens, _nothing, _nothing)

    async def strongest_shape(self, *, thinks: bool) -> SchemaSupport:
        """The strongest level on which an answer has the asked-for shape without being told it in words."""
        tokens = SHAPE_TOKENS + (THINKING_ALLOWANCE if thinks else 0)
        for form in self._link.dialect.schema_forms:
            try:
                found = await self.ask("shape", tokens, schema=SHAPE, form=form)
            except ModelServerError:
                continue
            if any(_has_shape(text) for text in (found.answer.text, found.answer.thought)):
                return form
        return SchemaSupport.PROMPT_ONLY

    async def same_seeds(self) -> bool:
        """Equal seeds give equal texts, another seed another text."""
        try:
            drawn = [await self.ask("words", WORD_TOKENS, temperature=1.0, seed=seed) for seed in SEEDS]
        except ModelServerError:
            return False
        first, second, other = (item.answer.text for item in drawn)
        return first == second != other

    async def varies(self, first: str) -> bool:
        """Answers drawn at temperature 1 are not all the same, `first` among them: a server that ignores it answers
        every draw alike, and a hundred draws would be one."""
        try:
            for seed in VARIED:
                drawn = await self.ask("words", WORD_TOKENS, temperature=1.0, seed=seed)
                if drawn.answer.text != first:
                    return True
        except ModelServerError:
            return False
        return False

    async def gives(self, part: str, **more: object) -> bool:
        """Whether the answer holds what `more` asks for: log-probabilities, or more than one choice."""
        try:
            found = await self.ask(part, WORD_TOKENS, temperature=1.0, more=more)
        except ModelServerError:
            return False
        return found.answer.logprobs if "logprobs" in more else found.answer.choices > 1

    async def side_by_side(self) -> tuple[int, float]:
        """How many of four answers really ran at the same time, and tokens per second of all of them."""
        clock = self._link.patience.clock

        async def one() -> tuple[float, TimedAnswer]:
            begun = clock()
            return begun, await self.ask("count", COUNT_TOKENS)

        begun = clock()
        answers = await asyncio.gather(*(one() for _ in range(MOST_SLOTS)), return_exceptions=True)
        elapsed = clock() - begun
        good = [item for item in answers if isinstance(item, tuple)]
        for item in answers:
            if isinstance(item, BaseException) and not isinstance(item, ModelServerError):
                raise item
        spans = [(at + item.first_seconds, at + item.seconds) for at, item in good]
        tokens = sum(_tokens(item) for _, item in good)
        return most_at_once(spans), tokens / elapsed if elapsed > 0 else 0.0


def _nothing() -> None:
    """Canaries have no watcher."""


def most_at_once(spans: Sequence[tuple[float, float]]) -> int:
    """How many spans of time overlap at most, at least 1; their edges do not count."""
    inner = [(start + (end - start) * EDGE, end - (end - start) * EDGE) for start, end in spans]
    return max((sum(1 for start, end in inner if start <= at < end) for at, _ in inner), default=1) or 1


def _tokens(timed: TimedAnswer) -> int:
    tokens = timed.answer.completion_tokens
    return timed.answer.pieces if tokens is None else tokens


def _speed(answers: Sequence[TimedAnswer]) -> float:
    seconds = sum(item.seconds - item.first_seconds for item in answers)
    return sum(_tokens(item) for item in answers) / seconds if seconds > 0 else 0.0


def _has_shape(text: str) -> bool:
    try:
        found = parse_answer(text)
    except UnusableAnswer:
        return False
    # An answer that had to be dug out of a fence or of prose was not held to a shape.
    return not misfit(SHAPE, found) and _is_bare(text)


def _is_bare(text: str) -> bool:
    try:
        return isinstance(json.loads(split_thinking(text)[1]), dict)
    except (ValueError, RecursionError):
        return False


async def _current(link: ServerLink, served: ServedModel) -> ServedModel:
    """The model's description once it is loaded: only then the context in use is told."""
    try:
        found = await look_through(link.channel)
    except ModelServerError:
        return served
    return next((model for model in found.models if model.id == served.id), served)


async def _exact(link: ServerLink) -> bool:
    """Whether the native route gives probabilities of single tokens."""
    dialect = link.dialect
    if not (dialect.completion and dialect.template and dialect.tokenize):
        return False
    try:
        found = await link.native(dialect.tokenize, {"content": "One two three"})
        asked = {"prompt": found.get("tokens"), "n_predict": 1, "n_probs": 5, "temperature": 0, "cache_prompt": True}
        answer = await link.native(dialect.completion, asked)
    except ModelServerError:
        return False
    return bool(answer.get("completion_probabilities"))
