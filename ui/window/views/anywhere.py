"""Commands that must work in whatever window has the keyboard: a modal dialog swallows the shortcuts behind it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QWindow

from ui.shared.actions.registry import ActionRegistry


class Anywhere(QObject):
    """Looks at keys before the window that has the keyboard does, for the commands named in `command_ids` only."""

    def __init__(self, registry: ActionRegistry, command_ids: Iterable[str], parent: QObject) -> None:
        super().__init__(parent)
        self._registry = registry
        self._ids = tuple(command_ids)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.focusWindowChanged.connect(self._follow)

    def _follow(self, window: QWindow | None) -> None:
        if window is not None:
            window.removeEventFilter(self)
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and not event.isAutoRepeat():
            pressed = QKeySequence(event.keyCombination())
            for command_id in self._ids:
                if pressed in self._registry.action(command_id).shortcuts() and self._registry.trigger(command_id):
                    return True
        return super().eventFilter(watched, event)
