"""What a destination says, as typed events, and how far our bytes got."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Sent(StrEnum):
    """Whether bytes of the request may have left this machine."""

    NO = "no"
    UNKNOWN = "unknown"
    YES = "yes"


class Transmission:
    """Progress of one exchange, readable at any moment, also after an error or a cancellation.

    NO until the first byte of the request is written; UNKNOWN until the other side answers; then YES.
    `attempts`: tries begun. Never moves backwards.
    """

    def __init__(self) -> None:
        self.sent = Sent.NO
        self.attempts = 0

    def begin(self) -> None:
        self.attempts += 1

    def writing(self) -> None:
        if self.sent is Sent.NO:
            self.sent = Sent.UNKNOWN

    def answered(self) -> None:
        self.sent = Sent.YES


class FinishReason(StrEnum):
    """Why an answer ended. `UNSAID`: the destination closed in order without saying why."""

    STOP = "stop"
    LENGTH = "length"
    FILTERED = "filtered"
    OTHER = "other"
    UNSAID = "unsaid"
    SIMULATED = "simulated"
    HANDED_OVER = "handed_over"


@dataclass(frozen=True, slots=True)
class Started:
    """The destination accepted the request and begins to answer."""


@dataclass(frozen=True, slots=True)
class Retrying:
    """The destination could not take the request; try `attempt` of `attempts` follows in `seconds`.

    `code`: why, as the code of the DestinationError it would have been.
    """

    attempt: int
    attempts: int
    seconds: float
    code: str


@dataclass(frozen=True, slots=True)
class Delta:
    """The next piece of the answer; control characters already shown as U+FFFD."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the destination counted them, None where it did not say."""

    prompt_tokens: int | None
    completion_tokens: int | None


@dataclass(frozen=True, slots=True)
class Handover:
    """Manual destination: the exact text for the person to copy. Paste the answer into `pasted_answer`."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The answer is complete as far as the destination says."""

    reason: FinishReason


AnswerEvent = Started | Retrying | Delta | Usage | Handover | Finished
"""Errors are raised as DestinationError: `details['sent']`, `details['received']` (characters so far)."""
