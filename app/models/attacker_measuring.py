"""Measures a newly connected model's attackers while nobody waits: its first certification need not do it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from core.domain.events import CancelToken, Progress
from core.domain.language import Language
from core.engine.interface import Engine
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.phases import Phase
from ui.settings.viewmodels.servers import ServersViewModel
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import WorkPort

Measure = Callable[[Language, CancelToken], None]


class AttackerMeasuring(QObject):
    """Main thread only. What is measured is kept under the model's digest, so a pause loses nothing but the template
    that was being asked. Where it fails, the certification that needs it says why."""

    def __init__(
        self, work: WorkPort, compose: ComposeViewModel, servers: ServersViewModel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._job = LatestJob(work)
        self._compose = compose
        self._servers = servers
        self._measure: Measure | None = None
        self._left: list[Language] = []
        servers.engine_chosen.connect(self._chosen)
        compose.phase_changed.connect(self._phase_changed)

    def stop(self) -> None:
        """Ask nothing more."""
        self._measure = None
        self._job.stop()

    def _chosen(self, engine: Engine) -> None:
        self._job.stop()
        self._measure = engine.measure_attackers if engine.models[0] is not None else None
        self._left = list(Language)
        self._go_on()

    def _phase_changed(self) -> None:
        """A person's run has the model to itself."""
        if self._compose.phase is Phase.SANITIZING:
            self._job.stop()
        else:
            self._go_on()

    def _go_on(self) -> None:
        measure = self._measure
        if measure is None or not self._left or self._job.running or self._compose.phase is Phase.SANITIZING:
            return
        language = self._left[0]

        def run(cancel: CancelToken, _progress: Progress) -> None:
            measure(language, cancel)

        self._job.start(run, self._measured, self._broke)

    def _measured(self, _nothing: None) -> None:
        self._left.pop(0)
        self._servers.rest()
        self._go_on()

    def _broke(self, _error: Exception) -> None:
        self._measure = None
        self._servers.rest()
