"""Reading foreign JSON without trusting its shape. A wrong type is `destination.malformed`, an absent field is not."""

from __future__ import annotations

import json
from collections.abc import Mapping

from core.domain.errors import DestinationError


def malformed() -> DestinationError:
    """What was received cannot be read; says nothing of its content."""
    return DestinationError("destination.malformed", retryable=True)


def parse_object(data: str | bytes) -> Mapping[str, object]:
    """A JSON object. Raises `destination.malformed` for anything else, deep nesting included."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        raise malformed() from None
    if not isinstance(document, dict):
        raise malformed()
    return document


def text(document: Mapping[str, object], key: str) -> str:
    """A string, empty when absent or null."""
    value = document.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise malformed()
    return value


def mapping(document: Mapping[str, object], key: str) -> Mapping[str, object]:
    """An object, empty when absent or null."""
    value = document.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise malformed()
    return value


def items(document: Mapping[str, object], key: str) -> list[object]:
    """A list, empty when absent or null."""
    value = document.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise malformed()
    return value


def number(document: Mapping[str, object], key: str) -> int | None:
    """A count, None when absent or not a non-negative integer."""
    value = document.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
