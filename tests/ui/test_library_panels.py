"""Learning, word lists and own recognisers on the library's page."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="the window is not installed here")

from library_fakes import (
    RULES,
    LaterWork,
    NowWork,
    many,
)
from library_harness import LibraryHarness, shown_labels
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.domain.language import Language
from core.domain.taxonomy import Taxonomy
from core.resources import resource_root
from ui.library.viewmodels.dictionaries import PAGE
from ui.library.viewmodels.learning import LearningViewModel
from ui.library.viewmodels.ports import ListEntry, ListKind, Standing, TrialReport, TrialRow
from ui.library.views.csv_dialog import CsvDialog
from ui.library.views.page import LibraryModels, LibraryPage
from ui.library.views.tree import HIDE, RECOGNIZERS, Place
from ui.library.views.trial_texts import report_sentence
from ui.shared.theme.theme import Theme
from ui.shared.wording.sentences import Sentences

pytestmark = pytest.mark.qt_log_ignore("does not support propagateSizeHints")


# Learning


def test_experiences_are_searched_by_the_name_on_screen(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    panel = harness.page.learning
    assert [row.cells[0] for row in panel.table.rows] == ["Missed", "Marked for nothing"]
    qtbot.keyClicks(panel.field, "hosp")
    qtbot.waitUntil(lambda: len(panel.table.rows) == 1)
    panel.field.setText("zzz")
    qtbot.waitUntil(lambda: panel.everything.isVisible())
    qtbot.mouseClick(panel.everything, Qt.MouseButton.LeftButton)
    assert len(panel.table.rows) == 2
    assert panel.field.text() == ""


def test_nothing_learned_yet_leads_to_compose(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.learning.lines = ()
    harness.use()
    panel = harness.page.learning
    assert "Nothing learned yet" in shown_labels(panel)
    with qtbot.waitSignal(harness.page.compose_asked):
        qtbot.mouseClick(panel.compose, Qt.MouseButton.LeftButton)
    assert not panel.distillation.distil.isEnabled()


def test_every_proposal_shows_its_verdict_and_a_refused_one_no_words(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    pane = harness.page.learning.distillation
    qtbot.mouseClick(pane.distil, Qt.MouseButton.LeftButton)
    rows = [row.cells for row in pane.proposals.rows]
    assert "admitted to" in rows[0][0]
    assert rows[0][2] == "may be adopted"
    assert all(cells[2].startswith("Refused") for cells in rows[1:3])
    assert "its words are gone" in rows[1][0]
    assert "Zephyr" in rows[3][0]
    assert pane.adopt.text() == "Adopt 1 rule"
    assert "no evidence" in pane.basis.text()


def test_the_trial_shows_intervals_and_says_not_proven(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    pane = harness.page.learning.distillation
    qtbot.mouseClick(pane.distil, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(pane.attempt, Qt.MouseButton.LeftButton)
    recall = pane.trial.rows[0].cells
    assert recall[2:4] == ("93.0 %", "94.5 %")
    assert "(−0.1 to +3.0)" in recall[4]
    assert recall[6] == "better, not proven"
    assert pane.sentence.text() == "Finds 1.5 points more, p = 0.060: not proven; no more is marked for nothing."
    assert "120 generated texts and 7 of your own" in pane.basis.text()
    qtbot.mouseClick(pane.adopt, Qt.MouseButton.LeftButton)
    assert len(harness.learning.adopted) == 1
    assert "2 items" in harness.page.bar.text()


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
    theme: Theme, taxonomy: Taxonomy, qtbot: QtBot, harness: LibraryHarness
) -> None:
    work = LaterWork()
    learning = LearningViewModel(NowWork(), work, "Ada")
    models = LibraryModels(harness.models.library, learning, harness.models.dictionaries)
    page = LibraryPage(theme, taxonomy, models, Sentences(resource_root(), lambda: Language.EN))
    qtbot.addWidget(page)
    page.show()
    harness.models.library.use(harness.library)
    learning.use(harness.learning)
    learning.distil()
    pane = page.learning.distillation
    assert pane.bar.isVisible()
    assert pane.stop.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert not learning.running
    assert not pane.bar.isVisible()
    work.run()
    assert learning.proposals is None


def test_a_version_is_tried_and_adopted_from_its_timeline(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    harness.page.go(Place(key=RULES))
    harness.models.library.show(2)
    qtbot.mouseClick(harness.page.versions.attempt, Qt.MouseButton.LeftButton)
    assert harness.page.panels.currentWidget() is harness.page.learning
    pane = harness.page.learning.distillation
    assert pane.adopt.text() == "Adopt version 2"
    qtbot.mouseClick(pane.adopt, Qt.MouseButton.LeftButton)
    assert harness.library.rows[-1].version.repeats == 2


def test_automatic_adoption_is_off_by_default(harness: LibraryHarness) -> None:
    harness.use()
    box = harness.page.learning.automatic
    assert not box.isChecked()
    box.setChecked(True)
    assert harness.learning.on


# Dictionaries


def test_a_word_is_added_with_return_and_deleted_with_a_way_back(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    harness.page.go(Place(HIDE))
    panel = harness.page.hide_list
    assert "The list is empty" in shown_labels(panel)
    qtbot.keyClicks(panel.word, "Quokka Works")
    qtbot.keyClick(panel.word, Qt.Key.Key_Return)
    assert harness.words.entries[ListKind.HIDE] == [ListEntry("Quokka Works", "ORGANIZATION")]
    assert panel.word.text() == ""
    panel.list.setFocus()
    panel.list.selectionModel().select(panel.list.model().index(0, 0), QItemSelectionModel.SelectionFlag.Select)
    assert panel.remove.text() == "Delete 1 entry"
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    assert harness.words.entries[ListKind.HIDE] == []
    qtbot.mouseClick(panel.undo.undo, Qt.MouseButton.LeftButton)
    assert len(harness.words.entries[ListKind.HIDE]) == 1


def test_a_long_list_shows_a_page_and_its_total(harness: LibraryHarness) -> None:
    harness.words.entries.update(many(1000))
    harness.use()
    panel = harness.page.hide_list
    assert panel.list.model().rowCount() == PAGE
    assert panel.count.text().replace(",", "") == "1000 entries"


def test_the_test_box_marks_matches_and_words_errors(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    harness.page.go(Place(RECOGNIZERS))
    panel = harness.page.recognizers
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


def test_a_recogniser_is_saved_and_chosen_again(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    harness.page.go(Place(RECOGNIZERS))
    panel = harness.page.recognizers
    qtbot.keyClicks(panel.pattern, "KD-12")
    panel.cues.setText("order, 订单、pass")
    qtbot.mouseClick(panel.save, Qt.MouseButton.LeftButton)
    saved = next(iter(harness.words.own.values()))
    assert saved.cues == ("order", "订单", "pass")
    qtbot.mouseClick(panel.new, Qt.MouseButton.LeftButton)
    assert panel.pattern.text() == ""
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    assert panel.pattern.text() == "KD-12"
    qtbot.mouseClick(panel.save, Qt.MouseButton.LeftButton)
    assert list(harness.words.own) == [saved.id]
    qtbot.mouseClick(panel.remove, Qt.MouseButton.LeftButton)
    assert harness.words.own == {}
    qtbot.mouseClick(panel.undo.undo, Qt.MouseButton.LeftButton)
    assert list(harness.words.own) == [saved.id]


def test_a_file_is_looked_at_before_its_words_are_taken(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.use()
    harness.page.go(Place(HIDE))
    harness.models.dictionaries.open_csv(Path("any"))
    dialog = harness.page.findChild(CsvDialog)
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
    assert len(harness.words.entries[ListKind.HIDE]) == 2


# Suggestions and notes


def test_a_suggestion_goes_into_the_never_hide_list_with_a_click_and_out_again(
    harness: LibraryHarness, qtbot: QtBot
) -> None:
    harness.use()
    pane = harness.page.learning.distillation
    assert not pane.suggested.isVisible()
    qtbot.mouseClick(pane.distil, Qt.MouseButton.LeftButton)
    assert pane.suggested.text.text() == "You unmarked “Zephyr” in 4 texts."
    qtbot.mouseClick(pane.suggested.keep, Qt.MouseButton.LeftButton)
    assert harness.words.entries[ListKind.KEEP] == [ListEntry("Zephyr")]
    assert pane.proposals.rows[3].cells[2] == "in your never-hide list"
    qtbot.mouseClick(pane.suggested.undo, Qt.MouseButton.LeftButton)
    assert harness.words.entries[ListKind.KEEP] == []
    assert pane.suggested.keep.isVisible()


def test_the_pane_says_why_the_local_model_took_no_part(harness: LibraryHarness, qtbot: QtBot) -> None:
    harness.learning.notes = ("server.unreachable",)
    harness.use()
    pane = harness.page.learning.distillation
    qtbot.mouseClick(pane.distil, Qt.MouseButton.LeftButton)
    assert pane.notes.isVisible()
    assert pane.notes.text().startswith("The local model took no part: ")
