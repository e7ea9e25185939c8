"""A language model as one run sees it: what this run spent, apart from what others spend beside it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence

from core.domain.events import CancelToken
from core.llm.delegating_model import DelegatingModel
from core.llm.model import (
    CallFailed,
    ChatPrompt,
    Completion,
    LanguageModel,
    Usage,
)

Told = Callable[[int, float], None]
"""Tokens of the run so far, and tokens written per second in the last batch."""


class MeteredModel(DelegatingModel):
    """Passes every question on and counts. Safe from any thread."""

    def __init__(self, model: LanguageModel, told: Told = lambda tokens, speed: None) -> None:
        super().__init__(model)
        self._told = told
        self._usage: dict[str, Usage] = {}
        self._lock = threading.Lock()

    def ask(
        self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None
    ) -> tuple[Completion | CallFailed, ...]:
        """As the model's own."""
        started = time.perf_counter()
        answers = self._model.ask(prompts, cancel)
        seconds = time.perf_counter() - started
        written = 0
        with self._lock:
            for prompt, answer in zip(prompts, answers, strict=True):
                spent = Usage(calls=1)
                if isinstance(answer, Completion):
                    written += answer.completion_tokens
                    spent = Usage(
                        1, answer.prompt_tokens, answer.cached_tokens, answer.completion_tokens, answer.seconds
                    )
                self._usage[prompt.purpose] = self._usage.get(prompt.purpose, Usage()).plus(spent)
            tokens = sum(item.prompt_tokens + item.completion_tokens for item in self._usage.values())
        self._told(tokens, written / seconds if seconds > 0 else 0.0)
        return answers

    def usage(self) -> Mapping[str, Usage]:
        """What this run spent, by purpose."""
        with self._lock:
            return dict(self._usage)
