"""What was said so far, like a chat: one card a turn, the newest below, each as tall as its answer."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from core.restore.active import ActivePlaces
from core.restore.pieces import Piece
from ui.compose.viewmodels.compose import ComposeViewModel
from ui.compose.views.turn_card import TurnCard
from ui.release.viewmodels.phases import Phase
from ui.release.viewmodels.turns import Turn, TurnState
from ui.shared.document.answer_view import AnswerView
from ui.shared.theme.theme import Theme
from ui.shared.widgets.clipboard_guard import ClipboardGuard
from ui.shared.widgets.plain_parts import push_button

AT_ONCE = 8
"""Turns that are drawn; earlier ones are fetched with a button, as many again each time."""
PASTE_HEIGHT = 84


class TurnsView(QWidget):
    """Hidden while there is no turn. A new turn comes into sight from its beginning and stays there while it grows; who
    scrolls away is left where they are. `places`: finds restored values that something acts on."""

    def __init__(
        self,
        theme: Theme,
        model: ComposeViewModel,
        guard: ClipboardGuard | None = None,
        places: ActivePlaces | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._guard = guard
        self._places = places
        self._model = model
        self.cards: list[TurnCard] = []
        self._following = True
        self._moving = False
        self._none = AnswerView(theme, guard, self, places=places)
        self._none.hide()
        self.area = self._area()
        self.paste = QPlainTextEdit(self)
        self.paste.setAccessibleName(self.tr("Answer brought back by hand"))
        self.paste.setPlaceholderText(self.tr("Paste the answer here; your real values are then put back."))
        self.paste.setTabChangesFocus(True)
        self.paste.setMinimumHeight(PASTE_HEIGHT)
        self.paste.textChanged.connect(lambda: self._model.set_pasted(self.paste.toPlainText()))
        self.paste.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        column.addWidget(self.area, 1)
        column.addWidget(self.paste, 1)
        model.turns_changed.connect(self._turns_changed)
        model.turn_grew.connect(self._grew)
        model.phase_changed.connect(self._sync)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._turns_changed()

    def _area(self) -> QScrollArea:
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.tr("Turns of this conversation"))
        page = QWidget(area)
        page.setProperty("role", "scrolled")
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, 0, self._theme.space(1), 0)
        self._column.setSpacing(self._theme.space(1))
        self.earlier = push_button(page, "", self._show_earlier, "link")
        self._column.addWidget(self.earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        area.setWidget(page)
        bar = area.verticalScrollBar()
        bar.rangeChanged.connect(lambda _least, _most: self._follow())
        bar.valueChanged.connect(self._scrolled)
        return area

    def _restyle(self) -> None:
        self.paste.setFont(self._theme.font("reading"))

    # The turn that is spoken of

    @property
    def last(self) -> TurnCard | None:
        """The newest turn."""
        return self.cards[-1] if self.cards else None

    @property
    def answer(self) -> AnswerView:
        """The newest answer; an empty one where there is none."""
        return self.cards[-1].answer if self.cards else self._none

    # What is shown

    def _turns_changed(self) -> None:
        turns = self._model.turns
        self.setVisible(bool(turns))
        held = [card.turn for card in self.cards]
        first = turns.index(held[0]) if held and held[0] in turns else -1
        if first < 0 or list(turns[first : first + len(held)]) != held:
            self._empty()
            first = max(0, len(turns) - AT_ONCE)
        for place in range(first + len(self.cards), len(turns)):
            self._add(turns[place], place)
            self._following = True
        hidden = len(turns) - len(self.cards)
        self.earlier.setVisible(hidden > 0)
        self.earlier.setText(self.tr("Show %n earlier turn(s)", "", hidden).replace("%n", str(hidden)))
        self.earlier.setAccessibleName(self.earlier.text())
        self._sync()
        self._follow()

    def _add(self, turn: Turn, place: int, at: int = -1) -> None:
        card = TurnCard(self._theme, turn, place + 1, self._guard, self._places, self)
        if at < 0:
            self.cards.append(card)
            self._column.insertWidget(self._column.count() - 1, card)
        else:
            self.cards.insert(at, card)
            self._column.insertWidget(1 + at, card)

    def _empty(self) -> None:
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        self._following = True

    def _show_earlier(self) -> None:
        turns = self._model.turns
        hidden = len(turns) - len(self.cards)
        bar = self.area.verticalScrollBar()
        below = bar.maximum() - bar.value()
        self._following = False
        for offset, place in enumerate(range(max(0, hidden - AT_ONCE), hidden)):
            self._add(turns[place], place, offset)
        self._turns_changed()
        self._following = False
        page = self.area.widget()
        if page is not None:
            page.adjustSize()
        bar.setValue(max(0, bar.maximum() - below))

    def _grew(self, grown: tuple[Turn, tuple[Piece, ...], str]) -> None:
        turn, pieces, cloud = grown
        for card in reversed(self.cards):
            if card.turn is turn:
                card.grow(pieces, cloud)
                return

    def _sync(self) -> None:
        for card in self.cards:
            card.sync()
        last = self.last
        waiting = last is not None and last.turn.state is TurnState.AWAITING and self._model.phase is Phase.AWAITING
        if waiting and self.paste.isHidden():
            self.paste.clear()
            self.paste.show()
            self.paste.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not waiting:
            self.paste.hide()

    # Scrolling

    def _scrolled(self, _value: int) -> None:
        if not self._moving:
            self._following = False

    def _follow(self) -> None:
        """The beginning of the newest turn at the top, or the end of the page where it is short."""
        last = self.last
        if last is None or not self._following:
            return
        bar = self.area.verticalScrollBar()
        self._moving = True
        bar.setValue(min(bar.maximum(), max(0, last.y())))
        self._moving = False
