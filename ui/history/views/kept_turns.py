"""Turns of a kept conversation, to be read: what was written and what left in two lines each, the answer as it read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from core.restore.pieces import PlainText
from core.store.records import StoredTurn
from ui.shared.document.answer_document import AnswerDocument
from ui.shared.document.answer_panes import ReadingPane
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.folded_text import FoldedText
from ui.shared.widgets.plain_parts import plain_label, push_button
from ui.shared.wording.facts import moment_text

AT_ONCE = 8
"""Turns that are drawn; later ones are fetched with a button."""


class KeptTurn(QFrame):
    """One turn; nothing here can be changed."""

    def __init__(self, theme: Theme, turn: StoredTurn, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._turn = turn
        set_role(self, "card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space(2), theme.space(1), theme.space(2), theme.space(1))
        column.setSpacing(theme.space(0))
        self.heads: list[QLabel] = []
        wrote = self.tr("You wrote")
        self._head(column, f"{wrote}  ({moment_text(turn.at)})")
        self.prompt = self._folded(column, wrote, turn.original)
        left = self.tr("What left")
        self._head(column, left)
        self.left_text = self._folded(column, left, turn.artifact.text)
        said = self.tr("The answer, with your values")
        self._head(column, said)
        self.answer = ReadingPane(theme, self)
        self.answer.setPlaceholderText(self.tr("(none came)"))
        self.answer.setAccessibleName(said)
        self.answer.flow()
        self._document = AnswerDocument(theme, self.answer.document())
        column.addWidget(self.answer)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _head(self, column: QVBoxLayout, text: str) -> None:
        label = plain_label(self, text, role="muted")
        self.heads.append(label)
        column.addWidget(label)

    def _folded(self, column: QVBoxLayout, name: str, text: str) -> FoldedText:
        made = FoldedText(self._theme, name, self)
        made.set_text(text)
        column.addWidget(made)
        return made

    def _restyle(self) -> None:
        for label in self.heads:
            label.setFont(self._theme.font("small", bold=True))
        self._document.restyle()
        self._document.clear()
        if self._turn.restored_answer:
            self._document.write([PlainText(self._turn.restored_answer)])


class KeptTurns(QScrollArea):
    """`set_turns` shows the first of them from the top."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._turns: tuple[StoredTurn, ...] = ()
        self.cards: list[KeptTurn] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Turns of this conversation"))
        page = QWidget(self)
        page.setProperty("role", "scrolled")
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, theme.space(1), theme.space(1), 0)
        self._column.setSpacing(theme.space(1))
        self.later = push_button(page, "", self._show_more, "link")
        self._column.addWidget(self.later, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self.setWidget(page)
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self.set_turns(())

    def set_turns(self, turns: Sequence[StoredTurn]) -> None:
        """Another conversation."""
        self._turns = tuple(turns)
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        self.verticalScrollBar().setValue(0)
        self._show_more()

    def _show_more(self) -> None:
        for turn in self._turns[len(self.cards) : len(self.cards) + AT_ONCE]:
            card = KeptTurn(self._theme, turn, self)
            self._column.insertWidget(len(self.cards), card)
            self.cards.append(card)
        left = len(self._turns) - len(self.cards)
        self.later.setVisible(left > 0)
        self.later.setText(self.tr("Show %n later turn(s)", "", left).replace("%n", str(left)))
        self.later.setAccessibleName(self.later.text())
