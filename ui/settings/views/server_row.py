"""One model server in the list: what it is, how it is, its key where it wants one, the way to its models."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from core.domain.secret import Secret
from ui.settings.viewmodels.model_ports import ServerCondition, ServerView
from ui.settings.viewmodels.servers import ServersViewModel
from ui.settings.views.server_texts import condition_text
from ui.shared.theme.theme import Theme
from ui.shared.wording.sentences import Sentences
from ui.shared.wording.wording import in_a_row

KEY_WIDTH = 220
ICON = 18


class ServerRow(QFrame):
    """Built anew for every look at the server."""

    def __init__(
        self,
        theme: Theme,
        servers: ServersViewModel,
        server: ServerView,
        sentences: Sentences,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._servers = servers
        self._server = server
        words = condition_text(server)
        self.setProperty("role", "sunken")
        row = QHBoxLayout(self)
        row.setContentsMargins(*(4 * [theme.space(1)]))
        row.setSpacing(theme.space(1))
        mark = QLabel(self)
        mark.setPixmap(theme.pixmap(words.icon, words.tint, ICON, self.devicePixelRatioF()))
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(theme.space(0))
        name = server.name or self.tr("Unknown program")
        title = self._label(f"{name}   ·   {server.origin.partition('://')[2]}   ·   {words.short}")
        title.setFont(theme.font("body", bold=True))
        column.addWidget(title)
        said = in_a_row(words.cause, words.remedy)
        for line in (said, *(sentences(code) for code in server.notices)):
            if line:
                label = self._label(line)
                label.setProperty("role", "muted")
                column.addWidget(label)
        if server.condition is ServerCondition.UNAUTHORIZED:
            column.addLayout(self._key_row())
        row.addLayout(column, 1)
        chosen = servers.selected
        if server.usable and (chosen is None or chosen.address != server.address):
            choose = QPushButton(self.tr("Show its models"), self)
            choose.setAccessibleName(self.tr("Show the models of {name}").replace("{name}", name))
            choose.clicked.connect(lambda: servers.select(server.address))
            row.addWidget(choose, 0, Qt.AlignmentFlag.AlignTop)

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _key_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._theme.space(1))
        self.key = QLineEdit(self)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(self.tr("Key of this server"))
        self.key.setAccessibleName(self.key.placeholderText())
        self.key.setMaximumWidth(round(KEY_WIDTH * self._theme.look.text_scale))
        self.key.returnPressed.connect(self._keep)
        use = QPushButton(self.tr("Use this key"), self)
        use.setAccessibleName(use.text())
        use.clicked.connect(self._keep)
        row.addWidget(self.key, 1)
        row.addWidget(use)
        row.addStretch(1)
        return row

    def _keep(self) -> None:
        text = self.key.text().strip()
        if text:
            self.key.clear()
            self._servers.set_key(self._server, Secret(text))
