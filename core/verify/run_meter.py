"""Tokens and speed of one certification, and how it is told while it goes on."""

from __future__ import annotations

import time
from dataclasses import dataclass

from core.domain.events import Progress, Stage, StageEvent, StageState
from core.domain.protocol import Protocol
from core.llm.model import LanguageModel, Usage
from core.verify.model_certification import Watch
from core.verify.sensitivity import Told
from core.verify.statistics import mixture_upper

MEASURING = "verify.measuring_attackers"


@dataclass(slots=True)
class Meter:
    """Tokens and speed of one run, read from the model's accounts."""

    model: LanguageModel
    before: Usage
    started: float

    @classmethod
    def start(cls, model: LanguageModel) -> Meter:
        return cls(model, spent(model), time.perf_counter())

    @property
    def tokens(self) -> int:
        now = spent(self.model)
        return now.prompt_tokens + now.completion_tokens - self.before.prompt_tokens - self.before.completion_tokens

    @property
    def tokens_per_second(self) -> float:
        """Written tokens per second of wall clock."""
        seconds = time.perf_counter() - self.started
        written = spent(self.model).completion_tokens - self.before.completion_tokens
        return written / seconds if seconds > 0 else 0.0


def spent(model: LanguageModel) -> Usage:
    """Everything a model was asked so far."""
    total = Usage()
    for usage in model.usage().values():
        total = total.plus(usage)
    return total


def certifying(progress: Progress, protocol: Protocol, meter: Meter) -> Watch:
    """Tells `progress` after every draw how far the certification is, and the bound that its hits allow so far."""

    def watch(n: int, hits: int, total: int) -> None:
        progress(
            StageEvent(
                Stage.CERTIFY,
                StageState.RUNNING,
                n,
                total,
                bound=mixture_upper(hits, n, protocol.confidence),
                tokens=meter.tokens,
                tokens_per_second=meter.tokens_per_second,
            )
        )

    return watch


def measuring(progress: Progress, meter: Meter) -> Told:
    """Tells `progress` how far the offline controls are that come before a model's first certification."""

    def told(done: int, total: int) -> None:
        progress(
            StageEvent(
                Stage.CERTIFY,
                StageState.RUNNING,
                done,
                total,
                MEASURING,
                tokens=meter.tokens,
                tokens_per_second=meter.tokens_per_second,
            )
        )

    return told
