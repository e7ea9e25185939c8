"""Generalised phrases that recur in an answer, with what the person wrote: marked in place, put back when asked for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QMenu, QWidget

from core.restore.suggestion import Suggestion
from ui.shared.theme.theme import Theme
from ui.shared.widgets.telling_row import TellingRow

Suggest = Callable[[str], tuple[Suggestion, ...]]
"""Finds suggestions in a text (code points of that text)."""
_LONGEST = 60


class SuggestionMenu(TellingRow):
    """Hidden until an answer is complete and repeats something that was generalised for it.

    changed: another choice; what is drawn and copied follows. Nothing is put back by itself.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._suggest: Suggest | None = None
        self._found: tuple[Suggestion, ...] = ()
        self._chosen: dict[tuple[str, ...], str] = {}
        self.every = self.act(self.tr("Put all back"), self.put_all_back)
        self.each = self.act(self.tr("Choose…"), lambda: self.open_list(), "quiet")
        self.none = self.act(self.tr("As the answer says"), self.put_none_back, "quiet")
        self.every.setToolTip(self.tr("Where one phrase stands for several of your values, you choose"))
        self.setVisible(False)

    def begin(self, suggest: Suggest | None) -> None:
        """Another answer: nothing is marked, nothing is chosen."""
        self._suggest = suggest
        self._found = ()
        self._chosen.clear()
        self.setVisible(False)

    def offer(self, text: str) -> None:
        """The answer is complete and says `text`: look for phrases in it, once."""
        self._found = self.look(text)
        self._refresh()

    @property
    def found(self) -> tuple[Suggestion, ...]:
        """Phrases of the answer as it came."""
        return self._found

    def look(self, text: str) -> tuple[Suggestion, ...]:
        """Suggestions for `text`; none without a source."""
        return self._suggest(text) if self._suggest is not None else ()

    def choose(self, item: Suggestion, candidate: str | None) -> None:
        """The answer says `candidate` wherever this phrase stood; None leaves the phrase."""
        if candidate is None:
            self._chosen.pop(item.attribute_ids, None)
        else:
            self._chosen[item.attribute_ids] = candidate
        self._refresh()
        self.changed.emit()

    def put_all_back(self) -> None:
        """Every phrase that can mean one value only."""
        for item in self._found:
            if len(item.candidates) == 1:
                self._chosen[item.attribute_ids] = item.candidates[0]
        self._refresh()
        self.changed.emit()

    def put_none_back(self) -> None:
        """Take back whatever was chosen."""
        self._chosen.clear()
        self._refresh()
        self.changed.emit()

    def chosen(self, item: Suggestion) -> str | None:
        """What the person chose for a phrase, if anything."""
        return self._chosen.get(item.attribute_ids)

    @property
    def has_choices(self) -> bool:
        return bool(self._chosen)

    def _refresh(self) -> None:
        """How many phrases, and how many of them were put back."""
        count, done = len(self._found), sum(1 for item in self._found if self.chosen(item) is not None)
        self.setVisible(bool(count))
        if not count:
            return
        if done:
            text = self.tr("%n place(s) say again what you wrote.", "", done).replace("%n", str(done))
        else:
            text = self.tr("%n phrase(s) stand for what you wrote more exactly.", "", count).replace("%n", str(count))
        self.tell(text, "muted")
        sure = any(len(item.candidates) == 1 and self.chosen(item) is None for item in self._found)
        self.every.setVisible(sure)
        self.none.setVisible(bool(done))

    def _kinds(self) -> list[Suggestion]:
        """One of each phrase, in the order of the answer."""
        return list({item.attribute_ids: item for item in reversed(self._found)}.values())[::-1]

    def list_menu(self) -> QMenu:
        """Every phrase with its choices, for the keyboard."""
        menu = QMenu(self)
        for item in self._kinds():
            self._add(menu, item)
        return menu

    def open_list(self) -> None:
        menu = self.list_menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.each.mapToGlobal(self.each.rect().bottomLeft()))

    def menu_for(self, item: Suggestion) -> QMenu:
        """What can be done with one phrase."""
        menu = QMenu(self)
        self._add(menu, item)
        return menu

    def _add(self, menu: QMenu, item: Suggestion) -> None:
        title = menu.addAction(self.tr("The answer says: {0}").format(_short(item.phrase)))
        title.setEnabled(False)
        for candidate in item.candidates:
            action = self._choice(menu, self.tr("Put back: {0}").format(_short(candidate)))
            action.setChecked(self.chosen(item) == candidate)
            action.triggered.connect(lambda _=False, value=candidate: self.choose(item, value))
        action = self._choice(menu, self.tr("Leave it as the answer says"))
        action.setChecked(self.chosen(item) is None)
        action.triggered.connect(lambda _=False: self.choose(item, None))

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


def _short(text: str) -> str:
    plain = " ".join(text.split()).replace("&", "&&")
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1] + "\u2026"
