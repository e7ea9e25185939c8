"""The library's room on screen: every panel, both schemes, keyboard, names, empty states, the lock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from library_fakes import (
    FIXED,
    PROMPT,
    RULES,
    FakeDictionary,
    FakeLearning,
    FakeLibrary,
    LaterWork,
    NowWork,
    many,
)
from PySide6.QtCore import QItemSelectionModel, Qt, QTranslator
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QLineEdit, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from core.domain.errors import InputError
from core.domain.language import Language
from core.domain.taxonomy import Domain, Taxonomy
from core.resources import resource_root
from ui.theme.theme import Theme
from ui.viewmodels.dictionaries import PAGE, DictionariesViewModel
from ui.viewmodels.learning import LearningViewModel
from ui.viewmodels.library import LibraryViewModel
from ui.viewmodels.library_ports import ListEntry, ListKind, Standing, TrialReport, TrialRow
from ui.views.csv_dialog import CsvDialog
from ui.views.import_dialog import ImportDialog
from ui.views.library_page import LibraryModels, LibraryPage
from ui.views.library_tree import HIDE, KEEP, RECOGNIZERS, Place
from ui.views.sentences import Sentences
from ui.views.trial_texts import report_sentence

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


class Room:
    """A page over fakes; `use` opens a vault."""

    def __init__(self, theme: Theme, taxonomy: Taxonomy, qtbot: QtBot) -> None:
        work = NowWork()
        self.models = LibraryModels(
            LibraryViewModel(work, "Ada"),
            LearningViewModel(work, work, "Ada"),
            DictionariesViewModel(work, work),
        )
        self.library, self.learning, self.words = FakeLibrary(), FakeLearning(), FakeDictionary()
        sentences = Sentences(resource_root(), lambda: Language.EN)
        self.page = LibraryPage(theme, taxonomy, self.models, sentences)
        qtbot.addWidget(self.page)
        self.page.resize(1190, 700)
        self.page.show()

    def use(self) -> None:
        self.models.library.use(self.library)
        self.models.learning.use(self.learning)
        self.models.dictionaries.use(self.words)


@pytest.fixture
def english(qapp: QApplication) -> Iterator[None]:
    """Counts in their English forms, whatever a test before has left."""
    forms = QTranslator()
    assert forms.load(str(resource_root() / "i18n" / "drsl_en.qm"))
    qapp.installTranslator(forms)
    yield
    qapp.removeTranslator(forms)


@pytest.fixture
def room(theme: Theme, taxonomy: Taxonomy, qtbot: QtBot, english: None) -> Iterator[Room]:
    made = Room(theme, taxonomy, qtbot)
    yield made
    for dialog in made.page.findChildren(QDialog):
        dialog.close()


def shown_labels(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


# Frame


def test_without_a_vault_the_room_says_what_to_do(room: Room) -> None:
    assert "Nothing learned yet" in shown_labels(room.page)
    assert room.page.setup.isVisible()
    room.use()
    assert not room.page.setup.isVisible()
    room.models.library.use(None)
    assert room.page.setup.isVisible()


@pytest.mark.parametrize("place", [Place("learning"), Place(key=RULES), Place(HIDE), Place(KEEP), Place(RECOGNIZERS)])
def test_everything_that_takes_the_focus_has_a_name_and_is_large_enough(room: Room, theme: Theme, place: Place) -> None:
    room.use()
    room.page.go(place)
    for part in room.page.findChildren(QWidget):
        focusable = part.focusPolicy() is not Qt.FocusPolicy.NoFocus and part.focusProxy() is None
        private = part.objectName().startswith("qt_") or isinstance(part, QScrollBar) or part.inherits("QHeaderView")
        if focusable and part.isVisible() and not private:
            assert part.accessibleName(), type(part).__name__
    for button in room.page.findChildren(QAbstractButton):
        if button.isVisible() and not button.objectName().startswith("qt_") and button.text():
            assert button.height() >= theme.target, button.text()
    for label in room.page.findChildren(QLabel):
        assert label.textFormat() is Qt.TextFormat.PlainText or not label.text()


def test_the_tree_says_which_version_is_active_and_where_one_is_pinned(room: Room) -> None:
    room.library.pins[Domain.MEDICAL] = 2
    room.use()
    tree = room.page.tree
    room.page.go(Place(key=RULES))
    text = tree.currentIndex().siblingAtColumn(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "version 3 of 3 is active" in text
    assert "pinned to version 2" in text
    assert room.models.library.chosen == RULES


def test_a_new_page_opens_where_the_old_one_was(room: Room, theme: Theme, taxonomy: Taxonomy, qtbot: QtBot) -> None:
    room.use()
    room.page.go(Place(key=RULES))
    room.models.library.show(2)
    again = LibraryPage(theme, taxonomy, room.models, Sentences(resource_root(), lambda: Language.EN))
    qtbot.addWidget(again)
    again.show()
    assert again.panels.currentWidget() is again.versions
    assert again.versions.list.currentIndex().row() == 1


# Versions


def test_the_timeline_tells_message_author_evidence_and_use(room: Room) -> None:
    room.use()
    room.page.go(Place(key=RULES))
    model = room.page.versions.list.model()
    newest = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Version 3 · active" in newest
    assert "Ada" in newest
    assert "tried" in newest
    assert "runs: 3" in newest
    assert "As shipped" in model.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_the_line_under_the_cursor_says_why_it_is_there(room: Room) -> None:
    room.use()
    room.page.go(Place(key=RULES))
    pane = room.page.versions
    assert "since version 2" in pane.why.text()
    assert "8 × Missed" in pane.why.text()
    assert "Hospital" in pane.why.text()
    pane.content.moveCursor(QTextCursor.MoveOperation.Down)
    assert pane.why.text().startswith("Line 2, since version 3")
    assert pane.content.accessibleDescription() == pane.why.text()


def test_a_comparison_shows_both_versions_and_their_runs(room: Room) -> None:
    room.use()
    room.page.go(Place(key=RULES))
    pane = room.page.versions
    pane.compare.setCurrentIndex(pane.compare.findData(1))
    pane.compare.activated.emit(pane.compare.currentIndex())
    assert pane.stack.currentWidget() is pane.diff
    assert pane.diff.result.after.startswith("HOSPITAL")
    assert pane.figures.text().count("Version") == 2
    assert not pane.why.isVisible()


def test_one_click_rolls_back_and_one_takes_it_back(room: Room, qtbot: QtBot) -> None:
    room.use()
    room.page.go(Place(key=RULES))
    pane = room.page.versions
    assert not pane.back.isEnabled()
    room.models.library.show(1)
    qtbot.mouseClick(pane.back, Qt.MouseButton.LeftButton)
    assert room.models.library.active == 4
    assert room.page.bar.isVisible()
    assert "Version 4" in room.page.bar.text()
    qtbot.mouseClick(room.page.bar.undo, Qt.MouseButton.LeftButton)
    assert room.models.library.active == 5
    assert not room.page.bar.isVisible()


def test_a_fixed_prompt_says_why_nothing_changes_it(room: Room) -> None:
    room.use()
    room.page.go(Place(key=FIXED))
    assert "fixed" in room.page.versions.about.text()
    assert not room.page.versions.back.isEnabled()


def test_a_pin_is_set_from_the_menu(room: Room) -> None:
    room.use()
    room.page.go(Place(key=RULES))
    room.models.library.show(2)
    menu = room.page.versions.pin.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == "Medical").trigger()
    assert room.library.pins == {Domain.MEDICAL: 2}


def test_an_error_is_told_in_words(room: Room) -> None:
    room.use()
    room.page.go(Place(key=RULES))
    room.library.error = InputError("library.nothing")
    room.models.library.roll_back(1)
    assert "Nothing would change" in room.page.message.text()
    assert room.page.message.isVisible()


def test_a_file_is_reviewed_in_a_dialog(room: Room, qtbot: QtBot) -> None:
    room.use()
    room.models.library.open_import(Path("any"))
    dialog = room.page.findChild(ImportDialog)
    assert dialog is not None
    assert "ab12 cd34" in shown_labels(dialog)
    assert [row.cells[1] for row in dialog.table.rows] == ["changed", "kept out"]
    assert dialog.adopt.text() == "Adopt 1 change"
    assert dialog.drop.isDefault()
    qtbot.mouseClick(dialog.adopt, Qt.MouseButton.LeftButton)
    assert room.models.library.review is None
    assert not dialog.isVisible()


def test_dropping_a_file_changes_nothing(room: Room, qtbot: QtBot) -> None:
    room.use()
    room.models.library.open_import(Path("any"))
    dialog = room.page.findChild(ImportDialog)
    assert dialog is not None
    qtbot.mouseClick(dialog.drop, Qt.MouseButton.LeftButton)
    assert room.models.library.review is None
    assert len(room.library.rows) == 3


# Learning


def test_experiences_are_searched_by_the_name_on_screen(room: Room, qtbot: QtBot) -> None:
    room.use()
    panel = room.page.learning
    assert [row.cells[0] for row in panel.table.rows] == ["Missed", "Marked for nothing"]
    qtbot.keyClicks(panel.field, "hosp")
    qtbot.waitUntil(lambda: len(panel.table.rows) == 1)
    panel.field.setText("zzz")
    qtbot.waitUntil(lambda: panel.everything.isVisible())
    qtbot.mouseClick(panel.everything, Qt.MouseButton.LeftButton)
    assert len(panel.table.rows) == 2
    assert panel.field.text() == ""


def test_nothing_learned_yet_leads_to_compose(room: Room, qtbot: QtBot) -> None:
    room.learning.lines = ()
    room.use()
    panel = room.page.learning
    assert "Nothing learned yet" in shown_labels(panel)
    with qtbot.waitSignal(room.page.compose_asked):
        qtbot.mouseClick(panel.compose, Qt.MouseButton.LeftButton)
    assert not panel.distillation.distil.isEnabled()


def test_every_proposal_shows_its_verdict_and_a_refused_one_no_words(room: Room, qtbot: QtBot) -> None:
    room.use()
    pane = room.page.learning.distillation
    qtbot.mouseClick(pane.distil, Qt.MouseButton.LeftButton)
    rows = [row.cells for row in pane.proposals.rows]
    assert "admitted to" in rows[0][0]
    assert rows[0][2] == "may be adopted"
    assert all(cells[2].startswith("Refused") for cells in rows[1:3])
    assert "its words are gone" in rows[1][0]
    assert "Zephyr" in rows[3][0]
    assert pane.adopt.text() == "Adopt 1 rule"
    assert "no evidence" in pane.basis.text()


def test_the_trial_shows_intervals_and_says_not_proven(room: Room, qtbot: QtBot) -> None:
    room.use()
    pane = room.page.learning.distillation
    qtbot.mouseClick(pane.distil, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(pane.attempt, Qt.MouseButton.LeftButton)
    recall = pane.trial.rows[0].cells
    assert recall[2:4] == ("93.0 %", "94.5 %")
    assert "(−0.1 to +3.0)" in recall[4]
    assert recall[6] == "better, not proven"
    assert pane.sentence.text() == "Finds 1.5 points more, p = 0.060: not proven; no more is marked for nothing."
    assert "120 generated texts and 7 of your own" in pane.basis.text()
    qtbot.mouseClick(pane.adopt, Qt.MouseButton.LeftButton)
    assert len(room.learning.adopted) == 1
    assert "2 items" in room.page.bar.text()


@pytest.mark.parametrize(
    ("standing", "after", "said"),
    [
        (Standing.BETTER, 0.97, "Finds 4.0 points more, p = 0.020: proven"),
        (Standing.WORSE, 0.89, "Finds 4.0 points less, p = 0.020: proven"),
        (Standing.SAME, 0.93, "Finds as much as before"),
    ],
)
def test_the_sentence_never_says_more_than_the_trial(
    qapp: QApplication, standing: Standing, after: float, said: str
) -> None:
    row = TrialRow("recall", 60, 0.93, after, 0.0, 0.1, 0.02, standing)
    assert report_sentence(TrialReport((row,), 60, 0, worse=False)).startswith(said)


def test_more_false_alarms_are_said_in_the_same_sentence(qapp: QApplication) -> None:
    found = TrialRow("recall", 60, 0.9, 0.95, 0.0, 0.1, 0.02, Standing.BETTER)
    alarms = TrialRow("false_alarms", 60, 0.1, 0.3, 0.1, 0.3, 0.01, Standing.WORSE)
    assert "marks more for nothing" in report_sentence(TrialReport((found, alarms), 60, 0, worse=True))


def test_a_distillation_shows_progress_and_stops_at_escape(
    theme: Theme, taxonomy: Taxonomy, qtbot: QtBot, room: Room
) -> None:
    work = LaterWork()
    learning = LearningViewModel(NowWork(), work, "Ada")
    models = LibraryModels(room.models.library, learning, room.models.dictionaries)
    page = LibraryPage(theme, taxonomy, models, Sentences(resource_root(), lambda: Language.EN))
    qtbot.addWidget(page)
    page.show()
    room.models.library.use(room.library)
    learning.use(room.learning)
    learning.distil()
    pane = page.learning.distillation
    assert pane.bar.isVisible()
    assert pane.stop.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert not learning.running
    assert not pane.bar.isVisible()
    work.run()
    assert learning.proposals is None


def test_a_version_is_tried_and_adopted_from_its_timeline(room: Room, qtbot: QtBot) -> None:
    room.use()
    room.page.go(Place(key=RULES))
    room.models.library.show(2)
    qtbot.mouseClick(room.page.versions.attempt, Qt.MouseButton.LeftButton)
    assert room.page.panels.currentWidget() is room.page.learning
    pane = room.page.learning.distillation
    assert pane.adopt.text() == "Adopt version 2"
    qtbot.mouseClick(pane.adopt, Qt.MouseButton.LeftButton)
    assert room.library.rows[-1].version.repeats == 2


def test_automatic_adoption_is_off_by_default(room: Room) -> None:
    room.use()
    box = room.page.learning.automatic
    assert not box.isChecked()
    box.setChecked(True)
    assert room.learning.on


# Dictionaries


def test_a_word_is_added_with_return_and_deleted_with_a_way_back(room: Room, qtbot: QtBot) -> None:
    room.use()
    room.page.go(Place(HIDE))
    panel = room.page.hide_list
    assert "The list is empty" in shown_labels(panel)
    qtbot.keyClicks(panel.word, "Quokka Works")
    qtbot.keyClick(panel.word, Qt.Key.Key_Return)
    assert room.words.entries[ListKind.HIDE] == [ListEntry("Quokka Works", "ORGANIZATION")]
    assert panel.word.text() == ""
    panel.list.setFocus()
    panel.list.selectionModel().select(panel.list.model().index(0, 0), QItemSelectionModel.SelectionFlag.Select)
    assert panel.remove.text() == "Delete 1 entry"
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert room.words.entries[ListKind.HIDE] == []
    qtbot.mouseClick(panel.undo.undo, Qt.MouseButton.LeftButton)
    assert len(room.words.entries[ListKind.HIDE]) == 1


def test_a_long_list_shows_a_page_and_its_total(room: Room) -> None:
    room.words.entries.update(many(1000))
    room.use()
    panel = room.page.hide_list
    assert panel.list.model().rowCount() == PAGE
    assert panel.count.text().replace(",", "") == "1000 entries"


def test_the_test_box_marks_matches_and_words_errors(room: Room, qtbot: QtBot) -> None:
    room.use()
    room.page.go(Place(RECOGNIZERS))
    panel = room.page.recognizers
    assert not panel.save.isEnabled()
    qtbot.keyClicks(panel.pattern, "KD-12")
    panel.sample.setPlainText("𠀀 Order KD-12.")
    marks = panel.sample.extraSelections()
    assert [mark.cursor.selectedText() for mark in marks] == ["KD-12"]
    assert panel.finding.text() == "Finds 1 place in the sample."
    panel.pattern.selectAll()
    qtbot.keyClicks(panel.pattern, "(")
    assert "This is no shape of a value" in panel.finding.text()
    assert not panel.save.isEnabled()


def test_a_recogniser_is_saved_and_chosen_again(room: Room, qtbot: QtBot) -> None:
    room.use()
    room.page.go(Place(RECOGNIZERS))
    panel = room.page.recognizers
    qtbot.keyClicks(panel.pattern, "KD-12")
    panel.cues.setText("order, 订单、pass")
    qtbot.mouseClick(panel.save, Qt.MouseButton.LeftButton)
    saved = next(iter(room.words.own.values()))
    assert saved.cues == ("order", "订单", "pass")
    qtbot.mouseClick(panel.new, Qt.MouseButton.LeftButton)
    assert panel.pattern.text() == ""
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    assert panel.pattern.text() == "KD-12"
    qtbot.mouseClick(panel.save, Qt.MouseButton.LeftButton)
    assert list(room.words.own) == [saved.id]
    qtbot.mouseClick(panel.remove, Qt.MouseButton.LeftButton)
    assert room.words.own == {}
    qtbot.mouseClick(panel.undo.undo, Qt.MouseButton.LeftButton)
    assert list(room.words.own) == [saved.id]


def test_a_file_is_looked_at_before_its_words_are_taken(room: Room, qtbot: QtBot) -> None:
    room.use()
    room.page.go(Place(HIDE))
    room.models.dictionaries.open_csv(Path("any"))
    dialog = room.page.findChild(CsvDialog)
    assert dialog is not None
    assert dialog.table is not None
    assert dialog.table.rows[0].cells == ("Quokka Works", "Oslo")
    assert dialog.outcome.text().startswith("2 words")
    dialog.heading.setChecked(False)
    assert dialog.column_box.itemText(0) == "Column 1"
    assert dialog.outcome.text().startswith("3 words")
    dialog.heading.setChecked(True)
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert dialog.outcome.text().startswith("2 added")
    assert not dialog.start.isVisible()
    assert len(room.words.entries[ListKind.HIDE]) == 2


# Lock


def test_a_lock_clears_every_panel(room: Room) -> None:
    room.words.entries.update(many(3))
    room.use()
    room.page.go(Place(key=PROMPT))
    room.models.learning.distil()
    for model in (room.models.library, room.models.learning, room.models.dictionaries):
        model.use(None)  # type: ignore[attr-defined]
    assert room.page.versions.list.model().rowCount() == 0
    assert room.page.learning.table.rows == ()
    assert room.page.learning.distillation.proposals.rows == ()
    assert room.page.hide_list.list.model().rowCount() == 0
    left = [field.text() for field in room.page.findChildren(QLineEdit)]
    assert not any(left)
