"""A box to choose a type of sensitive value, by family, in the language of the window."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from core.domain.taxonomy import Family, Taxonomy
from ui.theme.theme import Theme
from ui.widgets.choice_box import ChoiceBox
from ui.widgets.wording import family_name, type_label

USUAL = "ORGANIZATION"


class TypeBox(ChoiceBox):
    """Every type of the taxonomy; typing a letter goes to the next that begins with it."""

    def __init__(self, theme: Theme, taxonomy: Taxonomy, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(self.tr("Type of value"))
        self.setToolTip(self.accessibleName())
        self.setMinimumContentsLength(12)
        self.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for family in Family:
            for entry in taxonomy:
                if entry.family is family:
                    self.offer((f"{type_label(entry)}  ({family_name(family)})", entry.id))
        self.choose(USUAL)

    @property
    def type_id(self) -> str:
        """The chosen type."""
        return str(self.value)
