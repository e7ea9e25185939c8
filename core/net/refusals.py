"""What an error status of a destination means. Error texts of destinations are never quoted: they may echo a prompt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from core.domain.errors import DestinationError

_CODES: Mapping[int, tuple[str, bool]] = {
    HTTPStatus.BAD_REQUEST: ("destination.bad_request", False),
    HTTPStatus.UNAUTHORIZED: ("destination.unauthorized", False),
    HTTPStatus.PAYMENT_REQUIRED: ("destination.quota", False),
    HTTPStatus.FORBIDDEN: ("destination.forbidden", False),
    HTTPStatus.NOT_FOUND: ("destination.not_found", False),
    HTTPStatus.REQUEST_TIMEOUT: ("destination.unavailable", True),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("destination.too_large", False),
    HTTPStatus.UNPROCESSABLE_ENTITY: ("destination.bad_request", False),
    HTTPStatus.TOO_MANY_REQUESTS: ("destination.rate_limited", True),
    HTTPStatus.SERVICE_UNAVAILABLE: ("destination.unavailable", True),
}
_QUOTA_KINDS = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_IN_STREAM: Mapping[str, tuple[str, bool]] = {
    "overloaded_error": ("destination.unavailable", True),
    "rate_limit_error": ("destination.rate_limited", True),
    "authentication_error": ("destination.unauthorized", False),
    "permission_error": ("destination.forbidden", False),
}
NOT_PROCESSED = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
"""Statuses after which the same request may be repeated: the destination says it did not do the work."""


def refusal(status: int, body: bytes, retry_after: float | None) -> DestinationError:
    """The typed error of a status other than 200. `body` is looked at for known error kinds only."""
    code, retryable = _CODES.get(status, ("destination.status", False))
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        code = "destination.redirect"
    elif status >= HTTPStatus.INTERNAL_SERVER_ERROR and status not in _CODES:
        code, retryable = "destination.server_error", True
    if status == HTTPStatus.TOO_MANY_REQUESTS and _kinds(body) & _QUOTA_KINDS:
        code, retryable = "destination.quota", False
    details: dict[str, str | int | float] = {"sent": "yes", "status": status}
    if retry_after is not None:
        details["retry_after"] = retry_after
    return DestinationError(code, details=details, retryable=retryable)


def in_stream(error: object) -> DestinationError:
    """The typed error of an error event inside a stream."""
    code, retryable = "destination.failed_midway", True
    for kind in _named(error):
        code, retryable = _IN_STREAM.get(kind, (code, retryable))
    return DestinationError(code, details={"sent": "yes"}, retryable=retryable)


def _kinds(body: bytes) -> frozenset[str]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return frozenset()
    return _named(data.get("error")) if isinstance(data, dict) else frozenset()


def _named(error: object) -> frozenset[str]:
    if not isinstance(error, dict):
        return frozenset()
    return frozenset(value for value in (error.get("type"), error.get("code")) if isinstance(value, str))


def parse_retry_after(value: str, now: datetime) -> float | None:
    """Seconds named by a Retry-After header (a number or an HTTP date), None when it names none."""
    value = value.strip()
    if value.isascii() and value.replace(".", "", 1).isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    if moment.tzinfo is None:
        return None
    return max(0.0, (moment - now).total_seconds())
