"""One calm line above the workspace: nothing is kept, or a send of which nobody knows whether it arrived."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from core.store.records import ReleaseHistory
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.whole_text import WholeText
from ui.shared.wording.facts import byte_text, destination_name, moment_text
from ui.vault.viewmodels.vault import VaultPhase, VaultViewModel

ICON = 18


class VaultBanner(WholeText):
    """`setup_asked`; `acknowledged(release_id)`: a person has read that a send is unknown."""

    setup_asked = Signal()
    acknowledged = Signal(str)

    def __init__(self, theme: Theme, model: VaultViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._unknown: list[ReleaseHistory] = []
        set_role(self, "sunken")
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.space(2), theme.space(0), theme.space(1), theme.space(0))
        row.setSpacing(theme.space(2))
        self._mark = QLabel(self)
        row.addWidget(self._mark)
        self.text = QLabel(self)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        row.addWidget(self.text, 1)
        self.button = QPushButton(self)
        self.button.clicked.connect(self._act)
        row.addWidget(self.button)
        model.changed.connect(self.refresh)
        theme.changed.connect(self.refresh)
        self.refresh()

    def show_unknown(self, releases: Sequence[ReleaseHistory]) -> None:
        """Sends that a crash, or the network, left open; one after the other."""
        self._unknown = list(releases)
        self.refresh()

    @property
    def unknown(self) -> int:
        """How many sends wait to be acknowledged."""
        return len(self._unknown)

    def _act(self) -> None:
        if not self._unknown:
            self.setup_asked.emit()
            return
        self.acknowledged.emit(self._unknown.pop(0).release_id)
        self.refresh()

    def refresh(self) -> None:
        """Say what there is to say; hidden when all is well."""
        absent = self._model.phase is VaultPhase.ABSENT
        self.setVisible(bool(self._unknown) or absent)
        icon, tint = ("warning", "warn") if self._unknown else ("info", "muted")
        self._mark.setPixmap(self._theme.pixmap(icon, tint, ICON, self.devicePixelRatioF()))
        if self._unknown:
            self.text.setText(self._unknown_text(self._unknown[0]))
            self.button.setText(self.tr("I have read this"))
        else:
            self.text.setText(self.tr("There is no vault yet: nothing you write is kept when you close the program."))
            self.button.setText(self.tr("Set up the vault"))
        self.button.setAccessibleName(self.button.text())

    def _unknown_text(self, release: ReleaseHistory) -> str:
        last = release.states[-1]
        approval = release.approval
        name = destination_name(approval.destination) if approval is not None else self.tr("its destination")
        when = moment_text(release.states[0].at)
        text = self.tr(
            "A send of {size} to {name} on {when} did not finish: it may have arrived. It is not repeated by itself. "
            "Ask the destination before you send it again."
        )
        return text.replace("{size}", byte_text(last.byte_count)).replace("{name}", name).replace("{when}", when)
