"""Sending as the window sees it: the events of one delivery become a turn of the conversation."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from core.net.answers import FinishReason
from core.release.parcel import Parcel
from core.restore.pieces import Piece, PlainText
from ui.release.viewmodels.turns import Turn, TurnState
from ui.shared.viewmodels.ports import (
    AnswerEnded,
    AnswerGrew,
    Connected,
    Delivery,
    HandedOver,
    LocalAnswer,
    SenderPort,
    SendEvent,
    SendFailed,
    SendHandle,
    Waiting,
)
from ui.shared.viewmodels.problems import Problem


class Dispatcher(QObject):
    """One delivery at a time. `finished`: the bytes left, or may have. `refused`: provably nothing left."""

    turn_added = Signal()
    turn_grew = Signal(object)
    handed_over = Signal(object)
    finished = Signal(object)
    refused = Signal()
    problem = Signal(object)

    def __init__(self, sender: SenderPort, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sender = sender
        self._turns: list[Turn] = []
        self._handle: SendHandle | None = None
        self._live: Turn | None = None

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(self._turns)

    def send(self, delivery: Delivery, parcel: Parcel) -> None:
        """Hand an approved parcel to the gateway."""
        prompt, sent = delivery.outcome.request.text, delivery.outcome.verdict.artifact.text
        turn = Turn(len(self._turns) + 1, delivery, prompt, sent, release_id=parcel.id)
        self._turns.append(turn)
        self._live = turn
        self.turn_added.emit()
        self._handle = self._sender.send(delivery, parcel, lambda events: self._take(turn, events))

    def write_here(self, delivery: Delivery, model: str) -> None:
        """A turn that a model on this computer answers; nothing is handed to anybody."""
        prompt = delivery.outcome.request.text
        turn = Turn(len(self._turns) + 1, delivery, prompt, "", TurnState.WRITING, model=model)
        self._turns.append(turn)
        self._live = turn
        self.turn_added.emit()

    def wrote(self, piece: str) -> None:
        """More of the answer that is written here."""
        turn = self._live
        if turn is not None and turn.state is TurnState.WRITING and piece:
            pieces = (PlainText(piece),)
            turn.pieces.extend(pieces)
            self.turn_grew.emit((turn, pieces, ""))

    def written(self, answer: LocalAnswer) -> None:
        """The whole answer stands, also where the pieces read otherwise."""
        turn = self._live
        if turn is not None and turn.state is TurnState.WRITING:
            turn.pieces[:] = [PlainText(answer.text)]
            turn.reason = FinishReason.STOP if answer.complete else FinishReason.LENGTH
            self._finish(turn, TurnState.LOCAL)

    def take_back(self) -> None:
        """The answer that was being written here is not wanted, or did not come."""
        turn = self._live
        if turn is not None and turn.state is TurnState.WRITING:
            self._turns.remove(turn)
            self._live = None

    def cancel(self) -> None:
        """Ask the gateway to stop; what became of the bytes follows as an event."""
        if self._handle is not None:
            self._handle.cancel()

    def forget(self) -> None:
        """Stop listening, cancel, and drop all turns."""
        self._live = None
        self.cancel()
        self._handle = None
        self._turns.clear()

    def resume(self, turns: Iterable[Turn]) -> None:
        """Show the turns of an earlier conversation; what ran before is forgotten."""
        self.forget()
        self._turns.extend(turns)

    def paste(self, answer: str) -> None:
        """An answer brought back by hand."""
        turn = self._live
        if turn is None or turn.state is not TurnState.AWAITING:
            return
        entries = turn.delivery.conversation.vault.entries()
        self._grow(turn, self._sender.restore(answer, entries, turn.sent), answer)
        self._finish(turn, TurnState.ANSWERED)

    def close_without_answer(self) -> None:
        """The text was copied out; no answer will be brought back."""
        turn = self._live
        if turn is not None and turn.state is TurnState.AWAITING:
            self._finish(turn, TurnState.CUT)

    def _take(self, turn: Turn, events: tuple[SendEvent, ...]) -> None:
        if turn is not self._live:
            return
        pieces: list[Piece] = []
        cloud: list[str] = []
        for event in events:
            if turn is not self._live:
                # Ended by what came before in the same batch: a copied text needs no further end.
                return
            if isinstance(event, AnswerGrew):
                pieces.extend(event.pieces)
                cloud.append(event.cloud)
                continue
            self._grow(turn, tuple(pieces), "".join(cloud))
            pieces, cloud = [], []
            self._step(turn, event)
        self._grow(turn, tuple(pieces), "".join(cloud))

    def _grow(self, turn: Turn, pieces: tuple[Piece, ...], cloud: str) -> None:
        """The one way in for what a cloud wrote, streamed or pasted."""
        harmless, plain = turn.harmless.pieces(pieces), turn.harmless.cloud(cloud)
        if plain:
            turn.cloud_parts.append(plain)
        if not harmless and not plain:
            return
        turn.pieces.extend(harmless)
        turn.state = TurnState.STREAMING
        self.turn_grew.emit((turn, harmless, plain))

    def _step(self, turn: Turn, event: SendEvent) -> None:
        if isinstance(event, Connected):
            turn.state = TurnState.STREAMING
            self.turn_grew.emit((turn, (), ""))
        elif isinstance(event, Waiting):
            turn.waiting = event
            self.turn_grew.emit((turn, (), ""))
        elif isinstance(event, AnswerEnded):
            self._end(turn, event.reason)
        elif isinstance(event, HandedOver):
            self._hand_over(turn, event.text)
        elif isinstance(event, SendFailed):
            self._fail(turn, event)

    def _hand_over(self, turn: Turn, text: str) -> None:
        turn.state = TurnState.AWAITING
        self._handle = None
        self.handed_over.emit(text)

    def _end(self, turn: Turn, reason: FinishReason) -> None:
        if turn.state is TurnState.AWAITING:
            return
        turn.reason = reason
        self._finish(turn, TurnState.DRY_RUN if reason is FinishReason.SIMULATED else TurnState.ANSWERED)

    def _fail(self, turn: Turn, event: SendFailed) -> None:
        if event.sent == "no":
            self._turns.remove(turn)
            self._live = self._handle = None
            self.refused.emit()
        else:
            self._finish(turn, TurnState.CUT if turn.pieces or event.sent == "yes" else TurnState.UNKNOWN)
        self.problem.emit(Problem(event.code, event.sent, dict(event.details)))

    def _finish(self, turn: Turn, state: TurnState) -> None:
        turn.state = state
        self._live = self._handle = None
        if state not in (TurnState.DRY_RUN, TurnState.LOCAL):
            turn.delivery.conversation.record(turn.delivery.turn(turn.cloud))
        self.finished.emit(turn)
