"""A known provider needs a key and nothing else; a missing key is asked for, and nothing is sent without it."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot
from test_settings_hold import Begin, begin, english, pick  # noqa: F401
from vault_start import type_and_judge

from app.window.desktop import Desktop
from core.domain.language import Language
from core.domain.release import Destination, DestinationKind
from core.net.address import make_destination, parse_base_url
from core.resources import resource_root
from ui.release.viewmodels.phases import Phase, is_on_this_computer
from ui.settings.viewmodels.presets import Provider, load_providers
from ui.settings.views.destination_dialog import DestinationDialog

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

PROVIDERS = load_providers(resource_root(), Language.EN)
SAVE = QDialogButtonBox.StandardButton.Save
CLOUD = Destination("c", DestinationKind.OPENAI, "C", "https://api.example.com/v1", "m")


def opened(desktop: Desktop) -> DestinationDialog:
    desktop.window.add_destination()
    dialog = desktop.window.findChild(DestinationDialog)
    assert dialog is not None
    return dialog


@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda item: item.id)
def test_every_provider_is_an_address_that_can_be_used(provider: Provider) -> None:
    for model in provider.models:
        made = make_destination(
            "x", provider.kind, provider.names[Language.ZH], base_url=provider.base_url, model=model
        )
        assert provider.fits(made)
    assert parse_base_url(provider.base_url).origin.scheme == "https"
    assert all(provider.names[language].strip() for language in Language)


def test_the_usual_ones_of_a_language_come_first() -> None:
    for language in Language:
        assert load_providers(resource_root(), language)[0].first is language
    assert {item.id for item in load_providers(resource_root(), Language.ZH)} == {item.id for item in PROVIDERS}


@pytest.mark.parametrize("row", range(len(PROVIDERS)), ids=[item.id for item in PROVIDERS])
def test_only_the_key_is_to_be_given(begin: Begin, qtbot: QtBot, row: int) -> None:  # noqa: F811
    desktop = english(begin())
    dialog = opened(desktop)
    pick(dialog.provider, row)
    assert dialog.provider.value == PROVIDERS[row]
    assert [item.isVisibleTo(dialog) for item in (dialog.kind, dialog.url, dialog.account)] == [False] * 3
    assert not dialog.test.isEnabled()
    QTest.keyClicks(dialog.secret, "sk-test")
    assert dialog.test.isEnabled()
    dialog.buttons.button(SAVE).click()
    added = desktop.settings.preferences.chosen
    assert PROVIDERS[row].fits(added)
    assert (added.name, added.model) == (PROVIDERS[row].names[Language.EN], PROVIDERS[row].models[0])
    qtbot.waitUntil(lambda: desktop.keys.has(added.id))


def test_a_provider_is_recognised_when_it_is_changed(begin: Begin) -> None:  # noqa: F811
    desktop = english(begin())
    known = PROVIDERS[2]
    desktop.settings.put_destination(replace(CLOUD, base_url=known.base_url, kind=known.kind))
    desktop.window.change_destination(desktop.settings.preferences.chosen)
    dialog = desktop.window.findChild(DestinationDialog)
    assert dialog.provider.value == known
    assert dialog.model.currentText() == CLOUD.model
    pick(dialog.provider, len(PROVIDERS))
    assert dialog.url.isVisibleTo(dialog)


def test_the_keyboard_goes_from_field_to_field_as_they_stand(begin: Begin) -> None:  # noqa: F811
    desktop = english(begin())
    dialog = opened(desktop)
    pick(dialog.provider, len(PROVIDERS))
    order, item = [], dialog.provider
    while item is not dialog.test:
        if item.focusPolicy() & Qt.FocusPolicy.TabFocus and item.parent() is dialog and item.isVisibleTo(dialog):
            order.append(item)
        item = item.nextInFocusChain()
    places = [item.mapTo(dialog, item.rect().topLeft()).y() for item in (*order, dialog.test)]
    assert places == sorted(places)
    assert len(order) == 7


def test_the_test_button_stays_where_it_is_whatever_is_said(begin: Begin, qtbot: QtBot) -> None:  # noqa: F811
    desktop = english(begin())
    dialog = opened(desktop)
    QTest.keyClicks(dialog.secret, "sk-test")
    qtbot.wait(20)
    before = dialog.test.mapTo(dialog, dialog.test.rect().topLeft())
    dialog._say("A long sentence about what went wrong. " * 8, "block")
    dialog.problem.setText("Something is missing. " * 6)
    dialog.problem.setVisible(True)
    qtbot.wait(20)
    assert dialog.test.mapTo(dialog, dialog.test.rect().topLeft()) == before


def test_without_a_key_nothing_is_sent_and_the_bar_asks_for_it(begin: Begin, qtbot: QtBot) -> None:  # noqa: F811
    desktop = english(begin())
    desktop.settings.update(evaluator=False)
    desktop.settings.put_destination(CLOUD)
    qtbot.waitUntil(lambda: desktop.keys.missing(CLOUD.id))
    type_and_judge(desktop, qtbot)
    bar, model = desktop.window.compose.bar, desktop.compose
    model.flow.approval.set_confirmed(True)
    assert bar.key.isVisibleTo(bar)
    assert (model.primary.enabled, model.primary.reason) == (False, "key_missing")
    model.flow.approve()
    assert model.phase is Phase.PASSED
    QTest.keyClicks(bar.key.field, "sk-test")
    QTest.keyClick(bar.key.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desktop.keys.has(CLOUD.id) and model.primary.enabled)
    assert not bar.key.isVisibleTo(bar)
    assert bar.key.field.text() == ""


def test_a_server_on_this_computer_may_do_without_a_key() -> None:
    assert is_on_this_computer(replace(CLOUD, base_url="http://127.0.0.1:1234/v1"))
    assert not is_on_this_computer(CLOUD)
    assert not is_on_this_computer(replace(CLOUD, base_url=""))
