"""What local models cost so far, by purpose, and how fast they answer right now."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.llm.model import Completion, Usage

REPORT_SECONDS = 0.1
"""Shortest time between two reports: faster than a person reads, slow enough for a window."""


@dataclass(frozen=True, slots=True)
class ModelProgress:
    """How a batch of questions stands. `state`: "loading" until the first token of a cold model, "answering", or
    "waiting" before a repeated try. `tokens_per_second`: over all answers side by side, 0 before the first token."""

    purpose: str
    state: str
    done: int
    total: int
    tokens: int
    tokens_per_second: float


Watch = Callable[[ModelProgress], None]
Clock = Callable[[], float]


def ignore_model_progress(progress: ModelProgress) -> None:
    """The hook of callers that do not watch."""


class UsageAccounts:
    """Sums by purpose. Safe from any thread."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._spent: dict[str, Usage] = {}

    def add(self, purpose: str, completion: Completion) -> None:
        spent = Usage(
            1,
            completion.prompt_tokens,
            completion.cached_tokens,
            completion.completion_tokens,
            completion.seconds,
        )
        with self._guard:
            self._spent[purpose] = self._spent.get(purpose, Usage()).plus(spent)

    def by_purpose(self) -> Mapping[str, Usage]:
        with self._guard:
            return dict(self._spent)


class BatchMeter:
    """Counts the tokens of one batch and tells the hook at most ten times a second; the last word always comes."""

    def __init__(self, purpose: str, total: int, cold: bool, watch: Watch, clock: Clock = time.monotonic) -> None:
        self._purpose, self._total, self._watch, self._clock = purpose, total, watch, clock
        self._state = "loading" if cold else "answering"
        self._done = self._tokens = 0
        self._first: float | None = None
        self._told = -REPORT_SECONDS
        self._tell()

    def token(self) -> None:
        now = self._clock()
        if self._first is None:
            self._first = now
        self._state = "answering"
        self._tokens += 1
        if now - self._told >= REPORT_SECONDS:
            self._tell()

    def waiting(self) -> None:
        self._state = "waiting"
        self._tell()

    def answered(self) -> None:
        self._done += 1
        self._tell()

    def _tell(self) -> None:
        now = self._told = self._clock()
        elapsed = now - self._first if self._first is not None else 0.0
        speed = self._tokens / elapsed if elapsed > 0 else 0.0
        self._watch(ModelProgress(self._purpose, self._state, self._done, self._total, self._tokens, speed))
