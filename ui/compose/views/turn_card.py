"""One exchange of a conversation: what you wrote in two lines, and the answer with all the room it needs."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from core.net.answers import FinishReason
from core.restore.active import ActivePlaces
from core.restore.pieces import Piece
from ui.compose.views.texts import turn_state_text
from ui.release.viewmodels.turns import Turn, TurnState
from ui.shared.document.answer_view import AnswerView
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.clipboard_guard import ClipboardGuard
from ui.shared.widgets.folded_text import FoldedText

UNDER_WAY = frozenset({TurnState.SENDING, TurnState.STREAMING, TurnState.WRITING, TurnState.AWAITING})


class TurnCard(QFrame):
    """`turn` never changes; `sync` brings the card up to it."""

    def __init__(
        self,
        theme: Theme,
        turn: Turn,
        number: int,
        guard: ClipboardGuard | None = None,
        places: ActivePlaces | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.turn = turn
        self._theme = theme
        set_role(self, "card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space(2), theme.space(1), theme.space(2), theme.space(1))
        column.setSpacing(theme.space(0))
        self.head = QLabel(self)
        self.head.setTextFormat(Qt.TextFormat.PlainText)
        self.head.setWordWrap(True)
        self.head.setFont(theme.font("small", bold=True))
        set_role(self.head, "muted")
        self.number = number
        self.prompt = FoldedText(theme, self.tr("What you wrote"), self)
        self.prompt.set_text(turn.prompt)
        self.answer = AnswerView(theme, guard, self, places=places, flowing=True)
        for widget in (self.head, self.prompt, self.answer):
            column.addWidget(widget)
        self.show_all()
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.head.setFont(self._theme.font("small", bold=True))

    def show_all(self) -> None:
        """The answer from its beginning."""
        turn = self.turn
        self.answer.set_stayed(turn.stayed)
        self.answer.begin(turn.sent, turn.suggest if turn.generalised else None)
        self.answer.append(turn.pieces, turn.cloud)
        self.sync()

    def sync(self) -> None:
        """Bring head and answer up to the turn."""
        turn = self.turn
        if self.answer.text() != turn.answer:
            self.show_all()
            return
        text = self.tr("Turn {number}").replace("{number}", str(self.number))
        self.head.setText("   ·   ".join((text, *self._state())))
        self.answer.setVisible(turn.state is not TurnState.AWAITING)
        if turn.state not in UNDER_WAY:
            self.answer.finish()

    def grow(self, pieces: Iterable[Piece], cloud: str) -> None:
        """More of the answer."""
        self.answer.append(pieces, cloud)
        self.sync()

    def _state(self) -> list[str]:
        turn = self.turn
        parts = [turn_state_text(turn)]
        if turn.waiting is not None and turn.state is TurnState.SENDING:
            text = self.tr("busy, try {attempt} of {attempts} in {seconds} s")
            waiting = turn.waiting
            text = text.replace("{attempt}", str(waiting.attempt)).replace("{attempts}", str(waiting.attempts))
            parts.append(text.replace("{seconds}", f"{waiting.seconds:.0f}"))
        ends = {
            FinishReason.LENGTH: self.tr("cut at the length limit"),
            FinishReason.FILTERED: self.tr("cut by the destination's filter"),
        }
        if turn.reason in ends:
            parts.append(ends[turn.reason])
        return parts
