"""The embedded evaluator behind a verdict: some seconds later, and nothing is sent before it has spoken.

A person may do without it for one text; the certificate then says so. It never holds a person up for nothing: it is
spared where nothing can leave, and ends by itself after `LIMIT_MS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from core.domain.events import CancelToken, Progress, StageEvent
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import EVALUATOR, NOT_ON_THIS_ENGINE, Outcome, evaluator_off
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort
from ui.shared.viewmodels.problems import problem_of

SKIPPED = "evaluator.skipped"
SWITCHED_OFF = "evaluator.switched_off"
STOPPED = "cancelled"
LIMIT = "evaluator.limit"
DRY_RUN, LOST_CAUSE = "dry_run", "lost_cause"
LIMIT_MS = 120_000
"""Longest look; a person decides then whether to wait again or to do without."""


class LookState(StrEnum):
    """`none`: there is no verdict, or this engine has no evaluator. `off`: it is not there, or not wanted.
    `spared`: what was judged cannot leave, so there is nothing to look at twice."""

    NONE = "none"
    OFF = "off"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"
    SPARED = "spared"


class Revision(StrEnum):
    """What a slower look has changed of the verdict that was shown first."""

    NONE = ""
    TEXT = "text"
    VERDICT = "verdict"


class SecondLook(QObject):
    """`looked(outcome)`: the evaluator has spoken, or a person does without it. `moved`: `done` of `total` questions.
    Main thread only. `spare`: why a look at this outcome would serve nobody, a key; "" where it would."""

    changed = Signal()
    moved = Signal()
    looked = Signal(object)

    def __init__(self, work: WorkPort, tell: Callable[[StageEvent], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = LatestJob(work)
        self._tell = tell
        self._again: tuple[Engine, Outcome, Conversation] | None = None
        self.spare: Callable[[Outcome], str] = lambda _outcome: ""
        self.done = self.total = 0
        self.clock: Callable[[], float] = monotonic
        self._began = 0.0
        self._limit = QTimer(self)
        self._limit.setSingleShot(True)
        self._limit.setInterval(LIMIT_MS)
        self._limit.timeout.connect(lambda: self._end(LIMIT))
        self.wanted = True
        self.state = LookState.NONE
        self.code = ""

    @property
    def waits(self) -> bool:
        """Whether the verdict is not yet final: sending has to wait."""
        return self.state in (LookState.RUNNING, LookState.FAILED)

    @property
    def seconds_left(self) -> float | None:
        """By the pace so far and never beyond the limit; None before there is a pace."""
        if self.state is not LookState.RUNNING or not 0 < self.done < self.total:
            return None
        passed = max(0.0, self.clock() - self._began)
        return min(passed / self.done * (self.total - self.done), max(0.0, LIMIT_MS / 1000 - passed))

    def will_run(self, engine: Engine) -> bool:
        """Whether a verdict of `engine` gets a second look."""
        return self.wanted and not evaluator_off(engine.info)

    def begin(self, engine: Engine, outcome: Outcome, working: Conversation) -> None:
        """Look at `outcome`, a verdict of `engine`."""
        off = evaluator_off(engine.info)
        self._again = None
        if off == NOT_ON_THIS_ENGINE:
            self._set(LookState.NONE)
        elif not self.will_run(engine):
            self._set(LookState.OFF, off or SWITCHED_OFF)
        else:
            self._again = (engine, outcome, working)
            spared = self.spare(outcome)
            if spared:
                self._set(LookState.SPARED, spared)
            else:
                self._run(engine, outcome, working)

    def reconsider(self) -> None:
        """What spared the look may no longer hold: the text can leave after all."""
        if self._again is not None and self.state is LookState.SPARED:
            self.begin(*self._again)

    def _run(self, engine: Engine, outcome: Outcome, working: Conversation) -> None:
        def look(cancel: CancelToken, progress: Progress) -> Outcome:
            return engine.deepen(outcome, working, progress, cancel)

        self.done = self.total = 0
        self._began = self.clock()
        self._job.start(look, self._ended, self._broke, self._moved)
        self._limit.start()
        self._set(LookState.RUNNING)

    def _moved(self, event: StageEvent) -> None:
        if event.total:
            self.done, self.total = event.done, event.total
            self.moved.emit()
        self._tell(event)

    def retry(self) -> None:
        """Look once more after a failure or a stop, or although it was spared."""
        if self._again is not None and self.state in (LookState.FAILED, LookState.SPARED):
            engine, outcome, working = self._again
            if self.will_run(engine):
                self._run(engine, outcome, working)
            else:
                self.begin(engine, outcome, working)

    def stop(self) -> None:
        """Stop looking; sending waits for a retry or for `skip`."""
        self._end(STOPPED)

    def _end(self, code: str) -> None:
        if self.state is LookState.RUNNING:
            self._job.stop()
            self._set(LookState.FAILED, code)

    def skip(self) -> None:
        """Do without it for this text; the certificate names the reason."""
        if self._again is None or not self.waits:
            return
        self._job.stop()
        outcome, failed = self._again[1], self.state is LookState.FAILED and self.code != STOPPED
        reason = self.code if failed else SKIPPED
        info = outcome.certificate.engine
        noted = replace(
            info,
            layers_off=tuple(dict.fromkeys((*info.layers_off, EVALUATOR))),
            off_reasons={**info.off_reasons, EVALUATOR: reason},
        )
        self._set(LookState.SKIPPED, reason)
        self.looked.emit(replace(outcome, certificate=replace(outcome.certificate, engine=noted)))

    def clear(self) -> None:
        """There is no verdict to look at any more."""
        self._job.stop()
        self._again = None
        self._set(LookState.NONE)

    def _ended(self, outcome: Outcome) -> None:
        self._set(LookState.DONE)
        self.looked.emit(outcome)

    def _broke(self, error: Exception) -> None:
        self._set(LookState.FAILED, problem_of(error).code)

    def _set(self, state: LookState, code: str = "") -> None:
        if state is not LookState.RUNNING:
            self._limit.stop()
        if (state, code) != (self.state, self.code):
            self.state, self.code = state, code
            self.changed.emit()
