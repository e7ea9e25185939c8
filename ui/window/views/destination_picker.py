"""To whom: a menu button that lists destinations and opens their editor."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from core.domain.release import Destination
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.preferences import SettingsViewModel
from ui.shared.wording.facts import destination_name


class DestinationPicker(QToolButton):
    """`add_asked`, `change_asked`: open the editor for a new one, for the chosen one."""

    add_asked = Signal()
    change_asked = Signal(object)

    def __init__(self, theme: Theme, settings: SettingsViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._settings = settings
        self.setProperty("role", "picker")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(QMenu(self))
        settings.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Rebuild the menu from the preferences."""
        preferences = self._settings.preferences
        chosen = preferences.chosen
        name = destination_name(chosen)
        self.setText(self.tr("To: {name}").replace("{name}", name.replace("&", "&&")))
        self.setAccessibleName(self.tr("Destination: {name}").replace("{name}", name))
        menu = self.menu()
        menu.clear()
        group = QActionGroup(menu)
        for item in preferences.all_destinations:
            action = QAction(destination_name(item).replace("&", "&&"), menu)
            action.setCheckable(True)
            action.setChecked(item.id == chosen.id)
            action.triggered.connect(lambda _=False, picked=item: self._pick(picked))
            group.addAction(action)
            menu.addAction(action)
        menu.addSeparator()
        if chosen in preferences.destinations:
            change = menu.addAction(self.tr("Change {name}…").replace("{name}", name.replace("&", "&&")))
            change.triggered.connect(lambda: self.change_asked.emit(chosen))
        menu.addAction(self.tr("Add a destination…")).triggered.connect(self.add_asked)

    def _pick(self, destination: Destination) -> None:
        self._settings.update(destination=destination.id)
