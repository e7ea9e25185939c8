"""What the first run says of models on this computer: found, not ready yet, or none; the program works without."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ui.settings.viewmodels.model_ports import ServerCondition, ServerView
from ui.settings.viewmodels.servers import ServersViewModel
from ui.settings.views.server_texts import condition_text
from ui.shared.theme.theme import Theme, set_role

ICON = 20
_SILENT = frozenset({ServerCondition.ABSENT, ServerCondition.WRONG_SERVICE})
"""What says nothing of a model: no line of its own."""


class ModelsFound(QWidget):
    """Looks when it is first shown, and again on request; it never blocks."""

    def __init__(self, theme: Theme, servers: ServersViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._servers = servers
        self._looked = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.space(1))
        row = QHBoxLayout()
        row.setSpacing(theme.space(1))
        self._mark = QLabel(self)
        self.result = QLabel(self)
        self.result.setTextFormat(Qt.TextFormat.PlainText)
        self.result.setWordWrap(True)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.result, 1)
        column.addLayout(row)
        self.again = QPushButton(self.tr("Look again"), self)
        self.again.setAccessibleName(self.again.text())
        self.again.setAutoDefault(False)
        set_role(self.again, "link")
        self.again.clicked.connect(servers.search)
        column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        servers.changed.connect(self.refresh)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._looked:
            self._looked = True
            self._servers.search()

    @property
    def _heard(self) -> list[ServerView]:
        return [server for server in self._servers.servers if server.condition not in _SILENT]

    def refresh(self) -> None:
        """What the last look found."""
        searching = self._servers.searching or not self._looked
        self.again.setEnabled(not searching)
        found = any(server.usable for server in self._heard)
        icon, tint = ("waiting", "muted") if searching else ("check", "pass") if found else ("info", "muted")
        self._mark.setPixmap(self._theme.pixmap(icon, tint, ICON, self.devicePixelRatioF()))
        text = self.tr("Looking for a model on this computer…") if searching else self._found_text()
        self.result.setText(text)
        self.result.setAccessibleDescription(text)

    def _found_text(self) -> str:
        lines = [self._line(server) for server in self._heard]
        if not lines:
            return self.tr("None found. The program works without one, and you can add one later.")
        return "\n".join(lines)

    def _line(self, server: ServerView) -> str:
        count = sum(not model.remote for model in server.models)
        if server.usable:
            text = self.tr("Found {name} with %n model(s).", "", count).replace("%n", str(count))
        else:
            text = self.tr("Found {name}: {state}. The program works without it.")
            text = text.replace("{state}", condition_text(server).short)
        return text.replace("{name}", server.name)
