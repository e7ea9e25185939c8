"""What was said so far: one turn at a time, the prompt beside the answer, as you see it or as the cloud saw it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from core.net.answers import FinishReason
from core.restore.pieces import Piece
from ui.theme.theme import Theme, set_role
from ui.viewmodels.compose import ComposeViewModel
from ui.viewmodels.phases import Phase
from ui.viewmodels.turns import Turn, TurnState
from ui.views.notices import turn_state_text
from ui.widgets.answer_view import AnswerView
from ui.widgets.clipboard_guard import ClipboardGuard


class TurnsView(QFrame):
    """Hidden while there is no turn. Answers stream into the turn on show; others only remember."""

    def __init__(
        self,
        theme: Theme,
        model: ComposeViewModel,
        guard: ClipboardGuard | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._guard = guard
        self._model = model
        self._shown: Turn | None = None
        set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space(2), theme.space(1), theme.space(2), theme.space(2))
        column.setSpacing(theme.space(1))
        column.addLayout(self._head())
        column.addWidget(self._body(), 1)
        model.turns_changed.connect(self._turns_changed)
        model.turn_grew.connect(self._grew)
        model.phase_changed.connect(self._refresh_head)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._turns_changed()

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(1))
        self.back = self._step(self.tr("Previous turn"), -1)
        self.forth = self._step(self.tr("Next turn"), 1)
        self.place = QLabel(self)
        self.place.setFont(self._theme.font("body", bold=True))
        self.state = QLabel(self)
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.state, "muted")
        for widget in (self.back, self.place, self.forth):
            row.addWidget(widget)
        row.addWidget(self.state, 1)
        return row

    def _step(self, title: str, by: int) -> QToolButton:
        button = QToolButton(self)
        button.setAccessibleName(title)
        button.setToolTip(title)
        button.setMinimumSize(self._theme.target, self._theme.target)
        button.clicked.connect(lambda: self._move(by))
        return button

    def _body(self) -> QSplitter:
        self.prompt = QPlainTextEdit(self)
        self.prompt.setReadOnly(True)
        self.prompt.document().setDocumentMargin(self._theme.space(2))
        self.prompt.setTabChangesFocus(True)
        self.prompt.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.prompt.setAccessibleName(self.tr("What you wrote"))
        self.answer = AnswerView(self._theme, self._guard, self)
        self.paste = QPlainTextEdit(self)
        self.paste.setAccessibleName(self.tr("Answer brought back by hand"))
        self.paste.setPlaceholderText(self.tr("Paste the answer here; your real values are then put back."))
        self.paste.setTabChangesFocus(True)
        self.paste.textChanged.connect(lambda: self._model.set_pasted(self.paste.toPlainText()))
        self.right = QStackedWidget(self)
        self.right.addWidget(self.answer)
        self.right.addWidget(self.paste)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        split.addWidget(self.prompt)
        split.addWidget(self.right)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        split.setHandleWidth(self._theme.space(2))
        return split

    def _restyle(self) -> None:
        self.back.setIcon(self._theme.icon("up"))
        self.forth.setIcon(self._theme.icon("down"))
        for text in (self.prompt, self.paste):
            text.setFont(self._theme.font("reading"))

    # What is shown

    def _turns_changed(self) -> None:
        turns = self._model.turns
        self.setVisible(bool(turns))
        if not turns:
            self._shown = None
            self.answer.begin()
            self.prompt.clear()
            return
        if self._shown is not turns[-1] or self.answer.text() != turns[-1].answer:
            self._shown = turns[-1]
            self._show_all()
        self._refresh_head()

    def _move(self, by: int) -> None:
        turns = self._model.turns
        if self._shown not in turns:
            return
        place = turns.index(self._shown) + by
        if 0 <= place < len(turns):
            self._shown = turns[place]
            self._show_all()
            self._refresh_head()

    def _show_all(self) -> None:
        turn = self._shown
        if turn is None:
            return
        self.prompt.setPlainText(turn.prompt)
        self.answer.set_stayed(turn.stayed)
        self.answer.begin(turn.sent, turn.suggest if turn.generalised else None)
        self.answer.append(turn.pieces, turn.cloud)
        self._finish(turn)

    def _finish(self, turn: Turn) -> None:
        if turn.state not in {TurnState.SENDING, TurnState.STREAMING, TurnState.WRITING}:
            self.answer.finish()

    def _grew(self, grown: tuple[Turn, tuple[Piece, ...], str]) -> None:
        turn, pieces, cloud = grown
        if turn is self._shown:
            self.answer.append(pieces, cloud)
            self._refresh_head()

    def _refresh_head(self) -> None:
        turn, turns = self._shown, self._model.turns
        if turn is None or turn not in turns:
            return
        place = turns.index(turn)
        text = self.tr("Turn {number} of {count}").replace("{number}", str(place + 1))
        self.place.setText(text.replace("{count}", str(len(turns))))
        self.back.setEnabled(place > 0)
        self.forth.setEnabled(place < len(turns) - 1)
        self.state.setText(self._state(turn))
        waiting = turn.state is TurnState.AWAITING and self._model.phase is Phase.AWAITING
        if waiting and self.right.currentWidget() is not self.paste:
            self.paste.clear()
            self.right.setCurrentWidget(self.paste)
            self.paste.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not waiting:
            self.right.setCurrentWidget(self.answer)
        self._finish(turn)

    def _state(self, turn: Turn) -> str:
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
        return "   ·   ".join(parts)
