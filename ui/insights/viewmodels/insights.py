"""Figures over many kept runs: how many passed, why others did not, what leaked where, what took time (no widgets)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from statistics import fmean, median

from PySide6.QtCore import QObject, Signal

from core.domain.events import CancelToken, Progress
from core.domain.taxonomy import Domain
from core.domain.verdict import VerdictKind
from core.store.records import HistoryFilter, StoredRun
from core.store.repositories import VaultPort
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort

MOST_RUNS = 300
"""Newest runs that are read: more would take long and say the same."""
MOST_CONVERSATIONS = 500


@dataclass(frozen=True, slots=True)
class RunFigures:
    """What is counted of one run; no text. `leakage`: at the strongest level that ran, in [0, 1]; None: none ran."""

    domain: Domain
    passed: bool
    reasons: frozenset[str]
    leakage: float | None
    seconds: float
    stages: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Insights:
    """`passed`: domain -> (passed, all). `reasons`: reason key -> runs. `leakage`: domain -> mean of runs in [0, 1].
    `stages`: stage -> median seconds. `capped`: older runs were left out."""

    runs: int = 0
    passed: Mapping[Domain, tuple[int, int]] = field(default_factory=dict)
    reasons: Mapping[str, int] = field(default_factory=dict)
    leakage: Mapping[Domain, float] = field(default_factory=dict)
    stages: Mapping[str, float] = field(default_factory=dict)
    capped: bool = False


def figures_of(run: StoredRun) -> RunFigures:
    """Counts of a run, without a word of it."""
    verdict = run.verdict
    ran = max(verdict.evidence.leakage, key=lambda level: level.rank, default=None)
    found = {item.reason for item in verdict.residual.items if item.reason}
    found |= {verdict.residual.reason} if verdict.residual.reason else set()
    passed = verdict.kind is VerdictKind.PASS
    leakage = verdict.evidence.leakage[ran].advantage if ran is not None else None
    return RunFigures(
        run.domain, passed, frozenset() if passed else frozenset(found), leakage, run.seconds, run.stage_seconds
    )


def summed(runs: Iterable[RunFigures], *, capped: bool = False) -> Insights:
    """One summary of many runs."""
    listed = tuple(runs)
    passed: dict[Domain, tuple[int, int]] = {}
    leaks: defaultdict[Domain, list[float]] = defaultdict(list)
    stages: defaultdict[str, list[float]] = defaultdict(list)
    for run in listed:
        good, whole = passed.get(run.domain, (0, 0))
        passed[run.domain] = (good + run.passed, whole + 1)
        if run.leakage is not None:
            leaks[run.domain].append(run.leakage)
        for stage, seconds in run.stages.items():
            stages[stage].append(seconds)
    reasons = Counter(reason for run in listed for reason in run.reasons)
    return Insights(
        len(listed),
        passed,
        dict(reasons.most_common()),
        {domain: fmean(values) for domain, values in leaks.items()},
        {stage: median(values) for stage, values in stages.items()},
        capped,
    )


class InsightsViewModel(QObject):
    """`changed`: another summary. `failed(exception)`. Main thread only; the vault is read elsewhere."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, work: WorkPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = LatestJob(work)
        self._vault: VaultPort | None = None
        self.days: int | None = None
        self.insights = Insights()

    @property
    def available(self) -> bool:
        """Whether there is an open vault to read."""
        return self._vault is not None

    @property
    def reading(self) -> bool:
        return self._job.running

    def set_vault(self, vault: VaultPort | None) -> None:
        """Read `vault` from now on; None: forget what was counted."""
        self._job.stop()
        self._vault = vault
        self.insights = Insights()
        self.changed.emit()

    def show(self, days: int | None) -> None:
        """Count the runs of the last `days`, None for all that are kept."""
        self.days = days
        vault = self._vault
        if vault is None:
            return
        since = datetime.now(UTC) - timedelta(days=days) if days is not None else None

        def count(cancel: CancelToken, _progress: Progress) -> Insights:
            found: list[RunFigures] = []
            for line in vault.conversations.list(HistoryFilter(since=since), limit=MOST_CONVERSATIONS):
                for run in vault.runs.of_conversation(line.id):
                    cancel.check()
                    if since is not None and run.started_at < since:
                        continue
                    if len(found) == MOST_RUNS:
                        return summed(found, capped=True)
                    found.append(figures_of(vault.runs.load(run.id)))
            return summed(found)

        def done(insights: Insights) -> None:
            self.insights = insights
            self.changed.emit()

        self._job.start(count, done, self.failed.emit)
