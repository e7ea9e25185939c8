"""Wherever a type is chosen, it can be searched for: the boxes of the library open the window of types."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from library_harness import LibraryHarness
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from ui.library.viewmodels.ports import ListEntry, ListKind
from ui.library.views.csv_dialog import CsvDialog
from ui.library.views.tree import HIDE, RECOGNIZERS, Place
from ui.library.views.type_box import TypeBox
from ui.shared.theme.theme import Theme
from ui.shared.widgets.type_picker import TypePicker
from ui.shared.wording.wording import type_label

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


def opened(box: TypeBox) -> TypePicker:
    """By the key that opens a box, as people do without a mouse."""
    QTest.keyClick(box, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    picker = QApplication.activePopupWidget()
    assert isinstance(picker, TypePicker)
    return picker


@pytest.fixture
def box(theme: Theme, taxonomy: Taxonomy, tongue: Language, qtbot: QtBot) -> TypeBox:
    made = TypeBox(theme, taxonomy)
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_search_takes_the_box_to_the_type(box: TypeBox, taxonomy: Taxonomy) -> None:
    told: list[str] = []
    box.picked.connect(told.append)
    picker = opened(box)
    assert picker.accessibleName() == box.accessibleName()
    assert picker.list.currentItem().data(Qt.ItemDataRole.UserRole) == box.type_id  # what is chosen is lit
    picker.field.setText(type_label(taxonomy["HOSPITAL"]))  # QTest types nothing but ASCII
    QTest.keyPress(picker.field, Qt.Key.Key_Return)
    assert QApplication.activePopupWidget() is None
    assert box.type_id == "HOSPITAL"
    assert box.currentText().startswith(type_label(taxonomy["HOSPITAL"]))
    assert told == ["HOSPITAL"]


def test_escape_leaves_the_box_as_it_was(box: TypeBox) -> None:
    before = box.type_id
    picker = opened(box)
    picker.field.setText("x")
    QTest.keyPress(picker, Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None
    assert box.type_id == before


def test_a_click_opens_it_below_the_box_and_a_click_on_a_line_chooses(box: TypeBox, taxonomy: Taxonomy) -> None:
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    picker = QApplication.activePopupWidget()
    assert isinstance(picker, TypePicker)
    picker.field.setText(type_label(taxonomy["AGE"]))
    line = picker.list.currentItem()
    QTest.mouseClick(picker.list.viewport(), Qt.MouseButton.LeftButton, pos=picker.list.visualItemRect(line).center())
    assert box.type_id == "AGE"


def test_the_library_uses_it_for_words_rules_and_files(harness: LibraryHarness) -> None:
    harness.use()
    harness.page.go(Place(HIDE))
    panel = harness.page.hide_list
    field = opened(panel.type_box).field
    field.setText("hospital")
    QTest.keyPress(field, Qt.Key.Key_Return)
    panel.word.setText("Quokka House")
    QTest.keyClick(panel.word, Qt.Key.Key_Return)
    assert harness.words.entries[ListKind.HIDE] == [ListEntry("Quokka House", "HOSPITAL")]
    harness.page.go(Place(RECOGNIZERS))
    opened(harness.page.recognizers.type_box).close()
    harness.page.go(Place(HIDE))
    harness.models.dictionaries.open_csv(Path("any"))
    dialog = harness.page.findChild(CsvDialog)
    assert dialog is not None
    opened(dialog.type_box).close()
