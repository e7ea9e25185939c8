"""Generalised phrases that recur in an answer, with what the person wrote: shown on demand, copied only if chosen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from core.restore.suggestion import Suggestion
from ui.theme.theme import Theme, set_role

Suggest = Callable[[str], tuple[Suggestion, ...]]
"""Finds suggestions in a text (code points of that text)."""
_LONGEST = 60


class SuggestionMenu(QToolButton):
    """Hidden until an answer is complete and something was generalised for it.

    marks_changed: phrases are to be marked, or no more. Nothing is looked for before the button is pressed.
    """

    marks_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._suggest: Suggest | None = None
        self._chosen: dict[tuple[str, ...], str] = {}
        self.setText(self.tr("Suggestions"))
        self.setAccessibleName(self.tr("Suggest what you wrote for generalised phrases"))
        self.setToolTip(self.tr("Marks phrases of the answer that stand for something more exact in your prompt"))
        self.setCheckable(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        set_role(self, "segment")
        self._theme = theme
        theme.changed.connect(self._restyle)
        self._restyle()
        self.setVisible(False)
        self.toggled.connect(lambda _on: self.marks_changed.emit())

    def _restyle(self) -> None:
        self.setIcon(self._theme.icon("bulb"))

    @property
    def marking(self) -> bool:
        return self.isChecked()

    def begin(self, suggest: Suggest | None) -> None:
        """Another answer: nothing is marked, nothing is chosen."""
        self._suggest = suggest
        self._chosen.clear()
        self.setChecked(False)
        self.setVisible(False)

    def offer(self, complete: bool) -> None:
        """Show the switch once there is an answer to look at."""
        self.setVisible(complete and self._suggest is not None)

    def look(self, text: str) -> tuple[Suggestion, ...]:
        """Suggestions for `text`; none without a source."""
        return self._suggest(text) if self._suggest is not None else ()

    def choose(self, item: Suggestion, candidate: str | None) -> None:
        """From now on copied text says `candidate` wherever this phrase stands; None leaves the phrase."""
        if candidate is None:
            self._chosen.pop(item.attribute_ids, None)
        else:
            self._chosen[item.attribute_ids] = candidate

    def chosen(self, item: Suggestion) -> str | None:
        """What the person chose for a phrase, if anything."""
        return self._chosen.get(item.attribute_ids)

    @property
    def has_choices(self) -> bool:
        return bool(self._chosen)

    def menu_for(self, item: Suggestion) -> QMenu:
        """What can be done with one phrase."""
        menu = QMenu(self)
        title = menu.addAction(self.tr("The answer says: {0}").format(_short(item.phrase)))
        title.setEnabled(False)
        for candidate in item.candidates:
            action = self._choice(menu, self.tr("Copy it as: {0}").format(_short(candidate)))
            action.setChecked(self.chosen(item) == candidate)
            action.triggered.connect(lambda _=False, value=candidate: self.choose(item, value))
        action = self._choice(menu, self.tr("Copy it as the answer says"))
        action.setChecked(self.chosen(item) is None)
        action.triggered.connect(lambda: self.choose(item, None))
        return menu

    def open_menu(self, item: Suggestion, at: QPoint | None = None) -> None:
        """Offer the choices beside the pointer, or at a global position."""
        menu = self.menu_for(item)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at or QCursor.pos())

    @staticmethod
    def _choice(menu: QMenu, title: str) -> QAction:
        action = menu.addAction(title)
        action.setCheckable(True)
        return action


def with_originals(text: str, menu: SuggestionMenu) -> str:
    """`text` with the originals that a person chose, and no others."""
    if not menu.has_choices:
        return text
    parts: list[str] = []
    done = 0
    for item in menu.look(text):
        value = menu.chosen(item)
        if value is not None:
            parts += [text[done : item.start], value]
            done = item.end
    return "".join(parts) + text[done:]


def _short(text: str) -> str:
    plain = " ".join(text.split()).replace("&", "&&")
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1] + "\u2026"
