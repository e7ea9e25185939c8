"""The folder of a person's own texts, which the attacker who searches reads beside the public corpus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ui.settings.views.save_notice import SaveNotice
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.preferences import SettingsViewModel


class TextsRow(QWidget):
    """Which folder is read, one button to choose it, one to do without."""

    def __init__(self, theme: Theme, settings: SettingsViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(theme.space(2))
        about = QLabel(
            self.tr(
                "Texts of yours that others may have read, as .txt or .md files: whoever searches for you may know "
                "them. They are read on this computer at the start of every check; nothing of them is copied or sent."
            ),
            self,
        )
        about.setProperty("role", "muted")
        self.folder = QLabel(self)
        for label in (about, self.folder):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            box.addWidget(label)
        row = QHBoxLayout()
        self.choose = QPushButton(self.tr("Choose a folder"), self)
        self.choose.setAccessibleName(self.choose.text())
        self.choose.clicked.connect(self._ask)
        self.without = QPushButton(self.tr("Do without own texts"), self)
        self.without.setAccessibleName(self.without.text())
        self.without.clicked.connect(lambda: settings.update(texts=""))
        row.addWidget(self.choose)
        row.addWidget(self.without)
        row.addStretch(1)
        box.addLayout(row)
        box.addWidget(SaveNotice(settings, "texts", parent=self))
        settings.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the preference in force."""
        chosen = self._settings.preferences.texts
        self.folder.setText(chosen or self.tr("No folder: only the public corpus is searched."))
        self.without.setEnabled(bool(chosen))

    def _ask(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose the folder of your own texts"), self._settings.preferences.texts)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda path: self._settings.update(texts=path))
        dialog.open()
