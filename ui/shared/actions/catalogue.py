"""Every command of the window as data: menus, buttons, the palette, shortcuts and tests share this one list (UI-12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ui.shared.actions.titles import texts


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


@dataclass(frozen=True, slots=True)
class Command:
    """`shortcut`: portable text, may be empty. `icon`: name of a shipped icon, may be empty. `page`: works only while
    this page is open, so that another page may use the same keys. `also`: further keys. `pane`: works only while the
    keyboard is in the panes of that page, never in its text fields (UI-11)."""

    id: str
    group: Group
    shortcut: str = ""
    icon: str = ""
    page: str = ""
    also: tuple[str, ...] = ()
    pane: bool = False

    @property
    def title(self) -> str:
        """In the language of the window."""
        return texts()[self.id][0]

    @property
    def hint(self) -> str:
        """What it does, in the language of the window."""
        return texts()[self.id][1]


COMPOSE, REVIEW, LIBRARY = "compose", "review", "library"


def _pane(name: str, shortcut: str, icon: str = "", *also: str) -> Command:
    return Command(f"review.{name}", Group.REVIEW, shortcut, icon, REVIEW, also, pane=True)


_REVIEW: tuple[Command, ...] = (
    _pane("accept", "A", "check"),
    _pane("accept_item", "Shift+A", "check"),
    _pane("remove", "X", "cross"),
    _pane("hide", "H", "hide"),
    _pane("edit", "E", "pencil"),
    _pane("skip", "Space", "down"),
    _pane("next_card", "J", "down"),
    _pane("previous_card", "K", "up"),
    _pane("next_item", "N", "down"),
    _pane("previous_item", "P", "up"),
    _pane("level", "L", "target"),
    *(_pane(f"choice_{number}", str(number)) for number in range(1, 10)),
    _pane("undo", "Z", "undo", "Ctrl+Z"),
    _pane("redo", "Shift+Z", "redo", "Ctrl+Shift+Z"),
    _pane("same", "S", "copy"),
    _pane("claim", "C", "lock"),
    _pane("reason", "W", "pencil"),
    _pane("keys", "?", "help"),
    Command("review.passing", Group.REVIEW, "Ctrl+Shift+G", "check", REVIEW),
    Command("review.approve", Group.REVIEW, "Ctrl+Return", "send", REVIEW),
    Command("review.copy", Group.REVIEW, "Ctrl+Shift+Return", "copy", REVIEW),
    Command("review.local", Group.REVIEW, "Ctrl+Shift+O", "answer", REVIEW),
    Command("review.return", Group.REVIEW, "Ctrl+Shift+B", "undo", REVIEW),
    Command("review.reject", Group.REVIEW, "Ctrl+Shift+X", "cross", REVIEW),
)
_LIBRARY: tuple[Command, ...] = (
    Command("library.learning", Group.LIBRARY, "", "bulb", LIBRARY),
    Command("library.distil", Group.LIBRARY, "Ctrl+Shift+G", "target", LIBRARY),
    Command("library.trial", Group.LIBRARY, "Ctrl+Shift+O", "chart", LIBRARY),
    Command("library.adopt", Group.LIBRARY, "Ctrl+Return", "check", LIBRARY),
    Command("library.discard", Group.LIBRARY, "", "cross", LIBRARY),
    Command("library.stop", Group.LIBRARY, "", "stop", LIBRARY),
    Command("library.back", Group.LIBRARY, "Ctrl+Shift+B", "history", LIBRARY),
    Command("library.undo", Group.LIBRARY, "Ctrl+Shift+X", "undo", LIBRARY),
    Command("library.hide", Group.LIBRARY, "", "hide", LIBRARY),
    Command("library.keep", Group.LIBRARY, "", "eye", LIBRARY),
    Command("library.recognizers", Group.LIBRARY, "", "search", LIBRARY),
)
COMMANDS: tuple[Command, ...] = (
    Command("prompt.sanitize", Group.PROMPT, "Ctrl+Return", "shield", COMPOSE),
    Command("prompt.approve", Group.PROMPT, "Ctrl+Shift+Return", "send", COMPOSE),
    Command("prompt.cancel", Group.PROMPT, "Esc", "stop"),
    Command("prompt.edit", Group.PROMPT, "Ctrl+E", "pencil"),
    Command("prompt.queue", Group.PROMPT, "Ctrl+Shift+Q", "queue"),
    Command("prompt.new", Group.PROMPT, "Ctrl+N", "plus"),
    Command("prompt.paste", Group.PROMPT, "Ctrl+Shift+V", "paste"),
    Command("prompt.destination", Group.PROMPT, "Ctrl+D", "cloud"),
    Command("prompt.certificate", Group.PROMPT, "Ctrl+Shift+C", "shield"),
    Command("item.hide", Group.ITEM, "Ctrl+Shift+H", "hide"),
    Command("item.release", Group.ITEM, "Ctrl+Shift+N", "eye"),
    Command("item.undo", Group.ITEM, "Ctrl+Alt+Z", "undo"),
    Command("item.redo", Group.ITEM, "Ctrl+Alt+Y", "redo"),
    Command("text.previous_change", Group.TEXT, "Alt+Up", "up"),
    Command("text.next_change", Group.TEXT, "Alt+Down", "down"),
    Command("text.compare", Group.TEXT, "Ctrl+Shift+D", "diff"),
    Command("text.side_by_side", Group.TEXT, "Ctrl+Shift+S", "side_by_side"),
    Command("text.ignore_spaces", Group.TEXT, "", ""),
    Command("answer.cloud", Group.ANSWER, "Ctrl+Shift+W", "cloud"),
    Command("answer.copy", Group.ANSWER, "Ctrl+Shift+A", "copy"),
    *_REVIEW,
    *_LIBRARY,
    Command("view.compose", Group.VIEW, "Ctrl+1", "compose"),
    Command("view.review", Group.VIEW, "Ctrl+2", "review"),
    Command("view.library", Group.VIEW, "Ctrl+3", "library"),
    Command("view.history", Group.VIEW, "Ctrl+4", "history"),
    Command("view.insights", Group.VIEW, "Ctrl+5", "insight"),
    Command("view.engine", Group.VIEW, "Ctrl+Shift+M", "link"),
    Command("view.settings", Group.VIEW, "Ctrl+,", "settings"),
    Command("view.inspector", Group.VIEW, "Ctrl+I", "inspector"),
    Command("view.items", Group.VIEW, "Ctrl+Shift+I", "person_decides"),
    Command("view.editor", Group.VIEW, "Ctrl+J", "compose"),
    Command("view.larger", Group.VIEW, "Ctrl++", "plus"),
    Command("view.smaller", Group.VIEW, "Ctrl+-", "minus"),
    Command("view.normal", Group.VIEW, "Ctrl+0", ""),
    Command("view.scheme", Group.VIEW, "Ctrl+Shift+L", "contrast"),
    Command("program.palette", Group.PROGRAM, "Ctrl+Shift+P", "command"),
    Command("program.lock", Group.PROGRAM, "Ctrl+L", "lock"),
    Command("program.audit", Group.PROGRAM, "", "table"),
    Command("program.setup", Group.PROGRAM, "", "key"),
    Command("program.help", Group.PROGRAM, "F1", "help"),
    Command("program.quit", Group.PROGRAM, "Ctrl+Q", "quit"),
)
