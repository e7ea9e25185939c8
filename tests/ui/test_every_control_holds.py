"""Every control of every page is found, set as a person sets it, and looked for after a start (issue: nothing is dead).

The controls are read off the window, so a new one is driven too, or named here with the reason why it begins afresh."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from test_settings_hold import CLOUD, Begin, begin, english, refuse  # noqa: F401
from vault_start import idle, make_vault

from app.settings import Settings, SettingsStore
from app.window.desktop import Desktop
from app.window.preferences import StoredPreferences
from core.domain.release import RetestPolicy
from ui.shared.actions.pages import COMPOSE, ENGINE, HISTORY, INSIGHTS, LIBRARY, REVIEW, SETTINGS
from ui.shared.theme.tokens import DiffSet, SchemeChoice
from ui.shared.viewmodels.preferences import FramePlace, LanguageChoice, LocalChoice, Preferences, TrustedServer
from ui.shared.widgets.choice_box import ChoiceBox

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

PAGES = (COMPOSE, REVIEW, LIBRARY, HISTORY, INSIGHTS, SETTINGS, ENGINE)
KEPT = {
    COMPOSE: set(),
    REVIEW: set(),
    LIBRARY: {"Adopt better versions without asking"},
    HISTORY: set(),
    INSIGHTS: set(),
    SETTINGS: {
        "Language",
        "Colours",
        "Colours of changes",
        "Text size",
        "Test by the destination's own model",
        "Protocol",
        "Lock when nobody uses it for",
        "Delete conversations for ever after",
        "Nobody releases what they submitted",
    },
    ENGINE: {"A small model inside this program looks at every verdict once more"},
}
"""Controls by name that hold for the next start. All others choose what is looked at now: a search, a filter, a view of
one comparison, an entry of a form. A filter that outlives the day hides what somebody looks for."""


@dataclass(frozen=True)
class Setting:
    """One control and how it can stand: lines of a box, on and off, or a text."""

    name: str
    states: int


def controls(page: QWidget) -> dict[str, QWidget]:
    """Everything on a page that can be set, by its name; of several with one name the first that can be used."""
    found: dict[str, QWidget] = {}
    for item in page.findChildren(QWidget):
        private = item.objectName().startswith("qt_") or isinstance(item.parent(), QComboBox | QAbstractSpinBox)
        box = isinstance(item, QComboBox | QLineEdit | QAbstractSpinBox)
        if private or not (box or (isinstance(item, QAbstractButton) and item.isCheckable())):
            continue
        assert item.accessibleName(), type(item).__name__
        other = found.get(item.accessibleName())
        if other is None or (not other.isEnabled() and item.isEnabled()):
            found[item.accessibleName()] = item
    return found


def states(item: QWidget) -> int:
    return item.count() if isinstance(item, QComboBox) else 2


def state(item: QWidget) -> object:
    if isinstance(item, ChoiceBox):
        return item.value
    if isinstance(item, QComboBox):
        return item.currentText()
    return item.text() if isinstance(item, QLineEdit) else item.isChecked()


def put(item: QWidget, number: int) -> object:
    """Set a control as a person does; returns what it stands at."""
    if isinstance(item, QComboBox):
        wanted = item.value_at(number) if isinstance(item, ChoiceBox) else item.itemText(number)
        item.setCurrentIndex(number)
        item.activated.emit(number)
        return wanted
    if isinstance(item, QLineEdit):
        text = "quokka" if number else ""
        item.clear()
        item.insert(text)
        item.textEdited.emit(text)
        return text
    if item.isChecked() != bool(number) and item.isEnabled():
        item.click()
        return bool(number)
    return item.isChecked()


def opened(desktop: Desktop, page: str, qtbot: QtBot) -> dict[str, QWidget]:
    desktop.window.show_page(page)
    idle(desktop, qtbot)
    return controls(desktop.window.made[page])


@pytest.mark.parametrize("page", PAGES)
def test_every_control_is_set_and_found_again(begin: Begin, qtbot: QtBot, page: str) -> None:  # noqa: F811
    desktop = english(begin())
    make_vault(desktop, qtbot)
    names = {Setting(name, states(item)) for name, item in opened(desktop, page, qtbot).items()}
    assert KEPT[page] <= {item.name for item in names}
    for setting in sorted(names, key=lambda item: item.name):
        for number in range(setting.states) if setting.name not in KEPT[page] else ():
            item = opened(desktop, page, qtbot).get(setting.name)
            if item is not None and item.isEnabled():
                put(item, number)
        idle(desktop, qtbot)
        assert desktop.settings.unsaved == {}
    kept = sorted(KEPT[page] - {"Language"})
    for end in (-1, 0) if kept else ():
        wanted = {}
        for name in kept:
            item = opened(desktop, page, qtbot)[name]
            wanted[name] = put(item, range(states(item))[end])
            idle(desktop, qtbot)
        desktop = begin()
        qtbot.waitUntil(lambda: standing(desktop, page, qtbot, kept) == wanted)  # noqa: B023


def standing(desktop: Desktop, page: str, qtbot: QtBot, names: list[str]) -> dict[str, object]:
    found = opened(desktop, page, qtbot)
    return {name: state(found[name]) for name in names}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_without_a_vault_can_be_used_too(begin: Begin, qtbot: QtBot, page: str) -> None:  # noqa: F811
    desktop = english(begin())
    desktop.window.show_page(page)
    for name, item in controls(desktop.window.made[page]).items():
        if item.isEnabled() and name != "Language":
            put(item, states(item) - 1)
    assert desktop.settings.unsaved == {}


def test_no_page_is_left_out(begin: Begin) -> None:  # noqa: F811
    assert set(english(begin()).window.made) == set(PAGES) == set(KEPT)


def test_every_field_of_the_preferences_goes_to_the_disk_and_back(tmp_path: Path) -> None:
    other = Preferences(
        LanguageChoice.ZH,
        SchemeChoice.DARK,
        DiffSet.COLOUR_BLIND,
        "balanced",
        (CLOUD,),
        CLOUD.id,
        LocalChoice(True, "127.0.0.1:1", "m", "j", True),
        (TrustedServer("http://192.168.1.2:1", "2026-01-01T00:00:00+00:00"),),
        False,
        "texts",
        RetestPolicy.ALWAYS,
        3,
        1.5,
        FramePlace(10, 20, 1100, 700, True),
        (("prompt.new", "Ctrl+Alt+N"),),
    )
    usual = Preferences()
    assert all(getattr(other, field.name) != getattr(usual, field.name) for field in fields(Preferences))
    file = tmp_path / "settings.json"
    StoredPreferences(SettingsStore(file)).save(other)
    assert StoredPreferences(SettingsStore(file)).load() == other


def test_a_first_start_begins_with_what_the_program_calls_usual(tmp_path: Path) -> None:
    """No second list of defaults may disagree: a first start ran the strict protocol because one did."""
    assert StoredPreferences(SettingsStore(tmp_path / "none.json")).load() == Preferences()
    file = tmp_path / "settings.json"
    StoredPreferences(SettingsStore(file)).save(Preferences())
    assert SettingsStore(file).load() == Settings()


def test_the_window_comes_back_where_it_stood(begin: Begin) -> None:  # noqa: F811
    desktop = begin()
    desktop.window.fit_screen()
    desktop.window.setGeometry(10, 10, desktop.window.minimumWidth(), desktop.window.minimumHeight())
    stood = desktop.window.size()
    desktop = begin()
    desktop.window.fit_screen()
    assert desktop.window.size() == stood
    assert desktop.settings.preferences.frame is not None


def test_a_place_that_no_screen_shows_is_not_gone_to(begin: Begin) -> None:  # noqa: F811
    desktop = begin()
    desktop.settings.update(frame=FramePlace(90_000, 90_000, 1000, 700))
    desktop.window.fit_screen()
    assert desktop.window.screen().availableGeometry().intersects(desktop.window.geometry())
    desktop.window.resize(QSize(1000, 700))


def test_a_size_of_text_chosen_with_keys_is_the_one_of_the_settings(begin: Begin) -> None:  # noqa: F811
    desktop = english(begin())
    desktop.window.registry.trigger("view.larger")
    desktop = begin()
    assert desktop.settings.preferences.text_scale == pytest.approx(1.1)
    desktop.window.show_page(SETTINGS)
    assert desktop.window.settings.text_size.value == pytest.approx(1.1)
    desktop.window.registry.trigger("view.normal")
    assert replace(desktop.settings.preferences).text_scale == pytest.approx(1.0)


def test_a_choice_of_the_page_of_engines_that_is_not_saved_is_said_there(
    begin: Begin,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desktop = english(begin())
    desktop.window.show_page(ENGINE)
    refuse(monkeypatch)
    desktop.window.engine.evaluator.click()
    told = [item for item in desktop.window.engine.findChildren(QWidget) if type(item).__name__ == "SaveNotice"]
    assert [item.isHidden() for item in told].count(False) == 1
