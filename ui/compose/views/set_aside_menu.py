"""What was found and taken for nobody's: folded behind a button, one choice hides a value all the same."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from core.domain.sensitive import Mention
from core.domain.taxonomy import Taxonomy
from ui.shared.theme.theme import set_role
from ui.shared.wording.wording import type_label

_LONGEST = 40
"""Code points of a value that a menu shows."""
_AT_MOST = 30
"""Values that a menu shows; a text with more is marked by hand."""


class SetAsideMenu(QToolButton):
    """Hidden while there is nothing to show.

    hide_asked(start, end, type_id): code points of the prompt.
    """

    hide_asked = Signal(int, int, str)

    def __init__(self, taxonomy: Taxonomy, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._taxonomy = taxonomy
        self.setToolTip(self.tr("Looks private and is taken for nobody's; choose a value to hide it all the same"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        set_role(self, "quiet")
        self._menu = QMenu(self)
        self._menu.setAccessibleName(self.tr("Taken for nobody's"))
        self.setMenu(self._menu)
        self.hide()

    def show_mentions(self, mentions: Sequence[Mention]) -> None:
        """One entry per spelling and type, in text order."""
        self._menu.clear()
        distinct = {(mention.text, mention.type_id): mention for mention in reversed(mentions)}
        ordered = sorted(distinct.values(), key=lambda mention: mention.start)
        text = self.tr("Taken for nobody's, told ({0})").format(QLocale().toString(len(ordered)))
        self.setText(text)
        self.setAccessibleName(text)
        for mention in ordered[:_AT_MOST]:
            value = " ".join(mention.text.split())
            value = value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…"
            label = type_label(self._taxonomy[mention.type_id])
            action = self._menu.addAction(self.tr("Hide {0} ({1})").format(value.replace("&", "&&"), label))
            action.triggered.connect(
                lambda _=False, chosen=mention: self.hide_asked.emit(chosen.start, chosen.end, chosen.type_id)
            )
        self.setVisible(bool(ordered))
