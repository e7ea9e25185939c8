"""SEC-16: whatever a destination writes ends as bounded plain text or as a typed error."""

from __future__ import annotations

import asyncio
import json
import unicodedata
from collections.abc import AsyncGenerator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.errors import DestinationError
from core.net.answers import AnswerEvent, Delta, Finished
from core.net.anthropic_messages import AnthropicDecoder
from core.net.exchange import _bounded, _decoded
from core.net.http import Reply
from core.net.limits import ReplyLimits
from core.net.openai_chat import OpenAiDecoder

LIMITS = ReplyLimits(event_bytes=4000, answer_chars=500, whole_bytes=6000)
DECODERS = (OpenAiDecoder, AnthropicDecoder)
HIDDEN = {"\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"}


async def _chunks(chunks: list[bytes]) -> AsyncGenerator[bytes, None]:
    for chunk in chunks:
        yield chunk


async def _read(decoder, chunks: list[bytes], media_type: str) -> list[AnswerEvent]:
    reply = Reply(200, {"content-type": media_type}, _chunks(chunks))
    return [event async for event in _bounded(_decoded(reply, decoder(), LIMITS), LIMITS)]


def read(decoder, chunks: list[bytes], media_type: str = "text/event-stream") -> list[AnswerEvent] | None:
    """Events, or None when the answer was refused with a typed error; any other exception fails the test."""
    try:
        return asyncio.run(_read(decoder, chunks, media_type))
    except DestinationError:
        return None


def check(events: list[AnswerEvent] | None) -> None:
    if events is None:
        return
    text = "".join(event.text for event in events if isinstance(event, Delta))
    assert len(text) <= LIMITS.answer_chars
    text.encode("utf-8")
    controls = {character for character in text if unicodedata.category(character) in {"Cc", "Cs"}}
    assert controls <= {"\t", "\n", "\r"}
    assert not HIDDEN & set(text)
    assert [index for index, event in enumerate(events) if isinstance(event, Finished)] == [len(events) - 1]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
words = st.sampled_from(
    [
        "choices",
        "delta",
        "message",
        "content",
        "text",
        "type",
        "error",
        "usage",
        "index",
        "finish_reason",
        "stop_reason",
    ]
)
documents = st.dictionaries(
    words,
    values
    | st.lists(st.dictionaries(words, values | st.dictionaries(words, values, max_size=3), max_size=3), max_size=2)
    | st.sampled_from(["content_block_delta", "message_delta", "message_start", "error", "message_stop"]),
    max_size=5,
)


@pytest.mark.parametrize("decoder", DECODERS)
@given(st.lists(st.binary(max_size=60), max_size=8))
def test_any_bytes(decoder, chunks):
    check(read(decoder, chunks))


@pytest.mark.parametrize("decoder", DECODERS)
@given(st.lists(documents, max_size=5))
def test_any_json_in_any_place(decoder, sent):
    check(read(decoder, [b"data: " + json.dumps(item).encode() + b"\n\n" for item in sent]))


@pytest.mark.parametrize("decoder", DECODERS)
@given(documents)
def test_any_json_as_a_whole_answer(decoder, document):
    check(read(decoder, [json.dumps(document).encode()], "application/json"))


@pytest.mark.parametrize("decoder", DECODERS)
@given(st.lists(st.text(st.characters(), max_size=20), max_size=6))
def test_any_text_in_the_right_place(decoder, pieces):
    def event(piece):
        if decoder is OpenAiDecoder:
            return {"choices": [{"index": 0, "delta": {"content": piece}}]}
        return {"type": "content_block_delta", "delta": {"type": "text_delta", "text": piece}}

    check(read(decoder, [b"data: " + json.dumps(event(piece)).encode() + b"\n\n" for piece in pieces]))


@pytest.mark.parametrize("decoder", DECODERS)
def test_a_flood_is_stopped(decoder):
    assert read(decoder, [b"data: x" * 1000] * 10) is None
    assert read(decoder, [b"{" + b" " * 7000], "application/json") is None


@pytest.mark.parametrize("media_type", ["text/html", "application/octet-stream", "", "image/svg+xml"])
def test_only_events_and_json_are_read(media_type):
    assert read(OpenAiDecoder, [b"data: [DONE]\n\n"], media_type) is None


def test_nothing_is_read_after_the_end():
    answer = b'data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
    late = b'data: {"choices":[{"delta":{"content":"late"}}]}\n\n'
    events = read(OpenAiDecoder, [answer + late, late])
    assert [event.text for event in events if isinstance(event, Delta)] == ["a"]
