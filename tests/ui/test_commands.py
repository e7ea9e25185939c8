"""Commands: one list, no clashes, every reason told (UI-12, UI-13)."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.resources import resource_root
from ui.shared.actions.catalogue import COMMANDS
from ui.shared.actions.registry import ActionRegistry, portable, taken_elsewhere
from ui.shared.theme.theme import Theme
from ui.window.views.palette import CommandPalette, matches


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(800, 600)
    return made


@pytest.fixture
def registry(theme: Theme, window: QWidget) -> ActionRegistry:
    made = ActionRegistry(theme, resource_root(), window)
    window.addActions(made.actions())
    return made


def test_ui_12_no_two_commands_share_a_shortcut_while_one_page_is_open() -> None:
    for page in {command.page for command in COMMANDS}:
        here = [command for command in COMMANDS if command.page in ("", page)]
        counted = Counter(portable(keys) for command in here for keys in (command.shortcut, *command.also) if keys)
        assert {keys: times for keys, times in counted.items() if times > 1} == {}


def test_no_command_takes_what_the_system_or_a_text_field_needs() -> None:
    taken = taken_elsewhere(resource_root())
    assert "" not in taken
    assert [command.id for command in COMMANDS if portable(command.shortcut) in taken] == []


def test_ui_11_single_letters_belong_to_panes() -> None:
    """They act only while the keyboard is in the pane that holds them, never in the whole window."""
    for command in COMMANDS:
        if command.shortcut:
            sequence = QKeySequence(command.shortcut, QKeySequence.SequenceFormat.PortableText)
            assert sequence.count() == 1, command.id
            plain = sequence[0].keyboardModifiers() is Qt.KeyboardModifier.NoModifier
            assert not plain or command.pane or command.shortcut in {"Esc", "F1"}, command.id


def test_ui_12_a_page_that_is_not_open_gives_its_keys_away(registry: ActionRegistry) -> None:
    for command_id in ("prompt.sanitize", "review.approve"):
        registry.handle(command_id, lambda: None)
    for page, open_, closed in (
        ("review", "review.approve", "prompt.sanitize"),
        ("compose", "prompt.sanitize", "review.approve"),
    ):
        registry.open_page(page)
        assert registry.action(open_).isEnabled()
        assert not registry.action(closed).isEnabled()
        assert registry.reason(closed)


def test_every_command_has_words_and_an_existing_icon(theme: Theme) -> None:
    assert len({command.id for command in COMMANDS}) == len(COMMANDS)
    assert all(command.title and command.hint for command in COMMANDS)
    assert {command.icon for command in COMMANDS if command.icon} <= set(theme.icons.names())


def test_a_disabled_command_says_why(registry: ActionRegistry) -> None:
    ran: list[str] = []
    assert not registry.trigger("prompt.approve")
    registry.handle("prompt.approve", lambda: ran.append("approve"))
    registry.set_reason("prompt.approve", "Nothing has been tested yet.")
    assert not registry.trigger("prompt.approve")
    assert registry.action("prompt.approve").toolTip() == "Nothing has been tested yet."
    registry.set_reason("prompt.approve")
    assert registry.trigger("prompt.approve")
    assert ran == ["approve"]


def test_rebinding_refuses_clashes(registry: ActionRegistry) -> None:
    assert "Sanitize" in registry.rebind("prompt.new", "Ctrl+Return")
    assert registry.rebind("prompt.new", "Alt+F4")
    assert registry.rebind("prompt.new", "Ctrl+Z")
    assert registry.rebind("prompt.new", "Ctrl+Alt+N") == ""
    assert "Ctrl+Alt+N" in registry.action("prompt.new").toolTip() or registry.reason("prompt.new")
    assert registry.rebind("prompt.new", "") == ""


def test_ui_13_palette_lists_reasons_and_runs(
    qtbot: QtBot, theme: Theme, window: QWidget, registry: ActionRegistry
) -> None:
    ran: list[str] = []
    shown = [command for command in COMMANDS if command.page in ("", "compose")]
    for command in shown:
        registry.handle(command.id, lambda chosen=command.id: ran.append(chosen))
    registry.set_reason("prompt.approve", "Nothing has been tested yet.")
    palette = CommandPalette(theme, registry, window)
    window.show()
    palette.open_over(window)
    assert {entry.command.id for entry in palette.shown_entries()} == {command.id for command in shown}
    assert palette.shown_entries()[-1].reason == "Nothing has been tested yet."
    qtbot.keyClicks(palette._search, "send what")
    assert palette.shown_entries()[0].command.id == "prompt.approve"
    qtbot.keyClick(palette._search, Qt.Key.Key_Return)
    assert ran == []
    palette._search.setText("sanit")
    qtbot.keyClick(palette._search, Qt.Key.Key_Return)
    assert ran == ["prompt.sanitize"]


def test_palette_says_when_nothing_fits(theme: Theme, window: QWidget, registry: ActionRegistry) -> None:
    registry.handle("prompt.new", lambda: None)
    palette = CommandPalette(theme, registry, window)
    palette._search.setText("zzzz")
    assert palette.shown_entries() == ()
    assert not palette._none.isHidden()
    palette.close()
    palette.deleteLater()


def test_ranking_prefers_the_beginning(registry: ActionRegistry) -> None:
    for command_id in ("view.settings", "prompt.sanitize", "view.items"):
        registry.handle(command_id, lambda: None)
    ranks = {entry.command.id: matches(entry, "se") for entry in registry.entries()}
    assert ranks["view.settings"] == 0
    assert ranks["view.items"] in (1, 2)
    assert matches(registry.entries()[0], "") == 0
