"""One exchange over HTTP: tries, retries, reads the answer in whichever form it comes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Protocol

from core.domain.errors import DestinationError
from core.domain.secret import Secret
from core.net.answers import AnswerEvent, Delta, Finished, FinishReason, Retrying, Sent, Started, Transmission
from core.net.http import Channel, Reply
from core.net.limits import ReplyLimits, RetryPolicy
from core.net.plain_text import PlainText
from core.net.refusals import NOT_PROCESSED, parse_retry_after, refusal
from core.net.sse import EventStream, ServerEvent

Sleep = Callable[[float], Awaitable[None]]

EVENT_STREAM = "text/event-stream"
JSON_TYPE = "application/json"
LINE_FAULTS = frozenset({"destination.cut", "destination.broken_http", "destination.silent"})


class Decoder(Protocol):
    """Reads one answer in one protocol. A new one per try. Raises DestinationError `destination.malformed`.

    `closed`: the protocol's own last event was seen; nothing after it matters.
    """

    @property
    def closed(self) -> bool: ...

    def event(self, event: ServerEvent) -> Iterable[AnswerEvent]: ...

    def whole(self, body: bytes) -> Iterable[AnswerEvent]: ...


@dataclass(frozen=True, slots=True)
class Wire:
    """How an exchange behaves; the fields are seams for tests."""

    limits: ReplyLimits = field(default_factory=ReplyLimits)
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    sleep: Sleep = asyncio.sleep
    jitter: Callable[[], float] = random.random


@dataclass(frozen=True, slots=True)
class Post:
    """One request: where, with which headers, which bytes."""

    url: str
    headers: Mapping[str, str | Secret]
    body: bytes


async def converse(
    channel: Channel,
    post: Post,
    decoder: Callable[[], Decoder],
    transmission: Transmission,
    wire: Wire,
) -> AsyncGenerator[AnswerEvent, None]:
    """POST and yield the answer's events, ending with exactly one Finished.

    Repeats only what was provably not processed (no connection; 429; 503), announcing each wait.
    Raises DestinationError with `sent` and `received` (characters of the answer yielded before).
    """
    for attempt in range(1, wire.retry.attempts + 1):
        transmission.begin()
        try:
            async with aclosing(_attempt(channel, post, decoder(), transmission, wire.limits)) as events:
                async for event in events:
                    yield event
        except DestinationError as error:
            seconds = _wait_before_retry(error, attempt, transmission, wire)
            if seconds is None:
                raise
            yield Retrying(attempt + 1, wire.retry.attempts, seconds, error.code)
            await wire.sleep(seconds)
        else:
            return


def _wait_before_retry(error: DestinationError, attempt: int, transmission: Transmission, wire: Wire) -> float | None:
    """Seconds to wait before the next try, None when there must not be one."""
    refused = error.details.get("status") in NOT_PROCESSED and error.retryable
    unconnected = transmission.sent is Sent.NO and error.retryable
    if attempt >= wire.retry.attempts or not (refused or unconnected):
        return None
    named = error.details.get("retry_after")
    if isinstance(named, float):
        return named if named <= wire.retry.longest_wait else None
    backoff: float = wire.retry.first_wait * 2 ** (attempt - 1)
    return min(wire.retry.longest_wait, backoff * (1 + wire.retry.jitter * wire.jitter()))


async def _attempt(
    channel: Channel, post: Post, decoder: Decoder, transmission: Transmission, limits: ReplyLimits
) -> AsyncGenerator[AnswerEvent, None]:
    received = 0
    try:
        async with channel.post(post.url, post.headers, post.body, transmission) as reply:
            if reply.status != HTTPStatus.OK:
                raise await _refused(reply, limits)
            async with aclosing(_bounded(_decoded(reply, decoder, limits), limits)) as events:
                async for event in events:
                    if isinstance(event, Delta):
                        received += len(event.text)
                    yield event
    except DestinationError as error:
        details = {"sent": transmission.sent.value, **error.details, "received": received}
        raise DestinationError(error.code, details=details, retryable=error.retryable) from None


async def _refused(reply: Reply, limits: ReplyLimits) -> DestinationError:
    body = bytearray()
    try:
        async for chunk in reply.chunks:
            body += chunk[: limits.error_bytes - len(body)]
            if len(body) >= limits.error_bytes:
                break
    except DestinationError:
        body.clear()  # the status alone decides; a body that broke off changes nothing
    wait = parse_retry_after(reply.headers.get("retry-after", ""), datetime.now(UTC))
    return refusal(reply.status, bytes(body), wait)


async def _decoded(reply: Reply, decoder: Decoder, limits: ReplyLimits) -> AsyncGenerator[AnswerEvent, None]:
    if reply.media_type == EVENT_STREAM:
        yield Started()
        stream = EventStream(limits.event_bytes)
        async for chunk in reply.chunks:
            for event in stream.feed(chunk):
                for answer in decoder.event(event):
                    yield answer
                if decoder.closed:
                    return
        for event in stream.finish():
            for answer in decoder.event(event):
                yield answer
    elif reply.media_type == JSON_TYPE:
        yield Started()
        body = bytearray()
        async for chunk in reply.chunks:
            body += chunk
            _within(len(body), limits.whole_bytes)
        for answer in decoder.whole(bytes(body)):
            yield answer
    else:
        raise DestinationError("destination.not_an_answer")


async def _bounded(source: AsyncGenerator[AnswerEvent, None], limits: ReplyLimits) -> AsyncGenerator[AnswerEvent, None]:
    """Cleans and bounds the text; puts one Finished at the end, whatever the destination said when."""
    cleaner = PlainText()
    size = 0
    reason: FinishReason | None = None
    try:
        async for event in source:
            match event:
                case Delta(text):
                    size = _within(size + len(text), limits.answer_chars)
                    if clean := cleaner.feed(text):
                        yield Delta(clean)
                case Finished(said):
                    reason = said
                case _:
                    yield event
    except DestinationError as error:
        # A connection that breaks after the answer's own ending took nothing away.
        if reason is None or error.code not in LINE_FAULTS:
            raise
    if rest := cleaner.finish():
        yield Delta(rest)
    if reason is None and not size:
        raise DestinationError("destination.empty_answer", retryable=True)
    yield Finished(reason or FinishReason.UNSAID)


def _within(size: int, limit: int) -> int:
    if size > limit:
        raise DestinationError("destination.answer_too_large", details={"limit": limit})
    return size
