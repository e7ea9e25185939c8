"""A command of the window as a record: what it is called, where it stands, which keys it has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication


class Group(StrEnum):
    """Where a command stands in menus and in the palette."""

    PROMPT = "prompt"
    ITEM = "item"
    TEXT = "text"
    ANSWER = "answer"
    REVIEW = "review"
    LIBRARY = "library"
    VIEW = "view"
    PROGRAM = "program"


CONTEXT = "Commands"
"""Of the catalogues: where titles and hints are looked up."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802 - lupdate finds sentences by this name
    """The text itself: it is translated when it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Command:
    """`title_source` and `hint_source`: English, as the catalogues have them. `shortcut`: portable text, may be empty.
    `icon`: name of a shipped icon, may be empty. `page`: works only while this page is open, so that another page may
    use the same keys. `also`: further keys. `pane`: works only while the keyboard is in the panes of that page, never
    in its text fields (UI-11). `number`: fills the gap in title and hint."""

    id: str
    group: Group
    title_source: str
    hint_source: str
    shortcut: str = ""
    icon: str = ""
    page: str = ""
    also: tuple[str, ...] = ()
    pane: bool = False
    number: int | None = None

    @property
    def title(self) -> str:
        """In the language of the window."""
        return self._said(self.title_source)

    @property
    def hint(self) -> str:
        """What it does, in the language of the window."""
        return self._said(self.hint_source)

    def _said(self, source: str) -> str:
        said = QCoreApplication.translate(CONTEXT, source)
        return said if self.number is None else said.format(self.number)
