"""A line into which a value is typed once more, before something that identifies somebody is told."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from core.text.normalize import comparison_key

LONGEST = 400


class TypedBack(QLineEdit):
    """`spellings`: any of them is right, in any case and spacing; without one nothing is asked and the line is away."""

    def __init__(self, spellings: tuple[str, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self._keys = frozenset(comparison_key(spelling) for spelling in spellings)
        self.setMaxLength(LONGEST)
        self.setPlaceholderText(self.tr("Type the value once more"))
        self.setAccessibleName(self.tr("The value, typed once more"))
        self.setVisible(bool(spellings))

    def matches(self) -> bool:
        """Whether what stands in the line is the value, or nothing is asked."""
        return not self._keys or comparison_key(self.text()) in self._keys
