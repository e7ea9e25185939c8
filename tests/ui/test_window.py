"""What holds for the whole window: names, tab order, keys while typing, languages, themes, titles."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import NAME, FakeEngine
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from window_fixtures import look_plain

from app.window.desktop import Desktop, render_once
from core.domain.errors import KnownError, ResourceError
from core.domain.release import Destination, DestinationKind
from core.domain.secret import Secret
from core.keys.custody import SessionKeyStore
from ui.release.viewmodels.phases import EngineState, Phase
from ui.shared.theme.tokens import Scheme, SchemeChoice
from ui.shared.viewmodels.preferences import LanguageChoice, Preferences

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")  # the offscreen platform, for dialogs

PROMPT = f"I am {NAME}."
INNER = ("qt_", "_q_")
"""Object names of parts that Qt itself builds into its widgets."""


class Memory:
    def __init__(self, preferences: Preferences | None = None) -> None:
        self.preferences = preferences or Preferences(language=LanguageChoice.EN)
        self.refuses = False

    def load(self) -> Preferences:
        return self.preferences

    def save(self, preferences: Preferences) -> None:
        if self.refuses:
            raise KnownError("settings.unwritable")
        self.preferences = preferences


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def desktop(qapp: QApplication, qtbot: QtBot, memory: Memory) -> Iterator[Desktop]:
    made = Desktop(qapp, lambda _root: FakeEngine(), preferences=memory, find_keys=SessionKeyStore)
    made.start()
    made.window.activateWindow()
    qtbot.waitUntil(lambda: made.compose.engine_state is EngineState.READY and made.window.isActiveWindow())
    yield made
    end(made)


def end(desktop: Desktop) -> None:
    desktop.window.close()
    assert desktop.stop()
    look_plain(QApplication.instance())
    desktop.window.deleteLater()
    desktop.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def type_prompt(desktop: Desktop, qtbot: QtBot, text: str = PROMPT) -> None:
    editor = desktop.window.compose.prompt.editor
    editor.setFocus()
    QTest.keyClicks(editor, text)
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PROPOSED)


def unnamed(root: QWidget) -> list[str]:
    found = []
    for widget in root.findChildren(QWidget):
        if widget.objectName().startswith(INNER) or widget.focusPolicy() is Qt.FocusPolicy.NoFocus:
            continue
        if isinstance(widget.parentWidget(), QFrame) and isinstance(widget.parentWidget().parentWidget(), QComboBox):
            continue  # the list that a combo box opens carries the name of the box
        spoken = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
        if not spoken.strip():
            found.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}")
    return found


@pytest.mark.parametrize("language", [LanguageChoice.EN, LanguageChoice.ZH])
def test_ui_20_every_control_has_a_name_in_both_languages(
    desktop: Desktop, qtbot: QtBot, language: LanguageChoice
) -> None:
    desktop.settings.update(language=language)
    desktop.settings.put_destination(Destination("c", DestinationKind.OPENAI, "C", "https://api.example.com/v1", "m"))
    type_prompt(desktop, qtbot)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PASSED)
    assert unnamed(desktop.window) == []
    desktop.window.add_destination()
    dialog = desktop.window.findChild(QDialog)
    assert unnamed(dialog) == []
    dialog.reject()


def test_names_follow_the_language_at_once_and_the_draft_stays(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot)
    before = desktop.window.compose.prompt.editor.accessibleName()
    desktop.settings.update(language=LanguageChoice.ZH)
    after = desktop.window.compose.prompt.editor
    assert after.accessibleName() != before
    assert after.exact_text() == PROMPT
    assert desktop.window.compose.bar.primary.text() == "脱敏并发送"
    desktop.settings.update(language=LanguageChoice.EN)
    assert desktop.window.compose.prompt.editor.accessibleName() == before


def test_ui_21_tab_reaches_the_primary_action_and_every_stop_is_visible(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot)
    desktop.window.compose.prompt.editor.setFocus()
    seen: list[QWidget] = []
    for _ in range(60):
        focus = QApplication.focusWidget()
        assert focus is not None
        assert focus.isVisible()
        if focus in seen:
            break
        seen.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    places = [seen.index(item) for item in (desktop.window.compose.prompt.editor, desktop.window.compose.bar.primary)]
    assert places == sorted(places)


def test_single_letters_and_space_only_write_while_typing(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot, "axjkeszm 123 ?")
    assert desktop.compose.draft.text == "axjkeszm 123 ?"
    assert desktop.compose.draft.corrections.draft.levels == {}
    assert desktop.compose.turns == ()


def test_escape_does_nothing_dangerous_when_nothing_runs(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot)
    QTest.keyClick(desktop.window.compose.prompt.editor, Qt.Key.Key_Escape)
    assert desktop.compose.draft.text == PROMPT
    assert desktop.window.isVisible()


def test_a_second_click_right_after_the_verdict_does_not_send(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot)
    bar = desktop.window.compose.bar
    bar.press()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PASSED)
    bar.press()
    assert desktop.compose.turns == ()
    qtbot.waitUntil(bar.primary.isEnabled)
    assert desktop.compose.turns == ()


def test_no_word_of_the_prompt_in_any_title(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PASSED)
    desktop.window.compose.show_certificate()
    for window in QApplication.topLevelWidgets():
        assert NAME not in window.windowTitle()
        assert NAME not in window.windowFilePath()
    for dialog in desktop.window.findChildren(QDialog):
        dialog.reject()


def test_the_theme_changes_while_the_window_is_open_and_loses_nothing(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot)
    desktop.settings.update(scheme=SchemeChoice.DARK)
    assert desktop.theme.scheme is Scheme.DARK
    desktop.settings.update(scheme=SchemeChoice.LIGHT)
    assert desktop.theme.scheme is Scheme.LIGHT
    assert desktop.window.compose.prompt.editor.exact_text() == PROMPT


def test_settings_that_cannot_be_saved_hold_and_say_so(desktop: Desktop, memory: Memory) -> None:
    memory.refuses = True
    desktop.settings.update(scheme=SchemeChoice.DARK)
    assert desktop.theme.scheme is Scheme.DARK
    assert desktop.compose.problem is not None
    assert desktop.compose.problem.code == "settings.unwritable"


def test_a_destination_from_the_editor_is_kept_and_its_key_never_shown(desktop: Desktop, qtbot: QtBot) -> None:
    window = desktop.window
    window.add_destination()
    dialog = window.findChild(QDialog)
    save = dialog.buttons.button(QDialogButtonBox.StandardButton.Save)
    dialog.provider.setCurrentIndex(dialog.provider.count() - 1)
    dialog.provider.activated.emit(dialog.provider.count() - 1)
    assert not save.isEnabled()
    for field, text in (
        (dialog.name, "Cloud"),
        (dialog.url, "http://api.example.com"),
        (dialog.model.lineEdit(), "m-1"),
        (dialog.secret, "sk-test"),
    ):
        QTest.keyClicks(field, text)
    assert not save.isEnabled()
    dialog.url.clear()
    QTest.keyClicks(dialog.url, "https://api.example.com/v1")
    assert dialog.secret.echoMode() is QLineEdit.EchoMode.Password
    assert save.isEnabled()
    QTest.mouseClick(save, Qt.MouseButton.LeftButton)
    added = desktop.settings.preferences.chosen
    assert (added.name, added.model) == ("Cloud", "m-1")
    qtbot.waitUntil(lambda: desktop.keys.has(added.id))
    assert "sk-test" not in repr(desktop.settings.preferences)
    assert desktop.compose.destination == added


def test_removing_a_destination_forgets_its_key_and_goes_back_to_the_dry_run(desktop: Desktop, qtbot: QtBot) -> None:
    desktop.settings.put_destination(Destination("c", DestinationKind.OPENAI, "C", "https://api.example.com/v1", "m"))
    desktop.keys.put("c", Secret("sk-test"))
    qtbot.waitUntil(lambda: desktop.keys.has("c"))
    desktop.settings.remove_destination("c")
    assert not desktop.keys.has("c")
    assert desktop.compose.destination.kind is DestinationKind.DRY_RUN


def test_an_engine_that_cannot_start_leaves_a_window_that_says_why(
    qapp: QApplication, qtbot: QtBot, memory: Memory
) -> None:
    def broken(_root: object) -> object:
        raise ResourceError("resource.unreadable", details={"file": "taxonomy.toml"})

    desktop = Desktop(qapp, broken, preferences=memory, find_keys=SessionKeyStore)
    desktop.start()
    qtbot.waitUntil(lambda: desktop.compose.engine_state is EngineState.FAILED)
    bar = desktop.window.compose.bar
    assert "taxonomy.toml" in bar.headline.text()
    assert not bar.primary.isEnabled()
    assert bar.reason.text()
    end(desktop)


def test_the_window_can_be_rendered_without_a_screen(qapp: QApplication) -> None:
    assert render_once(lambda _root: FakeEngine()) == "1280x720"


def test_larger_text_reaches_titles_and_editors_and_keeps_the_draft(desktop: Desktop, qtbot: QtBot) -> None:
    """UI-19: a label with a font of its own must not stay small."""
    type_prompt(desktop, qtbot)
    compose = desktop.window.compose
    before = [compose.prompt.title.font().pointSizeF(), compose.sent.title.font().pointSizeF()]
    desktop.window.scale_text(1.0, (1.0, 2.0))
    compose = desktop.window.compose
    after = [compose.prompt.title.font().pointSizeF(), compose.sent.title.font().pointSizeF()]
    assert after == pytest.approx([2 * size for size in before])
    assert compose.prompt.editor.exact_text() == PROMPT
    assert compose.sent.text.exact_text()
    desktop.window.scale_text(0.0, (1.0, 2.0))
    assert desktop.window.compose.prompt.title.font().pointSizeF() == pytest.approx(before[0])


def test_no_pane_header_is_cut_at_the_usual_size(desktop: Desktop, qtbot: QtBot) -> None:
    desktop.window.resize(1280, 720)
    type_prompt(desktop, qtbot)
    qtbot.waitUntil(lambda: desktop.window.compose.sent.state.width() > 0)
    state = desktop.window.compose.sent.state
    assert state.text() == state.toolTip()


def test_while_editing_the_bar_does_not_say_pass(desktop: Desktop, qtbot: QtBot) -> None:
    type_prompt(desktop, qtbot)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PASSED)
    bar = desktop.window.compose.bar
    assert bar.property("voice") == "pass"
    desktop.compose.begin_edit()
    assert bar.property("voice") == "quiet"
    assert not bar.certificate.isVisible()
    assert bar.check_edit.isVisible()
    desktop.compose.hand.discard()
    assert bar.property("voice") == "pass"
