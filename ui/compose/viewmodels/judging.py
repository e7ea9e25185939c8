"""One run of the path on a draft: its stages, its verdict, and whether the verdict still fits (no widgets)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from core.dehydrate.generalization import Generalization
from core.domain.errors import Cancelled
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.interface import Engine
from core.engine.outcome import Outcome
from ui.release.viewmodels.second_look import Revision, SecondLook
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort

Ladders = Mapping[str, tuple[Generalization, ...]]
RunWork = Callable[[CancelToken, Progress], Outcome]


class JudgingViewModel(QObject):
    """`changed`: another outcome, or the same one stale or edited. `judged`: a run has ended with a verdict, or the
    evaluator behind it has spoken.

    Every method belongs to the main thread; the work runs elsewhere.
    """

    changed = Signal()
    stage_changed = Signal(object)
    judged = Signal()
    failed = Signal(Exception)

    def __init__(self, work: WorkPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = LatestJob(work)
        self._ladders: Ladders = {}
        self._engine: Engine | None = None
        self.look = SecondLook(work, self.tell, self)
        self.look.changed.connect(self.changed)
        self.look.looked.connect(self._looked)
        self.provisional = False
        self.revision = Revision.NONE
        self.moved: tuple[str, ...] = ()
        self.outcome: Outcome | None = None
        self.working: Conversation | None = None
        self.stale = False
        self.editing = False
        self.stages: dict[Stage, StageEvent] = {}

    @property
    def passed(self) -> bool:
        """Whether a verdict stands that lets something out."""
        return self.outcome is not None and self.outcome.verdict.kind is VerdictKind.PASS

    @property
    def ladders(self) -> Ladders | None:
        """Ladder of every attribute of the verdict, None when no verdict fits the draft."""
        return self._ladders if self.outcome is not None and not self.stale else None

    def start(self, engine: Engine, work: RunWork, working: Conversation, first: RunWork | None = None) -> None:
        """Run `work` on `working`, a fork of the conversation; what ran before is dropped.

        `first` is quicker and gives the verdict that is shown, as provisional, until `work` has ended."""
        self.look.clear()
        self.stages.clear()
        self.outcome, self.stale, self.editing, self.working = None, False, False, working
        self._engine, self.provisional, self.revision = engine, False, Revision.NONE
        self.moved = ()

        def whole() -> None:
            self.stages.clear()
            self._job.start(self._judge(engine, work), self._ended, self._failed, self.tell)
            self.changed.emit()

        def shown(judged: tuple[Outcome, Ladders]) -> None:
            self.outcome, self._ladders = judged
            self.provisional = True
            whole()

        def unshown(error: Exception) -> None:
            if isinstance(error, Cancelled):
                self._failed(error)
            else:
                whole()

        if first is None:
            whole()
        else:
            self._job.start(self._judge(engine, first), shown, unshown, self.tell)
            self.changed.emit()

    @staticmethod
    def _judge(engine: Engine, work: RunWork) -> Callable[[CancelToken, Progress], tuple[Outcome, Ladders]]:
        def judge(cancel: CancelToken, progress: Progress) -> tuple[Outcome, Ladders]:
            outcome = work(cancel, progress)
            found = outcome.verdict.sensitive.attributes
            return outcome, {item.id: engine.ladder(item, outcome.language) for item in found}

        return judge

    def _ended(self, judged: tuple[Outcome, Ladders]) -> None:
        outcome, self._ladders = judged
        self._take(outcome)
        if self._engine is not None and self.working is not None:
            self.look.begin(self._engine, outcome, self.working)

    def _looked(self, outcome: Outcome) -> None:
        self._take(outcome)

    def _take(self, outcome: Outcome) -> None:
        """`outcome` replaces what was shown; what is different of it is remembered."""
        before, self.outcome, self.provisional = self.outcome, outcome, False
        self._end_running(StageState.DONE)
        if before is not None:
            self.moved = _moved(before, outcome)
            if before.verdict.kind is not outcome.verdict.kind:
                self.revision = Revision.VERDICT
            elif before.verdict.artifact.text != outcome.verdict.artifact.text:
                self.revision = Revision.TEXT
        self.judged.emit()
        self.changed.emit()

    def adopt(
        self,
        engine: Engine,
        outcome: Outcome,
        working: Conversation,
        ladders: Ladders,
        told: Iterable[StageEvent] = (),
    ) -> None:
        """A verdict that was reached beside the path takes the place of what was shown. `told`: its stages."""
        self.clear()
        self._engine, self.working, self._ladders = engine, working, ladders
        for event in told:
            self.tell(event)
        self._take(outcome)
        self.look.begin(engine, outcome, working)

    def retested(self, outcome: Outcome) -> None:
        """The destination's model has read the text: verdict and certificate now say with what result."""
        self.outcome = outcome
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        """What was shown as provisional is no verdict."""
        self._end_running(StageState.FAILED)
        if self.provisional:
            self.outcome, self.provisional = None, False
        self.failed.emit(error)
        self.changed.emit()

    def tell(self, event: StageEvent) -> None:
        """A stage has come further. An event that only counts a model's tokens never moves the path back."""
        known = self.stages.get(event.stage)
        if event.tokens and not event.total and (known is None or known.state is not StageState.RUNNING):
            if any(item.state is StageState.RUNNING for item in self.stages.values()):
                return
            if event.stage is Stage.EXTRACT:
                event = replace(event, stage=Stage.DEHYDRATE)
        self.stages[event.stage] = event
        self.stage_changed.emit(event)

    def _end_running(self, state: StageState) -> None:
        for stage, event in list(self.stages.items()):
            if event.state is StageState.RUNNING:
                self.tell(StageEvent(stage, state))

    def set_editing(self, editing: bool) -> None:
        """A person opens, or leaves, what will be sent for editing by hand."""
        if editing != self.editing:
            self.editing = editing
            if editing:
                self.look.clear()
            elif self._engine is not None and not self.stale and self.outcome is not None and self.working is not None:
                self.look.begin(self._engine, self.outcome, self.working)
            self.changed.emit()

    def stop(self) -> None:
        """Drop what runs; every stage that was running says that it was cancelled."""
        self._job.stop()
        self.look.clear()
        if self.provisional:
            self.outcome, self.provisional = None, False
        self._end_running(StageState.CANCELLED)

    def outdate(self, *, keep: bool) -> None:
        """The draft has changed: with `keep` the verdict stays readable, marked as stale."""
        self._job.stop()
        self.look.clear()
        if self.provisional:
            self.outcome = None
        self.provisional, self.revision = False, Revision.NONE
        self.moved = ()
        self.stale = keep and self.outcome is not None
        if not self.stale:
            self.outcome = None
        self.editing = False
        self.stages.clear()

    def clear(self) -> None:
        """Another draft: nothing of the last run stays."""
        self.outdate(keep=False)
        self.working = None


def _moved(before: Outcome, after: Outcome) -> tuple[str, ...]:
    """Attributes that stand at another level than before, in the order of the text."""
    old, new = before.verdict.artifact.levels, after.verdict.artifact.levels
    names = (item.id for item in after.verdict.sensitive.attributes)
    return tuple(name for name in names if name in new and old.get(name, new[name]) != new[name])
