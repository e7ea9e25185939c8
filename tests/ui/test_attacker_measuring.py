"""A connected model's attackers are measured while nobody waits, and a person's run has the model to itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from compose_fakes import FakeEngine
from PySide6.QtCore import QObject, Signal

from app.models.attacker_measuring import AttackerMeasuring
from core.domain.events import CancelToken
from core.domain.language import Language
from ui.release.viewmodels.phases import Phase


class Work:
    """Keeps jobs until the test lets them end."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Callable[..., Any], Callable[..., None], Callable[..., None], CancelToken]] = []

    def submit(self, job, done, failed, progress=None) -> CancelToken:  # type: ignore[no-untyped-def]
        token = CancelToken()
        self.jobs.append((job, done, failed, token))
        return token

    def end(self) -> None:
        job, done, _, token = self.jobs[-1]
        done(job(token, lambda event: None))


class Compose(QObject):
    phase_changed = Signal()
    phase = Phase.DRAFT

    def become(self, phase: Phase) -> None:
        self.phase = phase
        self.phase_changed.emit()


class Servers(QObject):
    engine_chosen = Signal(object)
    rested = 0

    def rest(self) -> None:
        self.rested += 1


class Measured:
    def __init__(self) -> None:
        self.languages: list[Language] = []
        self.models = (object(), None)

    def measure_attackers(self, language: Language, cancel: CancelToken) -> None:
        self.languages.append(language)


def measuring() -> tuple[AttackerMeasuring, Work, Compose, Servers]:
    work, compose, servers = Work(), Compose(), Servers()
    return AttackerMeasuring(work, cast("Any", compose), cast("Any", servers)), work, compose, servers


def test_every_language_is_measured_after_connecting(qapp) -> None:  # type: ignore[no-untyped-def]
    attackers, work, _, servers = measuring()
    engine = Measured()
    servers.engine_chosen.emit(engine)
    for _ in Language:
        work.end()
    assert engine.languages == list(Language)
    assert len(work.jobs) == len(Language)
    assert servers.rested == len(Language)
    attackers.stop()


def test_a_run_of_the_person_pauses_it_and_nothing_is_lost(qapp) -> None:  # type: ignore[no-untyped-def]
    attackers, work, compose, servers = measuring()
    engine = Measured()
    servers.engine_chosen.emit(engine)
    compose.become(Phase.SANITIZING)
    assert work.jobs[0][3].cancelled
    compose.become(Phase.PASSED)
    assert len(work.jobs) == 2
    work.end()
    assert engine.languages == [Language.EN]
    attackers.stop()
    assert work.jobs[-1][3].cancelled


def test_an_engine_without_a_model_is_left_alone(qapp) -> None:  # type: ignore[no-untyped-def]
    attackers, work, _, servers = measuring()
    servers.engine_chosen.emit(FakeEngine())
    assert work.jobs == []
    attackers.stop()
