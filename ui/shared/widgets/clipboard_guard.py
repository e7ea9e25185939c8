"""Text with real values does not stay on the clipboard: it is cleared after a while, if it is still there (UI-38)."""

from __future__ import annotations

import hashlib

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QClipboard, QGuiApplication

from ui.shared.widgets.secret_mime import is_secret, secret_mime

CLEAR_SECONDS = 60
"""Time enough to paste; short enough that the next paste elsewhere does not bring it back."""
_TICK_MS = 1000


class ClipboardGuard(QObject):
    """Counts down whenever text that is marked as secret reaches the clipboard, by `put` or from any pane. Copying
    anything else ends it; so does the end of the window. Selecting text is another matter on X11, and ends nothing.

    Keeps a digest of what is there, never the text. changed: `remaining` is another number.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None, clipboard: QClipboard | None = None) -> None:
        super().__init__(parent)
        self._clipboard = clipboard or QGuiApplication.clipboard()
        self._digest = b""
        self._remaining = 0
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._count)
        self._clipboard.dataChanged.connect(self._clipboard_changed)
        self._clipboard.selectionChanged.connect(self._selection_changed)

    @property
    def remaining(self) -> int:
        """Seconds until the clipboard is cleared; 0 = nothing of ours is on it."""
        return self._remaining

    def put(self, text: str) -> None:
        """Copy `text`, marked as secret, and begin to count."""
        self._clipboard.setMimeData(secret_mime(text))
        self._begin(_digest(text))

    def _begin(self, digest: bytes) -> None:
        self._digest = digest
        self._tick.start()
        self._set(CLEAR_SECONDS)

    def clear_now(self) -> None:
        """Empty the clipboard at once if what we put there is still on it."""
        if self._digest:
            unchanged = self._unchanged()
            self._forget()
            if unchanged:
                self._clipboard.clear()

    def _count(self) -> None:
        if not self._unchanged():
            self._forget()
        elif self._remaining <= 1:
            self.clear_now()
        else:
            self._set(self._remaining - 1)

    def _clipboard_changed(self) -> None:
        if is_secret(self._clipboard.mimeData()):
            self._begin(_digest(self._clipboard.text()))
        elif self._digest and not self._unchanged():
            self._forget()

    def _selection_changed(self) -> None:
        """What is marked as secret never stays in PRIMARY, which any program reads with a click."""
        mode = QClipboard.Mode.Selection
        if self._clipboard.ownsSelection() and is_secret(self._clipboard.mimeData(mode)):
            self._clipboard.clear(mode)

    def _unchanged(self) -> bool:
        return _digest(self._clipboard.text()) == self._digest

    def _forget(self) -> None:
        self._digest = b""
        self._tick.stop()
        self._set(0)

    def _set(self, remaining: int) -> None:
        if remaining != self._remaining:
            self._remaining = remaining
            self.changed.emit()


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
