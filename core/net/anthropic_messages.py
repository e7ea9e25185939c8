"""Anthropic messages (`POST {base}/v1/messages`, streamed)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Mapping

from core.domain.release import Destination
from core.domain.secret import Secret
from core.net.adapter import encode
from core.net.address import BaseUrl
from core.net.answers import AnswerEvent, Delta, Finished, FinishReason, Transmission, Usage
from core.net.envelope import Envelope
from core.net.exchange import EVENT_STREAM, JSON_TYPE, Post, Wire, converse
from core.net.http import Channel
from core.net.json_reading import items, malformed, mapping, number, parse_object, text
from core.net.refusals import in_stream
from core.net.sse import ServerEvent

ENDPOINT = "/messages"
VERSION_PATH = "/v1"
API_VERSION = "2023-06-01"
_REASONS: Mapping[str, FinishReason] = {
    "end_turn": FinishReason.STOP,
    "stop_sequence": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "refusal": FinishReason.FILTERED,
}


class AnthropicMessages:
    """Adapter of one destination that speaks the messages protocol."""

    def __init__(self, channel: Channel, base: BaseUrl, destination: Destination, key: Secret, wire: Wire) -> None:
        self._channel = channel
        self._url = base.join(ENDPOINT if base.path.endswith(VERSION_PATH) else VERSION_PATH + ENDPOINT)
        self._destination = destination
        self._key = key
        self._wire = wire

    def body(self, envelope: Envelope) -> bytes:
        messages: list[dict[str, str]] = []
        for turn in envelope.earlier:
            messages += [{"role": "user", "content": turn.prompt}, {"role": "assistant", "content": turn.answer}]
        messages.append({"role": "user", "content": envelope.prompt})
        system = {"system": envelope.system} if envelope.system else {}
        return encode(
            {
                "model": self._destination.model,
                "max_tokens": self._wire.limits.answer_tokens,
                **system,
                "messages": messages,
                "stream": True,
            }
        )

    def exchange(self, body: bytes, transmission: Transmission) -> AsyncGenerator[AnswerEvent, None]:
        headers: dict[str, str | Secret] = {
            "content-type": JSON_TYPE,
            "accept": EVENT_STREAM,
            "anthropic-version": API_VERSION,
        }
        if self._key:
            headers["x-api-key"] = self._key
        return converse(self._channel, Post(self._url, headers, body), AnthropicDecoder, transmission, self._wire)


class AnthropicDecoder:
    """Events and whole objects of the messages protocol. Blocks other than text are passed over."""

    def __init__(self) -> None:
        self.closed = False
        self._prompt_tokens: int | None = None

    def event(self, event: ServerEvent) -> Iterable[AnswerEvent]:
        document = parse_object(event.data)
        match text(document, "type"):
            case "message_start":
                self._prompt_tokens = number(mapping(mapping(document, "message"), "usage"), "input_tokens")
            case "content_block_delta":
                if piece := text(mapping(document, "delta"), "text"):
                    yield Delta(piece)
            case "message_delta":
                yield from self._ending(text(mapping(document, "delta"), "stop_reason"), mapping(document, "usage"))
            case "message_stop":
                self.closed = True
            case "error":
                raise in_stream(document.get("error"))

    def whole(self, body: bytes) -> Iterable[AnswerEvent]:
        document = parse_object(body)
        if document.get("error") is not None:
            raise in_stream(document["error"])
        for block in items(document, "content"):
            if not isinstance(block, dict):
                raise malformed()
            if text(block, "type") == "text" and (piece := text(block, "text")):
                yield Delta(piece)
        usage = mapping(document, "usage")
        self._prompt_tokens = number(usage, "input_tokens")
        yield from self._ending(text(document, "stop_reason"), usage)

    def _ending(self, reason: str, usage: Mapping[str, object]) -> Iterable[AnswerEvent]:
        if usage:
            yield Usage(self._prompt_tokens, number(usage, "output_tokens"))
        if reason:
            yield Finished(_REASONS.get(reason, FinishReason.OTHER))
