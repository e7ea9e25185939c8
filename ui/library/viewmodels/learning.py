"""Learning as a person steers it: what went wrong so far, rules distilled from it, their trial, adopt or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from core.domain.errors import Cancelled
from core.domain.events import CancelToken, Progress, StageEvent
from core.domain.language import Language
from core.domain.learning import FailureMode
from core.domain.protocol import STRICT
from core.domain.taxonomy import Domain
from ui.library.viewmodels.ports import (
    ExperienceLine,
    ItemKey,
    LearningPort,
    Proposals,
    Step,
    TrialReport,
)
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort
from ui.shared.viewmodels.problems import Problem, problem_of

T = TypeVar("T")

AUTOMATIC = "automatic"
"""Author of a version that nobody was asked about."""


class Task(StrEnum):
    """What runs. `idle`: nothing."""

    IDLE = "idle"
    DISTIL = "distil"
    TRIAL = "trial"
    ADOPT = "adopt"


@dataclass(frozen=True, slots=True)
class Going:
    """How far the running task is; `total` 0 = cannot be told. `message`: a message key."""

    task: Task = Task.IDLE
    done: int = 0
    total: int = 0
    message: str = ""


Label = Callable[[str], str]
"""Type id -> its name for people, in the language of the window."""


@dataclass(frozen=True, slots=True)
class UntilRule:
    """The sort of correction that is nearest to a rule. `more`: how many further ones it needs, at least 1."""

    type_id: str
    language: Language
    more: int


def until_rule(lines: Iterable[ExperienceLine], needed: int = STRICT.distil_materials) -> UntilRule | None:
    """What is still missing of the sort that is nearest to a rule; None where a sort has enough, or none was missed."""
    counts: Counter[tuple[str, Language]] = Counter()
    for line in lines:
        if line.mode is FailureMode.MISSED and line.type_id:
            counts[(line.type_id, line.language)] += line.count
    if not counts:
        return None
    (type_id, language), count = counts.most_common(1)[0]
    return UntilRule(type_id, language, needed - count) if count < needed else None


class LearningViewModel(QObject):
    """`lines_changed`: experiences. `going_changed`: what runs. `proposals_changed`, `report_changed`,
    `automatic_changed`, `problem_changed`. `adopted(Step)`. `version_asked(ItemKey, version)`: a tried
    version is to be active. `keep_asked(surface, on)`: a suggested spelling goes into the list of what is never hidden,
    or leaves it again. Main thread only."""

    lines_changed = Signal()
    going_changed = Signal()
    proposals_changed = Signal()
    report_changed = Signal()
    automatic_changed = Signal()
    problem_changed = Signal()
    adopted = Signal(object)
    version_asked = Signal(object, int)
    keep_asked = Signal(str, bool)
    failed = Signal(object)

    def __init__(self, work: WorkPort, long_work: WorkPort, author: str, parent: QObject | None = None) -> None:
        """`work`: where the vault is read. `long_work`: where a distillation or a trial may take its seconds."""
        super().__init__(parent)
        self._author = author
        self._port: LearningPort | None = None
        self._reading = LatestJob(work)
        self._setting = LatestJob(work)
        self._task = LatestJob(long_work)
        self._forget()

    def _forget(self) -> None:
        self.all_lines: tuple[ExperienceLine, ...] = ()
        self.loaded = False
        self.query = ""
        self.modes: frozenset[FailureMode] = frozenset()
        self.domain: Domain | None = None
        self.going = Going()
        self.proposals: Proposals | None = None
        self.report: TrialReport | None = None
        self.tried: tuple[ItemKey, int] | None = None
        self.kept: frozenset[str] = frozenset()
        self.automatic = False
        self.problem: Problem | None = None

    @property
    def available(self) -> bool:
        return self._port is not None

    def use(self, port: LearningPort | None) -> None:
        """Learn from this vault from now on; None: forget everything."""
        self._port = port
        for job in (self._reading, self._setting, self._task):
            job.stop()
        self._forget()
        for signal in (
            self.lines_changed,
            self.going_changed,
            self.proposals_changed,
            self.report_changed,
            self.automatic_changed,
            self.problem_changed,
        ):
            signal.emit()
        self.reload()

    # Experiences

    def reload(self) -> None:
        """Read the counts again."""
        port = self._port
        if port is None:
            return

        def done(found: tuple[tuple[ExperienceLine, ...], bool]) -> None:
            self.all_lines, self.automatic = found
            self.loaded = True
            self.lines_changed.emit()
            self.automatic_changed.emit()

        self._reading.start(lambda _c, _p: (port.experiences(), port.automatic()), done, self.failed.emit)

    @property
    def total(self) -> int:
        """Experiences in all."""
        return sum(line.count for line in self.all_lines)

    def lines(self, label: Label) -> tuple[ExperienceLine, ...]:
        """Those that pass the filters, the most frequent first; the search reads names as the window shows them."""
        words = self.query.casefold().split()

        def fits(line: ExperienceLine) -> bool:
            if self.modes and line.mode not in self.modes:
                return False
            if self.domain is not None and line.domain is not self.domain:
                return False
            text = f"{line.type_id} {label(line.type_id)}".casefold()
            return all(word in text for word in words)

        return tuple(sorted(filter(fits, self.all_lines), key=lambda line: (-line.count, line.type_id, line.mode)))

    def search(self, query: str) -> None:
        self.query = query
        self.lines_changed.emit()

    def toggle_mode(self, mode: FailureMode, on: bool) -> None:
        """A filter chip; none chosen shows all."""
        self.modes = self.modes | {mode} if on else self.modes - {mode}
        self.lines_changed.emit()

    def narrow(self, domain: Domain | None) -> None:
        self.domain = domain
        self.lines_changed.emit()

    @property
    def filtered(self) -> bool:
        return bool(self.query.strip() or self.modes or self.domain)

    def show_all(self) -> None:
        self.query, self.modes, self.domain = "", frozenset(), None
        self.lines_changed.emit()

    # Distil, try, adopt

    @property
    def running(self) -> bool:
        return self.going.task is not Task.IDLE

    def distil(self) -> None:
        """Read all experiences and propose rules; earlier proposals that were not adopted go."""
        port = self._port
        if port is None or self.running:
            return
        self.discard()

        def done(proposals: Proposals) -> None:
            self.proposals = proposals
            self.proposals_changed.emit()
            if self.automatic:
                self.trial()

        self._run(Task.DISTIL, lambda cancel, progress: port.distil(progress, cancel), done)

    def trial(self) -> None:
        """Run the proposals against the version in force."""
        port, proposals = self._port, self.proposals
        if port is None or self.running or proposals is None or not proposals.accepted:
            return
        self.tried = None
        self._run(Task.TRIAL, lambda cancel, progress: port.trial(proposals, progress, cancel), self._reported)

    def try_version(self, key: ItemKey, version: int) -> None:
        """Run one version of an item against the one in force."""
        port = self._port
        if port is None or self.running:
            return
        self.discard()
        self.tried = (key, version)
        job = port.trial_of_version
        self._run(Task.TRIAL, lambda cancel, progress: job(key, version, progress, cancel), self._reported)

    def _reported(self, report: TrialReport) -> None:
        self.report = report
        self.report_changed.emit()
        if self.automatic and report.adoptable and self.tried is None:
            self._adopt(AUTOMATIC)

    def adopt(self) -> None:
        """What was proposed or tried holds from the next run on; with its trial as evidence, if there was one."""
        if self.tried is not None and self.report is not None and not self.running:
            key, version = self.tried
            self.discard()
            self.version_asked.emit(key, version)
        else:
            self._adopt(self._author)

    def _adopt(self, author: str) -> None:
        port, proposals, report = self._port, self.proposals, self.report
        if port is None or self.running or proposals is None or not proposals.accepted:
            return

        def done(step: Step) -> None:
            self.discard()
            self.adopted.emit(step)

        self._run(Task.ADOPT, lambda _cancel, _progress: port.adopt(proposals, report, author), done)

    def discard(self) -> None:
        """Forget proposals and trial; experiences stay."""
        if self.running:
            return
        self.proposals, self.report, self.tried = None, None, None
        self.kept = frozenset()
        self.proposals_changed.emit()
        self.report_changed.emit()

    def keep(self, surface: str, *, on: bool) -> None:
        """Take a suggestion into the list of what is never hidden, or take that back."""
        self.kept = self.kept | {surface} if on else self.kept - {surface}
        self.keep_asked.emit(surface, on)
        self.proposals_changed.emit()

    def cancel(self) -> None:
        """Stop what runs; what was there before stays."""
        if self.running:
            self._task.stop()
            self._go(Going())

    def set_automatic(self, on: bool) -> None:
        """Whether a better version may be adopted without asking. Never one whose trial was worse."""
        port = self._port
        if port is None or on is self.automatic:
            return
        self.automatic = on
        self.automatic_changed.emit()

        def broke(error: Exception) -> None:
            self.automatic = not on
            self.automatic_changed.emit()
            self.failed.emit(error)

        self._setting.start(lambda _c, _p: port.set_automatic(on), lambda _nothing: None, broke)

    def _run(self, task: Task, job: Callable[[CancelToken, Progress], T], done: Callable[[T], None]) -> None:
        self._set_problem(None)
        self._go(Going(task))

        def ended(value: T) -> None:
            self._go(Going())
            done(value)

        def broke(error: Exception) -> None:
            self._go(Going())
            if not isinstance(error, Cancelled):
                self._set_problem(problem_of(error))

        def moved(event: StageEvent) -> None:
            self._go(Going(task, event.done, event.total, event.message))

        self._task.start(job, ended, broke, moved)

    def _go(self, going: Going) -> None:
        self.going = going
        self.going_changed.emit()

    def _set_problem(self, problem: Problem | None) -> None:
        self.problem = problem
        self.problem_changed.emit()
