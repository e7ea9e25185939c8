"""One QAction per command: what it does, whether it can be done now, and if not, why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence

from core.resources import read_toml
from ui.shared.actions.catalogue import COMMANDS
from ui.shared.actions.command import Command, Group
from ui.shared.actions.pages import COMPOSE
from ui.shared.theme.theme import Theme

_PORTABLE = QKeySequence.SequenceFormat.PortableText


def portable(shortcut: str) -> str:
    """One spelling per key combination, "" for text that names none."""
    return QKeySequence(shortcut, _PORTABLE).toString(_PORTABLE)


def taken_elsewhere(root: Path) -> frozenset[str]:
    """Combinations that operating systems, input methods and text fields keep for themselves."""
    data = read_toml(root / "shortcuts.toml")
    return frozenset(portable(item) for name in ("reserved", "editing") for item in data[name])


def _types_text(shortcut: str) -> bool:
    """Whether the first keys of a combination write something where text is written."""
    key = shortcut.removeprefix("Shift+")
    return len(key) == 1 or key == "Space"


@dataclass(frozen=True, slots=True)
class Entry:
    """A command as the palette shows it. `reason` is empty when it can be run."""

    command: Command
    title: str
    hint: str
    shortcut: str
    reason: str


class ActionRegistry(QObject):
    """A command without a handler, or with a reason, is disabled. `changed`: a reason or a binding changed."""

    changed = Signal()

    def __init__(self, theme: Theme, root: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taken = taken_elsewhere(root)
        self._commands = {command.id: command for command in COMMANDS}
        self._reasons: dict[str, str] = {}
        self._actions: dict[str, QAction] = {}
        self._handled: set[str] = set()
        self._page = COMPOSE
        for command in COMMANDS:
            action = QAction(self)
            action.setObjectName(command.id)
            action.setShortcuts([QKeySequence(keys, _PORTABLE) for keys in (command.shortcut, *command.also) if keys])
            if command.pane:
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._actions[command.id] = action
        theme.changed.connect(self._restyle)
        self._restyle()
        self.retranslate()

    def _restyle(self) -> None:
        for command_id, action in self._actions.items():
            icon = self._commands[command_id].icon
            if icon:
                action.setIcon(self._theme.icon(icon))

    def retranslate(self) -> None:
        """Titles and hints in the language of the window."""
        for command_id, action in self._actions.items():
            command = self._commands[command_id]
            action.setText(command.title.replace("&", "&&"))
            self._refresh(command_id)

    def handle(self, command_id: str, run: Callable[[], object]) -> None:
        """What a command does. Raises KeyError for an unknown id."""
        self._actions[command_id].triggered.connect(lambda _=False: run())
        self._handled.add(command_id)
        self._refresh(command_id)

    def set_reason(self, command_id: str, reason: str = "") -> None:
        """Why a command cannot be run now, in the language of the window; "" = it can."""
        if self._reasons.get(command_id, "") != reason:
            self._reasons[command_id] = reason
            self._refresh(command_id)
            self.changed.emit()

    def reason(self, command_id: str) -> str:
        """Why a command cannot be run now, "" when it can."""
        if command_id not in self._handled:
            return QCoreApplication.translate("ActionRegistry", "Not part of this window.")
        if self._commands[command_id].page not in ("", self._page):
            return QCoreApplication.translate("ActionRegistry", "Belongs to another page of the window.")
        return self._reasons.get(command_id, "")

    def open_page(self, page: str) -> None:
        """A page is open: commands of other pages rest, so that two pages may share keys."""
        if page != self._page:
            self._page = page
            for command in COMMANDS:
                if command.page:
                    self._refresh(command.id)
            self.changed.emit()

    def _refresh(self, command_id: str) -> None:
        action, reason = self._actions[command_id], self.reason(command_id)
        action.setEnabled(not reason)
        hint = self._commands[command_id].hint
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        shown = QCoreApplication.translate("ActionRegistry", "{0} ({1})").format(hint, keys) if keys else hint
        action.setToolTip(reason or shown)
        action.setStatusTip(reason or hint)

    def action(self, command_id: str) -> QAction:
        """For menus and buttons. Raises KeyError for an unknown id."""
        return self._actions[command_id]

    def actions(self) -> tuple[QAction, ...]:
        """All but those of a pane; a window adds them so that their shortcuts work."""
        return tuple(action for command_id, action in self._actions.items() if not self._commands[command_id].pane)

    def pane_actions(self, page: str) -> tuple[QAction, ...]:
        """Those that work only in the panes of a page, which adds them."""
        return tuple(self._actions[command.id] for command in COMMANDS if command.pane and command.page == page)

    def trigger(self, command_id: str) -> bool:
        """Run a command if it can be run; returns whether it was."""
        action = self._actions[command_id]
        if not action.isEnabled():
            return False
        action.trigger()
        return True

    def use(self, shortcuts: Mapping[str, str]) -> None:
        """The keys that a person chose, by id; every other command gets its own back. Unknown ids and keys that cannot
        be used are left out."""
        for command_id, action in self._actions.items():
            command = self._commands[command_id]
            own = [QKeySequence(keys, _PORTABLE) for keys in (command.shortcut, *command.also) if keys]
            if action.shortcuts() != own:
                action.setShortcuts(own)
                self._refresh(command_id)
        for command_id, keys in shortcuts.items():
            if command_id in self._actions:
                self.rebind(command_id, keys)
        self.changed.emit()

    def is_own(self, command_id: str) -> bool:
        """Whether a command has the keys that it came with."""
        return self._actions[command_id].shortcut() == QKeySequence(self._commands[command_id].shortcut, _PORTABLE)

    def rebind(self, command_id: str, shortcut: str) -> str:
        """Give a command another shortcut ("" for none). Returns "" or why that is not possible."""
        wanted = portable(shortcut)
        if wanted and not self._commands[command_id].pane and _types_text(wanted):
            return QCoreApplication.translate("ActionRegistry", "These keys write text. Add Ctrl or Alt.")
        if wanted in self._taken:
            return QCoreApplication.translate("ActionRegistry", "The system or the text field uses these keys.")
        page = self._commands[command_id].page
        for other, action in self._actions.items():
            apart = page and self._commands[other].page not in ("", page)
            taken = wanted in (keys.toString(_PORTABLE) for keys in action.shortcuts())
            if wanted and other != command_id and taken and not apart:
                used = QCoreApplication.translate("ActionRegistry", "Already used by: {0}")
                return used.format(self._commands[other].title)
        self._actions[command_id].setShortcut(QKeySequence(wanted, _PORTABLE))
        self._refresh(command_id)
        self.changed.emit()
        return ""

    def entries(self, groups: Iterable[Group] = tuple(Group)) -> tuple[Entry, ...]:
        """Every command of the window, those that can be run first."""
        chosen = set(groups)
        found = [
            Entry(
                command,
                command.title,
                command.hint,
                self._actions[command.id].shortcut().toString(QKeySequence.SequenceFormat.NativeText),
                self.reason(command.id),
            )
            for command in COMMANDS
            if command.group in chosen and command.id in self._handled
        ]
        return tuple(sorted(found, key=lambda entry: bool(entry.reason)))
