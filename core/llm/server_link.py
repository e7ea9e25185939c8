"""The open line to one server: a loop thread, a channel, and as many requests side by side as it has slots."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, TypeVar

from core.domain.errors import ModelServerError
from core.domain.events import CancelToken
from core.domain.secret import Secret
from core.llm.chat_stream import RawAnswer, ignore_text, read_answer, refusal_of
from core.llm.dialects import CHAT, DEFAULT_PATH, Dialect
from core.llm.discovery import Found
from core.llm.loop_thread import LoopThread
from core.llm.metadata import JsonObject, parse_document
from core.llm.phrases import Phrases
from core.net.adapter import encode
from core.net.limits import Timeouts
from core.net.loopback import SERVER_TIMEOUTS, LocalChannel
from core.net.refusals import parse_retry_after

T = TypeVar("T")

MOST_SLOTS = 4
"""Requests side by side at most (models.md 2): more gains little and starves the rest of the machine."""
COLD_AFTER_SECONDS = 300.0
"""After that much silence a server may have unloaded the model: one request goes ahead of the others again."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long and how often. Waits are Retry-After up to `longest_wait`, else `first_wait` doubled each time, plus up
    to `jitter` of itself. `deadline`: seconds for one question with all its tries, from the moment it has a slot.
    `sleep`, `random`, `clock` are seams for tests."""

    attempts: int = 3
    first_wait: float = 0.5
    longest_wait: float = 30.0
    jitter: float = 0.25
    deadline: float = 600.0
    timeouts: Timeouts = SERVER_TIMEOUTS
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    random: Callable[[], float] = random.random
    clock: Callable[[], float] = time.monotonic

    def wait(self, error: ModelServerError, attempt: int) -> float | None:
        """Seconds before try `attempt` + 1, None when there is none."""
        if not error.retryable or attempt >= self.attempts:
            return None
        named = error.details.get("retry_after")
        if isinstance(named, int | float):
            return float(named) if named <= self.longest_wait else None
        backoff: float = self.first_wait * 2 ** (attempt - 1) * (1 + self.jitter * self.random())
        return min(self.longest_wait, backoff)


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """An answer and when it came: seconds from sending, whole and to the first piece."""

    answer: RawAnswer
    seconds: float
    first_seconds: float


class ServerLink:
    """Shared by all models of one server. `run` is for other threads, everything else for the loop."""

    def __init__(
        self,
        found: Found,
        phrases: Phrases,
        *,
        key: Secret = Secret(""),  # noqa: B008 - immutable
        patience: Patience = Patience(),
    ) -> None:
        self.found = found
        self.patience = patience
        self.phrases = phrases
        self._warm_until = float("-inf")
        self._slot_count = 1
        self._thread = LoopThread(f"model-server-{found.address.origin.port}")
        try:
            self._channel, self.slots, self.warming = self._thread.run(lambda: self._open(key))
        except BaseException:
            self._thread.close()
            raise

    @property
    def dialect(self) -> Dialect:
        return self.found.dialect

    async def _open(self, key: Secret) -> tuple[LocalChannel, asyncio.Semaphore, asyncio.Lock]:
        channel = LocalChannel(self.found.address, key=key, timeouts=self.patience.timeouts)
        return channel, asyncio.Semaphore(1), asyncio.Lock()

    def run(self, work: Callable[[], Coroutine[Any, Any, T]], cancel: CancelToken | None = None) -> T:
        """Blocks until `work` is done in the loop. Raises what it raises, and Cancelled."""
        return self._thread.run(work, cancel)

    def close(self) -> None:
        """Closes every connection and joins the thread. Idempotent."""
        if not self._thread.closed:
            self._thread.run(self._channel.aclose)
            self._thread.close()

    async def set_slots(self, slots: int) -> None:
        """As many requests side by side from now on; the same number changes nothing for those under way."""
        wanted = max(1, min(MOST_SLOTS, slots))
        if wanted != self._slot_count:
            self._slot_count = wanted
            self.slots = asyncio.Semaphore(wanted)

    @property
    def channel(self) -> LocalChannel:
        return self._channel

    @property
    def cold(self) -> bool:
        """Whether the model may have to load first."""
        return self.patience.clock() > self._warm_until

    def note(self, *, well: bool) -> None:
        """After an answer the model is in memory; after a fault of the server nobody knows."""
        self._warm_until = self.patience.clock() + COLD_AFTER_SECONDS if well else float("-inf")

    async def chat(
        self,
        body: bytes,
        max_tokens: int,
        arrived: Callable[[], None],
        wrote: Callable[[str], None] = ignore_text,
    ) -> TimedAnswer:
        """One try of one chat completion; hooks as of `read_answer`. Raises ModelServerError."""
        base = self.found.address.base
        begun = self.patience.clock()
        first: list[float] = []

        def piece() -> None:
            if not first:
                first.append(self.patience.clock() - begun)
            arrived()

        async with self._channel.stream((base.path or DEFAULT_PATH) + CHAT, body) as reply:
            if reply.status != HTTPStatus.OK:
                raise _with_wait(await refusal_of(reply, self.phrases), reply.headers.get("retry-after", ""))
            answer = await read_answer(reply, max_tokens, piece, wrote)
        return TimedAnswer(answer, self.patience.clock() - begun, first[0] if first else 0.0)

    async def chat_patiently(
        self, body: bytes, max_tokens: int, arrived: Callable[[], None], waiting: Callable[[], None]
    ) -> TimedAnswer:
        """As `chat`, tried again where that may help; `waiting` is called before each wait."""
        attempt = 1
        while True:
            try:
                timed = await self.chat(body, max_tokens, arrived)
            except ModelServerError as error:
                self.note(well=False)
                seconds = self.patience.wait(error, attempt)
                if seconds is None:
                    raise
                waiting()
                await self.patience.sleep(seconds)
                attempt += 1
            else:
                self.note(well=True)
                return timed

    async def native(self, path: str, document: JsonObject) -> JsonObject:
        """A native route's whole answer. Raises ModelServerError."""
        reply = await self._channel.fetch(path, encode(dict(document)))
        found = parse_document(reply.body)
        if reply.status != HTTPStatus.OK or found is None:
            raise ModelServerError("llm.rejected", details={"status": reply.status})
        return found


def _with_wait(error: ModelServerError, header: str) -> ModelServerError:
    seconds = parse_retry_after(header, datetime.now(UTC)) if header else None
    if seconds is not None:
        error.details["retry_after"] = seconds
    return error
