"""Every way in which a local server goes wrong (models.md 5), each a function: a `Fault` for `LocalModelServer.faults`.

A fault gets the server and the question and yields what goes on the wire instead of the answer. Those that take
arguments return a fault.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace

from servers.local import Fault, LocalModelServer, Question, Said
from servers.replies import LAST_CHUNK, chunk, head
from servers.wire import Cut, End, Hold, Send, Stall, Step

SNAPSHOT_CHUNK = 3
"""Bytes per chunk that cut through code points of any length."""


def _said(server: LocalModelServer, question: Question) -> Said:
    answer = server.brain(question)
    return answer if isinstance(answer, Said) else Said(answer)


def _error(status: int, error: object, **headers: str) -> Iterable[Step]:
    body = json.dumps({"error": error}).encode()
    yield Send(head(status, "application/json", Content_Length=str(len(body)), **headers) + body)


def refused_with(status: int, message: str = "scripted", *, retry_after: str = "", kind: str = "error") -> Fault:
    """An error status with the usual body."""

    def fault(server: LocalModelServer, question: Question) -> Iterable[Step]:
        headers = {"Retry_After": retry_after} if retry_after else {}
        return _error(status, {"message": message, "type": kind, "code": status}, **headers)

    return fault


def context_exceeded(server: LocalModelServer, question: Question) -> Iterable[Step]:
    return _error(400, {"code": 400, "type": "exceed_context_size_error", "n_prompt_tokens": 9000, "n_ctx": 4096})


def echoing_error(server: LocalModelServer, question: Question) -> Iterable[Step]:
    """An error whose message holds the prompt."""
    return _error(400, {"message": f"cannot parse: {question.prompt}", "type": "invalid_request_error"})


def redirect(location: str) -> Fault:
    def fault(server: LocalModelServer, question: Question) -> Iterable[Step]:
        yield Send(head(307, "text/plain", Content_Length="0", Location=location))

    return fault


def held(event: threading.Event) -> Fault:
    """The first token comes only after the event, as when a model loads."""

    def fault(server: LocalModelServer, question: Question) -> Iterable[Step]:
        yield Hold(event)
        yield from server.answer(question)

    return fault


def stalled_before_head(server: LocalModelServer, question: Question) -> Iterable[Step]:
    yield Stall()


def stalled_midway(server: LocalModelServer, question: Question) -> Iterable[Step]:
    events = list(server.events(question, _said(server, question)))
    yield Send(head())
    for item in events[:2]:
        yield Send(chunk(item))
    yield Stall()


def split_code_points(server: LocalModelServer, question: Question) -> Iterable[Step]:
    yield from server.deliver(question, _said(server, question), size=SNAPSHOT_CHUNK)


def _delivered(events: Iterable[bytes]) -> Iterable[Step]:
    yield Send(head())
    for item in events:
        yield Send(chunk(item))
    yield Send(LAST_CHUNK)


def without_done(server: LocalModelServer, question: Question) -> Iterable[Step]:
    return _delivered(server.events(question, _said(server, question), done=False))


def without_usage(server: LocalModelServer, question: Question) -> Iterable[Step]:
    return _delivered(server.events(question, _said(server, question), usage=False))


def with_comments(server: LocalModelServer, question: Question) -> Iterable[Step]:
    events = server.events(question, _said(server, question))
    return _delivered(b": keep-alive\n\n" + item for item in events)


def as_one_object(server: LocalModelServer, question: Question) -> Iterable[Step]:
    """One JSON object although a stream was asked for."""
    message = {"role": "assistant", "content": _said(server, question).text}
    choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
    body = json.dumps({"choices": choices, "usage": {"prompt_tokens": 400, "completion_tokens": 5}}).encode()
    yield Send(head(content_type="application/json", Content_Length=str(len(body))) + body)


def cut_before_head(server: LocalModelServer, question: Question) -> Iterable[Step]:
    yield Cut()


def cut_midway(server: LocalModelServer, question: Question) -> Iterable[Step]:
    events = list(server.events(question, _said(server, question)))
    yield Send(head())
    for item in events[:2]:
        yield Send(chunk(item))
    yield End()


def ended_early(server: LocalModelServer, question: Question) -> Iterable[Step]:
    """An orderly end of the stream without any ending of the answer."""
    return _delivered(list(server.events(question, _said(server, question), done=False, usage=False))[:2])


def malformed_event(server: LocalModelServer, question: Question) -> Iterable[Step]:
    return _delivered([b'data: {"choices": [{"delta"\n\n'])


def not_utf8(server: LocalModelServer, question: Question) -> Iterable[Step]:
    return _delivered([b'data: {"choices": [{"delta": {"content": "\xff\xfe"}}]}\n\n'])


def error_in_stream(server: LocalModelServer, question: Question) -> Iterable[Step]:
    failure = b'data: {"error": {"message": "scripted failure", "code": 500}}\n\n'
    return _delivered([*list(server.events(question, _said(server, question)))[:2], failure])


def saying(change: Callable[[Said], Said]) -> Fault:
    """The brain's answer, changed."""

    def fault(server: LocalModelServer, question: Question) -> Iterable[Step]:
        yield from server.deliver(question, change(_said(server, question)))

    return fault


in_markdown = saying(lambda said: replace(said, text=f"Sure! Here you go:\n```json\n{said.text}\n```"))
as_prose = saying(lambda said: replace(said, text="The answer is one of the options, I believe."))
truncated_json = saying(lambda said: replace(said, text=said.text[: len(said.text) // 2]))
routed = saying(lambda said: replace(said, text="", thinking=said.text))
thinking_tags = saying(lambda said: replace(said, text=f"<think>{{hm}}</think>\n{said.text}"))
out_of_tokens = saying(lambda said: replace(said, ending="length"))
empty = saying(lambda said: replace(said, text=""))
empty_list = saying(lambda said: replace(said, text='{"items": []}'))
refusing = saying(lambda said: replace(said, text="I'm sorry, but I can't help with that request."))
refusing_in_chinese = saying(lambda said: replace(said, text="抱歉，我无法协助处理这个请求。"))
few_tokens_read = saying(lambda said: replace(said, prompt_tokens=3))
endless = saying(lambda said: replace(said, text="word " * 60_000))
