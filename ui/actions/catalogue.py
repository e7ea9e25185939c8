"""Every command of the window as data: menus, buttons, the palette, shortcuts and tests share this one list (UI-12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ui.actions.titles import texts


class Group(StrEnum):
    """Where a command stands in menus and in the palette."""

    PROMPT = "prompt"
    ITEM = "item"
    TEXT = "text"
    ANSWER = "answer"
    VIEW = "view"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Command:
    """`shortcut`: portable text, may be empty. `icon`: name of a shipped icon, may be empty."""

    id: str
    group: Group
    shortcut: str = ""
    icon: str = ""

    @property
    def title(self) -> str:
        """In the language of the window."""
        return texts()[self.id][0]

    @property
    def hint(self) -> str:
        """What it does, in the language of the window."""
        return texts()[self.id][1]


COMMANDS: tuple[Command, ...] = (
    Command("prompt.sanitize", Group.PROMPT, "Ctrl+Return", "shield"),
    Command("prompt.approve", Group.PROMPT, "Ctrl+Shift+Return", "send"),
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
    Command("view.compose", Group.VIEW, "Ctrl+1", "compose"),
    Command("view.review", Group.VIEW, "Ctrl+2", "review"),
    Command("view.library", Group.VIEW, "Ctrl+3", "library"),
    Command("view.history", Group.VIEW, "Ctrl+4", "history"),
    Command("view.insights", Group.VIEW, "Ctrl+5", "insight"),
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
    Command("program.help", Group.PROGRAM, "F1", "help"),
    Command("program.quit", Group.PROGRAM, "Ctrl+Q", "quit"),
)
