"""Pages one behind the other that ask for no more room than the one on show needs."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.shared.widgets.whole_text import least_size


class PageStack(QStackedWidget):
    """A usual stack is as wide as its widest page, so that on a small screen all pages would scroll where one must."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _page: self.updateGeometry())

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt
        page = self.currentWidget()
        return page.sizeHint() if page is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt
        page = self.currentWidget()
        if page is None:
            return super().minimumSizeHint()
        return least_size(page, self.width(), page.minimumSizeHint()).expandedTo(page.minimumSize())

    def hasHeightForWidth(self) -> bool:  # noqa: N802 - Qt
        """What wraps in the page that is open is in the least size already; a usual stack would answer for all pages,
        and the highest would make every other one scroll."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
