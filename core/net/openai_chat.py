"""OpenAI-compatible chat completions (`POST {base}/chat/completions`, streamed)."""

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

ENDPOINT = "/chat/completions"
DEFAULT_PATH = "/v1"
DONE = "[DONE]"
_REASONS: Mapping[str, FinishReason] = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "content_filter": FinishReason.FILTERED,
}


class OpenAiChat:
    """Adapter of one OpenAI-compatible destination. `key` may be empty for servers without one."""

    def __init__(self, channel: Channel, base: BaseUrl, destination: Destination, key: Secret, wire: Wire) -> None:
        self._channel = channel
        self._url = BaseUrl(base.origin, base.path or DEFAULT_PATH).join(ENDPOINT)
        self._destination = destination
        self._key = key
        self._wire = wire

    def body(self, envelope: Envelope) -> bytes:
        messages = [{"role": "system", "content": envelope.system}] if envelope.system else []
        for turn in envelope.earlier:
            messages += [{"role": "user", "content": turn.prompt}, {"role": "assistant", "content": turn.answer}]
        messages.append({"role": "user", "content": envelope.prompt})
        return encode({"model": self._destination.model, "messages": messages, "stream": True})

    def exchange(self, body: bytes, transmission: Transmission) -> AsyncGenerator[AnswerEvent, None]:
        headers: dict[str, str | Secret] = {"content-type": JSON_TYPE, "accept": EVENT_STREAM}
        if self._key:
            headers["authorization"] = Secret(f"Bearer {self._key.reveal()}")
        if self._destination.account:
            headers["openai-organization"] = self._destination.account
        return converse(self._channel, Post(self._url, headers, body), OpenAiDecoder, transmission, self._wire)


class OpenAiDecoder:
    """Chunks and whole objects of chat completions. Only the first choice counts."""

    def __init__(self) -> None:
        self.closed = False

    def event(self, event: ServerEvent) -> Iterable[AnswerEvent]:
        if event.data.strip() == DONE:
            self.closed = True
            return
        yield from self._read(parse_object(event.data), "delta")

    def whole(self, body: bytes) -> Iterable[AnswerEvent]:
        yield from self._read(parse_object(body), "message")

    def _read(self, document: Mapping[str, object], part: str) -> Iterable[AnswerEvent]:
        if document.get("error") is not None:
            raise in_stream(document["error"])
        for choice in items(document, "choices"):
            if not isinstance(choice, dict):
                raise malformed()
            if choice.get("index", 0) == 0:
                yield from _choice(choice, part)
        usage = mapping(document, "usage")
        if usage:
            yield Usage(number(usage, "prompt_tokens"), number(usage, "completion_tokens"))


def _choice(choice: Mapping[str, object], part: str) -> Iterable[AnswerEvent]:
    content = mapping(choice, part)
    if piece := text(content, "content") or text(content, "refusal"):
        yield Delta(piece)
    if reason := text(choice, "finish_reason"):
        yield Finished(_REASONS.get(reason, FinishReason.OTHER))
