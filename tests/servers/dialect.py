"""Server-sent events as the two kinds of server write them."""

from __future__ import annotations

import json
from collections.abc import Iterator

from servers.received import Dialect

PING_EVERY = 200


def event(payload: object, name: str = "") -> bytes:
    """One event; raw UTF-8, so that a chunk may end inside a code point."""
    line = b"data: " + json.dumps(payload, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n\n"
    return (f"event: {name}\n".encode() if name else b"") + line


def pieces(text: str, size: int) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def stream_events(dialect: Dialect, text: str, *, delta: int = 4, done: bool = True, finish: str = "") -> list[bytes]:
    """All events of one answer, `delta` characters each."""
    if dialect is Dialect.OPENAI:
        return list(_openai(text, delta, done, finish or "stop"))
    return list(_anthropic(text, delta, done, finish or "end_turn"))


def _openai(text: str, delta: int, done: bool, finish: str) -> Iterator[bytes]:
    def chunk(content: dict[str, str], reason: str | None) -> bytes:
        choice = {"index": 0, "delta": content, "finish_reason": reason}
        return event({"id": "c-1", "object": "chat.completion.chunk", "model": "scripted", "choices": [choice]})

    yield chunk({"role": "assistant", "content": ""}, None)
    for piece in pieces(text, delta):
        yield chunk({"content": piece}, None)
    if done:
        yield chunk({}, finish)
        usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
        yield event({"id": "c-1", "object": "chat.completion.chunk", "choices": [], "usage": usage})
        yield b"data: [DONE]\n\n"


def _anthropic(text: str, delta: int, done: bool, finish: str) -> Iterator[bytes]:
    start = {"id": "m-1", "type": "message", "role": "assistant", "content": [], "usage": {"input_tokens": 11}}
    yield event({"type": "message_start", "message": start}, "message_start")
    block = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    yield event(block, "content_block_start")
    for index, piece in enumerate(pieces(text, delta)):
        if index % PING_EVERY == 0:
            yield event({"type": "ping"}, "ping")
        body = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
        yield event(body, "content_block_delta")
    if done:
        yield event({"type": "content_block_stop", "index": 0}, "content_block_stop")
        ending = {"type": "message_delta", "delta": {"stop_reason": finish}, "usage": {"output_tokens": 7}}
        yield event(ending, "message_delta")
        yield event({"type": "message_stop"}, "message_stop")


def whole(dialect: Dialect, text: str) -> bytes:
    """The answer as one JSON object, as a server does that ignores `stream`."""
    if dialect is Dialect.OPENAI:
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        usage = {"prompt_tokens": 11, "completion_tokens": 7}
        payload: dict[str, object] = {"id": "c-1", "object": "chat.completion", "choices": [choice], "usage": usage}
    else:
        payload = {
            "id": "m-1",
            "type": "message",
            "role": "assistant",
            "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 11, "output_tokens": 7},
        }
    return json.dumps(payload, ensure_ascii=False).encode()


def error_body(dialect: Dialect, kind: str, message: str) -> bytes:
    if dialect is Dialect.OPENAI:
        return json.dumps({"error": {"message": message, "type": kind, "code": kind}}).encode()
    return json.dumps({"type": "error", "error": {"type": kind, "message": message}}).encode()
