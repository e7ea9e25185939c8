"""The library's room on screen: tree, versions, files, keyboard, names, empty states, the lock."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from library_fakes import (
    FIXED,
    PROMPT,
    RULES,
    many,
)
from library_harness import LibraryHarness, shown_labels
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.taxonomy import Domain, Taxonomy
from core.resources import resource_root
from ui.library.views.import_dialog import ImportDialog
from ui.library.views.page import LibraryPage
from ui.library.views.tree import HIDE, KEEP, RECOGNIZERS, Place
from ui.shared.theme.theme import Theme
from ui.shared.wording.sentences import Sentences

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


# Frame


def test_without_a_vault_the_page_says_what_to_do(harness: LibraryHarness) -> None:
    assert "Nothing learned yet" in shown_labels(harness.page)
    assert harness.page.setup.isVisible()
    harness.use()
    assert not harness.page.setup.isVisible()
    harness.models.library.use(None)
    assert harness.page.setup.isVisible()


@pytest.mark.parametrize("place", [Place("learning"), Place(key=RULES), Place(HIDE), Place(KEEP), Place(RECOGNIZERS)])
def test_everything_that_takes_the_focus_has_a_name_and_is_large_enough(
    harness: LibraryHarness, theme: Theme, place: Place
) -> None:
    harness.use()
    harness.page.go(place)
    for part in harness.page.findChildren(QWidget):
        focusable = part.focusPolicy() is not Qt.FocusPolicy.NoFocus and part.focusProxy() is None
        private = part.objectName().startswith("qt_") or isinstance(part, QScrollBar) or part.inherits("QHeaderView")
        if focusable and part.isVisible() and not private:
            assert part.accessibleName(), type(part).__name__
    for button in harness.page.findChildren(QAbstractButton):
        if button.isVisible() and not button.objectName().startswith("qt_") and button.text():
            assert button.height() >= theme.target, button.text()
    for label in harness.page.findChildren(QLabel):
        assert label.textFormat() is Qt.TextFormat.PlainText or not label.text()


def test_the_tree_says_which_version_is_active_and_where_one_is_pinned(harness: LibraryHarness) -> None:
    harness.library.pins[Domain.MEDICAL] = 2
    harness.use()
    tree = harness.page.tree
    harness.page.go(Place(key=RULES))
    text = tree.currentIndex().siblingAtColumn(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "version 3 of 3 is active" in text
    assert "pinned to version 2" in text
    assert harness.models.library.chosen == RULES


def test_a_new_page_opens_where_the_old_one_was(
    harness: LibraryHarness, theme: Theme, taxonomy: Taxonomy, qtbot: QtBot
) -> None:
    harness.use()
    harness.page.go(Place(key=RULES))
    harness.models.library.show(2)
    again = LibraryPage(theme, taxonomy, harness.models, Sentences(resource_root(), lambda: Language.EN))
    qtbot.addWidget(again)
    again.show()
    assert again.panels.currentWidget() is again.versions
    assert again.versions.list.currentIndex().row() == 1


# Versions


def test_ui_35_the_timeline_tells_message_author_evidence_and_use(harness: LibraryHarness) -> None:
    harness.use()
    harness.page.go(Place(key=RULES))
    model = harness.page.versions.list.model()
    newest = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Version 3 · active" in newest
    assert "Ada" in newest
    assert "tried" in newest
    assert "runs: 3" in newest
    assert "As shipped" in model.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_line_under_the_cursor_says_why_it_is_there(harness: LibraryHarness) -> None:
    harness.use()
    harness.page.go(Place(key=RULES))
    pane = harness.page.versions
    assert "since version 2" in pane.why.text()
    assert "8 × Missed" in pane.why.text()
    assert "Hospital" in pane.why.text()
    pane.content.moveCursor(QTextCursor.MoveOperation.Down)
    assert pane.why.text().startswith("Line 2, since version 3")
    assert pane.content.accessibleDescription() == pane.why.text()


def test_a_rule_is_worded_and_shows_its_notation_where_the_pointer_rests(harness: LibraryHarness) -> None:
    harness.use()
    harness.page.go(Place(key=RULES))
    content = harness.page.versions.content
    assert [line.partition(":")[0] for line in content.toPlainText().split("\n")] == ["Hospital or clinic"] * 2
    assert "admitted to" in content.toPlainText()
    assert "&lt;- 24: ward | clinic 0" in content.hint(0)
    assert content.hint(7) == ""


def test_ui_35_a_comparison_shows_both_versions_and_their_runs(harness: LibraryHarness) -> None:
    harness.use()
    harness.page.go(Place(key=RULES))
    pane = harness.page.versions
    pane.compare.choose(1)
    pane.compare.activated.emit(pane.compare.currentIndex())
    assert pane.stack.currentWidget() is pane.diff
    assert pane.diff.result.after.startswith("Hospital")
    assert pane.figures.text().count("Version") == 2
    assert not pane.why.isVisible()


def test_ui_35_one_click_rolls_back_and_one_takes_it_back(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    harness.page.go(Place(key=RULES))
    pane = harness.page.versions
    assert not pane.back.isEnabled()
    harness.models.library.show(1)
    qtbot.mouseClick(pane.back, Qt.MouseButton.LeftButton)
    assert harness.models.library.active == 4
    assert harness.page.bar.isVisible()
    assert "Version 4" in harness.page.bar.text()
    qtbot.mouseClick(harness.page.bar.undo, Qt.MouseButton.LeftButton)
    assert harness.models.library.active == 5
    assert not harness.page.bar.isVisible()


def test_a_fixed_prompt_says_why_nothing_changes_it(harness: LibraryHarness) -> None:
    harness.use()
    harness.page.go(Place(key=FIXED))
    assert "fixed" in harness.page.versions.about.text()
    assert not harness.page.versions.back.isEnabled()


def test_ui_35_a_pin_is_set_from_the_menu(harness: LibraryHarness) -> None:
    harness.use()
    harness.page.go(Place(key=RULES))
    harness.models.library.show(2)
    menu = harness.page.versions.pin.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "Medical").trigger()
    assert harness.library.pins == {Domain.MEDICAL: 2}


def test_an_error_is_told_in_words(harness: LibraryHarness) -> None:
    harness.use()
    harness.page.go(Place(key=RULES))
    harness.library.error = InputError("library.nothing")
    harness.models.library.roll_back(1)
    assert "Nothing would change" in harness.page.message.text()
    assert harness.page.message.isVisible()


def test_a_file_is_reviewed_in_a_dialog(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    harness.models.library.open_import(Path("any"))
    dialog = harness.page.findChild(ImportDialog)
    assert dialog is not None
    assert "ab12 cd34" in shown_labels(dialog)
    assert [row.cells[1] for row in dialog.table.rows] == ["changed", "kept out"]
    assert dialog.adopt.text() == "Adopt 1 change"
    assert dialog.drop.isDefault()
    qtbot.mouseClick(dialog.adopt, Qt.MouseButton.LeftButton)
    assert harness.models.library.review is None
    assert not dialog.isVisible()


def test_dropping_a_file_changes_nothing(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    harness.models.library.open_import(Path("any"))
    dialog = harness.page.findChild(ImportDialog)
    assert dialog is not None
    qtbot.mouseClick(dialog.drop, Qt.MouseButton.LeftButton)
    assert harness.models.library.review is None
    assert len(harness.library.rows) == 3


# Lock


def test_a_lock_clears_every_panel(harness: LibraryHarness) -> None:
    harness.words.entries.update(many(3))
    harness.use()
    harness.page.go(Place(key=PROMPT))
    harness.models.learning.distil()
    for model in (harness.models.library, harness.models.learning, harness.models.dictionaries):
        model.use(None)  # type: ignore[attr-defined]
    assert harness.page.versions.list.model().rowCount() == 0
    assert harness.page.learning.table.rows == ()
    assert harness.page.learning.distillation.proposals.rows == ()
    assert harness.page.hide_list.list.model().rowCount() == 0
    left = [field.text() for field in harness.page.findChildren(QLineEdit)]
    assert not any(left)
