"""A box to choose a type of sensitive value, with search, in the language of the window."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from core.domain.taxonomy import Family, Taxonomy
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.corrections import Scope
from ui.shared.widgets.choice_box import ChoiceBox
from ui.shared.widgets.type_picker import TypePicker
from ui.shared.wording.wording import type_label

USUAL = "ORGANIZATION"


class TypeBox(ChoiceBox):
    """Every type of the taxonomy. It opens the same window of types as a marked value does; closed, a letter goes to
    the next type that begins with it."""

    def __init__(self, theme: Theme, taxonomy: Taxonomy, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._taxonomy = taxonomy
        self.setAccessibleName(self.tr("Type of value"))
        self.setToolTip(self.accessibleName())
        self.setMinimumContentsLength(12)
        self.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for family in Family:
            for entry in taxonomy:
                if entry.family is family:
                    self.offer((type_label(entry), entry.id))
        self.choose(USUAL)

    @property
    def type_id(self) -> str:
        """The chosen type."""
        return str(self.value)

    def showPopup(self) -> None:  # noqa: N802 - Qt
        """The window of types in place of the list, the chosen one lit."""
        picker = TypePicker(self._theme, self._taxonomy, self.accessibleName(), self._take, self, chosen=self.type_id)
        picker.open_beside(QRect(self.mapToGlobal(self.rect().topLeft()), self.size()))

    def _take(self, type_id: str, _scope: Scope) -> None:
        """As if its line of the list had been clicked."""
        self.choose(type_id)
        self.activated.emit(self.currentIndex())
        self.textActivated.emit(self.currentText())
