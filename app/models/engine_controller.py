"""Connects the choice of an engine to the workspace: who works, when a server was lost, when a model rests."""

from __future__ import annotations

from PySide6.QtCore import QObject

from ui.compose.viewmodels.compose import ComposeViewModel
from ui.release.viewmodels.phases import Phase
from ui.review.viewmodels.review import ReviewViewModel
from ui.settings.viewmodels.servers import ServersViewModel

GONE = frozenset(
    {
        "llm.unreachable",
        "llm.cut",
        "llm.stalled",
        "llm.server_error",
        "llm.busy",
        "llm.unauthorized",
        "llm.no_model",
        "llm.tls",
        "llm.deadline",
    }
)
"""Faults of a server, not of one text: the pill says that it does not answer."""


class EngineController(QObject):
    """Main thread only."""

    def __init__(
        self,
        compose: ComposeViewModel,
        review: ReviewViewModel,
        servers: ServersViewModel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._compose = compose
        self._review = review
        self._servers = servers
        servers.engine_chosen.connect(compose.use_engine)
        servers.changed.connect(self._offer_answers)
        compose.problem_changed.connect(self._problem_changed)
        compose.phase_changed.connect(self._phase_changed)

    def _offer_answers(self) -> None:
        """Whoever needs an answer that no cloud gives has the connected model."""
        answers = self._servers.answers
        self._compose.local.attach(answers)
        self._review.attach_local(answers)

    def forget(self) -> None:
        """The vault locks: what the engine remembers of texts goes too."""
        if self._compose.engine is not None:
            self._compose.engine.forget()

    def _problem_changed(self) -> None:
        problem, link = self._compose.problem, self._servers.link
        if problem is not None and problem.code in GONE and link is not None and self._compose.engine is link.engine:
            self._servers.lost(problem)

    def _phase_changed(self) -> None:
        if self._compose.phase is not Phase.SANITIZING:
            self._servers.rest()
        link = self._servers.link
        if self._compose.phase is Phase.PASSED and link is not None and self._compose.engine is link.engine:
            self._servers.answered()
