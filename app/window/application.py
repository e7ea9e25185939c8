"""The one application object of Qt, its icon, and the way out of the process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

ICON_SIZES = (16, 32, 48, 128)


def application() -> QApplication:
    """The one that there is, or a new one."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    app = QApplication(sys.argv[:1])
    app.setApplicationName("drsl")
    app.setApplicationDisplayName("DR-SL Desktop")
    app.setDesktopFileName("drsl")
    return app


def icon(root: Path) -> QIcon:
    """The program's icon out of the resources."""
    found = QIcon()
    path = root / "icons" / "drsl.svg"
    for size in ICON_SIZES:
        found.addFile(str(path), QSize(size, size))
    return found


def leave(code: int) -> None:
    """End the process at once: a thread in the middle of native code cannot be stopped, and the interpreter must not
    be taken down around it. Nothing is left to save by then: the draft went first."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)
