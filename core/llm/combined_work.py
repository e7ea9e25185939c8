"""Two pieces of work on one model at a time: what both want to know next is asked together.

Neither waits for the other's answers more than one question deep, and the order of the questions is the same in every
run: the first's, then the second's. A server with several slots answers both in little more than the time of one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from core.domain.events import CancelToken
from core.llm.delegating_model import DelegatingModel
from core.llm.model import (
    CallFailed,
    ChatPrompt,
    Completion,
    LanguageModel,
    Usage,
)

A = TypeVar("A")
B = TypeVar("B")
Answers = tuple[Completion | CallFailed, ...]


def run_together(
    model: LanguageModel, first: Callable[[LanguageModel], A], second: Callable[[LanguageModel], B]
) -> tuple[A, B]:
    """What `first` and `second` return, each given a model to ask. Ends when both have; raises what `first` raised,
    else what `second` did. One thread is started and has ended on return."""
    shared = _SharedQuestions(model)
    found: list[B] = []
    failed: list[BaseException] = []

    def second_side() -> None:
        try:
            found.append(second(_Side(model, shared, 1)))
        except BaseException as error:  # noqa: BLE001 - raised again below, in the caller's thread
            failed.append(error)
        finally:
            shared.leave()

    thread = threading.Thread(target=second_side, name="side-by-side", daemon=True)
    thread.start()
    try:
        result = first(_Side(model, shared, 0))
    finally:
        shared.leave()
        thread.join()
    if failed:
        raise failed[0]
    return result, found[0]


class _SharedQuestions:
    """Collects what both sides ask until neither can go on without an answer."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._changed = threading.Condition()
        self._present = 2
        self._asked: dict[int, tuple[Sequence[ChatPrompt], CancelToken | None]] = {}
        self._answers: dict[int, Answers | BaseException] = {}

    def leave(self) -> None:
        """A side has ended."""
        with self._changed:
            self._present -= 1
            self._changed.notify_all()

    def ask(self, side: int, prompts: Sequence[ChatPrompt], cancel: CancelToken | None) -> Answers:
        with self._changed:
            self._asked[side] = prompts, cancel
            while side not in self._answers:
                if len(self._asked) == self._present:
                    self._serve()
                    self._changed.notify_all()
                else:
                    self._changed.wait()
            answer = self._answers.pop(side)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _serve(self) -> None:
        """Everything that waits, in one call. Nobody else can want anything meanwhile."""
        sides = sorted(self._asked)
        cancel = next((token for _, token in self._asked.values() if token is not None), None)
        prompts = [prompt for side in sides for prompt in self._asked[side][0]]
        try:
            answers = self._model.ask(prompts, cancel)
        except BaseException as error:  # noqa: BLE001 - every side that waits has to learn of it
            self._answers.update(dict.fromkeys(sides, error))
        else:
            start = 0
            for side in sides:
                end = start + len(self._asked[side][0])
                self._answers[side] = tuple(answers[start:end])
                start = end
        self._asked.clear()


class _Side(DelegatingModel):
    """The model as one side sees it."""

    def __init__(self, model: LanguageModel, shared: _SharedQuestions, side: int) -> None:
        super().__init__(model)
        self._meeting = shared
        self._side = side

    def ask(self, prompts: Sequence[ChatPrompt], cancel: CancelToken | None = None) -> Answers:
        return self._meeting.ask(self._side, prompts, cancel) if prompts else ()

    def usage(self) -> Mapping[str, Usage]:
        return self._model.usage()
