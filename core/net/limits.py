"""How long and how much an exchange over the network waits for and accepts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds (DESIGN 5.5). `read` is the longest silence between two pieces of an answer."""

    connect: float = 5.0
    write: float = 30.0
    read: float = 120.0
    pool: float = 5.0


@dataclass(frozen=True, slots=True)
class ReplyLimits:
    """Bounds on what a hostile destination may make us hold.

    `event_bytes`: one event or line. `answer_chars`: the whole answer, in code points. `whole_bytes`: an
    answer that comes as one object. `error_bytes`: how much of an error's body is looked at.
    `answer_tokens`: longest answer asked for where the protocol demands a number.
    """

    event_bytes: int = 1_000_000
    answer_chars: int = 4_000_000
    whole_bytes: int = 16_000_000
    error_bytes: int = 65_536
    answer_tokens: int = 8192


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Only for requests that were provably not processed: no connection, 429, 503.

    `attempts` counts the first try. Waits are Retry-After where the destination names one (up to
    `longest_wait` seconds; beyond that the person decides), else `first_wait` doubled each time, plus up
    to `jitter` of itself.
    """

    attempts: int = 3
    first_wait: float = 1.0
    longest_wait: float = 60.0
    jitter: float = 0.25
