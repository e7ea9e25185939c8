"""How a review is done here: the rule that two people must agree."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QFrame, QVBoxLayout, QWidget

from ui.review.viewmodels.review import ReviewViewModel
from ui.shared.theme.theme import Theme, set_role
from ui.shared.widgets.plain_parts import plain_label


class ReviewRulesCard(QFrame):
    """A part of the settings. While the vault is locked nothing can be chosen: the rule is kept in it."""

    def __init__(self, theme: Theme, review: ReviewViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._review = review
        set_role(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(*(4 * [theme.space(3)]))
        column.setSpacing(theme.space(2))
        self.four_eyes = QCheckBox(self.tr("Nobody releases what they submitted"), self)
        self.four_eyes.setAccessibleName(self.four_eyes.text())
        self.four_eyes.toggled.connect(review.set_four_eyes)
        column.addWidget(self.four_eyes)
        about = self.tr("Two people look at everything that waits under Review: who queued a text cannot send it.")
        column.addWidget(plain_label(self, about, role="muted"))
        review.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """As the view model has it."""
        with QSignalBlocker(self.four_eyes):
            self.four_eyes.setChecked(self._review.place.four_eyes)
        self.four_eyes.setEnabled(self._review.available)
