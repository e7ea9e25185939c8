"""Replies of a script: answers in every shape, and every fault. All serve both dialects."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator

from servers.dialect import error_body, event, stream_events, whole
from servers.received import Dialect, Received
from servers.wire import Cut, End, Hold, Pause, Reply, Send, Stall, Step

REASONS = {
    200: "OK", 301: "Moved Permanently", 302: "Found", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 413: "Content Too Large",
    429: "Too Many Requests", 500: "Internal Server Error", 503: "Service Unavailable", 529: "Overloaded",
}  # fmt: skip
ERROR_KINDS = {
    401: "authentication_error", 403: "permission_error", 404: "not_found_error",
    429: "rate_limit_error", 503: "overloaded_error",
}  # fmt: skip

TextOf = Callable[[Received], str]


def head(status: int = 200, content_type: str = "text/event-stream", **headers: str) -> bytes:
    """Status line and headers; chunked unless `Content_Length` is given."""
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Status')}", f"Content-Type: {content_type}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if "Content_Length" not in headers:
        lines.append("Transfer-Encoding: chunked")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def chunk(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


LAST_CHUNK = b"0\r\n\r\n"


def _in_chunks(data: bytes, size: int) -> Iterator[Step]:
    for start in range(0, len(data), size):
        yield Send(chunk(data[start : start + size]))


def streamed(text: str | TextOf, *, size: int = 0, delta: int = 4, done: bool = True, finish: str = "") -> Reply:
    """A streamed answer. `size`: bytes per HTTP chunk, cutting through tokens and code points; 0 = one event each."""

    def reply(request: Received) -> Iterable[Step]:
        answer = text if isinstance(text, str) else text(request)
        events = stream_events(request.dialect, answer, delta=delta, done=done, finish=finish)
        yield Send(head())
        if size:
            yield from _in_chunks(b"".join(events), size)
        else:
            for item in events:
                yield Send(chunk(item))
        yield Send(LAST_CHUNK)

    return reply


def echo(*, size: int = 0, delta: int = 4, change: Callable[[str], str] | None = None) -> Reply:
    """Answers with the user message, changed by a function of `servers.mangling` if one is given."""
    return streamed(lambda request: change(request.user) if change else request.user, size=size, delta=delta)


def no_done(text: str) -> Reply:
    """Ends in order at the HTTP level, without the dialect's closing event."""
    return streamed(text, done=False)


def with_comments(text: str) -> Reply:
    """Keep-alive comments, CRLF and CR line ends, `data` without a space, retry fields between the events."""

    def reply(request: Received) -> Iterable[Step]:
        yield Send(head())
        yield Send(chunk(b": keep-alive\n\nretry: 3000\n\n"))
        for index, item in enumerate(stream_events(request.dialect, text)):
            yield Send(chunk(b": ping\r\n\r\n"))
            line_end = (b"\n", b"\r\n", b"\r")[index % 3]
            yield Send(chunk(item.replace(b"data: ", b"data:").replace(b"\n", line_end)))
        yield Send(LAST_CHUNK)

    return reply


def as_json(text: str) -> Reply:
    """One JSON object although a stream was asked for."""

    def reply(request: Received) -> Iterable[Step]:
        body = whole(request.dialect, text)
        yield Send(head(content_type="application/json", Content_Length=str(len(body))) + body)

    return reply


def as_page(text: str = "<html><body>Sign in to the network</body></html>") -> Reply:
    """A captive portal's web page with status 200."""

    def reply(request: Received) -> Iterable[Step]:
        body = text.encode()
        yield Send(head(content_type="text/html", Content_Length=str(len(body))) + body)

    return reply


def status(code: int, *, message: str = "scripted refusal", retry_after: str = "", kind: str = "") -> Reply:
    """An error status with the dialect's error body."""

    def reply(request: Received) -> Iterable[Step]:
        body = error_body(request.dialect, kind or ERROR_KINDS.get(code, "api_error"), message)
        headers = {"Content_Length": str(len(body))}
        if retry_after:
            headers["Retry_After"] = retry_after
        yield Send(head(code, "application/json", **headers) + body)

    return reply


