"""When the vault is to be locked by itself: nobody there, the session locked, the computer asleep (SEC-08)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import SLOT, QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QWindow

from app.vault.service import IdleLock

LOOK_MS = 2_000
ASLEEP_SECONDS = 30.0
"""A look that comes this much too late was held up by a sleeping computer."""
_USED = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.InputMethod,
    }
)
_LOGIN = "org.freedesktop.login1"
_MANAGER = f"{_LOGIN}.Manager"


def _slot(signature: str) -> bytes:
    return str(SLOT(signature)).encode()


class AutoLock(QObject):
    """`due`: lock now. Watches the windows of the program only; what is pressed elsewhere is no sign of use here.

    `busy`: while it says so (something is on its way), sitting still is no reason to lock.
    """

    due = Signal()

    def __init__(
        self,
        busy: Callable[[], bool],
        parent: QObject | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__(parent)
        self._busy = busy
        self._now = now
        self._looked = now()
        self._idle = IdleLock(0, self._looked)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.focusWindowChanged.connect(self._follow)
        self._listen()

    def start(self, minutes: int) -> None:
        """The vault is open. `minutes` 0: only the session's and the computer's own signs lock it."""
        self._looked = self._now()
        self._idle = IdleLock(minutes * 60.0, self._looked)
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def look(self) -> None:
        """One look at the clock."""
        now = self._now()
        late = (now - self._looked).total_seconds() - LOOK_MS / 1000
        self._looked = now
        if self._busy():
            self._idle.touched(now)
        elif late > ASLEEP_SECONDS or (self._idle.seconds and self._idle.due(now)):
            self.due.emit()

    def _follow(self, window: QWindow | None) -> None:
        if window is not None:
            window.removeEventFilter(self)
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt
        if event.type() in _USED:
            self._idle.touched(self._now())
        return super().eventFilter(watched, event)

    def _listen(self) -> None:
        """The desktop's own signs, where there is a system bus; elsewhere the clock has to do."""
        try:
            from PySide6.QtDBus import QDBusConnection
        except ImportError:
            return
        bus = QDBusConnection.systemBus()
        if bus.isConnected():
            bus.connect(_LOGIN, "/org/freedesktop/login1", _MANAGER, "PrepareForSleep", self, _slot("slept(bool)"))
            bus.connect(_LOGIN, "", f"{_LOGIN}.Session", "Lock", self, _slot("session_locked()"))

    @Slot(bool)
    def slept(self, begins: bool) -> None:
        """The computer goes to sleep."""
        if begins and self._timer.isActive():
            self.due.emit()

    @Slot()
    def session_locked(self) -> None:
        """The person locked the session."""
        if self._timer.isActive():
            self.due.emit()
