"""The list of sensitive items (S): what was found, why, what becomes of it; hide, coarsen or tell."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QStackedWidget, QToolTip, QVBoxLayout, QWidget

from core.domain.artifact import EXACT_LEVEL
from core.domain.disclosure import Treatment
from core.domain.sensitive import LayerHealth, LayerState
from ui.compose.views.sensitive_delegate import Part, SensitiveDelegate
from ui.compose.views.sensitive_model import ORDER, SensitiveModel, SensitiveRow
from ui.shared.theme.theme import Theme, set_role
from ui.shared.viewmodels.corrections import Scope
from ui.shared.widgets.empty_state import EmptyState
from ui.shared.widgets.popover import Explained, open_popover, paragraphs
from ui.shared.wording.wording import in_a_row, layer_name, layer_state_name, listed, scope_name, treatment_name

CHOICE_KEYS = {Qt.Key.Key_H: Treatment.HIDE, Qt.Key.Key_C: Treatment.COARSEN, Qt.Key.Key_T: Treatment.TELL}
ANSWER_KEYS = {Qt.Key.Key_Y: True, Qt.Key.Key_N: False}


class SensitiveList(QWidget):
    """level_chosen(attribute id, level), not_sensitive(attribute id, Scope), relevance_toggled(attribute id, bool),
    attribute_hovered(attribute id or ""), attribute_selected(attribute id)."""

    level_chosen = Signal(str, int)
    not_sensitive = Signal(str, object)
    relevance_toggled = Signal(str, bool)
    attribute_hovered = Signal(str)
    attribute_selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = _Rows(theme, self)
        for inner, outer in (
            (self._view.level_chosen, self.level_chosen),
            (self._view.not_sensitive, self.not_sensitive),
            (self._view.relevance_toggled, self.relevance_toggled),
            (self._view.attribute_hovered, self.attribute_hovered),
            (self._view.attribute_selected, self.attribute_selected),
        ):
            inner.connect(outer)
        self._empty = EmptyState(theme, "shield", self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._view)
        self._stack.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self.setFocusProxy(self._view)
        self.set_rows(())

    def set_rows(
        self, rows: Sequence[SensitiveRow], layers: Sequence[LayerHealth] = (), *, looked: bool = False
    ) -> None:
        """Show S. `looked`: extraction ran on a text, so an empty list means that nothing was found."""
        self._view.show_rows(rows)
        if rows:
            self._stack.setCurrentIndex(0)
            return
        if looked:
            ran = [layer_name(item.layer) for item in layers if item.state is LayerState.OK]
            missing = [
                self.tr("{0}: {1}").format(layer_name(item.layer), layer_state_name(item.state))
                for item in layers
                if item.state is not LayerState.OK
            ]
            detail = self.tr("Looked with: {0}. Only this search stands behind it.").format(listed(ran) or "–")
            self._empty.set_texts(self.tr("Nothing sensitive found"), in_a_row(detail, *missing))
        else:
            self._empty.set_texts(
                self.tr("Nothing to look at yet"), self.tr("Write or paste a prompt; what is sensitive appears here.")
            )
        self._stack.setCurrentIndex(1)

    def select(self, attribute_id: str) -> None:
        """Make one item current and scroll to it; unknown ids are ignored."""
        place = self._view.items.place(attribute_id)
        if place.isValid():
            self._view.setCurrentIndex(place)
            self._view.scrollTo(place)

    def highlight_attribute(self, attribute_id: str) -> None:
        """Show as under the pointer, "" for none."""
        place = self._view.items.place(attribute_id)
        self._view.light(place.row() if place.isValid() else -1)

    def empty_texts(self) -> tuple[str, str]:
        """Title and detail of the empty state."""
        return self._empty.texts()


class _Rows(QListView):
    level_chosen = Signal(str, int)
    not_sensitive = Signal(str, object)
    relevance_toggled = Signal(str, bool)
    attribute_hovered = Signal(str)
    attribute_selected = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.items = SensitiveModel(self)
        self._delegate = SensitiveDelegate(theme, self)
        self.setModel(self.items)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(self.tr("Sensitive items"))
        self.setAccessibleDescription(
            self.tr(
                "H hides, C coarsens, T tells, Left and Right change the level, Y and N answer a question, "
                "Enter explains, Space toggles relevance, Delete: not sensitive"
            )
        )
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        set_role(self, "plain")
        theme.changed.connect(self._restyle)

    def _restyle(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def show_rows(self, rows: Sequence[SensitiveRow]) -> None:
        """Replace S; the current item and the place stay."""
        current, place = self.items.row_at(self.currentIndex()), self.verticalScrollBar().value()
        self.items.set_rows(rows)
        index = self.items.place(current.attribute.id) if current is not None else QModelIndex()
        if index.isValid() and index != self.currentIndex():
            self.setCurrentIndex(index)
            self.verticalScrollBar().setValue(place)

    def light(self, row: int) -> None:
        """Paint one row as under the pointer."""
        if row != self._delegate.hovered:
            self._delegate.hovered = row
            self.viewport().update()

    # -- pointer ------------------------------------------------------------------------------------------

    def _hit(self, event: QMouseEvent | QHelpEvent) -> tuple[SensitiveRow | None, Part, QModelIndex]:
        place = event.position() if isinstance(event, QMouseEvent) else event.pos().toPointF()
        index = self.indexAt(place.toPoint())
        row = self.items.row_at(index)
        if row is None:
            return None, Part.BODY, index
        return row, self._delegate.parts(row, self.visualRect(index)).at(place), index

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        row, part, index = self._hit(event)
        if part is not self._delegate.hovered_part:
            self._delegate.hovered_part = part
            self.viewport().update()
        self._hover(row, index)

    def _hover(self, row: SensitiveRow | None, index: QModelIndex) -> None:
        number = index.row() if row is not None else -1
        if number != self._delegate.hovered:
            self.light(number)
            self.attribute_hovered.emit(row.attribute.id if row is not None else "")

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None, QModelIndex())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row, part, index = self._hit(event)
        if row is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        treatment = part.treatment
        if treatment is not None:
            self._treat(row, treatment)
        elif part in (Part.YES, Part.NO):
            self._answer(row, private=part is Part.YES)
        elif part is Part.WHY:
            self._explain(row, index)
        elif part is Part.RELEVANCE:
            self._toggle_relevance(row)
        elif part is Part.FREE:
            self._pop_up(self._scope_menu(row, self), event.globalPosition().toPoint())

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row, part, _ = self._hit(event)
            if row is not None:
                QToolTip.showText(event.globalPos(), self._tip(row, part), self)
                return True
        return bool(super().viewportEvent(event))

    def _tip(self, row: SensitiveRow, part: Part) -> str:
        treatment = part.treatment
        level = row.level_of(treatment) if treatment is not None else None
        if level is not None:
            return row.step_names()[level]
        relevant = row.attribute.task_relevant
        return {
            Part.WHY: self.tr("Why is this here?"),
            Part.FREE: self.tr("Not sensitive"),
            Part.RELEVANCE: self.tr("Needed for the question") if relevant else self.tr("Not needed for the question"),
        }.get(part, "")

    # -- what a person can do -----------------------------------------------------------------------------

    def currentChanged(  # noqa: N802 - Qt
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        row = self.items.row_at(current)
        if row is not None:
            self.attribute_selected.emit(row.attribute.id)

    def _choose(self, row: SensitiveRow, level: int) -> None:
        if not 0 <= level < len(row.ladder) or (level == row.level and not row.question):
            return
        if level == EXACT_LEVEL and row.identifies:
            self._say(row, self._why_never_told(row))
            return
        self.items.set_level(row.attribute.id, level)
        self.level_chosen.emit(row.attribute.id, level)

    def _treat(self, row: SensitiveRow, treatment: Treatment) -> None:
        level = row.level_of(treatment)
        if level is None:
            self._say(row, self.tr("There is nothing between telling it and hiding it."))
        else:
            self._choose(row, level)

    def _answer(self, row: SensitiveRow, *, private: bool) -> None:
        """Yes keeps it from leaving as it is; no takes it out of S."""
        hidden = row.level_of(Treatment.HIDE)
        if not row.question:
            return
        if not private:
            self._free(row, Scope.ONCE)
        elif hidden is not None:
            self._choose(row, row.level if row.level != EXACT_LEVEL else hidden)

    def _free(self, row: SensitiveRow, scope: Scope) -> None:
        if row.proved:
            self._say(row, self._why_never_told(row))
        else:
            self.not_sensitive.emit(row.attribute.id, scope)

    def _why_never_told(self, row: SensitiveRow) -> str:
        if row.proved:
            return self.tr("Its check digits prove what it is. It names or reaches somebody, so it stays hidden.")
        return self.tr(
            "It names or reaches somebody, so it is not told. If that is wrong, mark it as not sensitive and say why."
        )

    def _say(self, row: SensitiveRow, text: str) -> None:
        index = self.items.place(row.attribute.id)
        content = Explained(row.surface, paragraphs([("", text)]))
        open_popover(self._theme, content, self.viewport(), self.visualRect(index))

    def _explain(self, row: SensitiveRow, index: QModelIndex) -> None:
        open_popover(self._theme, row.explained(), self.viewport(), self.visualRect(index))

    def _toggle_relevance(self, row: SensitiveRow) -> None:
        self.relevance_toggled.emit(row.attribute.id, not row.attribute.task_relevant)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        row = self.items.row_at(index)
        key = Qt.Key(event.key())
        if row is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._choose(row, row.level + (1 if key is Qt.Key.Key_Right else -1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._explain(row, index)
        elif key is Qt.Key.Key_Space:
            self._toggle_relevance(row)
        elif key is Qt.Key.Key_Delete:
            self._free(row, Scope.ONCE)
        elif key in CHOICE_KEYS:
            self._treat(row, CHOICE_KEYS[key])
        elif key in ANSWER_KEYS and row.question:
            self._answer(row, private=ANSWER_KEYS[key])
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if keyboard else self.indexAt(event.pos())
        row = self.items.row_at(index)
        if row is not None:
            place = self.viewport().mapToGlobal(self.visualRect(index).center()) if keyboard else event.globalPos()
            self._pop_up(self.row_menu(row, index), place)

    def row_menu(self, row: SensitiveRow, index: QModelIndex) -> QMenu:
        """Everything that can be done with one item."""
        menu = QMenu(self)
        for treatment in ORDER:
            choice = menu.addAction(treatment_name(treatment))
            choice.setCheckable(True)
            choice.setChecked(treatment is row.treatment)
            choice.setEnabled(row.level_of(treatment) is not None)
            choice.triggered.connect(lambda _=False, chosen=treatment: self._treat(row, chosen))
        levels = menu.addMenu(self.tr("Level"))
        for level, name in enumerate(row.step_names()):
            action = levels.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(level == row.level)
            action.triggered.connect(lambda _=False, chosen=level: self._choose(row, chosen))
        relevant = menu.addAction(self.tr("Needed for the question"))
        relevant.setCheckable(True)
        relevant.setChecked(row.attribute.task_relevant)
        relevant.triggered.connect(lambda _=False: self._toggle_relevance(row))
        menu.addAction(self.tr("Why is this here?")).triggered.connect(lambda _=False: self._explain(row, index))
        menu.addSeparator()
        menu.addMenu(self._scope_menu(row, menu))
        return menu

    def _scope_menu(self, row: SensitiveRow, parent: QWidget) -> QMenu:
        menu = QMenu(self.tr("Not sensitive"), parent)
        for scope in Scope:
            menu.addAction(scope_name(scope)).triggered.connect(lambda _=False, chosen=scope: self._free(row, chosen))
        return menu

    def _pop_up(self, menu: QMenu, place: QPoint) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)