def error_event(text: str, *, kind: str = "overloaded_error", message: str = "scripted failure") -> Reply:
    """Streams `text`, then an error inside the stream."""

    def reply(request: Received) -> Iterable[Step]:
        yield Send(head())
        for item in stream_events(request.dialect, text, done=False):
            yield Send(chunk(item))
        error: dict[str, object] = {"error": {"type": kind, "message": message}}
        if request.dialect is Dialect.ANTHROPIC:
            yield Send(chunk(event({"type": "error", **error}, "error")))
        else:
            yield Send(chunk(event(error)))
        yield Send(LAST_CHUNK)

    return reply


def redirect(location: str, code: int = 307) -> Reply:
    def reply(request: Received) -> Iterable[Step]:
        yield Send(head(code, "text/plain", Content_Length="0", Location=location))

    return reply


def malformed(text: str, junk: bytes = b'data: {"choices": [{"delta"\n\n') -> Reply:
    """Streams `text`, then an event that is not JSON, then ends."""

    def reply(request: Received) -> Iterable[Step]:
        yield Send(head())
        for item in stream_events(request.dialect, text, done=False):
            yield Send(chunk(item))
        yield Send(chunk(junk) + LAST_CHUNK)

    return reply


def bad_chunking(text: str) -> Reply:
    """Streams `text`, then breaks the HTTP chunk framing."""

    def reply(request: Received) -> Iterable[Step]:
        yield Send(head())
        for item in stream_events(request.dialect, text, done=False):
            yield Send(chunk(item))
        yield Send(b"zz-not-a-size\r\n")
        yield End()

    return reply


def not_http(data: bytes = b"\x00\x01 this is no HTTP\r\n\r\n") -> Reply:
    def reply(request: Received) -> Iterable[Step]:
        yield Send(data)
        yield End()

    return reply


def oversized_line(size: int) -> Reply:
    """One event line of `size` bytes that never ends."""

    def reply(request: Received) -> Iterable[Step]:
        yield Send(head())
        yield Send(chunk(b"data: "))
        sent = 0
        while sent < size:
            yield Send(chunk(b"x" * 65536))
            sent += 65536
        yield Stall()

    return reply


def oversized_answer(size: int) -> Reply:
    """A well-formed stream of `size` characters in events of 32,768."""
    return streamed("x" * size, delta=32768)


def slow(seconds: float, reply: Reply) -> Reply:
    """A first byte that takes its time."""

    def slowly(request: Received) -> Iterable[Step]:
        yield Pause(seconds)
        yield from reply(request)

    return slowly


def held(event_to_set: threading.Event, reply: Reply) -> Reply:
    """Answers only after the test sets the event."""

    def answer(request: Received) -> Iterable[Step]:
        yield Hold(event_to_set)
        yield from reply(request)

    return answer


def stalled_before_head() -> Reply:
    def reply(request: Received) -> Iterable[Step]:
        yield Stall()

    return reply


def stalled_after(text: str) -> Reply:
    """Streams `text` and then falls silent with the connection open."""

    def reply(request: Received) -> Iterable[Step]:
        yield Send(head())
        for item in stream_events(request.dialect, text, done=False):
            yield Send(chunk(item))
        yield Stall()

    return reply


def cut_before_head(*, orderly: bool = False) -> Reply:
    def reply(request: Received) -> Iterable[Step]:
        yield End() if orderly else Cut()

    return reply


def cut_mid_head() -> Reply:
    def reply(request: Received) -> Iterable[Step]:
        yield Send(b"HTTP/1.1 200 OK\r\nContent-Ty")
        yield End()

    return reply


def cut_mid_stream(text: str, *, orderly: bool = True) -> Reply:
    """Streams `text`, then the connection ends without the last chunk."""

    def reply(request: Received) -> Iterable[Step]:
        yield Send(head())
        for item in stream_events(request.dialect, text, done=False):
            yield Send(chunk(item))
        yield End() if orderly else Cut()

    return reply
