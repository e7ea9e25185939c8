"""What every destination adapter offers; the gateway knows nothing else of a destination."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from typing import Protocol

from core.net.answers import AnswerEvent, Transmission
from core.net.envelope import Envelope


class DestinationAdapter(Protocol):
    """Speaks one destination's protocol. Stateless between exchanges."""

    def body(self, envelope: Envelope) -> bytes:
        """The exact bytes that an exchange will carry. Deterministic."""
        ...

    def exchange(self, body: bytes, transmission: Transmission) -> AsyncGenerator[AnswerEvent, None]:
        """Send `body` and yield the answer. Raises DestinationError; closing the iterator closes the socket."""
        ...


def strings_in(value: object) -> frozenset[str]:
    """All string values (not keys) of a parsed JSON document."""
    found: set[str] = set()
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            found.add(item)
        elif isinstance(item, Mapping):
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
    return frozenset(found)


def encode(document: Mapping[str, object]) -> bytes:
    """JSON in UTF-8 without ASCII escapes: what a person counts is what leaves."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
