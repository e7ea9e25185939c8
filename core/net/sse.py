"""Server-sent events from bytes that may be split anywhere (WHATWG HTML, section 9.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.domain.errors import DestinationError

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """`name` is empty for an event without one. `data` joins the event's data lines with LF."""

    name: str
    data: str


class EventStream:
    """Incremental parser. Splits on bytes before decoding, so that no code point is ever cut.

    `max_event_bytes` bounds one event and one line alike: more raises DestinationError
    `destination.event_too_large`. Bytes that are not UTF-8 raise `destination.not_utf8`.
    """

    def __init__(self, max_event_bytes: int) -> None:
        self._limit = max_event_bytes
        self._buffer = bytearray()
        self._scanned = 0
        self._name = ""
        self._data: list[str] = []
        self._size = 0
        self._first = True

    def feed(self, data: bytes) -> Iterator[ServerEvent]:
        """Events that `data` completes."""
        self._buffer += data
        while (line := self._take_line()) is not None:
            event = self._line(line)
            if event is not None:
                yield event
        if len(self._buffer) > self._limit:
            raise DestinationError("destination.event_too_large", details={"limit": self._limit})

    def finish(self) -> Iterator[ServerEvent]:
        """The event that the stream's end left without its blank line: some servers drop it."""
        last, self._buffer = bytes(self._buffer), bytearray()
        for line in (last.rstrip(b"\r"), b""):
            event = self._line(line)
            if event is not None:
                yield event

    def _take_line(self) -> bytes | None:
        match = _LINE_END.search(self._buffer, self._scanned)
        # A CR at the very end may be the first half of a CRLF: wait for the next byte.
        if match is None or (match.group() == b"\r" and match.end() == len(self._buffer)):
            self._scanned = match.start() if match else len(self._buffer)
            return None
        line = bytes(self._buffer[: match.start()])
        del self._buffer[: match.end()]
        self._scanned = 0
        return line

    def _line(self, raw: bytes) -> ServerEvent | None:
        if self._first:
            self._first = False
            raw = raw.removeprefix(_BOM)
        if not raw:
            return self._dispatch()
        if raw.startswith(b":"):
            return None
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise DestinationError("destination.not_utf8") from None
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self._name = value
        elif field == "data":
            self._size += len(raw)
            if self._size > self._limit:
                raise DestinationError("destination.event_too_large", details={"limit": self._limit})
            self._data.append(value)
        return None

    def _dispatch(self) -> ServerEvent | None:
        name, data = self._name, self._data
        self._name, self._data, self._size = "", [], 0
        return ServerEvent(name, "\n".join(data)) if data else None
