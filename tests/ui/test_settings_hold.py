"""Every control of every page of settings is used, the program starts again from what was stored, and finds it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import FakeEngine
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from vault_cases import RememberingStore
from vault_start import PASSPHRASE, end, idle, make_vault

from app.settings import SettingsStore
from app.window.desktop import Desktop
from app.window.preferences import StoredPreferences
from core.domain.errors import StoreError
from core.domain.release import Destination, DestinationKind
from core.resources import resource_root
from core.store.audit_records import AuditKind
from ui.release.viewmodels.phases import EngineState
from ui.review.viewmodels.queue import Age
from ui.shared.actions.pages import COMPOSE, ENGINE, SETTINGS
from ui.shared.theme.theme import Theme
from ui.shared.viewmodels.preferences import LanguageChoice
from ui.shared.widgets.choice_box import ChoiceBox
from ui.vault.viewmodels.vault import VaultPhase
from ui.vault.views.audit_dialog import AuditDialog
from ui.window.views.first_run import FirstRun

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")

PREFERENCES = ("language", "scheme", "diff", "text_scale", "profile", "retest")
CONTROLS = {"text_scale": "text_size"}
"""Controls of the page of settings that are not called as the field they change."""
VAULT = ("idle", "keep")
CLOUD = Destination("c", DestinationKind.ANTHROPIC, "C", "https://api.example.com", "m")
Begin = Callable[[], Desktop]


@pytest.fixture
def begin(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Begin]:
    """A start of the program on one profile with its settings file, vault and key store; closes the one before."""
    running: list[Desktop] = []
    store = RememberingStore()

    def close() -> None:
        while running:
            end(running.pop())

    def start() -> Desktop:
        close()
        kept = StoredPreferences(SettingsStore(tmp_path / "settings.json"))
        made = Desktop(
            qapp,
            lambda _root: FakeEngine(),
            preferences=kept,
            find_keys=lambda: store,
            vault_folder=tmp_path / "vault",
        )
        running.append(made)
        made.start()
        qtbot.waitUntil(lambda: made.compose.engine_state is EngineState.READY)
        if made.vault.phase is not VaultPhase.ABSENT:
            qtbot.waitUntil(lambda: made.vault.phase is VaultPhase.OPEN and made.window.shade.currentIndex() == 0)
        return made

    yield start
    close()


def english(desktop: Desktop) -> Desktop:
    desktop.settings.update(language=LanguageChoice.EN)
    return desktop


def control(desktop: Desktop, name: str) -> ChoiceBox:
    return getattr(desktop.window.settings, CONTROLS.get(name, name))


def pick(box: ChoiceBox, row: int) -> None:
    """With the keyboard, as a person does in a closed box."""
    QTest.keyClick(box, Qt.Key.Key_Home)
    for _ in range(row):
        QTest.keyClick(box, Qt.Key.Key_Down)


def test_every_choice_of_the_settings_holds_after_a_start(begin: Begin, tmp_path: Path) -> None:
    """Each is on the disk at once, as a start reads it; the program itself starts from choices of which none is the
    usual one."""
    desktop = begin()
    desktop.window.show_page(SETTINGS)
    last = {name: choose_every_line(desktop, tmp_path, name) for name in PREFERENCES}
    desktop = begin()
    for name, wanted in last.items():
        assert getattr(desktop.settings.preferences, name) == wanted
        assert control(desktop, name).value == wanted


def choose_every_line(desktop: Desktop, folder: Path, name: str) -> object:
    """Every line of a box; what it stands at in the end, which is not the usual."""
    usual = getattr(desktop.settings.preferences, name)
    rows = range(control(desktop, name).count())
    for row in sorted(rows, key=lambda row: control(desktop, name).value_at(row) != usual):
        # The page is built anew when the language changes: keys pressed one after the other would miss the new box.
        box = control(desktop, name)
        wanted = box.value_at(row)
        box.setCurrentIndex(row)
        box.activated.emit(row)
        read = StoredPreferences(SettingsStore(folder / "settings.json")).load()
        for preferences in (desktop.settings.preferences, read):
            assert getattr(preferences, name) == wanted
            assert type(getattr(preferences, name)) is type(wanted)
        assert desktop.settings.unsaved == {}
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert wanted != usual
    return wanted


def test_the_folder_of_own_texts_holds_after_a_start_and_reaches_the_engine(begin: Begin, tmp_path: Path) -> None:
    desktop = begin()
    row = desktop.window.settings.texts
    assert not row.without.isEnabled()
    row.choose.click()
    dialog = row.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(tmp_path))
    dialog.reject()
    assert row.folder.text() == str(tmp_path)
    assert desktop.compose.engine.texts == tmp_path
    desktop = begin()
    assert desktop.settings.preferences.texts == str(tmp_path)
    assert desktop.compose.engine.texts == tmp_path
    desktop.window.settings.texts.without.click()
    assert desktop.compose.engine.texts is None
    assert StoredPreferences(SettingsStore(tmp_path / "settings.json")).load().texts == ""


def test_a_choice_made_with_the_keyboard_is_taken(begin: Begin) -> None:
    desktop = english(begin())
    desktop.window.show_page(SETTINGS)
    box = desktop.window.settings.profile
    pick(box, 1)
    assert desktop.settings.preferences.profile == box.value_at(1)


def test_every_choice_of_the_vault_holds_after_a_start(begin: Begin, qtbot: QtBot) -> None:
    desktop = english(begin())
    make_vault(desktop, qtbot)
    for name in VAULT:
        box = getattr(desktop.window.vault_card, name)
        pick(box, box.count() - 1)
    wanted = [getattr(desktop.window.vault_card, name).value for name in VAULT]
    idle(desktop, qtbot)
    desktop = begin()
    qtbot.waitUntil(lambda: [getattr(desktop.window.vault_card, name).value for name in VAULT] == wanted)


def test_the_rule_of_four_eyes_is_where_settings_are(begin: Begin, qtbot: QtBot) -> None:
    desktop = english(begin())
    make_vault(desktop, qtbot)
    desktop.window.show_page(SETTINGS)
    box = desktop.window.review_rules.four_eyes
    assert not box.isChecked()
    box.click()
    assert desktop.review.place.four_eyes
    idle(desktop, qtbot)
    desktop = begin()
    qtbot.waitUntil(desktop.window.review_rules.four_eyes.isChecked)
    assert desktop.review.place.four_eyes
    desktop.vault.lock()
    qtbot.waitUntil(lambda: desktop.vault.phase is VaultPhase.LOCKED)
    assert not desktop.window.review_rules.four_eyes.isEnabled()


def test_the_evaluator_can_be_switched_off_for_good(begin: Begin) -> None:
    desktop = english(begin())
    for wanted in (False, True):
        desktop.window.show_page(ENGINE)
        desktop.window.engine.evaluator.click()
        assert desktop.settings.preferences.evaluator is wanted
        desktop = begin()
        assert desktop.window.engine.evaluator.isChecked() is wanted


def test_destinations_are_added_changed_and_removed_from_the_settings(begin: Begin, qtbot: QtBot) -> None:
    desktop = english(begin())
    desktop.window.show_page(SETTINGS)
    desktop.window.settings.add.click()
    dialog = desktop.window.findChild(QDialog)
    pick(dialog.provider, dialog.provider.count() - 1)
    pick(dialog.kind, 1)
    for field, text in (
        (dialog.name, CLOUD.name),
        (dialog.url, CLOUD.base_url),
        (dialog.model.lineEdit(), CLOUD.model),
    ):
        field.clear()
        QTest.keyClicks(field, text)
    QTest.keyClicks(dialog.secret, "sk-test")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Save).click()
    added = desktop.settings.preferences.destinations[0]
    assert (added.kind, added.name, added.model) == (CLOUD.kind, CLOUD.name, CLOUD.model)
    qtbot.waitUntil(lambda: desktop.keys.has(added.id))
    desktop = begin()
    assert desktop.settings.preferences.chosen == added
    qtbot.waitUntil(lambda: desktop.keys.has(added.id))
    desktop.window.show_page(SETTINGS)
    click_named(desktop.window.settings, f"Change {CLOUD.name}")
    dialog = desktop.window.findChild(QDialog)
    assert dialog.kind.value is DestinationKind.ANTHROPIC
    dialog.model.lineEdit().clear()
    QTest.keyClicks(dialog.model.lineEdit(), "m-2")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Save).click()
    desktop = begin()
    assert desktop.settings.preferences.chosen.model == "m-2"
    click_named(desktop.window.settings, f"Remove {CLOUD.name}")
    desktop = begin()
    assert desktop.settings.preferences.destinations == ()


def click_named(root: QWidget, start: str) -> None:
    next(item for item in root.findChildren(QAbstractButton) if item.accessibleName().startswith(start)).click()


def test_the_buttons_of_the_settings_open_what_they_say(begin: Begin, qtbot: QtBot) -> None:
    desktop = english(begin())
    desktop.window.show_page(SETTINGS)
    desktop.window.settings.engine.click()
    assert desktop.window.page == ENGINE
    desktop.window.vault_card.setup.click()
    qtbot.waitUntil(lambda: desktop.window.findChild(FirstRun) is not None)
    shut_dialogs(desktop)
    make_vault(desktop, qtbot, PASSPHRASE)
    card = desktop.window.vault_card
    for button in (card.passphrase, card.rotate, card.backup, card.restore, card.wipe):
        button.click()
        qtbot.waitUntil(lambda: bool(open_dialogs(desktop)))
        shut_dialogs(desktop)
    card.lock.click()
    qtbot.waitUntil(lambda: desktop.vault.phase is VaultPhase.LOCKED)


def open_dialogs(desktop: Desktop) -> list[QDialog]:
    return [item for item in desktop.window.findChildren(QDialog) if item.isVisible()]


def shut_dialogs(desktop: Desktop) -> None:
    for dialog in open_dialogs(desktop):
        dialog.reject()
        dialog.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_no_control_of_the_settings_is_left_out_above(begin: Begin) -> None:
    """A new control needs a test: this one knows all that there are."""
    desktop = english(begin())
    desktop.settings.put_destination(CLOUD)
    page, card, engine = desktop.window.settings, desktop.window.vault_card, desktop.window.engine
    driven = {control(desktop, name) for name in (*PREFERENCES, "engine", "add", "search")}
    buttons = ("setup", "lock", "passphrase", "rotate", "backup", "restore", "wipe")
    driven.add(desktop.window.review_rules.four_eyes)
    driven |= {getattr(card, name) for name in (*VAULT, *buttons)}
    driven |= {page.texts.choose, page.texts.without}
    found = {item for item in page.findChildren(QWidget) if isinstance(item, QAbstractButton | QComboBox | QLineEdit)}
    found -= {item for item in found if isinstance(item.parent(), QLineEdit)}  # the sign inside a field is part of it
    rest = {item.accessibleName() for item in found - driven}
    assert rest == {f"Change {CLOUD.name}", f"Remove {CLOUD.name} and its key"}
    assert engine.isAncestorOf(engine.evaluator)


def test_a_failed_save_is_said_under_the_control_and_nowhere_else(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = english(begin())
    desktop.window.show_page(SETTINGS)
    for name in PREFERENCES:
        refuse(monkeypatch)
        box = control(desktop, name)
        row = box.count() - 1 if box.currentIndex() != box.count() - 1 else 0
        box.setCurrentIndex(row)
        box.activated.emit(row)
        page = desktop.window.settings
        shown = [item for item in notices(page) if not item.isHidden()]
        assert len(shown) == 1, name
        assert shown[0].mapTo(page, shown[0].rect().topLeft()).y() >= 0
        assert desktop.compose.problem is None
        monkeypatch.undo()
        box = control(desktop, name)
        box.activated.emit(box.currentIndex())
        assert [item for item in notices(desktop.window.settings) if not item.isHidden()] == [], name
        assert desktop.settings.unsaved == {}
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def notices(page: QWidget) -> list[QWidget]:
    return [item for item in page.findChildren(QWidget) if type(item).__name__ == "SaveNotice"]


def refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_given: object) -> None:
        raise OSError

    monkeypatch.setattr("app.settings.write_private", broken)


def test_above_the_text_a_failed_save_is_said_at_the_text(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = english(begin())
    desktop.window.show_page(COMPOSE)
    refuse(monkeypatch)
    desktop.settings.update(destination="manual")
    assert desktop.compose.problem is not None
    assert desktop.compose.problem.code == "settings.unwritable"


def test_a_choice_that_the_vault_does_not_take_is_said_in_its_card(
    begin: Begin, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = english(begin())
    make_vault(desktop, qtbot)
    card = desktop.window.vault_card

    def broken(*_given: object) -> None:
        raise StoreError("store.full")

    monkeypatch.setattr(type(desktop.autosave._vault.settings), "put", broken)
    pick(card.idle, 0)
    qtbot.waitUntil(lambda: not card.lost.isHidden())
    assert desktop.compose.problem is None
    monkeypatch.undo()
    pick(card.idle, 2)
    assert card.lost.isHidden()
    idle(desktop, qtbot)


def test_the_audit_trail_is_filtered_by_every_kind(begin: Begin, qtbot: QtBot) -> None:
    desktop = english(begin())
    make_vault(desktop, qtbot)
    desktop.window.open_audit()
    dialog = desktop.window.findChild(AuditDialog)
    for row, kind in enumerate((None, *AuditKind)):
        dialog.kind.setCurrentIndex(row)
        dialog.kind.activated.emit(row)
        idle(desktop, qtbot)
        qtbot.waitUntil(lambda wanted=kind: desktop.audit.chosen.kinds == frozenset({wanted} if wanted else ()))
        assert all(line.kind is kind for line in desktop.audit.rows if kind is not None)
    assert dialog.finding.text() == ""
    shut_dialogs(desktop)


def test_what_is_put_into_a_box_comes_out_of_it(qtbot: QtBot, theme: Theme) -> None:
    box = ChoiceBox(theme)
    qtbot.addWidget(box)
    box.offer(*((item.value, item) for item in Age))
    heard: list[object] = []
    box.picked.connect(heard.append)
    for item in Age:
        box.choose(item)
        assert box.value is item
        box.activated.emit(box.currentIndex())
        assert heard[-1] is item
    box.choose("there is none such")
    assert box.currentIndex() == 0


RAW = frozenset({"itemData", "setItemData", "currentData", "findData"})


def test_only_one_place_stores_and_reads_values_of_lines() -> None:
    """Elsewhere a member of a StrEnum would come back as a plain string."""
    found = []
    for path in sorted((resource_root().parent / "ui").rglob("*.py")):
        if path.name == "choice_box.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in RAW:
                found.append(f"{path.name}:{node.lineno} {node.attr}")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "addItem":
                found += [f"{path.name}:{node.lineno} addItem"] * (len(node.args) > 1)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "QComboBox":
                found.append(f"{path.name}:{node.lineno} QComboBox")
    assert found == []
