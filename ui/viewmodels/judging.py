"""One run of the path on a draft: its stages, its verdict, and whether the verdict still fits (no widgets)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from core.dehydrate.generalization import Generalization
from core.domain.events import CancelToken, Progress, Stage, StageEvent, StageState
from core.domain.verdict import VerdictKind
from core.engine.conversation import Conversation
from core.engine.outcome import Outcome
from ui.viewmodels.jobs import LatestJob
from ui.viewmodels.ports import EnginePort, WorkPort

Ladders = Mapping[str, tuple[Generalization, ...]]
RunWork = Callable[[CancelToken, Progress], Outcome]


class JudgingViewModel(QObject):
    """`changed`: another outcome, or the same one stale or edited. `judged`: a run has ended with a verdict.

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

    def start(self, engine: EnginePort, work: RunWork, working: Conversation) -> None:
        """Run `work` on `working`, a fork of the conversation; what ran before is dropped."""
        self.stages.clear()
        self.outcome, self.stale, self.editing, self.working = None, False, False, working

        def judge(cancel: CancelToken, progress: Progress) -> tuple[Outcome, Ladders]:
            outcome = work(cancel, progress)
            found = outcome.verdict.sensitive.attributes
            return outcome, {item.id: engine.ladder(item, outcome.language) for item in found}

        self._job.start(judge, self._ended, self.failed.emit, self.tell)
        self.changed.emit()

    def _ended(self, judged: tuple[Outcome, Ladders]) -> None:
        self.outcome, self._ladders = judged
        self.judged.emit()
        self.changed.emit()

    def tell(self, event: StageEvent) -> None:
        """A stage has come further."""
        self.stages[event.stage] = event
        self.stage_changed.emit(event)

    def set_editing(self, editing: bool) -> None:
        """A person opens, or leaves, what will be sent for editing by hand."""
        if editing != self.editing:
            self.editing = editing
            self.changed.emit()

    def stop(self) -> None:
        """Drop what runs; every stage that was running says that it was cancelled."""
        self._job.stop()
        for stage, event in list(self.stages.items()):
            if event.state is StageState.RUNNING:
                self.tell(StageEvent(stage, StageState.CANCELLED))

    def outdate(self, *, keep: bool) -> None:
        """The draft has changed: with `keep` the verdict stays readable, marked as stale."""
        self._job.stop()
        self.stale = keep and self.outcome is not None
        if not self.stale:
            self.outcome = None
        self.editing = False
        self.stages.clear()

    def clear(self) -> None:
        """Another draft: nothing of the last run stays."""
        self.outdate(keep=False)
        self.working = None
