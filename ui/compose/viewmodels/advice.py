"""What would help a verdict that does not pass: one suggestion, applied as a whole, and only where it makes nothing
worse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from core.domain.artifact import Artifact
from core.domain.events import CancelToken, Progress, StageEvent
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from ui.compose.viewmodels.judging import Ladders
from ui.release.viewmodels.choices import Choices
from ui.release.viewmodels.phases import AdviceState
from ui.release.viewmodels.staging import Bench
from ui.release.viewmodels.submission import case_of, utc_now
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort

ROUNDING = 1e-9


class Worse(StrEnum):
    """Why a checked suggestion is not taken."""

    NOT = ""
    OTHER_VALUE = "other_value"
    EASIER = "easier"
    FEWER_PEOPLE = "fewer_people"
    NO_HELP = "no_help"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Advised:
    """`choices`: all of it; `artifact`: D after it. `passes`: the falsifiers find nothing in that any more."""

    choices: Choices
    artifact: Artifact
    passes: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Ids of what it hides or coarsens."""
        return tuple(self.choices.by_attribute)


@dataclass(frozen=True, slots=True)
class Taken:
    """A suggestion that was checked and is no worse: what a person would have had to choose, and the verdict on it."""

    choices: Choices
    outcome: Outcome
    working: Conversation
    ladders: Ladders


def worsened(before: Outcome, after: Outcome) -> Worse:
    """What of `after` is worse than `before`; a pass never is."""
    if after.verdict.kind is VerdictKind.PASS:
        return Worse.NOT
    old, new = _risks(before), _risks(after)
    if new.keys() - old.keys():
        return Worse.OTHER_VALUE
    if any(value > old[name] + ROUNDING for name, value in new.items()):
        return Worse.EASIER
    crowds = before.verdict.evidence.crowd, after.verdict.evidence.crowd
    if crowds[0] is not None and (crowds[1] is None or crowds[1] < crowds[0]):
        return Worse.FEWER_PEOPLE
    return Worse.NO_HELP if new == old else Worse.NOT


def _risks(outcome: Outcome) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for item in outcome.verdict.residual.items:
        found[item.attribute_id] = max(item.posterior, found.get(item.attribute_id, 0.0))
    return found


@dataclass(frozen=True, slots=True)
class _Subject:
    engine: Engine
    outcome: Outcome
    conversation: Conversation

    def bench(self) -> Bench:
        return Bench(self.engine.what_if(), case_of(self.outcome, self.conversation.fork(), "", utc_now()))


class Advice(QObject):
    """`taken(Taken)`: the whole suggestion holds, and is to stand in place of what it was made for. Main thread only.

    `tell`: how far the check of a suggestion is.
    """

    changed = Signal()
    taken = Signal(object)

    def __init__(self, work: WorkPort, tell: Callable[[StageEvent], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = LatestJob(work)
        self._tell = tell
        self._subject: _Subject | None = None
        self.state = AdviceState.NONE
        self.found: Advised | None = None
        self.worse = Worse.NOT

    @property
    def hopeful(self) -> bool:
        """Whether one step is known after which the text passes, as far as the falsifiers can tell."""
        return (
            self.state in (AdviceState.OFFERED, AdviceState.CHECKING) and self.found is not None and self.found.passes
        )

    @property
    def open(self) -> bool:
        """Whether it is still unknown if one step would do: nobody is told yet that they have to decide."""
        return self.state is AdviceState.LOOKING or self.hopeful

    def about(self, engine: Engine | None, outcome: Outcome | None, conversation: Conversation) -> None:
        """Look for what would help `outcome`; None: there is nothing to help. The same outcome is looked at once."""
        if outcome is None or engine is None:
            self.clear()
            return
        if self._subject is not None and self._subject.outcome is outcome:
            return
        subject = self._subject = _Subject(engine, outcome, conversation)

        def look(cancel: CancelToken, _progress: Progress) -> Advised | None:
            bench = subject.bench()
            found = bench.suggest(Choices(), cancel)
            before = bench.assess(Choices(), cancel).prediction
            if found.choices.empty or not bench.better(before, found.prediction):
                return None
            return Advised(found.choices, bench.assess(found.choices, cancel).artifact, found.prediction.passes)

        self.found, self.worse = None, Worse.NOT
        self._job.start(look, self._looked, lambda _error: self._set(AdviceState.NONE))
        self._set(AdviceState.LOOKING)

    def _looked(self, found: Advised | None) -> None:
        self.found = found
        self._set(AdviceState.OFFERED if found is not None else AdviceState.NONE)

    def apply(self) -> None:
        """Check the whole suggestion; `taken` follows where it makes nothing worse, else the reason is kept."""
        subject, found = self._subject, self.found
        if subject is None or found is None or self.state is not AdviceState.OFFERED:
            return
        engine, working = subject.engine, subject.conversation.fork()

        def check(cancel: CancelToken, progress: Progress) -> Taken:
            staged = replace(subject.bench().staged(found.choices), fixed=True)
            outcome = engine.decide(staged, staged.request.decisions, working, progress, cancel)
            values = outcome.verdict.sensitive.attributes
            ladders = {item.id: engine.ladder(item, outcome.language) for item in values}
            return Taken(found.choices, outcome, working, ladders)

        def checked(taken: Taken) -> None:
            self.worse = worsened(subject.outcome, taken.outcome)
            if self.worse is Worse.NOT:
                self.taken.emit(taken)
            else:
                self._set(AdviceState.REFUSED)

        def broke(_error: Exception) -> None:
            self.worse = Worse.BROKEN
            self._set(AdviceState.REFUSED)

        self._job.start(check, checked, broke, self._tell)
        self._set(AdviceState.CHECKING)

    def stop(self) -> None:
        """Stop the check: the suggestion is offered as before."""
        if self.state is AdviceState.CHECKING:
            self._job.stop()
            self._set(AdviceState.OFFERED)

    def clear(self) -> None:
        """There is no verdict to help any more."""
        self._job.stop()
        self._subject, self.found, self.worse = None, None, Worse.NOT
        self._set(AdviceState.NONE)

    def _set(self, state: AdviceState) -> None:
        if state is not self.state:
            self.state = state
            self.changed.emit()
