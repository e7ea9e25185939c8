"""Reads the answer of one chat completion, streamed or whole, with every liberty that local servers take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from core.domain.errors import DestinationError, ModelServerError
from core.llm.metadata import parse_document
from core.llm.phrases import Phrases
from core.net.json_reading import items, mapping, number, parse_object, text
from core.net.loopback import Reply
from core.net.plain_text import plain
from core.net.sse import EventStream, ServerEvent

EVENT_BYTES = 1_000_000
WHOLE_BYTES = 4_000_000
ERROR_BYTES = 65_536
CHARS_PER_TOKEN = 24
SPARE_CHARS = 2_000
"""An answer of `max_tokens` never has more characters than that; a server that goes on is cut off."""
EVENT_STREAM = "text/event-stream"
DONE = "[DONE]"
_THINKING_FIELDS = ("reasoning_content", "reasoning")


def ignore_text(piece: str) -> None:
    """The hook of callers that wait for the whole answer."""


@dataclass(slots=True)
class RawAnswer:
    """What arrived. `finish`: the server's own word, "" = it did not say. Token counts None = not told.

    `choices`: how many answers the server gave side by side; only the first is read. `logprobs`: whether any came.
    `wrote` gets every piece of content as it arrives, hostile as it is.
    """

    content: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    finish: str = ""
    closed: bool = False
    prompt_tokens: int | None = None
    cached_tokens: int | None = None
    completion_tokens: int | None = None
    pieces: int = 0
    size: int = 0
    choices: int = 1
    logprobs: bool = False
    wrote: Callable[[str], None] = field(default=ignore_text, repr=False)

    @property
    def text(self) -> str:
        return plain("".join(self.content))

    @property
    def thought(self) -> str:
        return plain("".join(self.thinking))

    @property
    def complete(self) -> bool:
        return self.closed or bool(self.finish)


async def read_answer(
    reply: Reply, max_tokens: int, arrived: Callable[[], None], wrote: Callable[[str], None] = ignore_text
) -> RawAnswer:
    """The whole answer; `arrived` is called for every piece of text, `wrote` with every piece of content.

    Raises ModelServerError `llm.malformed`, `llm.cut` (ended before its ending), `llm.server_error` (an error inside
    the stream); all retryable. An answer longer than `max_tokens` can be ends with finish "length".
    """
    answer = RawAnswer(wrote=wrote)
    limit = max_tokens * CHARS_PER_TOKEN + SPARE_CHARS
    try:
        if reply.media_type == EVENT_STREAM:
            await _read_stream(reply, answer, limit, arrived)
        else:
            await _read_whole(reply, answer, arrived)
    except DestinationError:
        raise ModelServerError("llm.malformed", retryable=True) from None
    if not answer.complete:
        raise ModelServerError("llm.cut", retryable=True)
    return answer


async def _read_stream(reply: Reply, answer: RawAnswer, limit: int, arrived: Callable[[], None]) -> None:
    stream = EventStream(EVENT_BYTES)
    try:
        async for chunk in reply.chunks:
            for event in stream.feed(chunk):
                _take(event, answer, arrived)
            if answer.closed:
                return
            if answer.size > limit:
                answer.finish = "length"
                return
        for event in stream.finish():
            _take(event, answer, arrived)
    except ModelServerError as error:
        # A connection that breaks after the answer's own ending took nothing away.
        if error.code != "llm.cut" or not answer.complete:
            raise


async def _read_whole(reply: Reply, answer: RawAnswer, arrived: Callable[[], None]) -> None:
    body = bytearray()
    async for chunk in reply.chunks:
        body += chunk
        if len(body) > WHOLE_BYTES:
            raise ModelServerError("llm.too_large", details={"limit": WHOLE_BYTES})
    _document(parse_object(bytes(body)), answer, "message", arrived)
    answer.closed = True


def _take(event: ServerEvent, answer: RawAnswer, arrived: Callable[[], None]) -> None:
    if event.data.strip() == DONE:
        answer.closed = True
    elif event.data.strip():
        _document(parse_object(event.data), answer, "delta", arrived)


def _document(document: Mapping[str, object], answer: RawAnswer, part: str, arrived: Callable[[], None]) -> None:
    if document.get("error") is not None:
        raise ModelServerError("llm.server_error", retryable=True)
    for choice in items(document, "choices"):
        if not isinstance(choice, dict):
            raise ModelServerError("llm.malformed", retryable=True)
        index = number(choice, "index") or 0
        answer.choices = max(answer.choices, index + 1)
        if index == 0:
            _choice(choice, answer, part, arrived)
    usage = mapping(document, "usage")
    if usage:
        answer.prompt_tokens = number(usage, "prompt_tokens")
        answer.completion_tokens = number(usage, "completion_tokens")
        answer.cached_tokens = number(mapping(usage, "prompt_tokens_details"), "cached_tokens")


def _choice(choice: Mapping[str, object], answer: RawAnswer, part: str, arrived: Callable[[], None]) -> None:
    content = mapping(choice, part)
    piece = text(content, "content")
    thought = next((found for name in _THINKING_FIELDS if (found := text(content, name))), "")
    if piece:
        answer.content.append(piece)
        answer.wrote(piece)
    if thought:
        answer.thinking.append(thought)
    if piece or thought:
        answer.pieces += 1
        answer.size += len(piece) + len(thought)
        arrived()
    if mapping(choice, "logprobs"):
        answer.logprobs = True
    answer.finish = text(choice, "finish_reason") or answer.finish


async def refusal_of(reply: Reply, phrases: Phrases) -> ModelServerError:
    """The error of a status other than 200. The server's message is looked at, never quoted: it may echo a prompt."""
    body = bytearray()
    try:
        async for chunk in reply.chunks:
            body += chunk[: ERROR_BYTES - len(body)]
            if len(body) >= ERROR_BYTES:
                break
    except ModelServerError:
        body.clear()  # the status alone decides
    return status_error(reply.status, bytes(body), phrases)


_STATUS: Mapping[int, tuple[str, bool]] = {
    HTTPStatus.UNAUTHORIZED: ("llm.unauthorized", False),
    HTTPStatus.FORBIDDEN: ("llm.unauthorized", False),
    HTTPStatus.NOT_FOUND: ("llm.no_model", False),
    HTTPStatus.REQUEST_TIMEOUT: ("llm.busy", True),
    HTTPStatus.TOO_MANY_REQUESTS: ("llm.busy", True),
    HTTPStatus.SERVICE_UNAVAILABLE: ("llm.busy", True),
}
_TOPICS: Mapping[str, tuple[str, bool]] = {
    "context": ("llm.context", False),
    "no_model": ("llm.no_model", True),
    "loading": ("llm.busy", True),
}


def status_error(status: int, body: bytes, phrases: Phrases) -> ModelServerError:
    """The typed error of `status` with `body`."""
    details: dict[str, str | int | float] = {"status": status}
    code, retryable = _STATUS.get(status, ("llm.rejected", False))
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        code = "llm.redirect"
    elif status >= HTTPStatus.INTERNAL_SERVER_ERROR and status not in _STATUS:
        code, retryable = "llm.server_error", True
    if code in ("llm.rejected", "llm.no_model", "llm.server_error"):
        code, retryable = _TOPICS.get(phrases.topic(_said(body)), (code, retryable))
    return ModelServerError(code, details=details, retryable=retryable)


def _said(body: bytes) -> str:
    document = parse_document(body) or {}
    error = document.get("error")
    if isinstance(error, str):
        return error
    if isinstance(error, dict):
        return " ".join(str(error.get(name, "")) for name in ("type", "code", "message"))
    return ""
