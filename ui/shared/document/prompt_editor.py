"""The editor for the prompt, and for the proposal when a person edits it. Plain text, exact to the code point."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QMimeData, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QMenu, QWidget

from core.domain.taxonomy import Taxonomy
from ui.shared.document.canonical import ViewChange
from ui.shared.document.marked_text import MarkedTextEdit
from ui.shared.document.offsets import shown
from ui.shared.document.selection_bar import SelectionBar
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.corrections import Scope
from ui.shared.viewmodels.timeline import changed_stretch
from ui.shared.widgets.type_picker import TypePicker, hiding
from ui.shared.wording.wording import scope_name

PAUSE_MS = 100
"""Silence after which `text_paused` fires."""


class EditHistory(Protocol):
    """An undo stack beyond one text."""

    @property
    def can_undo(self) -> bool: ...

    @property
    def can_redo(self) -> bool: ...

    def undo(self) -> None: ...

    def redo(self) -> None: ...


class PromptEditor(MarkedTextEdit):
    """text_edited: a person changed the text; read it with `exact_text()`. text_paused: the same, after a pause.

    files_dropped(paths): nothing was inserted.

    hide_requested(start, end, type id, Scope) and not_sensitive_requested(start, end, Scope) carry code points.
    """

    text_edited = Signal()
    files_dropped = Signal(object)
    text_paused = Signal()
    hide_requested = Signal(object, object, object, object)
    not_sensitive_requested = Signal(object, object, object)

    def __init__(self, theme: Theme, taxonomy: Taxonomy, parent: QWidget | None = None) -> None:
        self._pasted: str | None = None
        self._playing = False
        self._history: EditHistory | None = None
        super().__init__(theme, parent)
        self._taxonomy = taxonomy
        self._marking = True
        self.setAccessibleName(self.tr("Your prompt"))
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.text_paused)
        self._bar = SelectionBar(theme, self.viewport())
        self._bar.hide_chosen.connect(self.open_hide_menu)
        self._bar.not_sensitive_chosen.connect(self._open_not_sensitive_menu)
        self.selectionChanged.connect(self._place_bar)
        self.verticalScrollBar().valueChanged.connect(self._place_bar)

    # -- cursor -------------------------------------------------------------------------------------------

    @property
    def place(self) -> int:
        """Where the cursor stands, in code points of the exact text."""
        return self.buffer.map.to_point(self.textCursor().position())

    def set_place(self, place: int) -> None:
        """Put the cursor there and bring it into view."""
        cursor = self.textCursor()
        cursor.setPosition(self.buffer.map.to_unit(place))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    # -- exact text ---------------------------------------------------------------------------------------

    def _contents_changed(self, position: int, removed: int, added: int) -> None:
        if self.signalsBlocked():
            return
        before = self.buffer.map.units
        start = min(position, before)
        end = min(position + removed, before)
        after = self.document().characterCount() - 1
        stop = min(position + added, after)
        if after - before != (stop - start) - (end - start):
            start, end, stop = 0, before, after
        self._shift_marks(start, end - start, stop - start)
        if self._playing:
            return
        exact, self._pasted = self._pasted, None
        if self.buffer.view_changed(start, end, self._slice(start, stop), exact) is not None:
            self._note_edit()

    def _slice(self, start: int, stop: int) -> str:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(stop, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText().replace("\u2029", "\n")

    def _note_edit(self) -> None:
        self._pause.start()
        self.text_edited.emit()

    def set_exact_text(self, text: str) -> None:
        """Show a new text; marks and undo history go. Does not count as an edit."""
        super().set_exact_text(text)
        self._pause.stop()

    def insert_exact(self, text: str) -> None:
        """Put `text` in place of the selection, as pasting does."""
        if self.isReadOnly() or not text:
            return
        self.buffer.close_group()
        self._pasted = text
        cursor = self.textCursor()
        cursor.insertText(shown(text))
        self._pasted = None
        self.buffer.close_group()
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def use_history(self, history: EditHistory) -> None:
        """Undo and redo go through `history`, which remembers more than this text."""
        self._history = history

    def undo_edit(self) -> None:
        """One step back, every code point restored."""
        if self._history is None:
            self._play(self.buffer.undo())
        elif not self.isReadOnly():
            self._history.undo()

    def redo_edit(self) -> None:
        """One step forward again."""
        if self._history is None:
            self._play(self.buffer.redo())
        elif not self.isReadOnly():
            self._history.redo()

    def show_step(self, text: str) -> None:
        """Another text of the same draft: the cursor goes to where it differs."""
        before = self.exact_text()
        if text != before:
            _start, _old_end, end = changed_stretch(before, text)
            self.set_exact_text(text)
            self.set_place(end)

    def _play(self, change: ViewChange | None) -> None:
        if change is None or self.isReadOnly():
            return
        self._playing = True
        cursor = QTextCursor(self.document())
        cursor.setPosition(change.start)
        cursor.setPosition(change.end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(change.inserted)
        self._playing = False
        self.setTextCursor(cursor)
        self._note_edit()

    # -- selection ----------------------------------------------------------------------------------------

    def selection(self) -> tuple[int, int]:
        """The selected code points `[start, end)`; equal when nothing is selected."""
        cursor = self.textCursor()
        return self.buffer.map.span_to_points(cursor.selectionStart(), cursor.selectionEnd())

    def set_marking(self, offered: bool) -> None:
        """Whether selecting text offers "Hide this" and "Not sensitive"."""
        self._marking = offered
        self._place_bar()

    def hide_selection(self, type_id: str, scope: Scope = Scope.ONCE) -> None:
        """Ask to add the selection to what is hidden."""
        start, end = self.selection()
        if start < end:
            self.hide_requested.emit(start, end, type_id, scope)
            self._clear_selection()

    def release_selection(self, scope: Scope = Scope.ONCE) -> None:
        """Say that the selection, or the item at the caret, is not sensitive."""
        start, end = self.selection()
        if start == end:
            position = self.textCursor().position()
            for placed in self.spans_between(position, position + 1):
                start, end = self.buffer.map.span_to_points(placed.first, placed.last)
        if start < end:
            self.not_sensitive_requested.emit(start, end, scope)
            self._clear_selection()

    def _clear_selection(self) -> None:
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)

    def open_hide_menu(self) -> TypePicker | None:
        """ "Hide this": a window of types beside the selection, with a search field; None without a selection."""
        start, end = self.selection()
        if start == end:
            return None
        text = self.exact_text()[start:end]
        picker = TypePicker(self._theme, self._taxonomy, hiding(text), self.hide_selection, self, tuple(Scope))
        box = self.cursorRect()
        picker.open_beside(QRect(self.viewport().mapToGlobal(box.topLeft()), box.size()))
        return picker

    def _open_not_sensitive_menu(self) -> None:
        if self.textCursor().hasSelection():
            self._pop_up(self._not_sensitive_menu(self))

    def _pop_up(self, menu: QMenu) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.viewport().mapToGlobal(self.cursorRect().bottomRight() + QPoint(0, 4)))

    def _not_sensitive_menu(self, parent: QWidget) -> QMenu:
        menu = QMenu(self.tr("Not sensitive"), parent)
        for scope in Scope:
            action = QAction(scope_name(scope), menu)
            action.triggered.connect(lambda _=False, chosen=scope: self.release_selection(chosen))
            menu.addAction(action)
        return menu

    def _place_bar(self) -> None:
        cursor = self.textCursor()
        if not (self._marking and cursor.hasSelection() and self.isVisible()):
            self._bar.hide()
            return
        begin = QTextCursor(self.document())
        begin.setPosition(cursor.selectionStart())
        end = QTextCursor(self.document())
        end.setPosition(cursor.selectionEnd())
        self._bar.place(self.cursorRect(begin), self.cursorRect(end))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_bar()

    # -- keyboard, clipboard, drop ------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_edit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_edit()
        elif event.key() == Qt.Key.Key_Escape and self.textCursor().hasSelection():
            self._clear_selection()
        else:
            super().keyPressEvent(event)

    def event(self, event: object) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.ShortcutOverride:
            undo, redo = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
            if event.matches(undo) or event.matches(redo):
                event.accept()
                return True
        return bool(super().event(event))  # type: ignore[arg-type]

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802 - Qt
        return source.hasText() or source.hasUrls()

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt
        """Only the text of a paste or drop; formats, images and links stay behind (UI-37). Files are told of, and their
        names are no text."""
        files = tuple(Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile())
        if files:
            self.files_dropped.emit(files)
        elif source.hasText():
            self.insert_exact(source.text())

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802 - Qt
        start, end = self.selection()
        data = QMimeData()
        data.setText(self.exact_text()[start:end])
        return data

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may also be brought while the text cannot be changed; they wait."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
            self.insertFromMimeData(event.mimeData())
            return
        if event.source() in (self, self.viewport()):
            event.setDropAction(Qt.DropAction.CopyAction)
        super().dropEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.context_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def context_menu(self) -> QMenu:
        """Edit commands, and what can be said about the selection."""
        menu = QMenu(self)
        selected = self.textCursor().hasSelection()
        writable = not self.isReadOnly()
        rows = (
            (self.tr("Undo"), self.undo_edit, writable and (self._history or self.buffer).can_undo),
            (self.tr("Redo"), self.redo_edit, writable and (self._history or self.buffer).can_redo),
            None,
            (self.tr("Cut"), self.cut, writable and selected),
            (self.tr("Copy"), self.copy, selected),
            (self.tr("Paste as plain text"), self.paste, writable and self.canPaste()),
            (self.tr("Select all"), self.selectAll, bool(self.exact_text())),
        )
        for row in rows:
            if row is None:
                menu.addSeparator()
                continue
            title, run, enabled = row
            action = menu.addAction(title)
            action.triggered.connect(run)
            action.setEnabled(enabled)
        if self._marking:
            menu.addSeparator()
            hide = menu.addAction(self.tr("Hide this…"))
            hide.triggered.connect(lambda _=False: self.open_hide_menu())
            free = self._not_sensitive_menu(menu)
            menu.addMenu(free)
            for part in (hide, free):
                part.setEnabled(selected)
        return menu
