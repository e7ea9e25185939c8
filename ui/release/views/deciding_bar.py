"""What the bars under Compose and Review have in common: a voice, the one primary action, who would get the text."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.domain.release import Destination
from ui.release.viewmodels.approval import ApprovalViewModel
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.facts import byte_text, destination_host, destination_name
from ui.shared.wording.wording import in_a_row

ICON = 18
PRIMARY_HEIGHT = 34
TINTS = {"pass": "pass", "infeasible": "warn", "blocked": "block"}

Voice = tuple[str, str, str, str]
"""(voice, icon, headline, detail)."""


class DecidingBar(WholeText):
    """Three voices: pass, infeasible, blocked; quiet otherwise. Whoever inherits says which, and when."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._said = ""
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(QApplication.doubleClickInterval())

    @property
    def settled(self) -> bool:
        """Whether the primary action has been what it is for longer than a double click takes."""
        return not self._settling.isActive()

    # Parts

    def _column(self) -> QVBoxLayout:
        """The bar's own column, with the voice on top."""
        theme = self._theme
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.space(2), theme.space(1), theme.space(2), theme.space(1))
        column.setSpacing(theme.space(0))
        head = QHBoxLayout()
        head.setSpacing(theme.space(1))
        self.mark = QLabel(self)
        self.headline = self._label()
        self.headline.setFont(theme.font("body", bold=True))
        head.addWidget(self.mark, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.headline, 1)
        column.addLayout(head)
        self.detail = self._label()
        column.addWidget(self.detail)
        return column

    def _label(self) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        return label

    def _button(self, title: str, run: object, role: str = "") -> QPushButton:
        button = QPushButton(title, self)
        button.setAccessibleName(title.replace("&&", "&"))
        button.clicked.connect(run)
        if role:
            set_role(button, role)
        return button

    def _confirmation(self, approval: ApprovalViewModel) -> QCheckBox:
        """The tick before the first send to a destination (UI-33)."""
        box = QCheckBox(self)
        box.toggled.connect(approval.set_confirmed)
        return box

    # What is shown

    def _speak(self, voice: Voice, more: str = "") -> None:
        """Show the voice; what has changed also reaches a screen reader (UI-22). `more`: for its description only."""
        role, icon, headline, detail = voice
        set_role(self, role, "voice")
        self.mark.setVisible(bool(icon))
        if icon:
            tint = TINTS.get(role, "muted")
            self.mark.setPixmap(self._theme.pixmap(icon, tint, ICON, self.devicePixelRatioF()))
        self._set(self.headline, headline)
        self._set(self.detail, detail)
        text = in_a_row(headline, detail)
        self.setAccessibleDescription(in_a_row(text, more))
        if text and text != self._said and self.isVisible():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
        self._said = text

    @staticmethod
    def _set(label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _ask_to_confirm(self, box: QCheckBox, approval: ApprovalViewModel, *, asks: bool) -> None:
        host = destination_host(approval.destination)
        box.setVisible(asks)
        box.setText(self.tr("I have checked host, model and account"))
        box.setAccessibleName(self.tr("I have checked host, model and account of {host}").replace("{host}", host))
        box.blockSignals(True)
        box.setChecked(approval.confirmed)
        box.blockSignals(False)

    def _goes_to(self, destination: Destination, byte_count: int) -> str:
        """Who would get how much."""
        size = byte_text(byte_count)
        if not destination.kind.remote:
            text = self.tr("To: {name}   ·   {size}")
            return text.replace("{name}", destination_name(destination)).replace("{size}", size)
        text = self.tr("To: {name}   ·   host {host}   ·   model {model}   ·   account {account}   ·   {size}")
        fields = {
            "{name}": destination.name,
            "{host}": destination_host(destination),
            "{model}": destination.model,
            "{account}": destination.account or self.tr("that of the API key"),
            "{size}": size,
        }
        for field, value in fields.items():
            text = text.replace(field, value)
        return text
