"""F1 says what a page is for, all keys and all words; keys can be changed and stay; settings can be searched."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot
from test_settings_hold import Begin, begin, english, refuse  # noqa: F401

from app.window.desktop import Desktop
from core.domain.evidence import AttackerLevel
from core.domain.language import Language
from core.domain.verdict import VerdictKind
from core.resources import resource_root
from ui.shared.actions.catalogue import COMMANDS
from ui.shared.actions.pages import COMPOSE, REVIEW, SETTINGS
from ui.shared.viewmodels.preferences import LanguageChoice
from ui.window.viewmodels.help_texts import glossary, page_help
from ui.window.views.help_dialog import HelpDialog

pytestmark = pytest.mark.qt_log_ignore("does not support (propagateSizeHints|raise|grabbing)")
ROOT = resource_root()
KEYS, WORDS = 1, 2


def opened(desktop: Desktop) -> HelpDialog:
    assert desktop.window.registry.trigger("program.help")
    dialog = desktop.window.findChild(HelpDialog)
    assert dialog is not None
    return dialog


def keys_of(desktop: Desktop, command: str) -> list[str]:
    return [item.toString() for item in desktop.window.registry.action(command).shortcuts()]


def test_f1_opens_the_help_of_the_open_page(begin: Begin, qtbot: QtBot) -> None:  # noqa: F811
    desktop = english(begin())
    assert keys_of(desktop, "program.help") == ["F1"]
    told = page_help(ROOT, Language.EN)
    assert set(desktop.window.made) <= set(told)
    for page in desktop.window.made:
        desktop.window.show_page(page)
        dialog = opened(desktop)
        said = [label.text() for label in dialog.tabs.widget(0).findChildren(QWidget) if hasattr(label, "text")]
        assert told[page].about in said
        dialog.reject()
        qtbot.waitUntil(lambda: desktop.window.findChild(HelpDialog) is None)


@pytest.mark.parametrize("language", list(Language))
def test_every_symbol_has_plain_words(language: Language) -> None:
    symbols = {term.symbol for term in glossary(ROOT, language)}
    assert {"S", "D", "L", "U", "k", *(level.value for level in AttackerLevel)} <= symbols
    assert {kind.value.upper() for kind in VerdictKind} <= symbols
    assert all(term.name and term.text for term in glossary(ROOT, language))
    assert all(item.about and len(item.steps) > 1 for item in page_help(ROOT, language).values())


def test_every_command_stands_in_the_sheet_with_its_keys(begin: Begin) -> None:  # noqa: F811
    dialog = opened(english(begin()))
    assert dialog.keys.rowCount() == len(COMMANDS)
    dialog.find_keys.setText("palette")
    shown = [
        dialog.keys.item(row, 0).text() for row in range(dialog.keys.rowCount()) if not dialog.keys.isRowHidden(row)
    ]
    assert shown == ["Command palette"]
    dialog.find_words.setText("crowd")
    assert next(term.symbol for term, holder in dialog.terms if not holder.isHidden()) == "k"
    dialog.find_words.setText("zzzz")
    assert not dialog.no_word.isHidden()


def test_keys_that_were_changed_work_and_stay(begin: Begin) -> None:  # noqa: F811
    desktop = english(begin())
    dialog = opened(desktop)
    dialog.choose("view.review")
    dialog.press.setKeySequence(QKeySequence("Ctrl+Alt+R"))
    dialog.take.click()
    assert keys_of(desktop, "view.review") == ["Ctrl+Alt+R"]
    dialog.reject()
    desktop = begin()
    assert keys_of(desktop, "view.review") == ["Ctrl+Alt+R"]
    desktop.window.activateWindow()
    desktop.window.show_page(COMPOSE)
    desktop.window.registry.trigger("view.review")
    assert desktop.window.page == REVIEW
    dialog = opened(desktop)
    dialog.choose("view.review")
    dialog.own.click()
    dialog.choose("view.history")
    dialog.none.click()
    dialog.reject()
    desktop = begin()
    assert (keys_of(desktop, "view.review"), keys_of(desktop, "view.history")) == (["Ctrl+2"], [])


@pytest.mark.parametrize(
    ("keys", "why"), [("Ctrl+2", "Already used"), ("Ctrl+C", "text field"), ("B", "write text"), ("Shift+B", "write")]
)
def test_keys_that_cannot_be_used_are_refused_with_the_reason(begin: Begin, keys: str, why: str) -> None:  # noqa: F811
    desktop = english(begin())
    dialog = opened(desktop)
    dialog.choose("view.history")
    dialog.press.setKeySequence(QKeySequence(keys))
    dialog.take.click()
    assert why in dialog.said.text()
    assert keys_of(desktop, "view.history") == ["Ctrl+4"]
    assert desktop.settings.preferences.shortcuts == ()


def test_keys_that_could_not_be_saved_are_said_there(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    desktop = english(begin())
    dialog = opened(desktop)
    refuse(monkeypatch)
    dialog.choose("view.review")
    dialog.press.setKeySequence(QKeySequence("Ctrl+Alt+R"))
    dialog.take.click()
    told = [item for item in dialog.findChildren(QWidget) if type(item).__name__ == "SaveNotice"]
    assert [item.isHidden() for item in told] == [False]


@pytest.mark.parametrize(("language", "word"), [(LanguageChoice.EN, "dark"), (LanguageChoice.ZH, "深色")])
def test_settings_are_found_by_their_words(begin: Begin, language: LanguageChoice, word: str) -> None:  # noqa: F811
    desktop = begin()
    desktop.settings.update(language=language)
    desktop.window.show_page(SETTINGS)
    page = desktop.window.settings
    assert page.nothing.isHidden()
    page.search.setText("zzzz")
    assert not page.nothing.isHidden()
    page.search.setText(word)
    shown = [card for _, card in page._parts if not card.isHidden()]
    assert 0 < len(shown) < len(page._parts)
    page.search.clear()
    assert all(not card.isHidden() for _, card in page._parts)


def test_everything_in_the_help_has_a_name(begin: Begin) -> None:  # noqa: F811
    dialog = opened(english(begin()))
    for item in dialog.findChildren(QWidget):
        focusable = item.focusPolicy() is not Qt.FocusPolicy.NoFocus and item.focusProxy() is None
        private = item.objectName().startswith("qt_") or item.inherits("QHeaderView") or item.inherits("QScrollBar")
        if focusable and not private and not item.inherits("QTabBar"):
            assert item.accessibleName(), type(item).__name__
    assert all(isinstance(button, QAbstractButton) for button in (dialog.take, dialog.none, dialog.own))
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
