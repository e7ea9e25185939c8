"""A prompt answered by a model on this computer: the text as it was written stays here, so nothing is hidden in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from core.domain.events import CancelToken, Progress
from core.engine.conversation import Conversation
from core.restore.pieces import Piece
from ui.shared.viewmodels.harmless import HarmlessText
from ui.shared.viewmodels.jobs import LatestJob
from ui.shared.viewmodels.ports import Asked, LocalAnswer, LocalAnswerPort, SenderPort, WorkPort


@dataclass(frozen=True, slots=True)
class LocalOffer:
    """Who would answer. `host`: the other computer that it runs on, "" for this one."""

    model: str
    host: str = ""

    @property
    def name(self) -> str:
        """Who answers, with the other computer where it is one."""
        return f"{self.model} ({self.host})" if self.host else self.model


class LocalAnswering(QObject):
    """One answer at a time. `grew(str)`: more of it. `answered(LocalAnswer)`: all of it. `broke(exception)`: it ended
    before. Main thread only."""

    changed = Signal()
    grew = Signal(str)
    answered = Signal(object)
    broke = Signal(object)

    def __init__(self, work: WorkPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = LatestJob(work)
        self._port: LocalAnswerPort | None = None
        self._round = 0
        self.running = False
        self.text = ""

    @property
    def offer(self) -> LocalOffer | None:
        """Who would answer, None where no model is connected."""
        return LocalOffer(self._port.model, self._port.host) if self._port is not None else None

    def attach(self, port: LocalAnswerPort | None) -> None:
        """The model that answers from now on; an answer that is being written goes on."""
        if port is not self._port:
            self._port = port
            self.changed.emit()

    def start(self, text: str, earlier: Iterable[Asked] = ()) -> None:
        """Let the model answer `text`, which follows on `earlier`. Ignored without a model."""
        port = self._port
        if port is None or self.running:
            return
        self._round += 1
        asked, before, safe = self._round, tuple(earlier), HarmlessText()
        self.running, self.text = True, ""

        def wrote(piece: str) -> None:
            if asked == self._round and self.running:
                shown = safe.take(piece)
                self.text += shown
                self.grew.emit(shown)

        def run(cancel: CancelToken, _progress: Progress) -> LocalAnswer:
            return port.answer(text, before, wrote, cancel)

        self._job.start(run, self._ended, self._broken)
        self.changed.emit()

    def _ended(self, answer: LocalAnswer) -> None:
        whole = HarmlessText().take(answer.text)
        self.running, self.text = False, whole
        self.answered.emit(LocalAnswer(whole, answer.complete, answer.left_out))
        self.changed.emit()

    def _broken(self, error: Exception) -> None:
        self.running = False
        self.broke.emit(error)
        self.changed.emit()

    def stop(self) -> None:
        """Stop writing; what is there by then stays readable."""
        if self.running:
            self._job.stop()
            self.running = False
            self.changed.emit()

    def forget(self) -> None:
        """Nothing of any text stays here."""
        self._job.stop()
        self._round += 1
        self.running, self.text = False, ""


def restored_turns(conversation: Conversation, sender: SenderPort) -> tuple[Asked, ...]:
    """What was sent and answered before, with the values behind the tokens: all of it stays on this computer."""
    entries = conversation.vault.entries()

    def plain(text: str, prompt: str) -> str:
        pieces: tuple[Piece, ...] = sender.restore(text, entries, prompt)
        return "".join(piece.text for piece in pieces)

    return tuple(
        Asked(plain(turn.artifact.text, turn.artifact.text), plain(turn.cloud_answer, turn.artifact.text))
        for turn in conversation.turns
        if turn.cloud_answer
    )
