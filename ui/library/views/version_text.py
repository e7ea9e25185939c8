"""The content of a version, read only; a rule shows its notation where the pointer rests."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QToolTip, QWidget


class VersionText(QPlainTextEdit):
    """`notation`: number of a line from 0 -> how the rule on it is written in files."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notation: dict[int, str] = {}
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell the notation of the rule under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            number = self.cursorForPosition(event.pos()).blockNumber()
            QToolTip.showText(event.globalPos(), self.hint(number), self.viewport())
            return True
        return super().viewportEvent(event)

    def hint(self, number: int) -> str:
        """What is told about a line; "" about one that is no rule. Plain: a rule's words are never read as markup."""
        written = self.notation.get(number, "")
        return f"<qt>{written.translate(_ESCAPES)}</qt>" if written else ""


_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
