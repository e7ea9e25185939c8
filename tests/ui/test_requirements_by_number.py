"""UI-01 to UI-40: each has a test named by its number; those that had none of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from compose_fakes import NAME, FakeEngine
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from test_window import Memory, end, type_prompt

from app.window.desktop import Desktop
from core.domain.request import MAX_TEXT_BYTES
from core.keys.custody import SessionKeyStore
from ui.compose.viewmodels.dropped_files import Refused, read_dropped
from ui.release.viewmodels.phases import EngineState, Phase

pytestmark = pytest.mark.qt_log_ignore("does not support")
TESTS = Path(__file__).parents[1]


@pytest.fixture
def desktop(qapp: QApplication, qtbot: QtBot) -> Iterator[Desktop]:
    made = Desktop(qapp, lambda _root: FakeEngine(), preferences=Memory(), find_keys=SessionKeyStore)
    made.start()
    made.window.activateWindow()
    qtbot.waitUntil(lambda: made.compose.engine_state is EngineState.READY and made.window.isActiveWindow())
    yield made
    end(made)


def test_every_requirement_has_a_test_of_its_number() -> None:
    written = "\n".join(path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    named = set(re.findall(r"def test_ui_(\d\d)_", written))
    assert {f"{number:02}" for number in range(1, 41)} - named == set()


def test_ui_21_a_dialog_keeps_the_keyboard_and_gives_it_back(desktop: Desktop, qtbot: QtBot) -> None:
    editor = desktop.window.compose.prompt.editor
    editor.setFocus()
    desktop.window.add_destination()
    dialog = desktop.window.findChild(QDialog)
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    assert dialog.isModal()
    for _ in range(30):
        QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Tab)
        assert dialog.isAncestorOf(QApplication.focusWidget())
    dialog.reject()
    desktop.window.activateWindow()
    qtbot.waitUntil(editor.hasFocus)


def test_ui_22_what_has_changed_is_spoken_and_not_only_painted(desktop: Desktop, qtbot: QtBot) -> None:
    bar = desktop.window.compose.bar
    before = (bar.accessibleName(), bar.accessibleDescription())
    type_prompt(desktop, qtbot)
    desktop.compose.act()
    qtbot.waitUntil(lambda: desktop.compose.phase is Phase.PASSED)
    after = (bar.accessibleName(), bar.accessibleDescription())
    assert after != before
    assert bar.headline.text() in " ".join(after)


def test_ui_25_chinese_at_twice_the_size_shows_all_of_its_text() -> None:
    """`test_ui_19_the_pages_show_all_of_their_text` holds 200 %, in both languages."""
    from test_nothing_is_cut import LANGUAGES, SIZES

    from ui.shared.viewmodels.preferences import LanguageChoice

    assert LanguageChoice.ZH in LANGUAGES
    assert any(scale == 2.0 for *_size, scale in SIZES)


def files(tmp_path: Path) -> dict[str, Path]:
    made = {name: tmp_path / name for name in ("note.txt", "plan.MD", "scan.pdf", "huge.txt", "latin.txt")}
    made["note.txt"].write_text(f"I am {NAME}.", "utf-8")
    made["plan.MD"].write_text("\ufeff# Plan", "utf-8")
    made["scan.pdf"].write_bytes(b"%PDF-1.7")
    made["huge.txt"].write_bytes(b"a" * (MAX_TEXT_BYTES + 1))
    made["latin.txt"].write_bytes(b"caf\xe9")
    return made


def test_ui_36_files_are_taken_or_refused_with_a_reason(tmp_path: Path) -> None:
    found = {item.name: item for item in read_dropped((*files(tmp_path).values(), tmp_path / "gone.txt"))}
    assert found["note.txt"].text == f"I am {NAME}."
    assert found["plan.MD"].text == "# Plan"
    assert found["scan.pdf"].refused is Refused.KIND
    assert found["huge.txt"].refused is Refused.SIZE
    assert found["latin.txt"].refused is Refused.UNREADABLE
    assert found["gone.txt"].refused is Refused.UNREADABLE
    assert all((item.text is None) != (item.refused is None) for item in found.values())


def dropped(path: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    return data


def test_ui_36_a_dropped_file_is_text_and_never_its_path(desktop: Desktop, tmp_path: Path) -> None:
    compose = desktop.window.compose
    made = files(tmp_path)
    compose.prompt.editor.insertFromMimeData(dropped(made["scan.pdf"]))
    assert compose.prompt.editor.exact_text() == ""
    assert "scan.pdf" in compose.undo.text()
    compose.prompt.editor.insertFromMimeData(dropped(made["note.txt"]))
    assert desktop.compose.draft.text == f"I am {NAME}."
    assert str(tmp_path) not in desktop.compose.draft.text


def test_ui_36_what_is_dropped_on_a_busy_pane_waits(desktop: Desktop, qtbot: QtBot, tmp_path: Path) -> None:
    compose, model = desktop.window.compose, desktop.compose
    type_prompt(desktop, qtbot, "Hello. ")
    model.act()
    assert model.draft.locked
    compose.prompt.editor.insertFromMimeData(dropped(files(tmp_path)["note.txt"]))
    assert model.draft.text == "Hello. "
    assert compose.undo.text()
    qtbot.waitUntil(lambda: NAME in model.draft.text)


def test_ui_37_a_paste_of_an_image_with_markup_leaves_its_text_only(desktop: Desktop) -> None:
    data = QMimeData()
    data.setHtml("<img src='https://x.example/a.png'><b>bold</b>")
    data.setText("bold")
    editor = desktop.window.compose.prompt.editor
    editor.insertFromMimeData(data)
    assert editor.exact_text() == "bold"
