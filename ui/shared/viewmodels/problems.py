"""Errors as a person reads them: what happened, what it means, what to do. Never the exception's own text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.errors import DrslError


@dataclass(frozen=True, slots=True)
class Problem:
    """`code` of a DrslError, or `bug` for anything else. `sent`: "no", "unknown", "yes"."""

    code: str
    sent: str = "no"
    details: Mapping[str, str | int | float] = field(default_factory=dict)
    retryable: bool = False


def problem_of(error: Exception) -> Problem:
    """What may be shown of an exception: its code and content-free details."""
    if isinstance(error, DrslError):
        sent = str(error.details.get("sent", "no"))
        return Problem(error.code, sent, dict(error.details), error.retryable)
    return Problem("bug", details={"kind": type(error).__name__})
